"""Each rule infers what its textbook statement says, and records its premises and arguments."""

import random

import pytest

from symattn.kernel import rules
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import (
    Theorem,
    abstraction,
    assume,
    axiom,
    beta,
    congruence,
    deduct_antisym,
    definition,
    eq_mp,
    eta,
    instantiate,
    instantiate_sizes,
    refl,
    ring,
    trans,
)
from symattn.kernel.syntax import TRUE, parse
from symattn.kernel.terms import (
    BOOL,
    REAL,
    KernelError,
    Size,
    abstract,
    app,
    const,
    equality,
    equation,
    fin,
    fun,
    literal,
    sides,
    substitute_sizes,
    var,
)
from symattn.numeric.semantics import evaluate_term

ONE, TWO, M, N = Size.number(1), Size.number(2), Size.variable("m"), Size.variable("n")
x, y, z = (var(name, REAL) for name in "xyz")
p, q = var("p", BOOL), var("q", BOOL)
f, g = var("f", fun(REAL, REAL)), var("g", fun(REAL, REAL))
i, j = var("i", fin(M)), var("i", fin(N))


def same(theorem, hypotheses, conclusion):
    assert type(theorem) is Theorem
    assert theorem.hypotheses == tuple(hypotheses) and theorem.conclusion is conclusion


def test_refl():
    same(refl(x), [], equation(x, x))


def test_trans():
    first, second = assume(equation(x, y)), assume(equation(y, z))
    same(trans(first, second), [equation(x, y), equation(y, z)], equation(x, z))
    same(trans(first, refl(y)), [equation(x, y)], equation(x, y))


def test_trans_keeps_each_hypothesis_once():
    h = assume(equation(x, x))
    same(trans(h, h), [equation(x, x)], equation(x, x))


def test_congruence():
    functions, arguments = assume(equation(f, g)), assume(equation(x, y))
    same(congruence(functions, arguments), [equation(f, g), equation(x, y)], equation(app(f, x), app(g, y)))


def test_abstraction():
    h = assume(equation(f, g))
    both = congruence(h, refl(x))
    same(
        abstraction(x, both),
        [equation(f, g)],
        equation(abstract(x, app(f, x)), abstract(x, app(g, x))),
    )


def test_abstraction_over_a_variable_that_only_shares_the_name():
    h = assume(equation(i, i))
    same(abstraction(j, h), [equation(i, i)], equation(abstract(j, i), abstract(j, i)))


def test_beta_avoids_capture():
    redex = app(abstract(x, abstract(y, app(const("+"), x, y))), y)
    same(beta(redex), [], equation(redex, abstract(z, app(const("+"), y, z))))


def test_eta():
    same(eta(abstract(x, app(f, x))), [], equation(abstract(x, app(f, x)), f))


def test_assume():
    same(assume(p), [p], p)


def test_eq_mp():
    same(eq_mp(assume(equation(p, q)), assume(p)), [equation(p, q), p], q)


def test_deduct_antisym():
    same(deduct_antisym(assume(p), assume(q)), [p, q], equation(p, q))
    same(deduct_antisym(assume(p), assume(p)), [], equation(p, p))
    from_q = eq_mp(assume(equation(q, p)), assume(q))
    from_p = eq_mp(assume(equation(p, q)), assume(p))
    same(deduct_antisym(from_p, from_q), [equation(p, q), equation(q, p)], equation(q, p))


def test_deduct_antisym_drops_only_the_other_conclusion():
    r = var("r", BOOL)
    theorem = deduct_antisym(eq_mp(assume(equation(r, p)), assume(r)), assume(q))
    same(theorem, [equation(r, p), r, q], equation(p, q))


def test_instantiate_is_simultaneous_in_hypotheses_and_conclusion():
    h = assume(equation(x, y))
    same(instantiate({x: y, y: x}, h), [equation(y, x)], equation(y, x))
    same(instantiate({x: y}, h), [equation(y, y)], equation(y, y))
    same(instantiate({}, h), [equation(x, y)], equation(x, y))


def test_instantiate_merges_equal_hypotheses():
    both = trans(assume(equation(x, y)), assume(equation(y, z)))
    same(instantiate({x: y, z: y}, both), [equation(y, y)], equation(y, y))


def test_instantiate_does_not_capture():
    constant_function = refl(abstract(x, y))
    same(instantiate({y: x}, constant_function), [], equation(abstract(z, x), abstract(z, x)))


def test_instantiate_tells_variables_apart_by_type():
    same(instantiate({i: literal(0, fin(M))}, refl(j)), [], equation(j, j))


