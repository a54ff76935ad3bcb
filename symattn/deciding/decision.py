"""Make the decision on a claim or a chain: find its lemmas, decide it, and compare what is proved with what is written.

`symattn.deciding.decide` loads this module at the first decision, and with it the prover.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sympy.core.relational import Relational

from symattn.deciding.decide_calc import decide_calc
from symattn.deciding.decide_claim import decide_claim
from symattn.deciding.doubts import hints
from symattn.deciding.lemmas import NotProvedYet, usable, usable_in_steps
from symattn.deciding.unknown import Unknown, of_open_lemma
from symattn.deciding.verdict import Verdict
from symattn.depth import deep, too_deep
from symattn.errors import UsageError
from symattn.language import Calc, Claim, Proposition, as_hypotheses, as_proposition
from symattn.language.base.naming import speaking_of
from symattn.language.lemmas import Lemma
from symattn.memory import rarely_searched

DISAGREES = "symattn disagrees with itself: what was proved may not be what is written"


def decision(
    lhs: Any, rhs: Any, given: Any, seed: int, steps: int, verify: bool, compare: bool, using: tuple[Lemma, ...]
) -> Verdict:
    """Decide a claim or a chain; with ``compare`` hold what is proved against what is written."""
    if rhs is not None and isinstance(lhs, Calc | Claim | Proposition | Relational):
        raise UsageError(f"{lhs} stands by itself: it cannot be compared with {rhs}")
    if isinstance(lhs, Calc) and as_hypotheses(given):
        raise UsageError("the hypotheses of a calc are its own: write calc(…, given=[…])")
    if isinstance(lhs, Calc) and using:
        raise UsageError("each step of a calc names its own lemmas: write (expression, lemma)")
    with _room(), speaking_of(claim := _claim(lhs, rhs, given)):
        try:
            lemmas = usable_in_steps(_lemmas_of(lhs), Verdict) if isinstance(lhs, Calc) else usable(using, Verdict)
        except NotProvedYet as missing:
            return Verdict("unknown", claim, why=of_open_lemma(str(missing)))
        try:
            if isinstance(lhs, Calc):
                found = decide_calc(lhs, seed, steps, lemmas)
            else:
                found = decide_claim(claim, seed, steps, lemmas)
            if compare and found.status == "proved" and not found.possibly_vacuous:
                found = _compared(found, lhs if isinstance(lhs, Calc) else claim, seed)
            if verify and found.theorem is not None:
                from symattn.deciding.replay import replayed

                replayed(found)
        except RecursionError:
            return Verdict("unknown", claim, why=Unknown((too_deep(*claim.proposition.args, *claim.given),)))
        return replace(found, remarks=(*found.remarks, *hints(claim, found.status == "proved")))


@contextmanager
def _room() -> Iterator[None]:
    """Make room for deep and large proofs while one is searched.

    The recursive walks of the prover follow deep compositions, and pure Python calls do not fill the C stack.
    """
    with rarely_searched(), deep():
        yield


def _lemmas_of(chain_of_steps: Calc) -> tuple[Lemma, ...]:
    """Return the lemmas that the steps of a calc name, each once."""
    return tuple(dict.fromkeys(r for step in chain_of_steps.steps for r in step.by if isinstance(r, Lemma)))


def _compared(verdict: Verdict, stated: Claim | Calc, seed: int) -> Verdict:
    """Return a proof whose theorem says what is written, as far as small values tell; what it does not is unknown."""
    from symattn.deciding.agreement.proved import agreement_of_proof

    found = agreement_of_proof(stated, verdict.theorem, seed)
    if found.agrees:
        return verdict
    reason = "; ".join(found.notes)
    if found.max_error > 0:
        return Verdict("unknown", verdict.claim, why=Unknown((f"{DISAGREES}: {reason}",)), steps=verdict.steps)
    return replace(
        verdict, remarks=(*verdict.remarks, f"what is proved and what is written were not compared: {reason}")
    )


def _claim(lhs: Any, rhs: Any, given: Any) -> Claim:
    """Return what is to be decided, with all hypotheses."""
    if isinstance(lhs, Calc):
        return lhs.claim
    if isinstance(lhs, Claim):
        return lhs.beside(given)
    return Claim(as_proposition(lhs if rhs is None else (lhs, rhs)), given)
