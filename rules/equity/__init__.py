"""Match equity: the chance to win the match at a score. Never needed to judge what is legal."""
