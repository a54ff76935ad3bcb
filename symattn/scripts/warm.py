"""Import all that proof scripts and the prover use, before any script runs.

The process that imports this module is copied for each script, so that the imports are paid once. What is imported here
is also what `clean` protects from changes by scripts.
"""

import sys

from symattn.scripts import clean, fingerprints

for _name in sys.modules["symattn"].__all__:
    getattr(sys.modules["symattn"], _name)
fingerprints.code()
clean.look()
