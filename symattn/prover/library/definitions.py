"""The definitions of matrix operations, softmax, masks and rotations: a table of closed terms, none of them assumed.

A definition is a name, its size parameters and its value in the kernel's notation.  Matrices are functions of a row and
a column index; a column vector of angles is a matrix with one column.  A definition enters the kernel when it is first
used.  Classes of the language that are defined by smaller expressions are added through ``define``.
"""

from __future__ import annotations

from functools import cache

from ...kernel.rules import Theorem, definition, instantiate, instantiate_sizes
from ...kernel.syntax import parse
from ...kernel.terms import Abs, Size, Term, Var, const, var
from ..logic.cached_rules import beta
from ..logic.conversions import beta_sides
from ..logic.derived_rules import ProofError, ap_thm, beta_spine, chain, right

_TABLE = (
    # real numbers
    ("max", "", "λx y:ℝ. y + ind (y ≤ x) * (x + -1 * y)"),
    ("min", "", "λx y:ℝ. y + ind (x ≤ y) * (x + -1 * y)"),
    ("abs", "", "λx:ℝ. max x (-1 * x)"),
    ("power", "", "λx:ℝ, k:ℕ. iterate{1,1} (λA:[1]→[1]→ℝ, i j:[1]. x * A i j) (λi j:[1]. 1) k 0@[1] 0@[1]"),
    # the parts of (a + bi)ᵏ, from the powers of [[a, −b], [b, a]]
    ("complex", "", "λa b:ℝ, i j:[2]. ind (i = j) * a + (pos{2} i + -1 * pos{2} j) * b"),
    ("power_re", "", "λa b:ℝ, k:ℕ. matpow{2} (complex a b) k 0@[2] 0@[2]"),
    ("power_im", "", "λa b:ℝ, k:ℕ. matpow{2} (complex a b) k 1@[2] 0@[2]"),
    # f 0·f 1⋯f (k − 1), by a counter and the product so far; the falling factorial x·(x − 1)⋯(x − k + 1)
    (
        "counted_product",
        "",
        "λf:ℝ→ℝ, k:ℕ. iterate{1,2} (λA:[1]→[2]→ℝ, i:[1], j:[2]. ind (j = 0@[2]) * (A i 0@[2] + 1)"
        " + ind (j = 1@[2]) * (A i 1@[2] * f (A i 0@[2]))) (λi:[1], j:[2]. ind (j = 1@[2])) k 0@[1]",
    ),
    ("product_below", "", "λf:ℝ→ℝ, k:ℕ. counted_product f k 1@[2]"),
    ("falling", "", "λx:ℝ. product_below (λc:ℝ. x + -1 * c)"),
    ("factorial", "", "λk:ℕ. falling (real k) k"),
    ("binomial", "", "λx:ℝ, k:ℕ. falling x k * inv (factorial k)"),
    # the product of the numbers at the places up to k; that of all numbers
    ("product_to", "n", "λf:[n]→ℝ, k:ℕ. product_below (λc:ℝ. Σ l:[n]. ind (pos{n} l = c) * f l) (suc k)"),
    ("product", "n", "λf:[n]→ℝ. product_to{n} f (nat{n} last{n})"),
    # what holds of all large numbers; a limit at infinity
    ("eventually", "", "λP:ℝ→𝔹. ∀q:𝔹. (∀T:ℝ. (∀t:ℝ. T ≤ t ⇒ P t) ⇒ q) ⇒ q"),
    ("tends", "", "λf:ℝ→ℝ, a:ℝ. ∀e:ℝ. 0 < e ⇒ eventually (λt:ℝ. abs (f t + -1 * a) < e)"),
    # matrices
    ("matmul", "r n d", "λA:[r]→[n]→ℝ, B:[n]→[d]→ℝ, i:[r], j:[d]. Σ k:[n]. A i k * B k j"),
    ("transpose", "r n", "λA:[r]→[n]→ℝ, j:[n], i:[r]. A i j"),
    ("matadd", "r n", "λA B:[r]→[n]→ℝ, i:[r], j:[n]. A i j + B i j"),
    ("matscale", "r n", "λc:ℝ, A:[r]→[n]→ℝ, i:[r], j:[n]. c * A i j"),
    ("hadamard", "r n", "λA B:[r]→[n]→ℝ, i:[r], j:[n]. A i j * B i j"),
    ("identity", "n", "λi j:[n]. ind (i = j)"),
    ("zeros", "r n", "λi:[r], j:[n]. 0"),
    ("ones", "r n", "λi:[r], j:[n]. 1"),
    ("matpow", "n", "λM:[n]→[n]→ℝ, k:ℕ. iterate{n,n} (λA:[n]→[n]→ℝ. matmul{n,n,n} M A) identity{n} k"),
    ("permutation", "n", "λs:[n]→[n], i j:[n]. ind (i = s j)"),
    ("selection", "m n", "λf:[m]→[n], i:[m], j:[n]. ind (j = f i)"),
    ("beside", "r m k", "λA:[r]→[m]→ℝ, B:[r]→[k]→ℝ, i:[r]. case{m,k} (A i) (B i)"),
    ("above", "m k n", "λA:[m]→[n]→ℝ, B:[k]→[n]→ℝ, i:[m+k], j:[n]. case{m,k} (λa:[m]. A a j) (λb:[k]. B b j) i"),
    # the largest of some numbers: the mean of those that are at least as large as every other one; the factor [j ≠ k]
    # keeps a number from being compared with itself, which enclosures of it could not decide
    (
        "top",
        "n",
        "λf:[n]→ℝ. (Σ k:[n]. ind (∀j:[n]. ind (j ≠ k) * f j ≤ ind (j ≠ k) * f k) * f k)"
        " * inv (Σ k:[n]. ind (∀j:[n]. ind (j ≠ k) * f j ≤ ind (j ≠ k) * f k))",
    ),
    ("row_max", "r n", "λA:[r]→[n]→ℝ, i:[r], o:[1]. top{n} (A i)"),
    # softmax, for real scores and for scores in ℝ ∪ {−∞}
    ("row_softmax", "r n", "λA:[r]→[n]→ℝ, i:[r], j:[n]. exp (A i j) * inv (Σ k:[n]. exp (A i k))"),
    ("masked_row_softmax", "r n", "λA:[r]→[n]→ℝ∞, i:[r], j:[n]. eexp (A i j) * inv (Σ k:[n]. eexp (A i k))"),
    # matrices of extended reals
    ("extended", "r n", "λA:[r]→[n]→ℝ, i:[r], j:[n]. emb (A i j)"),
    ("mask", "r n", "λM:[r]→[n]→𝔹, i:[r], j:[n]. allow (M i j)"),
    ("extended_add", "r n", "λA B:[r]→[n]→ℝ∞, i:[r], j:[n]. plus (A i j) (B i j)"),
    ("extended_scale", "r n", "λc:ℝ, A:[r]→[n]→ℝ∞, i:[r], j:[n]. times c (A i j)"),
    ("prefix", "m k", "λi:[1], j:[m+k]. pos{m+k} j < #{m}"),
    ("everything", "r n", "λi:[r], j:[n]. ⊤"),
    ("subset", "n", "λS:[n]→𝔹, i:[1], j:[n]. S j"),
    ("causal", "n", "λj i:[n]. pos{n} i ≤ pos{n} j"),
    # ⌊x/y⌋ for 0 ≤ x < n and 1 ≤ y: the number of positive multiples of y up to x
    ("quotient", "n", "λx y:ℝ. Σ k:[n]. ind ((pos{n} k + 1) * y ≤ x)"),
    # the remainder of nᵏ by y: r ↦ n·r mod y, k times from 1
    (
        "power_remainder",
        "n",
        "λy:ℝ, k:ℕ. iterate{1,1} (λA:[1]→[1]→ℝ, i j:[1]. #{n} * A i j + -1 * (y * quotient{n} (#{n} * A i j) y))"
        " (λi j:[1]. 1) k 0@[1] 0@[1]",
    ),
    # similarity kernels and maps, row by row
    ("kernel_matrix", "r n l", "λa:([l]→ℝ)→([l]→ℝ)→ℝ, Q:[r]→[l]→ℝ, K:[n]→[l]→ℝ, i:[r], j:[n]. a (Q i) (K j)"),
    ("row_map", "n l m", "λg:([l]→ℝ)→[m]→ℝ, Q:[n]→[l]→ℝ, i:[n]. g (Q i)"),
    # interleaved sines and cosines, and block rotations [[c, s], [−s, c]]
    (
        "sine_cosine",
        "h",
        "λa:[h]→[1]→ℝ, i:[h*2], j:[1]."
        " ind (rem{h,2} i = 0@[2]) * sin (a (quo{h,2} i) j) + ind (rem{h,2} i = 1@[2]) * cos (a (quo{h,2} i) j)",
    ),
    (
        "block_rotation",
        "h",
        "λa:[h]→[1]→ℝ, i j:[h*2]. ind (quo{h,2} i = quo{h,2} j) * ("
        " ind (rem{h,2} i = rem{h,2} j) * cos (a (quo{h,2} i) 0@[1])"
        " + ind (rem{h,2} i = 0@[2]) * ind (rem{h,2} j = 1@[2]) * sin (a (quo{h,2} i) 0@[1])"
        " + -1 * (ind (rem{h,2} i = 1@[2]) * ind (rem{h,2} j = 0@[2]) * sin (a (quo{h,2} i) 0@[1])))",
    ),
)
# definitions that a definition refers to
_NEEDED = {
    "abs": ("max",),
    "tends": ("abs", "eventually"),
    "matpow": ("matmul", "identity"),
    "power_re": ("matpow", "complex"),
    "power_im": ("matpow", "complex"),
    "row_max": ("top",),
    "product": ("product_to",),
    "product_to": ("product_below",),
    "product_below": ("counted_product",),
    "power_remainder": ("quotient",),
    "falling": ("product_below",),
    "factorial": ("falling",),
    "binomial": ("factorial",),
}
_VALUES = {name: (tuple(parameters.split()), value) for name, parameters, value in _TABLE}
_THEOREMS: dict[str, Theorem] = {}


