"""What a person wrote is told from what the mail program added: raw mails of the common programs, and odd ones."""

from pathlib import Path

import pytest

from games.inbound import flowed, html, playing, quotes, reading

MAILS = sorted((Path(__file__).parent / "mails").glob("*.eml"))


def read(raw: bytes) -> reading.Incoming:
    mail = reading.read(raw)
    assert mail is not None
    return mail


def mail(body: bytes, *headers: str) -> reading.Incoming:
    head = "\r\n".join(["From: Alice <alice@example.org>", *headers]).encode()
    return read(head + b"\r\n\r\n" + body)


@pytest.mark.parametrize("path", MAILS, ids=[path.stem for path in MAILS])
def test_the_actions_of_a_reply_are_found(path: Path) -> None:
    found = read(path.read_bytes())
    assert "; ".join(playing.actions_of(reading.text_of(found.message))) == reading.header(found.message, "x-expected")
    assert (found.sender, found.machine) == ("alice@example.org", False)
    assert "post+7-abcdefghijklmnopqrstuvwxyz234567@example.org" in found.to
    assert found.ident == f"<{path.stem}@mail.example.org>"


def test_there_are_mails_of_all_common_programs_in_both_languages() -> None:
    programs = {tuple(path.stem.rsplit("-", 2)) for path in MAILS}
    for program in ("gmail", "outlook-desktop", "outlook-web", "outlook-mobile", "apple", "ios", "thunderbird"):
        assert {(program, lang, kind) for lang in ("en", "es") for kind in ("plain", "html")} <= programs


@pytest.mark.parametrize(
    "attribution",
    [
        "Am 30.11.2026 um 18:02 schrieb Lantern Post <post@post.example>:",
        "Le lun. 30 nov. 2026 à 18:02, Lantern Post <post@post.example> a écrit :",
        "Il giorno lun 30 nov 2026 alle ore 18:02 Lantern Post <post@post.example>\nha scritto:",
        "Op ma 30 nov 2026 om 18:02 schreef Lantern Post <post@post.example>:",
        "Em seg., 30 de nov. de 2026 às 18:02, Lantern Post <post@post.example>\nescreveu:",
        "Den mån 30 nov. 2026 kl 18:02 skrev Lantern Post <post@post.example>:",
        "On Mon, Nov 30, 2026, at 6:02 PM, a player with a very long name indeed who\nplays at many tables at"
        " once\n<post@post.example> wrote:",
        "Lantern Post <post@post.example> writes:",
        "*From:* Lantern Post [mailto:post@post.example]\n*Sent:* Monday, November 30, 2026 6:02 PM",
        "----- Mensaje reenviado -----",
        "---------- Forwarded message ---------",
        "Obtén Outlook para iOS<https://aka.ms/o0ukef>",
        "Sent with Proton Mail secure email.",
        "Enviado con el correo de Proton.",
        "Enviado desde Yahoo Mail para Android",
        "\u00a0> Your turn",
        "--\u00a0\nAlice",
        "Best regards,\nAlice",
        "Thanks!",
        "Un saludo,\nAlicia",
        "Muchas gracias.",
        "Alice Liddell\nAccountant | Example Ltd",
        "- Alice",
    ],
)
def test_quotes_and_signatures_end_the_words_of_a_person(attribution: str) -> None:
    text = f"dig elbow iron I13e\n\nend\n\n{attribution}\nYour turn"
    assert quotes.own_words(text, names=["Alice Liddell", "Alice"]) == ["dig elbow iron I13e", "end"]


@pytest.mark.parametrize(
    "line",
    ["dig elbow iron I13e", "draft on_the_road 2", "move I12 I9 pay cart@2.1", "trade stone@s coin iron", "at end"],
)
def test_no_action_is_taken_for_a_quote(line: str) -> None:
    assert quotes.own_words(f"{line}\nend") == [line, "end"]


def test_telephones_and_links_are_put_right() -> None:
    text = "Move I12 I9 pay cart@2.1<mailto:cart@2.1>.\nEND\u200b"
    assert playing.actions_of(text) == ["move I12 I9 pay cart@2.1", "end"]


