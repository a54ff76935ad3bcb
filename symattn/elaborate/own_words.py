"""Words that users define: what they need is checked for the arguments, unless it always holds.

Where no one value serves all arguments – a similarity kernel may be used at any width, an inverse is a variable of its
own, a plain matrix may be masked – the word is elaborated by what it says of the arguments at hand.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Symbol

from symattn.errors import UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.dims import is_dim
from symattn.language.base.known_words import words
from symattn.language.base.sorts import may_be_masked
from symattn.language.base.substitution import substituted
from symattn.language.own_words import Defined, DefinedNumber, Word
from symattn.primitives.kernels.word import KernelSymbol

from ..kernel.axioms import CONSTANTS
from ..kernel.rules import Theorem
from ..kernel.terms import Term
from ..prover.library.definitions import all_names
from ..prover.logic.derived_rules import ProofError
from ..prover.strategies.core.goals import Facts
from ..prover.strategies.front.prove import prove
from .constants import by_value, names_defined_later
from .propositions import hypotheses_about
from .scope import Need, Scope, elaborates
from .word_constants import Constant, made_constant, terms_of, variables_of

STEPS = 5_000  # steps of normalisation for what a word needs

#: The constant of each word, by the class and with the definition from which it was made.
_KNOWN: dict[type, tuple[Word, Constant | None]] = {}


@elaborates(Defined, DefinedNumber)
def _word(scope: Scope, node: Any) -> Term:
    word: Word = node.word
    if words().get(word.name) is not type(node):
        raise UnsupportedExpression(node, "a word is made by define alone")
    constant = None if any(map(may_be_masked, node.args)) else _constant(type(node))
    if constant is None:
        for argument in node.unread():
            scope.term(argument)
        return by_value(type(node), scope.term(word.at(node.args)))
    arguments, sizes = word.checked(node.args)
    pairs = [(p, a) for p, a in zip(word.parameters, arguments, strict=True) if not is_dim(p)]
    terms = [term for parameter, argument in pairs for term in terms_of(scope, parameter, argument, sizes)]

    def shown(need: Need) -> Basic:
        return substituted(need.expression, word.values(arguments), as_written=True)

    return constant.applied(scope, sizes, terms, shown)


def _constant(kind: Any) -> Constant | None:
    """Return the constant of a word, made once from symbols for its parameters; None where no one value serves."""
    word: Word = kind.word
    known = _KNOWN.get(kind)
    if known is None or not (known[0] is word or known[0].says_the_same_as(word)):
        known = _KNOWN[kind] = word, _made(kind)
    return known[1]


def _made(kind: Any) -> Constant | None:
    word: Word = kind.word
    parameters = [p for p in word.parameters if not is_dim(p)]
    if any(isinstance(p, KernelSymbol) for p in parameters):
        return None
    scope = Scope([word.expression, *word.parameters])
    variables = tuple(v for p in parameters for v in variables_of(scope, p))
    scope.matrices_first(word.expression)
    value = scope.term(word.expression)
    needed = [need.proposition for need in scope.needs.values()]
    if not all(term is not None and term.free <= set(variables) for term in (value, *needed)):
        return None
    needs = _not_known(scope, parameters)
    return made_constant(kind, _free_name(kernel_name(word.name)), word.sizes, variables, value, needs)


def _not_known(scope: Scope, parameters: list[Any]) -> tuple[Need, ...]:
    """Return what a value needs of its arguments: not what holds for all of them, as √(Σ x²) does.

    The signs with which numbers are declared, and which a proof of that uses, are needed in its place.
    """
    signs = [
        (hypothesis.propositions[0], Need(hypothesis.propositions[0], p, "{}" + hypothesis.description[len(str(p)) :]))
        for p in parameters
        if isinstance(p, Symbol)
        for hypothesis in hypotheses_about(scope, p)
    ]
    facts = Facts((), tuple(sign for sign, _ in signs))
    others, used = [], set[Term]()
    for need in scope.needs.values():
        theorem = _proved(need.proposition, facts)
        if theorem is None:
            others.append(need)
        else:
            used |= set(theorem.hypotheses)
    return (*(need for sign, need in signs if sign in used), *others)


def _proved(goal: Term | None, facts: Facts) -> Theorem | None:
    """Return a theorem of the very goal, under no other hypotheses than these facts, or None."""
    try:
        theorem = None if goal is None else prove(goal, facts, STEPS)[0]
    except ProofError:
        return None
    fits = theorem is not None and theorem.conclusion is goal and set(theorem.hypotheses) <= set(facts.others)
    return theorem if fits else None


def _free_name(name: str) -> str:
    """Return a name that no constant has, nor one that the language will define when it is first used."""
    taken = {*(constant.name for constant in CONSTANTS), *names_defined_later(), *all_names()}
    while name in taken:
        name += "′"
    return name
