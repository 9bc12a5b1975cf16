"""Which page a card or slip stands on, when several share a page that is cut."""

from collections.abc import Sequence


def cut_and_stack[Printed](cards: Sequence[Printed], places: int) -> list[tuple[Printed, ...]]:
    """Return the pages of ``cards``, at most ``places`` on each, so that nobody sorts them after they are cut.

    The whole job is cut at once, which makes a pile of each place on the page. Laid on each other, the pile of the
    first place on top, they are in the order of ``cards``.
    """
    pages = -(-len(cards) // places)
    return [tuple(cards[page::pages]) for page in range(pages)]
