"""Papers on which the sheets of a chouette are printed."""

from rules.drawing.paper import Paper
from rules.errors import RuleBroken

PAPERS = {paper.value.lower(): paper for paper in (Paper.A4, Paper.LETTER)}


def landscape(paper: str) -> tuple[float, float]:
    """Return width and height in mm of a paper laid on its side. Raises RuleBroken ``paper.unknown``."""
    known = PAPERS.get(paper.lower())
    if known is None:
        raise RuleBroken("paper.unknown", got=paper, known=[each.value for each in PAPERS.values()])
    width, height = known.size
    return height, width
