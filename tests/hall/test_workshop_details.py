"""Leaving a workshop, and what the Quartermaster reaches."""

from __future__ import annotations

from tests.hall.building import Maker


def test_a_workshop_is_left_by_its_last_use() -> None:
    """H148: then the turn goes on by itself, and there is nothing to close."""
    game = Maker().workshop("Stonemill", 2).storage({"stone": 2}).done()
    game.act("activate C3")
    game.act("use stone iron")
    assert game.why(f"recruit {game.view()['horde'][0][0]['card']}") == "workshop_open"
    game.act("use stone iron")
    assert game.view()["turn"]["activation"] is None
    assert game.why("close") == "no_workshop_open"
    assert game.why("use iron stone") == "no_workshop_open"
    assert "recruit" in game.words()


def test_the_quartermaster_moves_only_what_own_trolls_hold() -> None:
    """H54, H130: nothing that lies in storage, nothing of a partner's trolls."""
    maker = Maker(4, team=True).workshop("Quartermaster", 2).storage({"stone": 1})
    maker.held({"iron": 1}, seat=4).held({"cart:fire": 1}, seat=1)
    game = maker.done()
    game.act("activate C3")
    assert game.words("use") == ["cart", "cart@1.1"]
    assert game.why("use stone") == "not_held"
    assert game.why("use iron") != ""
    game.act("use cart")
    assert game.unit()["storage"] == {"stone": 1, "cart": 1}
    assert game.words("use") == []
