"""`python -m gateway`: runs until SIGTERM or SIGINT, then drains and exits 0. Settings: gateway/settings.py."""

from __future__ import annotations

import asyncio
import signal
import sys

import structlog
import uvloop
from pydantic import ValidationError

from gateway.app import Gateway
from gateway.settings import Settings
from telemetry import set_up_logging, set_up_tracing


async def serve(settings: Settings) -> None:
    """Runs a gateway until it is told to end."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    gateway = Gateway(settings)
    await gateway.start()
    structlog.get_logger().info("ready", port=gateway.port)
    await ended.wait()
    structlog.get_logger().info("draining", connections=len(gateway.hub.connections))
    await gateway.stop()


def main() -> int:
    """Reads the settings and serves. 2: a setting is wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_url=False, include_input=False):
            where = ".".join(map(str, problem["loc"]))
            sys.stderr.write(f"settings: {where and where + ': '}{problem['msg']}\n")
        return 2
    set_up_logging("gateway", settings.log_level, settings.log_style)
    stop_tracing = set_up_tracing("chieu-gateway", settings.otlp_endpoint)
    uvloop.run(serve(settings))
    stop_tracing()
    return 0


if __name__ == "__main__":
    sys.exit(main())
