"""A proof script from a note: a theorem for each claim that was read, with its source, its place and its verdict.

Rows that go on from each other are a calc. Symbols are declared as they were read. What cannot be written so that it
comes back the same is named in a comment.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import sympy
from sympy import Basic, Idx, Symbol, sympify

import symattn.language as language
from symattn.deciding.decide import decided
from symattn.errors import ClaimError, SymattnError
from symattn.language import Claim, Equation, InvertibleSymbol, OrthogonalSymbol, PermutationSymbol, calc
from symattn.language.base.characters import visible
from symattn.language.base.dims import is_dim, is_size
from symattn.language.inspection import declarations, symbol_text
from symattn.language.pasted import CodePrinter
from symattn.reading.judging import STEPS, decided_reading
from symattn.reading.report import Report
from symattn.reading.statements import Line


class _Printer(CodePrinter):
    """Print as code; a sum that ends at an index is a Sum, one over a size is a sum_over."""

    def _print_Sum(self, expr: Any) -> str:
        if len(expr.limits) == 1 and is_size(expr.limits[0][2] + 1):
            return super()._print_Sum(expr)
        limits = ", ".join(f"({', '.join(map(self._print, limit))})" for limit in expr.limits)
        return f"Sum({self._print(expr.function)}, {limits})"


def code(expression: Any) -> str:
    """Write an expression so that it can be pasted."""
    return str(_Printer().doprint(expression))


#: As wide as a line of a script may be.
_WIDTH = 120
_WRITTEN = {
    "proved": "proved",
    "refuted": "refuted",
    "differs": "refuted",
    "fails as read": "refuted",
    "unknown": "unknown",
}
_SQUARE = PermutationSymbol | OrthogonalSymbol | InvertibleSymbol


def script(report: Report) -> str:
    """Return the claims of a report as a proof script.

    >>> from symattn.reading.read import read
    >>> print(script(read("(AB)^{\\\\top} = B^{\\\\top} A^{\\\\top}")))
    \"""The claims of formula, as symattn read them.\"""
    <BLANKLINE>
    from sympy import MatrixSymbol
    <BLANKLINE>
    from symattn import Equation, dims, run_script, theorem
    <BLANKLINE>
    <BLANKLINE>
    @theorem("formula.1.1", "line 1", "formula:1:1", "proved", printed=r"(AB)^{\\top} = B^{\\top} A^{\\top}")
    def formula_1_1():
        d, n, n_1 = dims("d n n_1")
        A = MatrixSymbol("A", n, n_1)
        B = MatrixSymbol("B", n_1, d)
        return Equation((A*B).T, B.T*A.T)
    <BLANKLINE>
    <BLANKLINE>
    if __name__ == "__main__":
        run_script(__file__)
    <BLANKLINE>
    """
    written = list[str]()
    used = {"run_script", "theorem"}
    for chain in _chains(report):
        text, names = _theorem(chain)
        written.append(text)
        used |= names
    files = ", ".join(dict.fromkeys(PurePath(line.file).name for line in report.lines))
    head = "\n\n".join([f'"""The claims of {files}, as symattn read them."""', "\n".join(_imports(used))])
    return "\n\n\n".join([head, *written, 'if __name__ == "__main__":\n    run_script(__file__)\n'])


@dataclass(frozen=True)
class Link:
    """Hold one equation of a row: the row, what was decided, and which link of its row it is."""

    line: Line
    claim: Claim
    expected: str
    number: int = 0

    @property
    def is_chained(self) -> bool:
        """Tell whether it can be a step of a chain: a proved equation."""
        return self.expected == "proved" and isinstance(self.claim.proposition, Equation)


def _links(report: Report) -> Iterator[Link]:
    """Yield the equations that were decided; a row of several has one answer, and each is decided again."""
    for line in report.lines:
        answer = line.answer
        if answer.status in _WRITTEN:
            several = len(answer.readings) > 1
            for number, reading in enumerate(answer.readings):
                one = decided_reading(reading) if several else answer
                if one.claim is not None and one.status in _WRITTEN:
                    yield Link(line, one.claim, _WRITTEN[one.status], number + several)