def definition_of(name: str) -> Theorem | None:
    """Return ⊢ c = t for a defined constant, or None when the name is primitive or unknown."""
    if name not in _THEOREMS and name in _VALUES:
        parameters, value = _VALUES[name]
        for needed in _NEEDED.get(name, ()):
            definition_of(needed)
        _THEOREMS[name] = definition(name, parameters, parse(value))
    return _THEOREMS.get(name)


def define(name: str, parameters: tuple[str, ...], value: Term) -> Theorem:
    """Define a constant beside the table; the same definition may be repeated."""
    if name in _VALUES:
        raise ProofError(f"{name} is already in the table of definitions")
    _THEOREMS[name] = definition(name, parameters, value)
    return _THEOREMS[name]


def defined(name: str, *sizes: Size) -> Term:
    """Return a defined constant at sizes, after its definition has entered the kernel."""
    if definition_of(name) is None:
        raise ProofError(f"{name} is not a defined constant")
    return const(name, *sizes)


def table() -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """Return the table of definitions: name, size parameters, value."""
    return tuple((name, parameters, value) for name, (parameters, value) in _VALUES.items())


def all_names() -> tuple[str, ...]:
    """Return the names of the table and of every constant defined so far, in alphabetical order."""
    return tuple(sorted({*_VALUES, *_THEOREMS}))


