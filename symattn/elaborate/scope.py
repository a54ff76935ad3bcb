"""The scope of an elaboration: free variables, the variables bound at a place, and what was met so far.

Bound variables are kernel variables with reserved names until their binder is made.  Every SymPy node is elaborated
once in the outermost place where all its bound symbols are known, so that stacks which share their layers stay small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeVar

from sympy import (
    Basic,
    Derivative,
    Expr,
    Float,
    FunctionMatrix,
    Idx,
    ImmutableDenseMatrix,
    Lambda,
    MatrixSymbol,
    Piecewise,
    S,
    Symbol,
    Tuple,
    nsimplify,
)
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.matrices.expressions.blockmatrix import BlockMatrix

from symattn.errors import UndeclaredSymbol, UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.derivatives import PartialDerivatives
from symattn.language.base.dims import is_dim
from symattn.language.base.nodes import Node
from symattn.language.base.substitution import substituted
from symattn.language.base.traversal import postorder
from symattn.language.inspection import declarations, symbol_text
from symattn.language.own_words import Defined
from symattn.language.pasted import bound_as_code, code, for_all, is_relation, proposition_of
from symattn.language.plain import plain
from symattn.language.spelling import check_words

from ..kernel.syntax import forall, implication
from ..kernel.terms import EXTENDED, REAL, Abs, Term, Type, Var, abstract, app, fun, open_body, size_variables, var
from .near import Varying
from .sizes import index_type

Handler = TypeVar("Handler", bound=Callable[..., Term])
DERIVATIVES = (Derivative, PartialDerivatives)
LEAVES = (MatrixSymbol, FunctionMatrix, ImmutableDenseMatrix, Lambda, ExprWithLimits, Piecewise, *DERIVATIVES)
_HANDLERS: dict[type, Callable[..., Term]] = {}


def elaborates(*kinds: type) -> Callable[[Handler], Handler]:
    """Enter a function (scope, node) → term as the way to elaborate some classes of SymPy nodes."""

    def enter(handler: Handler) -> Handler:
        _HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return enter


def handler_of(kind: type) -> Callable[..., Term] | None:
    """Return the way to elaborate a class: its own, or that of its nearest base class.

    A subclass of a class of the language may have another definition, so it does not inherit this one.
    """
    inherited = (base for base in kind.__mro__[1:] if base in (Node, Defined) or not issubclass(base, Node))
    return next((_HANDLERS[base] for base in (kind, *inherited) if base in _HANDLERS), None)


def apply(function: Term, *arguments: Term) -> Term:
    """Apply a function to arguments, with β-steps where it is a λ-abstraction."""
    for argument in arguments:
        function = open_body(function, argument) if isinstance(function, Abs) else app(function, argument)
    return function


def matrix_type(shape: Iterable[Expr], entry: Type = REAL) -> Type:
    """Return the type of matrices of a shape."""
    rows, columns = shape
    return fun(index_type(rows), fun(index_type(columns), entry))


def entry_type(matrix: Term) -> Type:
    """Return the type of the entries of a matrix term: ℝ or ℝ∞."""
    row = matrix.type.codomain
    if row is None or row.codomain is None:
        raise TypeError(f"{matrix} is no matrix")
    return row.codomain


@dataclass(frozen=True, eq=False)
class BoundSymbol:
    """Hold what a bound symbol stands for: the position of an index of {0, …, length−1} plus an offset.

    The offset is read at the ``place`` around the binder: an inner binder may use the names in it again. So are the
    ``limits`` between which it lies where these vary, as in a sum up to an index.
    """

    variable: Var
    offset: Expr
    length: Expr
    place: Frame
    limits: tuple[Expr, Expr] | None = None


@dataclass
class Frame:
    """Hold one place in a statement: what its bound symbols stand for, and what binds or is assumed on the way there.

    ``trail`` lists bound variables, variables that vary near a point and conditions from the outside in; ``binds`` is
    the symbol that this very place binds.
    """

    bound: dict[Basic, BoundSymbol] = field(default_factory=dict)
    trail: tuple[Term | Varying, ...] = ()
    parent: Frame | None = None
    binds: Basic | None = None
    conditional: bool = False
    memo: dict[Basic, Term] = field(default_factory=dict)


@dataclass
class InverseRecord:
    """Hold the variable that stands for the inverse of a matrix, and whether the matrix is known to have one."""

    expression: Basic
    matrix: Term
    variable: Var
    known: bool


@dataclass(frozen=True)
class Need:
    """Hold what an expression needs to be defined: a proposition, or None for a hypothesis that is not given.

    Where bound symbols occur in the expression it is a function of these, to the expression and their ranges. An index
    must be ``below`` a size.
    """

    proposition: Term | None
    expression: Basic
    text: str
    below: Basic | None = None

    def said(self) -> str:
        """Say what is needed: of all values of bound symbols as code that can be given, where that can be said so."""
        if not isinstance(self.expression, Lambda):
            return self.text.format(brief(self.expression, code))
        with bound_as_code(self.expression) as ((body, *sizes), names):
            condition = self.text.format(brief(body, code))
            if is_relation(condition):
                return for_all(condition, names, [code(size) for size in sizes])
            return f"{condition} for every {', '.join(names)}"

    def given(self) -> Basic | None:
        """Return what is needed as a proposition that can be given; None where none says it."""
        return proposition_of(self.text, self.expression, self.below)


@dataclass(frozen=True)
class Description:
    """Hold the variable that stands for something described, and what the description says of a value."""

    variable: Var
    says: Callable[[Term], Term]

    @property
    def proposition(self) -> Term:
        """What the description says of its variable."""
        return self.says(self.variable)


def bound_at(step: Term | Varying) -> Var | None:
    """Return the variable that a step of a trail binds, or None for a condition."""
    if isinstance(step, Varying):
        return step.variable
    return step if isinstance(step, Var) else None


class Scope:
    """Hold the variables of some statements, and elaborate SymPy nodes to kernel terms."""

    def __init__(
        self, expressions: Iterable[Basic], bindings: Mapping[Basic, Term] | None = None, given: tuple[Basic, ...] = ()
    ) -> None:
        expressions = tuple(expressions)
        check_words(*expressions)
        names: dict[str, Basic] = {}
        for symbol in declarations(*expressions).all():
            other = names.setdefault(kernel_name(symbol_text(symbol)), symbol)
            if other is not symbol:
                raise UndeclaredSymbol(symbol, f"its name is too much like that of {other}; rename one of them")
        self.taken = set(names)
        self.bindings = dict(bindings or {})
        self.given, self.stated = given, expressions
        self.variables: dict[Basic, tuple[Var, ...]] = {}
        self.inverses: dict[Term, InverseRecord] = {}
        self.needs: dict[Term | Basic, Need] = {}
        self.descriptions: dict[Term, Description] = {}
        self.frame = Frame()
        self._symbols: dict[Basic, frozenset[Basic]] = {}

    # ------------------------------------------------------------------------------------------------------- variables

    def fresh(self, name: str) -> str:
        """Return a name that nothing else has: the given one, with primes where it is taken."""
        name = kernel_name(name)
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        return name

    def declared(self, symbol: Basic, *types: Type, names: tuple[str, ...] = ()) -> tuple[Var, ...]:
        """Return the variables of a declared symbol: one of its own name, then one for each of the names given."""
        known = self.variables.get(symbol)
        if known is None:
            own = kernel_name(symbol_text(symbol))
            known = tuple(map(var, (own, *(self.fresh(own + name) for name in names)), types))
            self.variables[symbol] = known
        return known

    # ----------------------------------------------------------------------------------------------------- elaboration

    def term(self, node: Basic) -> Term:
        """Return the kernel term of a scalar, matrix or condition.

        Raise UnsupportedExpression, naming the node, when it is outside the language.
        """
        frame, found = self._place_of(node)
        if found is None:
            found = self.bindings.get(node)
        if found is None:
            handler = handler_of(type(node))
            if handler is None:
                raise UnsupportedExpression(node, _why_not(node))
            here, self.frame = self.frame, frame
            try:
                found = handler(self, node)
            finally:
                self.frame = here
            frame.memo[node] = found
        return found

    def _place_of(self, node: Basic) -> tuple[Frame, Term | None]:
        """Return the outermost place that binds all that a node needs, and the node's term if it is known there."""
        place = frame = self.frame
        symbols: frozenset[Basic] = self.symbols(node) if frame.parent is not None else frozenset()
        conditional = frame.conditional
        while (found := frame.memo.get(node)) is None and frame.parent is not None and frame.binds not in symbols:
            frame = frame.parent
            place = place if conditional else frame
            conditional = conditional or frame.conditional
        return place, found

    def real(self, node: Basic) -> Term:
        """Return the term of a real scalar or real matrix; raise UnsupportedExpression when it may be −∞."""
        term = self.term(node)
        if term.type is EXTENDED or (getattr(node, "is_Matrix", False) and entry_type(term) is EXTENDED):
            raise UnsupportedExpression(node, "entries -oo may only be added, scaled, permuted or put into a softmax")
        return term

    def matrices_first(self, node: Basic) -> None:
        """Elaborate the matrices that a node is made of from the inside out, so that depth needs no deep recursion."""
        for part in postorder(node, inside=_arguments_here):
            if getattr(part, "is_Matrix", False):
                self.term(part)

    def symbols(self, node: Basic) -> frozenset[Basic]:
        """Return every symbol in a node that may be bound, found by one walk over the distinct nodes."""
        known = self._symbols
        if node not in known:
            for part in postorder(node, inside=lambda n: () if n in known or isinstance(n, Symbol | Idx) else n.args):
                if part not in known:
                    atom = isinstance(part, Symbol | Idx)
                    own = (part,) if atom or isinstance(part, MatrixSymbol) else ()
                    known[part] = frozenset(own).union(*(known[argument] for argument in part.args if not atom))
        return known[node]

    # ------------------------------------------------------------------------------------------------ places in a term

    def under(self, binder: Type, make: Callable[[Var], Term]) -> Term:
        """Return λx. make(x)."""
        outer = self.frame
        variable = self._next_variable(binder)
        return self._made_under(Frame(outer.bound, (*outer.trail, variable), outer), variable, make)

    def binding(
        self,
        symbol: Basic,
        length: Expr,
        make: Callable[[], Term],
        offset: Expr = S.Zero,
        limits: tuple[Expr, Expr] | None = None,
    ) -> Term:
        """Return λx:[length]. make(); while it is made, the symbol stands for the position of x plus an offset.

        What is made need only be right where that lies between the ``limits``, if there are any.
        Raise UnsupportedExpression when the symbol is a size inside: sizes do not vary in a term.
        """
        outer = self.frame
        variable = self._next_variable(index_type(length))
        bound = {**outer.bound, symbol: BoundSymbol(variable, offset, length, outer, limits)}
        frame = Frame(bound, (*outer.trail, variable), outer, symbol)
        function = self._made_under(frame, variable, lambda _: make())
        if is_dim(symbol) and kernel_name(str(symbol)) in size_variables([function.body]):  # type: ignore[attr-defined]
            reason = "a sum, a function or a family binds it here, and inside it is the size of a matrix or of a sum"
            raise UnsupportedExpression(symbol, reason)
        return function

    def binding_vector(self, symbol: MatrixSymbol, make: Callable[[], Term]) -> Term:
        """Return λx:[width]→ℝ. make(); while it is made, the symbol is the single row or column with the entries x."""
        outer = self.frame
        rows, columns = symbol.shape
        one = index_type(S.One)
        variable = self._next_variable(fun(index_type(rows if columns == 1 else columns), REAL))
        frame = Frame(outer.bound, (*outer.trail, variable), outer, symbol)
        if rows == 1:
            frame.memo[symbol] = abstract(var("·place", one), variable)
        else:
            place = var("·place", index_type(rows))
            frame.memo[symbol] = abstract(place, abstract(var("·place", one), app(variable, place)))
        return self._made_under(frame, variable, lambda _: make())

    def varying(
        self, symbol: Basic, place: Callable[[Var], Varying], value: Callable[[Var], Term], make: Callable[[], Term]
    ) -> Term:
        """Return λt:ℝ. make(); while it is made, the symbol stands for value(t), and t varies near a place."""
        outer = self.frame
        variable = self._next_variable(REAL)
        frame = Frame(outer.bound, (*outer.trail, place(variable)), outer, symbol)
        frame.memo[symbol] = value(variable)
        return self._made_under(frame, variable, lambda _: make())

    def _made_under(self, frame: Frame, variable: Var, make: Callable[[Var], Term]) -> Term:
        outer, self.frame = self.frame, frame
        try:
            body = make(variable)
        finally:
            self.frame = outer
        return abstract(variable, body)

    def at(self, place: Frame, node: Basic) -> Term:
        """Return the real term of a node as it is read at another place."""
        here, self.frame = self.frame, place
        try:
            return self.real(node)
        finally:
            self.frame = here

    def every(self, binder: Type, make: Callable[[Var], Term]) -> Term:
        """Return ∀x. make(x)."""
        variable = self._next_variable(binder)
        return forall(variable, self._through(variable, None, lambda: make(variable)))

    def any_value(self, symbol: Basic, ty: Type, make: Callable[[], Term]) -> tuple[Var, Term]:
        """Return a variable x and make(); while it is made, a symbol that is free nowhere else stands for x."""
        variable = var(self.fresh(symbol_text(symbol)), ty)
        self.variables[symbol] = (variable,)
        return variable, self._through(variable, symbol, make)

    def _through(self, variable: Var, symbol: Basic | None, make: Callable[[], Term]) -> Term:
        """Return what ``make`` returns; obligations met meanwhile are for all values of a variable."""
        outer = self.frame
        self.frame = Frame(outer.bound, (*outer.trail, variable), outer, symbol)
        try:
            return make()
        finally:
            self.frame = outer

    def _next_variable(self, binder: Type) -> Var:
        """Return the variable for a new binder here; its name is reserved and depends on the depth alone."""
        return var(f"·{sum(bound_at(step) is not None for step in self.frame.trail)}", binder)

    def assuming(self, condition: Term, make: Callable[[], Term]) -> Term:
        """Return what ``make`` returns; obligations met meanwhile have the condition as a premise."""
        outer = self.frame
        self.frame = Frame(outer.bound, (*outer.trail, condition), outer, conditional=True)
        try:
            return make()
        finally:
            self.frame = outer

    # ----------------------------------------------------------------------------------------------------- obligations

    def need(
        self, proposition: Term, expression: Basic | Callable[[], Basic], text: str, below: Basic | None = None
    ) -> None:
        """Record what must be true here, for all values of the bound variables, under the conditions assumed here.

        ``text`` says it, with {} in place of the expression, which is ``below`` a size where that is needed.
        """
        for step in reversed(self.frame.trail):
            if isinstance(step, Varying) and step.variable in proposition.free:
                text = f"{text} around {step.symbol}"
            proposition = step.near(proposition) if isinstance(step, Varying) else _everywhere(step, proposition)
        if proposition not in self.needs:
            shown = expression if isinstance(expression, Basic) else expression()
            self.needs[proposition] = Need(proposition, self._of_bound(shown), text, below)

    def _of_bound(self, shown: Basic) -> Basic:
        """Return an expression as a function of the symbols in it that are bound here, with their ranges."""
        symbols, sizes = (shown.variables, shown.expr.args[1:]) if isinstance(shown, Lambda) else ((), ())
        body = shown.expr.args[0] if isinstance(shown, Lambda) else shown
        met = self.symbols(shown)
        around = {symbol: held for symbol, held in self.frame.bound.items() if symbol in met and symbol not in symbols}
        if not around and not symbols:
            return shown
        fixed = {symbol: symbol + held.offset for symbol, held in around.items() if held.offset != 0}
        body = substituted(body, fixed, as_written=True) if fixed else body
        lengths = [held.length for held in around.values()]
        return Lambda((*around, *symbols), Tuple(body, *lengths, *sizes))

    def described(self, about: Iterable[Term], says: Callable[[Term], Term]) -> Term:
        """Return what a description is of here, as a function of the bound variables in what it is about.

        ``says`` states it of a number; it must hold for all values of the bound variables, under the conditions here.
        """
        trail, met = self.frame.trail, frozenset().union(*(term.free for term in about))
        bound = [variable for step in trail if (variable := bound_at(step)) is not None and variable in met]
        ty = reduce(lambda codomain, variable: fun(variable.type, codomain), reversed(bound), REAL)

        def of(value: Term) -> Term:
            return reduce(
                lambda proposition, step: _everywhere(step, proposition), reversed(trail), says(apply(value, *bound))
            )

        key = of(var("·D", ty))
        if key not in self.descriptions:
            self.descriptions[key] = Description(var(self.fresh("D"), ty), of)
        return app(self.descriptions[key].variable, *bound)

    def missing(self, expression: Basic, text: str) -> None:
        """Record that an expression is undefined unless the hypothesis that ``text`` names is given."""
        self.needs.setdefault(expression, Need(None, expression, text))


