"""Induction over an index along recurrences: what follows is proved, what nearly follows is not."""

from typing import NamedTuple

import pytest
from sympy import (
    Abs,
    Ge,
    Gt,
    Identity,
    Idx,
    Inverse,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Ne,
    Piecewise,
    Product,
    Sum,
    Symbol,
    ZeroMatrix,
    exp,
)
from sympy.matrices.expressions.slice import MatrixSlice

from symattn import (
    CausalMask,
    Claim,
    Equation,
    ForAll,
    HeadSum,
    InnerProduct,
    InvertibleSymbol,
    MatrixFamily,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    SquaredNorm,
    certificate,
    claim,
    decide,
    dims,
    sum_over,
    verifier,
)
from symattn.numeric.refute import witness

pytestmark = pytest.mark.sampled

L, n, d, k = dims("L n d k")
t, i = Idx("t", L), Idx("i", L + 1)
j, k0, c0 = Idx("j", n), Idx("k0", n), Idx("c0", d)
P, Q = MatrixFamily("P", L + 1, n + k, d), MatrixFamily("Q", L + 1, n + k, d)
s, z = MatrixSymbol("s", L + 1, 1), MatrixSymbol("z", L + 1, 1)
x, y = MatrixSymbol("x", L, 1), MatrixSymbol("y", L, 1)
c, u = Symbol("c", real=True), Symbol("u", integer=True)
Y, Z = MatrixFamily("Y", L + 1, n, d), MatrixFamily("Z", L + 1, n, d)
W = MatrixFamily("W", L, d, d)
A = MatrixSymbol("A", n, n)
sigma, g = PermutationSymbol("sigma", n), OrthogonalSymbol("g", d)


def every(left, right):
    return ForAll(t, Equation(left, right))


start, added = Equation(s[0, 0], 0), every(s[t + 1, 0], s[t, 0] + x[t, 0])
doubled = every(z[t + 1, 0], 2 * z[t, 0])


def layers(stream):
    return every(stream[t + 1], stream[t] * W[t])


def streams(stream):
    return every(stream[t + 1], SelfAttention(stream[t], W[t], W[t].T, W[t]))


def both(recurrence):
    return [recurrence(Y), recurrence(Z)]


def causal(stream):
    return every(stream[t + 1], SelfAttention(stream[t], W[t], W[t], W[t], CausalMask(n + k)))


def ahead(stream):
    return every(stream[t + 1], SelfAttention(stream[t], W[t], W[t], W[t]))


def top(matrix):
    return MatrixSlice(matrix, (0, n), (0, d))


def total(matrix, rows):
    return sum_over(rows, lambda a: matrix[a, c0])


class Row(NamedTuple):
    """Hold what is true, and what is false although it looks much the same."""

    true: Claim
    near: Claim


def row(left, right, wrong, given):
    return Row(*(claim(Equation(left, side), given=given) for side in (right, wrong)))


def bound(left, right, wrong, given):
    return Row(*(claim(Le(left, side), given=given) for side in (right, wrong)))


h, q, b = MatrixSymbol("h", L + 1, 1), Symbol("q", real=True), Symbol("b", positive=True)
B, D = MatrixSymbol("B", d, d), MatrixSymbol("D", n, d)
scaled, affine = every(h[t + 1, 0], q * h[t, 0]), every(h[t + 1, 0], q * h[t, 0] + c)
averaged = every(h[t + 1, 0], q * h[t, 0] + (1 - q) * c)
average = every(h[t + 1, 0], b * h[t, 0] + (1 - b) * x[t, 0])
bounded = [average, ForAll(t, Le(x[t, 0], c)), Le(h[0, 0], c)]
contracted, pairs = ForAll(t, Le(h[t + 1, 0], b * h[t, 0])), every(s[t + 1, 0], s[t, 0] + t)

