"""What the largest entries of rows are, as a formula."""

from symattn.primitives.maxima.word import RowMax
from symattn.render.rules import shown_by

shown_by(
    RowMax,
    r"\operatorname{RowMax}\left(A\right)_{j, 0} = \max_{i} A_{j, i}",
)
