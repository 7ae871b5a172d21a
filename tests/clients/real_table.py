"""A whole match of a game by the real rules, as a scripted table: what a client sees is what a server would send."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from google.protobuf.message import Message

from chieu.gateway.v1.gateway_pb2 import Answer
from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_pb2 import Bot, Player, Seat, Settings, Table
from chieu.table.v1.update_pb2 import Accepted, AnswerReply, Prompt, TableEvent, Update
from chieu_client import pack
from chieu_client.games import game
from chieu_client.unpack import unpack_as
from services.chan.codec import CODEC as CHAN_CODEC
from services.chan.game import CHAN
from services.core.codec import Registered
from services.core.game import SPECTATORS, End, IllegalMove, Pick
from services.tan.codec import CODEC as TAN_CODEC
from services.tan.game import TAN
from services.tonk.codec import CODEC as TONK_CODEC
from services.tonk.game import TONK
from tests.clients.gateway_script import ScriptedTable
from tests.clients.tan_script import mark

_GAMES = {
    "chan": Registered(CHAN, CHAN_CODEC),
    "tan": Registered(TAN, TAN_CODEC),
    "tonk": Registered(TONK, TONK_CODEC),
}


@dataclass
class RealTable(ScriptedTable):
    """Seat 0 is a player; the others play the service's own policy, a commit each, at once."""

    game: str = "tan"
    seats: int = 2
    seed: int = 1
    options: Message | None = None
    audience: int | None = 0
    now_ms: int | None = None

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        registered = _GAMES[self.game]
        self.rules, self.codec = registered.game, registered.codec
        options = self.codec.options_message() if self.options is None else self.options
        self.rules_options = self.codec.decode_options(options, self.seats)
        self.match = self.rules.open_match(self.rules_options, self.seats)
        self.end: End | None = None
        self._open: Any = None
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
            self.play(0, unpack_as(answer.move, self.codec.move_message))
        except IllegalMove as illegal:
            reason, advice = refusal_pb2.REASON_ILLEGAL_MOVE, refusal_pb2.ADVICE_CHANGE
            return AnswerReply(refusal=Refusal(reason=reason, advice=advice, rule=illegal.code))
        self.counted.append(answer)
        return AnswerReply(accepted=Accepted(seq=self.told[-1].seq))

    def play(self, seat: int, move: Message) -> None:
        """A move of seat 0, and whatever follows until it is asked again or the match is over."""
        self._play(seat, self.codec.decode_move(move))
        self._go_on()

    def asked(self) -> Message:
        """What seat 0 may answer now."""
        return self.codec.encode_choices(self.rules.prompts(self.state)[0].choices)

    def first_move(self) -> Message:
        """The first legal move of seat 0."""
        return next(game(self.game).legal_moves(self.asked()))

    def _play(self, seat: int, move: Any) -> None:
        events = self.rules.play(self.state, seat, move)
        if seat == self._who:
            self._open = None
        self._happen(events)

    def _happen(self, events: list[Any]) -> None:
        if (result := self.rules.result(self.state)) is not None:
            self.match = self.rules.after_deal(self.rules_options, self.match, result)
        self._tell(events)

    def _go_on(self) -> None:
        while not self.end:
            if self.rules.result(self.state) is not None:
                self._deal()
                return
            asked = self.rules.prompts(self.state)
            if not asked:
                self._happen(self.rules.advance(self.state))
                continue
            seat = max(asked)
            if seat == 0:
                return
            view = self.rules.bot_view(self.state, seat)
            self._play(seat, self.rules.policy(view, seat, asked[seat].choices))

    def _deal(self) -> None:
        verdict = self.rules.before_deal(self.rules_options, self.match)
        if isinstance(verdict, End):
            self.end = verdict
            self._tell([])
            return
        self.deals += 1
        chance = {
            draw.label: (self.chance.randrange(draw.size),)
            if isinstance(draw, Pick)
            else tuple(self.chance.sample(range(draw.size), draw.size))
            for draw in self.rules.draws(self.rules_options, self.match)
        }
        self.state, events = self.rules.deal(self.rules_options, self.match, chance)
        self._happen(events)
        self._go_on()

    def _tell(self, events: list[Any]) -> None:
        seq = len(self.told) + 1
        now = self.now_ms or int(time.time() * 1000)
        update = Update(table=self.id, seq=seq, mark=mark(seq), server_ms=now, seat=self.audience)
        update.state.CopyFrom(self._table())
        shown = [told for event in events if (told := self.rules.show(event, self._who)) is not None]
        update.events.extend(pack(self.codec.encode_event(event)) for event in shown)
        if len(self.told) == 0:
            update.events.add().CopyFrom(pack(TableEvent(deal_started=TableEvent.DealStarted(deal=1))))
        update.view.CopyFrom(pack(self.codec.encode_view(self.rules.view(self.state, self._who))))
        if asked := self._prompt(seq, now):
            update.prompt.CopyFrom(asked)
        if (
            shown
            or self.end
            or not self.told
            or (update.view, update.prompt) != (self.told[-1].view, self.told[-1].prompt)
        ):
            self.told.append(update)

    def _prompt(self, seq: int, now: int) -> Prompt | None:
        """The audience's question; one that stays open keeps its id and its deadline."""
        asked = None if self.end else self.rules.prompts(self.state).get(self._who)
        if asked is None:
            return None
        last = self.told[-1].prompt if self.told else Prompt()
        if last.prompt_id and asked == self._open:
            return last
        self._open = asked
        return Prompt(
            prompt_id=b"prompt%010d" % seq,
            seat=self._who,
            choices=pack(self.codec.encode_choices(asked.choices)),
            deadline_ms=now + 20_000,
            allowed_ms=20_000,
        )

    @property
    def _who(self) -> int:
        return SPECTATORS if self.audience is None else self.audience

    def _table(self) -> Table:
        phase = table_pb2.PHASE_PLAYING
        if self.end:
            phase = table_pb2.PHASE_FINISHED
        elif self.rules.result(self.state) is not None:
            phase = table_pb2.PHASE_BETWEEN
        bots = [Seat(number=number, bot=Bot(level="normal")) for number in range(1, self.seats)]
        return Table(
            id=self.id,
            game=self.game,
            phase=phase,
            settings=Settings(seats=self.seats),
            seats=[Seat(number=0, player=Player(name="An")), *bots],
            deal=self.deals,
            scores=self.rules.scores(self.match),
            ranking=self.end.ranking if self.end else (),
        )
