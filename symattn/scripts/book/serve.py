"""Show a book in a browser of this machine: a server of static files that only this machine reaches."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PORT = 8000


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files without a line for every request."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def server(folder: str | Path, port: int = PORT) -> ThreadingHTTPServer:
    """Open a server of a folder at this port of the loopback address, or at a free one when it is taken."""
    handler = partial(_Quiet, directory=str(folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError:
        return ThreadingHTTPServer(("127.0.0.1", 0), handler)
