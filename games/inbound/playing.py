"""The words of a reply -> what was done with them: played, refused, too late, a question for help.

The rest of the house decides: ``play.act`` knows what is legal and what is stale. Here the words are only put into the
form of the notation: telephones begin lines with a capital, mail programs make links of words with an "@".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.utils import translation

from accounts.models import User
from games import play
from games.inbound import quotes
from games.inbound.address import Token
from games.models import Move, Seat
from games.rules.kernel import SEPARATOR, split_line
from hotmk_site.texts import t

HELP = ("help", "ayuda")
LINK = re.compile(r"<(mailto|https?):[^<>]{0,500}>", re.IGNORECASE)
END = re.compile(r"[.,]+$")
AWAY = "away"
"""The code of a refusal: the autopilot has the seat, its person must come back first."""
KEYS = 300
"""Past decisions of a seat among which a stale token is looked for."""


@dataclass(frozen=True)
class Reply:
    """What became of a mail. ``code``: "played", "stopped" (in part), "refused", "stale", "empty", "help", "not_yours",
    "other_from". ``rows``: the actions played; ``error``: why (the rest of) the line was not; ``words``: after which
    words help is wanted."""

    code: str
    seat: Seat
    user: User
    rows: tuple[Move, ...] = ()
    error: play.Refused | None = None
    words: tuple[str, ...] = ()


def carry_out(user: User, seat: Seat, token: Token, texts: Sequence[str], name: str, again: bool) -> Reply:
    """Do what a mail says. ``texts``: its readings, the likeliest first; ``name``: what its writer is called there;
    ``again``: this very mail was carried out before, but not answered."""
    if seat.user_id != user.pk:
        return Reply("not_yours", seat, user)
    names = [user.name, name, *name.split(" ")[:1]]
    lines = list(dict.fromkeys(SEPARATOR.join(actions_of(text, names)) for text in texts))
    lines = [line for line in lines if line]
    if not lines:
        return Reply("empty", seat, user)
    first = lines[0].split(" ")
    if first[0] in HELP and SEPARATOR.strip() not in lines[0]:
        return Reply("help", seat, user, words=tuple(first[1:]))
    key = key_of(seat, token)
    if not key:
        away = play.NotYours(AWAY) if seat.autopilot and seat.game.is_running else None
        return Reply("stale", seat, user, error=away)
    return _best(user, seat, key, lines, again)


def _best(user: User, seat: Seat, key: str, lines: list[str], again: bool) -> Reply:
    """What became of the first reading that was not refused; of the likeliest one, when all were."""
    refused = []
    for line in lines:
        reply = _act(user, seat, key, line, again)
        if reply.code != "refused":
            return reply
        refused.append(reply)
    return refused[0]


def _act(user: User, seat: Seat, key: str, line: str, again: bool) -> Reply:
    try:
        outcome = play.act(user, seat.game_id, key, line, via="mail")
    except play.Stale:
        return Reply("stale", seat, user)
    except play.Closed as error:
        return Reply("stale", seat, user, error=error)
    except play.NotYours as error:
        return Reply("stale", seat, user, error=error) if error.code == AWAY else Reply("not_yours", seat, user)
    except play.Refused as error:
        return Reply("refused", seat, user, error=error)
    if outcome.repeated and not again:
        return Reply("stale", seat, user)
    return Reply("stopped" if outcome.stopped else "played", seat, user, tuple(outcome.steps), outcome.stopped)


def actions_of(text: str, names: Sequence[str] = ()) -> list[str]:
    """The text of a mail -> its actions, as the notation writes them. ``names``: what its writer is called."""
    lines = quotes.own_words(text, ours(), [name for name in names if len(name) > 2])
    return [spelled for action in split_line("\n".join(lines)) if (spelled := _spelled(action))]


def _spelled(action: str) -> str:
    words = END.sub("", LINK.sub("", action)).split()
    return " ".join([words[0].lower(), *words[1:]]) if words else ""


def key_of(seat: Seat, token: Token) -> str:
    """The decision a token is of: the present one, or a past one that was answered by mail; "" when it is gone."""
    if token.is_of(seat.decision_key):
        return seat.decision_key
    rows = Move.objects.filter(game=seat.game_id, seat=seat.number, kind=Move.Kind.ACTION, via="mail")
    keys = rows.exclude(decision_key="").order_by("-number").values_list("decision_key", flat=True)[:KEYS]
    return next((key for key in dict.fromkeys(keys) if token.is_of(key)), "")


def ours() -> tuple[str, ...]:
    """What only mails of the house hold: the line above which one is to write, addresses of the site."""
    return (*_asking(), settings.SITE_URL, settings.REPLY_ADDRESS.partition("{")[0])


@lru_cache(maxsize=1)
def _asking() -> tuple[str, ...]:
    """The beginning of that line, in every language; mail programs may break it over lines."""
    found = []
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            found.append(t("mail.reply.above")[:30])
    return tuple(found)
