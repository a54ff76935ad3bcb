"""Keep SymPy's binders from capturing free symbols: what is written is what is decided.

SymPy puts values under a binder as they stand, and lifts the conditions of a Piecewise out of it, before symattn sees
the expression.  With G = FunctionMatrix(n, n, Lambda((u, v), Sum(X[u, s], (s, 0, n - 1)))) the entry G[s, t] becomes
Sum(X[s, s], (s, 0, n - 1)), and the t of Sum(Piecewise((x[t], t <= j), (0, True)), (t, 0, n - 1)) becomes a free symbol
in a sum over s around it.  Nothing is left there by which a later check could tell.

``teach_sympy`` changes a few functions of SymPy, and each of them only where a bound symbol would be captured or would
escape; everywhere else SymPy's own function answers:

- ``xreplace`` and ``subs`` of a sum, product, integral or Lambda first rename the symbols that it binds and that a
  value would meet.  Replacing a bound symbol by a symbol, by which SymPy itself renames, still does so unless the new
  name is taken.  A Dummy stands for a part that SymPy took out and puts back as it was, so that its value is not
  protected; the Dummies of a simultaneous ``subs`` stand for the symbols of the user and are.
- A simultaneous ``subs`` of symbols in words of the language puts the values in at once: SymPy would first put numbers
  of its own, which are no sizes and no matrices.
- They rename an Idx that is bound beside another of its name, where a size is put into the range of one of them: both
  might be the same index then.
- Calling a Lambda, which gives the entries of a FunctionMatrix, puts its arguments in for free symbols only, and, as
  substitution into a gradient, puts none into a derivative that would vary with it.
- Folding, which SymPy does to the summand of every sum and to every condition, leaves an expression as it is when a
  condition inside would leave the binder of one of its symbols.

What was built before this was done, or by ``replace``, ``simplify`` and the like, is SymPy's; ``binders.py`` looks at
it.  ``automatic.py`` deals with the sums that SymPy evaluates unasked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import unwrap
from typing import Any

import sympy
from sympy import Basic, Dummy, Idx, Lambda, Piecewise, Tuple
from sympy.concrete import expr_with_limits
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.cache import clear_cache
from sympy.core.function import AppliedUndef
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean

from symattn.errors import SymattnError, UnsupportedExpression
from symattn.language.base.derivatives import PartialDerivatives, varied
from symattn.language.base.occurrences import BINDABLE, bound_symbols, free_parts
from symattn.language.base.substitution import check_varied, substituted, with_bound_renamed
from symattn.language.base.traversal import postorder

#: SymPy's own functions, which answer wherever nothing would be captured.
_SYMPYS: dict[str, Any] = {}


def teach_sympy() -> None:
    """Keep SymPy from capturing; a second call changes nothing.

    Raise ImportError when SymPy is not built as this module expects, so that nothing is captured unseen.
    """
    if _SYMPYS:
        return
    _check_version()
    _SYMPYS.update(
        xreplace=Basic._xreplace,
        subs={kind: kind._eval_subs for kind in (ExprWithLimits, Lambda)},
        subs_of_all=Basic.subs,
        call=Lambda.__call__,
        fold=expr_with_limits.piecewise_fold,
        pair=ExprCondPair.__new__,
    )
    for kind in (ExprWithLimits, Lambda):
        kind._xreplace, kind._eval_subs = _xreplace, _eval_subs
    Basic.subs = _subs
    Lambda.__call__ = _called
    PartialDerivatives._xreplace, PartialDerivatives._eval_subs = _gradient_xreplace, _gradient_eval_subs
    expr_with_limits.piecewise_fold = _folded
    ExprCondPair.__new__ = _pair
    clear_cache()  # what SymPy has substituted before is not answered again


def _check_version() -> None:
    """Raise ImportError unless SymPy substitutes, calls and folds by the functions that are changed here."""
    above = {*ExprWithLimits.__mro__, *Lambda.__mro__} - {Basic}
    as_expected = (
        not any("_xreplace" in vars(kind) for kind in above)
        and "xreplace" in Lambda.__call__.__code__.co_names
        and "_xreplace" in Basic.xreplace.__code__.co_names
        and "_eval_subs" in unwrap(Basic._subs).__code__.co_names
        and "_eval_subs" in vars(ExprWithLimits)
        and "piecewise_fold" in ExprCondPair.__new__.__code__.co_names
        and "piecewise_fold" in expr_with_limits._common_new.__code__.co_names
    )
    if not as_expected:
        reason = "it substitutes under sums in another way, and a bound symbol might be captured"
        raise ImportError(f"symattn does not know SymPy {sympy.__version__}: {reason}; install SymPy 1.13 or 1.14")


# -------------------------------------------------------------------------------------------------------- substitution


def _xreplace(self: Any, rule: Any) -> tuple[Any, bool]:
    if isinstance(rule, Mapping) and self not in rule:
        self, rule = _apart(self, rule)
    return _SYMPYS["xreplace"](self, rule)


def _subs(self: Any, *args: Any, **kwargs: Any) -> Any:
    """Substitute; where all is put at once for symbols in words, no number of SymPy's own comes in between."""
    if kwargs.get("simultaneous") and any(getattr(node, "is_checked", False) for node in postorder(self)):
        pairs = [args]
        if len(args) == 1:
            pairs = list(args[0].items() if isinstance(args[0], Mapping) else args[0])
            args = (pairs,)
        if all(len(pair) == 2 and isinstance(pair[0], BINDABLE) and not isinstance(pair[1], str) for pair in pairs):
            return substituted(self, dict(reversed(pairs)))  # of two values for one symbol the first one counts
    return _SYMPYS["subs_of_all"](self, *args, **kwargs)


