"""Register the claims of proof scripts, load the scripts, and run each claim to a plain record.

A proof script declares claims with `@theorem`; this module finds them, runs them and says whether each came out as its
script declares. It decides nothing itself: `symattn.deciding.decide` does. Where a claim uses others, these are run
first, at most once in a process.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar

from symattn.calls import checks_its_call
from symattn.depth import deep
from symattn.errors import ClaimError, ShapeError, answering
from symattn.language.base.characters import visible
from symattn.language.base.own_tex import given_here, typesetting
from symattn.language.lemmas import DECLARED, NoSuchClaim, as_lemmas, supply_claims
from symattn.memory import proofs_stay
from symattn.scripts.how import How, NotKnown, Outcome
from symattn.scripts.loading import SCRIPTS, called, load, one_line
from symattn.scripts.lookup import none_called, resolve
from symattn.scripts.records import Record, blank_record, shown_path, summary
from symattn.scripts.registry import Crash, Declaration, Entry, Registry, current, describe, names_in_code
from symattn.scripts.uses import refuse_circles

__all__ = [
    "SCRIPTS",
    "Crash",
    "Declaration",
    "Outcome",
    "Record",
    "Registry",
    "as_lemma",
    "blank_record",
    "counterexample_record",
    "describe",
    "load",
    "one_line",
    "run_claim",
    "shown_path",
    "summary",
    "theorem",
    "verdict_of",
]

EXPECTATIONS = ("proved", "refuted", "defined", "computed", "unknown")
#: A spot check of a true identity in double precision stays far below this scaled error.
SPOT_CHECK_TOLERANCE = 1e-6
#: At how many random instances it is taken, and at how many where a derivative takes many evaluations at each.
TRIALS, FEWER_TRIALS = 20, 6

Function = TypeVar("Function", bound=Callable[[], object])


@checks_its_call
def theorem(
    id: str,
    title: str,
    source: str,
    expected: str | ShapeError,
    printed: str = "",
    uses: str | Callable[[], object] | Sequence[str | Callable[[], object]] = (),
    given: None = None,
) -> Callable[[Function], Function]:
    """Declare the zero-argument function below as a claim of a proof script.

    The function returns `(lhs, rhs)`, a proposition, a claim or a calc; for "defined" a word and its source's formula;
    for "computed" a pair of scalars, the computed and the stated one. `expected` is one of these words, "proved",
    "refuted" or, for a conjecture, "unknown", or the exact `ShapeError` that stating the claim must raise. The
    function's docstring, where it has one, is a remark that goes with the claim. `uses` lists other claims, by their
    ids or their functions, as lemmas of the proof; a calc names them beside its steps. A claim that a document prints
    has `printed` in its id, as in `G16.printed`, and quotes the formula in LaTeX, `printed=r"\\sqrt{\\ell}"`;
    `source` says where. Hypotheses belong to what the function returns, `return claim(lhs, rhs, given=[…])`, and not to
    `given` of the decorator. Raises ClaimError for a missing id, an unknown expectation, a function with arguments, an
    id used twice, or such an id without a quotation.

    >>> @theorem("T1", "a matrix times the identity", "any textbook", "proved")
    ... def t1():
    ...     return A * Identity(n), A
    """
    if not isinstance(id, str) or not id or any(character.isspace() for character in id):
        raise ClaimError(f"a claim id is a nonempty word, not {id!r}")
    if given is not None:
        raise ClaimError(f"claim {id}: its function gives the hypotheses: return claim(left, right, given=[…])")
    for what, words in (("id", id), ("title", title), ("source", source), ("quotation", printed)):
        if not isinstance(words, str) or visible(words) != words or "\n" in words:
            shown = ascii(words)
            raise ClaimError(f"the {what} of a claim is one line of characters that are seen, not {shown}")
    if not isinstance(expected, ShapeError) and expected not in EXPECTATIONS:
        raise ClaimError(f"claim {id}: expected is one of {', '.join(EXPECTATIONS)} or a ShapeError, not {expected!r}")

    if "printed" in id.split(".") and not (printed and source):
        reason = 'says that a document prints it; quote it in LaTeX, printed=r"…", and say where in the source'
        raise ClaimError(f"claim {id}: its id {reason}")
    if printed.count("{") != printed.count("}") or "$" in printed:
        raise ClaimError(f"claim {id}: the quotation {printed!r} is LaTeX in math mode, with braces in pairs and no $")

    lemmas = as_lemmas(uses)
    if any(not lemma.name for lemma in lemmas):
        raise ClaimError(f"claim {id}: uses lists ids of claims, or their functions")
    used = tuple(lemma.name for lemma in lemmas)

    def declare(function: Function) -> Function:
        if any(p.default is p.empty for p in inspect.signature(function).parameters.values()):
            raise ClaimError(f"claim {id}: {function.__name__} must take no arguments")
        code = inspect.unwrap(function).__code__
        place = code.co_filename, code.co_firstlineno
        setattr(function, DECLARED, id)
        remark = visible(" ".join((inspect.getdoc(function) or "").split()))
        said = title, source, expected, function, *place
        current().add(Declaration(id, *said, printed, used, remark, tex=given_here(), speaks_of=names_in_code(code)))
        return function

    return declare


# ------------------------------------------------------------------------------------------------ running


def run_claim(
    entry: Entry, seed: int = 0, numeric: bool = True, verify: bool = False, how: How[Any] | None = None
) -> Outcome:
    """Run one claim and compare what comes out with what its script declares, as the options or `how` say.

    `numeric=False` leaves out the spot check and the comparison of both readings; `verify` replays each proof with the
    independent verifier. An exception becomes the verdict "error" with a one-line reason.
    """
    from symattn.render.terminal import evidence

    start = time.perf_counter()
    how = How(seed, verify=verify, numeric=numeric) if how is None else how
    blank = blank_record(entry)
    if not isinstance(entry, Declaration):
        return Outcome(blank)
    tex = dict(entry.tex)
    with typesetting(tex):
        try:
            outcome = _settle(entry, blank, how)
        except ShapeError as error:
            outcome = Outcome(_ill_formed(entry, blank, error), error)
        except NotKnown:
            raise
        except (Exception, SystemExit) as error:  # a claim that raises or exits is reported; the others still run
            outcome = Outcome(replace(blank, reason=one_line(error, entry.path)))
    if how.only_known and not outcome.record.as_declared:
        raise NotKnown  # it may rest on scripts that are not read yet
    record = replace(outcome.record, seconds=round(time.perf_counter() - start, 6))
    return replace(outcome, record=record, tex=tex, evidence=evidence(record))


def _ill_formed(entry: Declaration, blank: Record, error: ShapeError) -> Record:
    if error != entry.expected:
        return replace(blank, reason=one_line(error, entry.path))
    from symattn.render.latex import latex
    from symattn.render.text import text

    left, right = error.shapes
    shape = {
        "kind": "shape",
        "subexpression": str(error.subexpression),
        "shapes": [[str(size) for size in left], [str(size) for size in right]],
    }
    return replace(
        blank,
        statement=text(error),
        statement_latex=latex(error),
        verdict="refuted",
        counterexample=shape,
        as_declared=True,
    )


def _settle(entry: Declaration, blank: Record, how: How[Any]) -> Outcome:
    """Call the claim's function and decide what it returns."""
    from symattn.language import Calc, Equation
    from symattn.render.counting import TRIVIAL
    from symattn.render.latex import statement_latex
    from symattn.render.text import text

    seed, numeric, cache = how.seed, how.numeric, how.cache
    returned = called(entry)
    if entry.expected == "computed":
        return _computed(blank, returned)
    definition = getattr(returned, "definition", None)
    stated = _stated(entry, returned)
    blank = replace(blank, statement_latex=statement_latex(stated) if how.typeset else "")
    equation = getattr(stated, "proposition", None)
    if isinstance(equation, Equation) and equation.lhs == equation.rhs:
        blank = replace(blank, remark=f"{blank.remark} {TRIVIAL}".strip())

    named = "" if cache is None else cache.fingerprint(entry, stated, definition is not None)
    if cache is not None and named:
        found = cache.known(Outcome(blank, stated, fingerprint=named, tex=given_here()), how.keeps, entry, how.verify)
        if found is not None:
            return Outcome(found[0], stated, fingerprint=named, made=found[1])
    if how.only_known:
        raise NotKnown
    blank = replace(blank, statement=text(stated))

    from symattn.deciding.readings import reading_of

    verdict = _verdict(entry, stated, seed, compare=not numeric)
    theorem = verdict.theorem if verdict.status == "proved" else None
    if theorem is not None and (differs := reading_of(stated).differs_from(theorem)):
        raise ClaimError(f"what was decided is not what is written: {differs}")
    proofs_stay()
    certificate = _replayed(verdict, entry.id) if how.verify and verdict.theorem is not None else ""
    is_definition = definition is not None or entry.expected == "defined"
    status = "defined" if is_definition and verdict.status == "proved" else verdict.status
    counterexample = counterexample_record(verdict.counterexample) if status == "refuted" else None
    record = replace(
        blank,
        verdict=status,
        axioms=tuple(verdict.axioms),
        hypotheses=tuple(verdict.hypotheses),
        inferences=verdict.inferences,
        counterexample=counterexample,
        as_declared=status == entry.expected,
        reason=verdict.report if status == "unknown" else "",
        uses=tuple(verdict.uses),
    )
    if status == "defined" and not record.as_declared:
        record = replace(record, reason=_ALONE)
    if verdict.possibly_vacuous:
        return Outcome(_doubted(record, verdict.doubt), stated, verdict, certificate, fingerprint=named)
    if numeric and status in ("proved", "defined"):
        steps = stated.statements if isinstance(stated, Calc) else (stated.proposition,)
        record = _compare_with_numbers(record, steps, stated.given, seed)
    if numeric and not record.reason:
        record = _compare_readings(record, stated, theorem, seed)
    return Outcome(record, stated, verdict, certificate, fingerprint=named)


