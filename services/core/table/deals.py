"""From one deal to the next: beginning a deal, ending it, ending the match."""

from __future__ import annotations

from chieu.table.v1 import record_pb2
from chieu.table.v1.update_pb2 import TableEvent
from services.core import chance, record
from services.core.game import End, RecordOpens
from services.core.refusal import Reason, Refused
from services.core.table.document import Phase
from services.core.table.draft import Draft, packed

__all__ = ["begin", "draw_seed", "finish_if_over", "start"]


def draw_seed(draft: Draft) -> None:
    """Draw and commit to the seed of the next deal, so that a restart deals the same cards."""
    seed = draft.random(32)
    draft.change(seed=seed, commitment=chance.commitment(seed))


def start(draft: Draft, deal: int) -> None:
    """Begin a deal that was named by its number. Starting the running one again does nothing."""
    document = draft.document
    if deal == document.deal and document.phase == Phase.PLAYING:
        return
    if document.is_over:
        raise Refused(Reason.REASON_MATCH_OVER if document.phase == Phase.FINISHED else Reason.REASON_TABLE_CLOSED)
    if deal != document.deal + 1 or document.phase == Phase.PLAYING:
        raise Refused(Reason.REASON_BAD_DEAL_NUMBER, f"the next deal is {document.deal + 1}")
    begin(draft)


def begin(draft: Draft) -> None:
    """Deal. The match said that it is ready when the deal before ended."""
    game, document, options = draft.game, draft.document, draft.options
    deal = document.deal + 1
    contributions = [(number, seat.entropy) for number, seat in enumerate(document.seats) if seat.entropy]
    drawn = chance.draw(document.seed, contributions, document.table, deal, list(game.draws(options, draft.match)))
    state, events = game.deal(options, draft.match, drawn)
    draft.set_state(state)
    _open_record(draft, deal, contributions)
    draft.change(deal=deal, phase=Phase.PLAYING, next_deal_ms=0, settles_ms=0)
    for number, seat in enumerate(document.seats):
        draft.change_seat(number, ready=not seat.is_player, prompt=None, turn=None)
    draft.tell(TableEvent(deal_started=TableEvent.DealStarted(deal=deal, commitment=document.commitment)))
    draft.events.extend(events)
    draft.first_prompts()
    finish_if_over(draft)


def _open_record(draft: Draft, deal: int, contributions: list[tuple[int, bytes]]) -> None:
    document = draft.document
    header = record_pb2.Record(
        table=document.table,
        deal=deal,
        game=document.game,
        rules_version=document.rules_version,
        seats=len(document.seats),
        options=packed(draft.kind.codec.encode_options(draft.options)),
        match=document.match,
        commitment=document.commitment,
        contributions=[record_pb2.Contribution(seat=seat, entropy=entropy) for seat, entropy in contributions],
    )
    header.root = record.root(header)
    draft.change(chain=header.root)
    draft.entries.append(header.SerializeToString(deterministic=True))


def finish_if_over(draft: Draft) -> None:
    """If the deal has its result: close the record, add up, and look whether the match goes on."""
    result = draft.game.result(draft.state)
    if result is None or not draft.is_playing:
        return
    game, document = draft.game, draft.document
    match = game.after_deal(draft.options, draft.match, result)
    draft.match = match
    encoded = packed(draft.kind.codec.encode_result(result))
    scores = list(game.scores(match))
    end = record_pb2.Record(seed=document.seed, result=encoded, scores=scores, ended_ms=draft.now_ms)
    draft.entries.append(end.SerializeToString(deterministic=True))
    draft.archive = document.deal
    draft.tell(TableEvent(deal_ended=TableEvent.DealEnded(deal=document.deal, result=encoded, scores=scores)))
    draft.change(match=game.pack_match(match), settles_ms=0)
    for number in range(len(document.seats)):
        draft.change_seat(number, prompt=None)
    verdict = game.before_deal(draft.options, match)
    if isinstance(verdict, End):
        _finish(draft, verdict)
    else:
        _between(draft)


def _finish(draft: Draft, end: End) -> None:
    draft.change(phase=Phase.FINISHED, ranking=end.ranking, end_reason=end.reason, seed=b"")
    draft.tell(TableEvent(match_ended=TableEvent.MatchEnded(ranking=end.ranking, reason=end.reason)))


def _between(draft: Draft) -> None:
    pause = draft.kind.timing.scaled(draft.document.settings.between_ms) if draft.document.players else 0
    draft.change(phase=Phase.BETWEEN, next_deal_ms=draft.now_ms + pause)
    draw_seed(draft)


def record_is_open(draft: Draft) -> bool:
    """Whether finished deals of this table may be read yet."""
    return draft.game.record_opens is RecordOpens.AFTER_DEAL or draft.document.is_over
