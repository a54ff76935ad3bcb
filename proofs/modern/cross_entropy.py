"""Log-sum-exp, cross-entropy, entropy and divergence: shifts, bounds, convexity, gradients.

Sources: S. Boyd, L. Vandenberghe, *Convex Optimization* (2004); P. Blanchard, D. Higham, N. Higham, *Accurately
computing the log-sum-exp and softmax functions* (2021); I. Goodfellow, Y. Bengio, A. Courville, *Deep Learning* (2016);
T. Cover, J. Thomas, *Elements of Information Theory*, 2nd ed.; M. Wainwright, M. Jordan, *Graphical models* (2008);
B. Gao, L. Pavel, *On the properties of the softmax function* (2017).
"""

from sympy import (
    Abs,
    Derivative,
    DiagMatrix,
    Gt,
    Idx,
    MatrixSymbol,
    Max,
    OneMatrix,
    Symbol,
    exp,
    log,
    symbols,
)

from symattn import (
    Equation,
    ForAll,
    Gradient,
    ProbabilitySymbol,
    RowMax,
    RowSoftmax,
    Softplus,
    calc,
    claim,
    dims,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.cross_entropy import CrossEntropy, CrossEntropyOfLogits, Divergence, Entropy, LogSum

n = dims("n")
x, y, z = (MatrixSymbol(name, 1, n) for name in ("x", "y", "z"))
c, a, b, u = symbols("c a b u", real=True)
theta = Symbol("theta", real=True)
i, j = Idx("i", n), Idx("j", n)
t = ProbabilitySymbol("y", n)  # targets
P = RowSoftmax(x)
BOYD, COVER, GOODFELLOW = "Boyd & Vandenberghe", "Cover & Thomas", "Goodfellow et al."


def dot(x, y):
    return sum_over(n, lambda k: x[0, k] * y[0, k])


# -------------------------------------------------------------------------------------------------------- log-sum-exp


@theorem("A.lse.shift", "lse(x + c) = lse(x) + c", "Blanchard et al. 2021, (1.4)", "proved")
def shift():
    return LogSum(x + c * OneMatrix(1, n)), LogSum(x) + c


@theorem("A.lse.shift.mistake", "lse(c x) = c lse(x)", "Blanchard et al. 2021, (1.4), for a product", "refuted")
def scale():
    return LogSum(c * x), c * LogSum(x)


@theorem("A.lse.max", "lse(x) = max x + log Σ exp(x − max x)", "Blanchard et al. 2021, (1.4)", "proved")
def by_the_maximum():
    m = RowMax(x)[0, 0]
    return LogSum(x), m + LogSum(x - m * OneMatrix(1, n))


@theorem("A.lse.lower", "max x ≤ lse(x)", f"{BOYD}, §3.1.5", "proved")
def lower():
    return RowMax(x)[0, 0] <= LogSum(x)


@theorem("A.lse.upper", "lse(x) ≤ max x + log n", f"{BOYD}, §3.1.5", "proved")
def upper():
    return LogSum(x) <= RowMax(x)[0, 0] + log(n)


@theorem("A.lse.upper.mistake", "lse(x) is at most the maximum", f"{BOYD}, §3.1.5", "refuted")
def upper_without_log():
    return LogSum(x) <= RowMax(x)[0, 0]


@theorem("A.lse.above", "lse(x) is above each entry where there is another one", "Blanchard et al. 2021, §2", "proved")
def above():
    """Of n + 1 entries; of one entry alone it is that entry."""
    return LogSum(MatrixSymbol("x", 1, n + 1)) > MatrixSymbol("x", 1, n + 1)[0, Idx("i", n + 1)]


@theorem("A.lse.two", "log(eᵃ + eᵇ) = a + softplus(b − a)", "NumPy, logaddexp", "proved")
def of_two():
    return Equation(log(exp(a) + exp(b)), a + Softplus(b - a))


@theorem("A.lse.two.max", "log(eᵃ + eᵇ) = max(a, b) + log(1 + e^−|a − b|)", "NumPy, logaddexp", "proved")
def of_two_by_maximum():
    return Equation(log(exp(a) + exp(b)), Max(a, b) + Softplus(-Abs(a - b)))


@theorem("A.lse.two.mistake", "log(eᵃ + eᵇ) = a + log₂(1 + e^(b − a))", "NumPy, logaddexp2", "refuted")
def of_two_in_base_two():
    return Equation(log(exp(a) + exp(b)), a + log(1 + exp(b - a)) / log(2))


@theorem("A.lse.softplus", "softplus(u) − softplus(−u) = u", f"{GOODFELLOW}, (3.41)", "proved")
def softplus():
    return Equation(Softplus(u) - Softplus(-u), u)


@theorem("A.lse.gradient", "∇lse = softmax", f"{BOYD}, §3.1.5", "proved")
def gradient():
    return Gradient(LogSum(x), x), P


@theorem("A.lse.gradient.mistake", "∇lse = −softmax", f"{BOYD}, §3.1.5", "refuted")
def gradient_negative():
    return Gradient(LogSum(x), x), -P


@theorem(
    "A.lse.hessian",
    "the Jacobian of softmax, which is the Hessian of lse, is diag(p) − pᵀp",
    f"{BOYD}, §3.1.5",
    "proved",
)
def hessian():
    """The Hessian of lse is the Jacobian of its gradient."""
    return Derivative(P[0, i], x[0, j]), (DiagMatrix(P.T) - P.T * P)[i, j]


@theorem(
    "A.lse.hessian.mistake", "z diag(p) zᵀ is the variance of z under p", "Wainwright & Jordan, Prop. 3.1", "refuted"
)
def hessian_diagonal():
    mean = dot(P, z)
    form = (z * DiagMatrix(P.T) * z.T)[0, 0]
    return Equation(form, sum_over(n, lambda k: P[0, k] * (z[0, k] - mean) ** 2))


@theorem(
    "A.lse.hessian.variance",
    "z (diag(p) − pᵀp) zᵀ is the variance of z under p",
    "Wainwright & Jordan, Prop. 3.1",
    "proved",
)
def hessian_as_variance():
    mean = dot(P, z)
    form = (z * (DiagMatrix(P.T) - P.T * P) * z.T)[0, 0]
    return Equation(form, sum_over(n, lambda k: P[0, k] * (z[0, k] - mean) ** 2))


@theorem("A.lse.hessian.psd", "z (diag(p) − pᵀp) zᵀ ≥ 0", f"{BOYD}, §3.1.5", "proved")
def hessian_semidefinite():
    return (z * (DiagMatrix(P.T) - P.T * P) * z.T)[0, 0] >= 0


@theorem("A.lse.tangent", "lse(y) ≥ lse(x) + ⟨softmax(x), y − x⟩", f"{BOYD}, (3.2)", "proved")
def first_order():
    return LogSum(y) >= LogSum(x) + sum_over(n, lambda k: P[0, k] * (y[0, k] - x[0, k]))


@theorem("A.lse.tangent.mistake", "lse(y) ≤ lse(x) + ⟨softmax(x), y − x⟩", f"{BOYD}, (3.2)", "refuted")
def first_order_above():
    return LogSum(y) <= LogSum(x) + sum_over(n, lambda k: P[0, k] * (y[0, k] - x[0, k]))


# -------------------------------------------------------------------------------------------------------- cross-entropy


@theorem("A.ce.logsoftmax", "log softmax(x)_i = x_i − lse(x)", f"{GOODFELLOW}, (6.30)", "proved")
def log_softmax():
    return Equation(log(P[0, i]), x[0, i] - LogSum(x))


@theorem("A.ce.logits", "CE(y, x) = lse(x) − ⟨y, x⟩", f"{GOODFELLOW}, (6.30)", "proved")
def of_logits():
    """The targets y are probabilities: they add up to 1."""
    return calc(
        CrossEntropyOfLogits(t, x),
        (CrossEntropy(t, P), CrossEntropyOfLogits),
        (-sum_over(n, lambda k: t[0, k] * log(P[0, k])), CrossEntropy),
        (LogSum(x) - dot(t, x), (RowSoftmax, LogSum, t)),
    )


@theorem("A.ce.logits.mistake", "CE(y, x) = lse(x) + ⟨y, x⟩", f"{GOODFELLOW}, (6.30)", "refuted")
def of_logits_sign():
    return Equation(CrossEntropyOfLogits(t, x), LogSum(x) + dot(t, x))


@theorem(
    "A.ce.twice.mistake",
    "CE of logits is the same for probabilities in place of the logits",
    "PyTorch, CrossEntropyLoss: unnormalized logits",
    "refuted",
)
def softmax_twice():
    return Equation(CrossEntropyOfLogits(t, P), CrossEntropyOfLogits(t, x))


@theorem("A.ce.gradient", "∇CE = softmax(x) − y", f"{GOODFELLOW}, §6.2.2.3", "proved")
def of_logits_gradient():
    return Gradient(CrossEntropyOfLogits(t, x), x), P - t


@theorem("A.ce.gradient.mistake", "∇CE = y − softmax(x)", f"{GOODFELLOW}, §6.2.2.3", "refuted")
def of_logits_gradient_sign():
    return Gradient(CrossEntropyOfLogits(t, x), x), t - P


@theorem(
    "A.ce.gradient.sum",
    "the entries of softmax(x) − t, the gradient of CE, add up to 0",
    f"{GOODFELLOW}, §6.2.2.3",
    "proved",
)
def gradient_sum():
    return Equation(sum_over(n, lambda k: P[0, k] - t[0, k]), 0)


@theorem(
    "A.ce.binary",
    "CE of two classes is softplus(−u) for the difference u of the logits",
    f"{GOODFELLOW}, §6.2.2.2",
    "proved",
)
def binary():
    return Equation(log(exp(a) + exp(b)) - a, Softplus(-(a - b)))


# ------------------------------------------------------------------------------------------------ entropy, divergence

R = RowSoftmax(y)


@theorem("A.kl.split", "H(p, q) = H(p) + KL(p ‖ q) for p = softmax(y), q = softmax(x)", f"{COVER}, §2.3", "proved")
def split():
    return Equation(CrossEntropy(R, P), Entropy(R) + Divergence(R, P))


@theorem(
    "A.kl.bregman",
    "KL of softmaxes is a Bregman divergence of lse",
    "Wainwright & Jordan, §5.2.2",
    "proved",
)
def bregman():
    return Equation(Divergence(R, P), LogSum(x) - LogSum(y) - sum_over(n, lambda k: R[0, k] * (x[0, k] - y[0, k])))


@theorem("A.kl.nonnegative", "KL of softmaxes is not below 0", f"{COVER}, Theorem 2.6.3", "proved")
def gibbs():
    return Divergence(R, P) >= 0


# Any probabilities p and q, all of which are positive.
p, q = ProbabilitySymbol("p", n), ProbabilitySymbol("q", n)
FIRST, BOTH = [ForAll(i, Gt(p[0, i], 0))], [ForAll(i, Gt(p[0, i], 0)), ForAll(i, Gt(q[0, i], 0))]


@theorem("A.kl.probabilities", "KL(p ‖ q) ≥ 0 of any positive probabilities", f"{COVER}, Theorem 2.6.3", "proved")
def gibbs_of_any():
    return claim(Divergence(p, q) >= 0, given=BOTH)


@theorem("A.kl.symmetric.mistake", "KL is symmetric", f"{COVER}, §2.3", "refuted")
def symmetric():
    return Equation(Divergence(R, P), Divergence(P, R))


@theorem("A.kl.self", "KL(p ‖ p) = 0 for p = softmax(x)", f"{COVER}, Theorem 2.6.3", "proved")
def of_itself():
    return Equation(Divergence(P, P), 0)


@theorem("A.ce.least", "H(p, q) ≥ H(p) of any positive probabilities", f"{COVER}, Theorem 2.6.3", "proved")
def at_least_entropy():
    return claim(CrossEntropy(p, q) >= Entropy(p), given=BOTH)


@theorem("A.entropy.softmax", "H(softmax(x)) = lse(x) − ⟨softmax(x), x⟩", "Wainwright & Jordan, §3.6", "proved")
def entropy_of_softmax():
    return Equation(Entropy(P), LogSum(x) - dot(P, x))


@theorem("A.entropy.least", "the entropy of positive probabilities is not below 0", f"{COVER}, Lemma 2.1.1", "proved")
def entropy_at_least():
    return claim(Entropy(p) >= 0, given=FIRST)


@theorem(
    "A.entropy.most", "the entropy of n positive probabilities is at most log n", f"{COVER}, Theorem 2.6.4", "proved"
)
def entropy_at_most():
    return claim(Entropy(p) <= log(n), given=FIRST)


@theorem(
    "A.entropy.most.mistake",
    "the entropy of softmax(x) in bits is lse(x) − ⟨softmax(x), x⟩",
    f"{COVER}, §2.1: the base of the logarithm",
    "refuted",
)
def entropy_in_bits():
    return Equation(Entropy(P) / log(2), LogSum(x) - dot(P, x))


@theorem("A.entropy.uniform", "equal logits have the entropy log n", f"{COVER}, Theorem 2.6.4", "proved")
def entropy_of_uniform():
    return Equation(Entropy(RowSoftmax(c * OneMatrix(1, n))), log(n))


# --------------------------------------------------------------------------------------------------------- convexity

v, w = symbols("v w", real=True)
WEIGHTS = [v >= 0, w >= 0, Equation(v + w, 1)]
BETWEEN = v * x + w * y
GAP = v * LogSum(x) + w * LogSum(y) - LogSum(BETWEEN)


def mean_divergence(s):
    """v KL(s ‖ softmax(x)) + w KL(s ‖ softmax(y))."""
    return v * Divergence(s, P) + w * Divergence(s, R)


@theorem(
    "A.lse.jensen",
    "v lse(x) + w lse(y) − lse(z) = v KL(s ‖ softmax(x)) + w KL(s ‖ softmax(y)), s = softmax(z), z = vx + wy",
    "Wainwright & Jordan, §5.2.2: KL as a Bregman divergence",
    "proved",
)
def jensen():
    """Where v + w = 1. By how much a chord of lse lies above it is a mean of divergences."""
    return claim(Equation(GAP, mean_divergence(RowSoftmax(BETWEEN))), given=WEIGHTS[2:])


@theorem(
    "A.kl.mean",
    "v KL(s ‖ p) + w KL(s ‖ q) ≥ 0 of softmaxes, for v, w ≥ 0",
    f"{COVER}, Theorem 2.6.3",
    "proved",
    uses=["A.kl.nonnegative"],
)
def mean_of_divergences():
    return claim(mean_divergence(RowSoftmax(z)) >= 0, given=WEIGHTS[:2])


@theorem(
    "A.lse.convex",
    "lse is convex: v lse(x) + w lse(y) − lse(vx + wy) ≥ 0 for v, w ≥ 0 with v + w = 1",
    f"{BOYD}, §3.1.5",
    "proved",
    uses=["A.lse.jensen", "A.kl.mean"],
)
def convex():
    return claim(GAP >= 0, given=WEIGHTS)


@theorem(
    "A.lse.convex.mistake",
    "v lse(x) + w lse(y) − lse(vx + wy) ≥ 0 for any v, w with v + w = 1",
    f"{BOYD}, §3.1.1: weights within [0, 1]",
    "refuted",
)
def convex_outside():
    return claim(GAP >= 0, given=WEIGHTS[2:])


if __name__ == "__main__":
    run_script(__file__)
