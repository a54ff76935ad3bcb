"""The array library behind a set of inputs: NumPy unless the caller passes arrays of another library.

A library is used through the functions of the Python array API standard. NumPy, from 2.1 on, follows it; where another
one differs, as PyTorch does, ``array_api_compat`` wraps it. That is imported for such arrays alone, and no library but
NumPy is imported here: the caller's arrays have imported theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

#: What inputs mostly are, none of it an array of another library.
_PLAIN = (np.ndarray, np.generic, int, float, list, tuple)


def is_foreign(value: object) -> bool:
    """Tell whether a value is an array of a library other than NumPy.

    >>> is_foreign(np.zeros(3)), is_foreign([1, 2])
    (False, False)
    """
    if isinstance(value, _PLAIN):
        return False
    from array_api_compat import is_array_api_obj

    return is_array_api_obj(value)


def namespace_of(values: Iterable[object]) -> Any:
    """Return the namespace of the first array that is not NumPy's, or NumPy.

    >>> namespace_of([[1, 2], np.zeros(3)]) is np
    True
    """
    for value in values:
        if is_foreign(value):
            from array_api_compat import array_namespace

            return array_namespace(value)
    return np
