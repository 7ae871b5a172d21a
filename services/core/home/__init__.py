"""A replica's tables: kept decoded in memory, one commit under way for each, subscribers told what commits said.

Theory of operation. The store is the authority and the version check in its commit is the fence; what is kept here
is a cache that may be dropped at any moment. Every table has one bounded inbox. Its first command is run on a draft;
a draft that changed something is committed, and only the commit's reply replaces the cache, answers the caller and
tells the subscribers. A draft that changed nothing, a refusal for instance, is believed only after the cached version
was compared with the store's. On a conflict the table is read again and the command run again; when the store did not
answer nobody knows whether the commit counts, so the cache is dropped and the caller told to try again: remembered
replies then say what became of it.
"""

from services.core.home.home import Home
from services.core.home.subscribers import Sink, Subscription

__all__ = ["Home", "Sink", "Subscription"]
