"""Misused rules of inference: each case is refused, by a message that begins with the name of the rule."""

import pytest

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.ring import BUDGET
from symattn.kernel.rules import (
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
from symattn.kernel.syntax import FALSE, TRUE, implication, parse
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    KernelError,
    Size,
    abstract,
    app,
    bound,
    const,
    declare,
    equation,
    fin,
    fun,
    lam,
    literal,
    sides,
    var,
)

ONE, M, N = Size.number(1), Size.variable("m"), Size.variable("n")
x, y, z = (var(name, REAL) for name in "xyz")
p, q = var("p", BOOL), var("q", BOOL)
f, g = var("f", fun(REAL, REAL)), var("g", fun(REAL, fun(REAL, REAL)))
i_m, i_n, i_one = var("i", fin(M)), var("i", fin(N)), var("i", fin(ONE))
u_m, u_n = var("u", fun(fin(M), REAL)), var("u", fun(fin(N), REAL))
zero, one = literal(0, REAL), literal(1, REAL)
loose, loose_bool = bound(0, REAL), bound(0, BOOL)
loose_equation = equation(loose, loose)


def plus(a, b):
    return app(const("+"), a, b)


def times(a, b):
    return app(const("*"), a, b)


def define_twice(name, first, second):
    definition(name, (), first)
    return definition(name, (), second)


def define_declared():
    declare("reject_declared", (), REAL)
    return definition("reject_declared", (), zero)


def declare_defined():
    definition("reject_defined", (), zero)
    return declare("reject_defined", (), NAT)


