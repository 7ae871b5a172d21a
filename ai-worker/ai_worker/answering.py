"""One job from its bytes to its end: a move, a refusal or an expiry. Knows no Celery.

The same job gives the same move, since the seed of its chance is made from the prompt's id: a job that is delivered
twice is answered twice with the same answer, which the service counts once.
"""

from __future__ import annotations

import enum
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

from ai_worker.bots import BotGame, decide
from ai_worker.delivery import Accepted, Outcome, Refused, Unreached
from ai_worker.strategy import Question, SeatView, Thought
from chieu.bot.v1.bot_pb2 import Job

__all__ = ["Answerer", "End", "Ending", "Play", "seed_of"]

_log = structlog.get_logger(__name__)

Play = Callable[[BotGame, Message, Sequence[str], float], Outcome]
"""Brings a request to the first of the addresses that is there, within so many seconds."""

_MARGIN: Final = 0.25
"""Seconds of a job's time that are kept for bringing the answer."""
_LONGEST: Final = 5.0
_MILLI: Final = 1000


class End(enum.StrEnum):
    """How a job may end."""

    MOVE = "move"
    REFUSED = "refused"
    EXPIRED = "expired"
    UNREACHED = "unreached"
    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class Ending:
    """What became of a job. `game` and `level` are empty where they could not be read or are not known."""

    end: End
    game: str = ""
    level: str = ""
    detail: str = ""
    thought: Thought[Any] | None = None
    waited: float = 0.0
    """Seconds between the question and its reading."""
    thinking: float = 0.0


class UnreadableJob(Exception):  # noqa: N818 - somebody else's fault, and an end of the job
    """The job's parts are not what they say they are."""


def seed_of(job: Job) -> int:
    """64 bits for the bot's own chance: as random as the prompt's id, and unrelated to any card."""
    named = b"chieu/bot/v1" + job.prompt.prompt_id + job.prompt.seat.to_bytes(4, "big")
    return int.from_bytes(hashlib.sha256(named).digest()[:8], "big") >> 1


class Answerer:
    """Answers jobs. `now` gives seconds since 1970; the services' clocks and ours must agree to a fraction of a second."""

    def __init__(
        self,
        games: Mapping[str, BotGame],
        play: Play,
        *,
        services: Mapping[str, tuple[str, ...]] | None = None,
        think_seconds: float = 0.4,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._games = games
        self._play = play
        self._services = services or {}
        self._think_seconds = think_seconds
        self._now = now

    def answer(self, data: bytes) -> Ending:
        """Takes a job to its end. Raises nothing that a job could cause."""
        try:
            job = Job.FromString(data)
        except DecodeError:
            _log.exception("job is unreadable", size=len(data))
            return Ending(End.UNREADABLE)
        bot = self._games.get(job.game)
        if bot is None or job.rules_version != bot.game.rules_version:
            detail = f"game {job.game[:16]!r} with rules {job.rules_version}"
            _log.error("job is not supported", detail=detail, table=job.table)
            return Ending(End.UNSUPPORTED, detail=detail)
        return self._answer(bot, job)

    def _answer(self, bot: BotGame, job: Job) -> Ending:
        level = job.level if job.level in bot.levels else bot.usual
        now = self._now()
        waited = max(0.0, now - job.asked_ms / _MILLI)
        left = job.expires_ms / _MILLI - now
        if left <= 0:
            _log.warning("job expired", table=job.table, waited=round(waited, 3))
            return Ending(End.EXPIRED, bot.name, level, waited=waited)
        try:
            question = _question(bot, job)
        except (UnreadableJob, DecodeError, ValueError, LookupError, TypeError):
            _log.exception("job is unreadable", table=job.table)
            return Ending(End.UNREADABLE, bot.name, level, waited=waited)
        thought = decide(bot, level, question, min(left - _MARGIN, self._think_seconds), seed_of(job))
        ready = self._now()
        outcome = self._deliver(bot, job, thought, min(job.expires_ms / _MILLI - ready, _LONGEST))
        end, detail = _end(outcome)
        self._report(job, outcome)
        return Ending(end, bot.name, level, detail, thought, waited, ready - now)

    def _deliver(self, bot: BotGame, job: Job, thought: Thought[Any], within: float) -> Outcome:
        request = bot.request(
            table=job.table,
            prompt_id=job.prompt.prompt_id,
            move=bot.codec.encode_move(thought.move),
            bot_seat=job.prompt.seat,
        )
        others = [address for address in self._services.get(bot.name, ()) if address != job.reply_to]
        turn = job.prompt.prompt_id[0] % len(others) if others and job.prompt.prompt_id else 0
        return self._play(bot, request, [job.reply_to, *others[turn:], *others[:turn]], within)

    @staticmethod
    def _report(job: Job, outcome: Outcome) -> None:
        match outcome:
            case Refused(reason, rule, is_ours):
                report = _log.error if is_ours else _log.info
                report("answer refused", table=job.table, seat=job.prompt.seat, reason=reason, rule=rule)
            case Unreached(code):
                _log.warning("no service took the answer", table=job.table, code=code)
            case Accepted():
                _log.debug("answered", table=job.table, seat=job.prompt.seat)


def _end(outcome: Outcome) -> tuple[End, str]:
    match outcome:
        case Accepted():
            return End.MOVE, ""
        case Refused(reason):
            return End.REFUSED, reason
        case Unreached(code):
            return End.UNREACHED, code


def _question(bot: BotGame, job: Job) -> Question[Any, Any, Any]:
    """The job's question. A view of another seat is refused: a bot sees what its own seat sees."""
    codec = bot.codec
    view: SeatView = codec.decode_view(_unpacked(job.view, codec.view_message))
    if view.audience != job.prompt.seat:
        raise UnreadableJob(f"expected the view of seat {job.prompt.seat}, got that of {view.audience}")
    choices = codec.decode_choices(_unpacked(job.prompt.choices, codec.choices_message))
    options = codec.decode_options(_unpacked(job.options, codec.options_message), len(view.seats))
    return Question(job.prompt.seat, view, choices, options)


def _unpacked(packed: AnyMessage, kind: type[Message]) -> Message:
    message = kind()
    if not packed.Unpack(message):
        raise UnreadableJob(f"expected {message.DESCRIPTOR.full_name}, got {packed.type_url!r}")
    return message
