"""Commands for the club: chouettes, ladders, ratings."""
