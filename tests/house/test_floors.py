"""Arrows point down only: pages → play → rules; and one game is named in its own rooms alone."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES_MAY_USE = {"msgspec"}  # besides the standard library without clock, chance and I/O, and games.rules itself
NOT_IN_RULES = {
    "random",
    "secrets",
    "time",
    "datetime",
    "socket",
    "subprocess",
    "sqlite3",
    "asyncio",
    "threading",
    "os",
}
PAGES = (
    "games.views", "games.urls", "games.forms", "games.termforms", "games.templatetags", "accounts.views",
    "accounts.urls",
)  # fmt: skip
PLAY = (
    "games.play", "games.ratings", "games.clocks", "games.walltime", "games.clockwords", "games.notices",
    "games.channels", "games.inbound", "games.feeds",
    "games.mails", "games.letters", "games.pulse", "games.doctor", "games.probe", "games.tasks", "games.editions",
    "games.models",
)  # fmt: skip
TREE = sorted(path for top in ("games", "accounts", "hotmk_site") for path in (ROOT / top).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(source: str, package: str) -> set[str]:
    """Full names of what a module imports, `from x import y` as `x.y` and `x`; imports inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def imports_of(path: Path) -> set[str]:
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return imports(path.read_text(encoding="utf-8"), package)


def inside(name: str, rooms: tuple[str, ...]) -> bool:
    return any(name == room or name.startswith(room + ".") for room in rooms)


def upward(path: Path) -> list[str]:
    """What this file imports from a floor above its own."""
    name = module_name(path)
    if inside(name, ("games.rules",)):
        return [found for found in imports_of(path) if _not_for_rules(found)]
    if inside(name, PLAY):
        return [found for found in imports_of(path) if inside(found, PAGES)]
    return []


def _not_for_rules(name: str) -> bool:
    top = name.partition(".")[0]
    if top == "games":
        return not inside(name, ("games.rules",)) and name != "games"
    return top in NOT_IN_RULES or (top not in sys.stdlib_module_names and top not in RULES_MAY_USE)


def test_the_reader_of_imports_sees_every_way_to_import() -> None:
    source = "import random\nfrom .. import models\ndef f():\n    from games.views import table\n"
    assert imports(source, "games.rules") == {"random", "games", "games.models", "games.views", "games.views.table"}


def test_no_file_imports_from_a_floor_above() -> None:
    assert TREE
    wrong = {module_name(path): bad for path in TREE if (bad := upward(path))}
    assert wrong == {}


def slugs() -> list[str]:
    from games.rules.registry import REGISTRY

    return sorted(REGISTRY)


def _may_name(slug: str, path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    if parts[:3] in {("games", "rules", slug), ("games", "rules", "registry.py")}:
        return True
    return parts[:2] in {("templates", slug), ("static", slug)} or "demo" in path.stem


def names_in_python(slug: str, source: str) -> bool:
    """Whether code names the game: by an import, or by a string (no docstring) that is its slug or begins with it."""
    if any(inside(name, (f"games.rules.{slug}",)) for name in imports(source, "nowhere")):
        return True
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose)
    return any(isinstance(text, str) and re.match(rf"{slug}([./_:-]|$)", text) for text in texts)


def names_in_template(slug: str, source: str) -> bool:
    """Whether a template names the game between quotes, comments aside."""
    bare = re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}", "", source, flags=re.DOTALL)
    return re.search(rf"""["']{slug}[./"'_-]""", bare) is not None


def names(slug: str, path: Path) -> bool:
    source = path.read_text(encoding="utf-8")
    return (names_in_python if path.suffix == ".py" else names_in_template)(slug, source)


@pytest.mark.parametrize("slug", slugs())
def test_a_game_is_named_in_its_own_rooms_alone(slug: str) -> None:
    files = [*TREE, *sorted((ROOT / "templates").rglob("*.html"))]
    assert [str(path.relative_to(ROOT)) for path in files if not _may_name(slug, path) and names(slug, path)] == []


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("import games.rules.hall.state", True),
        ("from games.rules import hall", True),
        ('ok = game.slug == "hall"', True),
        ('t("hall.log.begin")', True),
        ('"""A record holds {"game": "hall"}."""', False),
        ('title = "the hall is open"', False),
    ],
)
def test_the_search_finds_imports_slugs_and_text_ids(source: str, named: bool) -> None:
    assert names_in_python("hall", source) is named


def test_the_search_reads_templates_without_their_comments() -> None:
    assert names_in_template("hall", '{% include "hall/board.html" %}')
    assert not names_in_template("hall", '{# as in "hall/board.html" #}<p>hall</p>')