def _chains(report: Report) -> Iterator[list[Link]]:
    """Yield the equations, those that go on from each other together."""
    chain = list[Link]()
    for link in _links(report):
        if chain and not _goes_on(chain[-1], link):
            yield chain
            chain = []
        chain.append(link)
    if chain:
        yield chain


def _goes_on(before: Link, after: Link) -> bool:
    return (
        before.is_chained
        and after.is_chained
        and before.line.file == after.line.file
        and before.claim.proposition.rhs == after.claim.proposition.lhs
    )


def _is_ours(name: str) -> bool:
    """Tell whether a name is one that symattn supplies."""
    return name in ("run_script", "theorem") or (not name.startswith("_") and name in language.__all__)


def _imports(names: set[str]) -> Iterator[str]:
    ours = sorted(filter(_is_ours, names))
    theirs = sorted(name for name in names if name not in ours)
    if theirs:
        yield f"from sympy import {', '.join(theirs)}\n"
    yield f"from symattn import {', '.join(ours)}"


def _theorem(chain: list[Link]) -> tuple[str, set[str]]:
    """Return a function that states a claim, or a chain of them, and the names that it imports."""
    first = chain[0]
    line = first.line
    place = f"{line.file}:{line.line}:{line.column}"
    try:
        body, names = _calc(chain) if len(chain) > 1 else _body(first.claim)
    except (SymattnError, SyntaxError, NameError, ValueError, TypeError, AttributeError) as error:
        if len(chain) > 1:  # each by itself
            texts, sets = zip(*(_theorem([link]) for link in chain), strict=True)
            return "\n\n\n".join(texts), set[str]().union(*sets)
        return f"# {place}: not written: {' '.join(str(error).split())[:80]}", set()
    stem = re.sub(r"\W", "_", PurePath(line.file).stem)
    suffix = f".{first.number}" if first.number else ""
    id = f"{stem}.{line.line}.{line.column}{suffix}"
    sources = dict.fromkeys(link.line.source for link in chain)
    said = [f'"{id}"', f'"line {line.line}"', f'"{place}"', f'"{first.expected}"', *_printed(" ".join(sources))]
    head = f"@theorem({', '.join(said)})"
    if len(head) > _WIDTH:
        head = "@theorem(\n" + "".join(f"    {each},\n" for each in said) + ")"
    name = re.sub(r"\W", "_", id if id[0].isalpha() else f"_{id}")
    return f"{head}\ndef {name}():\n" + "\n".join(f"    {each}" for each in body), names


def _printed(source: str) -> Iterator[str]:
    """Yield the quotation of a source, where a script can hold it."""
    source = " ".join(source.split())
    if source.count("{") == source.count("}") and not set(source) & set('$"') and visible(source) == source:
        yield f'printed=r"{source}"' if not source.endswith("\\") else f'printed=r"{source} "'


def _calc(chain: list[Link]) -> tuple[list[str], set[str]]:
    """Return a chain of equations as a calc; raise ClaimError where its steps need more than is said here."""
    given = tuple(dict.fromkeys(each for link in chain for each in link.claim.given))
    sides = [chain[0].claim.proposition.lhs, *(link.claim.proposition.rhs for link in chain)]
    reasons = [
        tuple(
            sorted((each for each in declarations(link.claim.proposition).all() if isinstance(each, _SQUARE)), key=str)
        )
        for link in chain
    ]
    steps = [(side, by) for side, by in zip(sides[1:], reasons, strict=True)]
    if decided(calc(sides[0], *steps, given=given), None, (), steps=STEPS).status != "proved":
        raise ClaimError("a step needs a reason")

    def text(renamed: dict[Any, Any], names: dict[Any, str]) -> str:
        rows = [code(side.xreplace(renamed)) for side in sides]
        because = [f"({', '.join(names[each] for each in by)}{',' if len(by) == 1 else ''})" for by in reasons]
        lines = ["calc(", f"    {rows[0]},"]
        lines += [f"    ({row}, {by})," for row, by in zip(rows[1:], because, strict=True)]
        more = f"    given=[{', '.join(_stated(each.xreplace(renamed)) for each in given)}]," if given else ""
        return "\n".join([*lines, *filter(None, [more]), ")"])

    return _declarations([*sides, *given], text)


