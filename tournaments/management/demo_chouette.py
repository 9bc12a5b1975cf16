"""A chouette for the demo: five people, four games by the rules of a money night, and a double that waits."""

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.playing import record_happening
from clubs.models import Chouette, Club
from journal.actors import SYSTEM
from journal.book import Caller
from rules.chouette.actions import (
    Action,
    Answer,
    BoxAnswers,
    BoxDoubles,
    Side,
    Start,
    TeamAnswers,
    TeamDoubles,
    Win,
    WinGame,
)
from rules.chouette.presets import house_rules

PEOPLE = ("Itziar Agirre", "Olga Zabala", "Max Oyarzun", "Ilir Shehu", "Petra Horvat")
ITZIAR, OLGA, MAX, ILIR, PETRA = PEOPLE
TAKE, DROP = Answer.TAKE, Answer.DROP
PLAYED: tuple[Action, ...] = (
    Start(),
    TeamDoubles((OLGA, MAX, ILIR, PETRA)),
    BoxAnswers.of({OLGA: TAKE, MAX: TAKE, ILIR: DROP, PETRA: DROP}),
    WinGame(Side.TEAM, Win.GAMMON),
    Start(),
    BoxDoubles((MAX, ILIR, PETRA, ITZIAR)),
    TeamAnswers.of({MAX: DROP, ILIR: TAKE, PETRA: DROP, ITZIAR: TAKE}),
    WinGame(Side.BOX),
    Start(),
    BoxDoubles((ILIR, PETRA, ITZIAR, MAX)),
    TeamAnswers.of(dict.fromkeys((ILIR, PETRA, ITZIAR, MAX), DROP)),
    Start(),
    TeamDoubles((PETRA, ITZIAR, MAX, ILIR)),
    BoxAnswers.of(dict.fromkeys((PETRA, ITZIAR, MAX, ILIR), TAKE)),
    BoxDoubles((PETRA,)),
    TeamAnswers.of({PETRA: TAKE}),
    WinGame(Side.TEAM),
    Start(),
    BoxDoubles((ITZIAR, MAX, ILIR, OLGA)),
)


def load_chouette(club_name: str) -> None:
    """Load a chouette in the demo's club, once."""
    club = Club.objects.get(name=club_name)
    if Chouette.objects.filter(club=club).exists():
        return
    opened = open_session(club.pk, Sitting(PEOPLE, options=house_rules("money_night")), Caller(actor=SYSTEM))
    for action in PLAYED:
        record_happening(opened.id, action, Caller(actor=SYSTEM))
