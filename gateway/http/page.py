"""The page's files: compressed where the builder made them so, kept by browsers as long as that is safe, and confined.

The policy lets the page load from this gateway alone, and speak to it alone: no other host, no inline script or style, no
plug-in. A file whose name has its hash in it never changes; everything else is asked for again each time.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

__all__ = ["POLICY", "Page"]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""Of the page's Content-Security-Policy."""

_CONFINED: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_HASHED: Final = re.compile(r"assets/.+-[\w-]{8}\.\w+")
_FOR_EVER: Final = "public, max-age=31536000, immutable"


class Page(StaticFiles):
    """The files of one folder, with `index.html` for the folder itself."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """As the base, with headers for every answer."""
        response = await super().get_response(path, scope)
        response.headers.update(_CONFINED)
        response.headers["Cache-Control"] = _FOR_EVER if _HASHED.fullmatch(path) else "no-cache"
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """The file, or its compressed copy where the client takes that."""
        packed = Path(f"{os.fspath(full_path)}.gz")
        is_packed = _takes_gzip(Headers(scope=scope)) and packed.is_file()
        if not is_packed:
            response = super().file_response(full_path, stat_result, scope, status_code)
        else:
            response = super().file_response(packed, packed.stat(), scope, status_code)
            response.headers["Content-Encoding"] = "gzip"
            response.headers["Content-Type"] = _type_of(full_path)
        response.headers["Vary"] = "Accept-Encoding"
        return response


def _takes_gzip(headers: Headers) -> bool:
    """Whether the client names gzip and does not forbid it."""
    offers = [offer.strip().lower() for offer in headers.get("accept-encoding", "").split(",")]
    return any(
        offer == "gzip" or (offer.startswith("gzip;") and not re.search(r"q=0(\.0*)?$", offer)) for offer in offers
    )


def _type_of(path: str | os.PathLike[str]) -> str:
    """The media type of a file as it is before compression."""
    return FileResponse(path).headers["content-type"]
