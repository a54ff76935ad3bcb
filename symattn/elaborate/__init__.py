"""Translate SymPy propositions into kernel terms, so that what is stated is exactly what is proved."""

from .constants import classes
from .names import kernel_name
from .records import Elaborated, Hypothesis, Obligation
from .statement import Elaboration, elaborate, elaborate_many

__all__ = [
    "Elaborated",
    "Elaboration",
    "Hypothesis",
    "Obligation",
    "classes",
    "elaborate",
    "elaborate_many",
    "kernel_name",
]