def _replayed(verdict: Any, name: str) -> str:
    """Return the certificate of a proof, once the independent verifier has replayed it."""
    from symattn.deciding.replay import replayed

    with answering(), deep():
        return replayed(verdict, name)


_ALONE = (
    'a word alone states that it agrees with its definition: declare it "defined", or return both sides, (left, right)'
)


def _stated(entry: Declaration, returned: object) -> Any:
    """Return what a claim states: a claim or a calc, of a definition that it agrees with its formula."""
    from sympy import Expr

    from symattn.language import Calc, Claim, as_proposition

    if returned is None:
        raise ClaimError("the function of the claim returns nothing; it must return the two sides, a claim or a calc")
    definition = getattr(returned, "definition", None)
    if entry.expected == "defined" and definition is None and not (isinstance(returned, tuple) and len(returned) == 2):
        raise ClaimError("a claim expected to be 'defined' returns a word and its source's formula written out")
    stated: Any = (returned, definition()) if definition is not None else returned
    if isinstance(stated, Expr):
        raise ClaimError("an expression alone states nothing: return both sides, (left, right)")
    return stated if isinstance(stated, Claim | Calc) else Claim(as_proposition(stated))


# -------------------------------------------------------------------------------------------------------- lemmas

#: The claims that are being decided, each as a lemma of the one before, and the seed.
_deciding: list[tuple[Declaration, int]] = []


