"""The game services: `core`, which knows no game, and one package for each game."""

from services.compiled import install

install()
