"""Addresses of the site itself: home, people, help, and what stands before the library's account pages."""

from django.urls import path

from accounts import away, channels, errors, people, preferences, rulebook, told, trial, views
from accounts.finished import finished
from accounts.home import home

urlpatterns = [
    path("", home, name="home"),
    path("settings", views.profile_settings, name="settings"),
    path("settings/notices", preferences.notices, name="notices"),
    path("settings/notices/quiet", preferences.mute, name="notices_mute"),
    path("settings/notices/usual", preferences.usual, name="notices_usual"),
    path("settings/notices/tables/<slug:public_id>", preferences.forget_table, name="notices_forget"),
    path("settings/notices/log", told.notice_log, name="notice_log"),
    path("settings/channels", channels.channels, name="channels"),
    path("settings/channels/mail-test", trial.mail_test, name="mail_test"),
    path("settings/away", away.away, name="away"),
    path("settings/away/vacation", away.vacation_start, name="vacation_start"),
    path("settings/away/back", away.vacation_end, name="vacation_end"),
    path("settings/away/auto", away.vacation_auto, name="vacation_auto"),
    path("settings/delete", views.delete_account, name="delete_account"),
    path("people/<int:pk>", people.person, name="person"),
    path("tables/finished/", finished, name="finished"),
    path("language", views.language, name="language"),
    path("rules", rulebook.rules, name="rules"),
    path("rules/<slug:slug>", rulebook.rules_of, name="rules_of"),
    path("rules/<slug:slug>/components", rulebook.facts_of, name="facts_of"),
    path("help/clocks", rulebook.help_page, {"name": "clocks"}, name="help_clocks"),
    path("help/keys", rulebook.help_page, {"name": "keys"}, name="help_keys"),
    path("help/notation", rulebook.help_page, {"name": "notation"}, name="help_notation"),
    path("press-again", errors.press_again, name="press_again"),
    path("offline", errors.offline, name="offline"),
    path("dev/mail", views.dev_mail, name="dev_mail"),
    path("dev/mail/<str:name>", views.dev_mail_one, name="dev_mail_one"),
    path("dev/mail/<str:name>/html", views.dev_mail_html, name="dev_mail_html"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("account/signup/", views.sign_up, name="account_signup"),
]
