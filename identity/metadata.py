"""Who calls by gRPC, and how a service says for whom it calls.

    authorization   Bearer <service token>, or Bearer <a player's JSON Web Token>
    chieu-subject   with the service token: act for this player
    chieu-tenant    with the service token: whose tables; the default tenant if absent
    chieu-name      with the service token and a subject: the name that others see
    chieu-table     with the service token and a subject: the only table that the player's token opens
    chieu-seat      with the service token and a subject: the only seat that it may take

Values of `chieu-*` are percent-encoded UTF-8, since gRPC metadata is ASCII. Beside anything but the service token they
are not looked at.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote, unquote

from identity.faults import BadToken, TokenFault
from identity.tokens import TokenVerifier
from identity.who import DEFAULT_TENANT, Identity, Role, clean_name, is_subject, is_tenant, service_identity

__all__ = ["Metadata", "bearer", "from_metadata", "is_service_token", "to_metadata"]

Metadata = Iterable[tuple[str, str | bytes]]
"""What gRPC hands over: names in lower case."""

_SCHEME: Final = "bearer "


def bearer(value: str | bytes | None) -> str:
    """The token of an `Authorization` header or metadata value; empty where there is none."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value or ""
    return text[len(_SCHEME) :].strip() if text[: len(_SCHEME)].lower() == _SCHEME else ""


def is_service_token(token: str, service_token: str) -> bool:
    """Whether the token is the service token, in constant time. An empty service token is nobody's."""
    return bool(service_token) and hmac.compare_digest(token.encode(), service_token.encode())


async def from_metadata(
    metadata: Metadata | None,
    *,
    service_token: str,
    verifier: TokenVerifier | None = None,
    tenant: str = DEFAULT_TENANT,
) -> Identity:
    """The caller behind a gRPC call, or `BadToken`. Without a verifier only the service token is believed."""
    values = {name: value if isinstance(value, str) else value.decode("latin-1") for name, value in metadata or ()}
    token = bearer(values.get("authorization"))
    if not token:
        raise BadToken(TokenFault.MISSING)
    if is_service_token(token, service_token):
        return _from_service(values, tenant)
    if verifier is None:
        raise BadToken(TokenFault.SIGNATURE, "expected the service token")
    return await verifier.verify(token)


def to_metadata(identity: Identity, service_token: str) -> tuple[tuple[str, str], ...]:
    """What a service sends with a call for that identity; `from_metadata` gives it back, its expiry left out."""
    pairs = [("authorization", f"Bearer {service_token}"), ("chieu-tenant", quote(identity.tenant, safe=""))]
    if identity.role is Role.PLAYER:
        pairs += [("chieu-subject", quote(identity.subject, safe="")), ("chieu-name", quote(identity.name, safe=""))]
        if identity.table:
            pairs.append(("chieu-table", quote(identity.table, safe="")))
        if identity.seat is not None:
            pairs.append(("chieu-seat", str(identity.seat)))
    return tuple(pairs)


def _from_service(values: Mapping[str, str], default_tenant: str) -> Identity:
    tenant = _decoded(values, "chieu-tenant") or default_tenant
    if not is_tenant(tenant):
        raise BadToken(TokenFault.CLAIM, "chieu-tenant: 1 to 64 letters, digits, dots, dashes or underscores")
    subject = _decoded(values, "chieu-subject")
    if not subject:
        return service_identity(tenant)
    if not is_subject(subject):
        raise BadToken(TokenFault.CLAIM, "chieu-subject: 1 to 128 visible characters")
    name = clean_name(_decoded(values, "chieu-name"), subject)
    return Identity(tenant, subject, name, table=_decoded(values, "chieu-table"), seat=_seat(values))


def _decoded(values: Mapping[str, str], key: str) -> str:
    try:
        return unquote(values.get(key, ""), errors="strict")
    except UnicodeDecodeError as error:
        raise BadToken(TokenFault.CLAIM, f"{key}: not percent-encoded UTF-8") from error


def _seat(values: Mapping[str, str]) -> int | None:
    if not (seat := values.get("chieu-seat", "")):
        return None
    if not (seat.isascii() and seat.isdigit() and len(seat) <= 2):
        raise BadToken(TokenFault.CLAIM, "chieu-seat: a number from 0")
    return int(seat)
