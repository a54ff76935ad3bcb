"""LayerNorm and RMSNorm: what they do not see, what folds into the weights beside them, and their derivatives.

Sources: J. L. Ba, J. R. Kiros, G. E. Hinton, *Layer Normalization*, 2016, eq. (4) and §5.1, Table 1; B. Zhang,
R. Sennrich, *Root Mean Square Layer Normalization*, 2019, eq. (4) and §4; S. Brody, U. Alon, E. Yahav, *On the
Expressivity Role of LayerNorm in Transformers' Attention*, 2023, §2; S. Ashkboos et al., *SliceGPT*, 2024, §3;
Z. Jiang et al., *Pre-RMSNorm and Pre-CRMSNorm Transformers*, 2023, §3; S. Ashkboos et al., *QuaRot*, 2024, §4;
R. Xiong et al., *On Layer Normalization in the Transformer Architecture*, 2020, Lemma 1 and appendix D.

Tokens are the rows of X, n×d, for any n and d. With ε > 0 under the root nothing is assumed about X; without ε
(`Standardise`, `UnitRMS`) a row must have a variance, or an entry other than 0.
"""

from sympy import (
    Derivative,
    DiagMatrix,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    KroneckerDelta,
    Le,
    MatrixSymbol,
    OneMatrix,
    Symbol,
    ZeroMatrix,
    sqrt,
)

from symattn import (
    Equation,
    OrthogonalSymbol,
    PermutationSymbol,
    SelfAttention,
    calc,
    claim,
    dims,
    from_entries,
    run_script,
    sum_over,
    theorem,
)
from symattn.modern.normalisation import Centring, LayerNorm, RMSNorm, Standardise, UnitRMS

n, d, p, e, m = dims("n d p e m")
X, A = MatrixSymbol("X", n, d), MatrixSymbol("A", n, p)
x = MatrixSymbol("x", 1, d)
gamma, beta = MatrixSymbol("gamma", 1, d), MatrixSymbol("beta", 1, d)
W, b = MatrixSymbol("W", d, e), MatrixSymbol("b", 1, e)
eps, c = Symbol("epsilon", positive=True), Symbol("c", positive=True)
u = MatrixSymbol("u", n, 1)
sigma, pi, g = PermutationSymbol("sigma", n), PermutationSymbol("pi", d), OrthogonalSymbol("g", d)
one, plain = OneMatrix(1, d), (OneMatrix(1, d), ZeroMatrix(1, d))
a, k = Idx("a", d), Idx("k", d)
ones = OneMatrix(d, 1)


def mean(i, Y=X):
    return sum_over(d, lambda s: Y[i, s]) / d


def variance(i, Y=X):
    return sum_over(d, lambda s: (Y[i, s] - mean(i, Y)) ** 2) / d


def square(i, Y=X):
    """The sum of the squares of a row."""
    return sum_over(d, lambda s: Y[i, s] ** 2)


i = Idx("i", n)
VARIES, NONZERO = Gt(d * variance(0, x), 0), Gt(square(0, x), 0)


def after_rms(Y):
    """RMSNorm of Y with the gain γ and the bias β."""
    return RMSNorm(Y, eps) * DiagMatrix(gamma.T) + OneMatrix(n, 1) * beta


# ---------------------------------------------------------------------------------------------------------- LayerNorm


@theorem("A.normalisation.centring_projects", "centring twice is centring once", "Brody et al. 2023, §2", "proved")
def centring():
    return Centring(d) * Centring(d), Centring(d)


@theorem(
    "A.normalisation.layer_is_rms",
    "LayerNorm is RMSNorm of the centred tokens",
    "SliceGPT 2024, §3; Jiang et al. 2023, §3",
    "proved",
)
def layer_is_rms():
    return LayerNorm(X, gamma, beta, eps), after_rms(X * Centring(d))


@theorem(
    "A.normalisation.layer_is_rms.plain",
    "LayerNorm with the gain 1 and the bias 0 is RMSNorm of the centred tokens",
    "SliceGPT 2024, §3.2",
    "proved",
)
def plain_is_rms():
    return LayerNorm(X, *plain, eps), RMSNorm(X * Centring(d), eps)


