"""``bin/endure``: kill -9 the worker, the beat, the web server and the broker at random moments during many games.

A PostgreSQL of its own, a broker, a web server, a worker, a beat and a mail server are started on this machine. People
play by HTTP, bots answer, others have vanished and their time runs out. At the end: every acknowledged move is there
once, every log leads to what is stored, every notice went out, no more messages came twice than parts were killed, and
no overdue seat waited longer than two sweeps while everything was up. Exits with 1 when anything of that is not so.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from statistics import median

SWEEP = 2.0
"""Seconds between two sweeps here."""


def main() -> int:
    arguments = read()
    with ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="lantern-", ignore_cleanup_errors=True)
        scratch = Path(stack.enter_context(folder))
        scratch.chmod(0o711)
        return run(arguments, scratch, stack)


def read() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--asleep", type=int, default=40, help="tables whose person never comes back")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10, help="how long people play and parts are killed")
    parser.add_argument("--every", type=float, default=10, help="seconds between two kills, on average")
    parser.add_argument("--slug", default="hall")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def run(arguments: argparse.Namespace, scratch: Path, stack: ExitStack) -> int:
    from hotmk_site import broker
    from hotmk_site.supervisor import Supervisor
    from tests.endure.parts import Inbox, Killer, free_port, make
    from tests.suite.servers import Postgres, postgres_binaries

    log = (scratch / "log").open("w+")
    os.dup2(log.fileno(), 2)  # what the parts complain about goes there; what it means is told at the end
    server, inbox, port = Postgres(scratch / "pg", postgres_binaries(say)), Inbox(), free_port()
    stack.callback(inbox.controller.stop)
    server.create()
    var = scratch / "var"
    var.mkdir()
    os.environ.update(
        SITE_MODE="local", VAR_DIR=str(var), DATABASE_URL=server.url, EMAIL_URL=inbox.url,
        BROKER_URL=broker.url(var / "broker.sock"), SWEEP_SECONDS=str(SWEEP), NOTICE_SECONDS=str(SWEEP),
        DJANGO_SETTINGS_MODULE="hotmk_site.settings", PYTHONWARNINGS="ignore", PORT=str(port),
    )  # fmt: skip
    boss = Supervisor([server.part()], ["postgres"], say)
    boss.start("postgres")
    stack.callback(boss.stop)
    prepare()
    parts = make(var, port)
    for part in parts.values():
        part.start()
        stack.callback(part.stop, lambda: False)
    killer = Killer(parts, arguments.seed, (arguments.every * 0.5, arguments.every * 1.5))
    return play_on(arguments, killer, inbox, port) or complaints(scratch / "log")


def complaints(path: Path) -> int:
    """Errors of the site's own that a killed part does not explain: 1 when there are any."""
    lines = [line for line in path.read_text(errors="replace").splitlines() if " ERROR games" in line]
    for line in lines[:20]:
        say(f"WRONG: {line}")
    return 1 if lines else 0


def prepare() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("compile_texts", verbosity=0, skip_checks=True)


def play_on(arguments: argparse.Namespace, killer: object, inbox: object, port: int) -> int:
    from games import pulse
    from tests.endure import load
    from tests.endure.parts import Inbox, Killer, until

    assert isinstance(killer, Killer)
    assert isinstance(inbox, Inbox)
    until(lambda: pulse.last("sweep"), 60)
    users, gone = load.people(arguments.players, "Player"), load.people(5, "Sleeper")
    load.lay_tables(users, gone, arguments.slug, arguments.games, arguments.asleep)
    say(f"{arguments.games} games laid out, {arguments.asleep} of them with a person who has vanished")
    players = [load.Player(user, port, arguments.seed + n) for n, user in enumerate(users)]
    for player in players:
        player.start()
    killer.start()
    late = watch(arguments.minutes * 60, killer, players)
    killer.stop()
    for player in players:
        player.done.set()
        player.join()
    say("no more kills; waiting until nothing waits")
    until(quiet, 180)
    return tell(killer, players, inbox, late)


def watch(seconds: float, killer: object, players: object) -> list[str]:
    """Until the time is over or all games are: look for seats that wait too long while everything is up."""
    from django.utils import timezone

    from games.models import Game
    from tests.endure import verdict

    end, late = time.monotonic() + seconds, []
    while time.monotonic() < end:
        time.sleep(0.5)
        if killer.up and time.monotonic() - killer.back > 2 * SWEEP + 1:  # type: ignore[attr-defined]
            late += verdict.overdue(timezone.now() - timedelta(seconds=2 * SWEEP + 1))
        if not Game.objects.filter(status=Game.Status.RUNNING).exists():
            break
    return late


def quiet() -> bool:
    from django.utils import timezone

    from games.models import Delivery, Notice

    waiting = Delivery.objects.filter(sent_at__isnull=True, dropped_at__isnull=True, failed_at__isnull=True)
    waiting.filter(due_at__gt=timezone.now()).update(due_at=timezone.now())  # bundles and second looks: now
    return not (Notice.objects.filter(routed_at__isnull=True).exists() or waiting.exists())


def tell(killer: object, players: list, inbox: object, late: list[str]) -> int:  # type: ignore[type-arg]
    from games.models import Delivery, Game, Move, Notice
    from tests.endure import verdict
    from tests.endure.parts import RECOVERY

    answered = [deed for player in players for deed in player.answered]
    lost, doubled = verdict.notices(inbox.copies)  # type: ignore[attr-defined]
    kills = killer.kills  # type: ignore[attr-defined]
    total = sum(kills.values())
    wrong = [*verdict.moves(answered), *lost, *sorted(set(late))]
    if doubled > total:
        wrong.append(f"{doubled} messages came again, after {total} kills")
    over = Game.objects.filter(status=Game.Status.FINISHED).count()
    again = killer.recovered  # type: ignore[attr-defined]
    say(f"kills: {dict(kills)}, {total} in all; requests sent again: {sum(p.retries for p in players)}")
    say(f"the work went on {median(again):.1f} s after a start (median), {max(again):.1f} s at worst")
    wrong += [f"{sum(1 for s in again if s >= RECOVERY)} parts did not come back"] if max(again) >= RECOVERY else []
    stored = Move.objects.filter(kind="action").count()
    say(f"moves: {stored} stored, {len(answered)} acknowledged by HTTP; {over} games over")
    refused = [found for player in players for found in player.refused]
    say(f"requests refused as stale or closed: {len(refused)}")
    expired = Move.objects.filter(kind="table", text__in=["expire", "autopilot"]).count()
    say(f"time ran out {expired} times; seats that waited longer than two sweeps: {len(set(late))}")
    sent = Delivery.objects.filter(sent_at__isnull=False).count()
    say(f"notices: {Notice.objects.count()}, deliveries sent {sent}; messages that came twice: {doubled}")
    for line in wrong[:40]:
        say(f"WRONG: {line}")
    say("all held" if not wrong else f"{len(wrong)} things are wrong")
    return 1 if wrong else 0


def say(sentence: str) -> None:
    print(f"· {sentence}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
