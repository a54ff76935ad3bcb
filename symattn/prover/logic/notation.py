"""Print terms and theorems of the kernel in the notation that its parser reads, and recognise the connectives.

Bound variables are named x0, x1, … by their depth; a prime is added where a free variable has that name already.
"""

from __future__ import annotations

from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import FALSE, TRUE
from symattn.kernel.terms import BOOL, REAL, Abs, App, Const, KernelError, Lit, Term, Var, lam, open_body, sides, var
from symattn.prover.logic.derived_rules import match_conjunction, match_forall, match_implication


def show(term: Term) -> str:
    """Return the term in the notation that ``parse`` reads; loose bound indices are shown as bound by a λ."""
    while term.loose:
        term = lam(dict(term.loose).get(0, BOOL), term)
    return _show(term, 0, 0)


def _infix(precedence: int, own: int, text: str) -> str:
    return f"({text})" if precedence > own else text


def _show(t: Term, precedence: int, depth: int) -> str:
    if isinstance(t, Var):
        return t.name
    if isinstance(t, Lit):
        return str(t.value) if t.type is REAL else f"{t.value}@{t.type}"
    if isinstance(t, Const):
        return t.name + ("{" + ", ".join(map(str, t.sizes)) + "}" if t.sizes else "")
    if isinstance(t, Abs):
        return _infix(precedence, 0, _binder("λ", t, depth))
    if t is TRUE or t is FALSE:
        return "⊤" if t is TRUE else "⊥"
    if (quantified := match_forall(t)) is not None:
        return _infix(precedence, 0, _binder("∀", quantified, depth))
    if (pair := match_implication(t)) is not None:
        p, q = pair
        if q is FALSE and (both := sides(p)) is not None:
            return _infix(precedence, 3, f"{_show(both[0], 4, depth)} ≠ {_show(both[1], 4, depth)}")
        if q is FALSE and (args := _binary(p, "≤")) is not None:
            return _infix(precedence, 3, f"{_show(args[1], 4, depth)} < {_show(args[0], 4, depth)}")
        if q is FALSE:
            return _infix(precedence, 6, f"¬{_show(p, 7, depth)}")
        return _infix(precedence, 1, f"{_show(p, 2, depth)} ⇒ {_show(q, 1, depth)}")
    if (pair := match_conjunction(t)) is not None:
        return _infix(precedence, 2, f"{_show(pair[0], 3, depth)} ∧ {_show(pair[1], 2, depth)}")
    for symbol, own in (("=", 3), ("≤", 3), ("+", 4), ("*", 5)):
        if (pair := _binary(t, symbol)) is not None:
            right = _show(pair[1], own + 1, depth)
            return _infix(precedence, own, f"{_show(pair[0], own + (own == 3), depth)} {symbol} {right}")
    if isinstance(t, App):
        if isinstance(t.function, Const) and t.function.name == "sum" and isinstance(t.argument, Abs):
            return _infix(precedence, 0, _binder("Σ", t.argument, depth))
        return _infix(precedence, 7, f"{_show(t.function, 7, depth)} {_show(t.argument, 8, depth)}")
    raise KernelError(f"show: {type(t).__name__} is not a term")


def _binary(t: Term, symbol: str) -> tuple[Term, Term] | None:
    if isinstance(t, App) and isinstance(t.function, App):
        head = t.function.function
        if isinstance(head, Const) and head.name == symbol:
            return t.function.argument, t.argument
    return None


def _binder(symbol: str, t: Abs, depth: int) -> str:
    name = f"x{depth}"
    taken = {v.name for v in t.free}
    while name in taken:
        name += "'"
    return f"{symbol}{name}:{t.binder}. {_show(open_body(t, var(name, t.binder)), 0, depth + 1)}"


def show_theorem(theorem: Theorem) -> str:
    """Return the sequent: hypotheses, a turnstile and the conclusion."""
    left = ", ".join(map(show, theorem.hypotheses))
    return f"{left} ⊢ {show(theorem.conclusion)}".strip()