@theorem(
    "A.normalisation.layer_is_rms.mistake",
    "LayerNorm is the centring of RMSNorm",
    "Jiang et al. 2023, §3, in the other order",
    "refuted",
)
def layer_is_centred_rms():
    return LayerNorm(x, *plain, eps), RMSNorm(x, eps) * Centring(d)


@theorem(
    "A.normalisation.layer_shift", "LayerNorm does not see a shift of each token", "Ba et al. 2016, Table 1", "proved"
)
def layer_shift():
    return calc(
        LayerNorm(X + u * one, gamma, beta, eps),
        (after_rms((X + u * one) * Centring(d)), layer_is_rms),
        (after_rms(X * Centring(d)), Centring),
        (LayerNorm(X, gamma, beta, eps), layer_is_rms),
    )


@theorem(
    "A.normalisation.layer_shift.mistake",
    "LayerNorm does not see a shift by one vector",
    "Ba et al. 2016, Table 1",
    "refuted",
)
def layer_shift_by_vector():
    """The same number must be added to all coordinates of a token, not the same vector to all tokens."""
    return LayerNorm(x + beta, *plain, eps), LayerNorm(x, *plain, eps)


@theorem(
    "A.normalisation.layer_scale",
    "LayerNorm without ε does not see a positive scale",
    "Ba et al. 2016, Table 1",
    "proved",
)
def layer_scale():
    return claim(Standardise(c * x), Standardise(x), given=[VARIES])


@theorem(
    "A.normalisation.layer_scale.mistake",
    "LayerNorm with ε does not see the scale",
    "Ba et al. 2016, Table 1, as often quoted",
    "refuted",
)
def layer_scale_with_epsilon():
    return LayerNorm(c * x, *plain, eps), LayerNorm(x, *plain, eps)


@theorem(
    "A.normalisation.layer_scale.epsilon",
    "LayerNorm with ε does not see a positive scale c when ε is scaled by c²",
    "derived from Ba et al. 2016, eq. 4",
    "proved",
)
def layer_scale_epsilon():
    return LayerNorm(c * X, gamma, beta, c**2 * eps), LayerNorm(X, gamma, beta, eps)


@theorem(
    "A.normalisation.layer_permutation",
    "LayerNorm commutes with permutations of the tokens",
    "Ba et al. 2016, eq. 4: each token by itself",
    "proved",
)
def layer_tokens():
    return LayerNorm(sigma * X, gamma, beta, eps), sigma * LayerNorm(X, gamma, beta, eps)


@theorem(
    "A.normalisation.layer_coordinates",
    "LayerNorm commutes with permutations of the coordinates, its gain and bias permuted alike",
    "Ba et al. 2016, eq. 4",
    "proved",
)
def layer_coordinates():
    return LayerNorm(X * pi, gamma * pi, beta * pi, eps), LayerNorm(X, gamma, beta, eps) * pi


@theorem(
    "A.normalisation.layer_coordinates.mistake",
    "LayerNorm commutes with permutations of the coordinates, its gain and bias left as they are",
    "Ba et al. 2016, eq. 4",
    "refuted",
)
def layer_coordinates_without_gain():
    return LayerNorm(x * pi, gamma, beta, eps), LayerNorm(x, gamma, beta, eps) * pi


@theorem(
    "A.normalisation.rms_rotation",
    "RMSNorm commutes with any orthogonal matrix",
    "SliceGPT 2024, §3.1, eq. 2",
    "proved",
)
def rms_rotation():
    return RMSNorm(X * g, eps), RMSNorm(X, eps) * g


FIXES_ONE = Equation(g * ones, ones)


