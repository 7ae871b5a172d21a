"""Serves Tấn: `python -m services.tan`. Settings: `services.core.settings`."""

from __future__ import annotations

from chieu.tan.v1 import tan_service_pb2, tan_service_pb2_grpc
from services.core.replica import Service, main
from services.tan.codec import CODEC
from services.tan.game import TAN

SERVICE = Service(
    game=TAN,
    codec=CODEC,
    messages=tan_service_pb2,
    add_to_server=tan_service_pb2_grpc.add_TanServiceServicer_to_server,
    name="chieu.tan.v1.TanService",
)

if __name__ == "__main__":
    main(SERVICE)
