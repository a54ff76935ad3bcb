"""Kernel and verifier agree: on random terms and inferences, right and wrong, both accept or both refuse.

The two were written apart.  What one accepts and the other refuses, or a conclusion or hypothesis that is not the same,
is a mistake in one of them.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from symattn import verifier
from symattn.kernel import rules
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.syntax import parse_type
from symattn.kernel.terms import (
    Abs,
    App,
    Bound,
    Const,
    KernelError,
    Lit,
    Size,
    Term,
    Var,
    app,
    bound,
    const,
    equality,
    lam,
    literal,
    sides,
    var,
)

TYPES = ["ℝ", "𝔹", "[n]", "[1]", "[n + 1]", "ℕ", "ℝ→ℝ", "[n]→ℝ", "𝔹→𝔹", "ℝ→𝔹", "[m]→ℝ", "ℝ→ℝ→ℝ"]
CONSTANTS = [("+", ()), ("*", ()), ("inv", ()), ("≤", ()), ("pi", ()), ("ind", ()), ("#", ("n",)), ("#", ("2*n",))]
CONSTANTS += [("sum", ("n",)), ("pos", ("m",)), ("inl", ("n", "1")), ("sum", ()), ("pi", ("n",)), ("#", ("0",))]
SIZES = ["n", "m", "1", "2", "n + 1", "n*m", "2*n", "0"]
AXIOM_NAMES = ["bool_cases", "ind_true", "sum_const", "inv_zero", "size_pos", "exp_zero", "no such axiom"]
STEPS = 1_500


def size(text):
    total = None
    for summand in text.split("+"):
        product = None
        for factor in map(str.strip, summand.split("*")):
            part = Size.number(int(factor)) if factor.isdigit() else Size.variable(factor)
            product = part if product is None else product * part
        total = product if total is None else total + product
    return total


class Both:
    """Do everything twice, and compare."""

    def __init__(self, seed):
        self.random, self.seed = Random(seed), seed
        self.replay = verifier.Replay()
        self.terms: list[Term] = []
        self.theorems: list[rules.Theorem] = []
        self.known = {}
        self.counts = Counter()

    def step(self, line, kernel):
        """Give the line to the verifier and call the kernel; tell what came of it."""
        try:
            theirs = kernel()
        except KernelError:
            theirs = None
        try:
            self.replay.line(line)
            accepted = True
        except (verifier.DoesNotHold, verifier.NotACertificate):
            accepted = False
        assert accepted == (theirs is not None), (line, theirs)
        self.counts[line[0], accepted] += 1
        if isinstance(theirs, Term):
            self.terms.append(theirs)
            assert self.replay.terms[-1] is self.translated(theirs), line
        elif theirs is not None:
            self.theorems.append(theirs)
            hypotheses, conclusion, _ = self.replay.theorems[-1]
            assert conclusion is self.translated(theirs.conclusion), line
            assert hypotheses == {self.translated(h) for h in theirs.hypotheses}, line

    def translated(self, t):
        """Build the verifier's term for a kernel term."""
        if t not in self.known:
            logic = self.replay.logic
            at = logic.read_type(str(t.type))
            if isinstance(t, App):
                made = logic.application(self.translated(t.function), self.translated(t.argument))
            elif isinstance(t, Abs):
                made = logic.abstraction(logic.read_type(str(t.binder)), self.translated(t.body))
            elif isinstance(t, Var):
                made = logic.variable(t.name, at)
            elif isinstance(t, Bound):
                made = logic.bound(t.index, at)
            elif isinstance(t, Lit):
                made = logic.literal(Fraction(t.value), at)
            elif isinstance(t, Const) and t.name != "=":
                made = logic.constant(t.name, *(logic.read_size(str(s)) for s in t.sizes))
            else:
                made = logic.equality(logic.read_type(str(t.type.domain)))
            assert made.type is at
            self.known[t] = made
        return self.known[t]

    # choices

    def a(self, things):
        return self.random.randrange(len(things)) if things else 0

    def one(self, wanted):
        """Return the number of a random term that fits, or of any term."""
        fitting = [number for number, t in enumerate(self.terms) if wanted(t)]
        return self.random.choice(fitting) if fitting and self.random.random() < 0.85 else self.a(self.terms)

    def a_theorem(self, wanted):
        fitting = [number for number, t in enumerate(self.theorems) if wanted(t)]
        return self.random.choice(fitting) if fitting and self.random.random() < 0.9 else self.a(self.theorems)

    # terms

    def variable(self):
        name, ty = self.random.choice("xyp"), self.random.choice(TYPES)
        self.step(["variable", name, ty], lambda: var(name, parse_type(ty)))

    def bound(self):
        index, ty = self.random.randrange(2), self.random.choice(TYPES)
        self.step(["bound", index, ty], lambda: bound(index, parse_type(ty)))

    def literal(self):
        value, ty = self.random.choice(["0", "1", "2", "-1", "1/2"]), self.random.choice(TYPES[:6])

        def kernel():
            number = Fraction(value)
            return literal(number if ty == "ℝ" or number.denominator > 1 else int(number), parse_type(ty))

        self.step(["literal", value, ty], kernel)

    def constant(self):
        name, sizes = self.random.choice(CONSTANTS)
        self.step(["constant", name, *sizes], lambda: const(name, *map(size, sizes)))

    def equality(self):
        ty = self.random.choice(TYPES)
        self.step(["equality", ty], lambda: equality(parse_type(ty)))

    def apply(self):
        function = self.one(lambda t: t.type.domain is not None)
        argument = self.one(lambda t: t.type is self.terms[function].type.domain)
        self.step(["apply", function, argument], lambda: app(self.terms[function], self.terms[argument]))

    def abstract(self):
        body = self.one(lambda t: t.loose)
        open_at = dict(self.terms[body].loose).get(0)
        ty = str(open_at) if open_at is not None and self.random.random() < 0.8 else self.random.choice(TYPES)
        self.step(["lambda", ty, body], lambda: lam(parse_type(ty), self.terms[body]))

    # inferences

    def on_term(self, rule, wanted):
        number = self.one(wanted)
        self.step([rule, number], lambda: getattr(rules, rule)(self.terms[number]))

    def refl(self):
        self.on_term("refl", lambda t: not t.loose)

    def assume(self):
        self.on_term("assume", lambda t: str(t.type) == "𝔹" and not t.loose)

    def beta(self):
        self.on_term("beta", lambda t: isinstance(t, App) and isinstance(t.function, Abs) and not t.loose)

    def eta(self):
        self.on_term("eta", lambda t: isinstance(t, Abs) and not t.loose)

    def trans(self):
        first = self.a_theorem(lambda t: sides(t.conclusion))
        pair = sides(self.theorems[first].conclusion) or (None, None)
        second = self.a_theorem(lambda t: (sides(t.conclusion) or (0,))[0] is pair[1])
        self.step(["trans", first, second], lambda: rules.trans(self.theorems[first], self.theorems[second]))

    def congruence(self):
        first = self.a_theorem(lambda t: (pair := sides(t.conclusion)) and pair[0].type.domain is not None)
        pair = sides(self.theorems[first].conclusion)
        domain = pair[0].type.domain if pair else None
        second = self.a_theorem(lambda t: (other := sides(t.conclusion)) and other[0].type is domain)
        self.step(["congruence", first, second], lambda: rules.congruence(self.theorems[first], self.theorems[second]))

    def abstraction(self):
        variable = self.one(lambda t: isinstance(t, Var))
        theorem = self.a_theorem(lambda t: sides(t.conclusion))
        self.step(
            ["abstraction", variable, theorem],
            lambda: rules.abstraction(self.terms[variable], self.theorems[theorem]),
        )

    def eq_mp(self):
        first = self.a_theorem(lambda t: (pair := sides(t.conclusion)) and str(pair[0].type) == "𝔹")
        pair = sides(self.theorems[first].conclusion) or (None, None)
        second = self.a_theorem(lambda t: t.conclusion is pair[0])
        self.step(["eq_mp", first, second], lambda: rules.eq_mp(self.theorems[first], self.theorems[second]))

    def deduct_antisym(self):
        first, second = self.a(self.theorems), self.a(self.theorems)
        self.step(
            ["deduct_antisym", first, second],
            lambda: rules.deduct_antisym(self.theorems[first], self.theorems[second]),
        )

    def instantiate(self):
        theorem = self.a_theorem(lambda t: t.conclusion.free or t.hypotheses)
        numbers, values = [], {}
        for _ in range(self.random.randrange(3)):
            variable = self.one(lambda t: isinstance(t, Var))
            value = self.one(lambda t, v=variable: t.type is self.terms[v].type)
            if self.terms[variable] not in values:
                numbers += [variable, value]
                values[self.terms[variable]] = self.terms[value]
        self.step(["instantiate", theorem, *numbers], lambda: rules.instantiate(values, self.theorems[theorem]))

    def instantiate_sizes(self):
        theorem = self.a(self.theorems)
        pairs = {name: self.random.choice(SIZES) for name in self.random.sample(["n", "m", "k"], 2)}
        flat = [word for pair in pairs.items() for word in pair]
        self.step(
            ["instantiate_sizes", theorem, *flat],
            lambda: rules.instantiate_sizes({n: size(p) for n, p in pairs.items()}, self.theorems[theorem]),
        )

    def definition(self):
        name = f"differential{self.seed}.{self.random.randrange(30)}"
        value = self.one(lambda t: not t.loose and not t.free)
        parameters = self.random.choice([(), ("n",), ("n", "m"), ("n", "n")])
        known = rules._DEFINITIONS.get(name)
        if known is None or known.arguments != (name, parameters, self.terms[value]):  # the kernel repeats the same
            self.step(
                ["definition", name, value, *parameters], lambda: rules.definition(name, parameters, self.terms[value])
            )

    def axiom(self):
        name = self.random.choice(AXIOM_NAMES)
        text = AXIOMS[name].statement if name in AXIOMS else "⊤"
        self.step(["axiom", name, text], lambda: rules.axiom(name))

    def ring(self):
        left = self.one(lambda t: str(t.type) == "ℝ" and not t.loose)
        right = left if self.random.random() < 0.3 else self.one(lambda t: str(t.type) == "ℝ" and not t.loose)
        self.step(["ring", left, right], lambda: rules.ring(self.terms[left], self.terms[right]))