@theorem(
    "A.normalisation.layer_rotation.centring",
    "centring commutes with an orthogonal matrix that fixes 1",
    "Brody et al. 2023, §2",
    "proved",
)
def rotation_of_centred():
    """g C = (g C gᵀ) g, and g C gᵀ = 1 − (g1)(g1)ᵀ/d = C."""
    return calc(
        g * Centring(d),
        (g * Centring(d) * g.T * g, g),
        ((g * g.T - (g * ones) * (g * ones).T / d) * g, Centring),
        ((Identity(d) - ones * one / d) * g, (g, FIXES_ONE)),
        (Centring(d) * g, Centring),
        given=[FIXES_ONE],
    )


@theorem(
    "A.normalisation.layer_rotation",
    "LayerNorm with γ = 1 and β = 0 commutes with an orthogonal matrix that fixes 1",
    "Brody et al. 2023, §2",
    "proved",
)
def layer_rotation():
    return calc(
        LayerNorm(X * g, *plain, eps),
        (RMSNorm(X * g * Centring(d), eps), plain_is_rms),
        (RMSNorm(X * Centring(d) * g, eps), rotation_of_centred),
        (RMSNorm(X * Centring(d), eps) * g, rms_rotation),
        (LayerNorm(X, *plain, eps) * g, plain_is_rms),
        given=[FIXES_ONE],
    )


@theorem(
    "A.normalisation.layer_rotation.mistake",
    "LayerNorm with γ = 1 and β = 0 commutes with any orthogonal matrix",
    "SliceGPT 2024, §3, where it is RMSNorm",
    "refuted",
)
def layer_any_rotation():
    return LayerNorm(x * g, *plain, eps), LayerNorm(x, *plain, eps) * g


@theorem(
    "A.normalisation.layer_mean",
    "the output of LayerNorm with γ = 1 and β = 0 has mean 0",
    "Brody et al. 2023, §2",
    "proved",
)
def layer_mean():
    return LayerNorm(X, *plain, eps) * ones, ZeroMatrix(n, 1)


@theorem(
    "A.normalisation.layer_square",
    "the output of LayerNorm with γ = 1 and β = 0, without ε, has mean square 1",
    "Brody et al. 2023, §2",
    "proved",
)
def layer_square():
    return claim(square(0, Standardise(x)) / d, 1, given=[VARIES])


@theorem(
    "A.normalisation.layer_square.mistake",
    "the output of LayerNorm with γ = 1 and β = 0, with ε, has mean square 1",
    "Brody et al. 2023, §2",
    "refuted",
)
def layer_square_with_epsilon():
    return Equation(square(0, LayerNorm(x, *plain, eps)) / d, 1)


@theorem(
    "A.normalisation.layer_square.epsilon",
    "the output of LayerNorm with γ = 1 and β = 0, with ε, has mean square at most 1",
    "derived from Ba et al. 2016, eq. 4",
    "proved",
)
def layer_square_below():
    return Le(square(i, LayerNorm(X, *plain, eps)) / d, 1)


V, y = MatrixSymbol("V", p, d), MatrixSymbol("y", 1, p)


@theorem(
    "A.normalisation.fold_centring",
    "centring folds into the weight before: LN(AV) = RMS(A(VC))",
    "SliceGPT 2024, §3.2",
    "proved",
)
def fold_centring():
    return LayerNorm(A * V, *plain, eps), RMSNorm(A * (V * Centring(d)), eps)


@theorem(
    "A.normalisation.fold_centring.mistake",
    "centring folds into the weight before from the left: LN(AV) = RMS(A(CV))",
    "SliceGPT 2024, §3.2, on the wrong side",
    "refuted",
)
def fold_centring_left():
    return LayerNorm(y * V, *plain, eps), RMSNorm(y * (Centring(p) * V), eps)


@theorem(
    "A.normalisation.fold_gain",
    "gain and bias fold into the next layer: diag(γ)W and βW + b",
    "SliceGPT 2024, §3.2; Elhage et al. 2021",
    "proved",
)
def fold_gain():
    """LN(X; γ, β) W + b = LN(X) (diag(γ) W) + (β W + b)."""
    rows = OneMatrix(n, 1)
    folded = LayerNorm(X, *plain, eps) * (DiagMatrix(gamma.T) * W) + rows * (beta * W + b)
    return calc(
        LayerNorm(X, gamma, beta, eps) * W + rows * b,
        ((LayerNorm(X, *plain, eps) * DiagMatrix(gamma.T) + rows * beta) * W + rows * b, (LayerNorm, DiagMatrix)),
        (folded, ()),
    )


