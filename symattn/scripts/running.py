"""Run one claim in this process, or take it from the cache, and return results that travel between processes."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from symattn.memory import collect_rarely_between_claims
from symattn.scripts.how import How, Made, NotKnown, Outcome
from symattn.scripts.registry import Entry


def ran(entry: Entry, how: How[Made]) -> tuple[Outcome, Made]:
    """Run one claim; return the plain part of its outcome, and what `how.make` makes of it."""
    from symattn.language.base.own_tex import typesetting
    from symattn.scripts.claims import run_claim

    with nullcontext() if how.only_known else collect_rarely_between_claims():  # what is looked up leaves little
        outcome, made = run_claim(entry, how=how), None
        if outcome.record.cached and how.keeps is not None:
            made = how.keeps.read(outcome.made, entry, outcome)
            if made is None and how.only_known:
                raise NotKnown
            if made is None:  # what was kept cannot be used
                outcome = run_claim(entry, how=replace(how, cache=None))
        if made is None:
            with typesetting(outcome.tex):
                made = how.make(entry, outcome)
        how.keep(entry, outcome, made)
    return replace(outcome, stated=None, verdict=None, tex=None, made=None), made
