"""Complex numbers: which expressions are complex, where they may stand, and the real statement that they stand for.

A complex number is read as the pair of its real and its imaginary part.  It is built from ``I``, symbols declared with
``complex=True`` and real numbers by sums, products, natural powers, quotients, ``exp``, ``conjugate``, ``Sum`` and
Piecewise; ``re``, ``im`` and ``Abs`` lead back to the real numbers.  Everything else of the language takes real
numbers only: there is no order of complex numbers, and no root or logarithm, which would need a branch.

An expression without ``I`` and without a complex symbol is real, and nothing here changes how it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import (
    Abs,
    Add,
    Adjoint,
    Basic,
    BlockMatrix,
    Determinant,
    Expr,
    FunctionMatrix,
    I,
    ImmutableDenseMatrix,
    Integer,
    Lambda,
    MatAdd,
    MatMul,
    MatPow,
    Mul,
    Ne,
    Piecewise,
    Pow,
    S,
    Sum,
    Symbol,
    Trace,
    Transpose,
    Tuple,
    ZeroMatrix,
    conjugate,
    exp,
    im,
    re,
)
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UndeclaredSymbol, UnsupportedExpression
from symattn.language.base.traversal import postorder

#: What complex numbers may be put into, with a complex result.
COMPLEX = (
    *(Add, Mul, exp, Piecewise, Lambda, MatrixElement, Trace, Determinant),
    *(ImmutableDenseMatrix, FunctionMatrix, MatAdd, MatMul, Transpose, Adjoint),
)
#: What takes complex numbers to real ones.
REAL = (re, im, Abs)
#: What may be complex in its first argument alone.
FIRST = (Sum, ExprCondPair)
_DECLARED = Symbol("z", complex=True).assumptions0
#: Which nodes are complex, so that a stack of layers is walked once while it grows; forgotten when there are many.
_KNOWN: dict[Basic, bool] = {}
MOST_KNOWN = 20_000
COMPLEX_ENTRIES = "complex matrices may be added, multiplied, transposed and raised to literal powers"
HINT = "take its real part re(…), its imaginary part im(…) or its modulus Abs(…)"


def is_complex_symbol(symbol: Basic) -> bool:
    """Tell whether a symbol is declared as a complex number.

    Raise UndeclaredSymbol for one of which more is declared than that: a hypothesis says it.

    >>> is_complex_symbol(Symbol("z", complex=True)), is_complex_symbol(Symbol("x", real=True))
    (True, False)
    >>> is_complex_symbol(Symbol("z", imaginary=True))
    Traceback (most recent call last):
    symattn.errors.UndeclaredSymbol: the symbol z is not declared: declare it with Symbol("z", complex=True), and say
    what is known of it in given, such as Ne(z, 0)
    """
    if not isinstance(symbol, Symbol) or not symbol.is_complex or symbol.is_real:
        return False
    if symbol.assumptions0 != _DECLARED:
        hint = f'declare it with Symbol("{symbol}", complex=True), and say what is known of it in given'
        raise UndeclaredSymbol(symbol, f"{hint}, such as Ne({symbol}, 0)")
    return True


def is_complex(expression: Basic) -> bool:
    """Tell whether an expression is complex, or an explicit matrix or FunctionMatrix with complex entries.

    Raise UnsupportedExpression where a complex number stands in it that has to be real.

    >>> from sympy import sqrt
    >>> t, z = Symbol("t", real=True), Symbol("z", complex=True)
    >>> is_complex(exp(I*t)), is_complex(re(z) + t), is_complex(t)
    (True, False, False)
    >>> is_complex(sqrt(z))
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use sqrt(z): of a complex number there are integer powers alone
    """
    if (found := _KNOWN.get(expression)) is not None:
        return found
    if len(_KNOWN) > MOST_KNOWN:
        _KNOWN.clear()
    for node in postorder(expression, inside=_not_known):
        if node not in _KNOWN:
            _KNOWN[node] = _is_complex(node, [argument for argument in node.args if _KNOWN[argument]])
    return _KNOWN[expression]


def _not_known(node: Basic) -> Iterable[Basic]:
    return () if node in _KNOWN else node.args


def _is_complex(node: Basic, arguments: list[Basic]) -> bool:
    """Tell whether a node is complex, some of whose arguments are."""
    if node is I or is_complex_symbol(node):
        return True
    if not arguments or (isinstance(node, REAL) and not getattr(arguments[0], "is_Matrix", False)):
        return False
    if isinstance(node, MatPow) and node.base in arguments and isinstance(node.exp, Integer) and node.exp > 0:
        return True
    if isinstance(node, Pow):
        if node.exp in arguments or not node.exp.is_integer:
            raise UnsupportedExpression(node, "of a complex number there are integer powers alone")
        return True
    is_conjugate = isinstance(node, conjugate) and not arguments[0].is_Matrix
    in_first = isinstance(node, FIRST) and arguments == [node.args[0]]
    if is_conjugate or in_first or isinstance(node, COMPLEX) or type(node) is Tuple:
        return True
    raise UnsupportedExpression(node, f"a real number is needed where {arguments[0]} stands, which is complex; {HINT}")


def check_not_complex(expression: Basic, what: str) -> None:
    """Raise UnsupportedExpression when an expression is complex where a real one is needed.

    >>> check_not_complex(I + 1, "an inequality is between real numbers")
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use 1 + I: an inequality is between real numbers;
    take its real part re(…), its imaginary part im(…) or its modulus Abs(…)
    """
    if is_complex(expression):
        raise UnsupportedExpression(expression, f"{what}; {HINT}")


def real_part(number: Basic) -> Expr:
    """Return the real part of a number as it is written; SymPy would evaluate it."""
    return re(number, evaluate=False)


def imaginary_part(number: Basic) -> Expr:
    """Return the imaginary part of a number as it is written; SymPy would evaluate it."""
    return im(number, evaluate=False)


def real_and_imaginary(expression: Basic) -> tuple[Basic, Basic]:
    """Return the two parts of a number, or of a matrix entry by entry.

    >>> real_and_imaginary(exp(I*Symbol("t", real=True)))
    (re(exp(I*t)), im(exp(I*t)))
    """
    if not getattr(expression, "is_Matrix", False):
        return real_part(expression), imaginary_part(expression)
    if not is_complex(expression):
        return expression, ZeroMatrix(*expression.shape)
    if isinstance(expression, Transpose | Adjoint):
        first, second = map(Transpose, real_and_imaginary(expression.arg))
        return first, _scaled(S.NegativeOne, second) if isinstance(expression, Adjoint) else second
    if isinstance(expression, MatAdd):
        first, second = (MatAdd(*part) for part in zip(*map(real_and_imaginary, expression.args), strict=True))
        return first, second
    if isinstance(expression, MatMul):
        return _product(expression)
    if isinstance(expression, MatPow) and isinstance(expression.exp, Integer) and expression.exp > 1:
        return _product(Basic.__new__(MatMul, *[expression.base] * int(expression.exp)))
    if isinstance(expression, FunctionMatrix):
        indices, entry = expression.lamda.variables, expression.lamda.expr
        first, second = (Lambda(indices, part(entry)) for part in (real_part, imaginary_part))
        return FunctionMatrix(*expression.shape, first), FunctionMatrix(*expression.shape, second)
    if not isinstance(expression, ImmutableDenseMatrix):
        raise UnsupportedExpression(expression, COMPLEX_ENTRIES)
    rows = expression.tolist()
    first, second = ([[part(entry) for entry in row] for row in rows] for part in (real_part, imaginary_part))
    return ImmutableDenseMatrix(first), ImmutableDenseMatrix(second)


def parts_of_terms(number: Any) -> tuple[Expr, Expr]:
    """Return the two parts of a number, those of a sum term by term: a + ib has the parts a and b.

    >>> a, b, z = Symbol("a", real=True), Symbol("b", real=True), Symbol("z", complex=True)
    >>> parts_of_terms(a + I*b), parts_of_terms(2*z)
    ((a, b), (re(2*z), im(2*z)))
    """
    if not is_complex(number):
        return number, S.Zero
    if isinstance(number, Add):
        first, second = zip(*map(parts_of_terms, number.args), strict=True)
        return Add(*first), Add(*second)
    others = [factor for factor in Mul.make_args(number) if factor is not I]
    if len(others) == len(Mul.make_args(number)) - 1 and not any(map(is_complex, others)):
        return S.Zero, Mul(*others)
    return real_part(number), imaginary_part(number)


def _product(product: Any) -> tuple[Basic, Basic]:
    """Return the parts of a product of matrices and numbers: (A + Bi)(C + Di) = (AC − BD) + (AD + BC)i."""
    first, second = real_and_imaginary(product.args[-1])
    for factor in reversed(product.args[:-1]):
        real, imaginary = real_and_imaginary(factor) if is_complex(factor) else (factor, S.Zero)
        if imaginary is S.Zero:
            first, second = _scaled(real, first), _scaled(real, second)
            continue
        both = _scaled(real, first), _scaled(S.NegativeOne, _scaled(imaginary, second))
        first, second = MatAdd(*both), MatAdd(_scaled(real, second), _scaled(imaginary, first))
    return first, second


def _scaled(factor: Any, matrix: Any) -> Any:
    """Return a product as it is written; numbers stand first."""
    factors = matrix.args if isinstance(matrix, MatMul) else (matrix,)
    inner = factor.args if isinstance(factor, MatMul) else (factor,)
    numbers = [part for part in (*inner, *factors) if not getattr(part, "is_Matrix", False)]
    matrices = [part for part in (*inner, *factors) if getattr(part, "is_Matrix", False)]
    return Basic.__new__(MatMul, *((Mul(*numbers),) if numbers else ()), *matrices)


def as_pair(expression: Basic) -> Basic:
    """Return a number as the row of its two parts, and a matrix as its real part beside its imaginary part.

    >>> as_pair(1 + I)
    Matrix([[re(1 + I), im(1 + I)]])
    """
    first, second = real_and_imaginary(expression)
    if not getattr(expression, "is_Matrix", False):
        return ImmutableDenseMatrix([[first, second]])
    if isinstance(first, ImmutableDenseMatrix) and isinstance(second, ImmutableDenseMatrix | ZeroMatrix):
        return ImmutableDenseMatrix(first.row_join(ImmutableDenseMatrix(second)))
    return BlockMatrix([[first, second]])


def speaks_of_complex(proposition: Basic) -> bool:
    """Tell whether a statement compares complex numbers, or matrices of them: an equation or z ≠ w."""
    return hasattr(proposition, "lhs") and any(map(is_complex, proposition.args))


def _without_numbers_of_matrices(node: Any) -> Any:
    """Return an expression with the traces, determinants and entries of complex matrices in parts: tr A + i tr B."""
    if not any(map(_is_of_complex_matrix, postorder(node))):
        return node
    if isinstance(node, ImmutableDenseMatrix):
        return ImmutableDenseMatrix([[_without_numbers_of_matrices(entry) for entry in row] for row in node.tolist()])
    if not _is_of_complex_matrix(node):
        return Basic.__new__(type(node), *map(_without_numbers_of_matrices, node.args))
    if isinstance(node, Determinant):
        return _without_numbers_of_matrices(node.definition())
    first, second = (type(node)(part, *node.args[1:]) for part in real_and_imaginary(node.args[0]))
    return Add(first, Mul(I, second, evaluate=False), evaluate=False)


def _is_of_complex_matrix(node: Any) -> bool:
    return isinstance(node, Trace | Determinant | MatrixElement) and is_complex(node.args[0])


def real_reading(proposition: Basic) -> Basic:
    """Return the real statement that a statement about complex numbers stands for; any other one as it is.

    An equation of complex numbers says that their real parts are equal and their imaginary parts are: it is the
    equation of the pairs.  z ≠ w says that |z − w|² is not 0.

    >>> from symattn.language.propositions import Equation
    >>> t = Symbol("t", real=True)
    >>> real_reading(Equation(exp(I*t), 1))
    Matrix([[re(exp(I*t)), im(exp(I*t))]]) = Matrix([[re(1), im(1)]])
    >>> real_reading(Equation(t, 1))
    t = 1
    """
    proposition = _without_numbers_of_matrices(proposition)
    if not speaks_of_complex(proposition):
        return proposition
    sides = proposition.args
    if isinstance(proposition, Ne):
        difference = Add(sides[0], Mul(S.NegativeOne, sides[1]))
        squares = (Pow(part, 2, evaluate=False) for part in real_and_imaginary(difference))
        return Ne(Add(*squares, evaluate=False), S.Zero, evaluate=False)
    return proposition.func(*map(as_pair, sides))