@theorem(
    "A.normalisation.fold_gain.mistake",
    "gain and bias fold into the next layer: diag(γ)W and β diag(γ)W + b",
    "SliceGPT 2024, §3.2, bias folded wrongly",
    "refuted",
)
def fold_gain_into_bias():
    rows = OneMatrix(n, 1)
    folded = LayerNorm(X, *plain, eps) * (DiagMatrix(gamma.T) * W) + rows * (beta * DiagMatrix(gamma.T) * W + b)
    return LayerNorm(X, gamma, beta, eps) * W + rows * b, folded


@theorem(
    "A.normalisation.layer_shift_attention",
    "pre-norm attention does not see a shift of each token",
    "Brody et al. 2023, §2",
    "proved",
    uses="A.normalisation.layer_shift",
)
def pre_norm_attention():
    S = [MatrixSymbol(f"W_{name}", d, p) for name in "QKV"]
    normed = [LayerNorm(Y, gamma, beta, eps) for Y in (X + u * one, X)]
    return SelfAttention(normed[0], *S), SelfAttention(normed[1], *S)


# ------------------------------------------------------------------------------------------------------------ RMSNorm


@theorem(
    "A.normalisation.rms_scale",
    "RMSNorm without ε does not see a positive scale",
    "Zhang & Sennrich 2019, §4",
    "proved",
)
def rms_scale():
    return claim(UnitRMS(c * x), UnitRMS(x), given=[NONZERO])


@theorem(
    "A.normalisation.rms_scale.mistake",
    "RMSNorm with ε does not see the scale",
    "Zhang & Sennrich 2019, §4, as often quoted",
    "refuted",
)
def rms_scale_with_epsilon():
    return RMSNorm(c * x, eps), RMSNorm(x, eps)


@theorem(
    "A.normalisation.rms_scale.epsilon",
    "RMSNorm with ε does not see a positive scale c when ε is scaled by c²",
    "derived from Zhang & Sennrich 2019, eq. 4",
    "proved",
)
def rms_scale_epsilon():
    return RMSNorm(c * X, c**2 * eps), RMSNorm(X, eps)


@theorem(
    "A.normalisation.rms_shift.mistake", "RMSNorm does not see a shift", "Zhang & Sennrich 2019, Table 1", "refuted"
)
def rms_shift():
    """It gives up the invariance of LayerNorm under shifts."""
    return RMSNorm(x + c * one, eps), RMSNorm(x, eps)


@theorem(
    "A.normalisation.rms_rotation.mistake",
    "RMSNorm with a gain commutes with any orthogonal matrix",
    "SliceGPT 2024, §3.2: gains are folded first",
    "refuted",
)
def rms_gain_rotation():
    gain = DiagMatrix(gamma.T)
    return RMSNorm(x * g, eps) * gain, RMSNorm(x, eps) * gain * g


@theorem(
    "A.normalisation.rms_permutation",
    "RMSNorm commutes with permutations of the tokens",
    "Zhang & Sennrich 2019, eq. 4",
    "proved",
)
def rms_tokens():
    return RMSNorm(sigma * X, eps), sigma * RMSNorm(X, eps)


@theorem(
    "A.normalisation.rms_gain",
    "the gain of RMSNorm folds into the next weight",
    "SliceGPT 2024, §3.2; QuaRot 2024, §4",
    "proved",
)
def rms_gain():
    return HadamardProduct(RMSNorm(X, eps), OneMatrix(n, 1) * gamma) * W, RMSNorm(X, eps) * (DiagMatrix(gamma.T) * W)


