"""Translate SymPy propositions into kernel terms, so that what is stated is exactly what is proved."""

from symattn.kernel_names import kernel_name
from symattn.registration import enter_primitives

from .constants import classes
from .records import Elaborated, Hypothesis, Obligation
from .statement import Elaboration, conditions_of, elaborate, elaborate_many

enter_primitives("elaboration")  # registration: their handlers enter the table of ``scope``

__all__ = [
    "Elaborated",
    "Elaboration",
    "Hypothesis",
    "Obligation",
    "classes",
    "conditions_of",
    "elaborate",
    "elaborate_many",
    "kernel_name",
]
