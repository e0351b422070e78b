"""Texts: looking up, filling, lists, and the check that compares catalogues with their uses."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from accounts import textcheck
from accounts.management.commands.check_texts import problems
from hotmk_site.texts import MissingText, MissingValue, has_text, join_list, t, t_html, tl


def say(source: str, **values: object) -> str:
    return Template("{% load texts %}" + source).render(Context(values))


def test_plural_language_and_numbers() -> None:
    with translation.override("en"):
        assert t("home.title", n=1) == "1 table waits for you"
        assert t("home.title", n=3) == "3 tables wait for you"
    with translation.override("es"):
        assert t("home.title", n=1) == "1 mesa te espera"


def test_lazy_texts_are_made_when_shown() -> None:
    text = tl("site.rules")
    with translation.override("es"):
        assert str(text) == "Reglas"
    with translation.override("en"):
        assert str(text) == "Rules"


def test_what_is_missing_is_an_error_here_and_harmless_in_production(settings) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(MissingText):
        t("no.such_text")
    with pytest.raises(MissingValue):
        t("home.with")
    assert not has_text("no.such_text")
    settings.TEXTS_STRICT = False
    assert t("no.such_text") == "no.such_text"
    assert "…" in t("home.with")


def test_values_are_escaped_in_templates() -> None:
    with translation.override("en"):
        assert say('{% t "home.with" who=name %}', name="<b>&") == "with &lt;b&gt;&amp;"
        assert say('{% t_html "home.invited" title=name %}', name="<i>") == "You are invited to <b>&lt;i&gt;</b>."
        assert say('{% autoescape off %}{% t "home.with" who=name %}{% endautoescape %}', name="A & B") == "with A & B"
        assert say('{% t "home.with" who=name as x %}{{ x }}', name="<b>") == "with &lt;b&gt;"
        assert t_html("home.with", who=mark_safe("<b>Ola</b>")) == "with <b>Ola</b>"
        assert t("home.with", who="<b>") == "with <b>"


def test_a_name_with_braces_fills_nothing() -> None:
    with translation.override("en"):
        assert t("home.with", who="{secret} {0}") == "with {secret} {0}"


@pytest.mark.parametrize(
    ("language", "items", "kind", "text"),
    [
        ("en", [], "and", ""),
        ("en", ["Ola"], "and", "Ola"),
        ("en", ["Ola", "Wen"], "and", "Ola and Wen"),
        ("en", ["Ola", "Wen", "Kim"], "or", "Ola, Wen or Kim"),
        ("es", ["Ola", "Wen", "Kim"], "and", "Ola, Wen y Kim"),
        ("es", ["Ola", "Ines"], "and", "Ola e Ines"),
        ("es", ["agua", "hielo"], "and", "agua y hielo"),
        ("es", ["plata", "oro"], "or", "plata u oro"),
    ],
)
def test_lists(language: str, items: list[str], kind: str, text: str) -> None:
    with translation.override(language):
        assert join_list(items, kind) == text


def test_lists_keep_markup_and_escape_the_rest() -> None:
    with translation.override("en"):
        joined = join_list([mark_safe("<b>Ola</b>"), "<i>"])
    assert joined == "<b>Ola</b> and &lt;i&gt;"
    assert isinstance(joined, SafeString)


def test_the_check_finds_ids_in_templates() -> None:
    source = """{% t "a.one" who=x %}{% t 'a.two' as y %}{# {% t "a.gone" %} #}
    {% include "a.html" with title="a.three" %}
    {{ flag|yesno:"a.four,a.five" }}{% t_html "a.six" %}"""
    used = textcheck.scan_template(source, "x.html", {"a"})
    assert {use.ident for use in used.must} == {"a.one", "a.two", "a.three", "a.four", "a.five", "a.six"}
    assert next(use for use in used.must if use.ident == "a.one").given == {"who"}


def test_the_check_finds_ids_in_python() -> None:
    source = (
        't("a.one", n=1)\ntl("a.two" if x else "a.three")\nt(("a.four", "a.five")[i], **more)\ny = "a.six"\nf("a.b c")'
    )
    used = textcheck.scan_python(source, "x.py")
    assert {use.ident for use in used.must} == {"a.one", "a.two", "a.three", "a.four", "a.five"}
    assert "a.six" in used.may
    assert next(use for use in used.must if use.ident == "a.four").given is None


def test_the_check_names_each_fault() -> None:
    things = ("{n} thing", "{n} things")
    english = {"a.one": ("hi {who}",), "a.two": ("",), "a.three": things, "a.four": ("x",)}
    spanish = {"a.one": ("hola {quien}",), "a.two": ("y",), "a.three": ("{n} cosas",)}
    found = textcheck.compare({"en": english, "es": spanish})
    assert found == [
        "a.four is missing in es",
        "a.one has other placeholders in one language",
        "a.three has plural forms in one language only",
        "a.two is empty in en",
    ]
    used = textcheck.Used([textcheck.Use("a.one", "x.py:1", frozenset()), textcheck.Use("a.nine", "x.py:2")], {"a.two"})
    assert textcheck.check_uses(used, english) == [
        "a.four is used nowhere",
        "a.nine is used in x.py:2 and has no text",
        "a.one in x.py:1 is not given {who}",
        "a.three is used nowhere",
    ]


def test_the_texts_of_the_site_are_complete() -> None:
    assert problems() == []
