"""Mail programs: each makes a reply from a mail it got, quoting that mail in its own way."""

import html as entities
import itertools
import re
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

Parts = tuple[str | None, str | None]
NUMBER = itertools.count(1)


def body(message: EmailMessage, kind: str) -> str:
    """The text of a part ("plain", "html") of a mail."""
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


def _inside(message: EmailMessage) -> str:
    """The inside of the HTML part, as mail programs put it into a quote."""
    found = re.search(r"<body[^>]*>(.*)</body>", body(message, "html"), re.DOTALL)
    return found[1] if found else ""


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.rstrip().split("\n"))


def _heading(message: EmailMessage, *names: str) -> list[tuple[str, str]]:
    values = [
        "Lantern Post <post@post.example>",
        "Monday, November 30, 2026 6:02 PM",
        message["To"],
        message["Subject"],
    ]
    return list(zip(names, (str(value) for value in values), strict=True))


def _divs(lines: list[str], attributes: str = "") -> str:
    return "".join(f"<div{attributes}>{entities.escape(line)}</div>\n" for line in lines)


def gmail(lines: list[str], got: EmailMessage) -> Parts:
    said = f"On Mon, Nov 30, 2026 at 6:02 PM Lantern Post <{got['Reply-To']}>"
    plain = "\n".join([*lines, "", said, "wrote:", "", _quoted(body(got, "plain")), ""])
    rich = f'<div dir="ltr">{_divs(lines)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr"'
    rich += (
        f' class="gmail_attr">{entities.escape(said)} wrote:<br></div><blockquote class="gmail_quote" style="margin:0'
    )
    return plain, rich + f'px 0px 0px 0.8ex">{_inside(got)}</blockquote></div>'


def gmail_es(lines: list[str], got: EmailMessage) -> Parts:
    said = f"El lun, 30 nov 2026 a las 18:02, Lantern Post (<{got['Reply-To']}>)\nescribió:"
    return "\n".join([*lines, "", said, "", _quoted(body(got, "plain")), ""]), None


def outlook(lines: list[str], got: EmailMessage) -> Parts:
    rows = _heading(got, "From", "Sent", "To", "Subject")
    head = "<br>".join(f"<b>{name}:</b> {entities.escape(value)}" for name, value in rows)
    rich = "<html><head><style>p.MsoNormal {margin:0cm}</style></head><body><div class=WordSection1>"
    rich += "".join(f"<p class=MsoNormal>{entities.escape(line)}<o:p></o:p></p>" for line in lines)
    rich += "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
    return None, rich + f"<p class=MsoNormal>{head}<o:p></o:p></p></div>{_inside(got)}</div></body></html>"


def outlook_web(lines: list[str], got: EmailMessage) -> Parts:
    rows = _heading(got, "De", "Enviado", "Para", "Asunto")
    head = "<br>".join(f"<b>{name}:</b> {entities.escape(value)}" for name, value in rows)
    rich = f'<html><body dir="ltr">{_divs(lines, " class=elementToProof")}<div id="appendonsend"></div>'
    rich += f'<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">{head}</div>'
    return None, f"{rich}<div>{_inside(got)}</div></body></html>"


def outlook_plain(lines: list[str], got: EmailMessage) -> Parts:
    rows = [f"{name}: {value}" for name, value in _heading(got, "De", "Enviado el", "Para", "Asunto")]
    return "\n".join([*lines, "", *rows, "", body(got, "plain")]), None


def apple(lines: list[str], got: EmailMessage) -> Parts:
    said = f"On 30 Nov 2026, at 18:02, Lantern Post <{got['Reply-To']}> wrote:"
    plain = "\n".join([*lines, "", _quoted(f"{said}\n\n{body(got, 'plain')}"), ""])
    rich = f"<html><body>{'<br>'.join(map(entities.escape, lines))}<br id='lineBreakAtBeginningOfMessage'><div><br>"
    rich += f"<blockquote type='cite'><div>{entities.escape(said)}</div><br class='Apple-interchange-newline'>"
    return plain, f"{rich}{_inside(got)}</blockquote></div></body></html>"


def iphone(lines: list[str], got: EmailMessage) -> Parts:
    said = f"El 30 nov 2026, a las 18:02, Lantern Post <{got['Reply-To']}> escribió:"
    typed = [line[:1].upper() + line[1:] for line in lines]
    return "\n".join([*typed, "", "Enviado desde mi iPhone", "", _quoted(f"{said}\n\n{body(got, 'plain')}")]), None


def thunderbird(lines: list[str], got: EmailMessage) -> Parts:
    said = "On 30/11/2026 18:02, Lantern Post wrote:"
    return "\n".join([*lines, "", said, _quoted(body(got, "plain")), "", "-- ", "Alice Liddell"]), None


def android(lines: list[str], got: EmailMessage) -> Parts:
    rows = [f"{name}: {value}" for name, value in _heading(got, "From", "Sent", "To", "Subject")]
    foot = ["", "Get Outlook for Android<https://aka.ms/AAb9ysg>", "_" * 32]
    return "\n".join([*lines, *foot, *rows, "", body(got, "plain")]), None


def unmarked(lines: list[str], got: EmailMessage) -> Parts:
    return "\n".join([*lines, "", body(got, "plain")]), None


CLIENTS: dict[str, Callable[[list[str], EmailMessage], Parts]] = {
    make.__name__: make
    for make in (
        gmail, gmail_es, outlook, outlook_web, outlook_plain, apple, iphone, thunderbird, android, unmarked,
    )
}  # fmt: skip


def reply(got: EmailMessage, sender: str, lines: list[str], client: str = "gmail", **changes: Any) -> bytes:
    """The raw reply. ``changes``: other header lines (None: without it); underscores stand for hyphens."""
    plain, rich = CLIENTS[client](lines, got)
    message = EmailMessage()
    headers: dict[str, Any] = {
        "From": f"Alice Liddell <{sender}>",
        "To": f"Lantern Post <{got['Reply-To']}>",
        "Subject": f"Re: {got['Subject']}",
        "Date": "Mon, 30 Nov 2026 18:20:09 +0100",
        "Message-ID": f"<reply-{next(NUMBER)}@mail.example>",
        "In-Reply-To": got["Message-ID"],
    } | {name.replace("_", "-"): value for name, value in changes.items()}
    for name, value in headers.items():
        if value is not None:
            message[name] = value
    if plain is not None:
        message.set_content(plain)
    if rich is not None:
        message.set_content(rich, subtype="html") if plain is None else message.add_alternative(rich, subtype="html")
    return message.as_bytes()
