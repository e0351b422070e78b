"""The worked cases of Hall as pytest parameters."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.hall.building import Maker

CASES = Path(__file__).parents[1] / "cases" / "hall.yaml"


@lru_cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """Every worked case, in the order of the file."""
    return tuple(yaml.safe_load(CASES.read_text(encoding="utf-8"))["cases"])


def cases(*asks: str) -> list[Any]:
    """The cases of some kinds of question."""
    return [pytest.param(case, id=case["id"]) for case in all_cases() if case["ask"] in asks]


def case(ident: str) -> dict[str, Any]:
    """One case by id."""
    return next(c for c in all_cases() if c["id"] == ident)


def meadow(**options: Any) -> Maker:
    """A game in its middle on open ground, for questions that have nothing to do with the mountain."""
    seats = options.get("seats", 4 if options.get("team") else 2)
    gates = "".join(str(seat) + "..." for seat in range(1, seats + 1))
    rock = "." * len(gates)
    return Maker(**({"seats": seats} | options)).board(
        {"map": f"{rock}\n{rock}\n{rock}", "tiles": f"{gates}\n{rock}\n{rock}"}
    )
