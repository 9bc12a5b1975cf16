"""Pools in words: what they are called, what ranks them, and what decided who came through."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.formats.cuts import Criterion
from rules.formats.pools import Pools


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


def rate_word(criterion: str) -> str:
    """Return the head of a column that has a criterion of players of different pools, by match."""
    return {
        Criterion.WINS: _("won a match"),
        Criterion.POINT_DIFFERENCE: _("± a match"),
        Criterion.POINTS_FOR: _("points a match"),
        Criterion.SONNEBORN_BERGER: _("wins beaten, by matches"),
    }[Criterion(criterion)]


def through_words(format_: Pools, entrants: int) -> str:
    """Return what pools a field makes and who comes through them, in a sentence. Raises RuleBroken as ``size``."""
    sizes = format_.sizes(entrants)
    each, best = format_.through, format_.best_of(sizes)
    played = ngettext("{n} pool of {sizes}.", "{n} pools of {sizes}.", len(sizes)).format(
        n=len(sizes), sizes="–".join(map(str, sorted(set(sizes))))
    )
    coming = _("Of each come through: {each}; all together: {all}.").format(each=each, all=format_.coming(sizes))
    if not best:
        return f"{played} {coming}"
    more = _("Of each come through: {each}; of the next place the best: {best}; all together: {all}.")
    return f"{played} " + more.format(each=each, best=best, all=format_.coming(sizes))


def best_word(through: int) -> str:
    """Return the heading of those who come next in their pools behind as many as come through."""
    words = {1: _("The best seconds"), 2: _("The best thirds"), 3: _("The best fourths")}
    return words.get(through) or _("The best of place {n}").format(n=through + 1)


def best_words(best: int) -> str:
    """Return how those who come next in their pools are ranked over all pools, in two sentences."""
    coming = ngettext(
        "Of those on the next place in their pools the best one comes through too.",
        "Of those on the next place in their pools the best {n} come through too.",
        best,
    ).format(n=best)
    rate = _("Pools may differ in size: each figure is divided by the matches of its pool.")
    return f"{coming} {rate}"


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
