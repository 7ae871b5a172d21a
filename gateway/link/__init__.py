"""The links to the game services: one stream for each replica, and subscriptions that outlive any of them."""

from gateway.link.game import GameLinks, Patience, choose
from gateway.link.link import Link, LinkOptions, LinkState
from gateway.link.router import LONGEST_TABLE_ID, Router, game_of
from gateway.link.subscription import Subscriber, Subscription

__all__ = [
    "LONGEST_TABLE_ID",
    "GameLinks",
    "Link",
    "LinkOptions",
    "LinkState",
    "Patience",
    "Router",
    "Subscriber",
    "Subscription",
    "choose",
    "game_of",
]
