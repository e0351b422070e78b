"""The small answers of the house itself."""

from django.test import Client


def test_healthz_says_ok_and_nothing_else() -> None:
    answer = Client().get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"ok"


def test_every_answer_refuses_foreign_scripts_and_the_powers_of_the_browser() -> None:
    answer = Client().get("/healthz")
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
