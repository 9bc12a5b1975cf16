"""What pages and papers say of a question about a position, line by line: legality, exact values, an opinion."""

from collections.abc import Iterator
from dataclasses import dataclass

from clubs.read.figures import in_language
from rules.bearoff.race import RaceAnswer
from rules.opinions.gnubg import Opinion
from rules.referee.question import QuestionAnswer, usual_text
from tournaments.read.positions.questions import QuestionView
from tournaments.read.positions.race import Race, race_of
from tournaments.words import positions as words

MOST_PLAYS = 8


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One play in question: legal or why not. ``same_as`` is how it is usually written, where that differs."""

    text: str
    legal: bool
    reason: str
    same_as: str


@dataclass(frozen=True, slots=True)
class ValueLine:
    """One line of a table of values; ``marked``: it is one of the plays in question."""

    text: str
    first: str
    second: str
    marked: bool
    aside: str = ""


@dataclass(frozen=True, slots=True)
class RaceLines:
    """Exact values: in words what is right, the chance to win, and lines for the plays or the cube.

    ``why`` says in words why there are none.
    """

    why: str = ""
    wins: str = ""
    right: str = ""
    is_match: bool = False
    lines: tuple[ValueLine, ...] = ()


@dataclass(frozen=True, slots=True)
class OpinionLines:
    """What an engine says; ``why`` in words why it says nothing. ``about`` names engine, version and ply."""

    why: str = ""
    about: str = ""
    action: str = ""
    wins: str = ""
    lines: tuple[ValueLine, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionLines:
    """All lines of a question. ``race`` and ``opinion`` are None where they are kept back, or nobody was asked."""

    plays: tuple[PlayLine, ...]
    legal: tuple[str, ...] | None
    dice_played: int
    outcome: str
    spoken: bool
    race: RaceLines | None
    opinion: OpinionLines | None


def question_lines(view: QuestionView, *, spoken: bool) -> QuestionLines:
    """Return the lines of a question; ``spoken`` False keeps values and opinion back."""
    answer = view.answer
    played = {each.same_as or each.text for each in answer.plays}
    return QuestionLines(
        plays=play_lines(answer),
        legal=answer.legal,
        dice_played=answer.dice_played,
        outcome=str(words.OUTCOMES.get(view.ruling.outcome, "")) if view.ruling else "",
        spoken=spoken,
        race=race_lines(race_of(view), played) if spoken else None,
        opinion=opinion_lines(view, played) if spoken else None,
    )


def play_lines(answer: QuestionAnswer) -> tuple[PlayLine, ...]:
    """Return the plays in question with why they are not legal."""
    return tuple(
        PlayLine(
            text=each.text,
            legal=each.is_legal,
            reason="" if each.is_legal else words.reason_words(each.code, each.facts),
            same_as=each.same_as if each.same_as and each.same_as != each.text else "",
        )
        for each in answer.plays
    )


def race_lines(race: Race, played: set[str]) -> RaceLines:
    """Return exact values as a page shows them; ``played`` are the plays in question."""
    if race.answer is None:
        return RaceLines(why=str(words.BEYOND[race.why]))
    answer = race.answer
    right = answer.plays[0].text if answer.plays else ""
    if answer.cube is not None:
        right = str(words.CUBE_ACTIONS[answer.cube.action])
    return RaceLines(
        wins=percent(answer.wins), right=right, is_match=answer.is_match, lines=tuple(_race_lines(answer, played))
    )


def _race_lines(answer: RaceAnswer, played: set[str]) -> Iterator[ValueLine]:
    if answer.cube is not None:
        for label, value in (
            (words.CUBE_ACTIONS["no_double"], answer.cube.no_double),
            (words.CUBE_ACTIONS["double_take"], answer.cube.take),
            (words.CUBE_ACTIONS["double_pass"], answer.cube.dropped),
        ):
            yield ValueLine(str(label), "", _worth(value, answer), False)
    for place, play in enumerate(answer.plays):
        if place < MOST_PLAYS or play.text in played:
            yield ValueLine(play.text, percent(play.wins), _worth(play.worth, answer), play.text in played)


def _worth(value: float, answer: RaceAnswer) -> str:
    return percent(value) if answer.is_match else signed(value)


def percent(chance: float) -> str:
    """Return a chance in percent, to a hundredth: ``52.78 %``."""
    return in_language(f"{100 * chance:.2f}\N{NO-BREAK SPACE}%")


def signed(value: float) -> str:
    """Return an equity with its sign, to four decimals: ``+0.0556``."""
    return _minus(f"{value:+.4f}")


def opinion_lines(view: QuestionView, played: set[str]) -> OpinionLines | None:
    """Return what an engine says as a page shows it, None while it was not asked."""
    if view.opinion is None:
        return None
    opinion = view.opinion.opinion
    if opinion is None:
        return OpinionLines(why=words.no_opinion_words(view.opinion.code))
    about = words.about_opinion(opinion.engine, opinion.version, opinion.ply)
    return OpinionLines(
        about=about,
        action=opinion.action,
        wins=_chance(opinion.chances),
        lines=tuple(_opinion_lines(opinion, played, view)),
    )


def _opinion_lines(opinion: Opinion, played: set[str], view: QuestionView) -> Iterator[ValueLine]:
    cube = opinion.cube or {}
    for kind, action in (("no_double", "no_double"), ("take", "double_take"), ("pass", "double_pass")):
        if kind in cube:
            yield ValueLine(str(words.CUBE_ACTIONS[action]), "", _minus(cube[kind]), False)
    for play in opinion.plays:
        usual = usual_text(view.position, view.dice or (), play.text, view.ruleset)
        ply = words.ply_words(play.ply)
        yield ValueLine(usual, _chance(play.chances), _minus(play.equity), usual in played, ply)


def _chance(chances: tuple[str, ...]) -> str:
    """Return the chance to win as exact as an engine prints it."""
    return in_language(f"{100 * float(chances[0]):.1f}\N{NO-BREAK SPACE}%") if chances else ""


def _minus(text: str) -> str:
    return in_language(text.replace("-", "\N{MINUS SIGN}"))
