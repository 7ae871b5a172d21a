"""How bots play Tấn: one module a level, and what the choices of a prompt offer."""

from ai_worker.tan.answers import TanQuestion, any_answer, is_offered
from ai_worker.tan.easy import easy
from ai_worker.tan.hard import hard
from ai_worker.tan.normal import normal

__all__ = ["TanQuestion", "any_answer", "easy", "hard", "is_offered", "normal"]
