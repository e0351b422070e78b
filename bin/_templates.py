"""No template stands twice: not under one name in two folders (one hides the other), not copied to a second name."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHORTEST = 200  # characters; tiny templates may be alike


def folders() -> list[Path]:
    """Every folder Django looks in that is ours."""
    return [ROOT / "templates", *sorted(ROOT.glob("*/templates")), *sorted(ROOT.glob("games/rules/*/templates"))]


def twins() -> list[str]:
    """Sentences about what stands twice; empty when all is well."""
    by_name: dict[str, Path] = {}
    by_text: dict[str, Path] = {}
    found = []
    for folder in folders():
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = str(path.relative_to(folder))
            text = " ".join(path.read_text(encoding="utf-8").split())
            for seen, key in ((by_name, name), (by_text, text)):
                if key in seen and (seen is by_name or len(text) >= SHORTEST):
                    found.append(f"{path.relative_to(ROOT)} stands already as {seen[key].relative_to(ROOT)}")
                seen.setdefault(key, path)
    return found


if __name__ == "__main__":
    sentences = twins()
    print("\n".join(sentences))
    sys.exit(bool(sentences))
