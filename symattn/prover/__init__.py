"""The prover, in four packages; each imports only the kernel and the packages named before it.

``logic`` has derived rules, conversions, matching and the order of terms; ``library`` what is proved once, a module of
lemmas per subject; ``normal`` the normal form of terms; ``strategies`` the ways to a proof.  Goals come in by one front
door, ``strategies/front/prove.py``, which brings the lemmas with it.
"""
