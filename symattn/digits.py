"""Write and read integers that have more digits than Python allows by default."""

from __future__ import annotations

from math import log10

#: What Python writes where nobody has set another bound.
MOST_DIGITS = 4300


def too_many_digits(*numbers: int) -> int:
    """Return about how many digits the longest of some whole numbers has if Python does not write it, and 0 if it does.

    >>> too_many_digits(10**100, 7), too_many_digits(2, 10**5000)
    (0, 5001)
    """
    bits = max(number.bit_length() for number in numbers)
    digits = int(bits * log10(2)) + 1  # or one more than it has
    return digits if digits >= MOST_DIGITS else 0
