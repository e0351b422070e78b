"""Gates and the draft of the starting trolls (rulings H3 to H5, H14 to H20, H128)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.dice import Dice
from games.rules.hall import placing, purse
from games.rules.hall.beginning import gate_choices
from games.rules.hall.book import kind_of
from games.rules.hall.edition import Start
from games.rules.hall.scene import DONE, NOTHING, Scene, Verb, pick_one
from games.rules.hall.setup import in_order, position
from games.rules.hall.state import Draft, State, TrollInPlay
from games.rules.hall.turn import begin
from games.rules.kernel import Event, Illegal, Next, Word

SLOTS = 4
OPENED = "draft"


def next_for_gate(state: State) -> int | None:
    """The seat that chooses its gate now (H3)."""
    return next((s for s in in_order(state.seats, state.first) if not state.players[s - 1].gate), None)


def starts_open(scene: Scene) -> list[Start]:
    """The start points the seat may choose."""
    state = scene.state
    taken = {position(state, n + 1): player.gate for n, player in enumerate(state.players) if player.gate}
    return gate_choices(scene.mountain.starts, state.seats, state.team, taken)


def gate_available(scene: Scene) -> bool:
    return scene.state.phase == "gates"


def gate_words(scene: Scene) -> tuple[Word, ...]:
    name = scene.mountain.name
    return tuple(Word(s.id, "start", {"start": s.id, "square": name(s.square)}) for s in starts_open(scene))


def gate_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    state = scene.state
    start = next(s for s in scene.mountain.starts if s.id == words[0])
    scene.player.gate = start.id
    placing.place_gate(state.board, scene.seat, start.square)
    data = {"seat": scene.seat, "start": start.id, "square": scene.mountain.name(start.square)}
    events = [Event("gate", data)]
    return events if next_for_gate(state) else [*events, *begin_draft(scene, dice)]


def gate_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    if not words:
        return Illegal("unfinished")
    start = next((s for s in scene.mountain.starts if s.id == words[0]), None)
    if start is None:
        return Illegal("no_such_start", word=words[0])
    if any(player.gate == start.id for player in scene.state.players):
        return Illegal("start_taken", start=start.id)
    if start in starts_open(scene):
        return Illegal("not_understood", word=words[-1])
    return Illegal("start_not_open", start=start.id)


def begin_draft(scene: Scene, dice: Dice) -> list[Event]:
    """Every seat draws two of its own six starters (H15)."""
    state, events = scene.state, []
    state.phase = "draft"
    state.drafts = [Draft(sorted(scene.book.starters), []) for _ in state.players]
    for seat in range(1, state.seats + 1):
        events += [draw(state, seat, dice), draw(state, seat, dice)]
    return events


def draw(state: State, seat: int, dice: Dice) -> Event:
    """One more card into the seat's hand; only the seat learns which."""
    draft = state.drafts[seat - 1]
    card = draft.pool.pop(dice.below(f"draft.{seat}", len(draft.pool)))
    draft.drawn.append(card)
    return Event("drew", {"seat": seat, "card": card}, seats=(seat,))


def filled(draft: Draft) -> int:
    """How many slots hold a troll."""
    return sum(bool(card) for card in draft.slots)


def drafting(state: State) -> list[int]:
    """The seats that have not finished their draft."""
    return [n + 1 for n, draft in enumerate(state.drafts) if filled(draft) < SLOTS]


def draft_available(scene: Scene) -> bool:
    return scene.state.phase == "draft" and scene.seat in drafting(scene.state)


def draft_following(scene: Scene, words: Sequence[str]) -> Next:
    draft = scene.state.drafts[scene.seat - 1]
    if not words:
        return Next(tuple(starter_word(scene, card) for card in draft.drawn))
    slots = [str(n + 1) for n, card in enumerate(draft.slots) if not card]
    if words[0] not in draft.drawn:
        return NOTHING
    if len(words) == 1:
        return Next(tuple(Word(slot, "slot", {"slot": int(slot)}) for slot in slots))
    return DONE if len(words) == 2 and words[1] in slots else NOTHING


def starter_word(scene: Scene, card: str) -> Word:
    starter = scene.book.starters[card]
    return Word(card, "starter", {"card": card, "symbols": list(starter.symbols), "once": list(starter.once)})


def draft_perform(scene: Scene, words: Sequence[str], dice: Dice) -> list[Event]:
    """Place one card; draw the next, or open everything when the last seat has finished (H15, H16)."""
    state, draft = scene.state, scene.state.drafts[scene.seat - 1]
    draft.drawn.remove(words[0])
    draft.slots[int(words[1]) - 1] = words[0]
    secret = {"seat": scene.seat, "card": words[0], "slot": int(words[1])}
    events = [
        Event("drafted", {"seat": scene.seat, "filled": filled(draft)}),
        Event("drafted_card", secret, seats=(scene.seat,), until=OPENED),
    ]
    if filled(draft) < SLOTS:
        events.append(draw(state, scene.seat, dice))
    return events if drafting(state) else [*events, *open_rows(scene), *begin(scene.state, state.first)]


def draft_refusal(scene: Scene, words: Sequence[str]) -> Illegal:
    draft = scene.state.drafts[scene.seat - 1]
    if words and words[0] not in draft.drawn:
        return Illegal("card_not_in_hand", word=words[0])
    if len(words) < 2:
        return Illegal("unfinished")
    if words[1] not in [str(n + 1) for n in range(SLOTS)]:
        return Illegal("no_such_slot", word=words[1])
    return Illegal("slot_taken", slot=int(words[1])) if len(words) == 2 else Illegal("not_understood", word=words[-1])


def open_rows(scene: Scene) -> list[Event]:
    """Rows become public; lower rows and bonuses go to storage; the other starters leave unseen (H16 to H20)."""
    state = scene.state
    rows = {str(n + 1): list(draft.slots) for n, draft in enumerate(state.drafts)}
    gained: dict[str, dict[str, int]] = {}
    for seat, player in enumerate(state.players, start=1):
        slots = state.drafts[seat - 1].slots
        player.rows[0] = [TrollInPlay(card, [False] * len(scene.book.symbols[card])) for card in slots]
        gained[str(seat)] = gain_once(scene, seat, slots)
    events = [Event("rows_open", {"rows": rows, "gained": gained}, opened=OPENED)]
    for seat in in_order(state.seats, state.first):
        cards = bonus_cards(state, seat)
        if cards:
            events.append(Event("bonus", {"seat": seat, "cards": cards, "gained": gain_once(scene, seat, cards)}))
    state.drafts = []
    return events


def bonus_cards(state: State, seat: int) -> list[str]:
    """Second and third seat: the hand card; fourth and fifth: also the unseen one; teams: none (H19)."""
    place, draft = position(state, seat), state.drafts[seat - 1]
    if state.team or place == 1:
        return []
    return [*draft.drawn, *draft.pool] if place > 3 else list(draft.drawn)


def gain_once(scene: Scene, seat: int, cards: Sequence[str]) -> dict[str, int]:
    """The lower rows of these starters into storage; carts there are wild (H18)."""
    state, total = scene.state, dict[str, int]()
    for card in cards:
        for symbol in scene.book.starters[card].once:
            purse.add(total, kind_of(symbol))
    purse.add_all(state.units[state.players[seat - 1].unit].storage, total)
    return total


VERBS = (
    Verb("gate", gate_available, pick_one(gate_words), gate_perform, gate_refusal),
    Verb("draft", draft_available, draft_following, draft_perform, draft_refusal),
)
