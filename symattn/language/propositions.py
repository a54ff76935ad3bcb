"""Propositions: what can be claimed and what can be given, and the two ways to put a claim together.

Nothing here is decided. A proposition is a statement; ``Claim`` joins one with its hypotheses, ``Calc`` is a chain of
equations and inequalities with the reason of each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import isfunction
from itertools import pairwise
from typing import Any, Self, TypeAlias

from sympy import (
    Abs,
    Add,
    And,
    Basic,
    BlockMatrix,
    Eq,
    Expr,
    Function,
    FunctionMatrix,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Implies,
    Inverse,
    KroneckerDelta,
    Lambda,
    Le,
    Limit,
    Lt,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Max,
    Min,
    Mod,
    Mul,
    Ne,
    OneMatrix,
    Or,
    Piecewise,
    Pow,
    Sum,
    Symbol,
    Transpose,
    ZeroMatrix,
    binomial,
    conjugate,
    cos,
    exp,
    factorial,
    floor,
    im,
    log,
    re,
    sin,
)
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue
from sympy.matrices import ImmutableDenseMatrix, MatrixBase

from symattn.calls import ChecksCalls, checks_its_call
from symattn.errors import ClaimError, HypothesisError, ShapeError, UnsupportedExpression, answering
from symattn.language.base.accepted import Expression, Given, Matrix, Statement
from symattn.language.base.complex_numbers import check_not_complex, is_complex
from symattn.language.base.dims import as_sympy, is_dim
from symattn.language.base.naming import speaking_of
from symattn.language.base.naturals import is_natural
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix, by_entries, check_shapes, shape_of, shapes_equal
from symattn.language.base.sorts import check_real, is_extended
from symattn.language.base.symbols import MaskSymbol, NamedObject, ProbabilitySymbol, SquareSymbol
from symattn.language.base.traversal import postorder
from symattn.language.lemmas import Lemma, Named, as_lemma, is_words
from symattn.language.open_sizes import settled
from symattn.language.plain import plain, plain_together
from symattn.language.spelling import check_words
from symattn.primitives.kernels.word import SimilarityKernel, as_kernel, kernel_name
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol

#: The operations of SymPy that every step of a calc may use.
_OF_NUMBERS = {
    Abs,
    Add,
    And,
    KroneckerDelta,
    Max,
    Min,
    Mod,
    Mul,
    Piecewise,
    Pow,
    Sum,
    binomial,
    conjugate,
    cos,
    exp,
    factorial,
    floor,
    im,
    log,
    re,
    sin,
}
_OF_MATRICES = {BlockMatrix, FunctionMatrix, HadamardProduct, Identity, MatAdd, MatMul, MatPow, OneMatrix, Transpose}
ALWAYS_OPEN = frozenset({*_OF_NUMBERS, *_OF_MATRICES, ZeroMatrix})


class Proposition(ChecksCalls, Basic):
    """Stand for a statement that can be claimed or given; ``only_given`` says that it cannot be claimed.

    >>> from sympy import MatrixSymbol
    >>> isinstance(Equation(MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)), Proposition)
    True
    """

    is_checked = True
    only_given = False

    @property
    def parts(self) -> tuple[Basic, ...]:
        """The propositions that are given in its place: it alone, or several that say the same together."""
        return (self,)

    def given_beside(self, *others: Basic) -> tuple[Basic, ...]:
        """Return what is given in its place in a claim with some other statements."""
        return (self,)

    def claimed_beside(self, *given: Basic) -> tuple[Basic, tuple[Basic, ...]]:
        """Return what is claimed in its place beside some hypotheses, and what is given besides."""
        return self, ()

    def doit(self, **hints: Any) -> Proposition:
        return self

    def __str__(self) -> str:
        return plain(self)

    __repr__ = __str__


def as_expression(value: Any) -> Basic:
    """Return a checked SymPy scalar or matrix; raise UnsupportedExpression when it is complex."""
    expression = as_side(value)
    check_not_complex(expression, "complex numbers stand in equations")
    return expression


def as_side(value: Any) -> Basic:
    """Return one side of an equation as a checked SymPy scalar or matrix, which may be complex."""
    if isinstance(value, MatrixBase):
        value = ImmutableDenseMatrix(value)
    value = as_sympy(value)
    if not isinstance(value, Expr) or isinstance(value, Lambda):
        raise UnsupportedExpression(value, "a scalar or a matrix is needed")
    if any(isinstance(node, Limit) for node in postorder(value)):
        raise UnsupportedExpression(value, "a limit is one side of an equation: Equation(Limit(f, t, oo), L)")
    check_shapes(value)
    check_words(value)
    is_extended(value)
    is_complex(value)
    return value


#: What is said of Python's False, and of True.
PYTHON_COMPARED = "== compares what is written, as Python does; to state that two sides are equal, write Equation(a, b)"
#: What an equation of two sides is instead, where it is none of values: functions that return it, or None.
INSTEAD: list[Callable[[Any, Any], Proposition | None]] = []


class Equation(Proposition):
    """State that two scalars, or two matrices of equal shape, are equal.

    Raise ShapeError when the shapes differ; a scalar has the shape ().

    >>> from sympy import MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)
    >>> Equation(A, B.T)
    A = B.T
    >>> Equation(A, B)
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in A = B do not fit: 2×3 and 3×2
    """

    def __new__(cls, lhs: Expression, rhs: Expression) -> Self:
        for make in INSTEAD:
            if (made := make(lhs, rhs)) is not None:
                return made
        lhs, rhs = as_side(lhs), as_side(rhs)
        equation = Basic.__new__(cls, lhs, rhs)
        if not shapes_equal(shape_of(lhs), shape_of(rhs)):
            misfit = ShapeError(equation, shape_of(lhs), shape_of(rhs))
            how = _taken_for_a_number(equation)
            raise ShapeError(equation, *misfit.shapes, f"{misfit}; {how}" if how else "")
        return equation

    @property
    def lhs(self) -> Basic:
        """The left side."""
        return self.args[0]

    @property
    def rhs(self) -> Basic:
        """The right side."""
        return self.args[1]

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.lhs)} = {printer._print(self.rhs)}"


def _taken_for_a_number(equation: Basic) -> str:
    """Say how a sum of matrices, or a function of the entries of one, is written, where SymPy sees a number."""
    for node in postorder(equation):
        if isinstance(node, Sum) and shape_of(node.function):
            return f"a sum of matrices is HeadSum(A, i) with i = Idx('i', H), not {node}"
        if isinstance(node, Function) and any(map(shape_of, node.args)):
            name = type(node).__name__
            return f"{name} takes a number: for {name} of each entry of a matrix A write A.applyfunc({name})"
    return ""


class Invariant(Proposition):
    """State that a kernel is invariant under a map: kernel(q g, k g) = kernel(q, k) for all rows q, k.

    ``g`` is a square matrix, acting on rows from the right, or a MapSymbol. Raise ShapeError when the matrix is not
    square, or the map makes rows of another width.

    >>> from symattn.primitives.kernels.word import KernelSymbol
    >>> Invariant(KernelSymbol("alpha"), MapSymbol("g", 2))
    Invariant(alpha, g)
    """

    def __new__(cls, kernel: SimilarityKernel, g: MapSymbol | Matrix) -> Self:
        kernel = as_kernel(kernel)
        if not isinstance(g, MapSymbol):
            g = as_matrix(g, "the map")
            check_real(g, "the map")
        proposition = Basic.__new__(cls, kernel, g)
        shape = (g.width, g.out_width) if isinstance(g, MapSymbol) else g.shape
        if not shapes_equal(shape[:1], shape[1:]):
            raise ShapeError(proposition, shape, tuple(reversed(shape)))
        return proposition

    @property
    def kernel(self) -> SimilarityKernel:
        """The kernel."""
        return self.args[0]

    @property
    def map(self) -> Basic:
        """The matrix or map."""
        return self.args[1]

    def _sympystr(self, printer: Any) -> str:
        kernel = self.kernel
        return f"Invariant({kernel_name(kernel, printer)}, {printer._print(self.map)})"


class EqualRowNorms(Proposition):
    """State that all rows of a matrix have the same Euclidean norm.

    >>> from sympy import MatrixSymbol
    >>> EqualRowNorms(MatrixSymbol("K", 3, 2))
    EqualRowNorms(K)
    """

    def __new__(cls, K: Matrix) -> Self:
        K = as_matrix(K, "the argument of EqualRowNorms")
        check_real(K, "the rows")
        return Basic.__new__(cls, K)

    @property
    def matrix(self) -> Basic:
        """The matrix."""
        return self.args[0]


class OfSquareMatrix(Proposition):
    """Stand for a statement about a real square matrix, which numbers decide from its values.

    >>> from sympy import MatrixSymbol
    >>> issubclass(Invertible, OfSquareMatrix)
    True
    """

    def __new__(cls, A: Matrix) -> Self:
        A = as_matrix(A, f"the argument of {cls.__name__}")
        check_real(A, f"the argument of {cls.__name__}")
        proposition = Basic.__new__(cls, A)
        if not shapes_equal(A.shape[:1], A.shape[1:]):
            raise ShapeError(proposition, A.shape, tuple(reversed(A.shape)))
        return proposition

    @property
    def matrix(self) -> Basic:
        """The matrix."""
        return self.args[0]


class Invertible(OfSquareMatrix):
    """State that a square matrix has an inverse. Raise ShapeError when it is not square.

    >>> from sympy import MatrixSymbol
    >>> Invertible(MatrixSymbol("A", 2, 2))
    Invertible(A)
    """


class FreeOf(Proposition):
    """State that an expression does not depend on a symbol.

    Two values are compared, and what is given of the symbol holds of both.

    >>> from sympy import MatrixSymbol, Symbol
    >>> FreeOf(MatrixSymbol("A", 2, 2), Symbol("t", real=True))
    FreeOf(A, t)
    """

    def __new__(cls, expression: Expression, symbol: Symbol | MatrixSymbol | NamedObject) -> Self:
        symbol = as_sympy(symbol)
        if not isinstance(symbol, Symbol | MatrixSymbol | NamedObject):
            raise UnsupportedExpression(symbol, "FreeOf needs a symbol as its second argument")
        return Basic.__new__(cls, as_expression(expression), symbol)

    @property
    def expression(self) -> Basic:
        """The expression."""
        return self.args[0]

    @property
    def symbol(self) -> Basic:
        """The symbol."""
        return self.args[1]


def as_proposition(value: Any) -> Basic:
    """Return a statement as a proposition: SymPy's Eq and pairs become equations, inequalities of scalars stay.

    Raise ClaimError when SymPy has already evaluated the statement to True or False: Equation(lhs, rhs) and
    Ge(lhs, rhs, evaluate=False) keep it as it is.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> as_proposition(Eq(x, 1)), as_proposition((x, 1)), as_proposition(x > 0)
    (x = 1, x = 1, x > 0)
    """
    if isinstance(value, Proposition):
        return value
    if isinstance(value, tuple) and len(value) == 2:
        return Equation(*value)
    if isinstance(value, bool | BooleanTrue | BooleanFalse):
        how = "to state it as it is, write it with evaluate=False: Le, Lt, Ge, Gt or Ne(lhs, rhs, evaluate=False)"
        if isinstance(value, bool):
            raise ClaimError(f"the statement is {value}: {PYTHON_COMPARED}")
        raise ClaimError(f"SymPy has evaluated the statement to {value}; {how}, or Equation(lhs, rhs) for an equation")
    if isinstance(value, Eq):
        return Equation(value.lhs, value.rhs)
    if isinstance(value, Boolean) and getattr(value, "only_given", False):
        return value
    if isinstance(value, Relational):
        if any(shape_of(side) for side in value.args):
            if isinstance(value, Ne):
                how = "inequalities are between scalars; for matrices write Fails(Equation(A, B))"
            else:
                how = by_entries(value.lhs, value.rel_op, value.rhs)
            raise UnsupportedExpression(value, how)
        for side in map(as_side, value.args):
            if not isinstance(value, Ne):
                check_not_complex(side, "an inequality is between real numbers")
        return value
    for connective, how in _CONNECTIVES.items():
        if isinstance(value, connective):
            raise UnsupportedExpression(value, how)
    raise UnsupportedExpression(value, f"a proposition or a pair (lhs, rhs) is needed{_of_script(value)}")


def _of_script(value: Any) -> str:
    """Say how the claim of a script is handed over, where its id or its function is."""
    if not isinstance(value, str) and not isfunction(value):
        return ""
    name = "the_function_of_the_claim" if isinstance(value, str) else value.__name__
    return f"; the claim of a script my.py is what its function returns: import my, and decide(my.{name}())"


# what to write in place of a statement that is made of several
_CONNECTIVES = {
    And: "claim each part by itself; as a hypothesis, And(p, q) gives both",
    Implies: "claim what follows, and list what it follows from in given=[…]",
    Or: "that one of several statements holds cannot be said",
}


def as_hypotheses(given: Any) -> tuple[Basic, ...]:
    """Return what is given as a tuple of propositions, each once; a single proposition may stand by itself.

    The parts of an ``And`` are given one by one. A hypothesis that SymPy has evaluated to True is dropped, since what
    it said is lost: see ``says_nothing``. Raise HypothesisError for one evaluated to False.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> as_hypotheses([x > 0, x > 0])
    (x > 0,)
    >>> as_hypotheses(Symbol("n", positive=True) < 0)
    Traceback (most recent call last):
    symattn.errors.HypothesisError: bad hypothesis False: SymPy has evaluated it to False
    """
    hypotheses: dict[Basic, None] = {}
    for item in _in_parts(listed(given)):
        if isinstance(item, str):
            raise UnsupportedExpression(item, "a hypothesis is an expression, not a text: write it without quotes")
        if item is False:
            raise HypothesisError(item, PYTHON_COMPARED)
        if isinstance(item, BooleanFalse):
            raise HypothesisError(item, "SymPy has evaluated it to False")
        if not says_nothing(item):
            hypotheses |= dict.fromkeys(_given_in_place_of(as_proposition(item)))
    return tuple(hypotheses)


def _given_in_place_of(stated: Any) -> tuple[Any, ...]:
    return stated.parts if isinstance(stated, Proposition) else (stated,)


def listed(given: Any) -> tuple[Any, ...]:
    """Return what is given as a tuple; a single proposition may stand by itself."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, Basic | str) else (given,)


