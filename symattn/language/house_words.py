"""The words of the language that have a definition and are made when they are first asked for.

Each stands in a module of ``words/`` as in a textbook: a name, parameters, a formula, a source.  Making one takes a
millisecond, which no import pays.  A user who defines such a word otherwise before it is used has it to himself.
"""

from __future__ import annotations

from importlib import import_module

#: Module → the words that it defines.
MODULES = {
    "symattn.language.words.entrywise": ("GELU", "ReLU", "SiLU", "Sigmoid", "Softplus"),
    "symattn.language.words.linear_algebra": ("Vec",),
    "symattn.language.words.reductions": (
        *("ColumnMax", "ColumnMean", "ColumnSum", "RowMean", "RowSum", "LogSumExp"),
        *("InnerProduct", "SquaredNorm", "FrobeniusNorm", "MaxNorm", "Norm1"),
    ),
}
#: Word → the module that defines it.
HOUSE_WORDS = {name: module for module, names in MODULES.items() for name in names}


def made_word(name: str) -> type:
    """Return the class of a word, made at the first call.

    >>> import symattn.language
    >>> made_word("Sigmoid").__name__
    'Sigmoid'
    """
    made: type = getattr(import_module(HOUSE_WORDS[name]), name)()
    return made
