"""No test reads or writes the cache of whoever runs it: those that test the cache name a folder of their own."""

import os

os.environ["SYMATTN_CACHE"] = ""
