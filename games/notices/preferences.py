"""What a person wants to be told, and how: read and written here alone, checked on the way in, forgiving on the way
out (a mode that a later version dropped counts as not chosen).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.models import Game, NoticeSettings, PushSubscription, TableNotices, Webhook
from games.notices.matrix import CHANNELS, DEFAULT, EVENTS, FIXED, MODES, ORDER, REMINDERS, Matrix, default

if TYPE_CHECKING:
    from accounts.models import User

MINUTES = 24 * 60
DIGEST_MINUTE = 8 * 60


class BadChoice(ValueError):
    """A choice that does not exist. ``args[0]``: the word that is not known."""


@dataclass(frozen=True)
class Preferences:
    """The choices of one person. ``own``, ``at_tables`` (by the id of the game): only what was chosen.
    ``digest_minute``: of the local day. ``order``: all channels, who takes over first from one that fails first.
    ``muted``: nothing at all but what is fixed."""

    own: Matrix = field(default_factory=dict)
    at_tables: dict[int, Matrix] = field(default_factory=dict)
    digest_minute: int = DIGEST_MINUTE
    reminders: list[str] = field(default_factory=lambda: list(REMINDERS))
    order: list[str] = field(default_factory=lambda: list(ORDER))
    muted: bool = False

    @property
    def matrix(self) -> Matrix:
        """Every event x channel of the page, as it holds where a table says nothing else (muted or not)."""
        return {e: {c: FIXED.get((e, c)) or self.chosen(e, c) or default(e, c) for c in CHANNELS} for e in EVENTS}

    def mode(self, event: str, channel: str, game_id: int | None = None) -> str:
        """How this event travels by this channel (one of MODES): fixed, muted, chosen for the table, chosen, usual."""
        if fixed := FIXED.get((event, channel)):
            return fixed
        return "off" if self.muted else self.chosen(event, channel, game_id) or default(event, channel)

    def chosen(self, event: str, channel: str, game_id: int | None = None) -> str:
        """The mode that was chosen for the table or for all; "" where nothing was."""
        table = self.at_tables.get(game_id or 0, {}).get(event, {}).get(channel, "")
        return table or self.own.get(event, {}).get(channel, "")

    def is_silent(self, channel: str) -> bool:
        """Whether the person wants nothing at all by this channel: then it takes over from no other one either."""
        return all(self.mode(event, channel) == "off" for event in EVENTS if (event, channel) not in FIXED)


def read(user: User) -> Preferences:
    """The person's choices."""
    row = NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)
    tables = TableNotices.objects.filter(user=user).values_list("game_id", "matrix")
    order = [name for name in row.order or () if name in CHANNELS]
    return Preferences(
        _known(row.matrix),
        {game_id: _known(matrix) for game_id, matrix in tables},
        row.digest_minute if row.digest_minute < MINUTES else DIGEST_MINUTE,
        [mark for mark in REMINDERS if row.reminders is None or mark in row.reminders],
        [*order, *(name for name in ORDER if name not in order)],
        row.muted,
    )


def mode(user: User, event: str, channel: str, game: Game | None = None) -> str:
    """How this event travels by this channel for this person, at this table."""
    return read(user).mode(event, channel, game.pk if game else None)


def write(
    user: User, *, matrix: Mapping[str, Mapping[str, str]] | None = None, digest_minute: int | None = None,
    reminders: Iterable[str] | None = None, order: Iterable[str] | None = None, muted: bool | None = None,
) -> Preferences:  # fmt: skip
    """Keep choices; what is None stays as it is. ``matrix`` replaces the old one (a missing cell: the default).
    Raises BadChoice."""
    changes: dict[str, Any] = {}
    if matrix is not None:
        changes["matrix"] = _differing(checked(matrix))
    if digest_minute is not None:
        if not 0 <= digest_minute < MINUTES:
            raise BadChoice(str(digest_minute))
        changes["digest_minute"] = digest_minute
    if reminders is not None:
        changes["reminders"] = _listed(reminders, REMINDERS)
    if order is not None:
        changes["order"] = _listed(order, CHANNELS)
    if muted is not None:
        changes["muted"] = muted
    NoticeSettings.objects.update_or_create(user=user, defaults=changes)
    return read(user)


def usual(user: User) -> Preferences:
    """Back to what the house would choose for all tables; what differs at single tables stays."""
    NoticeSettings.objects.filter(user=user).delete()
    return read(user)


def write_table(user: User, game: Game, matrix: Mapping[str, Mapping[str, str]]) -> Preferences:
    """Keep what is to differ at one table; an empty matrix: nothing. Raises BadChoice."""
    if kept := checked(matrix):
        TableNotices.objects.update_or_create(user=user, game=game, defaults={"matrix": kept})
    else:
        forget_table(user, game)
    return read(user)


def forget_table(user: User, game: Game) -> None:
    """Nothing differs at this table any more."""
    TableNotices.objects.filter(user=user, game=game).delete()


def tables(user: User) -> list[TableNotices]:
    """The tables where something differs, with their games, the newest first."""
    return list(TableNotices.objects.filter(user=user).select_related("game").order_by("-pk"))


def set_mode(user: User, event: str, channel: str, mode: str, game: Game | None = None) -> Preferences:
    """Change one cell, of all tables or of one. Raises BadChoice; a fixed cell stays as it is."""
    now = read(user)
    old = now.at_tables.get(game.pk, {}) if game else now.own
    new = {**old, event: {**old.get(event, {}), channel: mode}}
    return write_table(user, game, new) if game else write(user, matrix=new)


def in_use(user: User, channel: str) -> bool:
    """Whether the person has set this channel up and not taken it away, working or not: only then is it missed."""
    if channel == "push":
        return PushSubscription.objects.filter(user=user).exists()
    return channel == "mail" or Webhook.objects.filter(user=user).exists()


def checked(matrix: Mapping[str, Mapping[str, str]]) -> Matrix:
    """A matrix of known words; cells that are "" (not chosen) or fixed are left out. Raises BadChoice."""
    kept: Matrix = {}
    for event, cells in matrix.items():
        if event not in DEFAULT:
            raise BadChoice(event)
        for channel, word in cells.items():
            if channel not in CHANNELS or word not in (*MODES, ""):
                raise BadChoice(channel if channel not in CHANNELS else word)
            if word and (event, channel) not in FIXED:
                kept.setdefault(event, {})[channel] = word
    return kept


def _differing(matrix: Matrix) -> Matrix:
    """A matrix without what is the default anyway."""
    cells = {e: {c: m for c, m in row.items() if m != default(e, c)} for e, row in matrix.items()}
    return {event: row for event, row in cells.items() if row}


def _known(stored: Any) -> Matrix:
    """What of a stored matrix is known to this version."""
    if not isinstance(stored, dict):
        return {}
    rows = {e: row for e, row in stored.items() if e in DEFAULT and isinstance(row, dict)}
    return {e: {c: m for c, m in row.items() if c in CHANNELS and m in MODES} for e, row in rows.items()}


def _listed(words: Iterable[str], known: tuple[str, ...]) -> list[str]:
    """The words in their order, each once. Raises BadChoice."""
    listed = list(dict.fromkeys(words))
    if unknown := [word for word in listed if word not in known]:
        raise BadChoice(unknown[0])
    return listed