TERM_STEPS = ("variable", "bound", "literal", "constant", "equality", "apply", "apply", "apply", "abstract", "abstract")
RULE_STEPS = ("refl", "assume", "beta", "eta", "trans", "congruence", "abstraction", "eq_mp", "deduct_antisym")
RULE_STEPS += ("instantiate", "instantiate", "instantiate_sizes", "definition", "axiom", "ring")


def run(seed, steps):
    both = Both(seed)
    for _ in range(40):
        getattr(both, both.random.choice(TERM_STEPS))() if both.terms else both.variable()
    both.terms and both.refl()
    while not both.theorems:
        both.refl()
    for _ in range(steps):
        getattr(both, both.random.choice(TERM_STEPS if both.random.random() < 0.4 else RULE_STEPS))()
    return both.counts


@pytest.mark.parametrize("seed", range(16))
def test_both_accept_or_both_refuse(seed):
    counts = run(seed, STEPS)
    assert sum(counts.values()) > STEPS * 0.9


def test_every_rule_was_accepted_and_refused():
    counts = sum((run(100 + seed, STEPS) for seed in range(6)), Counter())
    for rule in {*RULE_STEPS, "apply", "lambda", "literal", "constant"}:
        assert counts[rule, True] > 0, rule
        assert counts[rule, False] > 0 or rule == "deduct_antisym", rule  # which takes any two theorems