def test_instantiate_sizes_is_simultaneous_in_hypotheses_and_conclusion():
    h = assume(equation(app(const("+"), const("#", M), const("#", N)), x))
    swapped = equation(app(const("+"), const("#", N), const("#", M)), x)
    same(instantiate_sizes({"m": N, "n": M}, h), [swapped], swapped)


def test_instantiate_sizes_merges_variables_that_become_equal():
    at_m, at_n = assume(equation(i, i)), assume(equation(j, j))
    both = deduct_antisym(at_m, at_n)
    merged = equation(j, j)
    same(instantiate_sizes({"m": N}, both), [merged], equation(merged, merged))


def test_instantiate_sizes_does_not_capture_a_merged_variable():
    theorem = abstraction(j, assume(equation(i, i)))
    moved = instantiate_sizes({"m": N}, theorem)
    assert moved.hypotheses == (equation(j, j),)
    assert moved.conclusion.free == {j}


def test_definition():
    value = parse("λf:[n]→ℝ. (Σ i:[n]. f i) * inv #{n}")
    theorem = definition("test_mean", ("n",), value)
    same(theorem, [], equation(const("test_mean", N), value))
    assert definition("test_mean", ("n",), value) is theorem
    at_two = instantiate_sizes({"n": TWO}, theorem)
    same(at_two, [], equation(const("test_mean", TWO), substitute_sizes(value, {"n": TWO})))


def test_definition_may_have_more_parameters_than_it_needs():
    theorem = definition("test_constant", ("a", "b"), literal(1, REAL))
    same(theorem, [], equation(const("test_constant", Size.variable("a"), Size.variable("b")), literal(1, REAL)))


@pytest.mark.parametrize("name", AXIOMS)
def test_axiom(name):
    theorem = axiom(name)
    same(theorem, [], parse(AXIOMS[name].statement))
    assert not theorem.conclusion.free and not theorem.conclusion.loose
    assert AXIOMS[name].name == name and AXIOMS[name].source


def test_no_axiom_mentions_attention():
    words = ("softmax", "attention", "mask", "encoding", "kernel")
    assert not [name for name, entry in AXIOMS.items() if any(w in (name + entry.statement).lower() for w in words)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("λx y:ℝ. (x + y) * (x + -1 * y)", "λx y:ℝ. x * x + -1 * (y * y)"),
        ("λx y z:ℝ. x * (y + z)", "λx y z:ℝ. z * x + x * y"),
        ("λx:ℝ. x + x", "λx:ℝ. 2 * x"),
        ("λx:ℝ. 1/2 * x + 1/3 * x", "λx:ℝ. 5/6 * x"),
        ("λx:ℝ. 0 * exp x", "λx:ℝ. 0"),
        ("λx:ℝ. x * inv x + 1", "λx:ℝ. 1 + inv x * x"),
        ("λf:[n]→ℝ. (Σ i:[n]. f i) * #{n}", "λf:[n]→ℝ. #{n} * (Σ i:[n]. f i)"),
    ],
)
def test_ring(left, right):
    a, b = parse(left), parse(right)
    while a.type.domain is not None:
        v = var(f"v{len(a.free)}", a.type.domain)
        a, b = (sides(beta(app(t, v)).conclusion)[1] for t in (a, b))
    same(ring(a, b), [], equation(a, b))


def test_the_record_of_each_inference():
    h = assume(p)
    assert (h.rule, h.premises, h.arguments) == ("assume", (), (p,))
    e = refl(p)
    t = eq_mp(e, h)
    assert (t.rule, t.premises, t.arguments) == ("eq_mp", (e, h), ())
    s = instantiate({p: TRUE}, t)
    assert (s.rule, s.premises, s.arguments) == ("instantiate", (t,), ((p, TRUE),))
    a = axiom("size_pos")
    z = instantiate_sizes({"n": TWO}, a)
    assert (a.rule, a.arguments) == ("axiom", ("size_pos",))
    assert (z.rule, z.premises, z.arguments) == ("instantiate_sizes", (a,), (("n", TWO),))


# --------------------------------------------------------------------------- random proofs, read in the standard model


RULES = [
    *("refl", "trans", "congruence", "abstraction", "beta", "eta", "assume", "eq_mp", "deduct_antisym"),
    *("instantiate", "instantiate", "instantiate_sizes", "ring"),
]


def starts(theorem, term):
    pair = sides(theorem.conclusion)
    return pair is not None and pair[0] is term


