"""What happens to theorems that are tampered with through Python's internals: their certificates do not verify.

Nothing keeps a Python program from changing a theorem object behind the kernel's back.  The inference record is what
gets certified, and the verifier works out for itself what it proves.
"""

import pytest

from symattn import verifier
from symattn.certificates.certificate import certificate
from symattn.errors import UsageError
from symattn.kernel import rules
from symattn.kernel.rules import Theorem, axiom, instantiate, refl
from symattn.kernel.syntax import FALSE, parse
from symattn.kernel.terms import REAL, app, const, equation, literal, var

put = object.__setattr__
ZERO, ONE = literal(0, REAL), literal(1, REAL)
FALSE_EQUATION = equation(ZERO, ONE)


def changed(theorem, **fields):
    """Change a theorem in place, as no ordinary program can, and give back what to put it right."""
    before = {name: getattr(theorem, name) for name in fields}
    for name, value in fields.items():
        put(theorem, name, value)
    return before


def made_up(conclusion, rule, premises=(), arguments=(), hypotheses=()):
    theorem = object.__new__(Theorem)
    values = (hypotheses, conclusion, rule, premises, arguments)
    for name, value in zip(("hypotheses", "proved", "rule", "premises", "arguments"), values, strict=True):
        put(theorem, name, value)
    return theorem


FORGERIES = {
    "another conclusion": lambda: (refl(ZERO), {"proved": FALSE_EQUATION}),
    "two other sides": lambda: (refl(ZERO), {"proved": (ZERO, ONE)}),
    "falsehood": lambda: (refl(ZERO), {"proved": FALSE}),
    "a dropped hypothesis": lambda: (rules.assume(FALSE), {"hypotheses": ()}),
    "an invented hypothesis": lambda: (refl(ONE), {"hypotheses": (FALSE,)}),
    "another rule": lambda: (refl(ZERO), {"rule": "assume"}),
    "a rule that there is not": lambda: (refl(ZERO), {"rule": "trust me"}),
    "other arguments": lambda: (refl(ZERO), {"arguments": (ONE,)}),
    "arguments of ring": lambda: (rules.ring(ZERO, ZERO), {"arguments": (ZERO, ONE), "proved": FALSE_EQUATION}),
    "an axiom with another name": lambda: (axiom("sin_zero"), {"arguments": ("cos_zero",)}),
    "an axiom with another statement": lambda: (axiom("cos_zero"), {"proved": parse("cos 0 = 0")}),
    "other premises": lambda: (
        rules.trans(refl(ZERO), refl(ZERO)),
        {"premises": (refl(ONE), refl(ONE)), "proved": FALSE_EQUATION},
    ),
    "another substitution": lambda: (
        instantiate({var("x", REAL): ZERO}, refl(var("x", REAL))),
        {"arguments": ((var("x", REAL), ONE),)},
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_theorem_has_no_certificate_that_verifies(name, verify):
    theorem, fields = FORGERIES[name]()
    assert verify(certificate(theorem)).statement
    before = changed(theorem, **fields)
    try:
        with pytest.raises(verifier.DoesNotHold):
            verify(certificate(theorem))
    finally:
        changed(theorem, **before)
    assert verify(certificate(theorem)).statement


def test_a_theorem_made_by_the_maker_that_rules_use(verify):
    forged = rules._theorem((), FALSE, "axiom", (), ("exp_zero",))
    with pytest.raises(verifier.DoesNotHold, match="conclusion that is claimed"):
        verify(certificate(forged))


def test_a_theorem_made_up_deep_inside_a_proof(verify):
    """What follows from 0 = 1 is a theorem for the kernel; the certificate still shows where it came from."""
    lie = made_up(FALSE_EQUATION, "refl", (), (ZERO,))
    x = var("x", REAL)
    step = rules.congruence(refl(app(const("+"), x)), lie)
    whole = rules.trans(step, refl(app(const("+"), x, ONE)))
    with pytest.raises(verifier.DoesNotHold, match="middle terms differ"):
        verify(certificate(whole))


def test_a_changed_term_changes_what_is_claimed(verify):
    """A term edited in place lies about its own value: the certificate shows the edited one, and does not follow."""
    two = literal(22, REAL)
    theorem = rules.ring(two, app(const("+"), literal(20, REAL), literal(2, REAL)))
    put(two, "numerator", 23)
    try:
        with pytest.raises(verifier.DoesNotHold, match="different polynomials"):
            verify(certificate(theorem))
    finally:
        put(two, "numerator", 22)
    assert verify(certificate(theorem)).statement == [["then", ["22 = 20 + 2"]]]


def test_a_changed_table_of_axioms_does_not_reach_the_verifier(verify, monkeypatch):
    forged = rules._theorem((), FALSE, "axiom", (), ("falsehood",))
    monkeypatch.setattr(rules, "_AXIOMS", {**rules._AXIOMS, "falsehood": forged})
    theorem = axiom("falsehood")
    with pytest.raises(verifier.DoesNotHold, match="no axiom 'falsehood'"):
        verify(certificate(theorem))


def test_what_is_not_proved_has_no_certificate():
    with pytest.raises(UsageError, match="only what is proved or refuted has a certificate"):
        certificate(None)
