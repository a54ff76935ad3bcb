"""The primitives of the language: what has no definition in smaller words, a package for each, its handlers together.

A package has a module for each floor it takes part in, and no others: ``word`` (the classes that one writes),
``elaboration`` (their terms in the kernel), ``arrays`` and ``exact`` (their values), ``cost``, ``notation`` (text and
LaTeX).  A module imports what its floor may import; the floors find it by scanning (``registration.py``), and of all
these modules only words are ever imported by others.
"""

import symattn.language  # noqa: F401  (words are made behind its front door, whichever of them is asked for first)
