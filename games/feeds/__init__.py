"""Feeds that a person takes into programs of their own: Atom (what waits, and news) and iCalendar (deadlines).

Each lies behind a secret address of its own, which its person may renew or take away. Whoever serves such a program may
read along, so a feed says at which table something waits, and until when; nothing of the game.
"""
