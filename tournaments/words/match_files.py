"""The sentences of the referee's findings in a match file, and of files that can't be read.

Source: docs/rules/findings.md.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FINDINGS = {
    "dice.range": gettext_lazy("A die shows no number from 1 to 6."),
    "dice.opening_double": gettext_lazy(
        "The first roll of a game is a double although the opening plays one die of each side."
    ),
    "dice.missing": gettext_lazy("A turn without a roll."),
    "turn.out_of_order": gettext_lazy("A side acts although it is the opponent’s turn."),
    "turn.after_end": gettext_lazy("There is an action after the end of the game."),
    "play.text": gettext_lazy("The play cannot be read."),
    "play.long": gettext_lazy("The play is longer than any roll can be."),
    "play.no_checker": gettext_lazy("No checker stands where a move starts."),
    "play.backward": gettext_lazy("A checker moves away from home."),
    "play.blocked": gettext_lazy(
        "A step lands on a point with two or more opposing checkers; impossible if both sides would stand there."
    ),
    "play.bar_first": gettext_lazy("Another checker moves while one is on the bar."),
    "play.not_all_home": gettext_lazy("A checker is borne off while another is still outside home."),
    "play.higher_checker": gettext_lazy("A larger die bears off a checker although another stands behind it."),
    "play.hit_and_run": gettext_lazy("A checker hits at home and moves on, where the game forbids it."),
    "play.wrong_dice": gettext_lazy("The dice do not make these moves."),
    "play.more_dice": gettext_lazy("More dice could have been played."),
    "play.none_reported": gettext_lazy("Nothing was played although a play was possible."),
    "play.larger_die": gettext_lazy("Only one die could be played, and it should have been the larger."),
    "play.stood": gettext_lazy("The record only says Illegal play, not what was played."),
    "play.backward_die": gettext_lazy("This die may not hit backwards."),
    "play.backward_hit": gettext_lazy("A checker moves backwards without hitting a single one."),
    "play.pinned": gettext_lazy("The checker lies under an opposing one."),
    "play.pinned_home": gettext_lazy("A checker is borne off while an own one is pinned."),
    "play.first_away": gettext_lazy("A second checker moves before the first has passed."),
    "play.head": gettext_lazy("Too many checkers leave the start point in one turn."),
    "play.start_quarter": gettext_lazy("All six points of the own start quarter are held."),
    "play.opponent_quarter": gettext_lazy("Too many points of the opponent’s start quarter are held."),
    "play.prime": gettext_lazy("Six points in a row are held where they may not."),
    "play.block_on_the_way": gettext_lazy("A step on the way holds points that may not be held."),
    "play.unblock": gettext_lazy("The wall in front of the opponent is not opened."),
    "play.exact_only": gettext_lazy("A checker leaves by another number than its own, or moves inside home."),
    "play.half": gettext_lazy("The middle is passed before all checkers have entered."),
    "play.after_end": gettext_lazy("The game was over before this step."),
    "rest.pending": gettext_lazy("The rest of the opponent’s cascade was not played before the roll."),
    "rest.none": gettext_lazy("A rest is played where there is none."),
    "play.ambiguous": gettext_lazy(
        "The text can be read in two ways that lead to different positions; the one whose hits are marked is taken."
    ),
    "play.hit_mark": gettext_lazy("A * is written where nothing was hit."),
    "play.marks_missing": gettext_lazy("The record does not mark its hits; they follow from the board."),
    "cube.off": gettext_lazy("This game is played without a cube."),
    "cube.pending": gettext_lazy("A double is offered while another is pending."),
    "cube.not_owner": gettext_lazy("The opponent owns the cube."),
    "cube.not_on_turn": gettext_lazy("It is the opponent’s turn."),
    "cube.after_roll": gettext_lazy("The side that doubles has already rolled."),
    "cube.opening": gettext_lazy("The opener doubles before the first roll, which is on the board already."),
    "cube.limit": gettext_lazy("No further doubling is allowed."),
    "cube.no_offer": gettext_lazy("An answer without an offer."),
    "cube.own_offer": gettext_lazy("A side answers its own offer."),
    "cube.no_decline": gettext_lazy("A beaver or raccoon is passed where that is not allowed."),
    "cube.no_beaver": gettext_lazy("A beaver where none is allowed, as in every match."),
    "cube.no_raccoon": gettext_lazy("A raccoon where none is allowed."),
    "cube.unanswered": gettext_lazy("A roll while a double is pending."),
    "cube.value": gettext_lazy("The written value of the cube is not the one that follows."),
    "cube.automatic": gettext_lazy("Money: the points fit only with automatic doubles that the record leaves out."),
    "cube.dead": gettext_lazy("The double gains its side nothing: a single win at the old value was enough."),
    "crawford.cube": gettext_lazy("A double in the Crawford game."),
    "crawford.tag": gettext_lazy("The record calls another game the Crawford game."),
    "holland.early": gettext_lazy(
        "Holland rule: a double after the Crawford game before both sides have rolled twice."
    ),
    "result.missing": gettext_lazy("A game has no result line."),
    "result.winner": gettext_lazy("The opponent won."),
    "result.points": gettext_lazy("The game cannot have paid these points."),
    "result.borne_off": gettext_lazy("A gammon although the loser had borne off a checker."),
    "result.capped": gettext_lazy("Only the points that the match still needed are written."),
    "result.jacoby": gettext_lazy("Money: a gammon without a taken double counted single."),
    "score.line": gettext_lazy("The score before a game is not the sum of the games."),
    "score.start": gettext_lazy("The record begins at a score other than 0–0."),
    "game.number": gettext_lazy("The games are not numbered in order."),
    "game.starter": gettext_lazy("The winner of the game before does not begin, where the rules say so."),
    "row.number": gettext_lazy("A row is missing before this one, or rows have changed places."),
    "match.unfinished": gettext_lazy("The record ends before the match is won."),
    "match.over": gettext_lazy("A game after the match was won."),
    "match.empty": gettext_lazy("There is no game."),
    "line.unread": gettext_lazy("A line or a part of it cannot be read."),
}

UNREADABLE = {
    "file.large": gettext_lazy("The file is larger than a match can be."),
    "file.slow": gettext_lazy("The file took too long to judge. It is not kept."),
    "file.empty": gettext_lazy("The file is empty: choose one, or paste its text."),
    "file.encoding": gettext_lazy("The file is UTF-16 or UTF-32. Save it as UTF-8."),
    "file.nul": gettext_lazy("This is no match file: it holds bytes that no text has."),
    "file.binary": gettext_lazy("This is no match file: it holds bytes that no text has."),
    "file.line": gettext_lazy("A line is longer than a match file can have."),
    "file.lines": gettext_lazy("The file has too many lines for a match."),
    "file.unknown": gettext_lazy(
        "This is no match file that we know: .mat, SGF, .sgg, oldmoves, Snowie, XG or GNU text."
    ),
    "file.length": gettext_lazy("The file names no match length."),
    "file.two_matches": gettext_lazy(
        "The file holds several matches, and the names don’t show which one. Send only that."
    ),
    "file.no_game": gettext_lazy("There is no game in the file."),
    "file.names": gettext_lazy("The file names no players."),
    "file.rows": gettext_lazy("A game has more rows than a game can have."),
    "file.games": gettext_lazy("The file has more games than a match can have."),
    "file.cannot_say": gettext_lazy("This match can’t be written in that format."),
    "length.range": gettext_lazy("The match length is impossible."),
    "number.range": gettext_lazy("A number is impossible."),
    "ruleset.not_judged": gettext_lazy("The plays of this game are not judged."),
    "sgf.text": gettext_lazy("The SGF can’t be read."),
    "sgf.move": gettext_lazy("A move of the SGF can’t be read."),
    "sgf.game": gettext_lazy("The SGF is not of backgammon."),
    "json.text": gettext_lazy("The JSON can’t be read."),
    "json.form": gettext_lazy("The JSON is not a match."),
    "json.field": gettext_lazy("A field of the JSON is wrong."),
}
GRADES = {
    "impossible": gettext_lazy("Can’t have happened"),
    "irregular": gettext_lazy("Against the rules"),
    "note": gettext_lazy("Note"),
}
KINDS = {
    "double": gettext_lazy("Doubles"),
    "take": gettext_lazy("Takes"),
    "drop": gettext_lazy("Passes"),
    "beaver": gettext_lazy("Beavers"),
    "resign": gettext_lazy("Resigns"),
    "play": gettext_lazy("Can’t move"),
    "rest": gettext_lazy("Plays the rest"),
}


def finding_words(code: str) -> str:
    """Return the sentence of a finding; an unknown code speaks for itself."""
    return str(FINDINGS.get(code, code))


def unreadable_words(code: str) -> str:
    """Return why a file can't be read."""
    return str(UNREADABLE.get(code) or _("The file can’t be read ({code}).").format(code=code))


def done_words(name: str, kind: str, dice: tuple[int, ...] | None, play: str) -> str:
    """Return what a player did, as a sentence."""
    if kind == "play" and dice:
        rolled = "–".join(map(str, dice))
        if play:
            return _("{name} rolled {dice} and played {play}.").format(name=name, dice=rolled, play=play)
        return _("{name} rolled {dice} and played nothing.").format(name=name, dice=rolled)
    return f"{name}: {play or KINDS.get(kind, kind)}"