m, i2, v = MatrixSymbol("m", L + 1, 1), Idx("i2", L + 1), Symbol("v", integer=True)
r, w = MatrixSymbol("r", k + L + 1, 1), MatrixSymbol("w", k + L, 1)
largest, exponentials = every(m[t + 1, 0], Max(m[t, 0], x[t, 0])), every(h[t + 1, 0], exp(h[t, 0]))
gated = [ForAll(t, Ge(y[t, 0], 0)), ForAll(t, Le(Abs(x[t, 0]), c)), every(h[t + 1, 0], y[t, 0] * h[t, 0] + x[t, 0])]
squares = every(h[t + 1, 0], b * h[t, 0] + (1 - b) * h[t, 0] ** 2)
F, i3 = MatrixSymbol("F", L + 2, 1), Idx("i3", L + 2)
fibonacci = [Equation(F[0, 0], 0), Equation(F[1, 0], 1), every(F[t + 2, 0], F[t + 1, 0] + F[t, 0])]

X, e = MatrixFamily("X", L + 1, d, 1), MatrixSymbol("e", d, 1)
R, M, V = MatrixSymbol("R", d, d), InvertibleSymbol("M", d), MatrixFamily("V", L + 1, d, d)
driven = [Equation(h[0, 0], 0), every(h[t + 1, 0], q * h[t, 0] + b * x[t, 0])]
states = [Equation(X[0], ZeroMatrix(d, 1)), every(X[t + 1], B * X[t] + e * x[t, 0])]


def so_far(term):
    return Sum(term, (u, 0, L - 1))


PROVED = {
    "a scan is the sum so far": claim(Equation(s[i, 0], Sum(x[u, 0], (u, 0, i - 1))), given=[start, added]),
    "said by a condition": claim(
        Equation(s[i, 0], sum_over(L, lambda a: Piecewise((x[a, 0], a < i), (0, True)))), given=[start, added]
    ),
    "a scan of what is nonnegative": claim(Ge(s[i, 0], 0), given=[start, added, ForAll(t, Ge(x[t, 0], 0))]),
    "its last place": claim(Ge(s[L, 0], 0), given=[start, added, ForAll(t, Ge(x[t, 0], 0))]),
    "a product at its last place": claim(
        Equation(z[L, 0], z[0, 0] * Product(y[u, 0], (u, 0, L - 1))), given=[every(z[t + 1, 0], z[t, 0] * y[t, 0])]
    ),
    "a sum of weights that change, at its last place": claim(
        Equation(z[L, 0], Sum(exp(x[u, 0] - s[L, 0]), (u, 0, L - 1))),
        given=[
            Equation(z[0, 0], 0),
            every(z[t + 1, 0], z[t, 0] * exp(s[t, 0] - s[t + 1, 0]) + exp(x[t, 0] - s[t + 1, 0])),
        ],
    ),
    "two scans of the same": claim(
        Equation(s[i, 0], z[i, 0]), given=[Equation(s[0, 0], z[0, 0]), added, every(z[t + 1, 0], z[t, 0] + x[t, 0])]
    ),
    "what is 0 and doubled stays 0": claim(Equation(z[L, 0], 0), given=[Equation(z[0, 0], 0), doubled]),
    "layers on permuted tokens": claim(Z[L], sigma * Y[L], given=[layers(Y), layers(Z), Equation(Z[0], sigma * Y[0])]),
    "layers on tokens that any matrix mixes": claim(
        Z[L], A * Y[L], given=[layers(Y), layers(Z), Equation(Z[0], A * Y[0])]
    ),
    "layers with turned weights": claim(
        Z[L], Y[L] * g, given=[layers(Y), every(Z[t + 1], Z[t] * (g.T * W[t] * g)), Equation(Z[0], Y[0] * g)]
    ),
    "an entry of layers": claim(Equation(Z[L][j, c0], Y[L][j, c0]), given=[*both(streams), Equation(Z[0], Y[0])]),
    "an entry at any place": claim(Equation(Z[i][j, c0], Y[i][j, c0]), given=[*both(streams), Equation(Z[0], Y[0])]),
    "a function of equal states": claim(
        RowSoftmax(A * Z[L]), RowSoftmax(A * Y[L]), given=[*both(streams), Equation(Z[0], Y[0])]
    ),
    "a sum over equal states": claim(total(Z[L], n), total(Y[L], n), given=[*both(streams), Equation(Z[0], Y[0])]),
    "the first rows of causal layers": claim(
        top(Q[L]), top(P[L]), given=[causal(P), causal(Q), Equation(top(Q[0]), top(P[0]))]
    ),
    "entries of the first rows of causal layers": claim(
        Equation(Q[L][j, c0], P[L][j, c0]), given=[causal(P), causal(Q), Equation(top(Q[0]), top(P[0]))]
    ),
    "layers on zeros": claim(Y[L], ZeroMatrix(n, d), given=[layers(Y), Equation(Y[0], ZeroMatrix(n, d))]),
}


