"""Numbers that processes publish."""

from __future__ import annotations

import http.client

from prometheus_client.parser import text_string_to_metric_families

__all__ = ["Numbers", "get", "scrape"]

Numbers = dict[str, float]
"""Samples by their names, added up over their labels."""


def get(address: str, path: str) -> tuple[int, bytes]:
    """Status and body of one GET; (0, b"") where nobody answers."""
    connection = http.client.HTTPConnection(address, timeout=5)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def scrape(address: str) -> Numbers:
    """What a process counts."""
    numbers: Numbers = {}
    for family in text_string_to_metric_families(get(address, "/metrics")[1].decode()):
        for sample in family.samples:
            numbers[sample.name] = numbers.get(sample.name, 0.0) + sample.value
    return numbers
