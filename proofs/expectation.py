"""Mean and variance of a dot product: Ganev, Notes on Attention and Positional Encodings, §2.1, footnote 1 and §2.7.

The sample space has N outcomes with any weights p; row o of q and of k holds the two random vectors of width ℓ at the
outcome o. That their entries are independent and identically distributed is used in part only: q and k are independent
of each other, any two entries of one vector are, and all entries have the mean μ and the variance σ².
"""

from sympy import Expr, Idx, Integer, KroneckerDelta, MatrixSymbol, Sum, Symbol, sqrt, symbols

from symattn import (
    CommonMean,
    CommonVariance,
    Equation,
    Expectation,
    ForAll,
    Independent,
    PairwiseIndependent,
    ProbabilitySymbol,
    Variance,
    calc,
    claim,
    dims,
    run_script,
    theorem,
)

N, n, ell = dims("N n ell")
p, o = ProbabilitySymbol("p", N), Idx("o", N)
q, k = MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
mu, sigma = Symbol("mu", real=True), Symbol("sigma", real=True)
spread = Symbol("sigma", positive=True)  # for entries that do vary
a, b = symbols("a b", integer=True)

DOT = Sum(q[o, a] * k[o, a], (a, 0, ell - 1))


def E(X: Expr) -> Expr:
    """The expectation of a random variable, an expression in the outcome o."""
    return Expectation(p, X, o)


def Var(X: Expr) -> Expr:
    """The variance of a random variable, an expression in the outcome o."""
    return Variance(p, X, o)


def means(mean) -> list:
    return [CommonMean(p, q, mean), CommonMean(p, k, mean)]


def entries(mean, variance) -> list:
    """All that is used of entries that are independent and identically distributed."""
    independence = [Independent(p, q, k), PairwiseIndependent(p, q), PairwiseIndependent(p, k)]
    return [*independence, *means(mean), CommonVariance(p, q, variance), CommonVariance(p, k, variance)]


@theorem("G5.linear", "E[Σ_a c_a q_a] = Σ_a c_a E[q_a], for a sum of any size", "behind Ganev, footnote 1", "proved")
def linear():
    c = MatrixSymbol("c", ell, 1)
    return E(Sum(c[a, 0] * q[o, a], (a, 0, ell - 1))), Sum(c[a, 0] * E(q[o, a]), (a, 0, ell - 1))


@theorem("G5.square", "Var X = E[X²] − E[X]²", "behind Ganev, footnote 1", "proved")
def variance_by_squares():
    x = MatrixSymbol("x", N, 1)
    return Var(x[o, 0]), E(x[o, 0] ** 2) - E(x[o, 0]) ** 2


@theorem("G5.mean", "mean 0 and variance 1 give the dot product mean 0", "Ganev, §2.1", "proved")
def standard_mean():
    """The sample space has N outcomes with any weights."""
    return claim(E(DOT), 0, given=[Independent(p, q, k), *means(0)])


@theorem("G5", "mean 0 and variance 1 give the dot product variance ℓ", "Ganev, §2.1", "proved")
def standard_variance():
    """The sample space has N outcomes with any weights."""
    return claim(Var(DOT), ell, given=entries(0, 1))


@theorem("G5.scaled", "mean 0 and variance 1 give ⟨q, k⟩/√ℓ variance 1", "Ganev, §2.1 and §2.7", "proved")
def scaled_variance():
    """The sample space has N outcomes with any weights."""
    return claim(Var(DOT / sqrt(ell)), 1, given=entries(0, 1))


@theorem("G5.scaled.mean", "mean 0 gives ⟨q, k⟩/√ℓ mean 0", "Ganev, §2.7", "proved")
def scaled_mean():
    """The sample space has N outcomes with any weights."""
    return claim(E(DOT / sqrt(ell)), 0, given=[Independent(p, q, k), *means(0)])


# The same for any linear functional F of the random variables: F[X] = Σ_o w_o X(o) with any real weights w, which need
# be neither positive nor of sum 1. The moments that the dot product needs are given.

w = MatrixSymbol("w", 1, N)
x, y = Idx("a", ell), Idx("b", ell)


def F(X: Expr) -> Expr:
    """The functional of a random variable, an expression in the outcome o."""
    return Sum(w[0, o] * X, o)


def first_moments(mean) -> list:
    """Equal means, and F[q_a k_a] = F[q_a] F[k_a]."""
    independent = ForAll(x, Equation(F(q[o, x] * k[o, x]), F(q[o, x]) * F(k[o, x])))
    return [independent, *(ForAll(x, Equation(F(each[o, x]), mean)) for each in (q, k))]


