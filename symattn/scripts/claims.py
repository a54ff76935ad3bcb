"""Register the claims of proof scripts, load the scripts, and run each claim to a plain record.

A proof script declares claims with `@theorem`; this module finds them, runs them and says whether each came out as its
script declares. It decides nothing itself: `symattn.deciding.verdict` does. Where a claim uses others, these are run
first, at most once in a process.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import importlib.util
import inspect
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from symattn.errors import ClaimError, ShapeError, UsageError
from symattn.language.base.characters import visible
from symattn.language.lemmas import DECLARED, NoSuchClaim, as_lemmas, supply_claims
from symattn.scripts.uses import refuse_circles

EXPECTATIONS = ("proved", "refuted", "defined", "computed", "unknown")
#: Where claims are looked for that are declared nowhere else.
SCRIPTS = "proofs"
#: A spot check of a true identity in double precision stays far below this scaled error.
SPOT_CHECK_TOLERANCE = 1e-6
#: At how many random instances it is taken, and at how many where a derivative takes many evaluations at each.
TRIALS, FEWER_TRIALS = 20, 6

Function = TypeVar("Function", bound=Callable[[], object])


@dataclass(frozen=True)
class Declaration:
    """State what a proof script declares about one claim: its names, its source and the verdict it must get."""

    id: str
    title: str
    source: str
    expected: str | ShapeError
    function: Callable[[], object]
    path: str
    line: int
    printed: str = ""
    uses: tuple[str, ...] = ()
    among: Registry | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Crash:
    """Name a claim that cannot be run because its proof script raised while it was being read."""

    id: str
    path: str
    reason: str
    line: int = 1


@dataclass
class Registry:
    """Hold declarations by id, in the order in which scripts made them; `strict` refuses a second use of an id."""

    strict: bool = True
    entries: dict[str, Declaration | Crash] = field(default_factory=dict)
    verdicts: dict[str, Any] = field(default_factory=dict, repr=False)

    def add(self, entry: Declaration | Crash) -> None:
        earlier = self.entries.get(entry.id)
        if earlier is not None and self.strict:
            raise ClaimError(f"the claim id {entry.id!r} is used twice: {_place(earlier)} and {_place(entry)}")
        if isinstance(entry, Declaration):
            entry = replace(entry, among=self)
        if not self.strict:
            self.verdicts.clear()  # what was proved may rest on the claim that is replaced
        self.__dict__.pop("lemmas", None)
        self.entries[entry.id] = entry

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The ids of the claims that others use, or that stand in what they are made of: their proofs are kept."""
        used = {name for entry in self.entries.values() if isinstance(entry, Declaration) for name in _mentioned(entry)}
        return frozenset(used & self.entries.keys())

    def check_uses(self) -> None:
        """Raise ClaimError for claims that rest on each other."""
        refuse_circles({e.id: e.uses for e in self.entries.values() if isinstance(e, Declaration)})

    def select(self, ids: Sequence[str], words: Sequence[str] = ()) -> list[Declaration | Crash]:
        """List the entries with these ids, or ids like these (`G1*`), of which the words are said; all for none.

        A word is said of a claim when its id, title or source contains it, in whatever case. Raise UsageError for an
        id that no claim has, and for words that are said of none.
        """
        for wanted in ids:
            if wanted not in self.entries and not any(fnmatchcase(id, wanted) for id in self.entries):
                near = difflib.get_close_matches(wanted, self.entries, n=3, cutoff=0.5)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                raise UsageError(f"no claim has the id {wanted!r}{hint}")
        named = [e for id, e in self.entries.items() if not ids or any(id == w or fnmatchcase(id, w) for w in ids)]
        found = [entry for entry in named if all(_is_said(word, entry) for word in words)]
        if not found:
            raise UsageError(f"no claim speaks of {' and '.join(map(repr, words))}")
        return found


def _is_said(word: str, entry: Declaration | Crash) -> bool:
    about = [entry.title, entry.source] if isinstance(entry, Declaration) else []
    return any(word.casefold() in each.casefold() for each in [entry.id, *about])


def _mentioned(entry: Declaration) -> Iterator[str]:
    """Yield what a claim declares to use, and the strings in its function, which may be ids beside steps of a calc."""
    yield from entry.uses
    codes = [inspect.unwrap(entry.function).__code__]
    while codes:
        for constant in codes.pop().co_consts:
            found = constant if isinstance(constant, tuple) else (constant,)
            yield from (each for each in found if isinstance(each, str) and each != entry.id)
            codes += [each for each in found if isinstance(each, CodeType)]


def _place(entry: Declaration | Crash) -> str:
    return f"{entry.path}, line {entry.line}" if isinstance(entry, Declaration) else entry.path


