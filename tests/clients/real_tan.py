"""A whole match of Tấn by the real rules, as a scripted table: what a client sees is what a server would send."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

from google.protobuf.message import Message

from chieu.gateway.v1.gateway_pb2 import Answer
from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_pb2 import Bot, Player, Seat, Settings, Table
from chieu.table.v1.update_pb2 import Accepted, AnswerReply, Prompt, TableEvent, Update
from chieu.tan.v1 import tan_pb2
from chieu_client import pack
from chieu_client.games import tan
from chieu_client.unpack import unpack_as
from services.core.game import SPECTATORS, End, IllegalMove, Pick
from services.tan.codec import CODEC
from services.tan.game import TAN
from tests.clients.gateway_script import ScriptedTable
from tests.clients.tan_script import mark

_GAME: Any = TAN


@dataclass
class RealTan(ScriptedTable):
    """Seat 0 is a player; the others play the service's own policy, a commit each, at once."""

    seats: int = 2
    seed: int = 1
    options: tan_pb2.Options = field(default_factory=tan_pb2.Options)
    audience: int | None = 0
    now_ms: int | None = None

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.rules_options = CODEC.decode_options(self.options, self.seats)
        self.match = _GAME.open_match(self.rules_options, self.seats)
        self.end: End | None = None
        self.deals = 0
        self._deal()

    def reply(self, answer: Answer) -> AnswerReply:
        """Plays the answer by the rules; a repetition gets its reply again."""
        if answer in self.counted:
            return AnswerReply(accepted=Accepted(seq=self.told[-1].seq))
        if self.told[-1].prompt.prompt_id != answer.prompt_id:
            stale = Refusal(reason=refusal_pb2.REASON_STALE_PROMPT, answered_by=refusal_pb2.ANSWERED_BY_CLOCK)
            return AnswerReply(refusal=stale)
        try:
            self.play(0, unpack_as(answer.move, tan_pb2.Move))
        except IllegalMove as illegal:
            reason, advice = refusal_pb2.REASON_ILLEGAL_MOVE, refusal_pb2.ADVICE_CHANGE
            return AnswerReply(refusal=Refusal(reason=reason, advice=advice, rule=illegal.code))
        self.counted.append(answer)
        return AnswerReply(accepted=Accepted(seq=self.told[-1].seq))

    def play(self, seat: int, move: Message) -> None:
        """A move of seat 0, and whatever follows until it is asked again or the match is over."""
        self._play(seat, CODEC.decode_move(move))
        self._go_on()

    def asked(self) -> Message:
        """What seat 0 may answer now."""
        return CODEC.encode_choices(_GAME.prompts(self.state)[0].choices)

    def first_move(self) -> Message:
        """The first legal move of seat 0."""
        return next(tan.legal_moves(self.asked()))

    def _play(self, seat: int, move: Any) -> None:
        events = _GAME.play(self.state, seat, move)
        if (result := _GAME.result(self.state)) is not None:
            self.match = _GAME.after_deal(self.rules_options, self.match, result)
        self._tell(events)

    def _go_on(self) -> None:
        while not self.end:
            if _GAME.result(self.state) is not None:
                self._deal()
                return
            ((seat, asked),) = _GAME.prompts(self.state).items()
            if seat == 0:
                return
            move = _GAME.policy(_GAME.view(self.state, seat), seat, asked.choices)
            self._play(seat, move)

    def _deal(self) -> None:
        verdict = _GAME.before_deal(self.rules_options, self.match)
        if isinstance(verdict, End):
            self.end = verdict
            self._tell([])
            return
        self.deals += 1
        chance = {
            draw.label: (self.chance.randrange(draw.size),)
            if isinstance(draw, Pick)
            else tuple(self.chance.sample(range(draw.size), draw.size))
            for draw in _GAME.draws(self.rules_options, self.match)
        }
        self.state, events = _GAME.deal(self.rules_options, self.match, chance)
        self._tell(events)
        self._go_on()

    def _tell(self, events: list[Any]) -> None:
        seq = len(self.told) + 1
        now = self.now_ms or int(time.time() * 1000)
        update = Update(table=self.id, seq=seq, mark=mark(seq), server_ms=now, seat=self.audience)
        update.state.CopyFrom(self._table())
        shown = [told for event in events if (told := _GAME.show(event, self._who)) is not None]
        update.events.extend(pack(CODEC.encode_event(event)) for event in shown)
        if len(self.told) == 0:
            update.events.add().CopyFrom(pack(TableEvent(deal_started=TableEvent.DealStarted(deal=1))))
        update.view.CopyFrom(pack(CODEC.encode_view(_GAME.view(self.state, self._who))))
        asked = {} if self.end else _GAME.prompts(self.state)
        if self.audience in asked:
            update.prompt.CopyFrom(
                Prompt(
                    prompt_id=b"prompt%010d" % seq,
                    seat=self.audience or 0,
                    choices=pack(CODEC.encode_choices(asked[self.audience].choices)),
                    deadline_ms=now + 20_000,
                    allowed_ms=20_000,
                )
            )
        self.told.append(update)

    @property
    def _who(self) -> int:
        return SPECTATORS if self.audience is None else self.audience

    def _table(self) -> Table:
        phase = table_pb2.PHASE_PLAYING
        if self.end:
            phase = table_pb2.PHASE_FINISHED
        elif _GAME.result(self.state) is not None:
            phase = table_pb2.PHASE_BETWEEN
        bots = [Seat(number=number, bot=Bot(level="normal")) for number in range(1, self.seats)]
        return Table(
            id=self.id,
            game="tan",
            phase=phase,
            settings=Settings(seats=self.seats),
            seats=[Seat(number=0, player=Player(name="An")), *bots],
            deal=self.deals,
            scores=_GAME.scores(self.match),
            ranking=self.end.ranking if self.end else (),
        )
