"""Serves Tonk: `python -m services.tonk`. Settings: `services.core.settings`."""

from __future__ import annotations

from chieu.tonk.v1 import tonk_service_pb2, tonk_service_pb2_grpc
from services.core.replica import Service, main
from services.tonk.codec import CODEC
from services.tonk.game import TONK

SERVICE = Service(
    game=TONK,
    codec=CODEC,
    messages=tonk_service_pb2,
    add_to_server=tonk_service_pb2_grpc.add_TonkServiceServicer_to_server,
    name="chieu.tonk.v1.TonkService",
)

if __name__ == "__main__":
    main(SERVICE)
