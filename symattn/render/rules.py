"""How the primitives are written: the tables that their modules ``notation`` fill, and from which the printers read.

A rule is a function of a printer and an expression.  A class without a rule is written by its name before its
arguments, as every word is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from symattn.registration import enter_primitives

Rule = TypeVar("Rule", bound=Callable[[Any, Any], str])
LATEX: dict[type, Callable[[Any, Any], str]] = {}
TEXT: dict[type, Callable[[Any, Any], str]] = {}
#: Classes that are written, in LaTeX, like a name with subscripts.
LIKE_NAMES: set[type] = set()
#: What a primitive is, as a formula in LaTeX, where a reader asks for its definition.
FORMULAS: dict[type, str] = {}


def in_latex(*kinds: type, like_a_name: bool = False) -> Callable[[Rule], Rule]:
    """Enter a rule by which some classes are written in LaTeX, perhaps like a name."""

    def enter(rule: Rule) -> Rule:
        LATEX.update(dict.fromkeys(kinds, rule))
        LIKE_NAMES.update(kinds if like_a_name else ())
        return rule

    return enter


def in_text(*kinds: type) -> Callable[[Rule], Rule]:
    """Enter a rule by which some classes are written as text."""

    def enter(rule: Rule) -> Rule:
        TEXT.update(dict.fromkeys(kinds, rule))
        return rule

    return enter


def shown_by(kind: type, formula: str) -> None:
    """Enter the formula that says in LaTeX what a primitive is."""
    FORMULAS[kind] = formula


def give_rules(printer: type, rules: dict[type, Callable[[Any, Any], str]]) -> None:
    """Give a printer the rules for the primitives, by registration: whatever their modules ``notation`` enter."""
    enter_primitives("notation")
    for kind, rule in rules.items():
        setattr(printer, f"_print_{kind.__name__}", rule)