# Outside `load` (in a notebook, or in a script run by itself) a cell that runs again replaces its earlier claim.
_current = Registry(strict=False)


@contextlib.contextmanager
def _collecting(registry: Registry) -> Iterator[None]:
    global _current
    outer, _current = _current, registry
    try:
        yield
    finally:
        _current = outer


def theorem(
    id: str,
    title: str,
    source: str,
    expected: str | ShapeError,
    printed: str = "",
    uses: str | Callable[[], object] | Sequence[str | Callable[[], object]] = (),
) -> Callable[[Function], Function]:
    """Declare the zero-argument function below as a claim of a proof script.

    The function returns `(lhs, rhs)`, a proposition, a claim or a calc; for "defined" a word and its source's formula;
    for "computed" a pair of scalars, the computed and the stated one. `expected` is one of these words, "proved",
    "refuted" or, for a conjecture, "unknown", or the exact `ShapeError` that stating the claim must raise. The
    function's docstring, where it has one, is a remark that goes with the claim. `uses` lists other claims, by their
    ids or their functions, as lemmas of the proof; a calc names them beside its steps. A claim that a document prints
    has `printed` in its id, as in `G16.printed`, and quotes the formula in LaTeX, `printed=r"\\sqrt{\\ell}"`;
    `source` says where. Raises ClaimError for a missing id, an unknown expectation, a function with arguments, an id
    used twice, or such an id without a quotation.

    >>> @theorem("T1", "a matrix times the identity", "any textbook", "proved")
    ... def t1():
    ...     return A * Identity(n), A
    """
    if not isinstance(id, str) or not id or any(character.isspace() for character in id):
        raise ClaimError(f"a claim id is a nonempty word, not {id!r}")
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
        _current.add(Declaration(id, title, source, expected, function, *place, printed, used))
        return function

    return declare


def script_paths(paths: Sequence[str | Path]) -> list[Path]:
    """List the proof scripts under these files and folders, each once, folders in order of file name.

    Files whose name starts with an underscore are helpers, not proof scripts. Raises UsageError for a path that is
    missing.
    """
    found: dict[Path, Path] = {}
    for path in map(Path, paths):
        if path.is_dir():
            scripts = sorted(p for p in path.rglob("*.py") if not p.name.startswith("_"))
        elif path.is_file():
            scripts = [path]
        else:
            raise UsageError(f"there is no proof script or folder {str(path)!r}")
        for script in scripts:
            found.setdefault(script.resolve(), script)
    return list(found.values())


def load(paths: Sequence[str | Path]) -> Registry:
    """Read the proof scripts under these paths and return their claims.

    A script that raises contributes one `Crash` per claim that its text declares, and the others are still read.
    Raises ClaimError when two claims have the same id and UsageError when no claim is found at all.
    """
    registry = Registry()
    for script in script_paths(paths):
        own = Registry()
        try:
            with _collecting(own):
                _execute(script)
        except ClaimError:
            raise
        except (Exception, SystemExit) as error:
            reason, line = one_line(error, script), _last_line(error, script) or 1
            for name in dict.fromkeys([*own.entries, *_declared_ids(script)]) or [script.stem]:
                registry.add(Crash(name, str(script), reason, line))
        else:
            for entry in own.entries.values():
                registry.add(entry)
    if not registry.entries:
        raise UsageError(f"no claims found in {', '.join(map(str, paths))}")
    registry.check_uses()
    return registry


def _execute(script: Path) -> None:
    """Run a script as a module of its own, with its folder on the import path as Python has it for a main script."""
    # the stem alone would make two scripts of one name, in different folders, one module
    name = "_".join(("symattn_proof_script", script.resolve().parent.name, script.stem))
    spec = importlib.util.spec_from_file_location(name, script)
    if spec is None or spec.loader is None:
        raise UsageError(f"{str(script)!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(script.resolve().parent))
    try:
        spec.loader.exec_module(module)
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(str(script.resolve().parent))


def _declared_ids(script: Path) -> list[str]:
    """Read from the text of a script, without running it, the ids that its `@theorem` lines declare."""
    try:
        tree = ast.parse(script.read_bytes())
    except (SyntaxError, ValueError):
        return []
    ids = []
    for node in ast.walk(tree):
        for call in getattr(node, "decorator_list", []):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == "theorem":
                named = [keyword.value for keyword in call.keywords if keyword.arg == "id"]
                for argument in [*call.args[:1], *named]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        ids.append(argument.value)
    return ids


def one_line(error: BaseException, script: str | Path) -> str:
    """Describe an exception in one line: its class, its message and the last line of the script that was running."""
    message = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    line = _last_line(error, script)
    where = f" ({Path(script).name}, line {line})" if line else ""
    return f"{type(error).__name__}: {message}{where}" if message else f"{type(error).__name__}{where}"


def _last_line(error: BaseException, script: str | Path) -> int | None:
    """Return the last line of a script that was running when an exception was raised."""
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).name == Path(script).name]
    return lines[-1] if lines else None