def _body(stated: Claim) -> tuple[list[str], set[str]]:
    def text(renamed: dict[Any, Any], names: dict[Any, str]) -> str:
        proposition = _stated(stated.proposition.xreplace(renamed))
        given = ", ".join(_stated(each.xreplace(renamed)) for each in stated.given)
        return f"claim({proposition}, given=[{given}])" if given else proposition

    return _declarations([stated.proposition, *stated.given], text)


def _declarations(
    expressions: Iterable[Any], write: Callable[[dict[Any, Any], dict[Any, str]], str]
) -> tuple[list[str], set[str]]:
    """Return the lines that declare the symbols of expressions, and return what ``write`` makes of them."""
    symbols = sorted(declarations(*expressions).all(), key=lambda each: (_rank(each), str(each)))
    names = {each: _identifier(symbol_text(each)) for each in symbols}
    if len(set(names.values())) != len(names):
        raise ValueError("two symbols have one name in Python")
    renamed = {each: _renamed(each, names[each]) for each in symbols if symbol_text(each) != names[each]}
    lines, used = list[str](), set[str]()
    sizes = [each for each in symbols if _rank(each) == 0]
    if sizes:
        left = ", ".join(names[each] for each in sizes)
        lines.append(f'{left} = dims("{" ".join(names[each] for each in sizes)}")')
        used.add("dims")
    for each in symbols[len(sizes) :]:
        kind, arguments = _declared(renamed.get(each, each), {size: renamed.get(size, size) for size in sizes})
        lines.append(f"{names[each]} = {kind}({', '.join([repr(names[each]), *arguments])})".replace("'", '"'))
        used.add(kind)
    text = write(renamed, names)
    bound = sorted(_unknown(text, {*names.values()}))
    if bound:
        lines.append(f'{", ".join(bound)} = symbols("{" ".join(bound)}", integer=True)')
        used.add("symbols")
    used |= {name for name in re.findall(r"\b[A-Za-z_]\w*", text) if hasattr(sympy, name) or _is_ours(name)}
    used -= {*names.values(), *bound}
    lines += f"return {text}".split("\n")
    _check(lines, used)
    return lines, used


def _stated(statement: Basic) -> str:
    return f"{type(statement).__name__}({', '.join(code(each) for each in statement.args)})"


def _check(lines: list[str], used: set[str]) -> None:
    """Run what was written: it has to state something."""
    space: dict[str, Any] = {name: getattr(language if _is_ours(name) else sympy, name) for name in used}
    exec("def stated():\n" + "\n".join(f"    {each}" for each in lines), space)
    space["stated"]()


def _rank(each: Any) -> int:
    return 0 if is_dim(each) else 1 if isinstance(each, Idx) else 2


def _identifier(name: str) -> str:
    found = re.sub(r"\W+", "_", name.replace("'", "p").replace("\\", "")).strip("_") or "x"
    found = f"x{found}" if found[0].isdigit() else found
    return "lam" if found == "lambda" else f"{found}1" if keyword.iskeyword(found) else found


def _renamed(each: Any, name: str) -> Any:
    if isinstance(each, Idx):
        return Idx(name, each.upper + 1)
    if isinstance(each, Symbol):
        return Symbol(name, **each.assumptions0)
    return type(each)(name, *each.args[1:])


def _declared(each: Any, sizes: dict[Any, Any]) -> tuple[str, list[str]]:
    def code(size: Any) -> str:
        return str(sympify(size).xreplace(sizes))

    if isinstance(each, Idx):
        return "Idx", [code(each.upper + 1)]
    if isinstance(each, Symbol):
        sign = next((sign for sign in ("positive", "nonnegative") if getattr(each, f"is_{sign}")), "real")
        sign = "integer=True, nonnegative" if each.is_integer and sign != "positive" else sign
        return "Symbol", [f"{sign}=True"]
    return type(each).__name__, list(map(code, each.args[1:]))


def _unknown(text: str, known: set[str]) -> set[str]:
    """Return the names in a text that are nobody's: bound indices."""
    words = re.sub(r'"[^"]*"', "", text)
    return {
        name
        for name in re.findall(r"(?<![\w.])[A-Za-z_]\w*(?!\w*\s*[(=])", words)
        if name not in known
        and not (len(name) > 1 and (hasattr(sympy, name) or _is_ours(name)))
        and name not in ("lambda", "True", "False", "for", "in")
        and f"lambda {name}" not in text
    }
