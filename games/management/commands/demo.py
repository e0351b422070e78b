"""Two sign-ins and three tables to look at at once: a game in its middle, an open table, a game of bots under way.

Safe to repeat: what is there stays as it was left; only what is missing is made.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand

from accounts.models import User
from games import clocks, play
from games.models import Game, Seat
from games.play import reading
from games.play.rulesets import package
from games.play.ticking import think
from games.rules.registry import REGISTRY

PASSWORD = "snow-on-the-pass"  # noqa: S105  printed on purpose: a sign-in to try the site with
PEOPLE = (("Ragna", "ragna@example.org", "Europe/Oslo", "en"), ("Tobías", "tobias@example.org", "Europe/Madrid", "es"))
MIDDLE, WAITING, WATCHING = "Snow on the pass", "Ash and echo", "Quiet peaks"
MIDDLE_ROUND = 6
ACTIONS_MOST = 400
"""A game in its middle is reached long before; a rule set that never gets there must not hang the command."""


class Command(BaseCommand):
    help = "Two sign-ins, one game in its middle, one open table, one game of bots under way. Safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        slug = next(iter(REGISTRY))
        ragna, tobias = (person(*row) for row in PEOPLE)
        house = package(slug).HOUSE_BOT
        if not Game.objects.filter(title=MIDDLE, seats__user=ragna).exists():
            middle_game(slug, house, ragna, tobias)
        if not Game.objects.filter(title=WAITING, seats__user=tobias).exists():
            play.open_table(tobias, slug, WAITING, 3, {}, terms=clocks.PRESETS["relaxed"], bots=[])
        if not Game.objects.filter(title=WATCHING, opened_by=None).exists():
            play.open_table(None, slug, WATCHING, 3, {}, terms=clocks.per_turn(24), bots=[house] * 3)
        for name, email, _, _ in PEOPLE:
            self.stdout.write(f"  {email}  password: {PASSWORD}  ({name})")


def person(name: str, email: str, zone: str, language: str) -> User:
    """The account of this person with a confirmed address; an account that is there is left as it is."""
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email, name, PASSWORD, time_zone=zone, language=language)
    EmailAddress.objects.get_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    return user


def middle_game(slug: str, house: str, ragna: User, tobias: User) -> Game:
    """A table of four that has been played by the house bot to its middle, up to a turn of Ragna's."""
    game = play.open_table(ragna, slug, MIDDLE, 4, {}, bots=[house] * 2)
    game = play.join(tobias, game)
    for _ in range(ACTIONS_MOST):
        chair = asked(game)
        if chair is None or (chair.user_id == ragna.pk and in_the_middle(game)):
            break
        advance(game, chair, house)
        game.refresh_from_db()
    play.seen(ragna, game)
    return game


def in_the_middle(game: Game) -> bool:
    """Whether the rule set counts enough rounds."""
    return int(game.progress.get("round", 0)) >= MIDDLE_ROUND


def asked(game: Game) -> Seat | None:
    """The first seat that is asked something."""
    return Seat.objects.select_related("game", "user").filter(game=game).exclude(decision_key="").first()


def advance(game: Game, chair: Seat, house: str) -> None:
    """One action of a seat; for a person the house bot thinks, and the person's own account acts."""
    if chair.bot:
        play.bot_move(game.pk, chair.number)
        return
    chair.bot = house  # only here, to let the bot think for this seat; nothing is stored
    text = think(game, chair, reading.position(game, game.last_number))
    play.act(chair.user, game, chair.decision_key, text)
