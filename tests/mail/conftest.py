"""The tables of the tests of pages, for mails."""

from tests.web.conftest import finished, in_english, open_table, running

__all__ = ["finished", "in_english", "open_table", "running"]
