"""The site under fire: its parts are killed at random moments while many games are played; nothing may be lost."""