# ------------------------------------------------------------------------------------------------ running


@dataclass(frozen=True)
class Record:
    """Hold what came of one claim, as plain data: the fields of the JSON output, in its order."""

    id: str
    title: str
    source: str
    statement: str
    statement_latex: str
    expected: str
    verdict: str
    axioms: tuple[str, ...] = ()
    hypotheses: tuple[str, ...] = ()
    inferences: int = 0
    seconds: float = 0.0
    spot_check: dict[str, Any] | None = None
    counterexample: dict[str, Any] | None = None
    as_declared: bool = False
    reason: str = ""
    remark: str = ""
    printed: str = ""
    uses: tuple[str, ...] = ()
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """Return where the claim is declared, as editors and compilers write it."""
        return f"{self.file}:{self.line}" if self.file else ""


@dataclass(frozen=True)
class Outcome:
    """Pair the record of a claim with the objects behind it, for rendering in the process that ran it."""

    record: Record
    stated: object = None
    verdict: Any = None


def blank_record(entry: Declaration | Crash) -> Record:
    """Make the record of a claim that has not come to a verdict: "error", with what its declaration says."""
    if isinstance(entry, Crash):
        reason = f"{entry.path} raised {entry.reason}"
        return Record(
            entry.id, "", "", "", "", "", "error", reason=reason, file=shown_path(entry.path), line=entry.line
        )
    expected = entry.expected if isinstance(entry.expected, str) else describe(entry.expected)
    remark = visible(" ".join((inspect.getdoc(entry.function) or "").split()))
    place = entry.id, entry.title, entry.source
    file = shown_path(entry.path)
    return Record(*place, "", "", expected, "error", remark=remark, printed=entry.printed, file=file, line=entry.line)


def shown_path(path: str) -> str:
    """Return the path of a script as seen from here, where it lies below; that is the same on every machine."""
    with contextlib.suppress(ValueError):
        return Path(path).resolve().relative_to(Path.cwd()).as_posix()
    return path


def run_claim(
    entry: Declaration | Crash, seed: int = 0, numeric: bool = True, verify: bool = False, typeset: bool = True
) -> Outcome:
    """Run one claim and compare what comes out with what its script declares.

    `numeric=False` leaves out the spot check and the comparison of both readings; `verify` replays each proof with the
    independent verifier; `typeset=False` leaves the statement's LaTeX out of the record, for who does not read it. An
    exception becomes the verdict "error" with a one-line reason.
    """
    start = time.perf_counter()
    blank = blank_record(entry)
    if isinstance(entry, Crash):
        return Outcome(blank)
    try:
        outcome = _settle(entry, blank, seed, numeric, verify, typeset)
    except ShapeError as error:
        outcome = Outcome(_ill_formed(entry, blank, error), error)
    except (Exception, SystemExit) as error:  # a claim that raises or exits is reported; the others still run
        outcome = Outcome(replace(blank, reason=one_line(error, entry.path)))
    return replace(outcome, record=replace(outcome.record, seconds=round(time.perf_counter() - start, 6)))


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


def describe(error: ShapeError) -> str:
    """Write an expected shape error on one line, as JSON and tables show it.

    >>> from symattn.errors import ShapeError
    >>> describe(ShapeError("Q*g", ("r", "ell"), ("d", "d")))
    'ShapeError(Q*g, (r, ell), (d, d))'
    """
    shapes = ", ".join("(" + ", ".join(map(str, shape)) + ")" for shape in error.shapes)
    return f"ShapeError({error.subexpression}, {shapes})"


def _settle(entry: Declaration, blank: Record, seed: int, numeric: bool, verify: bool, typeset: bool) -> Outcome:
    """Call the claim's function and decide what it returns."""
    from symattn.language import Calc, Equation
    from symattn.render.latex import statement_latex
    from symattn.render.statement import TRIVIAL
    from symattn.render.text import text

    returned = entry.function()
    if entry.expected == "computed":
        return _computed(blank, returned)
    definition = getattr(returned, "definition", None)
    stated = _stated(entry, returned)
    blank = replace(blank, statement=text(stated), statement_latex=statement_latex(stated) if typeset else "")
    equation = getattr(stated, "proposition", None)
    if isinstance(equation, Equation) and equation.lhs == equation.rhs:
        blank = replace(blank, remark=f"{blank.remark} {TRIVIAL}".strip())

    from symattn.deciding.verdict import VACUOUS

    verdict = _verdict(entry, stated, seed, verify, compare=not numeric)
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
    if verdict.possibly_vacuous:
        return Outcome(_doubted(record, VACUOUS), stated, verdict)
    if numeric and status in ("proved", "defined"):
        steps = stated.equations if isinstance(stated, Calc) else (stated.proposition,)
        record = _compare_with_numbers(record, steps, stated.given, seed)
    if numeric and not record.reason:
        record = _compare_readings(record, stated, verdict.theorem if verdict.status == "proved" else None, seed)
    return Outcome(record, stated, verdict)


