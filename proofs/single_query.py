"""One query and its batch form: Ganev, Notes on Attention and Positional Encodings, §2.1 and §2.2.

q is a query of width ℓ, the rows of K are n keys and those of V their values, of width d; the rows of Q are r queries.
Each of the three answers, the linear one, the normalised one and the standardised one, is written with indices and
with matrices, for one query and for a batch: entry c of the answer, and row j of the batch.
"""

from sympy import Expr, FunctionMatrix, Identity, Idx, Lambda, MatMul, MatrixSymbol, Sum, exp, sqrt, symbols
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn import (
    Attention,
    Claim,
    DotProduct,
    Equation,
    Expectation,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    ProbabilitySymbol,
    RowSoftmax,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

r, n, ell, d = dims("r n ell d")
q, Q = MatrixSymbol("q", ell, 1), MatrixSymbol("Q", r, ell)
K, V = MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
j, c = Idx("j", r), Idx("c", d)
i, s, a, a_0, b = symbols("i s a a_0 b", integer=True)


def score(key: Expr) -> Expr:
    """The dot product of q and a key."""
    return Sum(q[a, 0] * K[key, a], (a, 0, ell - 1))


def batch_score(key: Expr) -> Expr:
    """The dot product of query j and a key."""
    return Sum(Q[j, a] * K[key, a], (a, 0, ell - 1))


def weighted(weight) -> Expr:
    """Entry c of the sum of the values with these weights."""
    return Sum(weight(i) * V[i, c], (i, 0, n - 1))


def softmax(of):
    """The weights that the exponentials of the scores give."""
    return lambda key: exp(of(key)) / Sum(exp(of(s)), (s, 0, n - 1))


def as_row(weight) -> Expr:
    """The sum of the values with these weights, as a row."""
    answer = Sum(weight(i) * V[i, b], (i, 0, n - 1))
    return FunctionMatrix(1, d, Lambda((a_0, b), answer))


def entry(matrix: Expr, row: Expr, column: Expr) -> Expr:
    """An entry of a product as it is written; ``matrix[row, column]`` would have SymPy multiply it out."""
    return MatrixElement(matrix, row, column)


def standardised(of):
    return lambda key: of(key) / sqrt(ell)


@theorem("G3.dot", "⟨q, k⟩ = qᵀk = Σ q_a k_a", "Ganev, §1", "proved")
def dot_product():
    k = MatrixSymbol("k", ell, 1)
    return calc(
        DotProduct()(q, k),
        (entry(q.T * k, 0, 0), DotProduct),
        (Sum(q[a, 0] * k[a, 0], (a, 0, ell - 1)), ()),
    )


# Orthonormal keys are the rows of K: K Kᵀ = 1. A query in their span is Kᵀ x, a linear combination with coefficients x.

x, u = MatrixSymbol("x", n, 1), Idx("u", ell)
orthonormal, combination = Equation(K * K.T, Identity(n)), Equation(q, K.T * x)


@theorem("G3.map", "the sum Σ ⟨q, k_i⟩ v_i is Vᵀ K q", "Ganev, (2.1)", "proved")
def linear_answer():
    total = FunctionMatrix(d, 1, Lambda((b, a_0), Sum(score(i) * V[i, b], (i, 0, n - 1))))
    return V.T * K * q, total


@theorem("G3", "q = Σ ⟨q, k_i⟩ k_i for orthonormal k_i that span q", "Ganev, §2.1", "proved")
def expansion():
    coefficient = Sum(q[a, 0] * K[i, a], (a, 0, ell - 1))
    return claim(q[u, 0], Sum(coefficient * K[i, u], (i, 0, n - 1)), given=[orthonormal, combination])


@theorem("G3.basis", "q = Σ ⟨q, k_i⟩ k_i for a basis with KᵀK = 1", "Ganev, §2.1", "proved")
def expansion_in_a_basis():
    """For every q: an orthonormal basis is ℓ keys with KᵀK = 1 and KKᵀ = 1. The second makes coefficients unique."""
    coefficient = Sum(q[a, 0] * K[i, a], (a, 0, ell - 1))
    total = Sum(coefficient * K[i, u], (i, 0, n - 1))
    return claim(q[u, 0], total, given=[Equation(K.T * K, Identity(ell))])


@theorem("G3.matrix", "q = Kᵀ K q for orthonormal keys that span q", "Ganev, §2.1", "proved")
def matrix_expansion():
    return claim(q, K.T * K * q, given=[orthonormal, combination])


@theorem(
    "G3.unique", "the coefficients of q in orthonormal keys are unique: x = K q for q = Kᵀ x", "Ganev, §2.1", "proved"
)
def unique_coefficients():
    return claim(x, K * q, given=[orthonormal, combination])


@theorem("G4", "normalised attention of one query is (2.2)", "Ganev, (2.2)", "defined")
def normalised_attention():
    return Attention(q.T, K, V, scale=False), as_row(softmax(score))


@theorem(
    "G57",
    "each query gets a value of its own: row j of the answer depends on query j only",
    "Ganev, §1",
    "proved",
    printed=r"\text{what is a meaningful value to assign to the key?}",
)
def value_for_the_query():
    """The source asks, loosely, for a value to assign to the key; a value is assigned to the query."""
    return Attention(Q, K, V)[j, :], Attention(Q[j, :], K, V)


@theorem("G4.standardised", "standardised attention of one query is (2.3)", "Ganev, (2.3)", "defined")
def standardised_attention():
    return Attention(q.T, K, V), as_row(softmax(standardised(score)))


def expected(answer: Expr, weights: Expr) -> Claim:
    """Say that entry c of a row of answers is the expected value of the values, with these weights."""
    p, o = ProbabilitySymbol("p", n), Idx("o", n)
    return claim(answer, Expectation(p, V[o, c], o), given=[Equation(p, weights)])


@theorem("G4.expected", "the answer (2.2) is the expected value of the values", "Ganev, §2.1, after (2.2)", "proved")
def expected_value():
    """The distribution on the values has the weights of the softmax."""
    return expected(entry(Attention(q.T, K, V, scale=False), 0, c), RowSoftmax(q.T * K.T))


@theorem(
    "G4.expected.standardised", "the answer (2.3) is the expected value of the values", "after Ganev, (2.3)", "proved"
)
def expected_value_standardised():
    return expected(entry(Attention(q.T, K, V), 0, c), RowSoftmax(q.T * K.T / sqrt(ell)))


@theorem(
    "G4.expected.kernel",
    "for any kernel, row j of the output is the expected value of the values",
    "Ganev, §2.7, footnote 2",
    "proved",
)
def expected_value_of_any_kernel():
    alpha = KernelSymbol("alpha")
    return expected(KernelAttention(alpha, Q, K, V)[j, c], RowSoftmax(KernelMatrix(alpha, Q, K))[j, :])


@theorem("G7.linear", "q ↦ Vᵀ K q is (2.1), entry by entry", "Ganev, §2.2, for (2.1)", "proved")
def linear():
    return Equation(entry(MatMul(V.T, K, q), c, 0), weighted(score))


@theorem("G7.normalised", "q ↦ Vᵀ SoftMax(Kq) is (2.2), entry by entry", "Ganev, §2.2, for (2.2)", "proved")
def normalised():
    return Equation(entry(V.T * RowSoftmax((K * q).T).T, c, 0), weighted(softmax(score)))


@theorem("G7.standardised", "q ↦ Vᵀ SoftMax(Kq/√ℓ) is (2.3), entry by entry", "Ganev, §2.2, for (2.3)", "proved")
def standardised_form():
    return Equation(entry(V.T * RowSoftmax((K * q).T / sqrt(ell)).T, c, 0), weighted(softmax(standardised(score))))


@theorem("G7.linear.batch", "Q ↦ Q Kᵀ V is (2.1) for each query", "Ganev, §2.2, for (2.1)", "proved")
def linear_batch():
    return Equation(entry(Q * K.T * V, j, c), weighted(batch_score))


@theorem("G7.normalised.batch", "Q ↦ SoftMax(QKᵀ) V is (2.2) for each query", "Ganev, §2.2, for (2.2)", "proved")
def normalised_batch():
    return Equation(entry(RowSoftmax(Q * K.T) * V, j, c), weighted(softmax(batch_score)))


@theorem("G7", "Q ↦ SoftMax(QKᵀ/√ℓ) V is (2.3) for each query", "Ganev, §2.2, for (2.3) and Definition 2.1", "proved")
def standardised_batch():
    scores = Q * K.T / sqrt(ell)
    weights = RowSoftmax(scores)

    def of(key: Expr) -> Expr:
        return entry(scores, j, key)

    return calc(
        entry(Attention(Q, K, V), j, c),
        (entry(weights * V, j, c), Attention),
        (weighted(lambda key: entry(weights, j, key)), ()),
        (weighted(softmax(of)), RowSoftmax),
        (weighted(softmax(standardised(batch_score))), ()),
    )


if __name__ == "__main__":
    run_script(__file__)
