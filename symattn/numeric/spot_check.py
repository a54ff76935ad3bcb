"""Spot checks: the two sides of a claim at random values that satisfy its hypotheses.

The first instance has the smallest sizes, all 1 where the hypotheses allow that. Two more, each of sizes of its own are
those of the first glance, which are remembered where a glance was taken before. The others come in groups of equal
sizes, which are computed side by side: each group draws sizes, permutations, subsets, whole numbers, indices and
functions, each instance its matrices, families, masks and numbers. So twenty instances have six draws of sizes. What
cannot be computed side by side, speaks of whole numbers or would be the same at all instances of a group, is tried one
by one, each instance with sizes of its own. By how much a claim fails at an instance is told in `scaled_errors.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, cast

import numpy as np
from flint import fmpq
from sympy import Basic, Idx

from symattn.calls import checks_its_call
from symattn.errors import UsageError, answering
from symattn.language.base.accepted import Expression, Given, Statement
from symattn.language.inspection import declarations
from symattn.language.propositions import Claim
from symattn.language.propositions import claim as make_claim
from symattn.numeric.complex_numbers import Complex
from symattn.numeric.constructions import plan
from symattn.numeric.evaluator import at_most
from symattn.numeric.exact import Infinity
from symattn.numeric.instances import Instance, Powers
from symattn.numeric.reduction import along_a_line, as_pointwise
from symattn.numeric.refute import known_witnesses
from symattn.numeric.sampling import Sampler, Values, powers_of
from symattn.numeric.satisfied import FAR, UNDEFINED, satisfied, satisfy, satisfy_side_by_side
from symattn.numeric.scaled_errors import error_at, errors_at_all
from symattn.numeric.sequences import sequence_errors, speaks_of_all_values
from symattn.numeric.side_by_side import SideBySide, chosen
from symattn.showing import ShowsItself

#: How many instances may be asked for.
MOST_TRIALS = 10**5
#: How often values are drawn again that do not satisfy the hypotheses, or at which a side is undefined.
ATTEMPTS = 60
#: After so many trials without random values that satisfy the hypotheses no more are made.
HOPELESS = 2
#: At a glance, so many instances are looked at, for each of which values are drawn so many times.
GLANCES, AT_A_GLANCE = 2, 4
#: So many nodes are computed at most for an instance at a glance, ten times what any claim in ``proofs/`` takes: what
#: takes more is not glanced at.
WORK_AT_A_GLANCE = 20_000
#: An error above this at a glance is no rounding: those of the proved claims in ``proofs/`` are below 1e-12.
NOTICED = 1e-6
#: The instances other than the first and those of the first glance are in so many groups.
GROUPS = 3


@dataclass(frozen=True)
class SpotCheck(ShowsItself):
    """Hold the number of random instances that were tried, the largest scaled error, and what was not as usual.

    >>> from sympy import MatrixSymbol
    >>> A = MatrixSymbol("A", 2, 2)
    >>> check = spot_check((A*A).T, A.T*A.T)
    >>> check.trials, check.max_error < 1e-12
    (20, True)
    """

    trials: int
    max_error: float
    notes: tuple[str, ...] = ()


@checks_its_call
def spot_check(
    lhs: Expression | Statement | Claim,
    rhs: Expression | None = None,
    given: Given = (),
    trials: int = 20,
    seed: int = 0,
) -> SpotCheck:
    """Compare the two sides of an equation, proposition or Claim at random values, sizes 1 among them.

    Values at which a side is undefined are drawn again. Hypotheses that random values do not satisfy are met by the
    exact instances of `witness` instead, and a note says so; ``trials`` in the result counts the instances that were
    compared. An inequality has the error by which it is violated, Ne and Invertible the error 1 when they are. Raise
    UndeclaredSymbol or UnsupportedExpression for what cannot be given values.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, PermutationSymbol, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> sigma = PermutationSymbol("sigma", n)
    >>> check = spot_check(Attention(Q, sigma*K, sigma*V), Attention(Q, K, V))
    >>> check.trials, check.max_error < 1e-12
    (20, True)
    """
    with answering():
        if not isinstance(trials, int) or not 0 <= trials <= MOST_TRIALS:
            raise UsageError(f"the number of trials is a number from 0 to {MOST_TRIALS:,}, not {trials!r}")
        if isinstance(lhs, Claim) and rhs is None and not given:
            return _checked(lhs, trials, seed)
        return _checked(make_claim(cast(Statement, lhs), rhs, given), trials, seed)


def _checked(stated: Claim, trials: int, seed: int) -> SpotCheck:
    if speaks_of_all_values(stated.proposition):
        rng = np.random.Generator(np.random.PCG64(seed))
        errors = list(sequence_errors(stated.proposition, stated.given, trials, rng, satisfy))
        return SpotCheck(len(errors), max(errors, default=0.0))
    prepared = _prepared(stated, seed)
    sampler = Sampler(prepared.sampler.declared, prepared.sampler.plan, np.random.Generator(np.random.PCG64([seed, 1])))
    first = chain((_trial(sampler, prepared, 0) for _ in range(1)), prepared.glances())
    errors = list(islice((error for error in first if error is not None), trials))
    grouped = sampler.draws_side_by_side and sampler.differs_side_by_side
    size = math.ceil((trials - GLANCES - 1) / GROUPS) if grouped else 1
    missed = 0
    while len(errors) + missed < trials and not (missed > HOPELESS and not errors):
        count = min(size, trials - len(errors) - missed)
        if count > 1:
            found, together = _trials_side_by_side(sampler, prepared, count)
            errors += found
            if together:
                missed += count - len(found)
            else:
                size = 1
        elif (error := _trial(sampler, prepared, 1)) is not None:
            errors.append(error)
        else:
            missed += 1
    notes: tuple[str, ...] = ()
    if not errors:
        errors = list(_errors_at_witnesses(prepared, sampler, trials))
        notes = (f"no random values satisfy the hypotheses; {len(errors)} exact instances were used",)
    return SpotCheck(len(errors), max(errors, default=0.0), notes)


def looks_false(stated: Claim, seed: int = 0) -> bool:
    """Tell whether a claim fails, by more than rounding, at one of a few random instances.

    That decides nothing. It says what to try first: a counterexample, or a proof.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import dims
    >>> A, B = MatrixSymbol("A", dims("n"), dims("n")), MatrixSymbol("B", dims("n"), dims("n"))
    >>> looks_false(make_claim(A*B, B*A)), looks_false(make_claim((A*B).T, B.T*A.T))
    (True, False)
    """
    if speaks_of_all_values(stated.proposition):
        return False
    with suppress(Exception):  # what cannot be worked out here looks like nothing; whoever needs it will be told
        return any(error is not None and error > NOTICED for error in _prepared(stated, seed).glances(FAR))
    return False


@dataclass
class _Prepared:
    """Hold what draws instances of a claim, its proposition at an instance, its hypotheses, and the first glances."""

    sampler: Sampler
    proposition: Basic
    hypotheses: tuple[Basic, ...]
    _seen: list[float | None] = field(default_factory=list)

    def glances(self, enough: float = math.inf) -> Iterator[float | None]:
        """Yield the errors at a few instances, None where the attempts meet none; what raises or takes long ends them.

        One above ``enough`` ends them too: it may be rough, and whoever asks for it once more draws the same instance.
        """
        generator = self.sampler.rng.bit_generator
        for glance in range(GLANCES):
            if glance == len(self._seen):
                before = generator.state
                try:
                    with at_most(WORK_AT_A_GLANCE):
                        error = _trial(self.sampler, self, 1, AT_A_GLANCE, enough)
                except Exception:
                    self._seen += [None] * (GLANCES - glance)
                else:
                    if error is not None and error > enough:
                        generator.state = before
                        yield error
                        return
                    self._seen.append(error)
            yield self._seen[glance]


#: What was prepared last, by the identity of what the statements are at an instance, and by the seed.
_PREPARED: dict[tuple[int, ...], tuple[_Prepared, Basic, tuple[Basic, ...]]] = {}
_MOST_PREPARED = 64


def _prepared(stated: Claim, seed: int) -> _Prepared:
    """Return what a claim needs, made once: for the first glance and for the spot check."""
    pointwise, hypotheses = as_pointwise(stated.proposition, stated.given)
    key = (seed, id(pointwise), *map(id, hypotheses))
    if key not in _PREPARED:
        proposition = along_a_line(pointwise, hypotheses)
        rng = np.random.Generator(np.random.PCG64(seed))
        sampler = Sampler(declarations(proposition, *hypotheses), plan(hypotheses), rng)
        if len(_PREPARED) >= _MOST_PREPARED:
            del _PREPARED[next(iter(_PREPARED))]
        # The statements are kept, so that nothing else has their identities.
        _PREPARED[key] = _Prepared(sampler, proposition, hypotheses), pointwise, hypotheses
    return _PREPARED[key][0]


def _trial(
    sampler: Sampler, prepared: _Prepared, trial: int, attempts: int = ATTEMPTS, enough: float = math.inf
) -> float | None:
    """Return the error at one random instance, or None when the attempts meet no defined one.

    One above ``enough`` is as rough as `error_at` says.
    """
    for attempt in range(attempts):
        sizes = sampler.sizes(smallest=trial == 0 and attempt < attempts // 2)
        if not sampler.fits(sizes) or not all(satisfied(h, sizes, sampler) for h in sampler.plan.about_sizes):
            continue
        try:
            values = sampler.values(sizes)
        except UNDEFINED:
            continue
        if not sampler.keeps_declarations(values) or not satisfy(sampler, prepared.hypotheses, values):
            continue
        error = _error(prepared.proposition, values, sampler, enough)
        if not np.isnan(error):
            return error
    return None


def _trials_side_by_side(sampler: Sampler, prepared: _Prepared, count: int) -> tuple[list[float], bool]:
    """Return the errors at so many random instances, drawn side by side, or at as many as the attempts meet.

    Return also whether that is all: not where one of the instances raises what the others do not, or something cannot
    be computed side by side. Where more instances are met than are asked for, the largest errors are returned.
    """
    errors: list[float] = []
    with suppress(Exception):
        for _ in range(ATTEMPTS):
            sizes = sampler.sizes(smallest=False)
            if not sampler.fits(sizes) or not all(satisfied(h, sizes, sampler) for h in sampler.plan.about_sizes):
                continue
            values = sampler.values(sizes, count)
            kept, evaluator = satisfy_side_by_side(sampler, prepared.hypotheses, values, count)
            places = np.flatnonzero(kept)
            if len(places) == 1:
                found = np.array([_error(prepared.proposition, chosen(evaluator.values, int(places[0])), sampler)])
            elif len(places):
                if len(places) < count:
                    evaluator = SideBySide(chosen(evaluator.values, places), len(places))
                indices = [index for index in sampler.declared.indices if index not in evaluator.values]
                found = errors_at_all(prepared.proposition, evaluator, indices, sampler.rng)
            else:
                continue
            errors += found[~np.isnan(found)].tolist()
            if len(errors) >= count:
                break
        return sorted(errors)[-count:], True
    return errors, False


def _error(proposition: Basic, values: Values, sampler: Sampler, enough: float = math.inf) -> float:
    """Return the scaled error at an instance; nan where a side is undefined."""
    try:
        return error_at(proposition, values, sampler.declared.indices, sampler.rng, enough)
    except UNDEFINED:
        return float("nan")


# Exact instances


def _errors_at_witnesses(prepared: _Prepared, sampler: Sampler, trials: int) -> Iterator[float]:
    """Yield the errors at exact instances, which have values for what a derivative is taken by as well."""
    for instance in islice(known_witnesses(Claim(prepared.proposition, prepared.hypotheses), 0), trials):
        error = _error(prepared.proposition, floats(instance), sampler)
        if not np.isnan(error):
            yield error


def floats(instance: Instance) -> Values:
    """Return an exact instance with numbers in double precision, as `evaluate` takes it."""
    return {s: int(value) if isinstance(s, Idx) else _float(value) for s, value in instance.bindings.items()}


def _float(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_float(part) for part in value]
    if isinstance(value, Infinity):
        return -np.inf
    if isinstance(value, fmpq):
        return int(value.p) / int(value.q)
    if isinstance(value, Powers):
        return powers_of(np.array(_float(value.matrix)))
    if isinstance(value, Complex):
        return complex(_float(value.real), _float(value.imag))
    return value if callable(value) or isinstance(value, frozenset) else float(value)
