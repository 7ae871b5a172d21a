"""Jobs as a service makes them."""

from __future__ import annotations

import os
import time
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from chieu.bot.v1.bot_pb2 import Job
from chieu.table.v1.update_pb2 import Prompt
from services.tan import rules
from services.tan.codec import CODEC
from services.tan.game import RULES_VERSION, TAN

__all__ = ["job_for", "packed"]


def packed(message: Message) -> AnyMessage:
    """The message as `google.protobuf.Any`, always the same bytes for the same message."""
    holder = AnyMessage()
    holder.Pack(message, deterministic=True)
    return holder


def job_for(state: rules.State, reply_to: str = "127.0.0.1:1", *, seconds: float = 60.0, **changes: Any) -> Job:
    """The job for the seat to act."""
    ((seat, prompt),) = TAN.prompts(state).items()
    now = int(time.time() * 1000)
    job = Job(
        game="tan",
        table="tan.07.0123456789",
        prompt=Prompt(
            prompt_id=os.urandom(16),
            seat=seat,
            choices=packed(CODEC.encode_choices(prompt.choices)),
            deadline_ms=now + int(seconds * 1000),
            allowed_ms=20_000,
        ),
        level="normal",
        view=packed(CODEC.encode_view(TAN.view(state, seat))),
        options=packed(CODEC.encode_options(state.options)),
        reply_to=reply_to,
        expires_ms=now + int(seconds * 1000),
        asked_ms=now,
        rules_version=RULES_VERSION,
    )
    for name, value in changes.items():
        if isinstance(value, Message):
            getattr(job, name).CopyFrom(value)
        else:
            setattr(job, name, value)
    return job