def _eval_subs(self: Any, old: Any, new: Any) -> Any:
    if isinstance(old, Basic) and isinstance(new, Basic) and not isinstance(old, AppliedUndef):
        if any(isinstance(index, Idx) and old != index and old in _free_in(index) for index in bound_symbols(self)):
            return substituted(self, {old: new})  # SymPy would leave the range, and what stands in the sum
        moved, _ = _apart(self, {old: new}, masks=False)
        if moved is not self:
            result = moved._subs(old, new)
            return self if result == moved else result
    kind = Lambda if isinstance(self, Lambda) else ExprWithLimits
    return _SYMPYS["subs"][kind](self, old, new)


def _apart(binder: Any, rule: Mapping[Any, Any], masks: bool = True) -> tuple[Any, Mapping[Any, Any]]:
    """Return a binder whose own symbols meet no value that is put under it, and the rule in the new names.

    Without ``masks`` no Dummy stands for a part that was taken out.
    """
    hidden = {key for key, value in rule.items() if masks and _is_mask(key, value)}
    bound = bound_symbols(binder) if _is_plain(binder) else frozenset()
    meets = not bound.isdisjoint(_free_in(*rule.values(), *rule))
    if not meets and not any(isinstance(symbol, Idx) for symbol in bound):
        return binder, rule
    captured = _captured(binder, bound, rule, hidden)
    if not captured:
        return binder, rule
    moved, new = with_bound_renamed(binder, captured, *_basics(*rule, *rule.values()))
    plain: dict[Any, Any] = {}
    for key, value in rule.items():  # what names a bound symbol stands under the binder, and is renamed with it
        inside = key in hidden or not (isinstance(key, BINDABLE) or captured.isdisjoint(_free_in(key)))
        if inside and isinstance(value, Basic):
            key, value = key.xreplace(new), value.xreplace(new)
        plain[key] = value
    return moved, plain


def _captured(binder: Any, bound: frozenset[Basic], rule: Mapping[Any, Any], hidden: set[Any]) -> set[Basic]:
    """Return the bound symbols that would capture a value; what is hidden is put back as it was."""
    scope = _scope(binder)
    free = _free_in(*scope)
    met = [key for key in rule if isinstance(key, Basic) and _occurs(key, scope, free) and key not in hidden]
    found = set()
    for symbol in bound:
        if symbol in rule:  # SymPy renames it
            name = rule[symbol]
            others = free.union(bound).difference(rule, {symbol})
            others = others.union(_free_in(*(rule[key] for key in {*met, *bound.intersection(rule)} if key != symbol)))
            if name in others or not getattr(name, "_diff_wrt", False):  # nothing else can be bound
                found.add(symbol)
        elif any(symbol in _free_in(rule[key]) and symbol not in _free_in(key) for key in met):
            found.add(symbol)
        elif isinstance(symbol, Idx) and symbol not in found:
            others = free.union(bound, _free_in(*(rule[key] for key in met))).difference(found)
            if any(_may_become_one(symbol, other, rule) for other in others):
                found.add(symbol)
    return found


def _may_become_one(index: Idx, other: Basic, rule: Mapping[Any, Any]) -> bool:
    """Tell whether two indices of one name have different ranges, of which the rule changes one."""
    if not isinstance(other, Idx) or other == index or other.name != index.name:
        return False
    return not _free_in(index, other).isdisjoint(_free_in(*rule))


