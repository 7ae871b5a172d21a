"""Who somebody is: tokens, roles and their checks, for the services and the gateway alike."""

from identity.faults import BadToken, TokenFault
from identity.keys import JwksKeys, KeySource, SecretKey
from identity.metadata import Metadata, bearer, from_metadata, is_service_token, to_metadata
from identity.tokens import TokenVerifier, mint
from identity.who import DEFAULT_TENANT, Identity, Role, clean_name, guest_name, service_identity

__all__ = [
    "DEFAULT_TENANT",
    "BadToken",
    "Identity",
    "JwksKeys",
    "KeySource",
    "Metadata",
    "Role",
    "SecretKey",
    "TokenFault",
    "TokenVerifier",
    "bearer",
    "clean_name",
    "from_metadata",
    "guest_name",
    "is_service_token",
    "mint",
    "service_identity",
    "to_metadata",
]
