"""A total order on terms that is the same on every machine and blind to the names of opened bound variables.

Normal forms sort factors and summands by ``key``.  Bound variables that the normaliser has opened are named ι0, ι1, …
from the outside in; the order looks at them only through their relative order, so that renaming them monotonically, or
taking a sum out of another one, leaves every order as it was.
"""

from __future__ import annotations

from hashlib import blake2b

from ...digits import too_many_digits
from ...kernel.terms import Abs, App, Bound, Const, Lit, Term, Type, Var, var

Key = tuple[int, bytes, tuple[int, ...]]
STEM = "ι"
_KEYS: dict[Term, Key] = {}
_SIZES: dict[Term, int] = {}


def opened(number: int, ty: Type) -> Var:
    """Return the variable that stands for an opened bound variable."""
    return var(f"{STEM}{number}", ty)


def opened_number(t: Term) -> int | None:
    """Return the number of an opened bound variable, or None for any other term."""
    if isinstance(t, Var) and t.name.startswith(STEM) and t.name[1:].isdigit():
        return int(t.name[1:])
    return None


def next_opened(ty: Type, *terms: Term) -> Var:
    """Return the opened variable whose number is one more than the greatest in the terms."""
    numbers = [opened_number(v) for t in terms for v in t.free]
    return opened(max((number for number in numbers if number is not None), default=-1) + 1, ty)


def key(t: Term) -> Key:
    """Return the sort key: size, structure, then the opened variables in the order of their first occurrences.

    Where an opened variable occurs again is part of the structure, so that shared terms have short keys.
    """
    found = _KEYS.get(t)
    if found is None:
        found = _KEYS[t] = _key(t)
    return found


def size(t: Term) -> int:
    """Return how many parts a term has when it is written out."""
    found = _SIZES.get(t)
    if found is None:
        if isinstance(t, App):
            found = size(t.function) + size(t.argument) + 1
        else:
            found = size(t.body) + 1 if isinstance(t, Abs) else 1
        _SIZES[t] = found
    return found


def _key(t: Term) -> Key:
    if isinstance(t, App):
        (m, a, u), (n, b, v) = key(t.function), key(t.argument)
        together = u + tuple([number for number in v if number not in u])
        again = [str([together.index(number) for number in v]).encode()] if len(together) < len(u) + len(v) else []
        return m + n + 1, _digest(b"app", a, b, *again), together
    if isinstance(t, Abs):
        n, b, v = key(t.body)
        return n + 1, _digest(b"abs", str(t.binder).encode(), b), v
    number = opened_number(t)
    if number is not None:
        return 1, _digest(b"opened", str(t.type).encode()), (number,)
    if isinstance(t, Const):
        text = f"{t.name}{{{', '.join(map(str, t.sizes))}}}"
    elif isinstance(t, Var):
        text = t.name
    elif isinstance(t, Lit) and too_many_digits(t.value.numerator, t.value.denominator):
        text = f"{t.value.numerator:x}/{t.value.denominator:x}"
    else:
        text = str(t.index if isinstance(t, Bound) else t.value if isinstance(t, Lit) else "")
    return 1, _digest(type(t).__name__.encode(), text.encode(), str(t.type).encode()), ()


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"\0".join((*parts, str([len(part) for part in parts]).encode())), digest_size=12).digest()
