"""Theorems as tests of real code: compare a function with an expression, and test theorems about it.

>>> import numpy as np
>>> from symattn import Attention
>>> from symattn.testing import Violation, assert_satisfies, theorems_about
>>> def attention(q, k, v):
...     weights = np.exp(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
...     return weights / weights.sum(-1, keepdims=True) @ v
>>> shift = theorems_about(Attention)[0]
>>> try:
...     assert_satisfies(attention, shift, signature="Q: b r ell, K: b n ell, V: b n d -> b r d")
... except Violation as found:
...     print(str(found).partition(": ")[0])
attention does not satisfy key shift in float64
"""

from symattn.testing.agreement import Implementation, assert_agree, assert_decodes
from symattn.testing.calls import Violation
from symattn.testing.claims import assert_claim
from symattn.testing.detectors import RELATIONS, theorems_about
from symattn.testing.golden import assert_reproduces
from symattn.testing.gradients import assert_gradients, gradients_of
from symattn.testing.implements import Tested, assert_implements
from symattn.testing.inference import assert_attention
from symattn.testing.inputs import around
from symattn.testing.layouts import read_signature
from symattn.testing.number_types import Arithmetic, Fused, Stored, Throughout
from symattn.testing.relations import Relation
from symattn.testing.satisfies import assert_satisfies

__all__ = [
    "RELATIONS",
    "Arithmetic",
    "Fused",
    "Implementation",
    "Relation",
    "Stored",
    "Tested",
    "Throughout",
    "Violation",
    "around",
    "assert_agree",
    "assert_attention",
    "assert_claim",
    "assert_decodes",
    "assert_gradients",
    "assert_implements",
    "assert_reproduces",
    "assert_satisfies",
    "gradients_of",
    "read_signature",
    "theorems_about",
]