def _verdict(entry: Declaration, stated: Any, seed: int, compare: bool = True) -> Any:
    """Decide what a claim states, by its lemmas; keep the verdict where others may use it."""
    from symattn.deciding.decide import decided
    from symattn.language import Calc

    registry = entry.among
    if registry is not None and _is_kept(registry, entry.id, stated):
        return registry.verdicts[entry.id]
    _deciding.append((entry, seed))
    try:
        lemmas = () if isinstance(stated, Calc) else entry.uses
        verdict = decided(stated, None, (), seed, compare=compare, using=lemmas)
    finally:
        _deciding.pop()
    if registry is not None and entry.id in registry.lemmas:
        registry.verdicts[entry.id], registry.stated[entry.id] = verdict, stated
    return verdict


def _is_kept(registry: Registry, name: str, stated: Any) -> bool:
    """Tell whether a verdict is kept on what a claim states now.

    Raise ClaimError where a script states something else than before; where the claims are declared one by one, what is
    kept goes, for what was proved may rest on it.
    """
    from symattn.deciding.readings import says_the_same

    if name not in registry.verdicts:
        return False
    before = registry.stated[name]
    if before is stated or says_the_same(before, stated):
        return True
    if registry.strict:
        raise ClaimError(f"the claim {name} states something else than when it was used as a lemma")
    registry.verdicts.clear()
    return False


def verdict_of(name: str) -> Any:
    """Return the verdict on the claim with an id, as a lemma of the one that is being decided.

    Raise ClaimError for an id that no claim has, for one that cannot be stated, and for claims that rest on each other.
    """
    outer, seed = _deciding[-1] if _deciding else (None, 0)
    found = resolve(name, outer)
    if found is None:
        raise NoSuchClaim(none_called(name, outer))
    ids, places = [each.id for each, _ in _deciding], [_place(each) for each, _ in _deciding]
    if _place(found) in places:  # one of the library may be called like one of the user's
        path = [*ids[places.index(_place(found)) :], name]
        refuse_circles({one: [other] for one, other in pairwise(path)})
    return verdict_on(found, seed)