def moments(mean, variance) -> list:
    """Equal variances besides, no correlation between different entries, and no dependence between q and k."""
    both = [F(each[o, x] * each[o, y]) for each in (q, k)]
    independent = ForAll((x, y), Equation(F(q[o, x] * q[o, y] * k[o, x] * k[o, y]), both[0] * both[1]))
    second = mean**2 + variance * KroneckerDelta(x, y)
    return [*first_moments(mean), independent, *(ForAll((x, y), Equation(each, second)) for each in both)]


@theorem(
    "G5.functional",
    "any linear functional: mean 0 and variance σ² give the dot product variance ℓσ⁴",
    "Ganev, §2.1, where σ = 1",
    "proved",
)
def functional_standard():
    """F[X] = Σ_o w_o X(o) with any real weights, on a sample space of N outcomes; of F only the moments are given."""
    return claim(F(DOT**2) - F(DOT) ** 2, ell * sigma**4, given=moments(Integer(0), sigma**2))


@theorem("G6.functional.mean", "any linear functional: the mean is ℓμ²", "Ganev, footnote 1, corrected", "proved")
def functional_mean():
    """F[X] = Σ_o w_o X(o) with any real weights, on a sample space of N outcomes; of F only the moments are given."""
    return claim(F(DOT), ell * mu**2, given=first_moments(mu))


@theorem(
    "G6.functional", "any linear functional: the variance is ℓ(σ⁴ + 2μ²σ²)", "Ganev, footnote 1, corrected", "proved"
)
def functional_variance():
    """F[X] = Σ_o w_o X(o) with any real weights, on a sample space of N outcomes; of F only the moments are given."""
    true = ell * (sigma**4 + 2 * mu**2 * sigma**2)
    return claim(F(DOT**2) - F(DOT) ** 2, true, given=moments(mu, sigma**2))


@theorem("G6.printed.mean", "the mean of ⟨q, k⟩ is nμ²", "Ganev, footnote 1", "refuted", printed=r"n\mu^2")
def mean_printed():
    """Wrong through n ≠ ℓ only: the sum has as many terms as the vectors have entries."""
    return claim(E(DOT), n * mu**2, given=entries(mu, spread**2))


@theorem(
    "G6.printed.variance",
    "the variance of ⟨q, k⟩ is nσ² + 2nμ²σ² + nμ⁴, for n = ℓ",
    "Ganev, footnote 1",
    "refuted",
    printed=r"n\sigma^2 + 2n\mu^2\sigma^2 + n\mu^4",
)
def variance_printed():
    """With n = ℓ as well: the variance of one product is σ⁴ + 2μ²σ², not σ² + 2μ²σ² + μ⁴."""
    printed = ell * spread**2 + 2 * ell * mu**2 * spread**2 + ell * mu**4
    return claim(Var(DOT), printed, given=entries(mu, spread**2))


INDEPENDENT = Independent(p, q, k)
PAIRWISE = (PairwiseIndependent(p, q), PairwiseIndependent(p, k))
MEANS = (CommonMean(p, q, mu), CommonMean(p, k, mu))
VARIANCES = (CommonVariance(p, q, sigma**2), CommonVariance(p, k, sigma**2))


@theorem("G6.mean", "the mean of ⟨q, k⟩ is ℓμ²", "Ganev, footnote 1, corrected", "proved")
def mean():
    """The sample space has N outcomes with any weights."""
    return calc(
        E(DOT),
        (Sum(E(q[o, a] * k[o, a]), (a, 0, ell - 1)), Expectation),
        (Sum(E(q[o, a]) * E(k[o, a]), (a, 0, ell - 1)), INDEPENDENT),
        (ell * mu**2, MEANS),
        given=[INDEPENDENT, *MEANS],
    )


@theorem("G6.pairs", "the second moments E[q_i q_j] = μ² + σ² δ_ij", "behind Ganev, footnote 1", "proved")
def second_moments():
    i, j = Idx("i", ell), Idx("j", ell)
    given = [PAIRWISE[0], MEANS[0], VARIANCES[0]]
    return claim(E(q[o, i] * q[o, j]), mu**2 + sigma**2 * KroneckerDelta(i, j), given=given)


@theorem(
    "G6.square",
    "E[⟨q, k⟩²] is the sum over pairs of entries of E[q_a q_b] E[k_a k_b]",
    "behind Ganev, footnote 1",
    "proved",
)
def mean_of_square():
    both = E(q[o, a] * q[o, b]) * E(k[o, a] * k[o, b])
    return claim(E(DOT**2), Sum(both, (a, 0, ell - 1), (b, 0, ell - 1)), given=INDEPENDENT)


@theorem("G6", "the variance of ⟨q, k⟩ is ℓ(σ⁴ + 2μ²σ²)", "Ganev, footnote 1, corrected", "proved")
def variance():
    """The sample space has N outcomes with any weights."""
    return claim(Var(DOT), ell * (sigma**4 + 2 * mu**2 * sigma**2), given=entries(mu, sigma**2))


if __name__ == "__main__":
    run_script(__file__)
