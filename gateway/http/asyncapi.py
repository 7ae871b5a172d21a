"""The AsyncAPI document of the socket, made from the protos and the close codes."""

from __future__ import annotations

import functools
from typing import Any, Final

from chieu.gateway.v1 import gateway_pb2
from gateway.close_codes import MEANINGS, CloseCode, come_back
from gateway.http.comments import comment
from gateway.http.schemas import reference, schemas_of
from gateway.listen.door import WS_PATH
from gateway.wire import JSON, PROTO

__all__ = ["asyncapi"]

_CLIENT: Final = gateway_pb2.ClientFrame.DESCRIPTOR
_SERVER: Final = gateway_pb2.ServerFrame.DESCRIPTOR

_DESCRIPTION: Final = f"""\
One socket for any number of tables. Each message is one frame. Choose how frames look by the subprotocol:
`{PROTO.subprotocol}` (binary, serialized protobuf) or `{JSON.subprotocol}` (text, canonical JSON; 64-bit numbers are strings).

Say who you are by `Authorization: Bearer` in the upgrade, by `?access_token=`, or by a `Hello` as the first frame. A later
`Hello` with a newer token of the same player keeps the connection beyond the first one's expiry.

Every frame with a `corr` gets exactly one frame with that `corr`: Hello Welcome, Open Opened or Closed, Leave Closed, Answer
AnswerReply, Ping Pong, or a Refusal of the frame as such. Updates carry none.

To resume after a break, Open with the `seq` and `mark` of the last update that you have. To resync on an open connection,
Open again. After a close, the code says whether to come back: 40xx yes, 41xx with another token, 42xx no."""


@functools.cache
def asyncapi() -> dict[str, Any]:
    """The document, AsyncAPI 3.0."""
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Chiếu: the socket", "version": "v1", "description": _DESCRIPTION},
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": WS_PATH,
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (_CLIENT.name, _SERVER.name)},
                "bindings": {"ws": {"method": "GET", "query": _query(), "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            "say": _operation("receive", _CLIENT.name, comment(_CLIENT.full_name)),
            "hear": _operation("send", _SERVER.name, comment(_SERVER.full_name)),
        },
        "components": {
            "messages": {
                message.name: {"name": message.full_name, "payload": reference(message.full_name)}
                for message in (_CLIENT, _SERVER)
            },
            "schemas": schemas_of([_CLIENT, _SERVER]),
        },
        "x-close-codes": [
            {"code": code.value, "name": code.name, "meaning": MEANINGS[code], "come-back": come_back(code).value}
            for code in CloseCode
        ],
    }


def _query() -> dict[str, Any]:
    return {"type": "object", "properties": {"access_token": {"type": "string", "description": "A JSON Web Token."}}}


def _operation(action: str, message: str, text: str) -> dict[str, Any]:
    return {
        "action": action,
        "summary": text,
        "channel": {"$ref": "#/channels/socket"},
        "messages": [{"$ref": f"#/channels/socket/messages/{message}"}],
    }
