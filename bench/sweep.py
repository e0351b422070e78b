"""The sweep with 100,000 active seats on PostgreSQL, of which 1% are due: the question it asks, and the work it does.

A private PostgreSQL is started unless DATABASE_URL names one. One real game is copied 25,000 times, row by row, so that
each due game is ticked by the real code. Told are ratios of this run: the question with 1% due beside the same question
with nothing due, and beside a whole reading of the table; a due game's tick beside a bare locked transaction.
"""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path


def own_postgres() -> None:
    """A PostgreSQL of this run's own, gone at its end."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from hotmk_site.supervisor import Supervisor
    from tests.suite.servers import Postgres, postgres_binaries

    stack = ExitStack()
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="lantern-", ignore_cleanup_errors=True)))
    folder.chmod(0o711)
    server = Postgres(folder / "pg", postgres_binaries(print))
    server.create()
    boss = Supervisor([server.part()], ["postgres"], print)
    boss.start("postgres")
    stack.callback(boss.stop)
    atexit.register(stack.close)
    os.environ["DATABASE_URL"] = server.url


if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    own_postgres()

import logging  # noqa: E402
import secrets  # noqa: E402
from datetime import datetime, timedelta  # noqa: E402
from typing import Any  # noqa: E402

from _tools import median, ms, people, quantile, started, timed  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.models import Model  # noqa: E402
from django.utils import timezone  # noqa: E402

from games import clocks, tasks  # noqa: E402
from games.models import Box, Game, Move, Notice, Seat, Tenure  # noqa: E402

GAMES, SEATS, DUE = 25_000, 4, 250
"""25,000 tables of four are 100,000 active seats. In each due game all four are asked at once (the opening choice), so
that 250 due games are 1,000 due seats."""
ASKED = 40


def main() -> None:
    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    seconds, seats = timed(lambda: copied(started(people(SEATS))))
    print(f"{GAMES} running games, {seats} active seats on {connection.vendor}, laid out in {seconds:.0f} s")
    now = timezone.now()
    none = question(now)
    make_due(now)
    some = question(now)
    whole = [timed(lambda: sum(1 for _ in Game.objects.values_list("id", "wake_at").iterator()))[0] for _ in range(5)]
    print(f"the sweep's question: nothing due {ms(median(none))}, {DUE * SEATS} seats due {ms(median(some))}")
    print(f"  with 1% due x{median(some) / median(none):.1f}, reading every game x{median(whole) / median(none):.0f}")
    plan(now)
    work(now)


def copied(first: Game) -> int:
    """Copy one game until there are enough; answers how many seats are asked."""
    later = timezone.now() + timedelta(days=2)
    Game.objects.filter(pk=first.pk).update(wake_at=later, terms=clocks.DEFAULT.dump())
    Seat.objects.filter(game=first).update(due_at=later, bank=timedelta(hours=72), remind_at=None, reminders=[])
    first.refresh_from_db()
    box, seats = Box.objects.get(pk=first.pk), list(Seat.objects.filter(game=first))
    moves, tenures = list(Move.objects.filter(game=first)), list(Tenure.objects.filter(game=first))
    for begin in range(0, GAMES - 1, 1000):
        count = min(1000, GAMES - 1 - begin)
        games = Game.objects.bulk_create([twin(first, public_id=secrets.token_urlsafe(8)) for _ in range(count)])
        Box.objects.bulk_create([twin(box, pk=game.pk, game=game) for game in games])
        Move.objects.bulk_create([twin(move, game=game) for game in games for move in moves])
        Tenure.objects.bulk_create([twin(tenure, game=game) for game in games for tenure in tenures])
        Seat.objects.bulk_create([twin(seat, game=game, decision_key=key(seat)) for game in games for seat in seats])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Seat.objects.filter(game__status=Game.Status.RUNNING).count()


def key(seat: Seat) -> str:
    return secrets.token_urlsafe(18) if seat.decision_key else ""


def twin(row: Any, **other: Any) -> Any:
    """A row like this one with some other values."""
    model: type[Model] = type(row)
    values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    values.pop("id", None)
    for name in other:
        values.pop(f"{name}_id", None)
    return model(**{**values, **other})


def make_due(now: datetime) -> None:
    """The first games' time is up since a minute."""
    ids = list(Game.objects.order_by("id").values_list("id", flat=True)[:DUE])
    up = now - timedelta(minutes=1)
    began = up - timedelta(hours=72)
    Game.objects.filter(pk__in=ids).update(wake_at=up)
    Seat.objects.filter(game__in=ids).exclude(decision_key="").update(due_at=up, asked_at=began)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def question(now: datetime) -> list[float]:
    """The sweep's own question, asked again and again."""
    return [timed(lambda: list(tasks.due_games(now)))[0] for _ in range(ASKED)]


def plan(now: datetime) -> None:
    """What PostgreSQL does for it: it must be the partial index."""
    text = tasks.due_games(now).explain(analyze=True)
    print("\n".join(f"    {line}" for line in text.splitlines()))
    print(f"  the partial index game_wake is {'used' if 'game_wake' in text else 'NOT USED'}")


def work(now: datetime) -> None:
    """The due games, ticked one by one as the sweep does, beside bare locked transactions on the same rows."""
    ids = list(tasks.due_games(now))
    bare = [timed(lambda pk=pk: touch(pk))[0] for pk in ids]
    real = [timed(lambda pk=pk: tasks.tick_safely(pk, now))[0] for pk in ids]
    left = len(list(tasks.due_games(now)))
    told = Notice.objects.filter(game__in=ids).count()
    print(f"{len(ids)} due games ticked, {left} still due, {told} notices written")
    print(f"  a tick: median {ms(median(real))}, 95% below {ms(quantile(real, 0.95))}; all of them {sum(real):.1f} s")
    print(f"  beside a bare locked transaction x{median(real) / median(bare):.1f} ({ms(median(bare))})")


def touch(pk: int) -> None:
    """The least a writer does: lock the row, write it, write the Box."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=pk)
        game.save(update_fields=["last_number"])
        Box.objects.filter(pk=pk).update(counters={})


if __name__ == "__main__":
    main()
