"""JSON Web Tokens: checking those of the integrator's backend, and minting for guests and tests."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import jwt

from identity.faults import BadToken, TokenFault
from identity.keys import JwksKeys, KeySource, SecretKey, VerifyKey
from identity.who import DEFAULT_TENANT, Identity, Role, clean_name, is_subject, is_tenant

__all__ = ["TokenVerifier", "mint"]

_LONGEST_TOKEN: Final = 8 * 1024
_LONGEST_TABLE: Final = 128
_MOST_SEATS: Final = 64


class TokenVerifier:
    """Turns a token into the Identity that it proves, or raises `BadToken`.

    A token must be signed by the one key source that was set up, with an algorithm of that source, and must have `sub`
    and `exp`. `tenant` is assumed where the token names none. `audience` and `issuer` are checked if given.
    """

    def __init__(
        self,
        keys: KeySource,
        *,
        leeway: float = 10,
        tenant: str = DEFAULT_TENANT,
        audience: str | None = None,
        issuer: str | None = None,
    ) -> None:
        self._keys = keys
        self._leeway = leeway
        self._tenant = tenant
        self._audience = audience
        self._issuer = issuer

    @classmethod
    def with_secret(cls, secret: str | bytes, **options: Any) -> TokenVerifier:
        """A verifier for HS256 tokens; the secret has at least 32 bytes."""
        return cls(SecretKey(secret), **options)

    @classmethod
    def with_jwks(cls, url: str, **options: Any) -> TokenVerifier:
        """A verifier for tokens that the issuer behind that JWKS page signs."""
        return cls(JwksKeys(url), **options)

    def verify_now(self, token: str) -> Identity | None:
        """As `verify`, but without waiting: None where the keys must be fetched first."""
        kid = self._kid(token)
        key = self._keys.cached(kid)
        return None if key is None else self._identity(token, key)

    async def verify(self, token: str) -> Identity:
        """The identity that the token proves now. Fetches the issuer's keys if need be."""
        kid = self._kid(token)
        key = self._keys.cached(kid) or await self._keys.fetched(kid)
        if key is None:
            raise BadToken(TokenFault.UNKNOWN_KEY)
        return self._identity(token, key)

    def _kid(self, token: str) -> str | None:
        """The key id in the token's header, once its algorithm is one that we take."""
        if not token:
            raise BadToken(TokenFault.MISSING)
        if len(token) > _LONGEST_TOKEN:
            raise BadToken(TokenFault.MALFORMED, f"longer than {_LONGEST_TOKEN} characters")
        try:
            header = jwt.get_unverified_header(token)
        except (jwt.PyJWTError, ValueError, RecursionError) as error:
            raise BadToken(TokenFault.MALFORMED) from error
        if header.get("alg") not in self._keys.algorithms:
            raise BadToken(TokenFault.ALGORITHM, f"expected one of {', '.join(self._keys.algorithms)}")
        kid = header.get("kid")
        return kid if isinstance(kid, str) else None

    def _identity(self, token: str, key: VerifyKey) -> Identity:
        allowed = [key.algorithm_name] if isinstance(key, jwt.PyJWK) else list(self._keys.algorithms)
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=allowed,
                leeway=self._leeway,
                audience=self._audience,
                issuer=self._issuer,
                options={"require": ["sub", "exp"], "verify_aud": self._audience is not None},
            )
        except jwt.ExpiredSignatureError as error:
            raise BadToken(TokenFault.EXPIRED) from error
        except jwt.ImmatureSignatureError as error:
            raise BadToken(TokenFault.NOT_YET) from error
        except jwt.InvalidAlgorithmError as error:
            raise BadToken(TokenFault.ALGORITHM) from error
        except (jwt.InvalidSignatureError, jwt.InvalidKeyError) as error:
            raise BadToken(TokenFault.SIGNATURE) from error
        except jwt.DecodeError as error:
            raise BadToken(TokenFault.MALFORMED) from error
        except (jwt.PyJWTError, ValueError, OverflowError, RecursionError) as error:
            raise BadToken(TokenFault.CLAIM, "a claim is missing or not as it must be") from error
        return _from_claims(claims, self._tenant, self._leeway)


def _from_claims(claims: Mapping[str, Any], tenant: str, leeway: float) -> Identity:
    subject = _text(claims, "sub", "")
    if not is_subject(subject):
        raise BadToken(TokenFault.CLAIM, "sub: 1 to 128 visible characters")
    whose = _text(claims, "tenant", tenant)
    if not is_tenant(whose):
        raise BadToken(TokenFault.CLAIM, "tenant: 1 to 64 letters, digits, dots, dashes or underscores")
    table = _text(claims, "table", "")
    if len(table) > _LONGEST_TABLE:
        raise BadToken(TokenFault.CLAIM, f"table: at most {_LONGEST_TABLE} characters")
    return Identity(
        tenant=whose,
        subject=subject,
        name=clean_name(_text(claims, "name", ""), subject),
        role=_role(claims),
        table=table,
        seat=_seat(claims),
        expires=float(claims["exp"]) + leeway,
    )


def _text(claims: Mapping[str, Any], claim: str, default: str) -> str:
    value = claims.get(claim)
    if value is None:
        return default
    if not isinstance(value, str):
        raise BadToken(TokenFault.CLAIM, f"{claim}: must be text")
    return value


def _role(claims: Mapping[str, Any]) -> Role:
    try:
        return Role(_text(claims, "role", Role.PLAYER))
    except ValueError as error:
        raise BadToken(TokenFault.CLAIM, "role: player or service") from error


def _seat(claims: Mapping[str, Any]) -> int | None:
    seat = claims.get("seat")
    if seat is None:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < _MOST_SEATS:
        raise BadToken(TokenFault.CLAIM, "seat: a number from 0")
    return seat


def mint(
    secret: str | bytes,
    subject: str,
    *,
    name: str = "",
    tenant: str = "",
    role: Role = Role.PLAYER,
    table: str = "",
    seat: int | None = None,
    seconds: float = 3600,
    now: float | None = None,
    extra: Mapping[str, str] | None = None,
) -> str:
    """An HS256 token for the subject that lives for `seconds`. Claims that are empty are left out, `extra` ones too."""
    issued = int(time.time() if now is None else now)
    claims: dict[str, Any] = {"sub": subject, "iat": issued, "exp": issued + int(seconds)}
    optional = {"name": name, "tenant": tenant, "table": table, **(extra or {})}
    claims |= {claim: value for claim, value in optional.items() if value}
    if role is not Role.PLAYER:
        claims["role"] = role.value
    if seat is not None:
        claims["seat"] = seat
    return jwt.encode(claims, secret, algorithm="HS256")
