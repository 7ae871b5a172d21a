"""A bot job: what its seat may see, and never the state."""

from __future__ import annotations

from typing import Any

from chieu.bot.v1.bot_pb2 import Job
from chieu.table.v1.update_pb2 import Prompt
from services.core.table.clock import Ask
from services.core.table.document import Document
from services.core.table.draft import TYPE_PREFIX, Kind, packed

__all__ = ["job"]


def job(kind: Kind, document: Document, state: Any, ask: Ask, reply_to: str, now_ms: int) -> Job:
    """The question of one open prompt to a worker."""
    choices = kind.game.prompts(state)[ask.seat].choices
    message = Job(
        game=document.game,
        table=document.table,
        prompt=Prompt(
            prompt_id=ask.prompt.prompt_id,
            seat=ask.seat,
            choices=packed(kind.codec.encode_choices(choices)),
            deadline_ms=ask.give_up_ms,
            allowed_ms=ask.prompt.allowed_ms,
        ),
        level=ask.level,
        view=packed(kind.codec.encode_view(kind.game.bot_view(state, ask.seat))),
        reply_to=reply_to,
        expires_ms=ask.give_up_ms,
        asked_ms=now_ms,
        rules_version=document.rules_version,
    )
    message.options.type_url = TYPE_PREFIX + kind.codec.options_message.DESCRIPTOR.full_name
    message.options.value = document.options
    return message
