"""How bots play Tonk: one module a level, what they count on, and what the choices of a prompt offer."""

from ai_worker.tonk.answers import TonkQuestion, any_answer, is_offered
from ai_worker.tonk.easy import easy
from ai_worker.tonk.hard import hard
from ai_worker.tonk.normal import normal

__all__ = ["TonkQuestion", "any_answer", "easy", "hard", "is_offered", "normal"]
