"""What a membership costs: one comparison."""

from symattn.language.cost_counter import counts
from symattn.language.cost_scalars import comparison
from symattn.primitives.subsets.word import Member

counts(Member)(comparison)
