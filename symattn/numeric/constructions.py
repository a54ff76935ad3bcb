"""Build instances that satisfy hypotheses by construction, instead of drawing until one does.

This reads the given propositions only; `instances.py` builds exact rational values by it and `sampling.py` random ones.
Whatever is built is checked afterwards against every hypothesis, and against what the symbols are declared to be, so a
construction cannot be wrong, only useless.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from sympy import (
    Add,
    Basic,
    Eq,
    Expr,
    Function,
    FunctionMatrix,
    Identity,
    Idx,
    Integer,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    Transpose,
    preorder_traversal,
)
from sympy.core.relational import GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.language.base.dims import is_dim
from symattn.language.base.shapes import product, total
from symattn.language.base.symbols import InvertibleSymbol
from symattn.language.definite import Definite
from symattn.language.inspection import free_atoms
from symattn.language.propositions import EqualRowNorms, Equation, Invariant, Invertible
from symattn.language.quantified import ForAll
from symattn.numeric.quantified import Choices, whole_matrix
from symattn.primitives.expectation.word import AboutRandomVectors
from symattn.primitives.heads.word import FamilyMember, MatrixFamily
from symattn.primitives.kernels.word import is_arbitrary

Values = dict[Basic, Any]

#: Words for the length of a vector, or its square, where all their arguments are that vector.
LENGTHS = ("SquaredNorm", "FrobeniusNorm", "InnerProduct")

#: Literals that are tried as values: not those which every search tries, none that are long, and not too many.
SMALL, LARGEST_LITERAL, MOST_NUMBERS = 2, 10**6, 24


@dataclass(frozen=True)
class Recurrence:
    """Hold places of a matrix or members of a family, for all values of indices, and what each is equal to.

    Its value is given at each place from the first to the last, and then from the last to the first: what is equal to
    something that comes before it is right after the first pass, what is equal to something that follows after both.
    Without indices it is the value of a symbol, or one place of it.
    """

    indices: tuple[Idx, ...]
    target: Basic
    expression: Basic

    @property
    def whole(self) -> Basic:
        """The symbol of which this gives places, members, or the value."""
        return whole_of(self.target)

    def comes_before(self, other: Recurrence) -> bool:
        """Tell whether the other one is made of what this gives, or goes on from it."""
        used = free_atoms(other.expression)
        return self.whole in used and (self.whole != other.whole or self.whole not in free_atoms(self.expression))

    def build_in(self, values: Values, choices: Choices, assign: Callable[[Values, Basic, Basic], None]) -> None:
        """Give every place its value: ``choices`` are those of the indices, ``assign`` gives a value to one place."""
        whole = self.whole
        outside = {symbol: value for symbol, value in values.items() if symbol not in self.indices}
        forth = list(choices(self.indices, outside))
        for index in (*forth, *reversed(forth[:-1])):
            place = {**outside, **index}
            assign(place, self.target, self.expression)
            values[whole] = outside[whole] = place[whole]


def in_order(steps: Sequence[Recurrence]) -> list[list[Recurrence]]:
    """Return what gives values in the order of dependence, those together that are made of each other.

    >>> from symattn.primitives.heads.word import MatrixFamily
    >>> X, Y, t = MatrixFamily("X", 4, 2, 2), MatrixFamily("Y", 4, 2, 2), Idx("t", 3)
    >>> later, sooner = Recurrence((t,), X[t + 1], X[t] + Y[t + 1]), Recurrence((t,), Y[t + 1], 2 * Y[t])
    >>> in_order([later, sooner]) == [[sooner], [later]]
    True
    """
    left, found = list(dict.fromkeys(steps)), list[list[Recurrence]]()
    before = {each: [other for other in left if other.comes_before(each)] for each in left}
    while left:
        first = next((each for each in left if set(before[each]).isdisjoint({*left} - {each})), None)
        group = [first] if first is not None else min((_behind(each, before, left) for each in left), key=len)
        found.append(group)
        left = [each for each in left if each not in group]
    return found


def give_in_order(
    groups: Sequence[Sequence[Recurrence]],
    values: Values,
    choices: Choices,
    assign: Callable[[Values, Basic, Basic], None],
) -> None:
    """Give all values; where some are made of each other, each round makes one more place of one of them right."""
    for group in groups:
        rounds = 1 if len(group) == 1 else sum(len(list(choices(each.indices, values))) for each in group)
        for _ in range(rounds):
            for each in group:
                each.build_in(values, choices, assign)


def without_a_beginning(given: Sequence[Basic]) -> list[MatrixSymbol]:
    """Return the matrices that hypotheses give place by place, without saying where they begin.

    >>> x, t = MatrixSymbol("x", 4, 1), Idx("t", 3)
    >>> without_a_beginning([ForAll(t, Equation(x[t + 1, 0], 2*x[t, 0]))])
    [x]
    """
    groups = plan(tuple(given)).steps
    steps = [each for group in groups for each in group]
    begun = {each.whole for each in steps if each.whole not in free_atoms(each.expression)}
    runs = dict.fromkeys(each.whole for each in steps if each.whole not in begun)
    return [whole for whole in runs if isinstance(whole, MatrixSymbol)]


def _behind(
    step: Recurrence, before: dict[Recurrence, list[Recurrence]], left: Sequence[Recurrence]
) -> list[Recurrence]:
    """Return those of some steps that come before one, directly or not, and the step itself."""
    found, new = set[Recurrence](), {step}
    while new:
        found |= new
        new = {other for each in new for other in before[each]} - found
    return [each for each in left if each in found]


@dataclass
class Plan:
    """Hold what can be built in: matrices of a kind, values that an equation fixes, kernels with an invariance.

    ``about_sizes`` and ``about_indices`` are the hypotheses that speak of sizes alone, and of sizes and free indices;
    ``indices`` are the free indices of all hypotheses: each means one index, the same wherever it is written.
    ``frames`` are vectors of length 1 that are orthogonal to each other, columns of one orthogonal matrix.
    ``numbers`` are values of real numbers near those that the hypotheses name. ``recurrences`` are equations for all
    values of indices that give a matrix place by place, or a family member by member.
    """

    about_sizes: list[Basic] = field(default_factory=list)
    about_indices: list[Basic] = field(default_factory=list)
    indices: tuple[Idx, ...] = ()
    equal_norms: list[MatrixSymbol] = field(default_factory=list)
    nonnegative: list[MatrixSymbol] = field(default_factory=list)
    orthonormal_columns: list[MatrixSymbol] = field(default_factory=list)
    orthonormal_rows: list[MatrixSymbol] = field(default_factory=list)
    frames: list[list[MatrixSymbol]] = field(default_factory=list)
    invertible: list[MatrixSymbol] = field(default_factory=list)
    singular: list[MatrixSymbol] = field(default_factory=list)  # S of SSᵀ, which may be singular, and 0
    assignments: list[tuple[Basic, Basic]] = field(default_factory=list)
    recurrences: list[Recurrence] = field(default_factory=list)
    invariances: list[Invariant] = field(default_factory=list)
    random_vectors: list[AboutRandomVectors] = field(default_factory=list)
    numbers: dict[Symbol, tuple[Rational, ...]] = field(default_factory=dict)

    @cached_property
    def steps(self) -> list[list[Recurrence]]:
        """What gives values, in order; this is asked for once all of it is planned."""
        return in_order([*(Recurrence((), *each) for each in self.assignments), *self.recurrences])

    def gives(self, hypothesis: Basic) -> bool:
        """Tell whether a hypothesis is an equation that gives a value: one of the two sides."""
        stated = hypothesis.proposition if isinstance(hypothesis, ForAll) else hypothesis
        given = {target for target, _ in self.assignments} | {each.target for each in self.recurrences}
        return isinstance(stated, Equation) and not given.isdisjoint(stated.args)

    @property
    def inside(self) -> set[Basic]:
        """The matrices inside exp, tanh and the like where others are given by these: with 0 there all is rational."""
        given = [expression for _, expression in self.assignments] + [each.expression for each in self.recurrences]
        targets = {whole_of(each) for each, _ in self.assignments} | {
            whole_of(each.target) for each in self.recurrences
        }
        called = (call for each in given for call in preorder_traversal(each) if isinstance(call, Function))
        found = {symbol for call in called for symbol in free_atoms(call) if _is_plain(symbol)}
        return found - targets

    def allows(self, shape_of: dict[MatrixSymbol, tuple[int, int]]) -> bool:
        """Tell whether the shapes leave room for orthonormal columns and rows."""
        columns = all(shape_of[m][0] >= shape_of[m][1] for m in self.orthonormal_columns)
        columns = columns and all(max(shape_of[frame[0]]) >= len(frame) for frame in self.frames)
        return columns and all(shape_of[m][0] <= shape_of[m][1] for m in self.orthonormal_rows)


def plan(given: tuple[Basic, ...]) -> Plan:
    """Sort hypotheses by how they can be built in; what fits no kind is left to be checked.

    >>> K = MatrixSymbol("K", 3, 2)
    >>> plan((Equation(K.T*K, Identity(2)), EqualRowNorms(K))).orthonormal_columns
    [K]
    """
    indices = {atom for hypothesis in given for atom in free_atoms(hypothesis) if isinstance(atom, Idx)}
    result, definite = Plan(indices=tuple(sorted(indices, key=str))), list[Definite]()
    for hypothesis in given:
        if isinstance(hypothesis, EqualRowNorms) and _is_plain(hypothesis.matrix):
            result.equal_norms.append(hypothesis.matrix)
        elif isinstance(hypothesis, Invertible) and _is_plain(hypothesis.matrix):
            result.invertible.append(hypothesis.matrix)
        elif isinstance(hypothesis, Invariant) and is_arbitrary(hypothesis.kernel):
            result.invariances.append(hypothesis)
        elif isinstance(hypothesis, AboutRandomVectors):
            result.random_vectors.append(hypothesis)
        elif isinstance(hypothesis, Equation):
            _plan_equation(result, hypothesis)
        elif isinstance(hypothesis, ForAll) and (whole := whole_matrix(hypothesis)) is not None:
            _plan_equation(result, whole)
        elif isinstance(hypothesis, ForAll) and (matrix := _nonnegative(hypothesis.proposition)) is not None:
            result.nonnegative.append(matrix)
        elif isinstance(hypothesis, ForAll) and (recurrence := _recurrence(hypothesis)) is not None:
            result.recurrences.append(recurrence)
        elif isinstance(hypothesis, Definite):
            definite.append(hypothesis)
        atoms = free_atoms(hypothesis)
        if isinstance(hypothesis, Relational | Equation) and all(is_dim(a) or isinstance(a, Idx) for a in atoms):
            speaks_of_indices = any(isinstance(atom, Idx) for atom in atoms)
            (result.about_indices if speaks_of_indices else result.about_sizes).append(hypothesis)
    _plan_definite(result, definite)
    built = {*result.orthonormal_columns, *result.orthonormal_rows, *(target for target, _ in result.assignments)}
    equations = [hypothesis for hypothesis in given if isinstance(hypothesis, Equation)]
    result.frames = _frames([v for v in built if 1 in getattr(v, "shape", ())], equations)
    shaped = [made for e in equations for make in (_symmetric, _nilpotent) if (made := make(e)) is not None]
    result.assignments += [made for made in shaped if made[0] not in built]
    result.numbers = _numbers(given)
    return result


def _nonnegative(proposition: Basic) -> MatrixSymbol | None:
    """Return the plain matrix of which it is said that an entry is above 0, or not below; None for anything else."""
    if isinstance(proposition, GreaterThan | StrictGreaterThan | LessThan | StrictLessThan) and proposition.lts == 0:
        entry = proposition.gts
        return entry.parent if isinstance(entry, MatrixElement) and _is_plain(entry.parent) else None
    return None


def _recurrence(stated: ForAll) -> Recurrence | None:
    """Return what gives a symbol place by place, in terms of itself or of others; None for any other statement.

    >>> from symattn.primitives.heads.word import MatrixFamily
    >>> X, t = MatrixFamily("X", 4, 2, 2), Idx("t", 3)
    >>> _recurrence(ForAll(t, Equation(X[t + 1], 2*X[t]))).target
    X[t + 1]
    """
    if not isinstance(stated.proposition, Equation):
        return None
    sides = stated.proposition.args[:2]
    for side, other in (sides, sides[::-1]):
        target = whole_of(side)
        runs = target != side and not free_atoms(side).isdisjoint(stated.indices)
        if runs and (_is_plain(target) or isinstance(target, MatrixFamily)):
            return Recurrence(stated.indices, side, other)
    return None


def whole_of(side: Basic) -> Basic:
    """Return the matrix of an entry or slice, and the family of a member; anything else as it is."""
    if isinstance(side, MatrixElement | MatrixSlice):
        return side.parent
    return side.family if isinstance(side, FamilyMember) else side


def _numbers(given: tuple[Basic, ...]) -> dict[Symbol, tuple[Rational, ...]]:
    """Return values for each number of the hypotheses, where these name a number beyond the small ones.

    They are the numbers that are named, some near them and small ones, as far as what is said of the symbol alone
    allows.

    >>> x = Symbol("x", real=True)
    >>> _numbers((x > 40,))
    {x: (41, 80)}
    """
    about = [h for h in given if isinstance(h, Relational | Equation) and any(map(_is_number, free_atoms(h)))]
    literals = {x for hypothesis in about for x in hypothesis.atoms(Rational)}
    beyond = [x for x in literals if not (x.q == 1 and abs(x) <= SMALL) and max(abs(x.p), x.q) <= LARGEST_LITERAL]
    near = [near for x in sorted(beyond, key=lambda x: (abs(x), x)) for near in (x, x + 1, x - 1, x / 2, 2 * x)]
    found: dict[Symbol, tuple[Rational, ...]] = {}
    for symbol in sorted({atom for h in about for atom in free_atoms(h) if near and _is_number(atom)}, key=str):
        alone = [h for h in about if free_atoms(h) == {symbol}]
        tried = [x for x in dict.fromkeys((*near, *map(Integer, (1, 0, -1, 2)))) if fits_assumptions(symbol, x)]
        found[symbol] = tuple(x for x in tried[:MOST_NUMBERS] if all(_holds_at(h, symbol, x) for h in alone))
    return found


def _holds_at(hypothesis: Basic, symbol: Symbol, number: Rational) -> bool:
    """Tell whether what a hypothesis says of a symbol alone is plainly true at a number."""
    left, right = (side.xreplace({symbol: number}) for side in hypothesis.args)
    relation = Eq if isinstance(hypothesis, Equation) else hypothesis.func
    try:
        return relation(left, right) is S.true
    except TypeError:  # SymPy compares no complex numbers
        return False


def _is_plain(matrix: Basic) -> bool:
    return type(matrix) is MatrixSymbol


def _plan_equation(result: Plan, equation: Equation) -> None:
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        if other == 1 and (vector := _vector_of_length(side)) is not None:
            is_column = vector.shape[1] == 1
            (result.orthonormal_columns if is_column else result.orthonormal_rows).append(vector)
            return
        if isinstance(other, Identity) and isinstance(side, MatMul) and len(side.args) == 2:
            left, right = side.args
            if isinstance(left, Transpose) and left.arg == right and _is_plain(right):
                result.orthonormal_columns.append(right)
                return
            if isinstance(right, Transpose) and right.arg == left and _is_plain(left):
                result.orthonormal_rows.append(left)
                return
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        target = whole_of(side)
        is_whole = side == target
        named = (
            _is_plain(target)
            or (not is_whole and isinstance(target, MatrixFamily))
            or (is_whole and (_is_number(target) or isinstance(target, InvertibleSymbol)))
        )
        if named and not (is_whole and target in free_atoms(other)):
            result.assignments.append((side, other))
            return
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        solved = None if getattr(side, "is_Matrix", False) else _solved(side, other)
        if solved is not None:
            result.assignments.append(solved)
            return


def _symmetric(equation: Equation) -> tuple[Basic, Basic] | None:
    """Let a symbol A become A + Aᵀ where Aᵀ = A is said, A − Aᵀ where Aᵀ = −A is; return nothing for anything else.

    >>> A = MatrixSymbol("A", 2, 2)
    >>> _symmetric(Equation(A + A.T, 0*A))
    (A, A - A.T)
    """
    terms: dict[Basic, Expr] = {}
    for side, sign in ((equation.lhs, 1), (equation.rhs, -1)):
        for term in MatAdd.make_args(side) if getattr(side, "is_Matrix", False) else ():
            coefficient, matrix = _multiple(term)
            terms[matrix] = terms.get(matrix, S.Zero) + sign * coefficient
    terms = {matrix: c for matrix, c in terms.items() if not getattr(matrix, "is_ZeroMatrix", False)}
    for symbol in filter(_is_plain, terms):
        if terms.keys() == {symbol, symbol.T} and (sign := -terms[symbol.T] / terms[symbol]) in (1, -1):
            return symbol, total(symbol, product(sign, symbol.T))
    return None


def _nilpotent(equation: Equation) -> tuple[Basic, Basic] | None:
    """Let a symbol become what of it stands above the diagonal, where a product of three or more of it is to be 0.

    So is any power. A matrix whose square is 0 is found without that: a unit, with one entry 1 beside the diagonal.

    >>> N = MatrixSymbol("N", 3, 3)
    >>> _nilpotent(Equation(N*N*N, 0*N))[0]
    N
    """
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        count = side.exp if _is_literal_power(side) else 3 if isinstance(side, MatPow) and side.exp.is_Symbol else 0
        factors = (side.base,) * int(count) if count else side.args
        if getattr(other, "is_ZeroMatrix", False) and len(factors) > 2 and len({*factors}) == 1:
            symbol, (i, j) = factors[0], (Symbol(name, integer=True) for name in "ij")
            if _is_plain(symbol):
                above = Lambda((i, j), Piecewise((symbol[i, j], i < j), (S.Zero, True)))
                return symbol, FunctionMatrix(*symbol.shape, above)
    return None


def _is_literal_power(side: Basic) -> bool:
    return isinstance(side, MatPow) and isinstance(side.exp, Integer) and side.exp > 0


def _vector_of_length(side: Basic) -> MatrixSymbol | None:
    """Return the plain row or column whose length, or its square, is written; None for anything else.

    >>> u, k = MatrixSymbol("u", 3, 1), Idx("k", 3)
    >>> _vector_of_length(Sum(u[k, 0] ** 2, (k, 0, 2)))
    u
    """
    for vector in side.atoms(MatrixSymbol):
        rows, columns = vector.shape
        if _is_plain(vector) and 1 in (rows, columns):
            if type(side).__name__ in LENGTHS and set(side.args) == {vector}:
                return vector
            if isinstance(side, Sum) and len(side.limits) == 1:
                k, first, last = side.limits[0]
                entry = vector[k, 0] if columns == 1 else vector[0, k]
                if side.function == entry**2 and (first, last) == (0, rows * columns - 1):
                    return vector
    return None


def _frames(vectors: Sequence[MatrixSymbol], equations: Sequence[Equation]) -> list[list[MatrixSymbol]]:
    """Return the vectors that are said to be orthogonal to each other, as large sets as are met first.

    >>> from sympy import ZeroMatrix
    >>> u, v, w = (MatrixSymbol(name, 3, 1) for name in "uvw")
    >>> _frames((u, v, w), [Equation((u.T*v)[0, 0], 0), Equation(v.T*w, ZeroMatrix(1, 1))])
    [[u, v]]
    """
    pairs = {frozenset(pair) for equation in equations if (pair := _orthogonal_pair(equation)) is not None}
    frames: list[list[MatrixSymbol]] = []
    for vector in sorted(vectors, key=str):
        whole = (frame for frame in frames if all({vector, other} in pairs for other in frame))
        frame = next(whole, None)
        if frame is None:
            frames.append([vector])
        else:
            frame.append(vector)
    return [frame for frame in frames if len(frame) > 1]


def _orthogonal_pair(equation: Equation) -> tuple[MatrixSymbol, MatrixSymbol] | None:
    """Return the two plain columns, or rows, whose inner product an equation says to be 0; None for another one."""
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        vectors = sorted(side.atoms(MatrixSymbol), key=str)
        if (other != 0 and not getattr(other, "is_ZeroMatrix", False)) or len(vectors) != 2:
            continue
        u, v = vectors
        is_column, is_row = (u.shape[at] == v.shape[at] == 1 for at in (1, 0))
        if u.shape != v.shape or not (is_column or is_row):
            continue
        length = u.shape[0] * u.shape[1]

        def term(k: Any, u: Any = u, v: Any = v, is_column: bool = is_column) -> Expr:
            return u[k, 0] * v[k, 0] if is_column else u[0, k] * v[0, k]

        products = (u.T * v, v.T * u) if is_column else (u * v.T, v * u.T)
        is_word = type(side).__name__ == "InnerProduct" or side in products
        is_sum = isinstance(side, Sum) and len(side.limits) == 1 and side.limits[0][1:] == (0, length - 1)
        is_word = is_word or (is_sum and side.function == term(side.limits[0][0]))
        if is_word or (length.is_Integer and side == Add(*map(term, range(int(length))))):
            return u, v
    return None


def _plan_definite(result: Plan, stated: Sequence[Definite]) -> None:
    """Let a symbol S of each sum that is to be definite become what makes the sum SSᵀ, or SSᵀ + 1/4, of S as drawn.

    What is said of a sum chooses before what is said of a symbol: where A and B − A are semidefinite, so is B.

    >>> from symattn.language.definite import Loewner, PositiveSemidefinite
    >>> A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    >>> plan((PositiveSemidefinite(A), PositiveSemidefinite(B), Loewner(A, B))).assignments
    [(A, A*A.T), (B, (B*B.T) + A)]
    """
    made, alone = {target for target, _ in result.assignments}, list[tuple[Basic, Basic]]()
    for definite in sorted(stated, key=lambda each: len(MatAdd.make_args(each.matrix)) == 1):
        terms = MatAdd.make_args(definite.matrix)
        for term in terms:
            sign, symbol = _multiple(term)
            rest = [other for other in terms if other is not term]
            if _is_plain(symbol) and sign in (1, -1) and symbol not in made and symbol not in free_atoms(*rest):
                more = [product(Rational(1, 4), Identity(symbol.shape[0]))] if definite.strict else []
                square = total(product(symbol, symbol.T), *more)
                others = [-sign * other for other in rest]
                value = total(*others, product(sign, square)) if rest or sign < 0 else square
                (result.assignments if rest else alone).append((symbol, value))
                result.singular += [] if definite.strict else [symbol]
                made.add(symbol)
                break
    result.assignments[:0] = alone


def _multiple(term: Basic) -> tuple[Expr, Basic]:
    """Return c and A where a matrix is written c·A."""
    coefficient, matrix = term.as_coeff_mmul() if isinstance(term, MatMul) else (S.One, term)
    return coefficient, matrix.args[0] if isinstance(matrix, MatMul) and len(matrix.args) == 1 else matrix


def _is_number(symbol: Basic) -> bool:
    return isinstance(symbol, Symbol) and not is_dim(symbol)


def _solved(side: Expr, other: Expr) -> tuple[Symbol, Expr] | None:
    """Solve side = other for a number that occurs once, multiplied by what is never 0.

    >>> x, y = Symbol("x", real=True), Symbol("y", real=True)
    >>> _solved(x**2 + 3*y, x)
    (y, -x**2/3 + x/3)
    """
    terms = Add.make_args(side)
    for place, term in enumerate(terms):
        factors = Mul.make_args(term)
        for symbol in filter(_is_number, factors):
            coefficient = Mul(*(factor for factor in factors if factor != symbol))
            rest = Add(*terms[:place], *terms[place + 1 :])
            if coefficient.is_nonzero and symbol not in free_atoms(coefficient, rest, other):
                return symbol, (other - rest) / coefficient
    return None


@lru_cache(maxsize=4096)
def fits_assumptions(symbol: Symbol, number: Rational) -> bool:
    """Tell whether a number has every property that a symbol is declared with.

    >>> even = Symbol("m", even=True)
    >>> fits_assumptions(even, Rational(2)), fits_assumptions(even, Rational(3)), fits_assumptions(even, Rational(1, 2))
    (True, False, False)
    """
    return all(getattr(number, f"is_{fact}") is truth for fact, truth in symbol.assumptions0.items())
