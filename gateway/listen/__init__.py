"""One port for sockets and HTTP: the door, and who takes a connection behind it."""

from gateway.listen.door import WS_PATH, Door, Rooms, plain_answer
from gateway.listen.head import Head, client_address, read_head
from gateway.listen.socket import Peer, WebSocket, serve_socket
from gateway.listen.web import WebServer

__all__ = [
    "WS_PATH",
    "Door",
    "Head",
    "Peer",
    "Rooms",
    "WebServer",
    "WebSocket",
    "client_address",
    "plain_answer",
    "read_head",
    "serve_socket",
]
