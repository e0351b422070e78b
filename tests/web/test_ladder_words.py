"""What the log says of time that is up, of leaving and of who came instead, in both languages."""

import pytest
from django.utils import translation

from games.play.log import Entry
from games.sentences import sentences

NAMES = {1: "Ann", 2: "Bob"}
SAID = {
    ("expire", 1, ()): ("The time of Ann is up: the others may give a day or hand the seat over.", "Ann"),
    ("grant", 1, (("by", 2), ("n", 24))): ("Bob gave Ann 24 more hours.", "Bob le dio 24 horas más a Ann."),
    ("hand", 1, (("by", 2),)): (
        "Bob handed the seat of Ann to the autopilot.",
        "Bob entregó el asiento de Ann al piloto automático.",
    ),
    ("win", 1, (("by", 2), ("reason", "time"))): (
        "Bob took the win: Ann was away.",
        "Bob se quedó con la victoria: Ann no estaba.",
    ),
    ("play_on", 1, (("by", 2),)): ("Bob plays on; the autopilot plays for Ann.", "piloto automático juega por Ann"),
    ("resign", 1, ()): ("Ann resigned: the autopilot plays on.", "Ann abandonó: sigue el piloto automático."),
    ("ban", 1, ()): ("Ann was shut out of the site: the autopilot plays on.", "Ann"),
    ("delete", 1, ()): ("Ann has left the site: the autopilot plays on.", "Ann"),
    ("substitute", 2, ()): ("Bob took over this seat from the bench.", "Bob ocupa este asiento desde el banquillo."),
}


@pytest.mark.parametrize(("act", "seat", "facts"), SAID)
def test_a_table_act_is_a_sentence(act: str, seat: int, facts: tuple[tuple[str, object], ...]) -> None:
    entry = Entry(1, "table", seat, 3, act=act, facts=dict(facts))
    english, spanish = SAID[act, seat, facts]
    with translation.override("en"):
        assert sentences("hall", entry, NAMES.__getitem__) == [english]
    with translation.override("es"):
        assert spanish in sentences("hall", entry, NAMES.__getitem__)[0]


def test_a_forced_answer_is_not_called_autopilot() -> None:
    entry = Entry(1, "action", 1, 3, events=[("end", {"seat": 1})], via="forced")
    with translation.override("en"):
        said = sentences("hall", entry, NAMES.__getitem__)
    assert said[0] == "Ann had only one move; the house played it."