def random_inference(rng, known, random_term, term_types):
    """Apply a random rule to random theorems and terms; the rule may refuse them."""
    rule, theorem, other = rng.choice(RULES), rng.choice(known), rng.choice(known)
    ty = rng.choice(term_types)
    term = random_term(rng, ty, 2)
    variable = rng.choice(sorted(theorem.conclusion.free, key=str) or [var("x", ty)])
    if rule in ("trans", "eq_mp"):  # two theorems that fit, where there are such
        pairs = [(e, sides(e.conclusion), t) for e in known if sides(e.conclusion) for t in known]
        fitting = [(e, t) for e, (a, b), t in pairs if (a is t.conclusion if rule == "eq_mp" else starts(t, b))]
        theorem, other = rng.choice(fitting or [(theorem, other)])
    if rule in ("trans", "congruence", "eq_mp", "deduct_antisym"):
        return getattr(rules, rule)(theorem, other)
    if rule == "abstraction":
        return abstraction(variable, theorem)
    if rule == "beta":
        return beta(app(abstract(var("x", BOOL), term), random_term(rng, BOOL, 1)))
    if rule == "eta":
        return eta(abstract(var("x", BOOL), app(random_term(rng, fun(BOOL, ty), 1), var("x", BOOL))))
    if rule == "assume":
        return assume(random_term(rng, BOOL, 2))
    if rule == "instantiate":
        return instantiate({variable: random_term(rng, variable.type, 1)}, theorem)
    if rule == "instantiate_sizes":
        return instantiate_sizes({"n": rng.choice([ONE, TWO, M, M + ONE]), "m": rng.choice([ONE, N])}, theorem)
    if rule == "ring":
        a = random_term(rng, REAL, 2)
        return ring(app(const("*"), a, app(const("+"), a, term if term.type is REAL else a)), term)
    return refl(term)


def true_when_its_hypotheses_are(theorem, rng, random_value):
    """Tell whether the theorem holds at random sizes and values, and whether its hypotheses held."""
    sizes = {"m": rng.randrange(1, 3), "n": rng.randrange(1, 3)}
    numbers = {name: Size.number(value) for name, value in sizes.items()}
    free = {v for t in (theorem.conclusion, *theorem.hypotheses) for v in t.free}
    ordered = sorted(free, key=lambda v: (v.name, str(v.type)))
    environment = {v: random_value(rng, v.type.substitute(numbers)) for v in ordered}

    def samples(ty):
        return [random_value(rng, ty) for _ in range(3)]

    held = all(evaluate_term(h, environment, sizes, samples=samples) for h in theorem.hypotheses)
    return not held or evaluate_term(theorem.conclusion, environment, sizes, samples=samples), held


@pytest.mark.parametrize("seed", range(4))
def test_random_proofs_prove_only_what_is_true(seed, random_term, random_value, term_types):
    rng = random.Random(seed)
    known = [refl(var("x", BOOL)), assume(equation(var("x", BOOL), var("y", BOOL))), assume(var("x", BOOL))]
    rules_seen, meaningful = set(), 0
    for _ in range(1500):
        try:
            theorem = random_inference(rng, known, random_term, term_types)
        except KernelError:
            continue
        rules_seen.add(theorem.rule)
        for _ in range(3):
            true, held = true_when_its_hypotheses_are(theorem, rng, random_value)
            assert true, theorem
            meaningful += held
        if len(str(theorem)) < 600:
            known.append(theorem)
        if len(known) > 40:
            known.pop(rng.randrange(3, len(known)))
    assert rules_seen >= {"trans", "congruence", "abstraction", "beta", "eta", "eq_mp", "deduct_antisym"}
    assert rules_seen >= {"instantiate", "instantiate_sizes", "refl", "assume"}
    assert meaningful > 800


@pytest.mark.parametrize("step", ["const", "_theorem"])
def test_a_definition_that_was_cut_off_can_be_made_again_and_as_nothing_else(step, monkeypatch):
    def cut_off(*_):
        raise KeyboardInterrupt

    name, zero, one = f"test_cut_off{step}", literal(0, REAL), literal(1, REAL)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(rules, step, cut_off)
        definition(name, (), zero)
    with pytest.raises(KernelError):
        definition(name, (), one)
    made = definition(name, (), zero)
    assert made.sides == (const(name), zero) and definition(name, (), zero) is made


def test_all_rules_are_the_ones_tested_here():
    public = {name for name, thing in vars(rules).items() if getattr(thing, "__module__", "") == rules.__name__}
    assert {name for name in public if not name.startswith("_")} == {
        *("abstraction", "assume", "axiom", "beta", "congruence", "deduct_antisym", "definition"),
        *("eq_mp", "eta", "instantiate", "instantiate_sizes", "refl", "ring", "trans"),
    }


def test_equality_is_a_constant_of_each_type():
    assert equality(REAL).type is fun(REAL, fun(REAL, BOOL))
