"""The table of facts about order: what each is for, and where the search for an inequality looks for its instances.

A row names a fact of the library, ∀x…. premises ⇒ a ≤ b or a < b, and says in terms over the variables of the fact:

triggers   what must stand in a goal 0 ≤ t, as a factor or under sums: added there if it is in b, taken away if in a
met        what gives values to the variables that a trigger leaves open, wherever it stands in the goal
one        what may be 1 without being met: a variable, also as a factor that is missing, or the "weight" of a sum
made       ways in which further values are made of those that were met: see ``values.py``
needs      sums that must have been met already, lest an instance speak of what nothing else speaks of

A fact about tables f:[n]→ℝ is stated at each size that a sum or product at hand is over; its triggers Σ are looked for
in what is known of the goal as well.  A hypothesis a ≤ b on all indices is used in the same way.

Rows of a lower tier are tried first; those of a later one only where the earlier did not suffice.  To add a fact, add
a row.  A row only finds: each instance is made by the kernel from the fact, and its premises are proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from ....kernel.rules import Theorem, instantiate
from ....kernel.syntax import FALSE, parse
from ....kernel.terms import Abs, Size, Term, Var, abstract, open_body, substitute, substitute_sizes, var
from ...library.definitions import definition_of
from ...library.facts import fact, lemma_statement
from ...logic.conversions import beta_normal_form
from ...logic.derived_rules import match_implication, right, strip
from ...logic.formulas import ONE, ZERO, minus, plus
from ...logic.parts import args_of
from ...normal.linear_arithmetic import order_of
from ...normal.polynomials import atoms_of, divided, factors, product_term, read_polynomial
from .bounds_given import weak

GIVEN, MODULI, SUMS, FUNCTIONS, SQUARES, LAST, SELDOM = range(7)  # tiers


@dataclass(frozen=True)
class Row:
    """Say how a fact of the library, of that name, is used."""

    name: str
    idea: str
    tier: int
    triggers: tuple[str, ...]
    met: tuple[str, ...] = ()
    one: tuple[str, ...] = ()
    made: tuple[tuple[str, str], ...] = ()
    needs: tuple[str, ...] = ()
    most: int = 24  # choices of values that are tried
    apart: bool = False  # whether what it needs must differ, since it says nothing otherwise


TABLES = (("g", "summands"), ("g", "logarithms"))
ROWS = (
    Row("modulus_above", "u ≤ |u|", MODULI, ("abs x",)),
    Row("modulus_above_opposite", "−u ≤ |u|", MODULI, ("abs x",)),
    Row("moduli_above_product", "uv ≤ |u|·|v|", MODULI, ("x * y",), needs=("abs y",)),
    Row("moduli_above_opposite_product", "−uv ≤ |u|·|v|", MODULI, ("x * y",), needs=("abs y",)),
    Row("triangle", "|Σ f| ≤ Σ |f|", MODULI, ("abs (Σ i:[n]. f i)",)),
    Row(
        "squares_over_moduli",
        "(Σ |f|)² ≤ Σ f²/g·Σ g for g > 0",
        MODULI,
        ("Σ i:[n]. f i * (f i * inv (g i))",),
        most=8,
    ),
    Row(
        "square_of_distances",
        "(Σ |f − g|)² ≤ Σ (√f − √g)²·Σ (√f + √g)²",
        MODULI,
        ("(Σ i:[n]. abs (f i + -1 * g i)) * (Σ i:[n]. abs (f i + -1 * g i))",),
    ),
    Row(
        "products_apart",
        "Π f − Π g ≤ Σ |f − g| for |f|, |g| ≤ 1",
        MODULI,
        ("product{n} f", "product{n} g"),
        ("product{n} g", "product{n} f"),
        most=8,
    ),
    Row(
        "cauchy_schwarz",
        "(Σ fg)² ≤ Σ f²·Σ g²",
        SUMS,
        ("Σ i:[n]. w i * (f i * g i)",),
        one=("w", "g"),
        needs=("Σ i:[n]. w i * (f i * f i)", "Σ i:[n]. w i * (g i * g i)"),
        apart=True,
    ),
    Row("squares_over", "(Σ f)² ≤ Σ f²/g·Σ g for g > 0", SUMS, ("Σ i:[n]. f i * (f i * inv (g i))",)),
    Row(
        "sum_of_products",
        "Σ fg ≤ Σ f·Σ g for f, g ≥ 0",
        SUMS,
        ("Σ i:[n]. f i * g i",),
        needs=("Σ i:[n]. f i", "Σ i:[n]. g i"),
    ),
    Row("sum_ge_two_terms", "two terms are at most the sum", SUMS, ("Σ k:[n]. f k",), most=12),
    Row("sum_below_largest", "Σ f ≤ n·max f", SUMS, ("top{n} f",)),
    Row("exp_tangent", "eᵘ is at least its tangent at v", FUNCTIONS, ("exp y",), ("exp x",), ("weight",)),
    Row("exp_strictly_above", "1 + u < eᵘ where u ≠ 0", FUNCTIONS, ("exp x",)),
    Row("log_below", "log u < u − 1 where u ≠ 1", FUNCTIONS, ("log x",)),
    Row("exp_le", "eᵘ grows with u", FUNCTIONS, ("exp y", "exp x"), ("exp x", "exp y"), most=8),
    Row("log_le", "log u grows with u", FUNCTIONS, ("log y", "log x"), ("log x", "log y"), ("x", "y"), most=8),
    Row("log_lt", "log u grows with u", FUNCTIONS, ("log y", "log x"), ("log x", "log y"), ("x", "y"), most=8),
    Row(
        "log_tangent",
        "log u is at most its tangent at v",
        FUNCTIONS,
        ("log x", "log y"),
        ("log x", "log y"),
        ("x", "y"),
        (("y", "balance"), ("x", "inverses"), ("y", "inverses"), ("x", "ratios"), ("y", "ratios")),
        most=48,
    ),
    Row("product_below_squares", "2uv ≤ u² + v²", SQUARES, ("x * y",), needs=("x * x", "y * y"), apart=True),
    Row("product_above_squares", "−2uv ≤ u² + v²", SQUARES, ("x * y",), needs=("x * x", "y * y"), apart=True),
    Row("square_of_sum", "0 ≤ (Σ f)²", SQUARES, ("(Σ i:[n]. f i) * (Σ i:[n]. f i)",)),
    Row(
        "square_of_roots",
        "(Σ √(fg))² ≤ Σ f·Σ g",
        LAST,
        ("Σ i:[n]. w i",),
        ("Σ i:[n]. f i",),
        ("f",),
        (("g", "roots"),),
    ),
    Row(
        "power_le",
        "uᵃ grows with u ≥ 0",
        LAST,
        ("power y a", "power x a"),
        ("power x a", "power y a"),
        ("x", "y"),
        most=8,
    ),
    Row("powers_alike", "u and uᵃ are ordered alike", LAST, ("power x a",), ("power y a",), ("weight",), most=8),
    Row("power_tangent", "uᵃ⁺¹ is at least its tangent", LAST, ("y * power y a",), made=(("x", "mean"),), most=8),
    Row("even_power_tangent", "for any u", LAST, ("(y * y) * power (y * y) a",), made=(("x", "mean"),), most=8),
    Row(
        "log_tangent_of_roots",
        "log u is at most its tangent in √u/√v",
        SELDOM,
        ("log x", "log y"),
        ("log x", "log y"),
        ("x", "y"),
        most=8,
    ),
    Row(
        "chebyshev",
        "Σ wf·Σ wg ≤ Σ w·Σ wfg where f and g are ordered alike",
        SELDOM,
        ("Σ i:[n]. w i * (f i * g i)",),
        one=("w",),
        needs=("Σ i:[n]. w i * f i", "Σ i:[n]. w i * g i"),
        most=8,
    ),
    Row(
        "chebyshev_opposed",
        "Σ w·Σ wfg ≤ Σ wf·Σ wg where f and g are ordered contrarily",
        SELDOM,
        ("Σ i:[n]. w i * (f i * g i)",),
        one=("w",),
        needs=("Σ i:[n]. w i * f i", "Σ i:[n]. w i * g i"),
        most=8,
    ),
    Row("product_le", "Π f ≤ Π g", LAST, ("product{n} g", "product{n} f"), ("product{n} f", "product{n} g"), most=8),
    Row("product_below_exponential", "Π f ≤ e^(Σ g)", LAST, ("product{n} f",), ("exp v",), made=TABLES, most=8),
    Row("product_above_exponential", "e^(Σ g) ≤ Π f", LAST, ("product{n} f",), ("exp v",), made=TABLES, most=8),
    Row(
        "log_sum",
        "log Σf is at least its tangent at f, in log g − log f",
        LAST,
        ("log (sum{n} g)",),
        ("log (sum{n} f)", "Σ i:[n]. f i * log (f i)"),
        most=8,
    ),
    Row("exp_tangent_at_logarithm", "eᵘ is at least its tangent at log v", SELDOM, ("exp y",), ("log x",), most=8),
    Row("log_mean", "the mean of log g is at most the logarithm of the mean", LAST, ("log (sum{n} g)",), most=4),
    Row("log_of_term", "log Σf is at least the logarithm of a term", LAST, ("log (sum{n} f)",), most=8),
    Row("ratio_above_logarithms", "u/v is at least 1 + log u − log v", SELDOM, ("x * inv y",), most=8),
    Row("power_at_one", "uᵃ is at least its tangent at 1", LAST, ("power x a",), most=4),
)

TERM = Row("term_below_sum", "a term is at most the sum", LAST, ("Σ k:[n]. f k",), most=12)
SQUARED_SUM = Row("sum_of_squares", "Σ f² ≤ (Σ f)² for f ≥ 0", LAST, ("(Σ i:[n]. f i) * (Σ i:[n]. f i)",))
SQUARED_MEAN = Row(
    "square_of_mean",
    "(Σ wf)² ≤ Σ w·Σ wf² for w ≥ 0",
    LAST,
    ("(Σ i:[n]. w i * f i) * (Σ i:[n]. w i * f i)",),
    most=8,
)
HYPOTHESIS = Row("given", "a hypothesis says so of all indices", GIVEN, (), one=("weight",))


@dataclass(frozen=True)
class Stated:
    """Hold a fact about order at some sizes with what a row says of it, read as terms.

    The fact itself is proved where an instance is first asked for: its proof may search with the other rows.
    """

    row: Row
    variables: tuple[Var, ...]
    premises: tuple[Term, ...]
    conclusion: Term
    made: Callable[[tuple[Term, ...]], Theorem]
    triggers: tuple[tuple[Term, int], ...]  # with the sign of what the trigger adds to b − a, or 0
    met: tuple[Term, ...] = ()
    needs: tuple[Term, ...] = ()

    @cached_property
    def sides(self) -> tuple[Term, Term, bool]:
        """What is stated: a, b, and whether it is a < b."""
        order = order_of(self.conclusion)
        assert order is not None
        return order

    def gap(self, values: Mapping[Var, Term]) -> Theorem:
        """Return ⊢ 0 ≤ b − a at some values, of what has no premises."""
        a, b, _ = self.sides
        order = weak(self.made(tuple(values[v] for v in self.variables)))
        return fact("sub_nonneg", at(a, values), at(b, values), premises=(order,))

    def units(self, v: Var) -> list[Term]:
        """Return 1 where a variable may be that without being met."""
        one = ONE if v.type.domain is None else abstract(var("i", v.type.domain), ONE)
        return [one] if v.name[1:] in self.row.one else []

    def allows(self, values: Mapping[Var, Term]) -> bool:
        """Tell whether no factor is 1 that may not be 1."""
        ones = [v for v, t in values.items() if (t is ONE and self.needs) or (isinstance(t, Abs) and t.body is ONE)]
        return all(v.name[1:] in self.row.one for v in ones)


def at(t: Term, values: Mapping[Var, Term]) -> Term:
    """Return what a part of a fact is at some values."""
    moved = substitute(t, {v: value for v, value in values.items() if v in t.free and v is not value})
    return right(beta_normal_form(moved)) if any(v.type.domain is not None for v in values) else moved


@cache
def stated(row: Row, size: Size | None = None) -> Stated | None:
    """Return the fact of a row with n at a size, or None where it speaks of n and there is no size, or otherwise."""
    text = lemma_statement(row.name)
    for name in re.findall(r"\w+", text):
        definition_of(name)  # its constant is declared where it is first asked for
    header = text[1 : text.index(". ")] if text.startswith("∀") else ""
    names = [f"?{name}" for group in header.split(", ") for name in group.partition(":")[0].split()]
    sizes = {} if size is None else {"n": size}

    def read(body: str) -> tuple[tuple[Var, ...], Term]:
        t = substitute_sizes(parse(f"λ{header}. {body}" if header else body), sizes)
        variables: list[Var] = []
        while isinstance(t, Abs) and len(variables) < len(names):
            variables.append(var(names[len(variables)], t.binder))
            t = open_body(t, variables[-1])
        return tuple(variables), t

    if ("[n]" in header) is (size is None):
        return None
    variables, conclusion = read(text[text.index(". ") + 2 :] if header else text)
    premises: list[Term] = []
    while (pair := match_implication(conclusion)) is not None and pair[1] is not FALSE:
        premises.append(pair[0])
        conclusion = pair[1]
    met, needs = (tuple(read(t)[1] for t in texts) for texts in (row.met, row.needs))
    read_triggers = (read(t)[1] for t in row.triggers)
    triggers = tuple((t, 0 if args_of(t, "sum", 1) else sign_in(conclusion, t)) for t in read_triggers)

    def made(values: tuple[Term, ...]) -> Theorem:
        return fact(row.name, sizes, *values)

    return Stated(row, variables, tuple(premises), conclusion, made, triggers, met, needs)


def given(truth: Theorem) -> Stated | None:
    """Return a hypothesis a ≤ b or a < b on all indices; all of these stand in its triggers, factors and products."""
    variables, premises, stripped = strip(truth)
    order = None if premises else order_of(stripped.conclusion)
    if order is None or not variables or any(v.type.size is None for v in variables):
        return None

    def made(values: tuple[Term, ...]) -> Theorem:
        return instantiate(dict(zip(variables, values, strict=True)), stripped)

    about, sides_of = frozenset(variables), [*map(read_polynomial, order[:2])]
    parts = (tuple(pair for pair in m if about <= pair[0].free) for side in sides_of for m in side)
    products = {product_term(factors(part)) for part in parts if sum(e for _, e in part) > 1}
    atoms = (a for a in atoms_of(*sides_of) if about <= a.free)
    triggers = tuple((t, 0) for t in (*sorted(products, key=str), *sorted(atoms, key=str)))
    return Stated(HYPOTHESIS, variables, (), stripped.conclusion, made, triggers)


def sign_in(conclusion: Term, trigger: Term) -> int:
    """Return 1 or −1 where what is a multiple of a trigger is added or taken away in b − a, and 0 for both."""
    a, b, _ = order_of(conclusion) or (ZERO, ZERO, False)
    (monomial,) = read_polynomial(trigger)
    signs = {c > 0 for m, c in read_polynomial(plus(b, minus(a))).items() if divided(m, monomial) is not None}
    return 0 if len(signs) != 1 else 1 if True in signs else -1
