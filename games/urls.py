"""Addresses of tables: the lobby, a table and its verbs, what remains after the end."""

from django.urls import include, path

from games.views import (
    bench,
    create,
    dice,
    invite,
    lobby,
    record,
    replay,
    table,
    table_art,
    table_seat,
    unsubscribe,
    waiting,
)

urlpatterns = [
    path("", include("games.urls_channels")),
    path("stop/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("bench/", bench.bench, name="bench"),
    path("bench/volunteer/", bench.bench_volunteer, name="bench_volunteer"),
    path("bench/<slug:public_id>/<int:number>/", bench.bench_seat, name="bench_seat"),
    path("tables/open/", create.create, name="create"),
    path("tables/<slug:public_id>/", table.table, name="table"),
    path("tables/<slug:public_id>/now/", table.now, name="now"),
    path("tables/<slug:public_id>/act/", table.act, name="act"),
    path("tables/<slug:public_id>/undo/", table.undo, name="undo"),
    path("tables/<slug:public_id>/wheel/", table.wheel, name="wheel"),
    path("tables/<slug:public_id>/news/", waiting.news, name="waiting_news"),
    path("tables/<slug:public_id>/join/", waiting.join, name="join"),
    path("tables/<slug:public_id>/leave/", waiting.leave, name="leave"),
    path("tables/<slug:public_id>/close/", waiting.close, name="close"),
    path("tables/<slug:public_id>/bot/", waiting.bot_here, name="bot_here"),
    path("tables/<slug:public_id>/bot-away/", waiting.bot_away, name="bot_away"),
    path("tables/<slug:public_id>/invite/", invite.invite, name="invite"),
    path("tables/<slug:public_id>/decline/", invite.decline, name="decline"),
    path("tables/<slug:public_id>/link/<slug:code>/", invite.secret_link, name="secret_link"),
    path("tables/<slug:public_id>/seat/<int:number>/", table_seat.seat, name="seat"),
    path("tables/<slug:public_id>/replay/", replay.replay, name="replay"),
    path("tables/<slug:public_id>/replay/<int:step>/", replay.replay, name="replay_step"),
    path("tables/<slug:public_id>/dice/", dice.dice, name="dice"),
    path("sheets/<slug:slug>/<slug:edition>/<slug:name>.svg", table_art.sheet, name="sheet"),
    path("tables/<slug:public_id>/record.json", record.record, name="record"),
]