def from_definition(name: str, sizes: tuple[Size, ...], *arguments: Term) -> Theorem:
    """Infer ⊢ c{sizes} a b … = v from the definition of the constant c, both sides β-normal."""
    definition = definition_of(name)
    if definition is None:
        raise KeyError(name)
    return beta_sides(applied_definition(definition, sizes, *arguments))


@cache
def applied_definition(definition: Theorem, sizes: tuple[Size, ...], *arguments: Term) -> Theorem:
    """Return ⊢ c{sizes} a b … = t from the definition c = λx y …. t, at the arguments."""
    variables, result = _opened(definition, sizes, len(arguments))
    values = {v: argument for v, argument in zip(variables, arguments, strict=False) if v is not argument}
    result = instantiate(values, result) if values else result
    rest = arguments[len(variables) :]
    for argument in rest:
        result = ap_thm(result, argument)
    return chain(result, beta_spine(right(result))) if rest else result


@cache
def _opened(definition: Theorem, sizes: tuple[Size, ...], most: int) -> tuple[tuple[Var, ...], Theorem]:
    """Return variables x, y, … and ⊢ c{sizes} x y … = t from the definition c = λx y …. t: at most so many."""
    variables: list[Var] = []
    result = definition_at(definition, sizes)
    while len(variables) < most and isinstance(value := right(result), Abs):
        variables.append(var(f"?{len(variables)}", value.binder))
        result = ap_thm(result, variables[-1])
        result = chain(result, beta(right(result)))
    return tuple(variables), result


@cache
def definition_at(definition: Theorem, sizes: tuple[Size, ...]) -> Theorem:
    """Return ⊢ c{sizes} = t from the definition of c."""
    parameters = definition.arguments[1]
    values = {str(p): s for p, s in zip(parameters, sizes, strict=True)} if isinstance(parameters, tuple) else {}
    return instantiate_sizes(values, definition) if values else definition
