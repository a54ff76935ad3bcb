"""LaTeX of expressions: SymPy's printer, with the notation of the attention literature for the classes of the language.

`teach_sympy` makes the same rules work inside SymPy's own `latex`, which is what Jupyter calls for a SymPy expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sympy import (
    Add,
    Basic,
    Derivative,
    FunctionMatrix,
    Idx,
    Product,
    Symbol,
    cos,
    cosh,
    exp,
    expand,
    fraction,
    log,
    sin,
    sinh,
    tanh,
)
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from symattn.language import Node, Proposition
from symattn.language.base.naming import speaking_of
from symattn.language.base.own_classes import is_own
from symattn.language.by_definition import ByDefinition
from symattn.language.convergence import limit_text
from symattn.language.entrywise import function_of_entries, word_at_matrix
from symattn.language.existence import exists_text
from symattn.language.own_words import DefinedNumber, OfWord
from symattn.language.quantified import for_all_text
from symattn.primitives.expectation.word import OverOutcomes
from symattn.primitives.heads.word import FamilyMember, HeadBlock, HeadSum, MatrixFamily
from symattn.primitives.kernels.word import SimilarityKernel
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.render import rules
from symattn.render.brackets import subscripted
from symattn.render.habits import positive_first, power_of_number
from symattn.render.latex_names import LatexNames
from symattn.render.lets import NamesLayers

#: Functions of SymPy with a name of their own in LaTeX.
FUNCTION_NAMES: dict[type | None, str] = {f: rf"\{f.__name__}" for f in (exp, log, sin, cos, sinh, cosh, tanh)}


class AttentionLatexPrinter(NamesLayers, LatexNames, LatexPrinter):
    """Print SymPy expressions with the classes of the language in the notation of the literature.

    Atoms keep SymPy's rules: sigma is \\sigma, S_Q is S_{Q}, a transpose is A^{T}.
    """

    def __init__(self, settings: dict[str, Any] | None = None, names: Mapping[Basic, str] | None = None) -> None:
        super().__init__(settings)
        self.names = names or {}
        self._ranges: dict[Any, Any] = {}

    def long_number(self, digits: int) -> str:
        return rf"({digits:,}\text{{ digits}})".replace(",", "{,}")

    def name_text(self, name: str) -> str:
        letter, _, number = name.partition("_")
        return f"{letter}_{{{number}}}"

    def parenthesize(self, item: Any, level: int, is_neg: bool = False, strict: bool = False) -> str:
        if isinstance(item, HeadSum) and level > PRECEDENCE["Add"]:
            return rf"\left({self._print(item)}\right)"
        if isinstance(item, OfWord) and level >= PRECEDENCE["Pow"] and (written := self._print(item)).endswith("^{2}"):
            return rf"\left({written}\right)"  # the square of a norm
        return str(super().parenthesize(item, level, is_neg, strict))

    def _needs_mul_brackets(self, expr: Any, first: bool = False, last: bool = False) -> bool:
        """Tell whether a factor has brackets: the sign of a derivative would reach over those that follow it."""
        is_derivative = isinstance(expr, Derivative) and not last
        return is_derivative or bool(super()._needs_mul_brackets(expr, first, last))

    # ---- the ranges of bound indices

    @contextmanager
    def running(self, index: Any, count: Any) -> Iterator[None]:
        """Write what is inside where an index runs from 0 to count − 1, and a reader has been told so."""
        outer = self._ranges
        self._ranges = {**outer, index: count}
        try:
            yield
        finally:
            self._ranges = outer

    def runs_to(self, index: Any, count: Any) -> bool:
        """Tell whether a reader knows that an index runs from 0 to count − 1."""
        if isinstance(index, Idx) and index not in self._ranges:
            return bool(index.lower == 0 and index.upper == count - 1)
        return bool(self._ranges.get(index) == count)

    # ---- sums and powers as one writes them

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return positive_first(super()._as_ordered_terms(expr, order))

    def _print_ExpBase(self, expr: Any, exp: Any = None) -> str:
        power = power_of_number(expr)
        if power is None or exp is not None:
            return str(super()._print_ExpBase(expr, exp))
        base, exponent = power
        return f"{base}^{{{self._print(exponent)}}}"

    # ---- matrices of SymPy

    def _print_MatMul(self, expr: Any) -> str:
        coefficient, matrices = expr.as_coeff_matrices()
        if not matrices:
            return self._print(coefficient)
        above, below = fraction(coefficient)
        sign = ""
        if above.could_extract_minus_sign():
            sign, above = "- ", -above
        factors = [] if above == 1 else [self.parenthesize(above, PRECEDENCE["Mul"])]
        alone = not factors and len(matrices) == 1 and below != 1
        level = PRECEDENCE["Add"] if alone else PRECEDENCE["Mul"]
        factors += [self.parenthesize(matrix, level, strict=alone) for matrix in matrices]
        text = " ".join(factors)
        return sign + (text if below == 1 else rf"\frac{{{text}}}{{{self._print(below)}}}")

    def _print_Transpose(self, expr: Any) -> str:
        if isinstance(expr.arg, FamilyMember | HeadBlock):
            return f"{self._print(expr.arg)}^{{T}}"
        return str(super()._print_Transpose(expr))

    def _print_MatrixElement(self, expr: Any) -> str:
        matrix = self.parenthesize(expr.parent, PRECEDENCE["Atom"], strict=True)
        if isinstance(expr.parent, FunctionMatrix):
            matrix = rf"\left[{matrix}\right]"
        return subscripted(matrix, f"{self._print(expr.i)}, {self._print(expr.j)}")

    def _print_Sum(self, expr: Any) -> str:
        """Write a sum as SymPy does, each limit where its bounds are read."""
        return self._over_limits(expr, list(expr.limits), [])

    _print_Product = _print_Sum

    def _over_limits(self, expr: Any, limits: list[Any], written: list[tuple[str, ...]]) -> str:
        if not limits:
            operator = r"\prod" if isinstance(expr, Product) else r"\sum"
            if len(written) == 1:
                name, low, high = written[0]
                sign = rf"{operator}_{{{name}={low}}}^{{{high}}} "
            else:
                lines = r"\\".join(rf"{low} \leq {name} \leq {high}" for name, low, high in written)
                sign = rf"{operator}_{{\substack{{{lines}}}}} "
            body = self._print(expr.function)
            return sign + (rf"\left({body}\right)" if isinstance(expr.function, Add) else body)
        variable, low, high = limits.pop()
        ends = self._print(low), self._print(high)
        scope = expr.function, *(bound for limit in limits for bound in limit[1:])
        with self.binding([variable], *scope), self.running(variable, high + 1 if low == 0 else None):
            return self._over_limits(expr, limits, [(self._print(variable), *ends), *written])

    def _helper_print_standard_power(self, expr: Any, template: str) -> str:
        written = str(super()._helper_print_standard_power(expr, template))
        is_base = isinstance(expr.base, Symbol) and self.symbol_form(expr.base) == "e"
        return rf"\left(e\right){written.removeprefix('e')}" if is_base and written.startswith("e^") else written

    def _print_re(self, expr: Any, exp: Any = None) -> str:
        return self._part("Re", expr, exp)

    def _print_im(self, expr: Any, exp: Any = None) -> str:
        return self._part("Im", expr, exp)

    def _part(self, name: str, expr: Any, exp: Any) -> str:
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\operatorname{{{name}}}{power}{{\left({self._print(expr.args[0])}\right)}}"

    def _print_Identity(self, expr: Any) -> str:
        return f"I_{{{self._print(expr.shape[0])}}}"

    def _print_ZeroMatrix(self, expr: Any) -> str:
        return f"0_{{{self.shape(expr)}}}"

    def _print_OneMatrix(self, expr: Any) -> str:
        return rf"\mathbf{{1}}_{{{self.shape(expr)}}}"

    def _print_MatrixSlice(self, expr: Any) -> str:
        is_one = all(expand(stop - start) == 1 for start, stop, _ in expr.args[1:])  # a matrix, and no entry
        pairs = zip(expr.args[1:], expr.parent.shape, strict=True)
        ranges = (self._range(bounds, size, is_one) for bounds, size in pairs)
        return subscripted(self.parenthesize(expr.parent, PRECEDENCE["Atom"], strict=True), ", ".join(ranges))

    def _range(self, bounds: Any, size: Any, is_one: bool) -> str:
        start, stop, _ = bounds
        if expand(stop - start) == 1 and not (is_one and (start, stop) == (0, size)):
            return self._print(start)
        return f"{'' if start == 0 else self._print(start)}:{'' if stop == size else self._print(stop)}"

    def _print_Derivative(self, expr: Any) -> str:
        signs = []
        for variable, count in reversed(expr.variable_count):
            order = "" if count == 1 else f"^{{{self._print(count)}}}"
            signs.append(rf"\frac{{\partial{order}}}{{\partial {self._print(variable)}{order}}}")
        return rf"{' '.join(signs)} \left({self._print(expr.expr)}\right)"

    def _print_FunctionMatrix(self, expr: Any) -> str:
        (i, j), body = expr.lamda.signature, expr.lamda.expr
        rows, columns = map(self._print, expr.shape)
        with self.binding((i, j), body, *expr.shape):
            return rf"\left({self._print(body)}\right)_{{{self._print(i)} < {rows}, {self._print(j)} < {columns}}}"

    def shape(self, expr: Any) -> str:
        """Write the shape of a matrix as rows × columns."""
        return r" \times ".join(self.parenthesize(size, PRECEDENCE["Mul"], strict=True) for size in expr.shape)

    # ---- softmax and attention

    def call(self, head: str, *arguments: Any) -> str:
        """Write a name before its arguments."""
        return rf"{head}\left({', '.join(self._print(argument) for argument in arguments)}\right)"

    def with_mask(self, head: str, arguments: tuple[Any, ...], mask: Any, *options: str) -> str:
        """Write a name before its arguments, and behind them a mask and other options where there are some."""
        masks = () if mask is None else (self._print(mask),)
        inside = r";\, ".join((", ".join(map(self._print, arguments)), *filter(None, (*masks, *options))))
        return rf"{head}\left({inside}\right)"

    # ---- words of one's own, and functions of every entry

    def _print_ElementwiseApplyFunction(self, expr: Any) -> str:
        at_matrix, named = word_at_matrix(expr), function_of_entries(expr)
        if at_matrix is not None:
            return self.worded(expr.function.expr.word, at_matrix)
        function = FUNCTION_NAMES.get(named)
        if function is None:
            with self.binding(expr.function.variables, expr.function.expr):
                (variable,) = map(self._print, expr.function.variables)
                function = rf"\left({variable} \mapsto {self._print(expr.function.expr)}\right)"
        return self.call(rf"{function}_{{\circ}}", expr.expr)

    def _print_Determinant(self, expr: Any) -> str:
        return self.call(r"\det", expr.args[0])

    def _print_DiagMatrix(self, expr: Any) -> str:
        return self.call(r"\operatorname{diag}", expr.args[0])

    def _print_DiagonalOf(self, expr: Any) -> str:
        return self.call(r"\operatorname{diagonal}", expr.args[0])

    def _print_DiagonalMatrix(self, expr: Any) -> str:
        return self.call(r"\operatorname{Diag}", expr.args[0])

    def _print_OfWord(self, expr: Any) -> str:
        return self.worded(expr.word, expr.args)

    # ---- expectation

    def over_outcomes(self, head: str, expr: Any) -> str:
        """Write a number that a random variable has, with the outcome and its weights below the head."""
        weights = self._print(expr.probability)
        with self.binding([expr.outcome], expr.variable):
            return rf"{head}_{{{self._print(expr.outcome)} \sim {weights}}}\left[{self._print(expr.variable)}\right]"

    # ---- propositions

    def _print_Equation(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} = {self._print(expr.rhs)}"

    def _print_Invariant(self, expr: Any) -> str:
        said, g = rf"{self._print(expr.kernel)} \text{{ is invariant under", self._print(expr.map)
        if isinstance(expr.map, MapSymbol):
            return rf"{said} }} {g}"
        return rf"{said} multiplication by }} {g} \text{{ from the right}}"

    def _print_EqualRowNorms(self, expr: Any) -> str:
        return rf"\text{{the rows of }} {self._print(expr.matrix)} \text{{ have equal norms}}"

    def _print_Invertible(self, expr: Any) -> str:
        return rf"{self._print(expr.matrix)} \text{{ is invertible}}"

    def _print_PositiveSemidefinite(self, expr: Any) -> str:
        return rf"{self._print(expr.matrix)} \succeq 0"

    def _print_PositiveDefinite(self, expr: Any) -> str:
        return rf"{self._print(expr.matrix)} \succ 0"

    def _print_Loewner(self, expr: Any) -> str:
        return r" \preceq ".join(map(self._print, expr.args))

    def _print_ForAll(self, expr: Any) -> str:
        return for_all_text(expr, self, r"{} \text{{ for all }} {}", r"0 \leq {} < {}")

    def _print_Converges(self, expr: Any) -> str:
        return limit_text(expr, self, r"\lim_{{{2} \to \infty}} {0} = {1}")

    def _print_Exists(self, expr: Any) -> str:
        return exists_text(expr, self, r" \text{ and } ", r"{} \text{{ for some }} {}", r"0 \leq {} < {}")

    def _print_Unmasked(self, expr: Any) -> str:
        return rf"\text{{every row of }} {self._print(expr.scores)} \text{{ has an unmasked entry}}"

    def _mapping(self, expr: Any) -> str:
        return rf"{self._print(expr.symbol)} \mapsto {self._print(expr.expression)}"

    def _print_Injective(self, expr: Any) -> str:
        return rf"{self._mapping(expr)} \text{{ is injective}}"

    def _print_Periodic(self, expr: Any) -> str:
        return rf"{self._mapping(expr)} \text{{ has a period}}"

    def _print_LeastPeriod(self, expr: Any) -> str:
        return rf"{self._mapping(expr)} \text{{ has the least period }} {self._print(expr.period)}"

    def _print_Fails(self, expr: Any) -> str:
        return rf"\text{{it is not true that }} {self._print(expr.proposition)}"

    def _print_FreeOf(self, expr: Any) -> str:
        return rf"{self._print(expr.expression)} \text{{ does not depend on }} {self._print(expr.symbol)}"


def teach_sympy() -> None:
    """Make SymPy's own `latex`, and so Jupyter, write the classes of the language by the rules above.

    >>> import sympy
    >>> from symattn.language import RowSoftmax
    >>> teach_sympy()
    >>> print(sympy.latex(2*RowSoftmax(sympy.MatrixSymbol("A", 2, 2))))
    2 \\operatorname{SoftMax}_{\\mathrm{row}}\\left(A\\right)
    """

    named = (MapSymbol, SubsetSymbol, MatrixFamily, SimilarityKernel)
    for kind in (Node, DefinedNumber, Proposition, OverOutcomes, ElementwiseApplyFunction, *named, *rules.LATEX):
        if getattr(kind, "_latex", None) is not _by_rule:
            kind._latex = _by_rule


def _by_rule(expr: Any, printer: LatexPrinter) -> str:
    own = printer
    if not isinstance(printer, AttentionLatexPrinter):
        known = LatexPrinter._default_settings
        own = AttentionLatexPrinter({name: value for name, value in printer._settings.items() if name in known})
    with speaking_of(expr):
        if is_own(type(expr)):
            return str(own.own_text(expr))
        if isinstance(expr, ByDefinition):
            return expr.in_latex(own)
        names = (f"_print_{kind.__name__}" for kind in type(expr).__mro__[isinstance(expr, OfWord) :])
        rule = next(getattr(own, name) for name in names if hasattr(own, name))
        return str(rule(expr))


rules.give_rules(AttentionLatexPrinter, rules.LATEX)
