"""Tấn at the terminal: what it looks like, what it says, and what a person may type."""

from __future__ import annotations

from chieu_terminal.tan.face import TanFace

__all__ = ["TanFace"]
