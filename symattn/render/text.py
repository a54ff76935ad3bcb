"""Unicode text of expressions, statements and outcomes: one line per formula, in the notation of the literature."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sympy import (
    Abs,
    Basic,
    E,
    I,
    Identity,
    Max,
    Min,
    Mul,
    Piecewise,
    Product,
    S,
    exp,
    expand,
    fraction,
    pi,
)
from sympy.printing.str import StrPrinter

from symattn.depth import TOO_DEEP, deep
from symattn.errors import SymattnError
from symattn.language import Calc, Claim, PermutationSymbol
from symattn.language.base.dims import as_sympy
from symattn.language.base.names import GREEK
from symattn.language.base.naming import Context, NamesSymbols, form_of_name, speaking_of
from symattn.language.convergence import limit_text
from symattn.language.entrywise import function_of_entries, word_at_matrix
from symattn.language.existence import exists_text
from symattn.language.lemmas import Lemma
from symattn.language.propositions import relation_of
from symattn.language.quantified import for_all_text
from symattn.language.words.positions import Rotation
from symattn.render import rules
from symattn.render.brackets import ATOM, POWER, PRODUCT, binding
from symattn.render.counting import counted as counted
from symattn.render.habits import above_and_below, positive_first, power_of_number
from symattn.render.lets import NamesLayers, lets
from symattn.render.statement import Membership, statement

#: A letter with an index or a power, before which a number needs no sign.
_NAME = re.compile(r"[^\W\d_](?:_[^\W_]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\[[^\[\]]*\])*")
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def symbol_text(name: str, scalar: bool = False) -> str:
    """Write the name of a symbol with Greek letters, as in the statement that is printed; digits and indices stay.

    A ``scalar`` must not be taken for a number such as π.

    >>> symbol_text("sigma_1"), symbol_text("S_Q"), symbol_text("ell"), symbol_text("x*")
    ('σ_1', 'S_Q', 'ℓ', '"x*"')
    """
    return form_of_name(_printer, name, scalar)


def greek_text(name: str) -> str:
    """Write a plain name with Greek letters."""
    head, underscore, index = name.partition("_")
    return GREEK.get(head, head) + underscore + GREEK.get(index, index)


def greek_words(words: str) -> str:
    """Write words in which names of symbols stand with Greek letters; what stands in quotes is a name as it is.

    >>> greek_words("sigma is a permutation; x = y + 2*pi")
    'σ is a permutation; x = y + 2*π'
    """
    return re.sub(r'"[^"]*"|[A-Za-z][A-Za-z0-9_]*', _greek_word, words)


def _greek_word(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else greek_text(found[0])


def joined(factors: Sequence[str]) -> str:
    """Write a product; between a number and a name nothing stands.

    >>> joined(["2", "x", "y"]), joined(["2", "3^x"]), joined(["2", "exp(x)"])
    ('2x·y', '2·3^x', '2·exp(x)')
    """
    first, *others = factors
    if others and first.isdecimal() and _NAME.fullmatch(others[0]):
        first, others = first + others[0], others[1:]
    return "·".join([first, *others])


class TextPrinter(NamesLayers, NamesSymbols, StrPrinter):
    """Print SymPy expressions and the classes of the language as one line of Unicode text."""

    notation = "text"

    # The classes of the language print themselves for `str` in the user's notation; here every class has its own rule.
    printmethod = "_symattn_text"

    def __init__(self, names: Mapping[Basic, str] | None = None) -> None:
        super().__init__()
        self.names = names or {}

    def parenthesize(self, item: Any, level: int, strict: bool = False) -> str:
        written = self._print(item)
        own = binding(written)
        return f"({written})" if own < level or (own == level and not strict) else written

    def _factor(self, expr: Any) -> str:
        return self.parenthesize(expr, PRODUCT, strict=True)

    def _denominator(self, expr: Any) -> str:
        return self.parenthesize(expr, POWER, strict=True)

    def atom(self, expr: Any) -> str:
        """Write what a power, an index or a root is of, or an index: in brackets unless it is one sign or a call."""
        return self.parenthesize(expr, ATOM, strict=True)

    def raised(self, base: str, exponent: Any) -> str:
        """Write a power of what is written."""
        exponent = as_sympy(exponent)
        return base + (str(exponent).translate(SUPERSCRIPTS) if exponent.is_Integer else f"^{self.atom(exponent)}")

    def ordinary(self, name: str) -> str:
        return greek_text(name)

    def other_forms(self, context: Context) -> list[str]:
        found = super().other_forms(context)
        for node in context.nodes:
            if node is pi:
                found.append("π")
            elif node is E:
                found.append("E")
            elif node is I:
                found.append("i")
            elif isinstance(node, PermutationSymbol):
                found.append(f"S_{self.atom(node.shape[0])}")
            elif isinstance(node, Identity):
                found.append(self._print(node))
        return found

    def _print_NegativeInfinity(self, expr: Any) -> str:
        return "−∞"

    def _print_Infinity(self, expr: Any) -> str:
        return "∞"

    def _print_Pi(self, expr: Any) -> str:
        return "π"

    def _print_ImaginaryUnit(self, expr: Any) -> str:
        return "i"

    def _print_conjugate(self, expr: Any) -> str:
        return self.call("conj", expr.args)

    def _print_re(self, expr: Any) -> str:
        return self.call("Re", expr.args)

    def _print_im(self, expr: Any) -> str:
        return self.call("Im", expr.args)

    # ---- sums, products, powers

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return positive_first(super()._as_ordered_terms(expr, order))

    def _print_exp(self, expr: Any) -> str:
        power = power_of_number(expr)
        if power is None:
            return self.call("exp", expr.args)
        base, exponent = power
        return f"{base}^{self.atom(exponent)}"

    def _print_Mul(self, expr: Any) -> str:
        above, below = above_and_below(expr)
        sign, above = ("-", -above) if above.could_extract_minus_sign() else ("", above)
        text = joined([self._factor(factor) for factor in Mul.make_args(above)])
        return sign + (text if below == 1 else f"{text}/{self._denominator(below)}")

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        if expr.exp == S.Half:
            return "√" + self.atom(expr.base)
        if expr.exp.is_Rational and expr.exp < 0:
            return "1/" + self._denominator(1 / expr)
        return self.raised(self.atom(expr.base), expr.exp)

    def _print_MatPow(self, expr: Any) -> str:
        return self.raised(self.atom(expr.base), expr.exp)

    def _print_MatMul(self, expr: Any) -> str:
        coefficient, matrices = expr.as_coeff_matrices()
        above, below = fraction(coefficient)
        sign, above = ("-", -above) if above.could_extract_minus_sign() else ("", above)
        factors = [*([] if above == 1 else [above]), *matrices]
        text = " ".join(map(self._factor, factors))
        if below == 1:
            return sign + text
        return f"{sign}{f'({text})' if len(factors) > 1 else text}/{self._denominator(below)}"

    def _print_Transpose(self, expr: Any) -> str:
        return self.atom(expr.arg) + "ᵀ"

    def _print_Adjoint(self, expr: Any) -> str:
        return self.atom(expr.arg) + "†"

    def _print_Inverse(self, expr: Any) -> str:
        return self.atom(expr.arg) + "⁻¹"

    def _print_HadamardProduct(self, expr: Any) -> str:
        return " ∘ ".join(self.atom(factor) for factor in expr.args)

    def _print_HadamardPower(self, expr: Any) -> str:
        return f"{self.atom(expr.base)}^∘{self.atom(as_sympy(expr.exp))}"

    def _print_ElementwiseApplyFunction(self, expr: Any) -> str:
        at_matrix, named = word_at_matrix(expr), function_of_entries(expr)
        if at_matrix is not None:
            return self.call(expr.function.expr.word.name, at_matrix)
        function = f"({self._print(expr.function)})" if named is None else named.__name__
        return f"{function}∘({self._print(expr.expr)})"

    def _print_Lambda(self, expr: Any) -> str:
        with self.binding(expr.variables, expr.expr):
            names = ", ".join(map(self._print, expr.variables))
            return f"{names if len(expr.variables) == 1 else f'({names})'} ↦ {self._print(expr.expr)}"

    def _print_Sum(self, expr: Any) -> str:
        return self._over_limits(expr, list(expr.limits))

    _print_Product = _print_Sum

    def _over_limits(self, expr: Any, limits: list[Any]) -> str:
        if not limits:
            return self._factor(expr.function)
        variable, low, high = limits.pop()
        ends = f"{self._print(low)}..{self._print(high)}"
        with self.binding([variable], expr.function, *(bound for limit in limits for bound in limit[1:])):
            sign = "∏" if isinstance(expr, Product) else "Σ"
            return f"{sign}_{{{self._print(variable)} = {ends}}} {self._over_limits(expr, limits)}"

    def _print_Derivative(self, expr: Any) -> str:
        signs = ""
        for variable, count in reversed(expr.variable_count):
            of = self.atom(variable)
            signs += f"{self.raised('∂', count)}/∂{self.raised(of, count)} " if count != 1 else f"∂/∂{of} "
        return f"{signs}({self._print(expr.expr)})"

    def _print_Piecewise(self, expr: Any) -> str:
        cases = [
            f"{self._print(value)} {'otherwise' if condition == S.true else f'if {self._print(condition)}'}"
            for value, condition in expr.args
        ]
        return f"{{{', '.join(cases)}}}"

    # ---- matrices

    def _print_MatrixSlice(self, expr: Any) -> str:
        ranges = (self._range(bounds, size) for bounds, size in zip(expr.args[1:], expr.parent.shape, strict=True))
        return f"{self.atom(expr.parent)}[{', '.join(ranges)}]"

    def _range(self, bounds: Any, size: Any) -> str:
        start, stop, _ = bounds
        if expand(stop - start) == 1:
            return str(self._print(start))
        return f"{'' if start == 0 else self._print(start)}:{'' if stop == size else self._print(stop)}"

    def _print_BlockMatrix(self, expr: Any) -> str:
        rotation = Rotation.of(expr)
        if rotation is not None:
            return rotation.in_text(self)
        blocks = getattr(expr, "blocks", expr)
        rows = [", ".join(self._print(blocks[i, j]) for j in range(blocks.shape[1])) for i in range(blocks.shape[0])]
        return f"[{'; '.join(rows)}]"

    _print_ImmutableDenseMatrix = _print_BlockMatrix

    def _print_MatrixElement(self, expr: Any) -> str:
        return f"{self.atom(expr.parent)}[{self._print(expr.i)}, {self._print(expr.j)}]"

    def _print_Identity(self, expr: Any) -> str:
        return f"I_{self.atom(expr.shape[0])}"

    def _print_ZeroMatrix(self, expr: Any) -> str:
        return f"0_({self.shape(expr.shape)})"

    def _print_OneMatrix(self, expr: Any) -> str:
        return f"1_({self.shape(expr.shape)})"

    def _print_FunctionMatrix(self, expr: Any) -> str:
        (i, j), body = expr.lamda.signature, expr.lamda.expr
        rows, columns = map(self._print, expr.shape)
        with self.binding((i, j), body, *expr.shape):
            return f"[{self._print(body)}]_({self._print(i)} < {rows}, {self._print(j)} < {columns})"

    def shape(self, shape: Sequence[Any]) -> str:
        """Write a shape, as in r×ℓ."""
        return "×".join(self.parenthesize(size, PRODUCT) for size in shape)

    # ---- the language

    def call(self, head: str, arguments: Sequence[Any], **options: Any) -> str:
        """Write a name before its arguments, and the options that are given."""
        parts = [self._print(argument) for argument in arguments]
        parts += [f"{name}={self._print(value)}" for name, value in options.items() if value is not None]
        return f"{head}({', '.join(parts)})"

    def _print_Node(self, expr: Any) -> str:
        return self.call(type(expr).__name__, expr.args)

    def subscript(self, kernel: Any) -> str:
        """Write a kernel as a subscript, in brackets where it is more than a name."""
        written = str(self._print(kernel))
        return f"[{written}]" if written.endswith(")") else written

    # ---- expectation

    def over_outcomes(self, head: str, expr: Any) -> str:
        """Write a number that a random variable has, with the outcome and its weights below the head."""
        weights = self._print(expr.probability)
        with self.binding([expr.outcome], expr.variable):
            return f"{head}_({self._print(expr.outcome)}∼{weights})[{self._print(expr.variable)}]"

    # ---- propositions

    def _print_Equation(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} = {self._print(expr.rhs)}"

    def _print_Relational(self, expr: Any) -> str:
        return f"{self._print(expr.lhs)} {relation_of(expr)} {self._print(expr.rhs)}"

    def _print_Invariant(self, expr: Any) -> str:
        kernel, g = self._print(expr.kernel), self._print(expr.map)
        q, k = self.fresh("q", expr), self.fresh("k", expr)
        left = f"{g}({q}), {g}({k})" if hasattr(expr.map, "width") else f"{q} {g}, {k} {g}"
        return f"{kernel}({left}) = {kernel}({q}, {k}) for all rows {q}, {k}"

    def _print_EqualRowNorms(self, expr: Any) -> str:
        return f"the rows of {self._print(expr.matrix)} have equal norms"

    def _print_Invertible(self, expr: Any) -> str:
        return f"{self._print(expr.matrix)} is invertible"

    def _print_PositiveSemidefinite(self, expr: Any) -> str:
        return f"{self._print(expr.matrix)} is positive semidefinite"

    def _print_PositiveDefinite(self, expr: Any) -> str:
        return f"{self._print(expr.matrix)} is positive definite"

    def _print_Loewner(self, expr: Any) -> str:
        return " ⪯ ".join(map(self._print, expr.args))

    def _print_ForAll(self, expr: Any) -> str:
        return for_all_text(expr, self, "{} for all {}", "{} < {}")

    def _print_Converges(self, expr: Any) -> str:
        return limit_text(expr, self, "{} → {} for {} → ∞")

    def _print_Exists(self, expr: Any) -> str:
        return exists_text(expr, self, " and ", "{} for some {}", "{} < {}")

    def _print_Unmasked(self, expr: Any) -> str:
        return f"every row of {self._print(expr.scores)} has an unmasked entry"

    def _print_Injective(self, expr: Any) -> str:
        return f"{self._print(expr.symbol)} ↦ {self._print(expr.expression)} is injective"

    def _print_Periodic(self, expr: Any) -> str:
        return f"{self._print(expr.symbol)} ↦ {self._print(expr.expression)} has a period"

    def _print_LeastPeriod(self, expr: Any) -> str:
        values = f"{self._print(expr.symbol)} ↦ {self._print(expr.expression)}"
        return f"{values} has the least period {self._print(expr.period)}"

    def _print_Fails(self, expr: Any) -> str:
        return f"it is not true that {self._print(expr.proposition)}"

    def _print_FreeOf(self, expr: Any) -> str:
        return f"{self._print(expr.expression)} does not depend on {self._print(expr.symbol)}"


rules.give_rules(TextPrinter, rules.TEXT)
_printer = TextPrinter()


def text(x: Any) -> str:
    """Write an expression, a proposition, a claim, a calc, a word or a shape error as one line of Unicode text.

    A claim comes with what its symbols stand for and with its hypotheses.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language import Attention, PermutationSymbol, claim, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> sigma = PermutationSymbol("sigma", n)
    >>> print(text(claim(Attention(Q, sigma*K, sigma*V), Attention(Q, K, V))))
    Q ∈ ℝ^(r×ℓ), K ∈ ℝ^(n×ℓ), V ∈ ℝ^(n×d), σ ∈ S_n: Att(Q, σ K, σ V) = Att(Q, K, V)
    """
    if isinstance(x, SymattnError):
        return str(x)
    if isinstance(x, type):
        return called(x.__name__)
    with deep(), speaking_of(x):
        try:
            return _text(x)
        except RecursionError:
            return TOO_DEEP


def _text(x: Any) -> str:
    if not isinstance(x, Claim | Calc):
        printer = TextPrinter(lets(x))
        return ", ".join(
            filter(None, [printer.doprint(x), "where " * bool(printer.names) + ", ".join(printer.where())])
        )
    parts = statement(x)
    symbols = ", ".join(membership(each) for each in parts.memberships)
    given = ", ".join(text(each) for each in parts.given)
    lead = "; ".join(filter(None, [symbols, f"if {given}" if given else ""]))
    return f"{lead}: {text(parts.proposition)}" if lead else text(parts.proposition)


#: How it is written that a number belongs to a set.
NUMBERS = {
    "complexes": "∈ ℂ",
    "scalars": "∈ ℝ",
    "positives": "> 0",
    "negatives": "< 0",
    "nonnegatives": "≥ 0",
    "nonpositives": "≤ 0",
    "nonzeros": "∈ ℝ∖{0}",
    "integers": "∈ ℤ",
    "naturals": "∈ ℕ",
}


def membership(each: Membership) -> str:
    """Say to which set some symbols belong, as in "σ ∈ S_n"."""
    names = ", ".join(map(_printer.doprint, each.symbols))
    if each.kind == "matrices":
        return f"{names} ∈ ℝ^({_printer.shape(each.sizes)})"
    sizes = [text(as_sympy(size)) for size in each.sizes]
    if each.kind == "families":
        return f"{names} ∈ {_printer.raised(f'(ℝ^({_printer.shape(each.sizes[1:])}))', each.sizes[0])}"
    if each.kind == "masks":
        return f"{names} ∈ {{0, −∞}}^({_printer.shape(each.sizes)}) with a 0 in every row"
    if each.kind == "probabilities":
        plural, a = ("s", "") if len(each.symbols) > 1 else ("", "a ")
        return f"{names} ({a}probability distribution{plural} on {{0, …, {text(each.sizes[0] - 1)}}})"
    if each.kind == "kernels":
        spaces = " and ".join(f"{_space(size)} × {_space(size)} → ℝ" for size in each.sizes)
        return f"{names}: {spaces}" if sizes else f"{names} a similarity kernel"
    if each.kind == "maps":
        return f"{names}: {' → '.join(map(_space, each.sizes))}"
    if each.kind == "subsets":
        return f"∅ ≠ {names} ⊆ {{0, …, {text(each.sizes[0] - 1)}}}"
    if each.kind == "indices":
        return f"{names} ∈ {{0, …, {text(each.sizes[0] - 1)}}}" if sizes else f"{names} an index"
    if each.kind == "encodings":
        size = _printer.shape(each.sizes * 2)
        return f"{names}: ℕ → ℝ^({size}) homomorphism{'s' if len(each.symbols) > 1 else ''}"
    if each.kind in NUMBERS:
        return f"{names} {NUMBERS[each.kind]}"
    if each.kind == "index_maps":
        return f"{names}: {' → '.join(f'{{0, …, {text(size - 1)}}}' for size in each.sizes)}"
    if each.kind == "permutations":
        return f"{names} ∈ S_{_printer.atom(as_sympy(each.sizes[0]))}"
    return f"{names} ∈ {'O' if each.kind == 'orthogonals' else 'GL'}({sizes[0]})"


def _space(size: Any) -> str:
    return f"ℝ^{_printer.atom(as_sympy(size))}"


# What a symbol named as the reason of a step is known to be: one, several.
PROPERTIES = {
    "PermutationSymbol": ("is a permutation", "are permutations"),
    "OrthogonalSymbol": ("is orthogonal", "are orthogonal"),
    "InvertibleSymbol": ("is invertible", "are invertible"),
    "MaskSymbol": ("is a mask", "are masks"),
    "ProbabilitySymbol": ("is a probability distribution", "are probability distributions"),
}


#: The words that formulas write otherwise than their classes are called.
CALLED = {
    "Attention": "Att",
    "SelfAttention": "SelfAtt",
    "MultiHeadAttention": "MultiHeadAtt",
    "RowSoftmax": "SoftMax",
}


def called(name: str) -> str:
    """Name a word of the language as the formulas beside it do.

    >>> called("RowSoftmax"), called("Attention"), called("CausalMask")
    ('SoftMax', 'Att', 'CausalMask')
    """
    return CALLED.get(name, name)


def reasons(
    by: Sequence[Any], write: Callable[[Any], str] = text, words: Callable[[str], str] = str, of: Any = None
) -> str:
    """Say in words what a step of a calc names: formulas and words of the language by `write`, ids by `words`.

    Nothing named means algebra of numbers or matrices, as `of` is one, and laws of its functions (`step_reasons`).

    >>> from symattn.language import Attention, PermutationSymbol
    >>> reasons((Attention, PermutationSymbol("sigma", 2), PermutationSymbol("tau", 2)))
    'definition of Att, σ and τ are permutations'
    """
    groups: dict[str, list[str]] = {}
    for item in by:
        if isinstance(item, Lemma):
            groups.setdefault("lemma", []).append(words(item.name) if item.name else lemma_words(item, write))
            continue
        kind = "definition" if isinstance(item, type) else type(item).__name__
        groups.setdefault(kind if kind in PROPERTIES or isinstance(item, type) else "given", []).append(write(item))
    return (
        ", ".join(_group(kind, names) for kind, names in groups.items())
        or f"{'matrix ' * bool(getattr(of, 'is_Matrix', True))}algebra"
    )


#: Laws of functions that a proof used, by the axioms that state them: a step of a calc need not name them.
INCREASING = "exp is increasing"
LAWS = {
    "sin_add": "addition theorems",
    "cos_add": "addition theorems",
    "sin_neg": "parity of sine and cosine",
    "cos_neg": "parity of sine and cosine",
    "exp_add": "exp of a sum",
    "eexp_plus": "exp of a sum",
    "eexp_ninf": "exp(−∞) = 0",
    "exp_log": "log inverts exp",
    "log_exp": "log inverts exp",
    **dict.fromkeys(("exp_le", "exp_lt", "le_of_exp", "exp_order"), INCREASING),
    **dict.fromkeys(("log_le", "log_lt"), "log is increasing"),
    "pi_irrational": "π is irrational",
}
_BY_CASES = (Abs, Max, Min, Piecewise)


def step_reasons(result: Sequence[Any], write: Callable[[Any], str] = text, words: Callable[[str], str] = str) -> str:
    """Say in words what a step of a decided calc names, and the laws of functions that its own proof used.

    `result` is an item of the `steps` of a verdict: both sides, the reasons, the verdict on the step.

    >>> from sympy import Symbol, cos, sin
    >>> from symattn import calc, decide
    >>> t = Symbol("t", real=True)
    >>> step_reasons(decide(calc(cos(t + 1), (cos(t)*cos(1) - sin(t)*sin(1), ()))).steps[0])
    'addition theorems'
    """
    left, right, by, step = result
    laws = [words for fact, words in LAWS.items() if fact in step.named_facts]
    if INCREASING in laws and isinstance(left, exp) and isinstance(right, exp):
        laws = [INCREASING]  # by which it is a step between the exponents
    if "bool_cases" in step.axioms and any(side.has(*_BY_CASES) for side in (left, right)):
        laws.append("cases")
    named = [reasons(by, write, words, left)] if by or not laws else []
    return ", ".join([*named, *map(words, dict.fromkeys(laws))])


def lemma_words(lemma: Lemma, write: Callable[[Any], str] = text) -> str:
    """Name a lemma by its id, or by what it states."""
    return lemma.name or f"the lemma {write(lemma.verdict.claim)}"


def _group(kind: str, names: list[str]) -> str:
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    if kind in PROPERTIES:
        return f"{listed} {PROPERTIES[kind][len(names) > 1]}"
    if kind == "definition":
        return f"definition{'s' if len(names) > 1 else ''} of {listed}"
    if kind == "lemma":
        return listed
    return f"given {listed}"
