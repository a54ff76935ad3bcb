"""Ways to write an expression differently: textbook identities and the definitions of the words, as rewritings.

Each law takes the author and an expression that begins with its word, and returns an equal one, or None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from sympy import Integer

from tests.fuzz.expressions import (
    ONE,
    Author,
    H,
    add,
    at,
    compared,
    entry,
    h,
    k,
    literal,
    m,
    matrix,
    multiply,
    negative,
    number,
    q,
    rational,
    summed,
    transposed,
    when,
)
from tests.fuzz.words import E

Law = Callable[[Author, E], E | None]
LAWS: dict[str, list[Law]] = defaultdict(list)


def law(*words: str) -> Callable[[Law], Law]:
    def enter(rule: Law) -> Law:
        for word in words:
            LAWS[word].append(rule)
        return rule

    return enter


def parts_changed(e: E, change: Callable[[E], Any]) -> E:
    """Return an expression with every direct part changed."""

    def changed(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(changed, part))
        return change(part) if isinstance(part, E) else part

    return E(e.word, tuple(map(changed, e.parts)), e.shape, e.kind)


#: Parts that stand as they are, for what holds of a declared thing does not hold of an expression.
FIXED = {"Gradient", "member of", "derivative"}


def disguised(author: Author, e: E, rate: float = 0.5) -> E:
    """Return an equal expression."""
    if e.word not in FIXED:
        e = parts_changed(e, lambda part: disguised(author, part, rate))
    if author.rng.random() < rate:
        anywhere = LAWS["any"] if e.kind == "real" and author.rng.random() < 0.3 else []
        laws = anywhere or LAWS[e.word]
        return (author.rng.choice(laws)(author, e) or e) if laws else e
    return e


def by_entries(author: Author, shape: Any, body: Callable[[E, E], E]) -> E:
    i, j = author.fresh(), author.fresh()
    return matrix("entries", shape, i, shape[0], j, shape[1], body(at(i), at(j)))


def sum_over(author: Author, size: Any, body: Callable[[E], E]) -> E:
    name = author.fresh()
    return summed(name, size, body(at(name)))


# Sums and products


@law("+", "A + B", "*", "Hadamard", "max", "min", "InnerProduct", "delta", "and", "or")
def commutes(author: Author, e: E) -> E:
    return E(e.word, e.parts[::-1], e.shape, e.kind)


@law("+", "A + B", "*", "A*B", "Hadamard", "max", "min")
def associates(author: Author, e: E) -> E | None:
    left, right = e.parts
    if left.word == e.word:
        a, b = left.parts
        if e.word == "A*B":
            return multiply(a, multiply(b, right))
        return E(e.word, (a, E(e.word, (b, right), e.shape, e.kind)), e.shape, e.kind)
    return None


@law("*", "A*B", "c*A", "Hadamard", "Kronecker", "InnerProduct")
def distributes(author: Author, e: E) -> E | None:
    left, right = e.parts
    if e.kind == "mask":
        return None
    if right.word in ("+", "A + B"):
        return add(*(E(e.word, (left, part), e.shape) for part in right.parts))
    if left.word in ("+", "A + B"):
        return add(*(E(e.word, (part, right), e.shape) for part in left.parts))
    return None


@law("-", "A - B")
def subtracts(author: Author, e: E) -> E:
    return add(e.parts[0], negative(e.parts[1]))


@law("*")
def into_sums(author: Author, e: E) -> E | None:
    left, right = e.parts
    if right.word == "sum" and right.parts[1] == 0:
        name, low, end, body = right.parts
        return number("sum", name, low, end, multiply(left, body))
    return None


@law("sum")
def splits(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if body.word == "+":
        return add(*(number("sum", name, low, end, part) for part in body.parts))
    if body.word == "sum" and isinstance(body.parts[2], type(end)) and not isinstance(end, E) and body.parts[1] == 0:
        other, low_2, end_2, inner = body.parts
        return number("sum", other, low_2, end_2, number("sum", name, low, end, inner))
    return None


@law("sum")
def reverses(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E) or low != 0:
        return None
    return number("sum", name, low, end, with_index(body, name, E("opposite", (end + 1, at(name)), kind="index")))


@law("sum")
def takes_out_the_first(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E) or low != 0:
        return None
    condition = compared("=", at(name), literal(0))
    rest = number("sum", name, low, end, when(rational(0), condition, body))
    return add(with_index(body, name, literal(0)), rest)


@law("sum")
def prefix_as_condition(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E):
        return None
    condition = author.condition(((name, end + 1),), 0)
    yes, no = when(body, condition, rational(0)), when(rational(0), condition, body)
    return add(number("sum", name, low, end, yes), number("sum", name, low, end, no))


def with_index(e: E, name: str, index: E) -> E:
    """Return an expression with an index in place of another; inner names are all different."""
    if e.word == "at" and e.parts[0] == name:
        return index
    return parts_changed(e, lambda part: with_index(part, name, index))


@law("to the")
def multiplied_out(author: Author, e: E) -> E | None:
    base, exponent = e.parts
    return multiply(base, number("to the", base, exponent - 1)) if exponent > 2 else multiply(base, base)


@law("to the")
def binomial(author: Author, e: E) -> E | None:
    base, exponent = e.parts
    if exponent != 2 or base.word != "+":
        return None
    a, b = base.parts
    middle = multiply(rational(2), multiply(a, b))
    return add(number("to the", a, 2), add(middle, number("to the", b, 2)))


@law("/")
def divides(author: Author, e: E) -> E:
    return multiply(e.parts[0], number("/", rational(1), e.parts[1]))


# Functions of numbers


@law("exp")
def exponent_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "+":
        return multiply(*(number("exp", part) for part in a.parts))
    return number("/", rational(1), number("exp", negative(a)))


@law("sin")
def sine_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word != "+":
        return negative(number("sin", negative(a)))
    x, y = a.parts
    return add(multiply(number("sin", x), number("cos", y)), multiply(number("cos", x), number("sin", y)))


@law("cos")
def cosine_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word != "+":
        return number("cos", negative(a))
    x, y = a.parts
    return number("-", multiply(number("cos", x), number("cos", y)), multiply(number("sin", x), number("sin", y)))


@law("tanh")
def tanh_by_sigmoid(author: Author, e: E) -> E:
    return number("-", multiply(rational(2), number("Sigmoid", multiply(rational(2), e.parts[0]))), rational(1))


@law("sinh")
def sinh_by_exp(author: Author, e: E) -> E:
    (a,) = e.parts
    return multiply(rational(1, 2), number("-", number("exp", a), number("exp", negative(a))))


@law("cosh")
def cosh_by_exp(author: Author, e: E) -> E:
    (a,) = e.parts
    return multiply(rational(1, 2), add(number("exp", a), number("exp", negative(a))))


@law("abs")
def modulus_by_max(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("max", a, negative(a)),
        when(a, compared(">=", a, rational(0)), negative(a)),
        number("abs", negative(a)),
        number("sqrt", number("to the", a, 2)),
    ))  # fmt: skip


@law("max", "min")
def maximum_by_cases(author: Author, e: E) -> E:
    a, b = e.parts
    sign = rational(1 if e.word == "max" else -1)
    gap = number("abs", number("-", a, b))
    return author.rng.choice((
        when(a, compared(">=" if e.word == "max" else "<=", a, b), b),
        multiply(rational(1, 2), add(add(a, b), multiply(sign, gap))),
        negative(number("min" if e.word == "max" else "max", negative(a), negative(b))),
    ))  # fmt: skip


@law("sqrt", "log")
def root_of_product(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "exp":
        return a.parts[0] if e.word == "log" else number("exp", multiply(rational(1, 2), a.parts[0]))
    return None


@law("if")
def turned_round(author: Author, e: E) -> E:
    a, condition, b = e.parts
    return when(b, E("not", (condition,), kind="condition"), a)


@law("compare")
def mirrored(author: Author, e: E) -> E:
    relation, a, b = e.parts
    return compared({"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation), b, a)


@law("not")
def not_compared(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "compare":
        relation, x, y = a.parts
        return compared({"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}[relation], x, y)
    return None


@law("Sigmoid")
def sigmoid_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("/", rational(1), add(rational(1), number("exp", negative(a)))),
        number("/", number("exp", a), add(rational(1), number("exp", a))),
        number("-", rational(1), number("Sigmoid", negative(a))),
    ))  # fmt: skip


@law("ReLU")
def relu_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    half = multiply(rational(1, 2), add(a, number("abs", a)))
    return author.rng.choice((number("max", rational(0), a), when(a, compared(">", a, rational(0)), rational(0)), half))


@law("SiLU")
def silu_by_definition(author: Author, e: E) -> E:
    return multiply(e.parts[0], number("Sigmoid", e.parts[0]))


@law("Softplus")
def softplus_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("log", add(rational(1), number("exp", a))),
        add(a, number("Softplus", negative(a))),
    ))  # fmt: skip


@law("derivative")
def derivative_by_rule(author: Author, e: E) -> E | None:
    body, name = e.parts
    if body.word == "+":
        return add(*(number("derivative", part, name) for part in body.parts))
    if body.word == "*":
        a, b = body.parts
        return add(
            multiply(number("derivative", a, name), b),
            multiply(a, number("derivative", b, name)),
        )
    rules: dict[str, Callable[[E], E]] = {
        "exp": lambda a: number("exp", a),
        "sin": lambda a: number("cos", a),
        "cos": lambda a: negative(number("sin", a)),
        "tanh": lambda a: number("-", rational(1), number("to the", number("tanh", a), 2)),
        "Sigmoid": lambda a: multiply(number("Sigmoid", a), number("-", rational(1), number("Sigmoid", a))),
        "Softplus": lambda a: number("Sigmoid", a),
    }
    if body.word in rules:
        (a,) = body.parts
        return multiply(rules[body.word](a), number("derivative", a, name))
    return None


# Entries of matrices, and numbers of matrices


@law("entry")
def entry_by_definition(author: Author, e: E) -> E | None:
    A, i, j = e.parts
    if A.word == "A*B":
        X, Y = A.parts
        return sum_over(author, X.shape[1], lambda a: multiply(entry(X, i, a), entry(Y, a, j)))
    if A.word == "A.T":
        return entry(A.parts[0], j, i)
    if A.word == "A + B" and A.kind == "real":
        return add(*(entry(part, i, j) for part in A.parts))
    if A.word == "Identity":
        return number("delta", i, j)
    if A.word == "entries":
        a, _, b, _, body = A.parts
        return with_index(with_index(body, a, i), b, j)
    if A.word == "RowSum":
        return sum_over(author, A.parts[0].shape[1], lambda a: entry(A.parts[0], i, a))
    return None


@law("entry")
def chosen_by_delta(author: Author, e: E) -> E:
    A, i, j = e.parts
    return sum_over(author, A.shape[1], lambda a: multiply(number("delta", a, j), entry(A, i, a)))


@law("trace")
def trace_by_definition(author: Author, e: E) -> E:
    (A,) = e.parts
    if A.word == "A*B" and A.parts[0].shape[0] == A.parts[1].shape[1] and author.rng.random() < 0.6:
        return number("trace", multiply(*A.parts[::-1]))
    options = [
        lambda: number("trace", transposed(A)),
        lambda: sum_over(author, A.shape[0], lambda a: entry(A, a, a)),
        lambda: number("InnerProduct", matrix("Identity", A.shape, A.shape[0]), A),
    ]
    return author.rng.choice(options)()


@law("InnerProduct")
def inner_product_by_trace(author: Author, e: E) -> E:
    A, B = e.parts
    return number("trace", multiply(transposed(A), B))


@law("SquaredNorm")
def squared_norm_by_definition(author: Author, e: E) -> E:
    (A,) = e.parts
    options = [
        lambda: number("trace", multiply(A, transposed(A))),
        lambda: number("InnerProduct", A, A),
        lambda: number("to the", number("FrobeniusNorm", A), 2),
        lambda: sum_over(
            author, A.shape[0], lambda i: sum_over(author, A.shape[1], lambda j: number("to the", entry(A, i, j), 2))
        ),
        lambda: number("SquaredNorm", transposed(A)),
    ]
    return author.rng.choice(options)()


@law("FrobeniusNorm")
def norm_by_definition(author: Author, e: E) -> E:
    return author.rng.choice(
        (number("sqrt", number("SquaredNorm", *e.parts)), number("FrobeniusNorm", negative(*e.parts)))
    )


@law("Norm1")
def norm1_by_definition(author: Author, e: E) -> E:
    (A,) = e.parts
    return sum_over(author, A.shape[0], lambda i: sum_over(author, A.shape[1], lambda j: number("abs", entry(A, i, j))))


@law("MaxNorm")
def max_norm_by_definition(author: Author, e: E) -> E:
    (A,) = e.parts
    largest = matrix("RowMax", (A.shape[0], ONE), matrix("abs of entries", A.shape, A))
    return entry(matrix("ColumnMax", (ONE, ONE), largest), literal(0), literal(0))


@law("determinant")
def determinant_by_definition(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.shape[0] == 2:
        a, b, c, d = (entry(A, literal(i), literal(j)) for i in (0, 1) for j in (0, 1))
        return number("-", multiply(a, d), multiply(b, c))
    return number("determinant", transposed(A))


@law("Expectation")
def expectation_by_definition(author: Author, e: E) -> E:
    p, name, size, body = e.parts
    if body.word == "+":
        return add(*(number("Expectation", p, name, size, part) for part in body.parts))
    return summed(name, size, multiply(entry(p, literal(0), at(name)), body))


@law("Variance")
def variance_by_moments(author: Author, e: E) -> E:
    p, name, size, body = e.parts
    other = author.fresh()
    mean = number("Expectation", p, other, size, with_index(body, name, at(other)))
    square = number("Expectation", p, name, size, number("to the", body, 2))
    return number("-", square, number("to the", mean, 2))


@law("KernelValue")
def similarity_by_definition(author: Author, e: E) -> E | None:
    kernel, x, y = e.parts
    if kernel.word == "DotProduct":
        return entry(multiply(x, transposed(y)), literal(0), literal(0))
    if kernel.word == "SquaredEuclidean":
        return multiply(rational(-1, 2), number("SquaredNorm", matrix("A - B", x.shape, x, y)))
    if kernel.word == "Euclidean":
        return negative(number("FrobeniusNorm", matrix("A - B", x.shape, x, y)))
    return None


# Matrices


@law("A.T")
def transposes(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.kind == "mask":
        return None
    if A.word == "A*B":
        return multiply(transposed(A.parts[1]), transposed(A.parts[0]))
    if A.word in ("A + B", "A - B", "Hadamard", "Kronecker"):
        return E(A.word, tuple(map(transposed, A.parts)), e.shape)
    if A.word == "A.T":
        return A.parts[0]
    if A.word == "c*A":
        return multiply(A.parts[0], transposed(A.parts[1]))
    if A.word in ("DiagMatrix", "DiagonalMatrix", "Identity"):
        return A
    if A.word.endswith("of entries"):
        return matrix(A.word, e.shape, transposed(A.parts[0]))
    return None


@law("any")
def zero_added(author: Author, e: E) -> E:
    if e.shape is None:
        return sum_over(author, author.size(), lambda a: multiply(number("delta", a, literal(0)), e))
    X = author.plain(*e.shape)
    return matrix("A - B", e.shape, add(e, X), X)


@law("any")
def halves(author: Author, e: E) -> E:
    return multiply(rational(2), multiply(rational(1, 2), e))


@law("any")
def one_multiplied(author: Author, e: E) -> E | None:
    if e.shape is None:
        return multiply(e, rational(1))
    rows, columns = e.shape
    pick = author.rng.randrange(6)
    if pick == 0:
        return multiply(matrix("Identity", (rows, rows), rows), e)
    if pick == 1:
        g = author.declared("orthogonal", columns)
        return multiply(multiply(e, g), transposed(g))
    if pick == 2:
        sigma = author.declared("permutation", rows)
        return multiply(transposed(sigma), multiply(sigma, e))
    if pick == 3:
        T = author.declared("invertible", rows)
        return multiply(matrix("A^-1", T.shape, T), multiply(T, e))
    if pick == 4:
        return transposed(transposed(e))
    return matrix("Flip", e.shape, matrix("Flip", e.shape, e, axis := author.rng.randrange(2)), axis)


@law("A*B")
def product_by_entries(author: Author, e: E) -> E:
    X, Y = e.parts
    return by_entries(
        author,
        e.shape,
        lambda i, j: sum_over(author, X.shape[1], lambda a: multiply(entry(X, i, a), entry(Y, a, j))),
    )


@law("A*B")
def product_by_blocks(author: Author, e: E) -> E | None:
    X, Y = e.parts
    if X.shape[1] != m + k:
        return None
    rows, columns = X.shape[0], Y.shape[1]
    left = matrix("columns", (rows, m), X, Integer(0), m), matrix("rows", (m, columns), Y, Integer(0), m)
    right = matrix("columns", (rows, k), X, m, m + k), matrix("rows", (k, columns), Y, m, m + k)
    return add(multiply(*left), multiply(*right))


@law("A^k")
def power_as_product(author: Author, e: E) -> E | None:
    A, exponent = e.parts
    if isinstance(exponent, E):
        return transposed(matrix("A^k", e.shape, transposed(A), exponent))
    return multiply(matrix("A^k", e.shape, A, exponent - 1) if exponent > 2 else A, A)


@law("A^-1")
def inverse_otherwise(author: Author, e: E) -> E:
    (A,) = e.parts
    return transposed(matrix("A^-1", e.shape, transposed(A)))


@law("Hadamard")
def hadamard_by_entries(author: Author, e: E) -> E:
    A, B = e.parts
    return by_entries(author, e.shape, lambda i, j: multiply(entry(A, i, j), entry(B, i, j)))


@law("HadamardPower")
def hadamard_power(author: Author, e: E) -> E:
    return matrix("Hadamard", e.shape, e.parts[0], e.parts[0])


@law("DiagMatrix")
def diagonal_by_entries(author: Author, e: E) -> E:
    (u,) = e.parts
    return by_entries(author, e.shape, lambda i, j: multiply(number("delta", i, j), entry(u, i, literal(0))))


@law("DiagonalMatrix")
def diagonal_kept(author: Author, e: E) -> E:
    (A,) = e.parts
    return author.rng.choice((
        matrix("Hadamard", e.shape, matrix("Identity", e.shape, A.shape[0]), A),
        matrix("DiagMatrix", e.shape, matrix("DiagonalOf", (A.shape[0], ONE), A)),
    ))  # fmt: skip


@law("Kronecker")
def kronecker_of_products(author: Author, e: E) -> E | None:
    A, B = e.parts
    if A.word == B.word == "A*B":
        outer, inner = A.parts[0].shape, B.parts[0].shape
        left = matrix("Kronecker", (outer[0] * inner[0], outer[1] * inner[1]), A.parts[0], B.parts[0])
        right = matrix("Kronecker", (A.parts[1].shape[0] * B.parts[1].shape[0], e.shape[1]), A.parts[1], B.parts[1])
        return multiply(left, right)
    unit_a = matrix("Identity", (A.shape[0],) * 2, A.shape[0])
    unit_b = matrix("Identity", (B.shape[1],) * 2, B.shape[1])
    left = matrix("Kronecker", (e.shape[0], A.shape[0] * B.shape[1]), unit_a, B)
    return multiply(left, matrix("Kronecker", (A.shape[0] * B.shape[1], e.shape[1]), A, unit_b))


@law("Vec")
def vec_of_product(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.word == "A + B":
        return add(*(matrix("Vec", e.shape, part) for part in A.parts))
    if A.word != "A*B":
        return None
    X, Y = A.parts
    unit = matrix("Identity", (Y.shape[1],) * 2, Y.shape[1])
    return multiply(
        matrix("Kronecker", (e.shape[0], Y.shape[1] * X.shape[1]), unit, X),
        matrix("Vec", (X.shape[1] * Y.shape[1], ONE), Y),
    )


@law("Flip")
def flip_by_entries(author: Author, e: E) -> E:
    A, axis = e.parts
    if author.rng.random() < 0.4:
        return transposed(matrix("Flip", A.shape[::-1], transposed(A), 1 - axis))

    def one(i: E, j: E) -> E:
        if axis:
            return entry(A, i, E("opposite", (A.shape[1], j), kind="index"))
        return entry(A, E("opposite", (A.shape[0], i), kind="index"), j)

    return by_entries(author, e.shape, one)


@law("rows")
def rows_of(author: Author, e: E) -> E | None:
    A, a, b = e.parts
    if A.word == "A*B":
        X, Y = A.parts
        return multiply(matrix("rows", (e.shape[0], X.shape[1]), X, a, b), Y)
    if A.word in ("A + B", "Hadamard", "A - B") and A.kind == "real":
        return E(A.word, tuple(matrix("rows", e.shape, part, a, b) for part in A.parts), e.shape)
    if A.word.endswith("of entries"):
        return matrix(A.word, e.shape, matrix("rows", e.shape, A.parts[0], a, b))
    if A.word == "RowSoftmax" and A.parts[0].kind == "real":
        return matrix("RowSoftmax", e.shape, matrix("rows", e.shape, A.parts[0], a, b))
    if A.word == "Attention" and A.parts[3] is None and A.parts[5] is None:
        Q, *rest = A.parts
        return matrix("Attention", e.shape, matrix("rows", (e.shape[0], Q.shape[1]), Q, a, b), *rest)
    shift = (lambda i: i) if a == 0 else lambda i: E("shifted", (a, i), kind="index")
    return by_entries(author, e.shape, lambda i, j: entry(A, shift(i), j))


@law("any")
def cut_in_two(author: Author, e: E) -> E | None:
    if e.shape is None or e.shape[0] != m + k:
        return None
    columns = e.shape[1]
    above, below = matrix("rows", (m, columns), e, Integer(0), m), matrix("rows", (k, columns), e, m, m + k)
    return matrix("blocks", e.shape, ((above,), (below,)))


@law("blocks")
def blocks_by_entries(author: Author, e: E) -> E | None:
    rows = e.parts[0]
    if len(rows) == 2 and len(rows[0]) == 1:
        (A,), (B,) = rows
        return transposed(matrix("blocks", e.shape[::-1], ((transposed(A), transposed(B)),)))
    return None


# Reductions


@law("RowSum", "ColumnSum", "RowMean", "ColumnMean")
def sums_as_products(author: Author, e: E) -> E:
    (A,) = e.parts
    rows, columns = A.shape
    over = columns if e.word.startswith("Row") else rows
    if e.word.startswith("Row"):
        made = multiply(A, matrix("OneMatrix", (columns, ONE), columns, ONE))
    else:
        made = multiply(matrix("OneMatrix", (ONE, rows), ONE, rows), A)
    return multiply(number("/", rational(1), number("size", over)), made) if e.word.endswith("Mean") else made


@law("RowSum", "ColumnSum", "RowMean", "ColumnMean", "RowMax", "ColumnMax")
def reductions_transposed(author: Author, e: E) -> E:
    other = e.word.replace("Row", "*").replace("Column", "Row").replace("*", "Column")
    return transposed(matrix(other, e.shape[::-1], transposed(e.parts[0])))


@law("RowMax", "LogSumExp")
def shifted_reduction(author: Author, e: E) -> E:
    (A,) = e.parts
    c = author.plain(A.shape[0], ONE)
    row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
    return matrix("A - B", e.shape, matrix(e.word, e.shape, add(A, multiply(c, row))), c)


@law("LogSumExp")
def log_sum_exp_by_definition(author: Author, e: E) -> E:
    (A,) = e.parts
    return by_entries(
        author,
        e.shape,
        lambda i, j: number("log", sum_over(author, A.shape[1], lambda a: number("exp", entry(A, i, a)))),
    )


# Functions of every entry


@law(*(f"{name} of entries" for name in ("exp", "tanh", "sin", "cos", "abs", "Sigmoid", "ReLU", "SiLU", "Softplus")))
def entrywise_by_entries(author: Author, e: E) -> E:
    name = e.word.removesuffix(" of entries")
    return by_entries(author, e.shape, lambda i, j: number(name, entry(e.parts[0], i, j)))


@law("Sigmoid of entries")
def sigmoid_mirrored(author: Author, e: E) -> E:
    ones = matrix("OneMatrix", e.shape, *e.shape)
    return matrix("A - B", e.shape, ones, matrix(e.word, e.shape, negative(e.parts[0])))


# Softmax and attention


@law("RowSoftmax")
def softmax_shifted(author: Author, e: E) -> E:
    (A,) = e.parts
    row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
    return matrix("RowSoftmax", e.shape, add(A, multiply(author.plain(A.shape[0], ONE), row)))


@law("RowSoftmax")
def softmax_by_definition(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.kind == "mask":
        return None
    weights = matrix("exp of entries", A.shape, A)
    return by_entries(
        author,
        e.shape,
        lambda i, j: number(
            "/", entry(weights, i, j), sum_over(author, A.shape[1], lambda a: number("exp", entry(A, i, a)))
        ),
    )


@law("RowSoftmax")
def softmax_by_log_sum_exp(author: Author, e: E) -> E | None:
    (A,) = e.parts
    if A.kind == "mask":
        return None
    row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
    lse = matrix("LogSumExp", (A.shape[0], ONE), A)
    return matrix("exp of entries", e.shape, matrix("A - B", e.shape, A, multiply(lse, row)))


@law("RowSoftmax")
def softmax_permuted(author: Author, e: E) -> E:
    (A,) = e.parts
    if author.rng.random() < 0.5:
        sigma = author.declared("permutation", A.shape[1])
        return multiply(matrix("RowSoftmax", e.shape, multiply(A, sigma)), transposed(sigma)) if A.kind == "real" else e
    sigma = author.declared("permutation", A.shape[0])
    return multiply(transposed(sigma), matrix("RowSoftmax", e.shape, multiply(sigma, A))) if A.kind == "real" else e


@law("Attention")
def attention_by_definition(author: Author, e: E) -> E:
    Q, K, V, mask, scale, bias = e.parts
    scores = multiply(Q, transposed(K))
    if mask is not None:
        scores = add(scores, mask)
    if scale is True:
        scores = multiply(number("/", rational(1), number("sqrt", number("size", Q.shape[1]))), scores)
    elif scale is not False:
        scores = multiply(scale, scores)
    if mask is not None:
        scores = E(scores.word, scores.parts, scores.shape, "mask")
    if bias is not None:
        scores = add(scores, bias)
    return multiply(matrix("RowSoftmax", (Q.shape[0], K.shape[0]), scores), V)


@law("Attention")
def attention_symmetries(author: Author, e: E) -> E | None:
    Q, K, V, mask, scale, bias = e.parts
    pick = author.rng.randrange(4)
    if pick == 0:
        g = author.declared("orthogonal", Q.shape[1])
        return matrix("Attention", e.shape, multiply(Q, g), multiply(K, g), V, mask, scale, bias)
    if pick == 1 and mask is None and bias is None:
        sigma = author.declared("permutation", K.shape[0])
        return matrix("Attention", e.shape, Q, multiply(sigma, K), multiply(sigma, V), mask, scale, bias)
    if pick == 2 and mask is None and bias is None:
        tau = author.declared("permutation", Q.shape[0])
        moved = matrix("Attention", e.shape, multiply(tau, Q), K, V, mask, scale, bias)
        return multiply(transposed(tau), moved)
    ones = matrix("OneMatrix", (K.shape[0], ONE), K.shape[0], ONE)
    if pick == 3 and bias is None:
        shifted = add(K, multiply(ones, author.plain(ONE, K.shape[1])))
        return matrix("Attention", e.shape, Q, shifted, V, mask, scale, bias)
    return None


@law("SelfAttention")
def self_attention_by_definition(author: Author, e: E) -> E:
    X, A, B, C, mask = e.parts
    return matrix("Attention", e.shape, multiply(X, A), multiply(X, B), multiply(X, C), mask, True, None)


@law("KernelAttention")
def kernel_attention_by_definition(author: Author, e: E) -> E:
    kernel, Q, K, V, mask = e.parts
    if kernel.word == "DotProduct" and author.rng.random() < 0.5:
        return matrix("Attention", e.shape, Q, K, V, mask, False, None)
    if mask is None and author.rng.random() < 0.4:
        sigma = author.declared("permutation", K.shape[0])
        return matrix("KernelAttention", e.shape, kernel, Q, multiply(sigma, K), multiply(sigma, V), None)
    scores = matrix("KernelMatrix", (Q.shape[0], K.shape[0]), kernel, Q, K)
    return multiply(matrix("RowSoftmax", scores.shape, scores if mask is None else add(scores, mask)), V)


@law("KernelMatrix")
def kernel_matrix_by_definition(author: Author, e: E) -> E | None:
    kernel, Q, K = e.parts
    if kernel.word == "DotProduct":
        return multiply(Q, transposed(K))
    sigma = author.declared("permutation", K.shape[0])
    return multiply(matrix("KernelMatrix", e.shape, kernel, Q, multiply(sigma, K)), sigma)


@law("MultiHeadAttention", "KernelMultiHeadAttention")
def heads_by_definition(author: Author, e: E) -> E | None:
    kernel = e.parts[:-8]
    Q, K, V, a, b, c, o, mask = e.parts[-8:]
    name = author.fresh()

    def member(family: E, shape: Any) -> E:
        return matrix("member of", shape, family, at(name))

    def sizes(family: E) -> Any:
        return family.parts[3:5]

    parts = (
        multiply(Q, member(a, sizes(a))),
        multiply(K, member(b, sizes(b))),
        multiply(V, member(c, sizes(c))),
    )
    shape = (Q.shape[0], sizes(c)[1])
    head = (matrix("KernelAttention", shape, *kernel, *parts, mask) if kernel
            else matrix("Attention", shape, *parts, mask, True, None))  # fmt: skip
    if o is None:
        return matrix("HeadSum", e.shape, name, H, head)
    if o.kind == "family":
        return matrix("HeadSum", e.shape, name, H, multiply(head, member(o, sizes(o))))
    return multiply(matrix("HeadConcat", (Q.shape[0], H * q), name, H, head), o)


@law("HeadSum")
def heads_split(author: Author, e: E) -> E | None:
    name, heads, body = e.parts
    if body.word == "A*B" and not mentions(body.parts[0], name):
        return multiply(body.parts[0], matrix("HeadSum", body.parts[1].shape, name, heads, body.parts[1]))
    if body.word == "A + B":
        return add(*(matrix("HeadSum", e.shape, name, heads, part) for part in body.parts))
    return by_entries(author, e.shape, lambda i, j: summed(name, heads, entry(body, i, j)))


def mentions(e: Any, name: str) -> bool:
    if isinstance(e, tuple):
        return any(mentions(part, name) for part in e)
    return isinstance(e, E) and ((e.word == "at" and e.parts[0] == name) or any(mentions(p, name) for p in e.parts))


@law("A*B")
def concatenated_times_stacked(author: Author, e: E) -> E | None:
    X, Y = e.parts
    if X.word == "HeadConcat" and Y.word == "HeadStack":
        name, heads, body = X.parts
        other = with_index(Y.parts[2], Y.parts[0], at(name))
        return matrix("HeadSum", e.shape, name, heads, multiply(body, other))
    return None


# Masks: what is shown, otherwise said


@law("CausalMask", "SlidingWindowMask", "BlockDiagonalMask", "PrefixLMMask", "TopLeftCausalMask", "PaddingMask")
def mask_by_condition(author: Author, e: E) -> E | None:
    j, i = author.fresh(), author.fresh()
    rows, columns = e.shape
    row, column = at(j), at(i)
    lower = compared("<=", column, row)
    if e.word in ("CausalMask", "TopLeftCausalMask"):
        shown = lower
    elif e.word == "PrefixLMMask":
        before = compared("<", number("position", column), number("size", e.parts[1]))
        shown = E("or", (before, lower), kind="condition")
    elif e.word == "SlidingWindowMask" and e.parts[2]:
        near = compared("<", number("position", row), add(number("position", column), number("size", e.parts[1])))
        shown = E("and", (near, lower), kind="condition")
    elif e.word == "PaddingMask":
        shown = compared("<", number("position", column), number("size", e.parts[0]))
    else:
        return None
    return matrix("MaskWhere", e.shape, j, rows, i, columns, shown, kind="mask")


# Positions


@law("SinusoidalVector")
def sinusoidal_by_definition(author: Author, e: E) -> E:
    t, width, first = e.parts
    return matrix("SineCosine", e.shape, multiply(t, matrix("Frequencies", (h, ONE), width, first)))


@law("ShiftMatrix")
def shift_by_definition(author: Author, e: E) -> E:
    t, width, first = e.parts
    return matrix("BlockRotation", e.shape, multiply(t, matrix("Frequencies", (h, ONE), width, first)))


@law("A*B")
def shift_of_encoding(author: Author, e: E) -> E | None:
    X, Y = e.parts
    if X.word == "ShiftMatrix" and Y.word == "SinusoidalVector" and X.parts[1:] == Y.parts[1:]:
        return matrix("SinusoidalVector", e.shape, add(X.parts[0], Y.parts[0]), *X.parts[1:])
    return None


@law("BlockRotation")
def rotation_composed(author: Author, e: E) -> E:
    (angles,) = e.parts
    B = author.plain(h, ONE)
    turned = matrix("BlockRotation", e.shape, matrix("A - B", angles.shape, angles, B))
    return multiply(turned, matrix("BlockRotation", e.shape, B))


@law("SinusoidalEncoding")
def encoding_by_entries(author: Author, e: E) -> E:
    _, width, first = e.parts
    return by_entries(
        author,
        e.shape,
        lambda i, j: entry(
            matrix("SinusoidalVector", (width, ONE), number("position", i), width, first), j, literal(0)
        ),
    )


@law("RotaryEncoding")
def rotary_linear(author: Author, e: E) -> E | None:
    X, angles, start = e.parts
    if X.word == "A + B":
        return add(*(matrix("RotaryEncoding", e.shape, part, angles, start) for part in X.parts))
    if angles is None:
        return matrix("RotaryEncoding", e.shape, X, matrix("Frequencies", (h, ONE), 2 * h, 0), start)
    return None


# Gradients


@law("Gradient")
def gradient_by_rule(author: Author, e: E) -> E | None:
    L, A = e.parts
    if L.word == "SquaredNorm" and L.parts[0] == A:
        return multiply(rational(2), A)
    if L.word == "SquaredNorm" and L.parts[0].word == "A*B":
        B = L.parts[0].parts[0]
        return multiply(rational(2), multiply(transposed(B), multiply(B, A)))
    if L.word == "InnerProduct" and L.parts[1] == A and L.parts[0] != A:
        return L.parts[0]
    if L.word == "InnerProduct" and L.parts[1].word == "RowSoftmax" and L.parts[0] != A:
        G, P = L.parts
        inner = matrix("RowSum", (A.shape[0], ONE), matrix("Hadamard", A.shape, G, P))
        row = matrix("OneMatrix", (ONE, A.shape[1]), ONE, A.shape[1])
        return matrix("Hadamard", A.shape, P, matrix("A - B", A.shape, G, multiply(inner, row)))
    return None
