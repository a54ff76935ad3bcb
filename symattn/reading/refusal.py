"""The one way in which reading stops: a reason that says what was not understood, and what would help."""

from __future__ import annotations


class Refused(Exception):
    """Say why a row is not read; ``span`` is the place in the page, where it is known.

    ``status`` is the answer that the row gets: "not read", "not a statement" or "shapes".
    """

    def __init__(self, why: str, span: tuple[int, int] | None = None, status: str = "not read") -> None:
        super().__init__(why)
        self.why, self.span, self.status = why, span, status
