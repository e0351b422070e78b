"""Opening a table: a form made from the rule set's typed options; other seats reload it with all that was typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.names import name_key
from games import editions, play
from games.forms import TableForm, game_choices, package
from games.play.errors import BadInput, Refused
from games.rules.kernel import Illegal, Option, RuleSet
from games.rules.registry import REGISTRY
from games.termforms import FLAGS
from games.views.answers import go_on, guarded, sentence_of, signed_in
from hotmk_site.texts import t

NOT_KEPT = ("csrfmiddlewaretoken", "again")
FIELD_OF_CODE = {"bad_title": "title", "bad_terms": "preset", "bad_visibility": "visibility", "bad_word": "word"}
HELPS = {
    "invited": "invited", "word": "word", "claim": "time.claim", "bench": "time.bench", "least": "time.least",
}  # fmt: skip
"""What the template calls a help -> its text."""
TEXT_IDS = tuple(f"create.{ident}_help" for ident in HELPS.values())


@dataclass
class Shape:
    """What decides the rest of the form: the game, the number of seats, the options they allow."""

    slug: str
    seats: int
    options: tuple[Option, ...]
    rules: RuleSet[Any]


@dataclass
class Problem:
    """One thing to mend: the field's label, where it stands, the sentence."""

    label: str
    anchor: str
    text: str


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@guarded
def create(request: HttpRequest) -> HttpResponse:
    """GET: the form, filled from the address. POST: opens the table, or says what to mend; ``again`` reloads by GET."""
    if request.method == "POST" and "again" in request.POST:
        return _again(request.POST)
    data = request.POST if request.method == "POST" else request.GET
    shape = shape_of(data)
    if request.method == "POST":
        form = TableForm(data, slug=shape.slug, seats=shape.seats, options=shape.options)
        return _open(request, form, shape) if form.is_valid() else _show(request, form, shape, problems(form))
    form = TableForm(slug=shape.slug, seats=shape.seats, options=shape.options, initial=_initial(request, shape))
    return _show(request, form, shape, [])


def shape_of(data: QueryDict) -> Shape:
    """Game and seats from what was sent; the first game and its fewest seats when nothing was. Raises BadInput."""
    slug = data.get("game") or next(iter(REGISTRY))
    if slug not in REGISTRY:
        raise BadInput("unknown_game")
    least, most = package(slug).SEATS
    text = data.get("seats", "")
    seats = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else (0 if text else least)
    if not least <= seats <= most:
        raise BadInput("bad_seats")
    rules = package(slug).build(editions.read(slug))
    return Shape(slug, seats, rules.options(seats), rules)


def problems(form: TableForm) -> list[Problem]:
    """All errors of a form, in the order of its fields, for the list at the top."""
    found = [Problem("", "", str(text)) for text in form.non_field_errors()]
    for name in form.fields:
        label, anchor = str(form[name].label), form[name].auto_id
        found.extend(Problem(label, anchor, str(text)) for text in form.errors.get(name, []))
    return found


def _again(data: QueryDict) -> HttpResponse:
    kept = data.copy()
    for name in NOT_KEPT:
        kept.pop(name, None)
    response = redirect(f"{reverse('create')}?{kept.urlencode()}")
    response.status_code = 303
    return response


def _initial(request: HttpRequest, shape: Shape) -> dict[str, Any]:
    """What the address brings, so that a reload loses nothing; a name for the table to begin with."""
    initial: dict[str, Any] = {"title": t("create.title_suggestion", who=str(getattr(request.user, "name", "")))}
    many = {f"option_{option.name}" for option in shape.options if option.kind == "many"}
    flags = {f"option_{option.name}" for option in shape.options if option.kind == "flag"}
    for name in request.GET:
        initial[name] = request.GET.getlist(name) if name in many else request.GET[name]
    if "title" in request.GET:  # a form was sent: a box without a tick is simply not in it
        initial.update({name: name in request.GET for name in flags})
        initial.update({name: [] for name in many if name not in request.GET})
    if "preset" in request.GET:
        initial.update({name: name in request.GET for name in FLAGS})
    return initial


def _open(request: HttpRequest, form: TableForm, shape: Shape) -> HttpResponse:
    invited, unknown = people(form.invited())
    for name in unknown:
        form.add_error("invited_names", t("play.refused.person_unknown", who=name))
    try:
        shape.rules.check_options(form.options(), shape.seats)
    except Illegal as error:
        form.refuse_options(error)
    if form.errors:
        return _show(request, form, shape, problems(form))
    data = form.cleaned_data
    try:
        game = play.open_table(
            request.user, shape.slug, data["title"], shape.seats, options=form.options(), visibility=data["visibility"],
            terms=form.terms(), bots=form.bots(), invited=invited,
            word=data["word"],
        )  # fmt: skip
    except Refused as error:
        form.add_error(FIELD_OF_CODE.get(error.code), sentence_of(error))
        return _show(request, form, shape, problems(form))
    return go_on(request, t("lobby.done.opened"), reverse("table", args=[game.public_id]))


def people(names: list[str]) -> tuple[list[User], list[str]]:
    """Names -> (accounts, names nobody has). Names that look alike are one name."""
    found, unknown = [], []
    for name in names:
        user = User.objects.filter(name_key=name_key(name), is_active=True).first()
        if user is None:
            unknown.append(name)
        else:
            found.append(user)
    return found, unknown


def _show(request: HttpRequest, form: TableForm, shape: Shape, found: list[Problem]) -> HttpResponse:
    least, most = package(shape.slug).SEATS
    helps = {f"{name}_help": t(f"create.{ident}_help") for name, ident in HELPS.items()}
    context = {
        "form": form, "slug": shape.slug, "seats": shape.seats, "problems": found, "games": game_choices(),
        "game_name": t(f"{shape.slug}.name"), **helps,
        "seat_counts": [(n, t("lobby.seats", n=n)) for n in range(least, most + 1)],
    }  # fmt: skip
    return render(request, "games/create.html", context, status=422 if found else 200)
