"""No worked case is forgotten: every kind of question has its test, every case its own name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.hall.caselist import all_cases


def test_every_kind_of_question_is_asked() -> None:
    """``state`` cases are told one by one; ``test_cases_table`` counts them."""
    asked: set[str] = set()
    for path in Path(__file__).parent.glob("test_cases_*.py"):
        for call in re.findall(r'^@pytest\.mark\.parametrize\("case", cases\(([^)]*)\)\)', path.read_text(), re.M):
            asked |= set(re.findall(r'"(\w+)"', call))
    assert {case["ask"] for case in all_cases()} - asked == {"state"}


def test_cases_have_names_of_their_own() -> None:
    names = [case["id"] for case in all_cases()]
    assert len(set(names)) == len(names) > 150
