"""The rules of Chắn: pure functions over a small state. `seeds/chan.md` is the rulebook.

Read `state` for what a hand consists of, `flow` and `claims` for how it moves, `refusals` and `bans` for what is
legal, `winning` for the mathematics of ten pairs, `cuoc` for what they score, `viewing` for who may know what.
"""

from services.chan.rules.choices import Choices, ClaimChoices, DiscardChoices, HeavenChoices, TakeChoices
from services.chan.rules.cuoc import VALUES, cuoc_lines, points, score, settle_points
from services.chan.rules.dealing import deal
from services.chan.rules.events import (
    Captured,
    Chiued,
    Claim,
    Claimed,
    DeadHand,
    Decision,
    Discarded,
    DiscardReason,
    Event,
    HandEnded,
    HandStarted,
    Log,
    MeldForm,
    NextStep,
    Origin,
    Passed,
    Stage,
    StockRevealed,
)
from services.chan.rules.flow import open_hand
from services.chan.rules.kinds import CC, COPIES, DEALT, KINDS, LIBRARY, RED, UNKNOWN, LibraryCard, name, parse
from services.chan.rules.match import (
    Match,
    after_deal,
    before_deal,
    deals_done,
    draws,
    open_match,
    pack_match,
    ranking,
    scores,
    unpack_match,
)
from services.chan.rules.moves import Ca, Chan, Chiu, Discard, Move, Pass, Win
from services.chan.rules.options import House, Options, options_problem
from services.chan.rules.packing import pack, unpack
from services.chan.rules.playing import default_move, play, step_of
from services.chan.rules.playouts import greedy_playout, random_playout
from services.chan.rules.prompting import advance, pause, prompts, result
from services.chan.rules.refusals import Code
from services.chan.rules.results import Cuoc, CuocLine, HandResult, Pair, Reason
from services.chan.rules.sampling import guess, sample, unseen
from services.chan.rules.state import State, copy_state
from services.chan.rules.stepping import CA, CHAN, CHIU, PASS, SETTLE, WIN, answer, step, steps
from services.chan.rules.viewing import show, view
from services.chan.rules.views import DoorCard, LiveCard, Meld, SeatView, View
from services.chan.rules.winning import chan_count, unpaired, waits, wins_as_dealt, wins_with

__all__ = [
    "CA",
    "CC",
    "CHAN",
    "CHIU",
    "COPIES",
    "DEALT",
    "KINDS",
    "LIBRARY",
    "PASS",
    "RED",
    "SETTLE",
    "UNKNOWN",
    "VALUES",
    "WIN",
    "Ca",
    "Captured",
    "Chan",
    "Chiu",
    "Chiued",
    "Choices",
    "Claim",
    "ClaimChoices",
    "Claimed",
    "Code",
    "Cuoc",
    "CuocLine",
    "DeadHand",
    "Decision",
    "Discard",
    "DiscardChoices",
    "DiscardReason",
    "Discarded",
    "DoorCard",
    "Event",
    "HandEnded",
    "HandResult",
    "HandStarted",
    "HeavenChoices",
    "House",
    "LibraryCard",
    "LiveCard",
    "Log",
    "Match",
    "Meld",
    "MeldForm",
    "Move",
    "NextStep",
    "Options",
    "Origin",
    "Pair",
    "Pass",
    "Passed",
    "Reason",
    "SeatView",
    "Stage",
    "State",
    "StockRevealed",
    "TakeChoices",
    "View",
    "Win",
    "advance",
    "after_deal",
    "answer",
    "before_deal",
    "chan_count",
    "copy_state",
    "cuoc_lines",
    "deal",
    "deals_done",
    "default_move",
    "draws",
    "greedy_playout",
    "guess",
    "name",
    "open_hand",
    "open_match",
    "options_problem",
    "pack",
    "pack_match",
    "parse",
    "pause",
    "play",
    "points",
    "prompts",
    "random_playout",
    "ranking",
    "result",
    "sample",
    "score",
    "scores",
    "settle_points",
    "show",
    "step",
    "step_of",
    "steps",
    "unpack",
    "unpack_match",
    "unpaired",
    "unseen",
    "view",
    "waits",
    "wins_as_dealt",
    "wins_with",
]
