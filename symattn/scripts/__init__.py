"""Work with proof scripts: declare claims, run them in several processes, report them as tables, papers and books."""
