"""Spells on the horde: Toll, Changing of the Guard, Changeling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.rules.dice import Dice
from games.rules.hall import decks, purse, smoot
from games.rules.hall.book import kind_of
from games.rules.hall.casting import Cast, Choice, Effect, steps
from games.rules.hall.purse import Held
from games.rules.hall.recruit import find
from games.rules.hall.spell_goods import bad, gained
from games.rules.hall.state import HordeCard, TrollInPlay
from games.rules.kernel import Event, Next, Word

MOST_CHANGED = 3


def horde(cast: Cast) -> Iterator[tuple[int, int, HordeCard]]:
    """The open cards, bottom row first."""
    for row, cards in enumerate(cast.scene.state.horde):
        for place, card in enumerate(cards):
            if card is not None:
                yield row, place, card


def card_at(cast: Cast, card: str) -> tuple[int, int, HordeCard]:
    """An open card by key."""
    row, place = find(cast.scene.state, card) or (0, 0)
    found = cast.scene.state.horde[row][place]
    assert found is not None
    return row, place, found


def toll_words(cast: Cast, choice: Choice) -> list[Word]:
    return [Word(card.card, "card", {"bribes": dict(card.bribes)}) for _, _, card in horde(cast) if card.bribes]


def toll_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, toll_words)


def toll(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """All bribes of one horde troll go to storage; the troll stays."""
    _, _, card = card_at(cast, choice[0])
    goods, card.bribes = card.bribes, {}
    purse.add_all(cast.scene.unit.storage, goods)
    return [Event("tolled", {"seat": cast.scene.seat, "card": choice[0], "goods": goods})]


def toll_why(cast: Cast, choice: Choice) -> str:
    return bad(toll_following(cast, choice)) if toll_words(cast, ()) else "no_bribes"


def guard_words(cast: Cast, choice: Choice) -> list[Word]:
    """Horde trolls without bribes whose level's deck is not empty."""
    book, state = cast.scene.book, cast.scene.state
    return [
        Word(card.card, "card", {"row": row + 1, "place": place + 1})
        for row, place, card in horde(cast)
        if not card.bribes and card.card not in choice and decks.size(state.decks[book.level(card.card) - 1])
    ]


def guard_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, *[guard_words] * MOST_CHANGED, least=1)


def guard(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """All leave to the bottom of their decks, then each gap is filled from the deck of the one that left; one coin."""
    scene, events = cast.scene, []
    places = [card_at(cast, card) for card in choice]
    for _, _, card in places:
        scene.state.decks[scene.book.level(card.card) - 1].bottom.append(card.card)
    for row, place, card in places:
        level = scene.book.level(card.card)
        old, card.card = card.card, decks.draw(scene.state.decks[level - 1], dice, f"deck.{level}")
        events.append(Event("changed", {"card": old, "next": card.card, "row": row + 1, "place": place + 1}))
    return [*events, *gained(cast, ["coin"])]


def guard_why(cast: Cast, choice: Choice) -> str:
    if all(card.bribes for _, _, card in horde(cast)):
        return "all_bribed"
    return bad(guard_following(cast, choice)) if guard_words(cast, ()) else "decks_empty"


def own_words(cast: Cast, choice: Choice) -> list[Word]:
    """Recruited trolls for which an unbribed horde troll of the same level lies open."""
    book, levels = cast.scene.book, Counter(cast.scene.book.level(c.card) for _, _, c in horde(cast) if not c.bribes)
    found = []
    for row, trolls in enumerate(cast.scene.player.rows):
        for i, troll in enumerate(trolls):
            if troll is not None and book.level(troll.card) and levels[book.level(troll.card)]:
                name = smoot.name((row, i))
                found.append(Word(name, "troll", {"place": name, "card": troll.card}))
    return found


def other_words(cast: Cast, choice: Choice) -> list[Word]:
    book = cast.scene.book
    own = smoot.at(cast.scene.player, smoot.parse(choice[0]) or (0, 0))
    level = book.level(own.card) if own else 0
    return [
        Word(card.card, "card", {"row": row + 1, "place": place + 1})
        for row, place, card in horde(cast)
        if not card.bribes and book.level(card.card) == level
    ]


def changeling_following(cast: Cast, choice: Choice) -> Next:
    return steps(cast, choice, own_words, other_words)


def changeling(cast: Cast, choice: Choice, units: Sequence[Held], dice: Dice) -> list[Event]:
    """The old troll's resources go to storage; the newcomer comes empty and is not activated."""
    scene, place = cast.scene, smoot.parse(choice[0]) or (0, 0)
    old = smoot.at(scene.player, place)
    _, _, card = card_at(cast, choice[1])
    assert old is not None
    goods: dict[str, int] = {}
    for symbol, full in zip(scene.book.symbols[old.card], old.filled, strict=True):
        if full:
            purse.add(goods, kind_of(symbol))
    purse.add_all(scene.unit.storage, goods)
    scene.player.rows[place[0]][place[1]] = TrollInPlay(card.card, [False] * len(scene.book.symbols[card.card]))
    data = {"seat": scene.seat, "place": choice[0], "card": old.card, "next": card.card, "goods": goods}
    card.card = old.card
    return [Event("swapped", data)]


def changeling_why(cast: Cast, choice: Choice) -> str:
    recruited = [t for row in cast.scene.player.rows for t in row if t and cast.scene.book.level(t.card)]
    if not recruited:
        return "no_recruit"
    return bad(changeling_following(cast, choice)) if own_words(cast, ()) else "no_equal_level"


EFFECTS = {
    "toll": Effect(toll_following, toll, toll_why),
    "changing_guard": Effect(guard_following, guard, guard_why),
    "changeling": Effect(changeling_following, changeling, changeling_why),
}
