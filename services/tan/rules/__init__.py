"""The rules of Tấn: pure functions over a small state. `seeds/tan.md` is the rulebook.

Read `state` for what a set consists of, `steps` and `settlement` for how it moves, `legality` for what is
refused, `viewing` for who may know what.
"""

from services.tan.rules.choices import AttackChoices, Choices, DefendChoices, Pending, ReturnChoices
from services.tan.rules.dealing import blank_state, deal
from services.tan.rules.events import (
    AttackStopped,
    CardsDrawn,
    Event,
    HandDealt,
    LeadSkipped,
    Log,
    Phase,
    RoundEnded,
    RoundResult,
    RoundStarted,
    SeatBusted,
    SeatOut,
    SetEnded,
    SetStarted,
    StallWarning,
    TableDiscarded,
    TableTaken,
    TributePaid,
    TributeReturned,
    TributeSkipped,
    TurnChanged,
    WaveAttacked,
    WaveDefended,
)
from services.tan.rules.legality import Code
from services.tan.rules.match import (
    Match,
    after_deal,
    before_deal,
    deals_done,
    draws,
    next_leader,
    open_match,
    pack_match,
    ranking,
    scores,
    unpack_match,
)
from services.tan.rules.moves import Attack, Defend, Move, ReturnTribute, Stop, Take, canonical
from services.tan.rules.options import MOBILE, POINTS_ALLOWED, TRADITIONAL, FinishRule, Options, options_problem
from services.tan.rules.packing import pack, unpack
from services.tan.rules.playing import default_move, play, steps_of
from services.tan.rules.playouts import random_playout
from services.tan.rules.prompting import advance, pause, prompts, result
from services.tan.rules.results import Reason, Reveal, SetResult
from services.tan.rules.sampling import sample
from services.tan.rules.state import State, copy_state
from services.tan.rules.stepping import STOP, TAKE, step, steps
from services.tan.rules.tribute import open_set
from services.tan.rules.viewing import show, view
from services.tan.rules.views import Pair, SeatStatus, SeatView, Tribute, View, Wave

__all__ = [
    "MOBILE",
    "POINTS_ALLOWED",
    "STOP",
    "TAKE",
    "TRADITIONAL",
    "Attack",
    "AttackChoices",
    "AttackStopped",
    "CardsDrawn",
    "Choices",
    "Code",
    "Defend",
    "DefendChoices",
    "Event",
    "FinishRule",
    "HandDealt",
    "LeadSkipped",
    "Log",
    "Match",
    "Move",
    "Options",
    "Pair",
    "Pending",
    "Phase",
    "Reason",
    "ReturnChoices",
    "ReturnTribute",
    "Reveal",
    "RoundEnded",
    "RoundResult",
    "RoundStarted",
    "SeatBusted",
    "SeatOut",
    "SeatStatus",
    "SeatView",
    "SetEnded",
    "SetResult",
    "SetStarted",
    "StallWarning",
    "State",
    "Stop",
    "TableDiscarded",
    "TableTaken",
    "Take",
    "Tribute",
    "TributePaid",
    "TributeReturned",
    "TributeSkipped",
    "TurnChanged",
    "View",
    "Wave",
    "WaveAttacked",
    "WaveDefended",
    "advance",
    "after_deal",
    "before_deal",
    "blank_state",
    "canonical",
    "copy_state",
    "deal",
    "deals_done",
    "default_move",
    "draws",
    "next_leader",
    "open_match",
    "open_set",
    "options_problem",
    "pack",
    "pack_match",
    "pause",
    "play",
    "prompts",
    "random_playout",
    "ranking",
    "result",
    "sample",
    "scores",
    "show",
    "step",
    "steps",
    "steps_of",
    "unpack",
    "unpack_match",
    "view",
]