def _in_parts(given: Iterable[Any]) -> Iterator[Any]:
    """Yield what is given, the parts of each ``And`` in its place."""
    for item in given:
        if isinstance(item, And):
            yield from _in_parts(item.args)
        else:
            yield item


def says_nothing(hypothesis: Any) -> bool:
    """Tell whether SymPy has evaluated a hypothesis to True, so that what it said is lost.

    >>> from sympy import Ge, Symbol
    >>> x = Symbol("x", real=True)
    >>> says_nothing(x**2 >= 0), says_nothing(Ge(x**2, 0, evaluate=False))
    (True, False)
    """
    return hypothesis is True or isinstance(hypothesis, BooleanTrue)


def count_of_nothing(given: Any) -> int:
    """Return how many hypotheses SymPy has evaluated to True."""
    return sum(map(says_nothing, listed(given)))


@dataclass(frozen=True)
class Claim:
    """Join a proposition with its hypotheses.

    ``evaluated`` counts the hypotheses that were left out, as SymPy has evaluated them to True. ``apart`` says which
    sizes are written as sums, by what is given of them, so that n - 1 and n - m are sizes. ``written`` is what was
    stated and given before that, and before what is said of some values was opened.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> print(claim(x, x, given=[x > 0]))
    x = x given x > 0
    """

    proposition: Basic
    given: tuple[Basic, ...] = ()
    evaluated: int = field(default=0, compare=False, repr=False)
    apart: Mapping[Symbol, Expr] = field(default_factory=dict, compare=False, repr=False)
    written: tuple[Basic, tuple[Basic, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", listed(self.given))
        object.__setattr__(self, "evaluated", self.evaluated + count_of_nothing(self.given))
        object.__setattr__(self, "proposition", as_proposition(self.proposition))
        object.__setattr__(self, "given", as_hypotheses(self.given))
        if getattr(self.proposition, "only_given", False):
            raise ClaimError(f"{self.proposition} can be given, not claimed")
        object.__setattr__(self, "written", (self.proposition, self.given))
        object.__setattr__(self, "proposition", self._opened())
        (stated, *given), apart = settled((self.proposition, *self.given))
        if apart:
            object.__setattr__(self, "proposition", as_proposition(stated))
            object.__setattr__(self, "given", as_hypotheses(given))
            object.__setattr__(self, "apart", {**self.apart, **apart})
        check_words(self.proposition, *self.given)

    def _opened(self) -> Basic:
        """Open what says that there are some values: what it says is given, or denied, of new symbols."""
        stated, given = self.proposition, list(self.given)
        for each in self.given:
            if isinstance(each, Proposition):
                place = given.index(each)
                given[place : place + 1] = each.given_beside(stated, *given[:place], *given[place + 1 :])
        if isinstance(stated, Proposition):
            stated, more = stated.claimed_beside(*given)
            given += more
        object.__setattr__(self, "given", tuple(given))
        return stated

    def beside(self, given: Given) -> Claim:
        """Return the claim with more hypotheses, which speak of the symbols that it was written with.

        >>> from sympy import Symbol
        >>> from symattn.language.existence import Exists
        >>> x, y = Symbol("x", real=True), Symbol("y", real=True)
        >>> print(claim(y > 0, given=[Exists(x, y > x)]).beside([x < 0]))
        y > 0 given y > x_1, x < 0
        """
        stated, hypotheses = self.written
        return Claim(stated, (*hypotheses, *listed(given)), self.evaluated)

    @property
    def lhs(self) -> Basic:
        """The left side of an equation or inequality."""
        return self.proposition.args[0]

    @property
    def rhs(self) -> Basic:
        """The right side of an equation or inequality."""
        return self.proposition.args[1]

    def __str__(self) -> str:
        stated, *given = plain_together(self.proposition, *self.given)
        return f"{stated} given {', '.join(given)}" if given else stated


@checks_its_call
def claim(lhs: Expression | Statement, rhs: Expression | None = None, given: Given = ()) -> Claim:
    """Make a claim from two sides, or from one proposition.

    >>> from sympy import Symbol
    >>> x = Symbol("x", real=True)
    >>> claim(x, 2) == claim((x, 2)) == claim(Equation(x, 2))
    True
    """
    with answering():
        return Claim(as_proposition(lhs) if rhs is None else Equation(lhs, rhs), listed(given))


#: What a step may use: a symbol with a declared property, a class with a definition, a proposition that is given, or
#: a theorem, by the id of its claim, its function or its verdict.
Reason: TypeAlias = type | Statement | Named
Reasons: TypeAlias = Reason | tuple[Reason, ...] | list[Reason]


@dataclass(frozen=True)
class Step:
    """Hold one step of a calc: the expression reached, what it may use, and how it relates to the line before.

    ``by`` is what the step may use beyond algebra and laws of functions; ``relation`` is =, ≤, <, ≥ or >.
    """

    expression: Basic
    by: tuple[Any, ...] = ()
    relation: str = "="


@dataclass(frozen=True)
class Calc:
    """Hold a chain of equations and inequalities, each step with its reasons; made by :func:`calc`.

    >>> from sympy import Identity, MatrixSymbol
    >>> A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    >>> chain = calc((A*B).T, (B.T*A.T, "definition"))
    >>> chain.statements, str(chain.claim)
    ((B.T*A.T = B.T*A.T,), 'B.T*A.T = B.T*A.T')
    """

    start: Basic
    steps: tuple[Step, ...]
    given: tuple[Basic, ...] = ()
    evaluated: int = field(default=0, compare=False, repr=False)

    @cached_property
    def statements(self) -> tuple[Basic, ...]:
        """What each step states of two neighbouring lines: an equation or an inequality."""
        lines = (self.start, *(step.expression for step in self.steps))
        return tuple(_related(step.relation, *sides) for step, sides in zip(self.steps, pairwise(lines), strict=True))

    @property
    def relation(self) -> str:
        """How the start relates to the end: strictly where a step is strict, = where all steps are equations."""
        found = {step.relation for step in self.steps}
        return next((relation for relation in ("<", ">", "≤", "≥") if relation in found), "=")

    @cached_property
    def claim(self) -> Claim:
        """What the whole chain shows of its start and its end."""
        whole = _related(self.relation, self.start, self.steps[-1].expression)
        return Claim(whole, self.given, self.evaluated)

    @property
    def stated(self) -> tuple[Basic, ...]:
        """What each step states, and then what the whole chain shows."""
        return (*self.statements, self.claim.proposition) if len(self.steps) > 1 else self.statements

    def __str__(self) -> str:
        with speaking_of(self.start, *(step.expression for step in self.steps)):
            lines = [plain(self.start)]
            lines += [f"  {step.relation} {plain(step.expression)}{_reasons(step.by)}" for step in self.steps]
        return "\n".join(lines)


#: How a relation may be typed, and how it is written.
RELATIONS = {"=": "=", "≤": "≤", "<=": "≤", "<": "<", "≥": "≥", ">=": "≥", ">": ">"}
_ORDER = {"≤": Le, "<": Lt, "≥": Ge, ">": Gt}


def _related(relation: str, lhs: Basic, rhs: Basic) -> Basic:
    """Return the statement that a relation holds between two expressions; SymPy does not evaluate it."""
    return Equation(lhs, rhs) if relation == "=" else as_proposition(_ORDER[relation](lhs, rhs, evaluate=False))


def relation_of(proposition: Any) -> str:
    """Return how an equation or inequality is written: =, ≠, ≤, <, ≥ or >."""
    written: str = getattr(proposition, "rel_op", "=")
    return {"!=": "≠", "==": "="}.get(written) or RELATIONS[written]


def reason_name(reason: Any) -> str:
    """Return the name of a reason as it stands beside a step: of a class its name, otherwise its text."""
    if isinstance(reason, Lemma):
        return str(reason)
    return plain(reason)


def _reasons(by: tuple[Any, ...]) -> str:
    return f"  [{', '.join(map(reason_name, by))}]" if by else ""


@checks_its_call
def calc(
    start: Expression,
    *steps: tuple[Expression, Reasons] | tuple[str, Expression] | tuple[str, Expression, Reasons],
    given: Given = (),
) -> Calc:
    """Make a chain of equations and inequalities: the start, then steps (expression, by) or (relation, expression, by).

    ``relation`` is "=", which may be left out, "≤" or "<=", "<", "≥" or ">=", ">". All inequalities of a chain have one
    direction; it shows that its start is less than its end where one of them is strict, and at most its end otherwise.
    A step (relation, expression) names no reasons.
    ``by`` is one reason or a tuple of them: a symbol, whose declared property may be used, be it a sign; the inverse of
    a matrix made of invertible ones; a word of the language or another class with a definition, which may be unfolded;
    a proposition listed in ``given``; a theorem, by the id of its claim, its function or its verdict, with all that is
    declared and given for its hypotheses. An empty tuple means plain matrix algebra and laws of the functions in the
    step, such as addition theorems, which need no name; words of one's own, one in lower case or several, are printed
    and carry nothing. Raise ShapeError when a step has another shape, HypothesisError for a proposition that is not
    given, ClaimError for a chain without a step, with ≤ and ≥, or with a reason of another kind.

    >>> from sympy import MatrixSymbol, Symbol
    >>> from symattn import OrthogonalSymbol, calc
    >>> A, g = MatrixSymbol("A", 2, 2), OrthogonalSymbol("g", 2)
    >>> print(calc(A*g*(A*g).T, (A*g*g.T*A.T, ()), (A*A.T, g)))
    A*g*g.T*A.T
      = A*g*g.T*A.T
      = A*A.T  [g]
    >>> x, y = Symbol("x", real=True), Symbol("y", real=True)
    >>> print(calc(2*x*y, ("≤", x**2 + y**2), ("<", x**2 + y**2 + 1)))
    2*x*y
      ≤ x**2 + y**2
      < x**2 + y**2 + 1
    """
    with answering():
        return _calc(start, steps, listed(given))


def _calc(start: Any, steps: tuple[Any, ...], given: tuple[Any, ...]) -> Calc:
    hypotheses = as_hypotheses(given)
    if not steps:
        raise ClaimError("a calc needs at least one step (expression, by)")
    for each in hypotheses:
        if isinstance(each, Proposition) and each.given_beside() != (each,):
            raise ClaimError(f"a calc is given what holds of a symbol, not that there is one: {each}")
    made = []
    for step in steps:
        relation, expression, by = _parts_of_step(step)
        reasons = tuple(_as_reason(part, hypotheses) for reason in by for part in _given_in_place_of(reason))
        made.append(Step(as_side(expression), reasons, RELATIONS[relation]))
    _check_direction(made)
    chain = Calc(as_side(start), tuple(made), hypotheses, count_of_nothing(given))
    check_words(*chain.statements, *hypotheses, reasons=(reason for step in made for reason in step.by))
    return chain


def _parts_of_step(step: Any) -> tuple[str, Any, tuple[Any, ...] | list[Any]]:
    """Return the relation, the expression and the reasons of a step as it is written."""
    has_relation = isinstance(step, tuple) and len(step) > 0 and isinstance(step[0], str)
    full = (*step, ()) if has_relation and len(step) == 2 else step
    if not isinstance(full, tuple) or len(full) != 2 + has_relation or (has_relation and step[0] not in RELATIONS):
        raise ClaimError(f"a step of a calc is a pair (expression, by){_meant(step)}, not {plain(step)}")
    relation, expression, by = full if has_relation else ("=", *full)
    return relation, expression, by if isinstance(by, tuple | list) else (by,)


def _check_direction(steps: Iterable[Step]) -> None:
    """Raise ClaimError where a chain goes up and down, as a ≤ b ≥ c does."""
    up, down = (
        [f"step {number} says {step.relation}" for number, step in enumerate(steps, 1) if step.relation in signs]
        for signs in ("<≤", ">≥")
    )
    if up and down:
        reason = "a calc goes up (=, ≤, <) or down (=, ≥, >), otherwise its start and its end are not compared"
        raise ClaimError(f"{reason}: {up[0]}, {down[0]}")


def _meant(step: Any) -> str:
    """Say how several reasons are written, where a step has more than two parts, or three with a relation."""
    if not isinstance(step, tuple) or len(step) < 2:
        return ", where by may be ()"
    if isinstance(step[0], str) and step[0] in RELATIONS and len(step) > 3:
        return f"; several reasons go in a tuple: ({step[0]!r}, {plain(step[1])}, {plain(step[2:])})"
    if isinstance(step[0], str):
        known = ", ".join(dict.fromkeys(RELATIONS.values()))
        return f" or, with one of the relations {known}, (relation, expression) or (relation, expression, by)"
    if len(step) == 2:
        return ""
    return f"; several reasons go in a tuple: ({plain(step[0])}, {plain(step[1:])})"


def _as_reason(reason: Any, hypotheses: tuple[Basic, ...]) -> Any:
    if is_words(reason):
        return Lemma(reason)
    if (lemma := as_lemma(reason)) is not None:
        return lemma
    if isinstance(reason, type):
        known = issubclass(reason, Expr | SimilarityKernel) and _has_definition(reason)
        if not known and not is_always_open(reason):
            raise ClaimError(f"{reason.__name__} is no class with a definition to unfold")
        return reason
    if isinstance(reason, SquareSymbol | MaskSymbol | SubsetSymbol | ProbabilitySymbol | SequentialEncoding | Inverse):
        return reason
    if isinstance(reason, Symbol) and not is_dim(reason) and not is_natural(reason) and _has_sign(reason):
        return reason
    if isinstance(reason, MatrixSymbol | Symbol | NamedObject):
        raise ClaimError(f"{reason} cannot be the reason of a step: no property of it is declared")
    proposition = as_proposition(reason)
    if proposition not in hypotheses:
        raise HypothesisError(proposition, "it is the reason of a step, but not given: write calc(…, given=[…])")
    return proposition


def is_always_open(reason: Any) -> bool:
    """Tell whether a reason is an operation that every step may use: it may be named, as a reader may want to know."""
    return isinstance(reason, type) and reason in ALWAYS_OPEN


def _has_definition(kind: type) -> bool:
    """Tell whether a class stands for something defined: a word of the language, or a class with a definition."""
    is_word = issubclass(kind, Node) and kind is not Node
    return is_word or issubclass(kind, SimilarityKernel) or hasattr(kind, "definition")


def _has_sign(symbol: Symbol) -> bool:
    """Tell whether a symbol is declared with a sign, or as a number that is not 0."""
    return bool(symbol.is_nonnegative or symbol.is_nonpositive or symbol.is_nonzero)
