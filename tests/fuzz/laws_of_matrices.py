"""Laws of matrices: entries, traces and norms, products, parts, reductions, functions of every entry."""

from __future__ import annotations

from sympy import Integer

from tests.fuzz.expressions import (
    ONE,
    Author,
    add,
    at,
    entry,
    k,
    literal,
    m,
    matrix,
    multiply,
    negative,
    number,
    rational,
    summed,
    transposed,
)
from tests.fuzz.laws import by_entries, law, sum_over, with_index
from tests.fuzz.words import E

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
