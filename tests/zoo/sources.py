"""Where a class of bugs really occurred: the issue or pull request, by the name of the bug."""

SOURCES: dict[str, str] = {}
