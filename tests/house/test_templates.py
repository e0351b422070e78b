"""The search for templates that stand twice (part of bin/check)."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("templates_twice", ROOT / "bin" / "_templates.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_one_name_in_two_folders_and_one_text_under_two_names_are_found(search: ModuleType, tmp_path: Path) -> None:
    put(tmp_path / "templates" / "a.html", "short")
    put(tmp_path / "games" / "templates" / "a.html", "other")
    put(tmp_path / "templates" / "b.html", "<p>long</p> " * 40)
    put(tmp_path / "templates" / "c.html", "<p>long</p>\n" * 40)
    assert search.twins() == [
        "templates/c.html stands already as templates/b.html",
        "games/templates/a.html stands already as templates/a.html",
    ]


def test_small_templates_may_be_alike(search: ModuleType, tmp_path: Path) -> None:
    put(tmp_path / "templates" / "a.html", "<hr>")
    put(tmp_path / "templates" / "b.html", "<hr>")
    assert search.twins() == []
