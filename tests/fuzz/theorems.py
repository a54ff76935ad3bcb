"""Theorems about random expressions: inequalities, closed forms, facts of words, and what follows from hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from sympy import Integer

from tests.fuzz import numbers as the
from tests.fuzz.expressions import (
    ONE,
    Author,
    H,
    add,
    at,
    d,
    ell,
    entry,
    h,
    k,
    literal,
    m,
    matrix,
    multiply,
    n,
    negative,
    number,
    q,
    rational,
    summed,
    symbol,
    transposed,
)
from tests.fuzz.laws import by_entries, sum_over, with_index
from tests.fuzz.statements import Given, Statement, Values
from tests.fuzz.words import E

THEOREMS: list[Callable[[Author], Statement]] = []


def theorem(rule: Callable[[Author], Statement | tuple[Any, ...]]) -> Callable[[Author], Statement]:
    def made(author: Author) -> Statement:
        found = rule(author)
        statement = found if isinstance(found, Statement) else Statement(*found)
        return replace(statement, origin=rule.__name__.strip("_"))

    THEOREMS.append(made)
    return made


def a_theorem(author: Author) -> Statement:
    return author.rng.choice(THEOREMS)(author)


def _numbers(author: Author, count: int = 2) -> list[E]:
    return [author.number((), author.rng.choice((0, 1, 1, 2))) for _ in range(count)]


def power(a: E, exponent: int = 2) -> E:
    return number("to the", a, exponent)


@theorem
def squares_are_not_negative(author: Author) -> Any:
    a, b = _numbers(author)
    return author.rng.choice((
        (">=", add(power(a), power(b)), multiply(rational(2), multiply(a, b))),
        ("<=", multiply(a, b), multiply(rational(1, 2), add(power(a), power(b)))),
        ("<=", power(add(a, b)), multiply(rational(2), add(power(a), power(b)))),
        (">=", power(number("-", a, b)), rational(0)),
    ))  # fmt: skip


@theorem
def moduli(author: Author) -> Any:
    a, b = _numbers(author)
    modulus = lambda x: number("abs", x)  # noqa: E731
    return author.rng.choice((
        ("<=", modulus(add(a, b)), add(modulus(a), modulus(b))),
        (">=", modulus(number("-", a, b)), number("-", modulus(a), modulus(b))),
        ("<=", a, modulus(a)),
        ("=", modulus(multiply(a, b)), multiply(modulus(a), modulus(b))),
        ("<=", modulus(number(author.rng.choice(("sin", "cos", "tanh")), a)), rational(1)),
        ("<=", modulus(number("tanh", a)), modulus(a)),
    ))  # fmt: skip


@theorem
def extremes(author: Author) -> Any:
    a, b = _numbers(author)
    c = author.scalar()
    largest, smallest = number("max", a, b), number("min", a, b)
    return author.rng.choice((
        ("<=", a, largest), ("<=", smallest, b), ("=", add(largest, smallest), add(a, b)),
        ("<=", smallest, largest), ("=", multiply(largest, smallest), multiply(a, b)),
        ("=", add(c, largest), number("max", add(c, a), add(c, b))),
        ("<=", largest, add(number("abs", a), number("abs", b))),
        ("<=", number("max", add(a, c), b), add(number("max", a, b), number("max", c, rational(0)))),
    ))  # fmt: skip


@theorem
def exponentials(author: Author) -> Any:
    a, b = _numbers(author)
    return author.rng.choice((
        (">=", number("exp", a), add(rational(1), a)),
        (">", number("exp", a), rational(0)),
        ("<=", number("exp", multiply(rational(1, 2), add(a, b))),
         multiply(rational(1, 2), add(number("exp", a), number("exp", b)))),
        (">=", add(number("exp", a), number("exp", negative(a))), rational(2)),
        ("<", number("Sigmoid", a), rational(1)), (">", number("Sigmoid", a), rational(0)),
        (">", number("Softplus", a), number("ReLU", a)), (">=", number("ReLU", a), a),
        ("<=", multiply(number("Sigmoid", a), number("Sigmoid", negative(a))), rational(1, 4)),
        ("<", number("tanh", a), rational(1)),
        ("<=", number("ReLU", add(a, b)), add(number("ReLU", a), number("ReLU", b))),
    ))  # fmt: skip


def _some_matrix(author: Author, columns: Any = None) -> E:
    return author.matrix((author.size(), columns or author.size()), author.rng.choice((0, 0, 1)))


@theorem
def norms(author: Author) -> Any:
    A = _some_matrix(author, author.rng.choice((None, ONE)))
    B = author.matrix(A.shape, author.rng.choice((0, 0, 1)))
    norm, inner = lambda X: number("FrobeniusNorm", X), number("InnerProduct", A, B)
    return author.rng.choice((
        ("<=", power(inner), multiply(number("SquaredNorm", A), number("SquaredNorm", B))),
        ("<=", norm(add(A, B)), add(norm(A), norm(B))),
        ("<=", number("MaxNorm", A), norm(A)), ("<=", norm(A), number("Norm1", A)),
        ("<=", number("abs", inner), multiply(norm(A), norm(B))), (">=", number("SquaredNorm", A), rational(0)),
        ("=", number("SquaredNorm", add(A, B)),
         add(add(number("SquaredNorm", A), number("SquaredNorm", B)), multiply(rational(2), inner))),
        ("<=", number("Norm1", add(A, B)), add(number("Norm1", A), number("Norm1", B))),
        ("=", norm(multiply(rational(-2), A)), multiply(rational(2), norm(A))),
        ("<=", power(number("trace", multiply(A, transposed(B)))),
         multiply(number("SquaredNorm", A), number("SquaredNorm", B))),
    ))  # fmt: skip


@theorem
def softmax_rows(author: Author) -> Any:
    A = _some_matrix(author)
    rows, columns = A.shape
    scores = add(A, author.mask(rows, columns)) if author.rng.random() < 0.4 else A
    P = matrix("RowSoftmax", A.shape, scores)
    i, j = ("i_0", rows), ("j_0", columns)
    one = entry(P, at("i_0"), at("j_0"))
    ones = matrix("OneMatrix", (rows, ONE), rows, ONE)
    return author.rng.choice((
        ("<=", one, rational(1), (), (i, j)), (">=", one, rational(0), (), (i, j)),
        ("=", matrix("RowSum", (rows, ONE), P), ones),
        (">" if scores is A else ">=", one, rational(0), (), (i, j)),
        ("<=", multiply(one, number("-", rational(1), one)), rational(1, 4), (), (i, j)),
        ("=", multiply(P, matrix("OneMatrix", (columns, d), columns, d)), matrix("OneMatrix", (rows, d), rows, d)),
        ("<=", number("SquaredNorm", P), number("size", rows)),
    ))  # fmt: skip


@theorem
def log_sum_exp_bounds(author: Author) -> Any:
    A = _some_matrix(author)
    rows, columns = A.shape
    pick = lambda X: entry(X, at("i_0"), literal(0))  # noqa: E731
    lse, top = (pick(matrix(word, (rows, ONE), A)) for word in ("LogSumExp", "RowMax"))
    mean = pick(matrix("RowMean", (rows, ONE), A))
    i = ("i_0", rows)
    own = entry(A, at("i_0"), at("j_0"))
    return author.rng.choice((
        ("<=", top, lse, (), (i,)), ("<=", lse, add(top, number("log", number("size", columns))), (), (i,)),
        ("<=", own, lse, (), (i, ("j_0", columns))), ("<=", own, top, (), (i, ("j_0", columns))),
        ("<=", mean, top, (), (i,)), ("<=", add(mean, number("log", number("size", columns))), lse, (), (i,)),
    ))  # fmt: skip


@theorem
def sums_of_what_is_not_negative(author: Author) -> Any:
    size, name = author.size(), author.fresh()
    body = power(author.number(((name, size),), 1))
    whole = summed(name, size, body)
    A, B = author.plain(size, ONE), author.plain(size, ONE)
    return author.rng.choice((
        (">=", whole, rational(0)),
        ("<=", number("abs", sum_over(author, size, lambda a: entry(A, a, literal(0)))), number("Norm1", A)),
        ("<=", power(sum_over(author, size, lambda a: entry(A, a, literal(0)))),
         multiply(number("size", size), number("SquaredNorm", A))),
        ("<=", sum_over(author, size, lambda a: number("max", entry(A, a, literal(0)), entry(B, a, literal(0)))),
         add(number("Norm1", A), number("Norm1", B))),
        (">", sum_over(author, size, lambda a: number("exp", entry(A, a, literal(0)))), rational(0)),
        ("<=", entry(matrix("ColumnMax", (ONE, ONE), A), literal(0), literal(0)), number("MaxNorm", A)),
    ))  # fmt: skip


@theorem
def closed_sums(author: Author) -> Any:
    size = author.size()
    place, one = lambda a: number("position", a), number("size", size)
    x = author.scalar()
    triangle = multiply(rational(1, 2), multiply(one, number("-", one, rational(1))))
    geometric = sum_over(author, size, lambda a: multiply(number("-", rational(1), x), number("to the place", x, a)))
    return author.rng.choice((
        ("=", sum_over(author, size, place), triangle),
        ("=", sum_over(author, size, lambda a: add(multiply(rational(2), place(a)), rational(1))), power(one)),
        ("=", sum_over(author, size, lambda a: power(place(a), 3)), power(triangle)),
        ("=", multiply(rational(6), sum_over(author, size, lambda a: power(place(a)))),
         multiply(multiply(number("-", one, rational(1)), one), number("-", multiply(rational(2), one), rational(1)))),
        ("=", geometric, number("-", rational(1), number("to the place", x, size))),
        ("=", sum_over(author, size, lambda a: x), multiply(one, x)),
    ))  # fmt: skip


@theorem
def probabilities(author: Author) -> Any:
    size = author.size()
    p, name = author.declared("probability", size), author.fresh()
    X = author.number(((name, size),), 1)
    mean, variance = (number(word, p, name, size, X) for word in ("Expectation", "Variance"))
    other = author.fresh()
    square = number("Expectation", p, other, size, power(with_index(X, name, at(other))))
    return author.rng.choice((
        (">=", variance, rational(0)), ("<=", power(mean), square),
        ("=", variance, number("-", square, power(mean))),
        ("=", matrix("RowSum", (ONE, ONE), p), matrix("OneMatrix", (ONE, ONE), ONE, ONE)),
        ("<=", entry(p, literal(0), at("j_0")), rational(1), (), (("j_0", size),)),
    ))  # fmt: skip


# Theorems with hypotheses


def _equal(target: str, value: Callable[..., Any]) -> Callable[..., None]:
    def arrange(read: Callable[[E], Any], values: Values, rng: Random) -> None:
        values[target] = value(read, values)

    return arrange


@theorem
def symmetric_matrices(author: Author) -> Any:
    size = author.size()
    A, B = author.declared("matrix", size, size, kept=1), author.plain(size, author.size())
    symmetric = Given("=", (A, transposed(A)), _equal(A.parts[0], lambda read, v: _symmetrised(v[A.parts[0]])))
    return author.rng.choice((
        ("=", transposed(multiply(A, B)), multiply(transposed(B), A), (symmetric,)),
        ("=", entry(A, at("i_0"), at("j_0")), entry(A, at("j_0"), at("i_0")), (symmetric,),
         (("i_0", size), ("j_0", size))),
        ("=", transposed(multiply(transposed(B), multiply(A, B))), multiply(transposed(B), multiply(A, B)),
         (symmetric,)),
        ("=", number("trace", multiply(A, A)), number("SquaredNorm", A), (symmetric,)),
    ))  # fmt: skip


def _symmetrised(A: Any) -> Any:
    return [[(A[i][j] + A[j][i]) / 2 for j in range(len(A))] for i in range(len(A))]


@theorem
def inverses(author: Author) -> Any:
    size = author.size()
    A, B = author.declared("matrix", size, size, kept=1), author.declared("matrix", size, size, kept=2)
    b, x = author.plain(size, ONE, kept=1), author.declared("matrix", size, ell, kept=1)
    unit = matrix("Identity", (size, size), size)
    inverse = lambda X: matrix("A^-1", X.shape, X)  # noqa: E731
    invertible = Given("Invertible", (A,))
    T, U = author.declared("invertible", size), author.declared("invertible", size)
    options = [
        ("=", multiply(A, inverse(A)), unit, (invertible,)),
        ("=", inverse(multiply(T, U)), multiply(inverse(U), inverse(T))),
        ("=", inverse(inverse(T)), T),
        ("=", inverse(transposed(T)), transposed(inverse(T))),
        ("=", multiply(inverse(T), multiply(T, b)), b),
        ("=", inverse(multiply(rational(2), T)), multiply(rational(1, 2), inverse(T))),
        ("=", number("trace", multiply(inverse(T), multiply(x := A, T))), number("trace", x)),
    ]
    if A != B:
        given = Given("=", (multiply(A, B), unit), _equal(B.parts[0], lambda r, v: the.matrix_inverse(v[A.parts[0]])))
        options += [("=", multiply(B, A), unit, (given,)), ("=", multiply(A, multiply(B, b)), b, (given,))]
    return author.rng.choice(options)


@theorem
def numbers_that_are_not_zero(author: Author) -> Any:
    (a,) = _numbers(author, 1)
    x, y = symbol("x"), symbol("y")
    nonzero = Given("!=", (x, rational(0)))
    return author.rng.choice((
        ("=", multiply(x, number("/", a, x)), a, (nonzero,)),
        ("=", number("/", number("*", x, y), x), y, (nonzero,)),
        (">", power(x), rational(0), (nonzero,)),
        (">", number("abs", x), rational(0), (nonzero,)),
        ("=", number("/", rational(1), number("/", rational(1), x)), x, (nonzero,)),
    ))  # fmt: skip


@theorem
def ordered_numbers(author: Author) -> Any:
    x, y, z = map(symbol, "xyz")
    (a,) = _numbers(author, 1)

    def swap(read: Any, values: Values, rng: Random) -> None:
        values["x"], values["y"] = sorted((values["x"], values["y"]), key=lambda v: float(v.mid()))

    def lift(read: Any, values: Values, rng: Random) -> None:
        values["x"] = abs(values["x"])

    below, positive = Given("<=", (x, y), swap), Given(">=", (x, rational(0)), lift)
    strictly = Given(">", (x, rational(0)), lift)
    return author.rng.choice((
        ("<=", number("exp", x), number("exp", y), (below,)), ("<=", number("tanh", x), number("tanh", y), (below,)),
        ("<=", number("Sigmoid", x), number("Sigmoid", y), (below,)),
        ("<=", add(x, a), add(y, a), (below,)), ("<=", multiply(x, power(z)), multiply(y, power(z)), (below,)),
        ("<=", number("ReLU", x), number("ReLU", y), (below,)), ("=", number("max", x, y), y, (below,)),
        ("=", number("abs", x), x, (positive,)), ("=", number("ReLU", x), x, (positive,)),
        ("<=", power(number("sqrt", x)), x, (positive,)),
        (">=", add(x, number("/", rational(1), x)), rational(2), (strictly,)),
        ("<=", number("log", x), number("-", x, rational(1)), (strictly,)),
        (">=", add(x, power(a)), rational(0), (positive,)), ("<=", power(x, 3), power(y, 3), (below,)),
        ("=", number("sqrt", multiply(x, power(a))), multiply(number("sqrt", x), number("abs", a)), (positive,)),
    ))  # fmt: skip


@theorem
def bounded_entries(author: Author) -> Any:
    rows, columns = author.size(), author.size()
    V = author.declared("matrix", rows, columns, kept=1)
    low, i, c = symbol("x"), author.fresh(), author.fresh()

    def raise_all(read: Any, values: Values, rng: Random) -> None:
        name = V.parts[0]
        values[name] = [[values["x"] + abs(v) for v in row] for row in values[name]]

    def make_positive(read: Any, values: Values, rng: Random) -> None:
        name = V.parts[0]
        values[name] = [[abs(v) for v in row] for row in values[name]]

    above = Given("for all", (((i, rows), (c, columns)), "<=", low, entry(V, at(i), at(c))), raise_all)
    nonnegative = Given(
        "for all", (((i, rows), (c, columns)), "<=", rational(0), entry(V, at(i), at(c))), make_positive
    )
    attended = matrix("Attention", (d, columns), author.plain(d, ell), author.plain(rows, ell), V, None, True, None)
    e = [("e_0", rows), ("e_1", columns)]
    return author.rng.choice((
        ("<=", low, entry(attended, at("i_0"), at("j_0")), (above,), (("i_0", d), ("j_0", columns))),
        (">=", entry(matrix("RowSum", (rows, ONE), V), at("i_0"), literal(0)), rational(0), (nonnegative,),
         (("i_0", rows),)),
        (">=", entry(matrix("RowMax", (rows, ONE), V), at("i_0"), literal(0)), low, (above,), (("i_0", rows),)),
        ("=", matrix("ReLU of entries", V.shape, V), V, (nonnegative,)),
        ("=", number("Norm1", V), sum_over(author, rows, lambda a: sum_over(author, columns, lambda b: entry(V, a, b))),
         (nonnegative,)),
        (">=", entry(matrix("RowMean", (rows, ONE), V), at("i_0"), literal(0)), low, (above,), (("i_0", rows),)),
        ("<=", entry(V, at("e_0"), at("e_1")), number("Norm1", V), (nonnegative,), tuple(e)),
    ))  # fmt: skip


@theorem
def equal_norms(author: Author) -> Any:
    Q, K = author.plain(m, ell, kept=1), author.declared("matrix", n, ell, kept=1)
    V = author.plain(n, d, kept=1)

    def normalise(read: Any, values: Values, rng: Random) -> None:
        first = values[K.parts[0]][0]
        values[K.parts[0]] = [
            [rng.choice((-1, 1)) * x for x in rng.sample(first, len(first))] for _ in values[K.parts[0]]
        ]

    given = Given("EqualRowNorms", (K,), normalise)
    kernel = E("SquaredEuclidean", (), None, "similarity")
    distance = matrix("KernelAttention", (m, d), kernel, Q, K, V, None)
    return "=", distance, matrix("Attention", (m, d), Q, K, V, None, False, None), (given,)


@theorem
def indices_compared(author: Author) -> Any:
    size = author.size()
    i, j = ("i_0", size), ("j_0", size)
    A = author.plain(size, size)
    a, b = at("i_0"), at("j_0")
    (x,) = _numbers(author, 1)
    causal = matrix("CausalMask", (size, size), size, kind="mask")
    P = matrix("RowSoftmax", (size, size), add(A, causal))
    name = author.fresh()
    prefix = number("sum", name, Integer(0), a, rational(1))
    shown = E("compare", ("<=", at(name), a), None, "condition")
    return author.rng.choice((
        ("=", multiply(number("delta", a, b), entry(A, a, b)), multiply(number("delta", a, b), entry(A, b, a)), (),
         (i, j)),
        ("=", number("if", entry(P, a, b), E("compare", ("<=", b, a), None, "condition"), x),
         number("if", entry(P, a, b), E("compare", (">=", a, b), None, "condition"), x), (), (i, j)),
        ("=", number("if", rational(0), E("compare", ("<=", b, a), None, "condition"), entry(P, a, b)), rational(0), (),
         (i, j)),
        ("=", prefix, add(number("position", a), rational(1)), (), (i,)),
        ("=", summed(name, size, number("if", entry(A, a, at(name)), shown, rational(0))),
         number("sum", name, Integer(0), a, entry(A, a, at(name))), (), (i,)),
        ("<=", number("position", a), number("-", number("size", size), rational(1)), (), (i,)),
    ))  # fmt: skip


@theorem
def causal_layers(author: Author) -> Any:
    size = m + k
    X = author.plain(size, d, kept=1)
    parts = (author.plain(d, ell), author.plain(d, ell), author.plain(d, d))
    whole = matrix("SelfAttention", (size, d), X, *parts, matrix("CausalMask", (size, size), size, kind="mask"))
    head = matrix("rows", (m, d), X, Integer(0), m)
    short = matrix("SelfAttention", (m, d), head, *parts, matrix("CausalMask", (m, m), m, kind="mask"))
    lowest = matrix("PrefixMask", (ONE, size), m, size, kind="mask")
    row = author.plain(ONE, size)
    return author.rng.choice((
        ("=", matrix("rows", (m, d), whole, Integer(0), m), short),
        ("=", multiply(matrix("RowSoftmax", (ONE, size), add(row, lowest)), X),
         multiply(matrix("RowSoftmax", (ONE, m), matrix("columns", (ONE, m), row, Integer(0), m)), head)),
    ))  # fmt: skip


@theorem
def steps_of_sequences(author: Author) -> Any:
    size = author.size()
    phi, t, s = author.declared("sequence", size), symbol("t", "natural"), symbol("s", "natural")
    step = lambda j: matrix("step of", (size, size), phi, j)  # noqa: E731
    both = E("sum of naturals", (t, s), None, "natural")
    A = author.plain(size, size)
    raised = lambda j: matrix("A^k", (size, size), A, j)  # noqa: E731
    return author.rng.choice((
        ("=", step(both), multiply(step(t), step(s))), ("=", multiply(step(t), step(s)), multiply(step(s), step(t))),
        ("=", raised(both), multiply(raised(t), raised(s))),
        ("=", transposed(raised(t)), matrix("A^k", (size, size), transposed(A), t)),
    ))  # fmt: skip


@theorem
def rotations(author: Author) -> Any:
    a, b = author.plain(h, ONE), author.plain(h, ONE)
    turn = lambda x: matrix("BlockRotation", (2 * h, 2 * h), x)  # noqa: E731
    Q, K = author.plain(n, 2 * h), author.plain(n, 2 * h)
    angles = author.plain(h, ONE, kept=3)
    rotated = lambda X, start=0: matrix("RotaryEncoding", X.shape, X, angles, rational(start))  # noqa: E731
    width = 2 * h
    x, y = author.scalar(), author.scalar()
    vector = lambda t: matrix("SinusoidalVector", (width, ONE), t, width, 0)  # noqa: E731
    shift = lambda t: matrix("ShiftMatrix", (width, width), t, width, 0)  # noqa: E731
    unit = matrix("Identity", (width, width), width)
    return author.rng.choice((
        ("=", multiply(turn(a), turn(b)), turn(add(a, b))), ("=", multiply(turn(a), transposed(turn(a))), unit),
        ("=", multiply(rotated(Q), transposed(rotated(K))), multiply(rotated(Q, 2), transposed(rotated(K, 2)))),
        ("=", multiply(shift(x), vector(y)), vector(add(x, y))),
        ("=", number("SquaredNorm", vector(x)), number("size", h)),
        ("=", multiply(transposed(vector(x)), vector(y)), multiply(transposed(vector(y)), vector(x))),
        ("=", number("SquaredNorm", rotated(Q)), number("SquaredNorm", Q)),
    ))  # fmt: skip


@theorem
def head_blocks(author: Author) -> Any:
    family, name = author.declared("family", H, q, d), author.fresh()
    stack = matrix("HeadStack", (H * q, d), name, H, matrix("member of", (q, d), family, at(name)))
    back = matrix("HeadBlock", (q, d), stack, at("i_0"), H)
    member = matrix("member of", (q, d), family, at("i_0"))
    X = author.plain(n, H * q)
    other, wide = author.declared("family", H, n, q), author.fresh()
    concat = matrix("HeadConcat", (n, H * q), wide, H, matrix("member of", (n, q), other, at(wide)))
    each = matrix("member of", (n, q), other, at(name)), matrix("member of", (q, d), family, at(name))
    lone = entry(back, literal(0), literal(0)), entry(member, literal(0), literal(0))
    return author.rng.choice((
        ("=", *lone, (), (("i_0", H),)),
        ("=", multiply(concat, stack), matrix("HeadSum", (n, d), name, H, multiply(*each))),
        ("=", multiply(add(X, concat), stack),
         add(multiply(X, stack), matrix("HeadSum", (n, d), name, H, multiply(*each)))),
    ))  # fmt: skip


@theorem
def additive_encodings(author: Author) -> Any:
    X, P = author.plain(n, m), author.plain(n, m + k)
    added = matrix("AdditiveEncoding", (n, m), X, P)
    row = matrix("row", (ONE, m), added, literal(0))
    return author.rng.choice((
        ("=", added, add(X, matrix("columns", (n, m), P, Integer(0), m))),
        ("=", row, add(matrix("row", (ONE, m), X, literal(0)),
                       matrix("columns", (ONE, m), matrix("row", (ONE, m + k), P, literal(0)), Integer(0), m))),
        ("=", matrix("column", (n, ONE), added, literal(0)),
         by_entries(author, (n, ONE), lambda i, j: add(entry(X, i, literal(0)), entry(P, i, literal(0))))),
    ))  # fmt: skip


@theorem
def vectors(author: Author) -> Any:
    A, X, B = author.plain(m, n), author.plain(n, d), author.plain(d, ell)
    vec = lambda Y: matrix("Vec", (Y.shape[0] * Y.shape[1], ONE), Y)  # noqa: E731
    kron = lambda Y, Z: matrix(  # noqa: E731
        "Kronecker", (Y.shape[0] * Z.shape[0], Y.shape[1] * Z.shape[1]), Y, Z
    )
    C = author.plain(m, n)
    return author.rng.choice((
        ("=", vec(multiply(A, multiply(X, B))), multiply(kron(transposed(B), A), vec(X))),
        ("=", number("InnerProduct", A, C), entry(multiply(transposed(vec(A)), vec(C)), literal(0), literal(0))),
        ("=", number("SquaredNorm", kron(A, B)), multiply(number("SquaredNorm", A), number("SquaredNorm", B))),
        ("=", kron(A, add(X, negative(X))), kron(A, matrix("ZeroMatrix", X.shape, *X.shape))),
        ("=", transposed(kron(A, B)), kron(transposed(A), transposed(B))),
        ("=", vec(add(A, C)), add(vec(A), vec(C))),
    ))  # fmt: skip


@theorem
def invariant_similarities(author: Author) -> Any:
    alpha = author.declared("similarity", kept=1)
    g = author.declared("orthogonal", ell)
    Q, K, V = author.plain(m, ell, kept=1), author.plain(n, ell, kept=2), author.plain(n, d, kept=1)

    def make_invariant(read: Any, values: Values, rng: Random) -> None:
        values[alpha.parts[0]] = lambda x, y: sum((a * b for a, b in zip(x, y, strict=True)), 0 * x[0]).sin()

    given = Given("Invariant", (alpha, g), make_invariant)
    left = matrix("KernelAttention", (m, d), alpha, multiply(Q, g), multiply(K, g), V, None)
    return "=", left, matrix("KernelAttention", (m, d), alpha, Q, K, V, None), (given,)
