"""Import what proof scripts and the prover use, once for the processes that are made of this one.

Each of them runs one script. What is imported here is not imported there, and is what a script may not change.
"""

import symattn
import symattn.deciding.agreement
import symattn.deciding.readings
import symattn.render.terminal
import symattn.scripts.stated
from symattn.scripts import clean, fingerprints

for _name in symattn.__all__:
    getattr(symattn, _name)
fingerprints.code()
clean.look()
