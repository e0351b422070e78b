"""What can be done now, in the notation, short enough to read in a mail: kinds of action with a few examples each, and
what may follow the beginning of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.letters import Deed
from games.play.errors import IllegalMove
from games.play.reading import Look
from hotmk_site.texts import has_text, t

EXAMPLES = 4
"""Whole actions shown of one kind."""
FOLLOWING = 60
"""Words listed that may come next."""
DEEPEST = 40


def kinds(look: Look) -> list[Deed]:
    """Every kind of action that is open to the reader now, each with examples; [] when nothing is asked."""
    return [_kind(look, word.text) for word in look.legal([]).words] if look.question is not None else []


def _kind(look: Look, verb: str) -> Deed:
    found = []
    for action in _whole(look, [verb]):
        found.append(" ".join(action))
        if len(found) > EXAMPLES:
            break
    more = [t("mail.answer.more", words=verb)] if len(found) > EXAMPLES else []
    ident = f"{look.game.slug}.verb.{verb}"
    return Deed(t(ident) if has_text(ident) else verb, more=(*found[:EXAMPLES], *more))


def _whole(look: Look, words: list[str]) -> Iterator[list[str]]:
    """Whole actions that begin so, each as unlike the one before as can be: the branches take turns."""
    following = look.legal(words)
    if following.complete:
        yield words
    branches = [_whole(look, [*words, word.text]) for word in following.words] if len(words) < DEEPEST else []
    while branches:
        found = [(branch, next(branch, None)) for branch in branches[: EXAMPLES + 1]]
        yield from (action for _, action in found if action is not None)
        branches = [branch for branch, action in found if action is not None] + branches[EXAMPLES + 1 :]


def after(look: Look, words: Sequence[str]) -> list[str]:
    """Sentences on what may follow these words: of as many of them as begin an action."""
    said = _legal_part(look, words)
    if not said or look.question is None:
        return []
    following, text = look.legal(said), " ".join(said)
    lines = [t("mail.answer.whole", words=text)] if following.complete else []
    names = [word.text for word in following.words]
    if names:
        ident = "mail.answer.after" if len(names) <= FOLLOWING else "mail.answer.after_some"
        lines.append(t(ident, words=text, list=", ".join(names[:FOLLOWING])))
    return lines


def _legal_part(look: Look, words: Sequence[str]) -> list[str]:
    said: list[str] = []
    try:
        for word in words[:DEEPEST]:
            if word not in {found.text for found in look.legal(said).words}:
                break
            said.append(word)
    except IllegalMove:
        return []
    return said
