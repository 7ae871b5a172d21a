from __future__ import annotations

import math

import pytest

from identity import (
    BadToken,
    Identity,
    Role,
    TokenFault,
    TokenVerifier,
    bearer,
    from_metadata,
    is_service_token,
    mint,
    to_metadata,
)

SECRET = "a secret for tests, long enough for HS256"
SERVICE = "service token"
AS_SERVICE = ("authorization", f"Bearer {SERVICE}")


@pytest.mark.parametrize("value", ["Bearer abc", "bearer abc", b"BEARER abc ", "Bearer  abc"])
def test_bearer_gives_the_token(value: str | bytes) -> None:
    assert bearer(value) == "abc"


@pytest.mark.parametrize("value", [None, "", "abc", "Basic abc", "Bearer", b"\xff"])
def test_bearer_gives_nothing_where_no_token_is(value: str | bytes | None) -> None:
    assert not bearer(value)


def test_an_empty_service_token_is_nobodys() -> None:
    assert not is_service_token("", "")
    assert is_service_token("é", "é")
    assert not is_service_token("a", "b")


@pytest.mark.parametrize(
    "identity",
    [
        Identity("studio", "an", "Nguyễn An"),
        Identity("studio", "người/chơi%", "An", table="tan-07-x", seat=0),
        Identity("studio", "service", "service", Role.SERVICE),
    ],
    ids=str,
)
async def test_what_a_service_sends_is_what_arrives(identity: Identity) -> None:
    metadata = to_metadata(identity, SERVICE)
    assert all(value.isascii() for _, value in metadata)
    assert await from_metadata(metadata, service_token=SERVICE) == identity


async def test_the_service_token_alone_is_a_service() -> None:
    who = await from_metadata([AS_SERVICE], service_token=SERVICE, tenant="house")
    assert (who.role, who.tenant, who.expires) == (Role.SERVICE, "house", math.inf)


async def test_a_player_token_cannot_speak_for_others() -> None:
    token = mint(SECRET, "an", tenant="studio")
    metadata = [("authorization", f"Bearer {token}"), ("chieu-subject", "binh"), ("chieu-tenant", "other")]
    who = await from_metadata(metadata, service_token=SERVICE, verifier=TokenVerifier.with_secret(SECRET))
    assert (who.subject, who.tenant, who.role) == ("an", "studio", Role.PLAYER)


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        (None, TokenFault.MISSING),
        ([("chieu-subject", "an")], TokenFault.MISSING),
        ([("authorization", "Bearer wrong")], TokenFault.SIGNATURE),
        ([AS_SERVICE, ("chieu-tenant", "a b")], TokenFault.CLAIM),
        ([AS_SERVICE, ("chieu-subject", "a%0Ab")], TokenFault.CLAIM),
        ([AS_SERVICE, ("chieu-subject", "%ff")], TokenFault.CLAIM),
        ([AS_SERVICE, ("chieu-subject", "an"), ("chieu-seat", "x")], TokenFault.CLAIM),
    ],
    ids=str,
)
async def test_metadata_that_proves_nothing_is_refused(
    metadata: list[tuple[str, str | bytes]] | None, reason: TokenFault
) -> None:
    with pytest.raises(BadToken) as caught:
        await from_metadata(metadata, service_token=SERVICE)
    assert caught.value.reason is reason


async def test_no_service_token_set_up_means_nobody_is_a_service() -> None:
    with pytest.raises(BadToken):
        await from_metadata([("authorization", "Bearer ")], service_token="")
