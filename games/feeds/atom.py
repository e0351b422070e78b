"""The Atom feed (RFC 4287) of one person: the tables that wait for them, and the latest news of their tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from django.utils.feedgenerator import Atom1Feed

from accounts.models import User
from games.channels.words import TURNS, line, plain, until
from games.feeds.keys import asked_id, feed_url, site_name
from games.feeds.waiting import Waiting, waiting_for
from games.letters import absolute
from games.models import FeedKey, Notice
from hotmk_site.texts import t

NEWS_MOST = 30
NEWS_DAYS = timedelta(days=30)
BORN = "2026"
"""The year in the ids of entries (RFC 4151): the name of the host was ours then."""


class Feed(Atom1Feed):
    """Atom whose date is that of its latest entry, and that of its key where there is none."""

    content_type = "application/atom+xml; charset=utf-8"

    def latest_post_date(self) -> datetime:
        """When this feed last changed."""
        dates: list[datetime] = [self.feed["born"], *(item["updateddate"] for item in self.items)]
        return max(dates)

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        """Plain text, said to be such: the library would call it HTML."""
        super().add_item_elements(handler, item)
        handler.addQuickElement("content", item["content"], {"type": "text"})


def atom_of(key: FeedKey, now: datetime) -> bytes:
    """The feed of this key's person, in the active language. The same bytes as long as nothing in it changes."""
    user = key.user
    feed = Feed(
        title=t("feed.title", name=plain(user.name)),
        link=absolute("home"),
        description=None,
        language=user.language,
        author_name=t("site.name"),
        feed_url=feed_url(key),
        feed_guid=_tag(f"feed/{user.pk}"),
        born=key.created_at.replace(microsecond=0),
    )
    entries = [_asked(user, one) for one in waiting_for(user, now)] + [_news(one) for one in _latest(user, now)]
    for entry in sorted(entries, key=lambda one: one["updateddate"], reverse=True):
        feed.add_item(description=cast(str, None), **entry)
    return str(feed.writeString("utf-8")).encode()


def _tag(path: str) -> str:
    return f"tag:{site_name()},{BORN}:{path}"


def _asked(user: User, one: Waiting) -> dict[str, Any]:
    game = one.game
    since = one.seat.asked_at or game.created_at
    return {
        "title": t("channel.line.your_turn", title=plain(game.title)),
        "link": absolute("table", game.public_id),
        "content": t("feed.asked", game=t(f"{game.slug}.name"), when=until(one.clock, user.zone)),
        "unique_id": _tag(f"turn/{asked_id(one.seat)}"),
        "pubdate": since.astimezone(UTC),
        "updateddate": since.astimezone(UTC),
        "categories": [t(f"{game.slug}.name")],
    }


def _latest(user: User, now: datetime) -> list[Notice]:
    """News of the last weeks. Turns are not news: they stand above while they last."""
    rows = Notice.objects.filter(user=user, game__isnull=False, created_at__gt=now - NEWS_DAYS)
    return list(rows.exclude(kind__in=TURNS).select_related("game").order_by("-id")[:NEWS_MOST])


def _news(notice: Notice) -> dict[str, Any]:
    game = notice.game
    assert game is not None
    at = notice.created_at.astimezone(UTC)
    return {
        "title": line(notice),
        "link": absolute("table", game.public_id),
        "content": t("feed.news", game=t(f"{game.slug}.name"), title=plain(game.title)),
        "unique_id": _tag(f"notice/{notice.pk}"),
        "pubdate": at,
        "updateddate": at,
        "categories": [t(f"{game.slug}.name")],
    }
