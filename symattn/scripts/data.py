"""Turn plain data, as read from JSON, back into the dataclass that they were written from, checking every type."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Wanted = TypeVar("Wanted")


def read_as(kind: type[Wanted], data: Any) -> Wanted:
    """Return the object that `dataclasses.asdict` wrote as these data; raise ValueError for a part of another type.

    >>> from symattn.scripts.book.dependencies import Rests
    >>> read_as(Rests, {"axioms": ["A"], "lemmas": [], "definitions": []})
    Rests(axioms=('A',), lemmas=(), definitions=())
    >>> read_as(Rests, {"axioms": "A", "lemmas": [], "definitions": []})
    Traceback (most recent call last):
    ValueError: 'A' is no tuple[str, ...]
    """
    found: Wanted = _read(kind, data)
    return found


def _read(kind: Any, data: Any) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if origin in (Union, UnionType):
        if data is None and NoneType in parts:
            return None
        (kind,) = (each for each in parts if each is not NoneType)
        return _read(kind, data)
    if origin is tuple and isinstance(data, list | tuple):
        kinds = [parts[0]] * len(data) if parts[-1] is Ellipsis else list(parts)
        if len(kinds) == len(data):
            return tuple(_read(each, item) for each, item in zip(kinds, data, strict=True))
    elif origin is dict and isinstance(data, dict):
        return {_read(parts[0], name): _read(parts[1], item) for name, item in data.items()}
    elif is_dataclass(kind) and isinstance(data, dict):
        made: Any = kind
        hints = _hints(made)
        if data.keys() == hints.keys():
            return made(**{name: _read(hints[name], item) for name, item in data.items()})
    elif origin is None and (type(data) is kind or (kind is float and type(data) is int)):
        return data
    raise ValueError(f"{str(data)[:80]!r} is no {kind if origin else kind.__name__}")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
