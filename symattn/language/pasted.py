"""Write a condition as code for given=[…], with the imports that it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import sympy
from sympy import And, Basic, Ge, Gt, Idx, Lambda, Lt, Ne, sqrt

from symattn.errors import SymattnError
from symattn.language.base.known_words import RESERVED
from symattn.language.base.naming import speaking_of
from symattn.language.base.occurrences import fresh_name, names_in
from symattn.language.base.substitution import substituted
from symattn.language.plain import PlainPrinter
from symattn.language.propositions import Invertible
from symattn.language.quantified import ForAll, Unmasked

#: A condition without which a claim is not defined, and how it is given.
GIVEN = (
    (r"(.+) is invertible", r"Invertible(\1)"),
    (r"every row of (.+) has an unmasked entry", r"Unmasked(\1)"),
    (r"(.+) is at least 0 and below (.+)", r"\1 >= 0, \1 < \2"),
    (r"(.+) ≠ (.+)", r"Ne(\1, \2)"),
    (r"(.+) ≤ (.+)", r"\1 <= \2"),
    (r"(.+) ≥ (.+)", r"\1 >= \2"),
)
#: What is said of an expression, and the proposition that says it.
_PROPOSITIONS: dict[str, Callable[[Any], Basic]] = {
    "{} is invertible": Invertible,
    "every row of {} has an unmasked entry": Unmasked,
    "{} ≠ 0": lambda x: Ne(x, 0, evaluate=False),
    "sqrt({}) ≠ 0": lambda x: Ne(sqrt(x), 0, evaluate=False),
    "{} > 0": lambda x: Gt(x, 0, evaluate=False),
    "{} ≥ 0": lambda x: Ge(x, 0, evaluate=False),
}


class CodePrinter(PlainPrinter):
    """Print as `plain` does, but sums and matrices by a rule so that nobody has to declare their indices."""

    def _print_Sum(self, expr: Any) -> str:
        limits = [(variable, *ends) for variable, *ends in expr.limits]
        if len(limits) != 1 or len(limits[0]) != 3 or limits[0][1] != 0:
            return super()._print_Sum(expr)
        variable, _, last = limits[0]
        size = self._print(last + 1)
        with self.binding([variable], expr.function):
            return f"sum_over({size}, lambda {self._print(variable)}: {self._print(expr.function)})"

    def _print_FunctionMatrix(self, expr: Any) -> str:
        sizes = ", ".join(map(self._print, expr.shape))
        indices, entry = expr.lamda.signature, expr.lamda.expr
        with self.binding(indices, entry):
            names = ", ".join(map(self._print, indices))
            return f"from_entries({sizes}, lambda {names}: {self._print(entry)})"

    def _print_Lambda(self, expr: Any) -> str:
        with self.binding(expr.variables, expr.expr):
            return f"lambda {', '.join(map(self._print, expr.variables))}: {self._print(expr.expr)}"


_printer = CodePrinter()


def code(expression: Basic) -> str:
    """Write an expression so that it can be pasted where its free symbols are known.

    >>> from sympy import MatrixSymbol, sqrt
    >>> from symattn.language.base.by_index import sum_over
    >>> from symattn.language.base.dims import dims
    >>> n = dims("n")
    >>> x = MatrixSymbol("x", n, 1)
    >>> code(sqrt(sum_over(n, lambda k: x[k, 0]**2)))
    'sqrt(sum_over(n, lambda k: x[k, 0]**2))'
    """
    return str(_printer.doprint(expression))


@contextmanager
def bound_as_code(function: Lambda) -> Iterator[tuple[tuple[Basic, ...], list[str]]]:
    """Write what follows as inside of a function; give the parts that it returns, and how its variables are written."""
    with speaking_of(function), _printer.binding(function.variables, function.expr):
        yield function.expr.args, [code(variable) for variable in function.variables]


def as_given(condition: str) -> str:
    """Write a condition in words as it is given.

    >>> as_given("x ≠ 0"), as_given("x ≥ 0"), as_given("x > 0")
    ('Ne(x, 0)', 'x >= 0', 'x > 0')
    """
    if condition.startswith("ForAll("):
        return condition
    for pattern, call in GIVEN:
        if found := re.fullmatch(pattern, condition):
            return found.expand(call)
    return condition


def for_all(condition: str, indices: Sequence[str], sizes: Sequence[str]) -> str:
    """Write that a condition, an equation or inequality, holds for all values of some indices.

    >>> for_all("X[i, j] ≥ 0", ["i", "j"], ["n", "d"])
    'ForAll((n, d), lambda i, j: X[i, j] >= 0)'
    """
    over = sizes[0] if len(sizes) == 1 else f"({', '.join(sizes)})"
    return f"ForAll({over}, lambda {', '.join(indices)}: {as_given(condition)})"


def proposition_of(text: str, about: Basic, below: Basic | None = None) -> Basic | None:
    """Return the proposition that a condition states, with {} in its text for an expression; None where there is none.

    A `Lambda` is a function of bound symbols, to an expression and their ranges: the condition holds for all of these.

    >>> proposition_of("{} ≥ 0", sympy.Symbol("x", real=True)), proposition_of("{} is small", sympy.S.One)
    (x >= 0, None)
    """
    says = _PROPOSITIONS.get(text)
    if below is not None:
        says = lambda x: And(Ge(x, 0, evaluate=False), Lt(x, below, evaluate=False), evaluate=False)  # noqa: E731
    if says is None or not isinstance(about, Lambda):
        return None if says is None else says(about)
    body, *sizes = about.expr.args
    with suppress(SymattnError):  # what holds of an index that is written as a symbol, or of a vector
        taken, at = names_in(body, *sizes, but=about.variables), dict[Basic, Idx]()
        for variable, size in zip(about.variables, sizes, strict=True):
            at[variable] = Idx(fresh_name(str(variable), taken), size)
            taken.add(str(at[variable].name))
        return ForAll(tuple(at.values()), says(substituted(body, at, as_written=True)))
    return None


def is_relation(condition: str) -> bool:
    """Tell whether a condition in words is an equation or inequality, and not near a point alone.

    >>> is_relation("x ≠ 0"), is_relation("x ≥ 0 around x"), is_relation("x is at least 0 and below n")
    (True, False, False)
    """
    return re.fullmatch(r".+ [≠≤≥<>] .+", condition) is not None and " around " not in condition


def imports(given: str) -> str:
    """Say what code imports that calls names of SymPy and of the language.

    >>> imports("Ne(x, 0)"), imports("x > 0")
    ('from sympy import Ne', '')
    """
    called = sorted(set(re.findall(r"(?<![\w.])([A-Za-z]\w*)\(", given)))
    ours = [name for name in called if name in RESERVED]
    others = [name for name in called if name not in RESERVED and hasattr(sympy, name)]
    found = [("sympy", others), ("symattn", ours)]
    return "; ".join(f"from {module} import {', '.join(names)}" for module, names in found if names)
