"""Run one claim in this process, wherever that is, and make of it what travels between processes."""

from __future__ import annotations

from dataclasses import replace

from symattn.memory import collect_rarely_between_claims
from symattn.scripts.how import How, Made, NotKnown, Outcome
from symattn.scripts.registry import Entry


def ran(entry: Entry, how: How[Made]) -> tuple[Outcome, Made]:
    """Run one claim; return the plain part of what came out, and what is made of it."""
    from symattn.language.base.own_tex import typesetting
    from symattn.scripts.claims import run_claim

    with collect_rarely_between_claims():
        outcome, made = run_claim(entry, how=how), None
        if outcome.record.cached and how.keeps is not None:
            made = how.keeps.read(outcome.made, entry, outcome)
            if made is None and how.only_known:
                raise NotKnown
            if made is None:  # what is kept is no good
                outcome = run_claim(entry, how=replace(how, cache=None))
        if made is None:
            with typesetting(outcome.tex):
                made = how.make(entry, outcome)
        how.keep(entry, outcome, made)
    return replace(outcome, stated=None, verdict=None, tex=None, made=None), made
