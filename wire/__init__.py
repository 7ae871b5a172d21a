"""What both ends of a link need: frames put together without being read, and one batching writer."""

from wire.linger import Linger
from wire.outbox import BATCH_BYTES, Outbox
from wire.splice import batch_entry, field_tag, varint, wrapped

__all__ = ["BATCH_BYTES", "Linger", "Outbox", "batch_entry", "field_tag", "varint", "wrapped"]
