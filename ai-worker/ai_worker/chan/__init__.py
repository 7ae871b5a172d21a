"""How bots play Chắn: one module a level, the trials of its search, and what the choices of a prompt offer."""

from ai_worker.chan.answers import ChanQuestion, any_answer, is_offered, offered
from ai_worker.chan.easy import easy
from ai_worker.chan.hard import hard
from ai_worker.chan.normal import normal

__all__ = ["ChanQuestion", "any_answer", "easy", "hard", "is_offered", "normal", "offered"]
