"""Find the limit at infinity of a function of a real number by the laws of limits, part by part."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ....kernel.rules import Theorem, eq_mp
from ....kernel.syntax import implication, negation
from ....kernel.terms import REAL, Abs, Const, Size, Term, Var, abstract, app, equation, open_body
from ...library.definitions import defined
from ...library.facts import fact
from ...limits import MOST_ROWS
from ...logic.cached_rules import ring
from ...logic.conversions import fresh
from ...logic.derived_rules import ap_term, closed, discharge, gen, left, right, spec
from ...logic.formulas import EXP, ONE, UNIT, ZERO, inv, le, lt, plus, times, total
from ...logic.parts import args_of, parts_of
from ...logic.places import place

#: Prove a proposition, or return None.
Prove = Callable[[Term], Theorem | None]
#: Functions of one number that are continuous where they are defined, and what has to be proved of the limit.
_CONTINUOUS: dict[str, Callable[[Term], Term | None]] = {
    "exp": lambda a: None,
    "abs": lambda a: None,
    "inv": lambda a: negation(equation(a, ZERO)),
    "log": lambda a: lt(ZERO, a),
    "sqrt": lambda a: lt(ZERO, a),
}


def limit_of(f: Abs, prove: Prove) -> Theorem | None:
    """Return ⊢ tends f a for some number a, or None."""
    t = fresh(REAL, f, stem="t")
    return _Limits(t, prove).of(open_body(f, t))


class _Limits:
    """Find limits of terms in a variable."""

    def __init__(self, t: Var, prove: Prove) -> None:
        self.t, self.prove = t, prove
        self.indices: list[Var] = []  # of sums

    def _prove(self, p: Term) -> Theorem | None:
        """Prove a proposition for all values of the indices of sums."""
        indices = [i for i in self.indices if i in p.free]
        found = self.prove(closed(p, *reversed(indices)))
        return None if found is None else spec(found, *reversed(indices))

    def of(self, u: Term) -> Theorem | None:
        """Return ⊢ tends (λt. u) a, or None."""
        if self.t not in u.free:
            return fact("tends_const", u)
        for name, law in (("+", "tends_add"), ("*", "tends_mul")):
            if (args := args_of(u, name, 2)) is not None:
                parts = [self.of(part) for part in args]
                if parts[0] is not None and parts[1] is not None:
                    return self._by(law, args, [parts[0], parts[1]])
                return self._small(args, parts) if name == "*" else None
        if (args := args_of(u, "sum", 1)) is not None and isinstance(args[0], Abs):
            return self._sum(args[0])
        for name, needed in _CONTINUOUS.items():
            if (args := args_of(u, name, 1)) is not None:
                return self._function(name, args[0], needed)
        return None

    def _by(self, law: str, args: list[Term], parts: list[Theorem], *premises: Theorem) -> Theorem:
        functions = [abstract(self.t, part) for part in args]
        limits = [_limit(part) for part in parts]
        return fact(law, *functions, *limits, premises=(*premises, *parts))

    def _function(self, name: str, u: Term, needed: Callable[[Term], Term | None]) -> Theorem | None:
        if name == "inv" and u is self.t:
            return fact("tends_inverse")
        if name == "exp" and (linear := self._slope(u)) is not None and self.t in u.free:
            return self._exponential(u, *linear)
        factors = args_of(u, "*", 2) if name == "inv" else None
        if factors is not None:
            whole, apart = inv(u), times(*map(inv, factors))
            same, limit = self._prove(equation(whole, apart)), self.of(apart)
            if same is not None and limit is not None:
                return self.same(whole, apart, same, limit)
        inner = self.of(u)
        if inner is None:
            return None
        condition = needed(_limit(inner))
        premises = () if condition is None else (self._prove(condition),)
        return None if None in premises else self._by(f"tends_{name}", [u], [inner], *premises)

    def _sum(self, function: Abs) -> Theorem | None:
        """Return the limit of a sum over an index."""
        size = function.binder.size
        if size is not None and not size.variables() and size.least() <= MOST_ROWS:
            terms = [open_body(function, place(at, size)) for at in range(size.least())]
            whole, apart = total(size, function), reduce(plus, terms)
            same, limit = self.prove(equation(whole, apart)), self.of(apart)
            return None if same is None or limit is None else self.same(whole, apart, same, limit)
        if (cut := _parts_of_range(function)) is not None:
            split = fact("sum_split", dict(zip("mk", cut, strict=True)), function)
            limit = self.of(right(split))
            return None if limit is None else self.same(left(split), right(split), split, limit)
        i = fresh(function.binder, function, *self.indices, stem="i")
        self.indices.append(i)
        inner = self.of(open_body(function, i))
        self.indices.pop()
        if inner is None:
            return None
        values = abstract(i, abstract(self.t, open_body(function, i))), abstract(i, _limit(inner))
        return fact("tends_sum", *values, premises=(gen(i, inner),))

    def _small(self, args: list[Term], parts: list[Theorem | None]) -> Theorem | None:
        """Return the limit of a product of what becomes 0 and what lies between −1 and 1."""
        for at, limit in enumerate(parts):
            small, other = args[at], args[1 - at]
            if limit is None:
                continue
            zero = self.prove(equation(_limit(limit), ZERO))
            bounded = None if zero is None else self.prove(le(app(defined("abs"), other), ONE))
            if zero is not None and bounded is not None:
                functions = [abstract(self.t, part) for part in (small, other)]
                later = gen(self.t, discharge(le(ZERO, self.t), bounded))
                found = fact("tends_bounded", *functions, premises=(later, with_limit(limit, zero)))
                swapped = times(small, other), times(*args)
                return found if at == 0 else self.same(swapped[1], swapped[0], ring(*swapped[::-1]), found)
        return None

    def _slope(self, u: Term) -> tuple[Term, Term] | None:
        """Return d and c where u is d·t + c, or None."""
        if self.t not in u.free:
            return ZERO, u
        if u is self.t:
            return ONE, ZERO
        if (args := args_of(u, "+", 2)) is not None:
            pairs = [self._slope(part) for part in args]
            if pairs[0] is None or pairs[1] is None:
                return None
            return plus(pairs[0][0], pairs[1][0]), plus(pairs[0][1], pairs[1][1])
        if (args := args_of(u, "*", 2)) is not None:
            for scale, part in (args, args[::-1]):
                if self.t not in scale.free and (pair := self._slope(part)) is not None:
                    return times(scale, pair[0]), times(scale, pair[1])
        return None

    def _exponential(self, u: Term, slope: Term, start: Term) -> Theorem | None:
        """Return the limit of exp (d·t + c), as exp c·exp (d·t), where d ≤ 0."""
        first, alone = app(EXP, start), app(EXP, times(slope, self.t))
        if self._prove(equation(slope, ZERO)) is not None:
            found, other = fact("tends_const", first), first
        elif (limit := self._falling(slope)) is not None:
            found, other = (
                self._by("tends_mul", [first, alone], [fact("tends_const", first), limit]),
                times(first, alone),
            )
        else:
            return None
        same = self._prove(equation(app(EXP, u), other))
        return None if same is None else self.same(app(EXP, u), other, same, found)

    def _falling(self, slope: Term) -> Theorem | None:
        """Return the limit of exp (d·t) where d < 0, or d = 0 where an index is another, or else where d is 0."""
        if (falls := self._prove(lt(slope, ZERO))) is not None:
            return fact("tends_exponential", slope, premises=(falls,))
        indices = sorted((v for v in slope.free if v.type.size is not None), key=str)
        terms = [part for part in parts_of(slope) if part.type.size is not None and not part.loose]
        conditions = [equation(i, term) for i in indices for term in terms if term.type is i.type and term is not i]
        for condition in (*conditions, equation(slope, ZERO)):
            falls = self._prove(implication(negation(condition), lt(slope, ZERO)))
            flat = None if falls is None else self._prove(implication(condition, equation(slope, ZERO)))
            if falls is not None and flat is not None:
                return fact("tends_to_maxima", slope, condition, premises=(flat, falls))
        return None

    def same(self, u: Term, v: Term, equal: Theorem, limit: Theorem) -> Theorem:
        """Return ⊢ tends (λt. u) a from ⊢ u = v, without hypotheses on t, and ⊢ tends (λt. v) a."""
        later = gen(self.t, discharge(le(ZERO, self.t), equal))
        return fact(
            "tends_same", abstract(self.t, u), abstract(self.t, v), _limit(limit), ZERO, premises=(later, limit)
        )


def _parts_of_range(function: Abs) -> tuple[Size, ...] | None:
    """Return two parts of the range of a sum where an index in the sum is in one of them, or is the last one."""
    size = function.binder.size
    for part in parts_of(function):
        if not isinstance(part, Const) or size is None:
            continue
        if part.name in ("inl", "inr") and part.sizes[0] + part.sizes[1] == size:
            return part.sizes
        others = dict(size.terms)
        if part.name == "last" and part.sizes == (size,) and others.pop((), 0) == 1 and others:
            return Size(others), UNIT
    return None


def _limit(theorem: Theorem) -> Term:
    """Return a from ⊢ tends f a."""
    return theorem.conclusion.argument  # type: ignore[attr-defined,no-any-return]


def with_limit(theorem: Theorem, equal: Theorem) -> Theorem:
    """Return ⊢ tends f b from ⊢ tends f a and ⊢ a = b."""
    return eq_mp(ap_term(theorem.conclusion.function, equal), theorem)  # type: ignore[attr-defined]
