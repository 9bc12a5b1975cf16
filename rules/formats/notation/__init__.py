"""The notation of lower brackets: one string such as ``A.B.|.C.|`` says which losers drop where."""
