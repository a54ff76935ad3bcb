"""Report calls with missing, unknown or surplus arguments as errors of symattn."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from symattn.errors import CallError

P = ParamSpec("P")
R = TypeVar("R")


def checks_its_call(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function raise CallError where its arguments do not fit its parameters.

    >>> @checks_its_call
    ... def decide(lhs, rhs, given=()): ...
    >>> decide(1, 2, givn=[])
    Traceback (most recent call last):
    symattn.errors.CallError: decide has no argument 'givn'; did you mean given? It takes (lhs, rhs, given)
    """

    @functools.wraps(function)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return function(*arguments, **named)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:  # it was called, and something inside failed
                raise
            raise CallError(_misfit(function, arguments[0] if arguments else None, str(error))) from None

    return called


class ChecksCalls:
    """Let the classes below take calls that fit alone, as `checks_its_call` does for functions."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        made = vars(cls).get("__new__")
        if isinstance(made, staticmethod):
            cls.__new__ = staticmethod(checks_its_call(made.__func__))  # type: ignore[method-assign]


def _misfit(function: Callable[..., Any], first: Any, reason: str) -> str:
    """Say what does not fit, in the words of a reader: Python's reason names the function of a class otherwise."""
    parameters = list(inspect.signature(function).parameters.values())
    name = function.__name__
    if name == "__new__" and isinstance(first, type):
        name, parameters = first.__name__, parameters[1:]
    names = [each.name for each in parameters]
    starred = (f"*{each.name}" if each.kind is each.VAR_POSITIONAL else each.name for each in parameters)
    takes = f"It takes ({', '.join(starred)})"
    if unknown := re.search(r"unexpected keyword argument '(\w+)'", reason):
        from difflib import get_close_matches  # read where a call does not fit

        near = get_close_matches(unknown[1], names, n=1, cutoff=0.44)  # "uses" for "using"
        hint = f"; did you mean {near[0]}?" if near else "."
        return f"{name} has no argument {unknown[1]!r}{hint} {takes}"
    if twice := re.search(r"multiple values for argument '(\w+)'", reason):
        return f"{name} is given {twice[1]} twice. {takes}"
    if missing := re.search(r"missing \d+ required .*?arguments?: (.+)", reason):
        return f"{name} is called without {missing[1].replace(chr(39), '')}. {takes}"
    return f"{name} is called with too many arguments. {takes}"
