"""Lends the league's timeline the sentences of games."""

from league.presenters.timeline import tells
from missions.rules.narrate import sentence

tells(sentence)
