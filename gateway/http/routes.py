"""The HTTP calls, as data: which path and method is which call of chieu.table.v1.TableService.

To add a call, add a line. Transcoding, forwarding and the OpenAPI document are made from this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message

from chieu.table.v1 import table_service_pb2

__all__ = ["ROUTES", "SERVICE", "Route"]

SERVICE: Final[ServiceDescriptor] = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]


@dataclass(frozen=True, slots=True)
class Route:
    """One call. Names in braces in the path are fields of the request, as are those of the query (GET) and body (POST)."""

    method: Literal["GET", "POST"]
    path: str
    call: str

    @property
    def rpc(self) -> MethodDescriptor:
        """The gRPC method."""
        return SERVICE.methods_by_name[self.call]

    @property
    def full_name(self) -> str:
        """The gRPC method's path."""
        return f"/{SERVICE.full_name}/{self.call}"

    @property
    def path_fields(self) -> tuple[str, ...]:
        """Fields of the request that the path holds."""
        return tuple(part[1:-1] for part in self.path.split("/") if part.startswith("{"))

    @property
    def other_fields(self) -> tuple[str, ...]:
        """Fields of the request that the query or the body holds."""
        taken = {*self.path_fields, *self._excluded}
        return tuple(field.name for field in self.request.fields if field.name not in taken)

    @property
    def _excluded(self) -> set[str]:
        """The other members of a choice that the path has made."""
        chosen = [self.request.fields_by_name[name].containing_oneof for name in self.path_fields]
        return {field.name for oneof in chosen if oneof is not None for field in oneof.fields}

    @property
    def request(self) -> Descriptor:
        """The request's message."""
        return self.rpc.input_type

    @property
    def response(self) -> Descriptor:
        """The response's message."""
        return self.rpc.output_type

    def new_request(self) -> Message:
        """An empty request."""
        return message_factory.GetMessageClass(self.request)()

    def read_response(self, data: bytes) -> Message:
        """A response, from its bytes."""
        return message_factory.GetMessageClass(self.response).FromString(data)


ROUTES: Final = (
    Route("POST", "/v1/tables", "CreateTable"),
    Route("GET", "/v1/tables", "ListTables"),
    Route("POST", "/v1/quick-seat", "QuickSeat"),
    Route("GET", "/v1/codes/{code}", "GetTable"),
    Route("GET", "/v1/tables/{table}", "GetTable"),
    Route("POST", "/v1/tables/{table}/seat", "TakeSeat"),
    Route("POST", "/v1/tables/{table}/leave", "LeaveSeat"),
    Route("POST", "/v1/tables/{table}/resume", "ResumeSeat"),
    Route("POST", "/v1/tables/{table}/controller", "SetController"),
    Route("POST", "/v1/tables/{table}/ready", "SetReady"),
    Route("POST", "/v1/tables/{table}/start", "StartDeal"),
    Route("POST", "/v1/tables/{table}/close", "CloseTable"),
    Route("GET", "/v1/tables/{table}/records", "ListRecords"),
    Route("GET", "/v1/tables/{table}/records/{deal}", "GetRecord"),
)