def _occurs(key: Basic, scope: tuple[Basic, ...], free: frozenset[Basic]) -> bool:
    """Tell whether a part may stand in the scope of a binder; SymPy finds some sums and products that do not."""
    return key in free if isinstance(key, BINDABLE) else _free_in(key) <= free


def _is_mask(key: Any, value: Any) -> bool:
    """Tell whether a key stands for a part that SymPy took out; simultaneous ``subs`` has Dummies for symbols.

    A Dummy for which a symbol is put is one of the language's own bound symbols, or was handed to the user.
    """
    return isinstance(key, Dummy) and not key.name.startswith("subs_d") and not isinstance(value, BINDABLE)


def _called(self: Any, *args: Any) -> Any:
    """Put arguments in for the variables of a Lambda, which SymPy would let the binders in its body capture."""
    variables = self.variables
    if _is_plain(self) and len(args) == len(variables) and all(isinstance(v, BINDABLE) for v in variables):
        met = {*variables, *_free_in(*args)}
        labels = {*variables}
        for node in postorder(self.expr):
            clash = isinstance(node, Idx) and node.label in labels and node not in labels
            if clash or _varies(node) or not met.isdisjoint(bound_symbols(node)):
                return substituted(self.expr, dict(zip(variables, args, strict=True)))
    return _SYMPYS["call"](self, *args)


def _varies(node: Basic) -> bool:
    """Tell whether something varies in a node: whether it is a derivative that symattn reads, or a gradient."""
    try:
        return varied(node) is not None
    except SymattnError:
        return False


def _gradient_xreplace(self: Any, rule: Any) -> tuple[Any, bool]:
    if isinstance(rule, Mapping) and self not in rule:
        check_varied(self, rule)
    return _SYMPYS["xreplace"](self, rule)


def _gradient_eval_subs(self: Any, old: Any, new: Any) -> None:
    check_varied(self, {old: new})


def _is_plain(binder: Any) -> bool:
    """Tell whether a binder binds one symbol after another: no nested arguments, no antiderivatives."""
    if isinstance(binder, Lambda):
        return len(binder.signature) == len(binder.variables)
    return all(len(limit) > 1 for limit in binder.limits)


def _scope(binder: Any) -> tuple[Basic, ...]:
    """Return the parts in which a symbol of the binder may be bound: limits may speak of the limits before them."""
    if isinstance(binder, Lambda):
        return (binder.expr,)
    return (binder.function, *(bound for limit in binder.limits for bound in limit[1:]))


def _basics(*values: Any) -> Iterable[Basic]:
    for value in values:
        if isinstance(value, Basic):
            yield value
        elif isinstance(value, tuple | Tuple):
            yield from _basics(*value)
        elif hasattr(value, "free_symbols"):  # a matrix that can be changed
            yield from value.free_symbols


def _free_in(*values: Any) -> frozenset[Basic]:
    basics = tuple(_basics(*values))
    free = free_parts(*basics)
    return frozenset().union(*(free[value] for value in basics))


# --------------------------------------------------------------------------------------------------------------- folds


def _folded(expr: Any, evaluate: bool | None = True) -> Any:
    """Bring the cases of a summand to its top, unless a condition would leave a binder around it."""
    is_kept = isinstance(expr, Basic) and expr.has(Piecewise) and _lets_escape(expr)
    return expr if is_kept else _SYMPYS["fold"](expr, evaluate)


def _pair(cls: Any, expr: Any, cond: Any) -> Any:
    """Join a value and a condition; the condition is folded as a summand is."""
    if isinstance(cond, Boolean) and cond.has(Piecewise) and _lets_escape(cond):
        return Tuple.__new__(cls, expr, cond)
    if isinstance(cond, Basic) and getattr(cond, "is_checked", False) and not isinstance(cond, Boolean):
        raise UnsupportedExpression(cond, "it is no condition of a case: state the cases as claims with given=[…]")
    return _SYMPYS["pair"](cls, expr, cond)


def _lets_escape(expr: Basic) -> bool:
    """Tell whether a condition of a Piecewise names a symbol that is bound between it and the expression."""
    if not expr.has(ExprWithLimits, Lambda):
        return False
    free = free_parts(expr)
    named: dict[Basic, frozenset[Basic]] = {}
    for node in postorder(expr):
        symbols: frozenset[Basic] = frozenset().union(*(named[argument] for argument in node.args))
        if not symbols.isdisjoint(bound_symbols(node)):
            return True
        if isinstance(node, Piecewise):
            symbols = symbols.union(*(free[pair.cond] for pair in node.args))
        named[node] = symbols
    return False
