"""Chắn at the terminal: what it looks like, what it says, and what a person may type."""

from __future__ import annotations

from chieu_terminal.chan.face import ChanFace

__all__ = ["ChanFace"]
