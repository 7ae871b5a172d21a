"""Finding tables: public listings and join codes. Both are leases that tables renew, and neither is ever trusted."""

from services.core.lobby.lobby import Lobby

__all__ = ["Lobby"]