def _place(entry: Entry) -> tuple[str, str]:
    return entry.id, entry.path


def verdict_on(found: Entry, seed: int = 0) -> Any:
    """Return the verdict on a claim that was found, which is kept where it was declared.

    Raise ClaimError for one that cannot be stated, or is no theorem.
    """
    name = found.id
    if not isinstance(found, Declaration):
        raise ClaimError(f"the lemma {name} cannot be stated: {found.path} raised {found.reason}")
    if not isinstance(found.expected, str) or found.expected == "computed":
        raise ClaimError(f"the lemma {name} is no theorem: it is declared as {blank_record(found).expected}")
    registry = found.among
    if registry is None:
        return _verdict(found, as_lemma(found), seed)
    if name not in registry.verdicts:
        stated = as_lemma(found)
        registry.verdicts[name], registry.stated[name] = _verdict(found, stated, seed), stated
    return registry.verdicts[name]


def as_lemma(entry: Declaration) -> Any:
    """Return what a claim states, of which another may make use; raise ClaimError where it cannot be stated."""
    try:
        with typesetting(dict(entry.tex)):
            return _stated(entry, called(entry))
    except Exception as error:  # of the script, whose own claim reports it too
        raise ClaimError(f"the lemma {entry.id} cannot be stated: {one_line(error, entry.path)}") from error


supply_claims(verdict_of)


def _compare_readings(record: Record, stated: Any, theorem: Any, seed: int) -> Record:
    """Compare what the kernel decided with what is written, at random values; a difference is never as declared."""
    from symattn.deciding.agreement import agreement

    found = agreement(stated, seed=seed, theorem=theorem)
    if found.agrees:
        return record
    return _doubted(record, f"what was decided may not be what is written: {'; '.join(found.notes)}")


def _computed(blank: Record, returned: object) -> Outcome:
    """Compare a computed polynomial in the sizes with the stated one: equal as polynomials, or not."""
    from sympy import Expr, expand

    from symattn.render.latex import latex
    from symattn.render.text import text

    pair = returned if isinstance(returned, tuple) and len(returned) == 2 else ()
    if not pair or not all(isinstance(side, Expr) and not getattr(side, "is_Matrix", False) for side in pair):
        raise ClaimError("a claim expected to be 'computed' returns a pair of scalars (computed, stated)")
    computed, stated = pair
    agree = expand(computed - stated) == 0
    record = replace(
        blank,
        statement=f"{text(stated)}, computed as {text(computed)}",
        statement_latex=f"{latex(stated)} = {latex(computed)}",
        verdict="computed" if agree else "refuted",
        as_declared=agree,
    )
    return Outcome(record, returned)


def counterexample_record(counterexample: Any) -> dict[str, Any]:
    """Turn the evidence of a refutation into plain data; no object at all means a theorem of the negation."""
    if counterexample is None or counterexample.kind == "negation":
        return {"kind": "negation"}
    return {
        "kind": counterexample.kind,
        "sizes": {str(name): size for name, size in dict(counterexample.sizes).items()},
        "values": {str(name): _plain(value) for name, value in dict(counterexample.values).items()},
        "lhs": str(counterexample.lhs),
        "rhs": str(counterexample.rhs),
        "entry": None if counterexample.entry is None else list(counterexample.entry),
        **({"part": counterexample.part} if counterexample.part else {}),
    }


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _compare_with_numbers(record: Record, steps: Sequence[Any], given: Sequence[Any], seed: int) -> Record:
    """Spot-check what was proved; a doubt makes it not as declared."""
    from symattn.numeric import spot_check

    checks = [spot_check(step, given=given, trials=_trials(step), seed=seed) for step in steps]
    largest = max(float(check.max_error) for check in checks)
    found = {"trials": sum(check.trials for check in checks), "max_error": float(f"{largest:.1e}")}
    record = replace(record, spot_check=found)
    if largest <= SPOT_CHECK_TOLERANCE:
        return record
    return _doubted(record, f"the spot check disagrees with the proof: scaled error {largest:.3g}")


def _trials(step: Any) -> int:
    """Return at how many random instances a step is tried."""
    from symattn.language.base.derivatives import varied
    from symattn.language.base.traversal import postorder

    return FEWER_TRIALS if any(varied(node) is not None for node in postorder(step)) else TRIALS


def _doubted(record: Record, doubt: str) -> Record:
    return replace(record, as_declared=False, reason=doubt)
