"""Ladders in words: records, refusals, the names of presets, and the reason of each change of place."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from clubs.read.dates import shown_date

RECORDS = {
    "ladder.opened": _("The ladder <bdi>{name}</bdi> was opened"),
    "ladder.challenged": _("<bdi>{ladder}</bdi>: <bdi>{a}</bdi> challenged <bdi>{b}</bdi> (L{challenge})"),
    "ladder.accepted": _("<bdi>{ladder}</bdi>: L{challenge} was accepted"),
    "ladder.refused": _("<bdi>{ladder}</bdi>: L{challenge} was refused"),
    "ladder.withdrawn": _("<bdi>{ladder}</bdi>: L{challenge} was withdrawn"),
    "ladder.result": _("<bdi>{ladder}</bdi>: <bdi>{winner}</bdi> won L{challenge}"),
    "ladder.result:points": _("<bdi>{ladder}</bdi>: <bdi>{winner}</bdi> won L{challenge} <bdi>{points}</bdi>"),
    "ladder.claimed": _("<bdi>{ladder}</bdi>: <bdi>{by}</bdi> reported that <bdi>{winner}</bdi> won L{challenge}"),
    "ladder.corrected": _("<bdi>{ladder}</bdi>: L{challenge} was corrected, <bdi>{winner}</bdi> won"),
    "ladder.voided": _("<bdi>{ladder}</bdi>: L{challenge} was voided"),
    "ladder.frozen": _("<bdi>{ladder}</bdi>: <bdi>{who}</bdi> froze"),
    "ladder.thawed": _("<bdi>{ladder}</bdi>: <bdi>{who}</bdi> plays again"),
    "ladder.joined": _("<bdi>{ladder}</bdi>: <bdi>{who}</bdi> joined"),
    "ladder.left": _("<bdi>{ladder}</bdi>: <bdi>{who}</bdi> left"),
    "ladder.settled": _("<bdi>{ladder}</bdi>: a deadline passed at {time}"),
}
KINDS = {"ladder": _("Ladders")}
SENTENCES = {
    "ladder.unknown": _("Ladder not found."),
    "ladder.do": _("This can't be done on a ladder."),
    "ladder.options": _("The rules of the ladder can't be read: {place}."),
    "ladder.settings": _("The option {option} of the ladder can't be {got}."),
    "ladder.preset": _("There is no ladder of this name."),
    "ladder.zone": _("This time zone is not known."),
    "ladder.same_name": _("{name} stands here twice. Add something that tells them apart."),
    "ladder.players": _("A ladder has {most} players at most."),
    "ladder.time": _("This time is before the ladder began, or has not come yet."),
    "ladder.points": _("The winner has more points than the loser."),
    "ladder.self": _("Nobody challenges themselves."),
    "ladder.not_on_ladder": _("This player is not on the ladder."),
    "ladder.below": _("Challenge somebody above you."),
    "ladder.out_of_range": _("This player is too far above."),
    "ladder.challenger_frozen": _("The challenger is frozen."),
    "ladder.defender_frozen": _("This player is frozen."),
    "ladder.already_open": _("These two have an open challenge."),
    "ladder.too_many_out": _("The challenger has as many open challenges as the rules allow."),
    "ladder.too_many_in": _("This player was challenged as often as the rules allow."),
    "ladder.cool_down": _("These two played too recently."),
    "ladder.no_challenge": _("There is no such challenge."),
    "ladder.not_open": _("This challenge is closed."),
    "ladder.already_accepted": _("This challenge was accepted already."),
    "ladder.not_playing": _("The winner is one of the two who play."),
    "ladder.reported": _("The result of this challenge was reported. Report yours, or ask the desk."),
    "ladder.decided": _("This challenge has a result. Correct it instead."),
    "ladder.no_result": _("This challenge has no result."),
    "ladder.already_on_ladder": _("This player is on the ladder already."),
    "ladder.already_frozen": _("This player is frozen already."),
    "ladder.not_frozen": _("This player is not frozen."),
}
REASONS = {
    "self": _("yourself"),
    "below": _("stands below"),
    "out_of_range": _("too far above"),
    "challenger_frozen": _("you are frozen"),
    "defender_frozen": _("frozen"),
    "already_open": _("already challenged"),
    "too_many_out": _("you have enough open challenges"),
    "too_many_in": _("has enough open challenges"),
    "cool_down": _("played recently"),
    "not_on_ladder": _("not on the ladder"),
}
PRESETS = {
    "cambridge": _("Cambridge: 3 places up, to 11 points; a win takes the place"),
    "rac": _("Royal Automobile Club: 5 places up, to 7 points, within a week; a lost challenge costs a place"),
    "swap": _("Swap: a win exchanges both places"),
    "rung": _("Rungs: a win is one rung up, a loss one down"),
    "penalty": _("Penalty: two days to answer, or down 8 places"),
    "rating": _("By rating"),
}
CHANGES = {
    "won": _("beat {others} and took the place"),
    "won:points": _("beat {others} {points} and took the place"),
    "lost": _("lost to {others}"),
    "failed": _("challenged {others} and lost"),
    "defended": _("defended against {others}"),
    "no_answer": _("no answer in the challenge of {others}"),
    "not_played": _("the challenge with {others} was not played in time"),
    "refused": _("a challenge was refused"),
    "inactive": _("no match for too long"),
    "joined": _("joined"),
    "left": _("left"),
    "made_room": _("made room for {others}"),
    "moved_up": _("moved up after {others}"),
}


def reason_word(code: str) -> str:
    """Return why somebody may not be challenged, in a few words; an unknown code speaks for itself."""
    return gettext(REASONS[code]) if code in REASONS else code


def change_words(reason: str, others: str, points: str = "") -> str:
    """Return why a player moved: the reason, with the players because of whom, and the points if they are known."""
    sentence = (CHANGES.get(f"{reason}:points") if points else None) or CHANGES.get(reason, reason)
    return gettext(sentence).format(others=others, points=points)


def preset_words() -> Mapping[str, str]:
    """Return the presets by name, each in a line."""
    return {name: gettext(text) for name, text in PRESETS.items()}


def paper_heads() -> tuple[str, str, str, str, str]:
    """Return the heads of a printed ladder; under the last one results are written by hand."""
    return gettext("Place"), gettext("Player"), gettext("Rung"), gettext("Open challenge"), gettext("Result")


def challenge_words(defender: str, deadline: datetime | None) -> str:
    """Return whom a player challenged, and until when."""
    if deadline is None:
        return gettext("challenges {defender}").format(defender=defender)
    until = shown_date(deadline, "D j M, H:i")
    return gettext("challenges {defender}, until {until}").format(defender=defender, until=until)


def frozen_word() -> str:
    """Return the word for a player who is away."""
    return gettext("frozen")


def count_words(players: int, challenges: int) -> str:
    """Return how many players and open challenges there are."""
    count = ngettext("{n} player", "{n} players", players).format(n=players)
    more = ngettext("{n} open challenge", "{n} open challenges", challenges).format(n=challenges)
    return f"{count}, {more}"
