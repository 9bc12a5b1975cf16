"""What the box and a lone taker owe: duties that restrict the answers to a double.

Source: docs/rules/chouette.md#duties.
"""

from collections.abc import Mapping

from rules.chouette.actions import Answer
from rules.chouette.options import BoxDuty, Options
from rules.chouette.table import Game, Lone
from rules.errors import RuleBroken


def check_box_duties(game: Game, options: Options, answers: Mapping[str, Answer]) -> None:
    """Refuse answers of the box to initial doubles that come together; the box may always pass all of them.

    Raises RuleBroken ``chouette.take_captain``, ``chouette.both_or_none``, ``chouette.take_half`` or
    ``chouette.break_even``.
    """
    initial = {who: answer for who, answer in answers.items() if game.main(who).doublings == 0}
    taken = [who for who, answer in initial.items() if answer is not Answer.DROP]
    passed = [who for who in initial if who not in taken]
    if not options.is_multi or len(initial) < 2 or not taken:
        return
    if options.box_must_take_captain and game.acting in passed:
        raise RuleBroken("chouette.take_captain", captain=game.acting)
    if set(initial) != set(game.team):
        return
    if options.both_or_none and len(initial) == 2 and passed:
        raise RuleBroken("chouette.both_or_none", passed=tuple(passed))
    if options.box_duty is BoxDuty.HALF and len(taken) < len(passed):
        raise RuleBroken("chouette.take_half", taken=len(taken), passed=len(passed))
    if options.box_duty is BoxDuty.BREAK_EVEN:
        won = sum(game.main(who).before * 2 for who in taken)
        lost = sum(game.main(who).before for who in passed)
        if won < lost:
            raise RuleBroken("chouette.break_even", won=won, lost=lost)


def check_crew_duties(options: Options, lone: Lone | None, answers: Mapping[str, Answer], can_beaver: bool) -> None:
    """Refuse a lone taker who does not beaver where that is the rule and the limit of doublings leaves room.

    Raises RuleBroken ``chouette.must_beaver``.
    """
    if lone and options.lone_taker_must_beaver and can_beaver and answers[lone.taker] is not Answer.BEAVER:
        raise RuleBroken("chouette.must_beaver", who=lone.taker)
