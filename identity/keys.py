"""Where the keys come from that tokens are checked with: one shared secret, or an issuer's JWKS page."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import jwt

from identity.faults import BadToken, TokenFault

__all__ = ["JwksKeys", "KeySource", "SecretKey", "VerifyKey"]

VerifyKey = bytes | jwt.PyJWK
"""What PyJWT checks a signature with."""

_ASYMMETRIC: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
_SHORTEST_SECRET: Final = 32
_LARGEST_PAGE: Final = 256 * 1024


class KeySource(Protocol):
    """Keys by their id. `algorithms` are the only ones that its keys may be used with."""

    algorithms: Sequence[str]

    def cached(self, kid: str | None) -> VerifyKey | None:
        """The key if it is at hand, else None."""

    async def fetched(self, kid: str | None) -> VerifyKey | None:
        """The key, asked for if need be. None: there is no such key. BadToken(UNAVAILABLE): nobody could say."""


class SecretKey:
    """One secret of at least 32 bytes, for HS256 alone."""

    def __init__(self, secret: str | bytes) -> None:
        key = secret.encode() if isinstance(secret, str) else secret
        if len(key) < _SHORTEST_SECRET:
            raise ValueError(f"a token secret needs at least {_SHORTEST_SECRET} bytes, this one has {len(key)}")
        self.algorithms: Sequence[str] = ("HS256",)
        self._key = key

    def cached(self, kid: str | None) -> VerifyKey | None:  # noqa: ARG002 - one key, whatever its name
        """The secret."""
        return self._key

    async def fetched(self, kid: str | None) -> VerifyKey | None:
        """The secret."""
        return self.cached(kid)


class JwksKeys:
    """Public keys of an issuer, read from its JWKS page and kept.

    The page is read again when its keys are `lifetime` seconds old or a key id is unknown, but never more often than
    every `pause` seconds, so that made-up key ids cannot make us call the issuer. Old keys go on counting while the
    issuer cannot be reached. Symmetric keys on the page are passed over: whoever reads the page could sign with them.
    """

    def __init__(
        self,
        url: str,
        *,
        lifetime: float = 600,
        pause: float = 30,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[str], bytes] | None = None,
    ) -> None:
        if not url.startswith(("https://", "http://")):
            raise ValueError(f"a JWKS URL is http or https, this one is {url!r}")
        self.algorithms: Sequence[str] = _ASYMMETRIC
        self._url = url
        self._lifetime = lifetime
        self._pause = pause
        self._clock = clock
        self._read = read or _read_page
        self._keys: Mapping[str | None, jwt.PyJWK] = {}
        self._read_at = -float("inf")
        self._tried_at = -float("inf")
        self._reading = asyncio.Lock()

    def cached(self, kid: str | None) -> VerifyKey | None:
        """The key if the page was read recently and has it."""
        return self._keys.get(kid) if self._clock() - self._read_at < self._lifetime else None

    async def fetched(self, kid: str | None) -> VerifyKey | None:
        """The key, after the page was read again if that may help."""
        async with self._reading:  # one reader for all who wait
            if (key := self.cached(kid)) is None and self._clock() - self._tried_at >= self._pause:
                await self._refresh()
        if (key := self._keys.get(kid)) is None and not self._keys:
            raise BadToken(TokenFault.UNAVAILABLE, "the issuer's keys could not be read")
        return key

    async def _refresh(self) -> None:
        self._tried_at = self._clock()
        try:
            self._keys = _usable(json.loads(await asyncio.to_thread(self._read, self._url)))
        except (OSError, ValueError, jwt.PyJWTError):
            return  # what was known goes on counting; with nothing known, `fetched` says so
        self._read_at = self._clock()


def _usable(page: Any) -> dict[str | None, jwt.PyJWK]:
    """The page's public signature keys by id. A page with a single key also answers for tokens that name none."""
    entries = page.get("keys") if isinstance(page, dict) else None
    if not isinstance(entries, list):
        raise ValueError("a JWKS page is an object with a list of keys")  # noqa: TRY004 - it came from outside
    keys: dict[str | None, jwt.PyJWK] = {}
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("kty") == "oct" or entry.get("use", "sig") != "sig":
            continue
        try:
            key = jwt.PyJWK.from_dict(entry)
        except jwt.PyJWTError:
            continue  # a kind of key that we do not know
        if key.algorithm_name in _ASYMMETRIC:
            keys[key.key_id] = key
    if len(keys) == 1:
        keys[None] = next(iter(keys.values()))
    return keys


def _read_page(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310 - http(s), checked above
    with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310 - the operator's own setting
        page: bytes = answer.read(_LARGEST_PAGE)
    return page
