"""Import what proof scripts and the prover use.

What is imported here is imported once for all processes that are made of the one that imports it, each for one script;
and it is what a script may not change.
"""

import sys

from symattn.scripts import clean, fingerprints

for _name in sys.modules["symattn"].__all__:
    getattr(sys.modules["symattn"], _name)
fingerprints.code()
clean.look()
