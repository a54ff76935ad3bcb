"""Claims of proof scripts as tests: `pytest --symattn proofs/`.

Files are looked at only with the option, or with `symattn_claims = true` in pytest's settings; then those that declare
claims are collected, whatever they are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symattn.testing.claims import NotAsDeclared, said
from symattn.testing.settings import SETTINGS


def add_options(parser: pytest.Parser, group: Any) -> None:
    """Add --symattn, and the setting that stands for it."""
    group.addoption("--symattn", action="store_true", help="collect the claims of proof scripts as tests")
    parser.addini("symattn_claims", "collect the claims of proof scripts as tests", type="bool", default=False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ClaimFile | None:
    """Collect a file that declares claims, where that is asked for."""
    if file_path.suffix != ".py" or not _is_asked_for(parent.config):
        return None
    from symattn.scripts.loading import declares

    if file_path.name.startswith("_") or not declares(file_path.read_bytes()):
        return None
    found: ClaimFile = ClaimFile.from_parent(parent, path=file_path)
    return found


def _is_asked_for(config: pytest.Config) -> bool:
    return bool(config.getoption("--symattn") or config.getini("symattn_claims"))


class ClaimFile(pytest.File):
    """Hold the claims of one proof script."""

    def collect(self) -> Iterator[ClaimItem]:
        """Read the script and yield a test for each claim."""
        from symattn.errors import SymattnError
        from symattn.scripts.loading import load

        try:
            entries = load([self.path]).entries
        except SymattnError as error:
            raise self.CollectError(str(error)) from None
        for entry in entries.values():
            item: ClaimItem = ClaimItem.from_parent(self, name=entry.id)
            item.entry = entry
            yield item


class ClaimItem(pytest.Item):
    """Check one claim; it passes where the claim comes out as its script declares."""

    entry: Any

    def runtest(self) -> None:
        """Check the claim."""
        from symattn.scripts.claims import run_claim

        record = run_claim(self.entry, SETTINGS.seed).record
        if not record.as_declared:
            raise NotAsDeclared(said(record))

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Show what is wrong with the claim, without the way there."""
        return str(excinfo.value) if isinstance(excinfo.value, NotAsDeclared) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where the claim is declared."""
        return self.path, self.entry.line - 1, f"{self.name} {getattr(self.entry, 'title', '')}".strip()
