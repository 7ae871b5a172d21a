"""HTTP beside the socket: lobby and table calls, health, metrics, documents."""

from gateway.http.app import Web, make_app

__all__ = ["Web", "make_app"]
