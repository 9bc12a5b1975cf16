"""A position with a roll and the plays in dispute: which are legal, where they lead, and if not, why not.

Source: docs/rules/position-questions.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_play
from rules.game.dice import Dice
from rules.game.notation import read_play
from rules.game.plays import LegalPlays, legal_plays
from rules.points import Step
from rules.rulesets import STANDARD, Contact, Geometry, Ruleset

MOST_PLAYS, LONGEST_PLAY = 4, 80


@dataclass(frozen=True, slots=True)
class PlayAnswer:
    """What the rules say of one play. ``code`` and ``facts`` are why it is not legal, empty for a legal one.

    ``same_as`` is the legal play that leads to the same position, as the program writes it. ``steps`` are its moves as
    they were written, to be drawn.
    """

    text: str
    code: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    same_as: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the play may be made."""
        return not self.code


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """What the rules say. ``legal`` are all legal plays of the roll, None before a roll; ``dice_played`` by each."""

    pips: tuple[int, int]
    plays: tuple[PlayAnswer, ...] = ()
    legal: tuple[str, ...] | None = None
    dice_played: int = 0


def must_be_shown(ruleset: Ruleset) -> None:
    """Refuse games whose boards an id cannot say: pins, parallel ways, checkers in hand.

    Raises RuleBroken ``question.game``.
    """
    if not ruleset.is_classic or ruleset.contact is not Contact.HIT or ruleset.geometry is not Geometry.CONTRARY:
        raise RuleBroken("question.game", id=ruleset.id)


def answer_question(
    position: Position, dice: Dice | None, plays: Sequence[str], ruleset: Ruleset = STANDARD
) -> QuestionAnswer:
    """Return what the rules say of a position, a roll and plays that somebody made or wants to make.

    Raises RuleBroken ``question.game``, ``question.plays`` (plays without a roll, or too many), ``dice.range`` and as
    ``Position.check`` and ``read_play`` do for what cannot be on a board.
    """
    must_be_shown(ruleset)
    position.check(ruleset)
    if (plays and dice is None) or len(plays) > MOST_PLAYS:
        raise RuleBroken("question.plays", most=MOST_PLAYS)
    if dice is None:
        return QuestionAnswer(position.pip_counts)
    legal = legal_plays(position, dice, ruleset)
    answers = tuple(_answer(position, dice, text, legal, ruleset) for text in plays)
    texts = tuple(play.text for play in legal)
    return QuestionAnswer(position.pip_counts, answers, texts, legal.dice_played)


def usual_text(position: Position, dice: Dice, text: str, ruleset: Ruleset = STANDARD) -> str:
    """Return a play as this program writes it, the text itself where it is not a legal one."""
    try:
        answer = _answer(position, dice, text, legal_plays(position, dice, ruleset), ruleset)
    except RuleBroken:
        return text
    return answer.same_as or text


def _answer(position: Position, dice: Dice, text: str, legal: LegalPlays, ruleset: Ruleset) -> PlayAnswer:
    if len(text) > LONGEST_PLAY:
        raise RuleBroken("play.long", most=LONGEST_PLAY)
    play = read_play(text)
    steps = tuple(Step(hop.src, hop.dst, hop.hit) for hop in play.hops)
    try:
        checked = check_play(position, dice, play, ruleset)
    except RuleBroken as broken:
        return PlayAnswer(text, broken.code, broken.facts, steps=steps)
    same = next((each.text for each in legal if each.position == checked.position), "")
    return PlayAnswer(text, same_as=same, steps=steps)