REFUSED = {
    "refl of a loose index": ("refl", lambda: refl(loose)),
    "refl of an open body": ("refl", lambda: refl(app(const("exp"), loose))),
    "refl of a string": ("refl", lambda: refl("x")),
    "refl of a theorem": ("refl", lambda: refl(refl(x))),
    "refl of a type": ("refl", lambda: refl(REAL)),
    "trans through different terms": ("trans", lambda: trans(assume(equation(x, y)), assume(equation(z, x)))),
    "trans backwards": ("trans", lambda: trans(assume(equation(x, y)), assume(equation(x, y)))),
    "trans through two sizes": ("trans", lambda: trans(refl(i_m), refl(i_n))),
    "trans of a proposition": ("trans", lambda: trans(assume(p), refl(p))),
    "trans of a term": ("trans", lambda: trans(equation(x, y), refl(y))),
    "congruence at another type": ("congruence", lambda: congruence(refl(f), refl(i_m))),
    "congruence at another size": ("congruence", lambda: congruence(refl(u_n), refl(i_m))),
    "congruence at size 1 for n": ("congruence", lambda: congruence(refl(u_n), refl(i_one))),
    "congruence of a real": ("congruence", lambda: congruence(refl(x), refl(x))),
    "congruence of a proposition": ("congruence", lambda: congruence(assume(p), refl(x))),
    "congruence of an argument that is no equation": ("congruence", lambda: congruence(refl(f), assume(p))),
    "congruence of terms": ("congruence", lambda: congruence(f, x)),
    "abstraction over a variable of a hypothesis": ("abstraction", lambda: abstraction(x, assume(equation(x, y)))),
    "abstraction over a variable of an unused hypothesis": (
        "abstraction",
        lambda: abstraction(
            x, eq_mp(refl(equation(y, y)), eq_mp(assume(equation(equation(x, x), equation(y, y))), refl(x)))
        ),
    ),
    "abstraction over a constant": ("abstraction", lambda: abstraction(const("pi"), refl(x))),
    "abstraction over a literal": ("abstraction", lambda: abstraction(zero, refl(x))),
    "abstraction over a bound index": ("abstraction", lambda: abstraction(loose, refl(x))),
    "abstraction over a name": ("abstraction", lambda: abstraction("x", refl(x))),
    "abstraction of a proposition": ("abstraction", lambda: abstraction(x, assume(p))),
    "abstraction of a term": ("abstraction", lambda: abstraction(x, equation(x, x))),
    "beta of a variable applied": ("beta", lambda: beta(app(f, x))),
    "beta of an abstraction": ("beta", lambda: beta(abstract(x, x))),
    "beta of an inner redex": ("beta", lambda: beta(app(f, app(abstract(x, x), y)))),
    "beta with a loose argument": ("beta", lambda: beta(app(abstract(x, x), loose))),
    "beta with a loose body": ("beta", lambda: beta(app(lam(REAL, bound(1, REAL)), x))),
    "beta of a theorem": ("beta", lambda: beta(refl(x))),
    "eta with the variable in the function": ("eta", lambda: eta(abstract(x, app(g, x, x)))),
    "eta with the variable deep in the function": ("eta", lambda: eta(abstract(x, app(abstract(y, plus(x, y)), x)))),
    "eta of another argument": ("eta", lambda: eta(abstract(x, app(f, y)))),
    "eta of a changed argument": ("eta", lambda: eta(abstract(x, app(f, plus(x, zero))))),
    "eta of the outer variable": ("eta", lambda: eta(lam(REAL, lam(REAL, app(f, bound(1, REAL))).body))),
    "eta under a binder": ("eta", lambda: eta(lam(REAL, lam(REAL, app(f, bound(0, REAL)))))),
    "eta of the other of two variables": ("eta", lambda: eta(abstract(x, abstract(y, app(f, x))))),
    "eta of a constant function": ("eta", lambda: eta(abstract(x, y))),
    "eta of the identity": ("eta", lambda: eta(abstract(x, x))),
    "eta of a variable": ("eta", lambda: eta(f)),
    "eta of a loose function": ("eta", lambda: eta(lam(REAL, app(bound(1, fun(REAL, REAL)), bound(0, REAL))))),
    "assume a real": ("assume", lambda: assume(x)),
    "assume a predicate": ("assume", lambda: assume(lam(REAL, TRUE))),
    "assume a loose index": ("assume", lambda: assume(loose_bool)),
    "assume an open equation": ("assume", lambda: assume(loose_equation)),
    "assume a string": ("assume", lambda: assume("⊥")),
    "assume a theorem": ("assume", lambda: assume(refl(x))),
    "eq_mp from the right side": ("eq_mp", lambda: eq_mp(assume(equation(p, q)), assume(q))),
    "eq_mp from something else": ("eq_mp", lambda: eq_mp(refl(FALSE), refl(x))),
    "eq_mp of an implication": ("eq_mp", lambda: eq_mp(assume(implication(p, q)), assume(p))),
    "eq_mp of a proposition": ("eq_mp", lambda: eq_mp(assume(p), assume(p))),
    "eq_mp of reals": ("eq_mp", lambda: eq_mp(assume(equation(x, y)), assume(p))),
    "eq_mp of a term": ("eq_mp", lambda: eq_mp(refl(p), p)),
    "deduct_antisym of terms": ("deduct_antisym", lambda: deduct_antisym(p, q)),
    "deduct_antisym of a theorem and a term": ("deduct_antisym", lambda: deduct_antisym(assume(p), FALSE)),
    "instantiate another type": ("instantiate", lambda: instantiate({x: i_m}, refl(x))),
    "instantiate another size": ("instantiate", lambda: instantiate({i_m: i_n}, refl(i_m))),
    "instantiate size 1 for n": ("instantiate", lambda: instantiate({i_n: literal(0, fin(ONE))}, refl(i_n))),
    "instantiate an extended real": ("instantiate", lambda: instantiate({x: const("ninf")}, refl(x))),
    "instantiate a loose index": ("instantiate", lambda: instantiate({x: loose}, refl(abstract(y, x)))),
    "instantiate a loose index in a hypothesis": ("instantiate", lambda: instantiate({p: loose_bool}, assume(p))),
    "instantiate a constant": ("instantiate", lambda: instantiate({const("pi"): zero}, refl(const("pi")))),
    "instantiate a literal": ("instantiate", lambda: instantiate({zero: one}, refl(zero))),
    "instantiate a bound index": ("instantiate", lambda: instantiate({loose: one}, refl(abstract(x, x)))),
    "instantiate a name": ("instantiate", lambda: instantiate({"x": one}, refl(x))),
    "instantiate a number": ("instantiate", lambda: instantiate({x: 1}, refl(x))),
    "instantiate in a term": ("instantiate", lambda: instantiate({p: FALSE}, p)),
    "instantiate_sizes with an int": ("instantiate_sizes", lambda: instantiate_sizes({"n": 2}, refl(i_n))),
    "instantiate_sizes with 0": ("size", lambda: instantiate_sizes({"n": Size.number(0)}, refl(i_n))),
    "instantiate_sizes with a variable term": ("instantiate_sizes", lambda: instantiate_sizes({"n": x}, refl(i_n))),
    "instantiate_sizes of a Size": ("instantiate_sizes", lambda: instantiate_sizes({N: M}, refl(i_n))),
    "instantiate_sizes in a term": ("instantiate_sizes", lambda: instantiate_sizes({"n": M}, equation(i_n, i_n))),
    "definition of a name twice": ("definition", lambda: define_twice("reject_twice", zero, one)),
    "definition of a name at another type": ("", lambda: define_twice("reject_type", zero, TRUE)),
    "definition with other parameters": (
        "",
        lambda: (definition("reject_parameters", (), zero), definition("reject_parameters", ("n",), zero)),
    ),
    "definition of a primitive": ("", lambda: definition("exp", (), abstract(x, one))),
    "definition of a primitive number": ("definition", lambda: definition("pi", (), zero)),
    "definition of equality": ("", lambda: definition("=", (), abstract(x, abstract(y, TRUE)))),
    "definition of a declared constant": ("definition", define_declared),
    "declaration of a defined constant": ("declare", declare_defined),
    "definition with a free variable": ("definition", lambda: definition("reject_free", (), plus(x, one))),
    "definition with a free predicate": ("definition", lambda: definition("reject_free", (), p)),
    "definition with a loose index": ("definition", lambda: definition("reject_loose", (), loose)),
    "definition with a stray size in a constant": ("definition", lambda: definition("reject_s", (), const("#", N))),
    "definition with a stray size in a type": (
        "definition",
        lambda: definition("reject_s", (), parse("∀i j:[n]. i = j")),
    ),
    "definition with a stray size in a hidden type": (
        "definition",
        lambda: definition("reject_s", (), app(lam(fin(N), zero), literal(0, fin(N)))),
    ),
    "definition with another size parameter": ("definition", lambda: definition("reject_s", ("m",), const("#", N))),
    "definition with one stray size of two": ("definition", lambda: definition("reject_s", ("m",), const("#", M * N))),
    "definition with a parameter twice": ("", lambda: definition("reject_s", ("n", "n"), const("#", N))),
    "definition with a list of parameters": ("definition", lambda: definition("reject_s", ["n"], const("#", N))),
    "definition with a string of parameters": ("definition", lambda: definition("reject_s", "n", const("#", N))),
    "definition with a Size as parameter": ("definition", lambda: definition("reject_s", (N,), const("#", N))),
    "definition in terms of itself": (
        "constant",
        lambda: definition("reject_self", (), plus(const("reject_self"), one)),
    ),
    "definition of a string": ("definition", lambda: definition("reject_string", (), "0")),
    "definition without a name": ("definition", lambda: definition(None, (), zero)),
    "axiom that is not there": ("axiom", lambda: axiom("sum_delta_at_size_0")),
    "axiom by its statement": ("axiom", lambda: axiom("exp 0 = 1")),
    "axiom by its entry": ("axiom", lambda: axiom(AXIOMS["exp_zero"])),
    "axiom by nothing": ("axiom", lambda: axiom(None)),
    "ring of truth values": ("ring", lambda: ring(p, p)),
    "ring of extended reals": ("ring", lambda: ring(const("ninf"), const("ninf"))),
    "ring of naturals": ("ring", lambda: ring(literal(0, NAT), literal(0, NAT))),
    "ring of indices": ("ring", lambda: ring(i_m, i_m)),
    "ring of functions": ("ring", lambda: ring(f, f)),
    "ring of two types": ("ring", lambda: ring(zero, literal(0, NAT))),
    "ring of loose indices": ("ring", lambda: ring(plus(loose, x), plus(x, loose))),
    "ring of strings": ("ring", lambda: ring("x", "x")),
    "ring: 0 is not 1": ("ring", lambda: ring(zero, one)),
    "ring: x is not y": ("ring", lambda: ring(x, y)),
    "ring: x + x is not x": ("ring", lambda: ring(plus(x, x), x)),
    "ring: x·x is not x": ("ring", lambda: ring(times(x, x), x)),
    "ring: x·x is not 2x": ("ring", lambda: ring(times(x, x), plus(x, x))),
    "ring: x·x·y is not x·y": ("ring", lambda: ring(times(x, times(x, y)), times(x, y))),
    "ring: x·x·y is not x·y·y": ("ring", lambda: ring(times(x, times(x, y)), times(x, times(y, y)))),
    "ring: (x+y)² is not x² + y²": (
        "ring",
        lambda: ring(times(plus(x, y), plus(x, y)), plus(times(x, x), times(y, y))),
    ),
    "ring: x · inv x is not 1": ("ring", lambda: ring(times(x, app(const("inv"), x)), one)),
    "ring: inv (x y) is not inv x · inv y": (
        "ring",
        lambda: ring(app(const("inv"), times(x, y)), times(app(const("inv"), x), app(const("inv"), y))),
    ),
    "ring: f (x + y) is not f (y + x)": ("ring", lambda: ring(app(f, plus(x, y)), app(f, plus(y, x)))),
    "ring: exp (x + y) is not exp x · exp y": (
        "ring",
        lambda: ring(app(const("exp"), plus(x, y)), times(app(const("exp"), x), app(const("exp"), y))),
    ),
    "ring: #m is not #n": ("ring", lambda: ring(const("#", M), const("#", N))),
    "ring: #{m+n} is not #m + #n": ("ring", lambda: ring(const("#", M + N), plus(const("#", M), const("#", N)))),
    "ring: redexes are atoms": ("ring", lambda: ring(app(abstract(x, x), y), y)),
    "ring: + applied once is an atom": (
        "ring",
        lambda: ring(app(abstract(f, app(f, x)), app(const("+"), one)), plus(one, x)),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    rule, attempt = REFUSED[name]
    with pytest.raises(KernelError, match=f"^{rule}"):
        attempt()


def test_a_loose_equation_cannot_be_hidden_in_an_abstraction_rule():
    # With loose indices allowed, λx. x = ?0 would put two different indices under one binder.
    with pytest.raises(KernelError):
        abstraction(x, refl(loose))


def test_ring_refuses_work_beyond_its_budget():
    product = one
    for k in range(20):
        product = times(product, plus(var(f"a{k}", REAL), one))
    with pytest.raises(KernelError, match=r"ring.*budget"):
        ring(product, product)
    assert BUDGET <= 2**21


def test_refused_definitions_leave_their_name_free():
    with pytest.raises(KernelError):
        definition("reject_then_accept", (), x)
    with pytest.raises(KernelError):
        definition("reject_then_accept", (), const("#", N))
    assert sides(definition("reject_then_accept", (), zero).conclusion)[1] is zero


def test_instantiating_a_stray_size_would_prove_1_equal_2():
    # The reason why every size variable of a definition is a parameter: c = #n gives c = 1 and c = 2.
    definition("reject_sized", ("n",), const("#", N))
    at_one = const("reject_sized", ONE)
    at_two = const("reject_sized", Size.number(2))
    assert at_one is not at_two


def test_an_axiom_with_a_premise_gives_nothing_without_it():
    # inv_mul at 0 says 0 ≠ 0 ⇒ 0 · inv 0 = 1; the conclusion does not follow by eq_mp.
    statement = axiom("inv_mul").conclusion
    predicate = sides(statement)[0]
    at_zero = beta(app(predicate, zero))
    instance = sides(at_zero.conclusion)[1]
    with pytest.raises(KernelError, match="eq_mp"):
        eq_mp(assume(instance), refl(zero))


def test_size_1_does_not_stand_for_every_size():
    # fin_one is about [1]; no instantiation of sizes turns it into a statement about [n].
    theorem = axiom("fin_one")
    assert instantiate_sizes({"n": N}, theorem).conclusion is theorem.conclusion
    with pytest.raises(KernelError):
        instantiate_sizes({"n": N, "1": N}, theorem)


def test_minus_infinity_cannot_be_used_as_a_real():
    for attempt in (
        lambda: plus(const("ninf"), const("ninf")),
        lambda: times(zero, const("ninf")),
        lambda: app(const("emb"), const("ninf")),
        lambda: app(const("times"), const("ninf"), const("ninf")),
        lambda: equation(const("ninf"), zero),
    ):
        with pytest.raises(KernelError, match="application"):
            attempt()
    assert const("ninf").type is EXTENDED
