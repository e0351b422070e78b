"""Chairs of an open table: sitting down, getting up, and the one start when no chair is free.

The start shuffles the chairs (unless the table keeps them) and sets the game up, with dice made of the house's secret
and the public words of all joiners (plan: "Chance, secrets, undo").
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.utils import timezone

from games.models import Game, Invitation, Move, Seat
from games.play import codes, reliability, tenures, timing
from games.play.desk import Desk, opened
from games.play.errors import BadInput, Closed, NotYours
from games.rules.dice import shuffled

WORD_LENGTH = 24


def sit(chair: Seat, user: Any, word: str, now: Any) -> None:
    """Put a person on a free chair, with a public word for the dice."""
    chair.user, chair.joined_at = user, now
    chair.salt_word = _word(word) if word.strip() else codes.random_word()


def _word(text: str) -> str:
    """A joiner's word for the dice: letters and figures alone, so that the words stay apart in the salt."""
    word = one_line(text, WORD_LENGTH, "bad_word")
    if not word.isalnum():
        raise BadInput("bad_word", n=WORD_LENGTH)
    return word


def one_line(text: str, most: int, code: str) -> str:
    """A person's single line, blanks folded. Raises BadInput(code) when empty, too long, or with unprintable letters
    (line ends and direction marks forge mail headers and names)."""
    line = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if not line or len(line) > most or not line.isprintable():
        raise BadInput(code, n=most)
    return " ".join(line.split())


def join(user: Any, game: Game | int, code: str = "", word: str = "", who: str = "") -> Game:
    """Take the first free chair. Who already sits here is simply at the table: pressing twice does nothing more.

    ``code``: the code of a private table's link. ``who``: whom wrong codes are counted for beside the user (an
    address). Raises Closed ("already_started", "finished", "closed", "full"), NotYours ("wrong_code", "not_invited"),
    TooMany, BadInput; NotYours ("away", "was_here") for who has left a running game.
    """
    whos = (f"user {user.pk}", who)
    try:
        return _join(user, game, code, word, whos)
    except NotYours as error:
        if error.code == "wrong_code" and code:
            codes.count_wrong(game if isinstance(game, int) else game.pk, whos)
        raise


def _join(user: Any, game: Game | int, code: str, word: str, whos: tuple[str, str]) -> Game:
    now = timezone.now()
    with opened(game, now, user.pk) as desk:
        mine = next((seat for seat in desk.seats if seat.user_id == user.pk), None)
        if desk.game.is_running and (mine.autopilot if mine else tenures.was_here(desk, user)):
            raise NotYours("away" if mine else "was_here")
        if mine is not None:
            return desk.game
        must_be_open(desk.game)
        _may_join(desk.game, user, code, whos)
        chair = next((seat for seat in desk.seats if seat.is_free), None)
        if chair is None:
            raise Closed("full")
        sit(chair, user, word, now)
        desk.touch(chair)
        desk.note(Move.Kind.TABLE, "join", user=user.pk)
        Invitation.objects.filter(game=desk.game, user=user).update(answer="joined")
        start_when_full(desk)
    return desk.game


def must_be_open(game: Game) -> None:
    if game.is_running:
        raise Closed("already_started")
    if not game.is_open:
        raise Closed("finished" if game.is_finished else "closed")


def _may_join(game: Game, user: Any, code: str, whos: tuple[str, str]) -> None:
    if Invitation.objects.filter(game=game, user=user).exists():
        return
    if game.visibility == Game.Visibility.OPEN:
        reliability.check(user, game)
        return
    if game.visibility == Game.Visibility.INVITED:
        raise NotYours("not_invited")
    if not codes.is_code(game, code, whos):
        raise NotYours("wrong_code")
    reliability.check(user, game)


def leave(user: Any, game: Game | int) -> Game:
    """Get up before the start. When the last person leaves, the table closes; a leaving host hands it on."""
    with opened(game, timezone.now(), user.pk) as desk:
        chair = desk.seat_of(user)
        must_be_open(desk.game)
        get_up(desk, chair)
    return desk.game


def get_up(desk: Desk, chair: Seat) -> None:
    desk.note(Move.Kind.TABLE, "leave", user=chair.user_id)
    leaver = chair.user_id
    chair.user, chair.joined_at, chair.salt_word = None, None, ""
    desk.touch(chair)
    people = [seat for seat in desk.seats if seat.user_id is not None]
    if not people:
        shut(desk, "empty")
    elif desk.game.opened_by_id == leaver:
        desk.game.opened_by_id = people[0].user_id


def shut(desk: Desk, reason: str) -> None:
    """Close an open table: "host", "empty" or "unfilled"."""
    desk.note(Move.Kind.TABLE, "close", user=desk.actor)
    desk.game.status, desk.game.closed_reason = Game.Status.CLOSED, reason
    desk.game.finished_at = desk.now


def start_when_full(desk: Desk) -> None:
    """Start the game when no chair is free: exactly once, the lock is held and the table stops being open."""
    desk.dirty = True
    if not desk.game.is_open or any(seat.is_free for seat in desk.seats):
        return
    game = desk.game
    game.salt = " ".join(seat.salt_word for seat in desk.seats if seat.salt_word)
    desk.open_box()
    if game.random_order:
        _shuffle(desk)
    state, events = desk.rules.setup(dict(game.options), game.seats_count, desk.dice)
    game.status, game.started_at, game.closes_at = Game.Status.RUNNING, desk.now, None
    for chair in desk.seats:
        chair.bank = timing.first_bank(game)
        desk.touch(chair)
    desk.place(state)
    row = desk.note(Move.Kind.TABLE, "start", via="house")
    tenures.begin(desk, desk.seats)
    desk.tell(row, events, desk.dice.drawn)
    row.turn = desk.turn
    desk.keep(row)
    desk.ask_again({}, None, new_turn=True)
    desk.drive()


def _shuffle(desk: Desk) -> None:
    """Chairs in random order. The numbers are moved out of the way first: they are unique at every instant."""
    order = shuffled(desk.dice, "house.seats", desk.seats)
    aside = len(order)
    for chair in desk.seats:
        Seat.objects.filter(pk=chair.pk).update(number=chair.number + aside)
    for number, chair in enumerate(order, 1):
        chair.number = number
        desk.touch(chair)
    desk.seats = order
