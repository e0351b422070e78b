"""Addresses of the ways to be told: webhooks, web push, feeds."""

from django.urls import path

from games.views import feeds, hooks, push

urlpatterns = [
    path("settings/hooks/add", hooks.hook_add, name="hook_add"),
    path("settings/hooks/<int:pk>/test", hooks.hook_test, name="hook_test"),
    path("settings/hooks/<int:pk>/again", hooks.hook_again, name="hook_again"),
    path("settings/hooks/<int:pk>/remove", hooks.hook_remove, name="hook_remove"),
    path("settings/push/key", push.push_key, name="push_key"),
    path("settings/push/subscribe", push.push_subscribe, name="push_subscribe"),
    path("settings/push/unsubscribe", push.push_unsubscribe, name="push_unsubscribe"),
    path("settings/push/<int:pk>/test", push.push_test, name="push_test"),
    path("settings/feeds/<slug:kind>/renew", feeds.feed_renew, name="feed_renew"),
    path("settings/feeds/<slug:kind>/revoke", feeds.feed_revoke, name="feed_revoke"),
    path("feeds/<str:token>.atom", feeds.atom, name="feed_atom"),
    path("feeds/<str:token>.ics", feeds.ical, name="feed_ical"),
    path("sw.js", push.service_worker, name="service_worker"),
    path("manifest.webmanifest", push.manifest, name="manifest"),
]