def brief(node: Basic, write: Callable[[Basic], str] = plain) -> str:
    """Return the text of an expression, or only its class when the text would be very long."""
    lengths: dict[Basic, int] = {}
    for part in postorder(node):
        lengths[part] = 1 + sum(lengths[argument] for argument in part.args)
    if lengths[node] <= 400:
        with suppress(ValueError):  # Python does not write integers of more than 4,300 digits
            return write(node)
    return f"{type(node).__name__}(…)"


def _why_not(node: Basic) -> str:
    """Say why a node of a class without a handler is outside the language, and what to write instead of a Float."""
    if not isinstance(node, Float):
        return f"{type(node).__name__} is not part of the language"
    meant = nsimplify(node, rational=True)
    exact = f"S({meant.p})" if meant.q == 1 else f"Rational({meant.p}, {meant.q})"
    return f"a Float is a rounded number; write {exact}, which is exact"


def _everywhere(step: Term | Varying, proposition: Term) -> Term:
    """Return a proposition for all values of what a step of a trail binds, or under its condition."""
    if isinstance(step, Varying):
        return step.everywhere(proposition)
    if not isinstance(step, Var):
        return implication(step, proposition)
    return forall(step, proposition) if step in proposition.free else proposition


def _arguments_here(node: Basic) -> Iterable[Basic]:
    """Return the arguments that stand in the same place as the node: under no binder and no condition."""
    if isinstance(node, BlockMatrix):
        return tuple(node.blocks)
    return node.args if isinstance(node, Expr) and not isinstance(node, LEAVES) else ()
