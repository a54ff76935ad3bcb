"""Matrix algebra without entries: words of matrices, their rules and their traces."""