def _stated(entry: Declaration, returned: object) -> Any:
    """Return what a claim states: a claim or a calc, of a definition that it agrees with its formula."""
    from symattn.language import Calc, Claim, as_proposition

    definition = getattr(returned, "definition", None)
    if entry.expected == "defined" and definition is None and not (isinstance(returned, tuple) and len(returned) == 2):
        raise ClaimError("a claim expected to be 'defined' returns a word and its source's formula written out")
    stated: Any = (returned, definition()) if definition is not None else returned
    return stated if isinstance(stated, Claim | Calc) else Claim(as_proposition(stated))


# -------------------------------------------------------------------------------------------------------- lemmas

#: The claims that are being decided, each as a lemma of the one before, and the seed.
_deciding: list[tuple[Declaration, int]] = []


def _verdict(entry: Declaration, stated: Any, seed: int, verify: bool = False, compare: bool = True) -> Any:
    """Decide what a claim states, by its lemmas; keep the verdict where others may use it."""
    from symattn.deciding.replay import replayed
    from symattn.deciding.verdict import decided
    from symattn.language import Calc

    registry = entry.among
    kept = registry.verdicts if registry is not None else {}
    if entry.id in kept:
        if verify and kept[entry.id].theorem is not None:
            replayed(kept[entry.id])
        return kept[entry.id]
    _deciding.append((entry, seed))
    try:
        lemmas = () if isinstance(stated, Calc) else entry.uses
        verdict = decided(stated, None, (), seed, verify=verify, compare=compare, using=lemmas)
    finally:
        _deciding.pop()
    if registry is not None and entry.id in registry.lemmas:
        kept[entry.id] = verdict
    return verdict


def verdict_of(name: str) -> Any:
    """Return the verdict on the claim with an id, as a lemma of the one that is being decided.

    It is looked up beside that claim, or among those declared so far, and then in the scripts of the folder
    `proofs` around its script, or here.
    Raise ClaimError for an id that no claim has, for one that cannot be stated, and for claims that rest on each other.
    """
    outer, seed = _deciding[-1] if _deciding else (None, 0)
    names = [each.id for each, _ in _deciding]
    if name in names:
        path = [*names[names.index(name) :], name]
        refuse_circles({one: [other] for one, other in pairwise(path)})
    registry = outer.among if outer is not None and outer.among is not None else _current
    entry = registry.entries.get(name)
    if entry is None and (folder := _folder_of_scripts(outer)) is not None:
        registry = _scripts(str(folder))
        entry = registry.entries.get(name)
    if entry is None:
        raise NoSuchClaim(f"no claim has the id {name!r}, which is used as a lemma; name its script beside this one")
    if isinstance(entry, Crash):
        raise ClaimError(f"the lemma {name} cannot be stated: {entry.path} raised {entry.reason}")
    if not isinstance(entry.expected, str) or entry.expected == "computed":
        raise ClaimError(f"the lemma {name} is no theorem: it is declared as {blank_record(entry).expected}")
    if name not in registry.verdicts:
        registry.verdicts[name] = _verdict(entry, _as_lemma(entry), seed)
    return registry.verdicts[name]


def _as_lemma(entry: Declaration) -> Any:
    """Return what a claim states, of which another may make use; raise ClaimError where it cannot be stated."""
    try:
        return _stated(entry, entry.function())
    except Exception as error:  # of the script, whose own claim reports it too
        raise ClaimError(f"the lemma {entry.id} cannot be stated: {one_line(error, entry.path)}") from error


def _folder_of_scripts(outer: Declaration | None) -> Path | None:
    """Return the folder of proof scripts that a claim's own script lies in, or the one that is here, or None."""
    around = Path(outer.path).resolve().parents if outer is not None else ()
    folders = (*(folder for folder in around if folder.name == SCRIPTS), Path(SCRIPTS).resolve())
    return next((folder for folder in folders if folder.is_dir()), None)


@cache
def _scripts(folder: str) -> Registry:
    return load([folder])


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


def summary(records: Sequence[Record], seconds: float) -> dict[str, Any]:
    """Count the verdicts and the claims that did not come out as declared."""
    counts: dict[str, Any] = {
        status: sum(record.verdict == status for record in records) for status in ("proved", "refuted", "unknown")
    }
    return counts | {"unexpected": sum(not record.as_declared for record in records), "seconds": round(seconds, 6)}