@theorem(
    "A.normalisation.rms_sphere",
    "RMSNorm without ε puts a token on the sphere of radius √d",
    "Zhang & Sennrich 2019, §4",
    "proved",
)
def rms_sphere():
    return claim(square(0, UnitRMS(x)), d, given=[NONZERO])


@theorem(
    "A.normalisation.rms_twice",
    "RMSNorm twice is RMSNorm once, without ε",
    "derived from Zhang & Sennrich 2019, eq. 4",
    "proved",
)
def rms_twice():
    return claim(UnitRMS(UnitRMS(x)), UnitRMS(x), given=[NONZERO])


@theorem(
    "A.normalisation.rms_twice.mistake",
    "RMSNorm twice is RMSNorm once, with ε",
    "derived from Zhang & Sennrich 2019, eq. 4",
    "refuted",
)
def rms_twice_with_epsilon():
    return RMSNorm(RMSNorm(x, eps), eps), RMSNorm(x, eps)


@theorem(
    "A.normalisation.rms_centred",
    "on tokens of mean 0 LayerNorm with γ = 1 and β = 0 is RMSNorm",
    "Jiang et al. 2023, §3",
    "proved",
)
def rms_centred():
    return claim(LayerNorm(X, *plain, eps), RMSNorm(X, eps), given=[Equation(X * ones, ZeroMatrix(n, 1))])


# -------------------------------------------------------------------------------------------------------- derivatives

root = sqrt(square(0, x) / d + eps)


@theorem(
    "A.normalisation.rms_jacobian",
    "the Jacobian of RMSNorm is (δ − y_a y_k/d)/r",
    "Zhang & Sennrich 2019, §4, eq. 9",
    "proved",
)
def rms_jacobian():
    """With r = √(mean(x²) + ε) and y = x/r."""
    y = RMSNorm(x, eps)
    return Equation(Derivative(y[0, a], x[0, k]), (KroneckerDelta(a, k) - y[0, a] * y[0, k] / d) / root)


@theorem(
    "A.normalisation.rms_jacobian.mistake",
    "the Jacobian of RMSNorm is δ/r, as if the root were constant",
    "",
    "refuted",
)
def rms_jacobian_constant():
    return Equation(Derivative(RMSNorm(x, eps)[0, a], x[0, k]), KroneckerDelta(a, k) / root)


@theorem(
    "A.normalisation.layer_jacobian",
    "the Jacobian of LayerNorm is (δ − 1/d − y_a y_k/d)/r",
    "Xiong et al. 2020, appendix D",
    "proved",
)
def layer_jacobian():
    """With r = √(variance + ε) and y the output without gain and bias."""
    y = LayerNorm(x, *plain, eps)
    inside = KroneckerDelta(a, k) - 1 / d - y[0, a] * y[0, k] / d
    return Equation(Derivative(y[0, a], x[0, k]), inside / sqrt(variance(0, x) + eps))


@theorem(
    "A.normalisation.layer_jacobian.mistake",
    "the Jacobian of LayerNorm is that with a constant mean",
    "",
    "refuted",
)
def layer_jacobian_constant_mean():
    y = LayerNorm(x, *plain, eps)
    inside = KroneckerDelta(a, k) - y[0, a] * y[0, k] / d
    return Equation(Derivative(y[0, a], x[0, k]), inside / sqrt(variance(0, x) + eps))


@theorem(
    "A.normalisation.layer_unbiased.mistake",
    "dividing by d − 1 is the same LayerNorm",
    "torch.var, with its default",
    "refuted",
)
def layer_unbiased():
    y = MatrixSymbol("y", 1, m + 1)
    average = sum_over(m + 1, lambda s: y[0, s]) / (m + 1)
    spread = sum_over(m + 1, lambda s: (y[0, s] - average) ** 2) / m
    unbiased = from_entries(1, m + 1, lambda i, j: (y[0, j] - average) / sqrt(spread + eps))
    return unbiased, LayerNorm(y, OneMatrix(1, m + 1), ZeroMatrix(1, m + 1), eps)


if __name__ == "__main__":
    run_script(__file__)
