"""Pools in words: what they are called, what ranks them, and what decided who came through."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from rules.formats.cuts import Criterion


def pools_word() -> str:
    """Return the heading of all pools."""
    return _("Pools")


def knockout_word() -> str:
    """Return the heading of the knockout behind them."""
    return _("Knockout")


def cross_table_word() -> str:
    """Return the name of a table in which everybody meets everybody."""
    return _("Cross table")


def pool_name(number: int) -> str:
    """Return the name of a pool."""
    return _("Pool {n}").format(n=number)


def criterion_word(criterion: str) -> str:
    """Return the name of what ranks a pool."""
    return {
        Criterion.WINS: _("matches won"),
        Criterion.HEAD_TO_HEAD: _("matches between those who are tied"),
        Criterion.POINT_DIFFERENCE: _("points won less points lost"),
        Criterion.POINTS_FOR: _("points won"),
        Criterion.SONNEBORN_BERGER: _("wins of the opponents beaten"),
    }[Criterion(criterion)]


def ranking_words(criteria: Sequence[str]) -> str:
    """Return what ranks a pool, in its order."""
    return ", ".join(criterion_word(each) for each in criteria)


def order_words(criteria: Sequence[str], *, by_match: bool) -> str:
    """Return what ranks a pool and what decides between those whom it leaves equal, in a sentence."""
    last = _("a match to one point") if by_match else _("the lot")
    return _("Order: {criteria}. Between players who are equal at the cut {last} decides.").format(
        criteria=ranking_words(criteria), last=last
    )


def missed_words(names: Sequence[str]) -> str:
    """Return who would come through by corrections since the knockout was drawn."""
    return _("By corrections since, these would have come through: {names}.").format(names=", ".join(names))


def lucky_words(names: Sequence[str]) -> str:
    """Return who came through and would not by corrections since."""
    return _("They came through and would not have: {names}. The knockout stays as it was drawn.").format(
        names=", ".join(names)
    )
