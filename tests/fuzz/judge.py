"""What symattn says of a statement, judged by values of its own.

"Proved" must hold at every instance that satisfies the hypotheses and be defined there; "refuted" must fail at the
counterexample. A value that the balls do not settle is passed over.
"""

from __future__ import annotations

import signal
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

import sympy
from flint import acb, arb, ctx
from sympy import Idx

import symattn
from symattn import Fault, SymattnError, UnsupportedExpression, decide
from tests.fuzz import numbers as the
from tests.fuzz.expressions import literal
from tests.fuzz.instances import Instances, holds, permutation, scopes
from tests.fuzz.laws import with_index
from tests.fuzz.numbers import MINUS, Unclear, Undefined
from tests.fuzz.random_statements import statement
from tests.fuzz.statements import Given, Statement
from tests.fuzz.words import E, Reader, Writer

INSTANCES = 24  # at which what is proved is looked at
ATTEMPTS = 80  # to find these
SECONDS = 20  # of processor time for one statement
STRICT, MORE = ("<", ">", "!="), 32
#: Balls that overlap and are this narrow, in relation to what they hold, are equal.
NARROW = arb(2) ** -60


class TooLong(BaseException):
    """Report a decision that takes too long; no handler of errors catches it."""


@dataclass(frozen=True)
class Finding:
    """Hold what was found of the statement with a number; ``wrong`` says what speaks against the verdict."""

    seed: int
    status: str
    seconds: float
    wrong: str = ""
    text: str = ""
    origin: str = ""
    true: bool | None = None
    report: str = ""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TooLong after some seconds of processor time."""

    def stop(number: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def written(made: Statement) -> tuple[Any, list[Any]]:
    """Return the proposition and the hypotheses as a user writes them."""
    write, scope = Writer(), {name: Idx(name, size) for name, size in made.indices}
    left, right = write(made.left, scope), write(made.right, scope)
    return _proposition(made.relation, left, right), [_given(given, write) for given in made.given]


def _proposition(relation: str, left: Any, right: Any) -> Any:
    if relation == "=":
        return symattn.Equation(left, right)
    kinds = {"!=": sympy.Ne, "<": sympy.Lt, "<=": sympy.Le, ">": sympy.Gt, ">=": sympy.Ge}
    return kinds[relation](left, right, evaluate=False)


def _given(given: Given, write: Writer) -> Any:
    if given.kind == "for all":
        indices, relation, a, b = given.parts
        scope = {name: Idx(name, size) for name, size in indices}
        return symattn.ForAll(tuple(scope.values()), _proposition(relation, write(a, scope), write(b, scope)))
    parts = [write(part, {}) for part in given.parts]
    if given.kind in ("Invertible", "EqualRowNorms", "Invariant"):
        return getattr(symattn, given.kind)(*parts)
    return _proposition(given.kind, *parts)


def fails_at(made: Statement, reader: Reader) -> str:
    """Return where and how a statement is false at an instance, or nothing where it holds."""
    for scope in scopes(made.indices, reader):
        left, right = reader(made.left, scope), reader(made.right, scope)
        if not isinstance(left, list):
            left, right = [[left]], [[right]]
        if the.shape(left) != the.shape(right):
            return f"shapes {the.shape(left)} and {the.shape(right)}"
        for i, (row, line) in enumerate(zip(left, right, strict=True)):
            for j, (a, b) in enumerate(zip(row, line, strict=True)):
                if not _is_true(made.relation, a, b):
                    return f"at {scope or ''} ({i}, {j}): {a} and {b}"
    return ""


def _is_true(relation: str, a: Any, b: Any) -> bool:
    """Tell whether a relation holds; of numbers that do not differ as far as can be told, they count as equal."""
    if a is MINUS or b is MINUS:
        return (a is b) == (relation == "=")
    gap = acb(a - b)
    if gap.contains(acb(0)):
        if not all(part.rad() < NARROW * (1 + abs(acb(a)).upper()) for part in (gap.real, gap.imag)):
            raise Unclear("wide balls")
        return relation in ("=", "<=", ">=")
    return relation == "!=" if relation in ("=", "!=") else the.compare(relation, a, b)


def _cancelled(made: Statement, proposition: Any) -> bool:
    """Tell whether SymPy has taken a division, root or inverse out of what was written, as it makes 1 of x/x."""
    partial = ("/", "log", "sqrt", "A^-1")
    asked = sum(e.word in partial for side in (made.left, made.right) for e in _parts(side))
    kept = sum(
        isinstance(e, sympy.log | sympy.Inverse) or (isinstance(e, sympy.Pow) and e.exp.is_nonnegative is not True)
        or (isinstance(e, sympy.Pow) and e.exp.is_integer is not True)
        for e in sympy.preorder_traversal(proposition)
    )  # fmt: skip
    return kept < asked


def _parts(e: Any) -> Iterator[E]:
    if isinstance(e, E):
        yield e
    for part in e.parts if isinstance(e, E) else e:
        if isinstance(part, E | tuple):
            yield from _parts(part)


def looked_at(made: Statement, seed: int, undefined_counts: bool = True) -> tuple[int, int, str]:
    """Return at how many instances a statement holds, at how many it does not, and how it fails first."""
    rng, true, false, first = Random(seed), 0, 0, ""
    draws = Instances(made, rng)
    with the.precisely():
        for attempt in range(ATTEMPTS):
            if true + false >= INSTANCES:
                break
            try:
                reader = draws.draw(attempt == 0)
                if not all(holds(given, reader) for given in made.given):
                    continue
            except (Undefined, Unclear):
                continue
            try:
                failure = fails_at(made, reader)
                if failure and made.relation in STRICT:  # two numbers may be very near
                    with ctx.workprec(MORE * the.PRECISION):
                        failure = fails_at(made, reader)
            except Undefined as undefined:
                if not undefined_counts:
                    continue
                failure = f"undefined: {undefined}"
            except Unclear:
                continue
            true, false = true + (not failure), false + bool(failure)
            if failure and not first:
                first = f"{failure} with {shown(reader)}"
    return true, false, first


def shown(reader: Reader) -> str:
    """Return an instance in short."""
    values = {name: _short(value) for name, value in reader.values.items()}
    return f"{reader.sizes}, {values}"


def _short(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_short(part) for part in value]
    return value.str(6, radius=False) if isinstance(value, arb) else "−∞" if value is MINUS else str(value)


# Counterexamples


def instance_of(made: Statement, evidence: Any) -> Reader:
    """Return the values of a counterexample; what SymPy has taken out of the statement has any value."""
    bindings = {str(key): value for key, value in evidence.instance.bindings.items()}
    sizes = {size: int(evidence.sizes.get(str(size), 1)) for size in Instances(made, Random(0)).sizes}
    others = Instances(made, Random(1))
    reader = Reader(sizes, {})
    for name, kind, *parts in others.declared:
        drawn = others.value(kind, [reader.size(part) for part in parts], "any")
        reader.values[name] = _read(kind, bindings[name]) if name in bindings else drawn
    return reader


def _read(kind: str, value: Any) -> Any:
    match kind:
        case "natural" | "index":
            return int(value)
        case "subset":
            return {int(x) for x in value}
        case "permutation":
            return _balls(value) if isinstance(value[0], tuple) else permutation([int(x) for x in value])
        case "similarity":
            return lambda x, y: the.number(value(x, y))
        case "map":
            return lambda row: [the.number(x) for x in value(row)]
        case "sequence":
            return lambda j: the.matrix_power(_balls(value.matrix), int(j))
        case "complex":
            return acb(the.number(value.real), the.number(value.imag)) if hasattr(value, "real") else _complex(value)
    return _balls(value)


def _complex(value: Any) -> acb:
    real, imaginary = sympy.sympify(str(value)).as_real_imag()
    return acb(the.number(the.fmpq(real.p, real.q)), the.number(the.fmpq(imaginary.p, imaginary.q)))


def _balls(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_balls(part) for part in value]
    if "oo" in str(value) or "∞" in str(value) or "nf" in type(value).__name__:
        return MINUS
    return the.number(value)


def confirmed(made: Statement, evidence: Any) -> str:
    """Return what speaks against a counterexample, or nothing."""
    with the.precisely():
        reader = instance_of(made, evidence)
        scope = dict(made.indices)
        at = {str(key): value for key, value in evidence.instance.bindings.items()}
        fixed = {name: int(at[name]) for name in scope if name in at}
        try:
            for given in made.given:
                if not holds(given, reader):
                    return f"a hypothesis does not hold: {given.kind} {given.parts}"
            narrowed = Statement(made.relation, _at(made.left, fixed), _at(made.right, fixed), made.given, made.indices)
            return "" if fails_at(narrowed, reader) else f"the statement holds there: {shown(reader)}"
        except Undefined as undefined:
            return f"undefined there: {undefined}"
        except Unclear:
            return ""


def _at(e: Any, fixed: dict[str, int]) -> Any:
    for name, value in fixed.items():
        e = with_index(e, name, literal(value))
    return e


# The judgement


def judged(seed: int) -> Finding:
    """Decide the statement with a number, and tell what speaks against the answer."""
    return judge(statement(seed), seed)


def judge(made: Statement, seed: int = 0) -> Finding:
    start, text = time.process_time(), repr(made)

    def found(status: str, wrong: str = "", true: bool | None = None, report: str = "") -> Finding:
        return Finding(seed, status, time.process_time() - start, wrong, text, made.origin, true, report)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with limited(SECONDS):
                proposition, given = written(made)
                text = f"{proposition} given {given}" if given else str(proposition)
                verdict = decide(proposition, given=given)
                str(verdict)
        except TooLong:
            return found("too long", f"more than {SECONDS} s")
        except Fault as fault:
            return found("fault", f"{fault!r} because of {fault.__cause__!r}")
        except UnsupportedExpression as error:
            return found("not said", report=str(error))
        except SymattnError as error:
            return found(f"error {type(error).__name__}", report=str(error))
        except Exception as error:
            return found("traceback", f"{type(error).__name__}: {error}")
    text = str(verdict.claim)
    status = verdict.status
    try:
        with limited(2 * SECONDS):
            return _compared(found, made, verdict, seed)
    except TooLong:
        return found(status, report="the values take too long")


def _compared(found: Callable[..., Finding], made: Statement, verdict: Any, seed: int) -> Finding:
    """Compare a verdict with values."""
    status = verdict.status
    if status == "refuted" and hasattr(verdict.counterexample, "instance"):
        wrong = confirmed(made, verdict.counterexample)
        taken_out = wrong.startswith("undefined") and _cancelled(made, verdict.claim.proposition)
        return found(status, "" if taken_out else wrong)
    true, false, failure = looked_at(made, seed, undefined_counts=not _cancelled(made, verdict.claim.proposition))
    if status == "proved":
        wrong = failure or ("" if true else "no instance was looked at" * verdict.possibly_vacuous)
        return found(status, wrong, not false, report=f"{true} instances")
    if status == "refuted":
        return found(status, "" if false else "refuted by theorem, and holds at all instances", not false, "theorem")
    wrong = verdict.report if "disagrees with itself" in verdict.report else ""
    return found(status, wrong, not false, verdict.report)
