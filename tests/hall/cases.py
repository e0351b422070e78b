"""The worked cases of tests/cases/hall.yaml, by kind of question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

Case = dict[str, Any]
FILE = Path(__file__).parents[1] / "cases" / "hall.yaml"
CASES: list[Case] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["cases"]


def asking(*kinds: str) -> pytest.MarkDecorator:
    """Run a test once for each case that asks one of these kinds of questions."""
    chosen = [case for case in CASES if case["ask"] in kinds]
    assert {case["ask"] for case in chosen} == set(kinds)
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])
