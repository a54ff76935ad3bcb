"""What hypotheses tell a proof: rewrite rules, contractions, truths."""
