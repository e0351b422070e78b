"""Reply by mail: an incoming mail becomes a line of actions, and an answer.

``receive.take`` is the one way in; standard input, IMAP and webhooks only bring mails to it.
"""
