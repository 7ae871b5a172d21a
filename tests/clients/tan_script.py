"""Updates of a made-up Tấn table, for scripts."""

from __future__ import annotations

import time

from chieu.table.v1 import table_pb2
from chieu.table.v1.table_pb2 import Bot, Player, Seat, Settings, Table
from chieu.table.v1.update_pb2 import Prompt, Update
from chieu.tan.v1 import tan_pb2
from chieu_client import pack
from chieu_client.games import tan

MARK_BYTES = 8


def mark(seq: int, history: str = "a") -> bytes:
    return f"{history}{seq}".encode().ljust(MARK_BYTES, b".")


def prompt_id(seq: int) -> bytes:
    return f"prompt {seq}".encode().ljust(16, b".")


def choices(*cards: str, limit: int = 8, may_stop: bool = False, one_rank: bool = True) -> tan_pb2.Choices:
    fitting = [tan.card(card) for card in cards]
    offered = tan_pb2.AttackChoices(fitting=fitting, limit=limit, may_stop=may_stop, one_rank=one_rank)
    return tan_pb2.Choices(attack=offered)


def defence(pending: dict[str, str], *, may_defend: bool = True) -> tan_pb2.Choices:
    """Pending cards and, in one string, what beats each."""
    beaters = [
        tan_pb2.Beaters(attack=tan.card(card), beaters=[tan.card(text) for text in texts.split()])
        for card, texts in pending.items()
    ]
    return tan_pb2.Choices(defend=tan_pb2.DefendChoices(pending=beaters, may_defend=may_defend))


def state(phase: table_pb2.Phase.ValueType = table_pb2.PHASE_PLAYING, **fields: object) -> Table:
    made = Table(
        id="tan:01.x",
        game="tan",
        phase=phase,
        settings=Settings(seats=2),
        seats=[Seat(number=0, player=Player(name="An")), Seat(number=1, bot=Bot(level="normal"))],
        deal=1,
        scores=[0, 0],
    )
    made.MergeFrom(Table(**fields))  # type: ignore[arg-type]  # keyword fields of the message
    return made


def update(
    seq: int,
    *,
    table: str = "tan:01.x",
    asks: tan_pb2.Choices | None = None,
    phase: table_pb2.Phase.ValueType = table_pb2.PHASE_PLAYING,
    history: str = "a",
    seconds: float = 20,
) -> Update:
    """An update of seat 0; with `asks` it has an open prompt whose id comes from `seq`."""
    made = Update(table=table, seq=seq, mark=mark(seq, history), server_ms=int(time.time() * 1000), seat=0)
    made.state.CopyFrom(state(phase))
    made.view.CopyFrom(pack(tan_pb2.View(set_no=1)))
    if asks is not None:
        deadline = int((time.time() + seconds) * 1000)
        made.prompt.CopyFrom(
            Prompt(prompt_id=prompt_id(seq), seat=0, choices=pack(asks), deadline_ms=deadline, allowed_ms=20000)
        )
    return made
