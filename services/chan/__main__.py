"""Serves Chắn: `python -m services.chan`. Settings: `services.core.settings`."""

from __future__ import annotations

from chieu.chan.v1 import chan_service_pb2, chan_service_pb2_grpc
from services.chan.codec import CODEC
from services.chan.game import CHAN
from services.core.replica import Service, main

SERVICE = Service(
    game=CHAN,
    codec=CODEC,
    messages=chan_service_pb2,
    add_to_server=chan_service_pb2_grpc.add_ChanServiceServicer_to_server,
    name="chieu.chan.v1.ChanService",
)

if __name__ == "__main__":
    main(SERVICE)
