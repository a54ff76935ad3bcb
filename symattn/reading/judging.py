"""Layer 7, verdicts: the readings of one claim are decided, and one answer is made of them.

A proof may rest on what is assumed, a refutation may not: then the row fails as read. Where readings differ in their
verdicts the row is ambiguous, with the readings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

from sympy import Basic, Float, Ge, Idx, Number, log
from sympy.core.random import seed
from sympy.core.relational import Relational

from symattn.deciding.decide import decided
from symattn.elaborate import conditions_of
from symattn.errors import SymattnError
from symattn.language import Claim, Equation, ForAll
from symattn.reading.calls import DEFINITE, ORDER
from symattn.reading.functions import SQUARE, frobenius
from symattn.reading.letters import UNMASKED, length_of, unmade
from symattn.reading.meaning import Meaning, readings
from symattn.reading.names import plain_name
from symattn.reading.numeric import exponents_alone, numbers_among
from symattn.reading.refusal import Refused
from symattn.reading.scope import Scope
from symattn.reading.sizes import Misfit, unify
from symattn.reading.stage import Named
from symattn.reading.tree import ZERO, Tree
from symattn.reading.values import as_number, lift, same_shape
from symattn.render.text import text

#: Steps of the prover for one reading.
STEPS = 1_500
#: How many letters may be numbers in place of vectors, or vectors in place of numbers, where nothing fits.
MOST_TURNED = 4
#: Answers to a claim that does not hold.
FAILED = ("refuted", "fails as read", "differs")


@dataclass(frozen=True)
class Reading:
    """Hold one way to read a claim: the claim, what was chosen and assumed, what it rests on."""

    claim: Claim
    choices: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    letters: tuple[tuple[str, int, str], ...] = ()  # assumed: key, number of indices, kind
    names: frozenset[str] = frozenset()  # the keys of all letters and sizes
    holds: bool = False  # what is given holds of some values
    counted: tuple[tuple[str, str, int], ...] = ()  # symbols, how the note writes them, and what it counts more
    is_loose: bool = False  # few authors mean it: it only takes a refutation back
    is_through: bool = False  # what a function makes of its argument is taken to be that of the argument in a call
    sizes: tuple[tuple[str, str], ...] = ()  # n_1, beside another n, and of what it is a size
    turned: str = ""  # which letters are no numbers, or no vectors, since nothing else fits
    first: int = 1  # from which number places are counted
    named: tuple[tuple[Any, Named], ...] = ()  # what the row calls by a name
    as_one: tuple[tuple[str, str], ...] = ()  # symbols, and the texts for which they stand


@dataclass(frozen=True)
class Answer:
    """Hold the answer to a row: a status, one line that says why, and what was read."""

    status: str
    why: str = ""
    readings: tuple[Reading, ...] = ()
    counterexample: str = ""
    claim: Claim | None = field(default=None, repr=False)  # what was decided

    def fails(self, why: str, status: str = "fails as read") -> Answer:
        """Return the answer with another status, and why."""
        return replace(self, status=status, why=why)


@dataclass(frozen=True)
class Decision:
    """Hold what is found of one claim, whatever row it stands in."""

    status: str  # proved, refuted, unknown, or not read
    why: str = ""  # what is outside of the language
    supposed: tuple[str, ...] = ()  # what was supposed, so that all is defined
    counterexample: str = ""
    vacuous: bool = False  # nothing was found of which the hypotheses hold


@dataclass(frozen=True)
class Around:
    """Hold what a statement stands among: what is known there, its index letters, and its conditions."""

    scope: Scope
    subscripts: set[str]
    given: Sequence[Callable[[Meaning], Any]] = ()
    ranges: Sequence[Callable[[Meaning], Any]] = ()  # conditions that say over what indices run
    holds: bool = False  # what is given defines something, so that it holds of some values
    folded: bool = False  # what was defined is any number or matrix of its shape
    supposed: frozenset[str] = frozenset()  # the names of which the conditions speak
    over: tuple[str, ...] = ()  # letters for all of which it is said

    def knowing(self, **known: Any) -> Around:
        """Return the same among what else is known."""
        return replace(self, scope=replace(self.scope, **known))


def equation(left: Tree, right: Tree, relation: str = "=") -> Callable[[Meaning], Any]:
    """Return what reads both sides of a relation in one attempt."""

    def make(stage: Meaning) -> Callable[[], Any]:
        look_at(stage, (left, right), relation in ORDER)
        sides = [stage.read(left), stage.read(right)]
        if relation in DEFINITE:
            large, small = same_shape(stage.with_zeros(sides), "an order")
            rows, columns = (size.known() for size in large.sides) if large.is_matrix else (None, None)
            if large.is_number or large.is_vector or (rows is not None and columns is not None and rows != columns):
                raise Refused("is this the order of the entries?")
            unify(*large.sides)
            return lift(None, DEFINITE[relation], large, small).make
        if relation == "=":
            return lift(None, Equation, *same_shape(stage.with_zeros(sides), "an equation")).make
        if relation == "!=" and right == ZERO and sides[0].is_vector:  # some entry is not 0
            return lift(None, partial(ORDER[relation], 0), frobenius(sides[0])).make
        return lift(None, partial(ORDER[relation], evaluate=False), *map(as_number, sides)).make

    return make


def look_at(stage: Meaning, sides: Sequence[Tree], is_ordered: bool = False) -> None:
    """Keep what a whole statement tells: what is called in it, and which letters stand where only numbers can."""
    stage.look_at(*sides)
    stage.numeric.update(numbers_among(sides, is_ordered, stage.named))
    stage.exponents = exponents_alone(sides, is_ordered)
    for key in sorted(stage.numeric):
        length_of(stage, key)  # before a quotient by it is read


def judged(make: Callable[[Meaning], Any], around: Around, differs: str = "") -> Answer:
    """Read a claim in all ways and decide it."""
    found, wrong = typed(make, around)
    if not found:
        return refusal(wrong)
    loose = [each for each in found if each.is_loose]
    found = [each for each in found if not each.is_loose] or loose
    answers = [_unless_turned(each, decided_reading(each, differs)) for each in found]
    statuses = {answer.status for answer in answers}
    if statuses <= {"refuted", "differs", "fails as read"}:
        more = [(each, again) for each in loose if (again := decided_reading(each)).status == "proved"]
        found, answers = [*found, *(each for each, _ in more)], [*answers, *(again for _, again in more)]
        statuses |= {"proved"} if more else set()
    if len(statuses) == 1:
        told = next((each for each in answers if each.why and each.status == "proved"), answers[0])
        return replace(told, readings=tuple(found))
    shown = "; ".join(
        f"{answer.status} where {' and '.join(each.choices)}" for each, answer in zip(found, answers, strict=True)
    )
    return Answer("ambiguous", shown, tuple(found))


def _unless_turned(reading: Reading, answer: Answer) -> Answer:
    """Return an answer, but a claim that fails with letters that are otherwise than by their form is open."""
    if not reading.turned or answer.status not in FAILED:
        return answer
    return answer.fails(f"it fails with {reading.turned}: declare what is meant", "open")


def read_as(status: str, make: Callable[[Meaning], Any], around: Around, why: str = "") -> Answer:
    """Read in one way what is no claim."""
    found, wrong = typed(make, around)
    return Answer(status, why, tuple(found[:1])) if found else refusal(wrong)


def typed(make: Callable[[Meaning], Any], around: Around) -> tuple[list[Reading], Refused | Misfit]:
    """Return the readings of a claim that fit, each once, and why the first does not where none does.

    A Greek letter may be a vector, and a letter with a bar a number, where nothing else fits: what then fails is open.
    """
    found, wrong, assumed = _typed(make, around, {})
    if found or not isinstance(wrong, Misfit):
        return found, wrong
    others = {key: "number" if kind == "vector" else "vector" for key, kind in [*assumed.items()][:MOST_TURNED]}
    asked: Refused | None = None
    for count in (1, 2):
        fits = dict[str, list[Reading]]()
        for keys in combinations(others, count):
            own, again, _ = _typed(make, around, {f"need {key}": others[key] for key in keys})
            if own:
                kinds = " and ".join(f"{plain_name(key)} a {others[key]}" for key in keys)
                fits[kinds] = [replace(reading, turned=kinds) for reading in own]
            elif isinstance(again, Refused):
                asked = asked or again
        if len(fits) > 1:
            return [], Refused(f"is {', or '.join(fits)}? declare which")
        if fits:
            return next(iter(fits.values())), wrong
    return [], asked or wrong


def _typed(
    make: Callable[[Meaning], Any], around: Around, plan: Mapping[str, str]
) -> tuple[list[Reading], Refused | Misfit, dict[str, str]]:
    """Return readings and why the first does not fit, and there the letters by whose form their kind is assumed."""
    seed(0)  # SymPy draws in which order it asks what is zero
    found: dict[str, Reading] = {}
    wrong: Refused | Misfit | None = None
    assumed: dict[str, str] = {}

    def in_range(stage: Meaning) -> Any:
        for each in around.ranges:
            each(stage)
        return make(stage)

    for stage, made, error in readings(in_range, around.scope, around.subscripts, around.folded, plan):
        if error is None:
            try:
                given = tuple(condition(stage) for condition in around.given)
                stage.finish()
                statement = made()
                hypotheses = tuple(each() for each in given if each is not None)
                roomy = stage.naming.roomy  # n stands as a number, too
                statement, *more = (each.xreplace(roomy) if roomy else each for each in (statement, *hypotheses))
                hypotheses = tuple(more)
                statement = _for_all(stage, around.over, statement, hypotheses)
                claim = Claim(statement, hypotheses)
                reading = Reading(
                    claim,
                    tuple(f"{what} {option}" for what, (_, _, option) in stage.choices.items()),
                    tuple(stage.assumed),
                    tuple(f"{key} (line {line})" for line, key in stage.rests_on.items()),
                    (*(f"{key} (line {line})" if line else key for key, line in stage.unread.items()), *unmade(stage)),
                    tuple(
                        (each.key, each.places, each.kind)
                        for each in stage.letters.values()
                        if each.assumed and "(" not in each.key
                    ),
                    frozenset({*stage.sizes, *stage.indices, *(each.key for each in stage.letters.values())}),
                    around.holds,
                    tuple(_countings(stage)),
                    stage.is_loose,
                    stage.is_through,
                    tuple(stage.naming.numbered.items()),
                    first=stage.conventions.first,
                    named=tuple(stage.unfolded_in(roomy)),
                    as_one=tuple((name, text) for name, (text, _) in stage.as_one.items()),
                )
                signs = sorted(f"{each} {each.is_positive}" for each in statement.free_symbols)
                said = f"{claim.proposition} {claim.given} {signs}"
                known = found.setdefault(said, reading)
                if known.is_loose and not stage.is_loose:
                    found[said] = reading
                continue
            except (Refused, Misfit) as again:
                error = again
            except (SymattnError, ValueError, TypeError, AttributeError, IndexError, NotImplementedError) as again:
                error = Refused(f"outside of the language: {_line(again)}")
        asked = [key for key, line in stage.unread.items() if not line]
        if isinstance(error, Misfit) and asked:
            error = Refused(f"it rests on {', '.join(asked)}")
        assumed = assumed or dict(stage.by_form)
        wrong = wrong or error
    return list(found.values()), wrong or Refused("nothing was read"), assumed


def _countings(stage: Meaning) -> Iterator[tuple[str, str, int]]:
    """Yield the symbols that the note counts otherwise: indices from 1 on, and sizes to which others are added."""
    for each in stage.indices.values():
        yield each.name, each.name, each.low + stage.conventions.first
    for size, made in stage.naming.roomy.items():
        (own,) = made.free_symbols
        yield str(own), str(size), int(made - own)


def _for_all(stage: Meaning, letters: Sequence[str], statement: Any, hypotheses: Sequence[Basic]) -> Any:
    """Return that a statement holds for all places of some letters, of which nothing has to be supposed."""
    over = [stage.indices[each].make(stage.naming) for each in letters if each in stage.indices]
    is_bare = all(isinstance(each, Idx) and not any(one.has(each) for one in hypotheses) for each in over)
    is_bare = is_bare and isinstance(statement, Equation | Relational)
    return ForAll(over, statement) if over and is_bare else statement


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:160]


def refusal(error: Refused | Misfit) -> Answer:
    """Return the answer to what was not read, or whose shapes do not fit."""
    return Answer(error.status, str(error))


def decided_reading(reading: Reading, differs: str = "") -> Answer:
    """Decide one reading."""
    claim = reading.claim
    if claim.proposition.atoms(Float):
        return Answer("not read", "decimals may be rounded")
    numbers = [each.q for each in claim.proposition.atoms(Number) if each.is_Rational and each.q >= 10]
    if not claim.proposition.free_symbols and any(10 ** len(str(each)) % each == 0 for each in numbers):
        return Answer("not read", "numbers may be rounded")
    found = decide_reading(reading)
    if found.status == "not read":
        return Answer("not read", f"outside of the language: {found.why}")
    said = ""
    if found.supposed:
        known = conditions_of(claim, found.supposed)
        supposed_here = (text(known[each]) if each in known else each for each in found.supposed)
        said = f"; where {' and '.join(map(_in_words, supposed_here))}"
        claim = _where_it_is_defined(claim, found.supposed)
    if found.status == "proved" and SQUARE in reading.assumed:
        return Answer("open", f"it holds where {SQUARE}: does the note mean that?", (reading,), claim=claim)
    if found.status == "proved" and (not found.vacuous or (reading.holds and not found.supposed)):
        unmasked = [each for each in reading.assumed if each.endswith(UNMASKED)]
        said = " and ".join(filter(None, (said.removeprefix("; "), *unmasked)))
        return Answer("proved", said if found.supposed or not said else f"where {said}", (reading,), claim=claim)
    if found.status == "refuted":
        shown = _counted(found.counterexample, reading)
        values = " ".join(shown.split("\n", 1)[0].split())
        for name, of in reading.sizes:
            if (value := re.search(rf"(?<!\w){name} = \d+", values)) is not None:
                values = f"{values[: value.end()]} (a size of {of}){values[value.end() :]}"
        values = _in_texts(values, reading)
        status = "refuted"
        if reading.unread:
            status, said = "open", f"; it rests on {', '.join(reading.unread)}"
        elif differs and not reading.is_through:
            status, said = "differs", f"; {differs}"
        elif reading.assumed:
            status, said = "fails as read", f"; where {', '.join(reading.assumed)}"
        elif claim.proposition.has(log) and not claim.proposition.free_symbols:
            status, said = "fails as read", f"; where {_NATURAL}"
        elif supposed := _otherwise(reading):
            status, said = "fails as read", f"; where {supposed}"
        return Answer(status, f"fails for {values}{said}" if values else f"fails{said}", (reading,), shown, claim)
    where = said.replace("; ", " ", 1)
    return Answer("unknown", f"neither proved nor refuted{where}: {_HELP}", (reading,), claim=claim)


def _in_words(supposed: str) -> str:
    """Return what is supposed with the entries of vectors as a note writes them, if it can all be written so.

    >>> _in_words("q[i_2, 0] ≠ 0 for all i_2"), _in_words("√(Σ_{i = 0..d - 1} x[i, 0]²) ≠ 0"), _in_words("A[i, j] > 0")
    ('q_i ≠ 0 for all i', '√(Σ_i x_i²) ≠ 0', 'A[i, j] > 0')
    """
    said = re.sub(r"Σ_\{(\w+) = 0\.\.\w+ - 1\} ?", r"Σ_\1 ", supposed)
    said = re.sub(r"(\w+)\[(\w+), 0\]", r"\1_\2", re.sub(r"\(([^()]*)\)\[0, 0\]", r"\1", said))
    if re.search(r"\w\[", said):
        return supposed
    found = re.search(r" for all (([a-z])_\d+)$", said)
    if found is not None and not re.search(
        rf"(?<![^\W_]){found[2]}(?![\w])", said
    ):  # i_2 where nothing else is called i
        said = said.replace(found[1], found[2])
    return said


def _in_texts(values: str, reading: Reading) -> str:
    """Return values in which a symbol for a text is called by that text, and said to be one."""
    for symbol, said in reading.as_one:
        found = re.search(rf'(?<!\w)"?{re.escape(symbol)}"? = ', values)
        if found is not None:
            values = f"{values[: found.start()]}{said} = {values[found.end() :]}; {said} is taken as one symbol"
    return values


_HELP = "write the steps between its sides as rows, or go on by hand with --script"
_NATURAL = "log is the natural logarithm"


def _otherwise(reading: Reading) -> str:
    """Return what a claim fails with that authors may mean otherwise: log is that of base 2 or 10, ℕ begins at 1."""
    claim = reading.claim
    changes = list[tuple[str, Callable[[Any], Any]]]()
    if claim.proposition.has(log):
        changes += [(_NATURAL, partial(_of_base, base)) for base in (2, 10)]
    labels = {each.label for each in claim.proposition.atoms(Idx)}
    naturals = [each for each in claim.proposition.free_symbols - labels if each.is_Symbol and each.is_nonnegative]
    counts = {each: each + 1 for each in naturals if each.is_integer and not each.is_positive}
    if counts:
        changes.append((f"{', '.join(sorted(map(str, counts)))} may be 0", lambda part: part.xreplace(counts)))
    for said, change in changes:
        proposition, *given = map(change, (claim.proposition, *claim.given))
        if proposition == True or _is_proved(reading, proposition, given):  # noqa: E712
            return said
    return ""


def _is_proved(reading: Reading, proposition: Any, given: Sequence[Any]) -> bool:
    try:
        return decide_reading(replace(reading, claim=Claim(proposition, tuple(given)))).status == "proved"
    except SymattnError:  # SymPy has evaluated it
        return False


def _of_base(base: int, part: Any) -> Any:
    return part.replace(log, lambda value: log(value) / log(base))


def _counted(values: str, reading: Reading) -> str:
    """Return values in which each index, and each size to which others are added, is as the note counts it."""
    for symbol, name, more in reading.counted:
        found = re.search(rf"(?<![\w\\]){re.escape(symbol)} = (\d+)(?![\w/])", values)
        if found is not None:
            values = f"{values[: found.start()]}{name} = {int(found[1]) + more}{values[found.end() :]}"
    return values


def decided_claim(reading: Reading) -> Decision:
    """Decide; where a quotient or an inverse need not exist, suppose that it does: a note means where it exists."""
    try:
        verdict = decided(reading.claim, None, (), steps=STEPS)
        supposed = tuple(verdict.missing)
        if supposed:
            verdict = decided(_where_it_is_defined(reading.claim, supposed), None, (), steps=STEPS)
    except (SymattnError, ValueError, TypeError, AttributeError, IndexError, NotImplementedError) as error:
        return Decision("not read", _line(error))
    shown = str(verdict.counterexample) if verdict.status == "refuted" else ""
    return Decision(verdict.status, "", supposed, shown, verdict.possibly_vacuous)


def _where_it_is_defined(claim: Claim, supposed: Iterable[str]) -> Claim:
    """Return the claim beside what its quotients, roots, logarithms and inverses need; a size is at least 0 anyway."""
    needed = conditions_of(claim, supposed).values()
    return claim.beside([each for each in needed if not (isinstance(each, Ge) and each.lhs.is_integer)])


#: How a claim is decided; a memory or a cache may stand in its place (`symattn.scripts.notes`).
decide_reading: Callable[[Reading], Decision] = decided_claim