#: Each a statement that follows along a recurrence, and one that is nearly so.
def at_most(left, right, wrong, given):
    return Row(*(claim(Le(left, side), given=given) for side in (right, wrong)))


vec, grad = MatrixSymbol("v", L + 1, d), MatrixSymbol("G", L, d)
drift, fixed, noise = (MatrixSymbol(name, d, d) for name in "BCD")
Y2, Z2, orth, upper = (MatrixFamily(name, L + more, d, d) for name, more in zip("YZRU", (1, 1, 0, 0), strict=True))
LONG = {place: SquaredNorm(vec[place, :]) for place in (0, L)}
COST = Sum(SquaredNorm(grad[u, :]), (u, 0, L - 1))
shorter = ForAll(t, Le(SquaredNorm(vec[t + 1, :]), c * SquaredNorm(vec[t, :])))
inner = InnerProduct(grad[t, :], vec[t, :])
descends = every(vec[t + 1, :], vec[t, :] - c * grad[t, :])
towards = [descends, ForAll(t, Le(c * SquaredNorm(grad[t, :]), 2 * inner)), Ge(c, 0)]
paid = ForAll(t, Equation(c * SquaredNorm(grad[t, :]), inner))
stein = every(Y2[t + 1], drift * Y2[t] * drift.T + noise)
STEIN = [[stein, Equation(fixed, each)] for each in (drift * fixed * drift.T + noise, noise)]
factored = [every(Z2[t], orth[t] * upper[t]), every(Y2[t + 1], Y2[t] * orth[t])]
QR = [[*factored, every(Z2[t + 1], pair)] for pair in (upper[t] * orth[t], orth[t] * upper[t])]

