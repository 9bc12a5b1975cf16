"""The words of questions about positions: fields, reasons why a play is not legal, outcomes, refusals, records."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from tournaments.words.match_files import finding_words

ON_ROLL, OPPONENT = pgettext_lazy("player", "On roll"), pgettext_lazy("player", "Opponent")
POSITION = gettext_lazy("Position")
POSITION_HELP = gettext_lazy("Position ID, also with the Match ID behind a colon, or an XGID")
OWN = gettext_lazy("Checkers of the player on roll")
OTHER = gettext_lazy("Checkers of the opponent")
CHECKERS_HELP = gettext_lazy("Own points, such as 6:5 8:3 13:5 24:2, and bar:1. All others are off.")
DICE = gettext_lazy("Roll")
DICE_HELP = gettext_lazy("31 for three and one. Empty: a question about the cube, before the roll.")
PLAYS = gettext_lazy("Plays in question")
PLAYS_HELP = gettext_lazy("One a line, such as 8/5 6/5. Four at most.")
WHO_IS_ON_ROLL = gettext_lazy("Who is on roll")
LENGTH = gettext_lazy("Match to")
LENGTH_HELP = gettext_lazy("0 for money play")
OWN_SCORE = gettext_lazy("Score of the player on roll")
OTHER_SCORE = gettext_lazy("Score of the opponent")
CUBE = gettext_lazy("Cube")
CUBE_OWNER = gettext_lazy("Whose cube")
CRAWFORD = gettext_lazy("Crawford game")
NOTE = gettext_lazy("What happened")
NOTE_HELP = gettext_lazy("In your own words, if the position does not say it all")
PHOTO = gettext_lazy("Photo of the board")
PHOTO_HELP = gettext_lazy("JPEG, PNG or WebP, 10 MB at most. It is kept for the director; no program looks at it.")
OWNERS = (
    ("", gettext_lazy("Centred")),
    ("0", gettext_lazy("Of the player on roll")),
    ("1", gettext_lazy("Of the opponent")),
)
OUTCOME = gettext_lazy("Ruling")
RULING_WORDS = gettext_lazy("In words")
OUTCOMES = {
    "kept": gettext_lazy("The play is kept"),
    "again": gettext_lazy("The roll is played again"),
    "other": gettext_lazy("Another ruling"),
}
STATES = (("", gettext_lazy("All")), ("open", pgettext_lazy("state", "Open")), ("ruled", gettext_lazy("Ruled")))

# Why a play is not legal, with what the rule book says of it; the other codes have the sentences of findings.
REASONS = {
    "play.no_checker": gettext_lazy("There is no checker on the {point} point."),
    "play.blocked": gettext_lazy("The {point} point is blocked."),
    "play.not_all_home": gettext_lazy("A checker on the {point} point is not home yet, so none is borne off."),
    "play.higher_checker": gettext_lazy("A checker on the {point} point stands behind: it is moved first."),
    "play.more_dice": gettext_lazy("{playable} dice can be played, for example {example}."),
    "play.none_reported": gettext_lazy("A play is possible, for example {example}."),
    "play.larger_die": gettext_lazy("Only one die can be played; it is the {die}, for example {example}."),
}
CUBE_ACTIONS = {
    "no_double": gettext_lazy("No double"),
    "double_take": gettext_lazy("Double, take"),
    "double_pass": gettext_lazy("Double, pass"),
    "optional": gettext_lazy("To double or not is the same"),
}
BEYOND = {
    "game": gettext_lazy("Exact values are known for backgammon only."),
    "home": gettext_lazy("Exact values begin when all checkers of both sides are home."),
    "checkers": gettext_lazy("Exact values begin with six checkers a side."),
    "gammon": gettext_lazy("Exact values begin when both sides have borne a checker off."),
    "over": gettext_lazy("The game is over."),
    "table": gettext_lazy("The table of the last checkers is being made. It takes a minute."),
}
REFUSALS = {
    "question.unknown": gettext_noop("Position not found."),
    "question.game": gettext_noop("Positions of this game can't be written as an ID. Ask the director at the board."),
    "question.empty": gettext_noop("Set the position up: at the board, by an ID or by the lists of checkers."),
    "question.plays": gettext_noop("Plays need a roll, and {most} are the most."),
    "question.score": gettext_noop("This score is not one of a match that goes on."),
    "question.crawford": gettext_noop("In the Crawford game one player needs one point more."),
    "question.cube": gettext_noop("The cube is 1 in the middle, else 2, 4, 8 … up to {most}, and somebody owns it."),
    "question.no_cube": gettext_noop("Nobody can have turned the cube in this game."),
    "question.words": gettext_noop("Write a few words, {most} letters at most."),
    "question.outcome": gettext_noop("Choose a ruling."),
    "question.number": gettext_noop("This is no number of a game."),
    "question.many": gettext_noop("{most} positions are kept at most."),
    "engine.missing": gettext_noop("GNU Backgammon is not installed here. Everything else works without it."),
    "engine.slow": gettext_noop("GNU Backgammon took too long."),
    "engine.failed": gettext_noop("GNU Backgammon could not be run."),
    "engine.unreadable": gettext_noop("The answer of GNU Backgammon could not be read."),
    "engine.game": gettext_noop("GNU Backgammon does not play this game."),
    "photo.large": gettext_noop("The photo is too large: 10 MB at most."),
    "photo.form": gettext_noop("This is no picture that can be read. Send a JPEG, PNG or WebP."),
    "photo.unknown": gettext_noop("Photo not found."),
    "position.long": gettext_noop("This is too long for a position."),
    "position.text": gettext_noop("“{field}” can't be read. Write 6:5 for five checkers on the 6 point."),
    "position.point": gettext_noop("There is no point {point}."),
    "position.count": gettext_noop("Each side has {expected} checkers."),
    "position.crowded": gettext_noop("A side has more than {expected} checkers."),
    "position.shared_point": gettext_noop("Both sides stand on one point."),
    "position.shape": gettext_noop("This position can't be read."),
    "position.bar": gettext_noop("This game has no bar."),
    "position.pins": gettext_noop("This position can't be read."),
    "position.no_id": gettext_noop("This position can't be written as an ID."),
    "position_id.text": gettext_noop("This is no Position ID. It has {letters} letters, such as 4HPwATDgc/ABMA."),
    "position_id.bits": gettext_noop("This Position ID stands for no position."),
    "match_id.text": gettext_noop("This is no Match ID. It has {letters} letters."),
    "match_id.bits": gettext_noop("This Match ID stands for no match."),
    "xgid.text": gettext_noop("This XGID can't be read."),
    "dice.text": gettext_noop("Write a roll as two dice, such as 31."),
    "dice.range": gettext_noop("A die shows 1 to 6."),
    "play.text": gettext_noop("A play can't be read. Write it as 8/5 6/5, bar/22 or 6/off(2)."),
    "play.long": gettext_noop("A play is longer than any roll can be."),
    "play.stood": gettext_noop("Write what was played, not that it was illegal."),
}
RECORDS = {
    "question.entered": gettext_noop("A position was put to the director"),
    "question.entered:match": gettext_noop("<b>{code}</b> a position was put to the director"),
    "question.ruled": gettext_noop("A position was ruled"),
    "question.ruled:match": gettext_noop("<b>{code}</b> a position was ruled"),
}


def score_of(name: str) -> str:
    """Return the label of the score of a player."""
    return _("Score of {name}").format(name=name)


def reason_words(code: str, facts: Mapping[str, Any]) -> str:
    """Return why a play is not legal, as a sentence."""
    sentence = REASONS.get(code)
    if sentence is None:
        return finding_words(code)
    return str(sentence).format(**{name: facts.get(name, "…") for name in ("point", "playable", "example", "die")})


def no_opinion_words(code: str) -> str:
    """Return why an engine says nothing."""
    return _(REFUSALS.get(code, REFUSALS["engine.failed"]))


def ply_words(ply: int) -> str:
    """Return how far an engine looked."""
    return _("{ply}-ply").format(ply=ply)


def about_opinion(engine: str, version: str, ply: int) -> str:
    """Return whose opinion it is."""
    return _("{engine} {version}, {ply}-ply").format(engine=engine, version=version, ply=ply)
