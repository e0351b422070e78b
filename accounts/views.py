"""Pages of one's own account, and the mails of the local mode. Sign-up is here because a name can be taken while one
types."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import mailbox
from accounts.forms import DeleteForm, SettingsForm
from accounts.models import User
from accounts.names import name_key
from games import play
from games.models import Game, NoticeSettings, Seat
from hotmk_site.texts import t

YEAR = 365 * 86400
MAIL_POLICY = {
    "default-src": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [SELF],
}


class SignUp(SignupView):
    """The library's sign-up; a name or address taken between the check and the writing is said on the form."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError:
            if not User.objects.filter(name_key=name_key(form.cleaned_data["name"])).exists():
                raise
            form.add_error("name", t("accounts.name.taken"))
            return self.form_invalid(form)


sign_up = SignUp.as_view()


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile_settings(request: HttpRequest) -> HttpResponse:
    """Name, language, time zone, look, keys; the way to mail address, password and the end of the account."""
    person = _fresh(request)
    form = SettingsForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                form.save()
        except IntegrityError:
            form.add_error("name", t("accounts.name.taken"))
        else:
            return _saved(request, person)
    return render(request, "accounts/settings.html", {"form": form}, status=422 if form.errors else 200)


def _fresh(request: HttpRequest) -> User:
    """The reader's account, read anew: a form must not change the name shown in the bar before it is kept."""
    return get_object_or_404(User, pk=request.user.pk)


def _saved(request: HttpRequest, person: User) -> HttpResponse:
    with translation.override(person.language):
        messages.success(request, t("accounts.settings.saved"))
    response = redirect("settings")
    response.status_code = 303
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """A page of its own before an account is emptied. Its games go on with the seat on autopilot."""
    form = DeleteForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = _fresh(request)
        play.abandon(person)
        forget(person)
        logout(request)
        messages.success(request, t("accounts.delete.done"))
        return redirect("home")
    running = Seat.objects.filter(user=_fresh(request), game__status=Game.Status.RUNNING).count()
    context = {"form": form, "running": running}
    return render(request, "accounts/delete.html", context, status=422 if form.errors else 200)


def forget(person: User) -> None:
    """Take out of the data base what belongs to the person alone: addresses, sessions, invitations; then the rest."""
    from allauth.account.models import EmailAddress
    from allauth.usersessions.models import UserSession

    with transaction.atomic():
        for session in UserSession.objects.filter(user=person):
            session.end()
        EmailAddress.objects.filter(user=person).delete()
        for own in (person.invitations, person.webhooks, person.push, person.feed_keys):
            own.all().delete()
        for told in (person.notices, person.table_notices, person.digest_days, person.bench, person.vacations):
            told.all().delete()
        NoticeSettings.objects.filter(user=person).delete()
        person.anonymise()


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of every page: kept with the account, else in a cookie."""
    chosen = request.POST.get("language", "")
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(back if safe and back.startswith("/") else reverse("home"))
    if chosen in dict(settings.LANGUAGES):
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=chosen)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, samesite="Lax", secure=settings.LANGUAGE_COOKIE_SECURE
        )
    return response


@require_safe
def dev_mail(request: HttpRequest) -> HttpResponse:
    """The mails this computer would have sent; only where mails are written to a folder."""
    return render(request, "dev/mail.html", {"mails": mailbox.newest()})


@require_safe
def dev_mail_one(request: HttpRequest, name: str) -> HttpResponse:
    """One of these mails: headers, text, and the HTML part in a frame."""
    return render(request, "dev/mail_one.html", {"mail": mailbox.read(name)})


@csp_replace(MAIL_POLICY)  # type: ignore[arg-type]
def dev_mail_html(request: HttpRequest, name: str) -> HttpResponse:
    """The HTML part alone. It may style itself, and nothing else."""
    response = HttpResponse(mailbox.read(name).html)
    response["X-Frame-Options"] = "SAMEORIGIN"
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask without reading the page."""
    return redirect(static("img/favicon-32.png"), permanent=True)