def test_soft_breaks_are_joined_and_quotes_are_not() -> None:
    text = "cast haggle stone@s coin iron \nand iron coin cart\n> quoted \n> more\n-- \nA"
    assert flowed.joined(text, False) == "cast haggle stone@s coin iron and iron coin cart\n> quoted more\n-- \nA"
    assert flowed.joined("stone \nmill", True) == "stonemill"


def test_html_is_read_up_to_its_quote() -> None:
    assert html.text("<p>dig&nbsp;elbow<br>end</p><blockquote>no</blockquote><p>no</p>") == "dig elbow\nend"
    assert html.text(
        "<head><title>no</title><style>p{}</style></head><table><tr><td>step 1<td>end</table>"
    ).split() == [
        "step",
        "1",
        "end",
    ]
    assert html.text("<p>end</p><hr tabindex=-1><p>no") == "end"
    assert html.text("<!-- no <p> --><p><!--[if mso]>no<![endif]-->end<![if !mso]></p><!-- no") == "end"
    assert html.text("end <![if !x]> <!foo <p").startswith("end")


@pytest.mark.parametrize(
    ("charset", "raw"),
    [
        ("utf-8", "gruta ñ".encode()),
        ("iso-8859-1", "gruta ñ".encode("latin-1")),
        ("windows-1252", "gruta ñ".encode("cp1252")),
        ("utf-16", "gruta ñ".encode("utf-16")),
        ("no-such-charset", "gruta ñ".encode("cp1252")),
        ("us-ascii", "gruta ñ".encode()),
        ("hex", "gruta ñ".encode()),
    ],
)
def test_every_charset_is_read(charset: str, raw: bytes) -> None:
    if charset == "utf-16":
        import base64

        headers = [f"Content-Type: text/plain; charset={charset}", "Content-Transfer-Encoding: base64"]
        raw = base64.b64encode(raw)
    else:
        headers = [f"Content-Type: text/plain; charset={charset}", "Content-Transfer-Encoding: 8bit"]
    assert reading.text_of(mail(raw, *headers).message).strip() == "gruta ñ"


def test_attachments_and_binary_are_no_words() -> None:
    assert reading.text_of(mail(b"end\0\1\2", "Content-Type: text/plain").message) == ""
    assert reading.text_of(mail(b"iVBORw0KGgo=", "Content-Type: image/png").message) == ""
    attached = ["Content-Type: text/plain", "Content-Disposition: attachment; filename=move.txt"]
    assert reading.text_of(mail(b"end", *attached).message) == ""
    inner = b"--x\r\nContent-Type: message/rfc822\r\n\r\nSubject: a\r\n\r\nend\r\n--x--\r\n"
    assert reading.text_of(mail(inner, "Content-Type: multipart/mixed; boundary=x").message) == ""


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "Precedence: bulk",
        "Precedence: LIST",
        "Precedence: junk",
        "X-Auto-Response-Suppress: All",
        "List-Id: <players.example.org>",
        "Return-Path: <>",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "X-Autoreply: yes",
    ],
)
def test_machines_are_known_by_their_headers(header: str) -> None:
    assert mail(b"end", header).machine
    assert not mail(b"end", "Auto-Submitted: no").machine
    assert read(b"From: MAILER-DAEMON@example.org\r\n\r\nend").machine


@pytest.mark.parametrize(
    "raw",
    [
        b"From: alice@example.org\r\nFrom: eve@example.org\r\n\r\nend",
        b"From: alice@example.org, eve@example.org\r\n\r\nend",
        b"To: x\r\n\r\nend",
        b"From: alice\r\n\r\nend",
        b"From: alice\0@example.org\r\n\r\nend",
        b"",
    ],
)
def test_a_sender_is_one_address(raw: bytes) -> None:
    assert read(raw).sender == ""


def test_a_name_with_a_comma_is_no_second_address() -> None:
    assert read(b"From: =?utf-8?q?Li=C3=B1o=2C_Alice?= <Alice@Example.ORG>\r\n\r\nend").sender == "alice@example.org"


def test_a_mail_that_is_all_boundaries_is_not_read() -> None:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(400))
    assert reading.read(b"From: a@b.example\r\n" + nested) is None