ROWS = {
    "powers at an index": row(h[i, 0], q**i * h[0, 0], q ** (i + 1) * h[0, 0], given=[scaled]),
    "powers at a place": row(h[t, 0], q**t * h[0, 0], q ** (t + 1) * h[0, 0], given=[scaled]),
    "powers at the place after it": row(h[t + 1, 0], q ** (t + 1) * h[0, 0], q**t * h[0, 0], given=[scaled]),
    "powers at the last place": row(h[L, 0], q**L * h[0, 0], q * h[0, 0], given=[scaled]),
    "two of one rule at a place": row(
        h[t, 0], z[t, 0], 2 * z[t, 0], given=[scaled, every(z[t + 1, 0], q * z[t, 0]), Equation(h[0, 0], z[0, 0])]
    ),
    "the sum so far at a place": row(
        s[t, 0], Sum(x[u, 0], (u, 0, t - 1)), Sum(x[u, 0], (u, 0, t)), given=[start, added]
    ),
    "the sum so far after a place": row(
        s[t + 1, 0], Sum(x[u, 0], (u, 0, t)), Sum(x[u, 0], (u, 0, t - 1)), given=[start, added]
    ),
    "numbers of pairs at a place": row(s[t, 0], t * (t - 1) / 2, t * (t + 1) / 2, given=[start, pairs]),
    "numbers of pairs at an index": row(s[i, 0], i * (i - 1) / 2, i * (i + 1) / 2, given=[start, pairs]),
    "doubled and one more at a place": row(s[t, 0], 2**t - 1, 2**t, given=[start, every(s[t + 1, 0], 2 * s[t, 0] + 1)]),
    "doubled and one more at an index": row(
        s[i, 0], 2**i - 1, 2**i, given=[start, every(s[t + 1, 0], 2 * s[t, 0] + 1)]
    ),
    "an affine recurrence": row(
        (1 - q) * h[i, 0], (1 - q) * q**i * h[0, 0] + c * (1 - q**i), (1 - q) * q**i * h[0, 0] + c, given=[affine]
    ),
    "an affine recurrence at a place": row(
        (1 - q) * h[t, 0], (1 - q) * q**t * h[0, 0] + c * (1 - q**t), (1 - q) * q**t * h[0, 0] + c, given=[affine]
    ),
    "an affine recurrence, divided": row(
        h[i, 0],
        q**i * h[0, 0] + c * (1 - q**i) / (1 - q),
        q**i * h[0, 0] + c / (1 - q),
        given=[affine, Ne(q, 1)],
    ),
    "an average of one number": row(h[i, 0], c + q**i * (h[0, 0] - c), c + q**i * h[0, 0], given=[averaged]),
    "an average of one number at a place": row(h[t, 0], c + q**t * (h[0, 0] - c), c + q**t * h[0, 0], given=[averaged]),
    "the correction of its bias": row(
        h[i, 0], (1 - q**i) * c, (1 - q ** (i + 1)) * c, given=[averaged, Equation(h[0, 0], 0)]
    ),
    "the correction of its bias at a place": row(
        h[t, 0], (1 - q**t) * c, (1 - q ** (t + 1)) * c, given=[averaged, Equation(h[0, 0], 0)]
    ),
    "an average, written out": row(
        h[i, 0],
        b**i * h[0, 0] + (1 - b) * Sum(b ** (i - 1 - u) * x[u, 0], (u, 0, i - 1)),
        b**i * h[0, 0] + Sum(b ** (i - 1 - u) * x[u, 0], (u, 0, i - 1)),
        given=[average],
    ),
    "an average of what is bounded": Row(
        claim(Le(h[i, 0], c), given=[*bounded, b <= 1]), claim(Le(h[i, 0], c), given=[*bounded, b <= 2])
    ),
    "an average of what is bounded, at a place": Row(
        claim(Le(h[t, 0], c), given=[*bounded, b <= 1]), claim(Le(h[t, 0], c), given=[*bounded, b <= 2])
    ),
    "a contraction at an index": bound(h[i, 0], b**i * h[0, 0], b ** (i + 1) * h[0, 0], given=[contracted]),
    "a contraction at a place": bound(h[t, 0], b**t * h[0, 0], b ** (t + 1) * h[0, 0], given=[contracted]),
    "a contraction at the last place": bound(h[L, 0], b**L * h[0, 0], b ** (L + 1) * h[0, 0], given=[contracted]),
    "a contraction with noise": bound(
        h[i, 0],
        b**i * h[0, 0] + c * (1 - b**i) / (1 - b),
        b**i * h[0, 0] + c,
        given=[ForAll(t, Le(h[t + 1, 0], b * h[t, 0] + c)), b < 1],
    ),
    "what rises, at a place": bound(h[0, 0], h[t, 0], h[t, 0] - 1, given=[ForAll(t, Le(h[t, 0], h[t + 1, 0]))]),
    "what falls, at a place": bound(h[t, 0], h[0, 0], h[0, 0] - 1, given=[ForAll(t, Le(h[t + 1, 0], h[t, 0]))]),
    "a sum of what is not negative, at a place": bound(
        0, s[t, 0], s[t, 0] - 1, given=[start, added, ForAll(t, Ge(x[t, 0], 0))]
    ),
    "the largest so far is above each": Row(
        claim(Le(x[t, 0], m[L, 0]), given=[largest]), claim(Le(x[t, 0], m[t, 0]), given=[largest])
    ),
    "the largest so far grows": Row(
        claim(Le(m[i, 0], m[i2, 0]), given=[largest, Le(i, i2)]), claim(Le(m[i, 0], m[i2, 0]), given=[largest])
    ),
    "online softmax's denominator": row(
        z[L, 0],
        Sum(exp(x[u, 0] - m[L, 0]), (u, 0, L - 1)),
        Sum(exp(x[u, 0] - m[0, 0]), (u, 0, L - 1)),
        given=[
            largest,
            Equation(z[0, 0], 0),
            every(z[t + 1, 0], z[t, 0] * exp(m[t, 0] - m[t + 1, 0]) + exp(x[t, 0] - m[t + 1, 0])),
        ],
    ),
    "a running mean, divided": row(
        z[L, 0],
        Sum(x[u, 0], (u, 0, L - 1)) / L,
        Sum(x[u, 0], (u, 0, L - 1)) / (L + 1),
        given=[every(z[t + 1, 0], z[t, 0] + (x[t, 0] - z[t, 0]) / (t + 1))],
    ),
    "a bias that is divided out": row(
        h[L, 0] / (1 - q**L), c, c * q, given=[averaged, Equation(h[0, 0], 0), Ne(q**L, 1)]
    ),
    "gates and inputs": row(
        h[L, 0],
        h[0, 0] * Product(y[u, 0], (u, 0, L - 1)) + Sum(x[u, 0] * Product(y[v, 0], (v, u + 1, L - 1)), (u, 0, L - 1)),
        h[0, 0] * Product(y[u, 0], (u, 0, L - 1)) + Sum(x[u, 0] * Product(y[v, 0], (v, u, L - 1)), (u, 0, L - 1)),
        given=[every(h[t + 1, 0], y[t, 0] * h[t, 0] + x[t, 0])],
    ),
    "an average whose factor may be 0": row(
        h[L, 0],
        q**L * h[0, 0] + Sum(q ** (L - 1 - u) * x[u, 0], (u, 0, L - 1)),
        q**L * h[0, 0] + Sum(q ** (L - u) * x[u, 0], (u, 0, L - 1)),
        given=[every(h[t + 1, 0], q * h[t, 0] + x[t, 0])],
    ),
    "from a place on": row(
        r[k + L, 0],
        q**k * r[L, 0] + Sum(q ** (k - 1 - u) * w[L + u, 0], (u, 0, k - 1)),
        q**k * r[L, 0] + Sum(q ** (k - 1 - u) * w[u, 0], (u, 0, k - 1)),
        given=[ForAll(k + L, lambda a: Equation(r[a + 1, 0], q * r[a, 0] + w[a, 0]))],
    ),
    "from the first step on": Row(
        claim(Lt(0, h[L, 0]), given=[exponentials]), claim(ForAll(i, Lt(0, h[i, 0])), given=[exponentials])
    ),
    "bounds that hold together": Row(
        claim(Le(h[L, 0], 1), given=[squares, Ge(h[0, 0], 0), Le(h[0, 0], 1), b <= 1]),
        claim(Le(h[L, 0], 1), given=[squares, Le(h[0, 0], 1), b <= 1]),
    ),
    "Fibonacci's numbers are not negative": Row(
        claim(ForAll(i3, Ge(F[i3, 0], 0)), given=fibonacci), claim(ForAll(i3, Gt(F[i3, 0], 0)), given=fibonacci)
    ),
    "Fibonacci's numbers added": row(Sum(F[u, 0], (u, 0, L - 1)), F[L + 1, 0] - 1, F[L, 0] - 1, given=fibonacci),
    "Cassini's identity": row(F[L + 1, 0] * F[L - 1, 0] - F[L, 0] ** 2, (-1) ** L, (-1) ** (L + 1), given=fibonacci),
    "two steps in closed form": row(
        F[L + 1, 0],
        2 ** (L + 1) - 1,
        2**L - 1,
        given=[*fibonacci[:2], every(F[t + 2, 0], 3 * F[t + 1, 0] - 2 * F[t, 0])],
    ),
    "squares of Fibonacci's numbers added": row(
        Sum(F[u, 0] ** 2, (u, 0, L)), F[L, 0] * F[L + 1, 0], F[L + 1, 0] ** 2, given=fibonacci
    ),
    "two steps with the roots 2 and -1": row(
        3 * F[L, 0],
        2**L - (-1) ** L,
        2**L + (-1) ** L,
        given=[*fibonacci[:2], every(F[t + 2, 0], F[t + 1, 0] + 2 * F[t, 0])],
    ),
    "a sum with the last place": row(
        Sum(z[u, 0], (u, 0, L)), 2 * z[L, 0] - z[0, 0], 2 * z[L, 0] + z[0, 0], given=[doubled]
    ),
    "two steps with one start": Row(
        claim(ForAll(i3, Ge(F[i3, 0], 0)), given=[Ge(F[0, 0], 0), Ge(F[1, 0], 0), fibonacci[2]]),
        claim(ForAll(i3, Ge(F[i3, 0], 0)), given=[Ge(F[1, 0], 0), fibonacci[2]]),
    ),
    "Grönwall with a sum in the exponent": bound(
        h[L, 0],
        h[0, 0] * exp(so_far(x[u, 0])),
        h[0, 0] * exp(so_far(x[u, 0]) - 1),
        given=[ForAll(t, Le(h[t + 1, 0], (1 + x[t, 0]) * h[t, 0])), ForAll(i, Ge(h[i, 0], 0))],
    ),
    "gates between 0 and 1": Row(
        claim(Le(Abs(h[L, 0]), Abs(h[0, 0]) + L * c), given=[*gated, ForAll(t, Le(y[t, 0], 1))]),
        claim(Le(Abs(h[L, 0]), Abs(h[0, 0]) + L * c), given=gated),
    ),
    "an average without its bias, of what is bounded": Row(
        claim(Le(h[L, 0] / (1 - b**L), c), given=[*bounded[:2], Equation(h[0, 0], 0), b < 1]),
        claim(Le(h[L, 0] / (1 - b**L), c), given=[*bounded[:2], b < 1]),
    ),
    "powers of a matrix": row(Y[L], Y[0] * B**L, Y[0] * B, given=[every(Y[t + 1], Y[t] * B)]),
    "multiples of a matrix": row(Y[L], Y[0] + L * D, Y[0] + D, given=[every(Y[t + 1], Y[t] + D)]),
    "a convolution with powers": row(
        h[L, 0], so_far(b * q**u * x[L - 1 - u, 0]), so_far(b * q**u * x[u, 0]), given=driven
    ),
    "falling powers": row(
        h[L, 0], so_far(b * q ** (L - 1 - u) * x[u, 0]), so_far(b * q ** (L - u) * x[u, 0]), given=driven
    ),
    "falling powers at an index": row(
        h[i, 0],
        Sum(b * q ** (i - 1 - u) * x[u, 0], (u, 0, i - 1)),
        Sum(b * q ** (i - u) * x[u, 0], (u, 0, i - 1)),
        given=driven,
    ),
    "a linear state": row(
        X[L][c0, 0], so_far((B ** (L - 1 - u) * e)[c0, 0] * x[u, 0]), so_far((B**u * e)[c0, 0] * x[u, 0]), given=states
    ),
    "a linear state from any start": row(
        X[L][c0, 0],
        (B**L * X[0])[c0, 0] + so_far((B ** (L - 1 - u) * e)[c0, 0] * x[u, 0]),
        so_far((B ** (L - 1 - u) * e)[c0, 0] * x[u, 0]),
        given=states[1:],
    ),
    "a linear state at an index": row(
        X[i][c0, 0],
        Sum((B ** (i - 1 - u) * e)[c0, 0] * x[u, 0], (u, 0, i - 1)),
        Sum((B ** (i - u) * e)[c0, 0] * x[u, 0], (u, 0, i - 1)),
        given=states,
    ),
    "a multiple of an entry of a state": row(
        y[t, 0] * X[L][c0, 0],
        y[t, 0] * so_far((B**u * e)[c0, 0] * x[L - 1 - u, 0]),
        y[t, 0] * so_far((B**u * e)[c0, 0] * x[u, 0]),
        given=states,
    ),
    "a state less what stays": row(
        X[L] - e, B**L * (X[0] - e), B**L * X[0] - e, given=[every(X[t + 1], e + B * (X[t] - e))]
    ),
    "a Richardson iteration, by its fixed point": row(
        X[L] - e,
        (Identity(d) - B * R) ** L * (X[0] - e),
        (Identity(d) - R * B) ** L * (X[0] - e),
        given=[every(X[t + 1], X[t] + B * (R * e - R * X[t]))],
    ),
    "gradient descent on a quadratic": row(
        X[i] - Inverse(M) * e,
        (Identity(d) - c * M) ** i * (X[0] - Inverse(M) * e),
        (Identity(d) + c * M) ** i * (X[0] - Inverse(M) * e),
        given=[every(X[t + 1], X[t] - c * (M * X[t] - e))],
    ),
    "a state with a constant input": row(
        X[L],
        B**L * X[0] + HeadSum(B**t * e, t),
        B**L * X[0] + HeadSum(B ** (t + 1) * e, t),
        given=[every(X[t + 1], B * X[t] + e)],
    ),
    "the covariance of a linear system": row(
        V[L],
        B**L * V[0] * B.T**L + HeadSum(B**t * R * B.T**t, t),
        B**L * V[0] * B.T**L + HeadSum(B**t * R * B**t, t),
        given=[every(V[t + 1], B * V[t] * B.T + R)],
    ),
    "a matrix that stays": row(Y[i], Y[0], 2 * Y[0], given=[every(Y[t + 1], Y[t])]),
    "a matrix that stays, at a place": row(Y[t], Y[0], 2 * Y[0], given=[every(Y[t + 1], Y[t])]),
    "steps that shorten vectors": at_most(LONG[L], c**L * LONG[0], LONG[0] * c, given=[shorter, Ge(c, 0)]),
    "steps towards 0": at_most(LONG[L], LONG[0], LONG[0] / 2, given=towards),
    "what all steps cost": at_most(c**2 * COST, LONG[0], LONG[0] / 2, given=[descends, Gt(c, 0), paid]),
    "what pays for each step": at_most(
        Sum(x[u, 0], (u, 0, L - 1)),
        s[0, 0],
        s[L, 0],
        given=[ForAll(t, Le(x[t, 0], s[t, 0] - s[t + 1, 0])), ForAll(i, Ge(s[i, 0], 0))],
    ),
    "the QR algorithm": Row(
        *(claim(Y2[L] * Z2[L], Z2[0] * Y2[L], given=[*given, Equation(Y2[0], Identity(d))]) for given in QR)
    ),
    "a covariance and the solution of Lyapunov's equation": Row(
        *(claim(Y2[L] - fixed, drift**L * (Y2[0] - fixed) * drift.T**L, given=given) for given in STEIN)
    ),
}

