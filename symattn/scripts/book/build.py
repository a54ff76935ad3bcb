"""The command `symattn book`: run every claim, write its article at once, lay out the site, put it in place.

The article of a claim of which nothing has changed since an earlier book is taken from the cache.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from symattn.render import terminal
from symattn.render.text import counted
from symattn.scripts.book.articles import Article, with_script, without_script
from symattn.scripts.book.kept import KEPT, lemmas
from symattn.scripts.book.page import entitled
from symattn.scripts.book.publish import check_target, publish
from symattn.scripts.book.serve import server
from symattn.scripts.book.site import site
from symattn.scripts.cache import Cache
from symattn.scripts.how import How
from symattn.scripts.records import Record, blank_record
from symattn.scripts.registry import Crash
from symattn.scripts.workers import read, run_and_make


def build(
    paths: Sequence[str],
    folder: str | Path,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    cache: Cache | None = None,
    title: str = "",
) -> list[Article]:
    """Check the claims under these paths and write the book of them into a folder; return its articles.

    A cache knows articles of earlier books and keeps the new ones. What scripts raise is printed; where none of them
    can be read nothing is written, and there are no articles. Raise UsageError, before any claim runs, for a folder
    that holds anything other than a book.
    """
    check_target(folder)
    start = time.perf_counter()
    how = How(seed, without_script, cache=cache, keeps=KEPT)
    found = read(paths, jobs, None if cache is None else how)
    entries = found.registry.select([])
    crashed = [blank_record(entry) for entry in entries if isinstance(entry, Crash)]
    terminal.reports(terminal.console(sys.stderr), crashed)
    if len(crashed) == len(entries):
        print("symattn: no book is written: no script can be read", file=sys.stderr)
        return []
    known = {name for name, (outcome, _) in found.found.items() if outcome.record.cached}
    rest = [entry for entry in entries if entry.id not in known]
    with terminal.progress(len(rest), sys.stderr) if rest else contextlib.nullcontext() as report:

        def ended(record: Record) -> None:
            if report is not None and not record.cached:
                report(record)

        written = run_and_make(entries, paths, jobs, how, ended, cluster=cluster, found=found.found)
    if rest and cache is not None:
        cache.close()
    articles = {entry.id: with_script(each, entry) for entry, each in zip(entries, written, strict=True)}
    in_order = [articles[entry.id] for entry in entries]
    with entitled(title):
        files = site(in_order, lemmas(cache))
    publish(files, folder)
    seconds = time.perf_counter() - start
    before = f", {len(entries) - len(rest)} of {counted(len(entries), 'claim')} from the cache" if cache else ""
    print(f"symattn: {len(files):,} files in {folder}, checked and written in {seconds:.1f} s{before}", file=sys.stderr)
    return in_order


def serve(folder: str | Path) -> None:
    """Show a book in the browser of this machine until Ctrl-C."""
    with server(folder) as running:
        host, port = running.server_address[:2]
        print(f"symattn: the book is at http://{host!s}:{port}/ until Ctrl-C", file=sys.stderr)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print("symattn: stopped", file=sys.stderr)
