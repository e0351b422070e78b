"""The answer to a reply: what was done, or why not and what can be done, in the reader's language, with a new address.

It goes to the confirmed address of the player and nowhere else, says that a machine wrote it, and holds what the
player's own page shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils import timezone, translation

from games.channels.mail import Message
from games.clockwords import clock_words
from games.inbound import offers
from games.inbound.address import reply_address
from games.inbound.playing import Reply
from games.letters import Deed, Letter, absolute, mark_of, neutral, seal
from games.models import Game
from games.play import reading, timing
from games.play.errors import IllegalMove
from games.sentences import Who, facts_of, names_of, sentences
from hotmk_site.texts import t

CODES = ("played", "stopped", "refused", "stale", "empty", "help", "not_yours", "other_from")
TEXT_IDS = tuple(f"mail.answer.{code}{part}" for code in CODES for part in ("", ".lead"))
LOG = 200
"""Rows of the log among which those of the mail are looked for."""
SHOWN = 120
"""Letters of a refused action that are repeated in the answer."""
QUIET = ("not_yours", "other_from")
"""Answers that tell nothing of the table."""


def message(reply: Reply, ident: str, thread: str) -> Message:
    """The mail that answers. ``ident``, ``thread``: Message-ID and References of what is answered ("" for none)."""
    with translation.override(reply.user.language):
        letter, address = _letter(reply, timezone.now())
        mail = seal(letter)
    headers = {**mail.headers, "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All"}
    headers |= {"In-Reply-To": ident, "References": thread} if ident and thread else {}
    headers |= {"Reply-To": address} if address else {}
    return Message(replace(mail, headers=headers), reply.user.email)


def _letter(reply: Reply, now: datetime) -> tuple[Letter, str]:
    """(the letter, the address to which the next reply can be sent or "")."""
    game = Game.objects.get(pk=reply.seat.game_id)
    what = t(f"mail.answer.{reply.code}", title=neutral(game.title))
    letter = Letter(
        subject=what,
        kicker=t("mail.game_line", game=t(f"{game.slug}.name"), title=neutral(game.title)),
        headline=what,
        lead=[t(f"mail.answer.{reply.code}.lead")],
        button=t("mail.answer.button"),
        url=absolute("table", game.public_id),
        why=t("mail.answer.why"),
        settings=t("mail.settings"),
        settings_url=absolute("settings"),
        language=translation.get_language() or "en",
    )
    return letter, "" if reply.code in QUIET else _tell(letter, reply, game, now)


def _tell(letter: Letter, reply: Reply, game: Game, now: datetime) -> str:
    """Add what happened, why not, and what is open now. Answers with the new reply address ("": nothing is asked)."""
    look = reading.look(reply.user, game)
    who = _who(look)
    if reply.error is not None:
        letter.lead.append(_why(reply.error))
    letter.deeds_title, letter.deeds = t("mail.answer.done"), _done(reply, look, who)
    letter.facts = facts_of(game.slug, look.view, who, look.number) if reply.rows else []
    address = reply_address(look.seat) if look.seat is not None and look.question is not None else ""
    if not address or look.seat is None:
        letter.lead += [t("mail.answer.waits")] if game.is_running else []
        return ""
    letter.reply = t("mail.reply.above")
    letter.lead += [t("mail.answer.still"), *offers.after(look, _begun(reply))]
    letter.until = clock_words(timing.clock_of(game, look.seat, now), reply.user.zone, now)["line"]
    if not reply.rows or reply.error is not None:
        letter.deeds_title, letter.deeds = _open(letter, look)
    letter.facts.append(t("mail.answer.notation", url=absolute("help_notation")))
    return address


def _open(letter: Letter, look: reading.Look) -> tuple[str, list[Deed]]:
    """What can be done now takes the place of what was done; that moves up."""
    letter.lead[1:1] = [line for deed in letter.deeds for line in (deed.text, *deed.more)]
    return t("mail.answer.can"), offers.kinds(look)


def _who(look: reading.Look) -> Who:
    name = names_of(look.seats)
    return lambda number: neutral(name(number))


def _why(error: Exception) -> str:
    """Why the line, or the rest of it, was not played; with the action at fault."""
    reason = t(getattr(error, "message_id", "play.refused.refused"), **getattr(error, "data", {}))
    if isinstance(error, IllegalMove) and error.text:
        return t("mail.answer.action", action=neutral(error.text[:SHOWN]), reason=reason)
    return reason


def _begun(reply: Reply) -> Sequence[str]:
    """The words whose continuation is of interest: those asked about, or those of the first action refused."""
    error = reply.error
    if isinstance(error, IllegalMove) and (error.place == 1 or reply.rows):
        return error.text.split(" ")
    return reply.words


def _done(reply: Reply, look: reading.Look, who: Who) -> list[Deed]:
    """The sentences of the actions played."""
    played = {row.ordinal for row in reply.rows}
    deeds = []
    for entry in look.log(limit=LOG) if played else []:
        words = sentences(look.game.slug, entry, who, look.number) if entry.ordinal in played else []
        if words:
            deeds.append(Deed(words[0], mark_of(entry.seat), tuple(words[1:])))
    return deeds