NOT_PROVED = {
    "a sum that has the place itself": claim(Equation(s[i, 0], Sum(x[u, 0], (u, 0, i))), given=[start, added]),
    "without the start": claim(Equation(s[i, 0], Sum(x[u, 0], (u, 0, i - 1))), given=[added]),
    "without the recurrence": claim(Equation(s[i, 0], Sum(x[u, 0], (u, 0, i - 1))), given=[start]),
    "from another start": claim(Equation(s[i, 0], Sum(x[u, 0], (u, 0, i - 1))), given=[Equation(s[0, 0], 1), added]),
    "a recurrence at one place alone": claim(
        Equation(s[L, 0], Sum(x[u, 0], (u, 0, L - 1))), given=[start, Equation(s[t + 1, 0], s[t, 0] + x[t, 0])]
    ),
    "a product from 1 on": claim(
        Equation(z[L, 0], z[0, 0] * Product(y[u, 0], (u, 1, L - 1))), given=[every(z[t + 1, 0], z[t, 0] * y[t, 0])]
    ),
    "a sum of weights that do not change": claim(
        Equation(z[L, 0], Sum(exp(x[u, 0] - s[0, 0]), (u, 0, L - 1))),
        given=[
            Equation(z[0, 0], 0),
            every(z[t + 1, 0], z[t, 0] * exp(s[t, 0] - s[t + 1, 0]) + exp(x[t, 0] - s[t + 1, 0])),
        ],
    ),
    "a running mean of one more": claim(
        Equation((L + 1) * z[L, 0], Sum(x[u, 0], (u, 0, L - 1))),
        given=[Equation(z[0, 0], 0), every(z[t + 1, 0], z[t, 0] - (z[t, 0] - x[t, 0]) / (t + 1))],
    ),
    "strictly": claim(Lt(0, s[L, 0]), given=[start, added, ForAll(t, Ge(x[t, 0], 0))]),
    "nonnegative at one place alone": claim(Ge(s[L, 0], 0), given=[start, added, Ge(x[t, 0], 0)]),
    "what is 1 and doubled stays 1": claim(Equation(z[L, 0], 1), given=[Equation(z[0, 0], 1), doubled]),
    "what is not rising": claim(Le(s[L, 0], s[0, 0]), given=[added, ForAll(t, Ge(x[t, 0], 0))]),
    "layers without the start": claim(Z[L], sigma * Y[L], given=[layers(Y), layers(Z)]),
    "layers of which one stack is missing": claim(Z[L], sigma * Y[L], given=[layers(Y), Equation(Z[0], sigma * Y[0])]),
    "layers with weights that are not turned": claim(
        Z[L], Y[L] * g, given=[layers(Y), layers(Z), Equation(Z[0], Y[0] * g)]
    ),
    "an entry of layers without the start": claim(Equation(Z[L][j, c0], Y[L][j, c0]), given=both(streams)),
    "another entry of layers": claim(Equation(Z[L][j, c0], Y[L][k0, c0]), given=[*both(streams), Equation(Z[0], Y[0])]),
    "an entry of layers that start with one equal entry": claim(
        Equation(Z[L][j, c0], Y[L][j, c0]), given=[*both(streams), Equation(Z[0][j, c0], Y[0][j, c0])]
    ),
    "a function of states that are not equal": claim(RowSoftmax(Z[L]), RowSoftmax(Y[L]), given=both(streams)),
    "the first rows of layers that look ahead": claim(
        top(Q[L]), top(P[L]), given=[ahead(P), ahead(Q), Equation(top(Q[0]), top(P[0]))]
    ),
    "all rows of causal layers with equal first rows": claim(
        Q[L], P[L], given=[causal(P), causal(Q), Equation(top(Q[0]), top(P[0]))]
    ),
    "a start at the last place": claim(Z[0], sigma * Y[0], given=[layers(Y), layers(Z), Equation(Z[L], sigma * Y[L])]),
}


@pytest.mark.parametrize("stated", PROVED.values(), ids=PROVED)
def test_what_passes_from_each_place_to_the_next_is_proved(stated, tmp_path):
    verdict = decide(stated)
    assert verdict.status == "proved", str(verdict)
    assert "nat_induction" in verdict.axioms
    path = tmp_path / "certificate"
    path.write_text(certificate(verdict), encoding="utf-8")
    verifier.verify_path(str(path))


@pytest.mark.parametrize("stated", NOT_PROVED.values(), ids=NOT_PROVED)
def test_what_does_not_follow_is_not_proved(stated):
    assert decide(stated).status != "proved"


def test_hypotheses_that_say_what_stands_at_each_next_place_have_an_instance():
    stated = PROVED["layers on permuted tokens"]
    assert witness(stated) is not None
    assert not any("vacuous" in note for note in decide(stated).notes)


@pytest.mark.parametrize("found", ROWS.values(), ids=ROWS)
def test_closed_forms_and_bounds_along_recurrences(found):
    verdict = decide(found.true)
    assert verdict.status == "proved", str(verdict)
    assert decide(found.near).status != "proved"
