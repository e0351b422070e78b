"""The words a person put above what the mail program quoted.

The lines from the top down to the first sign of a quote or a signature. The signs are those of the common programs in
English and Spanish, also where an attribution is broken over lines; of other languages those that look alike (a line
that ends with a colon and holds an address, a year or a time: no action does).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LINES = 200
"""Lines looked at; nobody plays more in one mail."""
WIDTH = 400
"""Letters of a line in which an attribution is looked for."""
UNSEEN = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069]")
BLANKS = re.compile("[\t\u00a0\u2000-\u200a\u202f\u3000]")

RULER = re.compile(r"[-_=*—–~]{2,}[^-_=*—–~]{1,60}[-_=*—–~]{2,}|[-_=*—–~]{5,}|--|__|—")
CLOSING = re.compile(
    r"((best|kind|kindest|warm|many) )?(regards|wishes|thanks)|thank you|cheers|yours( sincerely)?|sincerely|best"
    r"|(un )?(cordial )?saludos?( cordial(es)?)?|(muchas )?gracias|atentamente|cordialmente|(un )?abrazos?",
    re.IGNORECASE,
)
DEVICE = re.compile(
    r"(sent (from|via|with|using)|get outlook for|enviado (desde|con|de mi|mediante|vía|a través)"
    r"|(obtén|obtener|obtenga|descarga|descargar) outlook|mandado desde|yahoo mail:)\b",
    re.IGNORECASE,
)
HEAD = re.compile(
    r"[*_]{0,2}(from|sent|date|to|subject|cc|reply-to|de|enviado( el)?|fecha|para|asunto|responder a)"
    r"[*_]{0,2}\s?:[*_ ]",
    re.IGNORECASE,
)
OPENS = re.compile(r"[*_]?(on|el|at|a las|am|le|il|em|op|den|dne|w dniu)\b", re.IGNORECASE)
WROTE = re.compile(r"\b(wrote|writes|escribió|escribio|ha escrito)\s?:?[*_]?\s*(<[^>]*>)?$", re.IGNORECASE)
DATED = re.compile(r"@|\b20\d\d\b|\d[:.]\d\d\b")


def own_words(text: str, ours: Sequence[str] = (), names: Sequence[str] = ()) -> list[str]:
    """The lines above the first quote or signature, without empty ones. ``ours``: lines (or parts of lines) that only
    mails of the house hold: some programs quote without any mark. ``names``: what the writer is called; a signature
    begins so where no program marks it."""
    lines = [_cleaned(line) for line in text.split("\n")[:LINES]]
    marks, signed = [mark for mark in ours if mark], {name.casefold() for name in names}
    end = next(
        (n for n in range(len(lines)) if _is_signed(lines[n], signed) or _ends_here(lines, n, marks)), len(lines)
    )
    return [line for line in lines[:end] if line]


def _cleaned(line: str) -> str:
    return BLANKS.sub(" ", UNSEEN.sub("", line)).strip()


def _is_signed(line: str, names: set[str]) -> bool:
    """Whether the person takes leave here."""
    bare = line[:WIDTH].strip(" ,.!*-").casefold()
    return bare in names or bool(CLOSING.fullmatch(bare))


def _ends_here(lines: list[str], n: int, ours: list[str]) -> bool:
    """Whether what the person wrote ends before this line."""
    line = lines[n][:WIDTH]
    if not line:
        return False
    if line.startswith((">", "|")) or RULER.fullmatch(line) or DEVICE.match(line):
        return True
    if any(mark in line for mark in ours):
        return True
    return _attributes(lines, n) or (bool(HEAD.match(line + " ")) and _is_heading(lines, n))


def _attributes(lines: list[str], n: int) -> bool:
    """Whether "On … wrote:" begins here; programs break it over up to four lines."""
    line = lines[n][:WIDTH]
    if _is_attribution(line):
        return True
    if not OPENS.match(line):
        return False
    for more in lines[n + 1 : n + 4]:
        if not more or more.startswith(">"):
            return False
        line = f"{line} {more[:WIDTH]}"
        if _is_attribution(line):
            return True
    return False


def _is_attribution(line: str) -> bool:
    """Whether a whole line says who wrote what follows."""
    if line.endswith(":") and DATED.search(line):
        return True
    return bool(WROTE.search(line)) and (line.endswith(":") or bool(DATED.search(line)))


def _is_heading(lines: list[str], n: int) -> bool:
    """Whether the head of the quoted mail stands here ("From: … Sent: … To: …"): another such line follows soon."""
    following = [line for line in lines[n + 1 : n + 6] if line][:3]
    return "@" in lines[n] or any(HEAD.match(line[:WIDTH] + " ") for line in following)
