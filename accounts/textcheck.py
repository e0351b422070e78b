"""Which text ids the site uses, and what is wrong with its catalogues (for ``manage.py check_texts`` and the tests).

Ids are found in templates (``{% t "…" %}`` and every literal inside a tag or variable), in Python (first argument of
``t``, ``tl``, ``t_html`` and every literal), in ``TEXT_IDS`` of modules that make ids from keys, and in ``messages()``
of each rule set. The first argument of a call and the listed ids must exist; other literals merely count as a use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import polib

LANGUAGES = ("en", "es")
IDENT = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+")
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
TAG = re.compile(r"\{%\s*(t|t_html)\s+(.*?)%\}", re.S)
ANY_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.S)
COMMENT = re.compile(r"\{#.*?#\}|\{%\s*comment\b.*?\{%\s*endcomment\s*%\}", re.S)
LITERAL = re.compile(r"\"([^\"]*)\"|'([^']*)'")
CALLS = {"t", "tl", "t_html"}
NOT_IDS = {"html", "txt", "svg", "css", "js", "png", "py", "webp", "json", "yaml", "po"}


@dataclass(frozen=True)
class Use:
    """One id asked for. ``given`` holds the names of its values, or None when they cannot be read from the source."""

    ident: str
    where: str
    given: frozenset[str] | None = None


@dataclass
class Used:
    must: list[Use] = field(default_factory=list)
    may: set[str] = field(default_factory=set)


Catalogue = dict[str, tuple[str, ...]]


def read_catalogues(folders: Iterable[Path], language: str) -> tuple[Catalogue, list[str]]:
    """All texts of a language (id -> its forms) and the problems met while reading them."""
    texts: Catalogue = {}
    problems = []
    for folder in folders:
        path = folder / language / "LC_MESSAGES" / "django.po"
        if not path.exists():
            continue
        for entry in polib.pofile(str(path)):
            if entry.obsolete:
                continue
            if entry.msgid in texts:
                problems.append(f"{entry.msgid} stands twice ({path})")
            if entry.fuzzy:
                problems.append(f"{entry.msgid} is marked fuzzy ({path})")
            texts[entry.msgid] = _forms(entry)
    return texts, problems


def _forms(entry: polib.POEntry) -> tuple[str, ...]:
    if entry.msgid_plural:
        return tuple(entry.msgstr_plural.get(i, "") for i in range(2))
    return (entry.msgstr,)


def compare(catalogues: dict[str, Catalogue]) -> list[str]:
    """Texts that are missing, empty, or have other placeholders or plural forms in one language."""
    problems = []
    for ident in sorted(set().union(*catalogues.values())):
        having = {lang: texts[ident] for lang, texts in catalogues.items() if ident in texts}
        problems += [f"{ident} is missing in {lang}" for lang in catalogues if lang not in having]
        problems += [f"{ident} is empty in {lang}" for lang, forms in having.items() if not all(forms)]
        if len({placeholders(forms) for forms in having.values()}) > 1:
            problems.append(f"{ident} has other placeholders in one language")
        if len({len(forms) for forms in having.values()}) > 1:
            problems.append(f"{ident} has plural forms in one language only")
    return problems


def placeholders(forms: Iterable[str]) -> frozenset[str]:
    return frozenset(name for form in forms for name in PLACEHOLDER.findall(form))


def check_uses(used: Used, catalogue: Catalogue) -> list[str]:
    """Ids asked for that do not exist or do not get their values; ids nobody asks for."""
    problems = []
    for use in used.must:
        if use.ident not in catalogue:
            problems.append(f"{use.ident} is used in {use.where} and has no text")
        elif use.given is not None:
            lacking = placeholders(catalogue[use.ident]) - use.given
            problems += [f"{use.ident} in {use.where} is not given {{{name}}}" for name in sorted(lacking)]
    asked = {use.ident for use in used.must} | used.may
    problems += [f"{ident} is used nowhere" for ident in sorted(set(catalogue) - asked)]
    return sorted(set(problems))


# ---- templates ----------------------------------------------------------------------------------------------------


def scan_template(source: str, where: str, areas: set[str]) -> Used:
    """The ids of one template. A literal whose first word is an area of the catalogues must be an id, too."""
    source = COMMENT.sub("", source)
    used = Used()
    for found in TAG.finditer(source):
        first, *rest = _split(found[2])
        given = frozenset(part.split("=", 1)[0] for part in rest if "=" in part)
        used.must += [Use(ident, where, given) for ident in _literal_ids(first)]
    for found in ANY_TAG.finditer(source):
        for ident in _literal_ids(found[0]):
            if ident.split(".")[0] in areas and ident.rsplit(".", 1)[1] not in NOT_IDS:
                used.must.append(Use(ident, where))
    return used


def _split(arguments: str) -> list[str]:
    return re.findall(r"(?:[^\s\"']|\"[^\"]*\"|'[^']*')+", arguments) or [""]


def _literal_ids(text: str) -> Iterator[str]:
    for found in LITERAL.finditer(text):
        for part in (found[1] or found[2] or "").split(","):
            if IDENT.fullmatch(part.strip()):
                yield part.strip()


# ---- Python -------------------------------------------------------------------------------------------------------


def parsed(source: str) -> ast.Module:
    """The tree of a module. CPython before 3.11.5 can mix up its own count of depth when the collector of garbage runs
    other code meanwhile, and then refuses good source: it is asked once more."""
    try:
        return ast.parse(source)
    except SystemError:
        return ast.parse(source)


def scan_python(source: str, where: str) -> Used:
    """The ids of one Python file."""
    used = Used()
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and IDENT.fullmatch(node.value):
            used.may.add(node.value)
        if isinstance(node, ast.Call) and node.args and _called(node) in CALLS:
            given = None
            if all(word.arg for word in node.keywords):
                given = frozenset(word.arg for word in node.keywords if word.arg)
            used.must += [Use(ident, f"{where}:{node.lineno}", given) for ident in _constants(node.args[0])]
    return used


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) and node.func.attr in {"tl", "t_html"} else ""


def _constants(node: ast.expr) -> list[str]:
    """Ids an expression can yield: a literal, either side of a condition, a member of a literal collection."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and IDENT.fullmatch(node.value) else []
    if isinstance(node, ast.IfExp):
        return _constants(node.body) + _constants(node.orelse)
    if isinstance(node, ast.Subscript):
        return _constants(node.value)
    if isinstance(node, (ast.Tuple, ast.List)):
        return [ident for part in node.elts for ident in _constants(part)]
    if isinstance(node, ast.Dict):
        return [ident for part in node.values for ident in _constants(part)]
    return []


# ---- the whole site -----------------------------------------------------------------------------------------------


def scan_site(base: Path, areas: set[str]) -> Used:
    """Every id the site asks for: templates, Python (without tests), TEXT_IDS, rule sets."""
    total = Used()
    for path in _files(base):
        where = str(path.relative_to(base))
        source = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            part = scan_template(source, where, areas)
        else:
            part = scan_python(source, where)
            if re.search(r"^TEXT_IDS\b", source, re.M):
                part.must += _listed(where)
        total.must += part.must
        total.may |= part.may
    total.must += _of_rule_sets()
    return total


def _files(base: Path) -> Iterator[Path]:
    for folder in ("templates", "accounts", "games", "hotmk_site"):
        for path in sorted((base / folder).rglob("*")):
            if path.suffix in (".html", ".txt", ".py", ".svg", ".xml") and path.is_file():
                yield path


def _listed(where: str) -> list[Use]:
    module = import_module(where.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return [Use(ident, where) for ident in module.TEXT_IDS]


def _of_rule_sets() -> list[Use]:
    from games.rules.registry import REGISTRY

    return [Use(ident, module) for module in REGISTRY.values() for ident in import_module(module).messages()]
