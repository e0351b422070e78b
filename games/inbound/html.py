"""HTML of a mail -> its first words as plain lines, up to where a mail program begins to quote or to sign.

Mail programs mark what they quote, each in its own way; those marks are listed here. What carries none of them is left
to ``quotes``, which reads lines.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

QUOTED_CLASS = re.compile(
    r"gmail_(quote|attr|extra|signature)|moz-(cite-prefix|signature)|yahoo_quoted|protonmail_(quote|signature)|zmail_extra"
    r"|tutanota_quote|OutlookMessageHeader|ms-outlook-mobile-reference-message|samsung_signature|hmmessage_quote",
    re.IGNORECASE,
)
QUOTED_ID = re.compile(
    r"^(x_)*(divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|ms-outlook-mobile-signature|Signature"
    r"|AppleMailSignature|isForwardContent|isReplyContent|reply-intro|OLK_SRC_BODY_SECTION|yahoo_quoted_\d+"
    r"|composer_signature|ymail_android_signature)$",
    re.IGNORECASE,
)
QUOTED_STYLE = re.compile(r"border-top:\s*solid\s*#(E1E1E1|B5C4DF)", re.IGNORECASE)
BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
}  # fmt: skip
UNSEEN = {"head", "script", "style", "template", "title"}
LONGEST = 64 * 1024
"""Letters after which no more is read: nobody types so many actions."""
TAG = 8000
"""Letters of a tag. The parser of the standard library takes quadratic time for tags without an end."""
TOO_LONG = re.compile(rf"<[^<>]{{{TAG},}}>?")
NO_TAG = re.compile(rf"<(?![^<>]{{0,{TAG}}}>)")


class Words(HTMLParser):
    """Collects text until something quoted begins."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.size = 0
        self.done = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.done:
            return
        values = {name: value or "" for name, value in attrs}
        self._unseen += tag in UNSEEN
        if is_quote(tag, values):
            self.done = True
        elif tag == "br" or tag in BLOCKS:
            self.found.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN and self._unseen:
            self._unseen -= 1
        elif tag in BLOCKS and not self.done:
            self.found.append("\n")

    def handle_data(self, data: str) -> None:
        if self.done or self._unseen:
            return
        self.found.append(re.sub(r"\s+", " ", data))
        self.size += len(data)
        self.done = self.size > LONGEST


def is_quote(tag: str, values: dict[str, str]) -> bool:
    """Whether this element begins what a mail program quotes, or its signature."""
    if tag == "blockquote" or values.get("data-smartmail") or values.get("data-marker") == "__QUOTED_TEXT__":
        return True
    if tag == "hr" and (values.get("tabindex") == "-1" or "stopspelling" in values.get("id", "").lower()):
        return True
    return bool(
        QUOTED_CLASS.search(values.get("class", ""))
        or QUOTED_ID.match(values.get("id", "").strip())
        or QUOTED_STYLE.search(values.get("style", ""))
    )


def text(source: str) -> str:
    """The lines of an HTML part before its first quote. Broken HTML gives what could be read."""
    words, source = Words(), tame(source)
    for start in range(0, len(source), 4096):
        try:
            words.feed(source[start : start + 4096])
        except AssertionError:  # what the parser of the standard library says of some broken declarations
            break
        if words.done:
            break
    else:
        words.close()
    lines = [" ".join(line.split()) for line in "".join(words.found).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def tame(source: str) -> str:
    """HTML without comments, and in which every "<" begins a tag that ends."""
    shown, *rest = source.split("<!--")
    for piece in rest:
        _, end, after = piece.partition("-->")
        if not end:
            break
        shown += after
    return NO_TAG.sub("&lt;", TOO_LONG.sub("", shown))
