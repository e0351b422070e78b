"""Every static file a template names exists; in production a missing one would break the page."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")


def test_every_static_file_named_by_a_template_exists() -> None:
    pages = sorted((ROOT / "templates").rglob("*.html"))
    named = {name: page for page in pages for name in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert named
    missing = {name: str(page.relative_to(ROOT)) for name, page in named.items() if not finders.find(name)}
    assert missing == {}


def test_the_files_can_be_collected_with_hashed_names(settings: object, tmp_path: Path) -> None:
    kept = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    settings.STATIC_ROOT = str(tmp_path)  # type: ignore[attr-defined]
    settings.STORAGES = {"default": kept, "staticfiles": kept}  # type: ignore[attr-defined]
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()
