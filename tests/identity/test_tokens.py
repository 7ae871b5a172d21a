from __future__ import annotations

import base64
import json
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from identity import BadToken, Identity, JwksKeys, Role, SecretKey, TokenFault, TokenVerifier, mint

SECRET = "a secret for tests, long enough for HS256"


def verifier(**options: Any) -> TokenVerifier:
    return TokenVerifier.with_secret(SECRET, **options)


def signed(**claims: Any) -> str:
    return jwt.encode({"sub": "an", "exp": time.time() + 60} | claims, SECRET, algorithm="HS256")


async def reason(token: str, of: TokenVerifier | None = None) -> TokenFault:
    with pytest.raises(BadToken) as caught:
        await (of or verifier()).verify(token)
    return caught.value.reason


async def test_a_minted_token_proves_what_was_minted() -> None:
    token = mint(SECRET, "an", name="An", tenant="studio", table="tan-07-x", seat=2)
    who = await verifier().verify(token)
    assert who == Identity("studio", "an", "An", Role.PLAYER, "tan-07-x", 2, who.expires)
    assert 3500 < who.expires - time.time() < 3700


async def test_a_token_without_tenant_belongs_to_the_default_tenant() -> None:
    assert (await verifier(tenant="house").verify(mint(SECRET, "an"))).tenant == "house"


async def test_a_token_without_name_gets_one_that_does_not_tell_the_subject() -> None:
    who = await verifier().verify(mint(SECRET, "an@example.com"))
    assert who.name.startswith("Khach-")
    assert "an@" not in who.name


async def test_the_secret_answers_without_waiting() -> None:
    who = verifier().verify_now(mint(SECRET, "an"))
    assert who is not None
    assert who.subject == "an"


async def test_the_role_comes_from_the_token() -> None:
    assert (await verifier().verify(mint(SECRET, "bot-9", role=Role.SERVICE))).role is Role.SERVICE


@pytest.mark.parametrize(
    "claims",
    [
        {"sub": ""},
        {"sub": "a" * 129},
        {"sub": "a\nb"},
        {"tenant": "a b"},
        {"tenant": 5},
        {"name": ["An"]},
        {"table": "t" * 129},
        {"seat": -1},
        {"seat": True},
        {"seat": "1"},
        {"role": "owner"},
    ],
    ids=str,
)
async def test_a_claim_that_cannot_be_is_refused(claims: dict[str, Any]) -> None:
    assert await reason(signed(**claims)) is TokenFault.CLAIM


@pytest.mark.parametrize("claim", ["sub", "exp"])
async def test_a_token_without_subject_or_expiry_is_refused(claim: str) -> None:
    claims = {"sub": "an", "exp": time.time() + 60}
    del claims[claim]
    assert await reason(jwt.encode(claims, SECRET, algorithm="HS256")) is TokenFault.CLAIM


async def test_an_expired_token_is_refused_once_the_leeway_is_over() -> None:
    assert (await verifier(leeway=30).verify(signed(exp=time.time() - 20))).subject == "an"
    assert await reason(signed(exp=time.time() - 40), verifier(leeway=30)) is TokenFault.EXPIRED


async def test_a_token_for_later_is_refused() -> None:
    assert await reason(signed(nbf=time.time() + 600)) is TokenFault.NOT_YET


async def test_audience_and_issuer_are_checked_where_they_are_asked_for() -> None:
    strict = verifier(audience="chieu", issuer="studio")
    assert (await strict.verify(signed(aud="chieu", iss="studio"))).subject == "an"
    assert await reason(signed(aud="other", iss="studio"), strict) is TokenFault.CLAIM
    assert await reason(signed(aud="chieu", iss="other"), strict) is TokenFault.CLAIM
    assert await reason(signed(), strict) is TokenFault.CLAIM


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é.é.é", "..", "x" * 9000])
async def test_what_is_no_token_is_refused(token: str) -> None:
    assert await reason(token) in {TokenFault.MISSING, TokenFault.MALFORMED}


async def test_another_secret_is_refused() -> None:
    assert await reason(mint(SECRET + "!", "an")) is TokenFault.SIGNATURE


async def test_an_unsigned_token_is_refused() -> None:
    token = jwt.encode({"sub": "an", "exp": time.time() + 60}, "", algorithm="none")
    assert await reason(token) is TokenFault.ALGORITHM


async def test_a_short_secret_is_refused_at_start() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        SecretKey("short")


RSA_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def page(*entries: dict[str, Any]) -> bytes:
    return json.dumps({"keys": entries}).encode()


