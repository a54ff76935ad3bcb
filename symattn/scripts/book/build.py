"""The command `symattn book`: run every claim, write its article at once, lay out the site, put it in place."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from symattn.render import terminal
from symattn.scripts.book.articles import Article, article
from symattn.scripts.book.publish import check_target, publish
from symattn.scripts.book.serve import server
from symattn.scripts.book.site import site
from symattn.scripts.claims import load
from symattn.scripts.workers import run_and_make


def build(
    paths: Sequence[str], folder: str | Path, seed: int = 0, jobs: int = 1, cluster: str | None = None
) -> list[Article]:
    """Check the claims under these paths and write the book of them into a folder; return its articles.

    Raise UsageError, before any claim runs, for a folder that holds anything other than a book.
    """
    check_target(folder)
    start = time.perf_counter()
    entries = load(paths).select([])
    with terminal.progress(len(entries), sys.stderr) as report:
        articles = run_and_make(entries, paths, jobs, seed, report, article, cluster=cluster)
    files = site(articles)
    publish(files, folder)
    seconds = time.perf_counter() - start
    print(f"symattn: {len(files):,} files in {folder}, checked and written in {seconds:.1f} s", file=sys.stderr)
    return articles


def serve(folder: str | Path) -> None:
    """Show a book in the browser of this machine until Ctrl-C."""
    with server(folder) as running:
        host, port = running.server_address[:2]
        print(f"symattn: the book is at http://{host!s}:{port}/ until Ctrl-C", file=sys.stderr)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print("symattn: stopped", file=sys.stderr)
