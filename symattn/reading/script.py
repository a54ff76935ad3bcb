"""A proof script from a note: a theorem for each claim that was read, with its source, its place and its verdict.

Symbols are declared as they were read. What cannot be written so that it comes back the same is named in a comment.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import sympy
from sympy import Basic, Idx, MatrixSymbol, Symbol, sympify

import symattn.language as language
from symattn.errors import SymattnError
from symattn.language import InvertibleSymbol, OrthogonalSymbol, PermutationSymbol
from symattn.language.base.dims import is_dim, is_size
from symattn.language.pasted import CodePrinter
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol
from symattn.primitives.maps.word import MapSymbol
from symattn.reading.judging import Reading
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
    # (AB)^{\\top} = B^{\\top} A^{\\top}
    @theorem("formula.1.1", "line 1", "formula:1:1", "proved")
    def line_1_1():
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
    for line in report.lines:
        if line.answer.status not in _WRITTEN:
            continue
        for number, reading in enumerate(line.answer.readings):
            text, names = _theorem(line, reading, number)
            written.append(text)
            used |= names
    files = ", ".join(dict.fromkeys(PurePath(line.file).name for line in report.lines))
    parts = [
        f'"""The claims of {files}, as symattn read them."""',
        "\n".join(_imports(used)),
        *written,
        'if __name__ == "__main__":\n    run_script(__file__)',
    ]
    head, imports, *rest = parts
    return "\n\n".join([head, imports]) + "\n\n\n" + "\n\n\n".join(rest) + "\n"


def _is_ours(name: str) -> bool:
    """Tell whether a name is one that symattn supplies."""
    return name in ("run_script", "theorem") or (not name.startswith("_") and name in language.__all__)


def _imports(names: set[str]) -> Iterator[str]:
    ours = sorted(filter(_is_ours, names))
    theirs = sorted(name for name in names if name not in ours)
    if theirs:
        yield f"from sympy import {', '.join(theirs)}\n"
    yield f"from symattn import {', '.join(ours)}"


def _theorem(line: Line, reading: Reading, number: int) -> tuple[str, set[str]]:
    """Return a function that states a claim, and the names that it imports."""
    answer = line.answer
    expected = _WRITTEN[answer.status]
    if len(answer.readings) > 1 and expected != "proved":
        expected = ""  # which link of the chain it is, was not kept
    suffix = f".{number + 1}" if len(answer.readings) > 1 else ""
    stem = re.sub(r"\W", "_", PurePath(line.file).stem)
    source = line.source if len(line.source) < 100 else line.source[:97] + "…"
    name = f"line_{line.line}_{line.column}{suffix.replace('.', '_')}"
    try:
        body, names = _body(reading)
    except (SymattnError, SyntaxError, NameError, ValueError, TypeError, AttributeError) as error:
        return f"# {line.file}:{line.line}: not written: {' '.join(str(error).split())[:80]}\n# {source}", set()
    declared = f', "{expected}"' if expected else ""
    place = f"{line.file}:{line.line}:{line.column}"
    head = f'@theorem("{stem}.{line.line}.{line.column}{suffix}", "line {line.line}", "{place}"'
    return f"# {source}\n{head}{declared})\ndef {name}():\n" + "\n".join(f"    {each}" for each in body), names


def _body(reading: Reading) -> tuple[list[str], set[str]]:
    statement = reading.claim.proposition
    given = reading.claim.given
    symbols = sorted(_symbols(statement, *given), key=lambda each: (_rank(each), str(each)))
    names = {each: _identifier(str(getattr(each, "name", each))) for each in symbols}
    if len(set(names.values())) != len(names):
        raise ValueError("two symbols have one name in Python")
    renamed = {each: _renamed(each, names[each]) for each in symbols if str(getattr(each, "name", each)) != names[each]}
    lines, used = list[str](), {"Equation"}
    sizes = [each for each in symbols if _rank(each) == 0]
    if sizes:
        left = ", ".join(names[each] for each in sizes)
        lines.append(f'{left} = dims("{" ".join(names[each] for each in sizes)}")')
        used.add("dims")
    for each in symbols[len(sizes) :]:
        kind, arguments = _declared(renamed.get(each, each), {size: renamed.get(size, size) for size in sizes})
        lines.append(f"{names[each]} = {kind}({', '.join([repr(names[each]), *arguments])})".replace("'", '"'))
        used.add(kind)
    text = _stated(statement.xreplace(renamed))
    if given:
        text = f"claim({text}, given=[{', '.join(_stated(each.xreplace(renamed)) for each in given)}])"
        used.add("claim")
    bound = sorted(_unknown(text, {*names.values()}))
    if bound:
        lines.append(f'{", ".join(bound)} = symbols("{" ".join(bound)}", integer=True)')
        used.add("symbols")
    used |= {name for name in re.findall(r"\b[A-Za-z_]\w*", text) if hasattr(sympy, name) or _is_ours(name)}
    used -= {*names.values(), *bound}
    lines.append(f"return {text}")
    _check(lines, used)
    return lines, used


def _stated(statement: Basic) -> str:
    if type(statement).__name__ == "Equation":
        return f"Equation({code(statement.args[0])}, {code(statement.args[1])})"
    return f"{type(statement).__name__}({', '.join(code(each) for each in statement.args)})"


def _check(lines: list[str], used: set[str]) -> None:
    """Run what was written: it has to state something."""
    space: dict[str, Any] = {name: getattr(language if _is_ours(name) else sympy, name) for name in used}
    exec("def stated():\n" + "\n".join(f"    {each}" for each in lines), space)
    space["stated"]()


def _symbols(*expressions: Any) -> set[Any]:
    found = set[Any]()
    for expression in expressions:
        for node in sympy.preorder_traversal(expression):
            if isinstance(node, MatrixSymbol | MatrixFamily | MapSymbol | KernelSymbol | Idx | _SQUARE):
                found.add(node)
        found |= {each for each in expression.free_symbols if isinstance(each, Symbol)}
        for node in tuple(found):
            found |= {each for each in getattr(node, "free_symbols", ()) if is_dim(each)}
            for part in node.args:
                found |= {each for each in getattr(part, "free_symbols", ()) if is_dim(each)}
    return {
        each
        for each in found
        if not (isinstance(each, Symbol) and any(isinstance(one, Idx) and one.label == each for one in found))
    }


def _rank(each: Any) -> int:
    return 0 if is_dim(each) else 1 if isinstance(each, Idx) else 2


def _identifier(name: str) -> str:
    found = re.sub(r"\W+", "_", name.replace("'", "p").replace("\\", "")).strip("_") or "x"
    return f"{found}_" if keyword.iskeyword(found) or found[0].isdigit() else found


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
    if isinstance(each, MatrixFamily):
        return "MatrixFamily", [code(each.heads), *map(code, each.member_shape)]
    if isinstance(each, MapSymbol):
        return "MapSymbol", [code(each.width), code(each.out_width)]
    if isinstance(each, KernelSymbol):
        return "KernelSymbol", []
    if isinstance(each, _SQUARE):
        return type(each).__name__, [code(each.shape[0])]
    return "MatrixSymbol", [code(size) for size in each.shape]


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