def rsa_entry(kid: str = "r1") -> dict[str, Any]:
    return RSAAlgorithm.to_jwk(RSA_KEY.public_key(), as_dict=True) | {"kid": kid, "use": "sig", "alg": "RS256"}


def ec_entry(kid: str = "e1") -> dict[str, Any]:
    return ECAlgorithm.to_jwk(EC_KEY.public_key(), as_dict=True) | {"kid": kid}


class Issuer:
    """A JWKS page that counts its readers and can be down."""

    def __init__(self, *entries: dict[str, Any]) -> None:
        self.entries = entries
        self.reads = 0
        self.is_down = False
        self.now = 1000.0

    def read(self, _url: str) -> bytes:
        self.reads += 1
        if self.is_down:
            raise OSError("down")
        return page(*self.entries)

    def verifier(self) -> TokenVerifier:
        return TokenVerifier(JwksKeys("https://issuer/jwks", read=self.read, clock=lambda: self.now))


def by_rsa(kid: str | None = "r1", algorithm: str = "RS256") -> str:
    headers = {"kid": kid} if kid else None
    return jwt.encode({"sub": "an", "exp": time.time() + 60}, RSA_KEY, algorithm=algorithm, headers=headers)


async def test_keys_of_the_issuer_are_fetched_once_and_kept() -> None:
    issuer = Issuer(rsa_entry(), ec_entry())
    checker = issuer.verifier()
    assert checker.verify_now(by_rsa()) is None
    assert (await checker.verify(by_rsa())).subject == "an"
    token = jwt.encode({"sub": "binh", "exp": time.time() + 60}, EC_KEY, algorithm="ES256", headers={"kid": "e1"})
    assert (await checker.verify(token)).subject == "binh"
    assert checker.verify_now(by_rsa()) is not None
    assert issuer.reads == 1


async def test_an_unknown_key_id_makes_us_ask_again_but_not_often() -> None:
    issuer = Issuer(rsa_entry(), ec_entry())
    checker = issuer.verifier()
    await checker.verify(by_rsa())
    for _ in range(5):
        assert await reason(by_rsa("r2"), checker) is TokenFault.UNKNOWN_KEY
    assert issuer.reads == 1
    issuer.entries = (rsa_entry("r2"), ec_entry())
    issuer.now += 31
    assert (await checker.verify(by_rsa("r2"))).subject == "an"
    assert issuer.reads == 2


async def test_known_keys_go_on_counting_while_the_issuer_is_down() -> None:
    issuer = Issuer(rsa_entry(), ec_entry())
    checker = issuer.verifier()
    await checker.verify(by_rsa())
    issuer.is_down = True
    issuer.now += 10_000
    assert (await checker.verify(by_rsa())).subject == "an"


async def test_an_issuer_that_was_never_reached_is_said_to_be_unavailable() -> None:
    issuer = Issuer()
    issuer.is_down = True
    assert await reason(by_rsa(), issuer.verifier()) is TokenFault.UNAVAILABLE


async def test_the_only_key_answers_for_tokens_that_name_none() -> None:
    assert (await Issuer(rsa_entry()).verifier().verify(by_rsa(None))).subject == "an"


async def test_a_token_signed_with_the_public_key_as_a_secret_is_refused() -> None:
    """The classic mix-up: HS256 with what everybody can read."""

    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    head = part({"alg": "HS256", "typ": "JWT", "kid": "r1"})
    token = f"{head}.{part({'sub': 'an', 'exp': time.time() + 60})}.c2ln"
    assert await reason(token, Issuer(rsa_entry()).verifier()) is TokenFault.ALGORITHM


async def test_a_secret_verifier_takes_no_public_key_signature() -> None:
    assert await reason(by_rsa()) is TokenFault.ALGORITHM


async def test_a_key_is_used_with_its_own_algorithm_only() -> None:
    assert await reason(by_rsa(algorithm="RS512"), Issuer(rsa_entry()).verifier()) is TokenFault.ALGORITHM


async def test_a_secret_on_the_issuers_page_is_passed_over() -> None:
    secret = {"kty": "oct", "kid": "s1", "k": base64.urlsafe_b64encode(SECRET.encode()).decode()}
    assert await reason(by_rsa("s1"), Issuer(secret, rsa_entry(), ec_entry()).verifier()) is TokenFault.UNKNOWN_KEY


@pytest.mark.parametrize("answer", [b"", b"[]", b'{"keys": 1}', b'{"keys": [1, {"kty": "?"}, {}]}'])
async def test_a_page_that_is_none_counts_as_unavailable(answer: bytes) -> None:
    checker = TokenVerifier(JwksKeys("https://issuer/jwks", read=lambda _: answer))
    assert await reason(by_rsa(), checker) is TokenFault.UNAVAILABLE
