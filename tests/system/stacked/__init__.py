"""Services that deal from a stacked pack: what is rare in play is brought about at once, by real processes.

    plan = Plan(package="tests.system.stacked", settings={STACK: str(path)}, ...)
    Stack(path).lay(tonk_pack(...))

Everything but the deal is as it is served elsewhere. A record of such a deal does not follow from its seed, so it
does not verify.
"""

from __future__ import annotations

from tests.system.stacked.packs import chan_pack, tonk_pack
from tests.system.stacked.stack import STACK, Stack

__all__ = ["STACK", "Stack", "chan_pack", "tonk_pack"]
