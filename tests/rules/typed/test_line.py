"""The entry line: every form of it, by a table of what is typed and what is meant."""

from dataclasses import replace

import pytest

from rules.draws.match_state import State
from rules.match.terms import BOTTOM, TOP
from rules.typed.hall import Hall, HallEntrant, HallEvent, HallMatch, Sitter
from rules.typed.line import Word, read_line
from rules.typed.meaning import (
    Asks,
    AtTable,
    Calls,
    Cannot,
    Corrects,
    Empty,
    Enters,
    EntersAgain,
    Forfeits,
    Late,
    Leaves,
    Meaning,
    Nobody,
    Repeats,
    Reports,
    Several,
    Shows,
    Starts,
    Undoes,
)

from .halls import a_round

PETROV, ANGELOVA = Sitter(1, "Dimitar Petrov"), Sitter(2, "Vesela Angelova")
DUBOIS, MENDIZABAL = Sitter(3, "Quentin Dubois"), Sitter(4, "Jon Mendizabal")
HORVAT, BRENNER = Sitter(5, "Petra Horvat"), Sitter(6, "Falk Brenner")
ANA, ANABEL = Sitter(7, "Ana Kola"), Sitter(8, "Anabel Ruiz")
YILDIRIM, NEW = Sitter(9, "Ömer Yıldırım"), Sitter(10, "Newton New")
G6 = HallMatch(106, 1, "G6", 3, PETROV, ANGELOVA, State.PLAYING, table="4", begun=True)
C3 = HallMatch(103, 1, "C3", 7, DUBOIS, MENDIZABAL, State.READY)
C1 = HallMatch(101, 1, "C1", 7, HORVAT, BRENNER, State.FINAL, points=(7, 6), begun=True, result=8)
D1 = HallMatch(111, 1, "D1", 9, HORVAT, None, State.WAITING)
B8 = HallMatch(108, 1, "B8", 5, ANA, ANABEL, State.CALLED, table="stream", start=(1, 0))
B7 = HallMatch(107, 1, "B7", 5, YILDIRIM, BRENNER, State.UNSETTLED, points=(5, 3), begun=True, result=9)
A9 = HallMatch(109, 1, "A9", 5, NEW, None, State.BYE)
EVENT = HallEvent(1, "Main")
MATCHES = (G6, C3, C1, D1, B8, B7, A9)
SITTERS = (PETROV, ANGELOVA, DUBOIS, MENDIZABAL, HORVAT, BRENNER, ANA, ANABEL, YILDIRIM, NEW)
HALL = Hall(
    (EVENT,), MATCHES, tuple(HallEntrant(each.entrant, 1, each.name) for each in SITTERS), ("1", "3", "4", "stream")
)

MEANT: list[tuple[str, Meaning]] = [
    ("", Empty()),
    ("   ", Empty()),
    ("petrov 1", Reports(G6, TOP, (3, 1))),
    ("petro 1", Reports(G6, TOP, (3, 1))),
    ("PETRO  1 ", Reports(G6, TOP, (3, 1))),
    ("petro 3 1", Reports(G6, TOP, (3, 1))),
    ("petro 3-1", Reports(G6, TOP, (3, 1))),
    ("petro 1 3", Reports(G6, BOTTOM, (1, 3))),
    ("angel 2", Reports(G6, BOTTOM, (2, 3))),
    ("angel 3 2", Reports(G6, BOTTOM, (2, 3))),
    ("g6 3-1", Reports(G6, TOP, (3, 1))),
    ("g6 1-3", Reports(G6, BOTTOM, (1, 3))),
    ("g6 3:1", Reports(G6, TOP, (3, 1))),
    ("g6 3/1", Reports(G6, TOP, (3, 1))),
    ("g6 3 - 1", Reports(G6, TOP, (3, 1))),
    ("g6 3 1", Reports(G6, TOP, (3, 1))),
    ("G6 ٣–١", Reports(G6, TOP, (3, 1))),
    ("main g6 3-1", Reports(G6, TOP, (3, 1))),
    ("main petrov 1", Reports(G6, TOP, (3, 1))),
    ("dubois 12 3", Reports(C3, TOP, (12, 3))),
    ("ana 0", Reports(B8, TOP, (5, 0))),
    ("anab 3", Reports(B8, BOTTOM, (3, 5))),
    ("petro 3", Asks("points", G6, TOP, 3)),
    ("petro 4", Asks("points", G6, TOP, 4)),
    ("g6 1", Asks("winner", G6, None, 1)),
    ("petro 2 2", Cannot("score.winner", G6, {"score": (2, 2), "length": 3})),
    ("petro 3 3", Cannot("score.both", G6, {"score": (3, 3), "length": 3})),
    ("anab 0", Cannot("score.start", B8, {"score": (0, 5), "length": 5, "start": (1, 0)})),
    ("c1 7-6", Repeats(C1, TOP, (7, 6))),
    ("c1 7-5", Corrects(C1, TOP, (7, 5))),
    ("falk 6", Asks("points", B7, BOTTOM, 6)),
    ("horvat 6", Repeats(C1, TOP, (7, 6))),
    ("horvat 2", Corrects(C1, TOP, (7, 2))),
    ("brenner 3", Corrects(B7, BOTTOM, (3, 5))),
    ("yil 3", Repeats(B7, TOP, (5, 3), waits=True)),
    ("yil 2", Corrects(B7, TOP, (5, 2))),
    ("d1 9-2", Cannot("match.waiting", D1)),
    ("a9 5-2", Cannot("match.bye", A9)),
    ("c3 t3", Calls(C3, "3")),
    ("c3 t 3", Nobody("c3 t")),
    ("call c3 t3", Calls(C3, "3")),
    ("dub t3", Calls(C3, "3")),
    ("c3 t4", Calls(C3, "4", G6)),
    ("g6 t4", Calls(G6, "4")),
    ("c3 tstream", Calls(C3, "stream", B8)),
    ("c3 t12", Calls(C3, "12")),
    ("call c3", Asks("table", C3)),
    ("call", Asks("table")),
    ("call d1 t3", Cannot("match.waiting", D1)),
    ("c1 t3", Cannot("match.finished", C1)),
    ("c3 start", Starts(C3)),
    ("dub start", Starts(C3)),
    ("g6 start", Cannot("match.begun", G6)),
    ("d1 start", Cannot("match.waiting", D1)),
    ("t4", AtTable("4", G6)),
    ("t1", AtTable("1", None)),
    ("tstream", AtTable("stream", B8)),
    ("T77", AtTable("77", None)),
    ("dub late 10", Late(C3, TOP, 10, 2)),
    ("jon late 5", Late(C3, BOTTOM, 5, 1)),
    ("jon late 15", Late(C3, BOTTOM, 15, 3)),
    ("jon late 20", Forfeits(C3, BOTTOM, late=True)),
    ("jon late 4", Cannot("desk.grace", C3, {"minutes": 4, "grace": 5})),
    ("jon late", Asks("minutes", C3, BOTTOM)),
    ("c3 late 10", Asks("late", C3)),
    ("petro late 10", Cannot("penalty.begun", G6)),
    ("petro out", Forfeits(G6, TOP)),
    ("g6 out", Asks("loser", G6)),
    ("horvat out", Cannot("match.waiting", D1)),
    ("petro leaves", Leaves(HallEntrant(1, 1, "Dimitar Petrov"))),
    ("zzz leaves", Nobody("zzz")),
    ("new Maja Berg", Enters(1, "Maja Berg")),
    ("New Maja Berg", Enters(1, "Maja Berg")),
    ("new", Asks("name")),
    ("new 3", Cannot("match.bye", A9)),
    ("undo", Undoes()),
    ("UNDO", Undoes()),
    ("petrov", Shows("Dimitar Petrov", (G6,))),
    ("horv", Shows("Petra Horvat", (D1, C1))),
    ("g6", Shows("G6", (G6,))),
    ("zz", Nobody("zz")),
    ("zz 1", Nobody("zz")),
    ("3-1", Nobody("3")),
]


@pytest.mark.parametrize(("typed", "meant"), MEANT, ids=[typed or "nothing" for typed, _ in MEANT])
def test_a_line_means(typed: str, meant: Meaning) -> None:
    assert read_line(typed, HALL) == meant


def test_two_of_one_match_with_the_same_start_are_two_choices() -> None:
    assert read_line("an 2", replace(HALL, matches=(B8,))) == Several(
        (Reports(B8, TOP, (5, 2)), Reports(B8, BOTTOM, (2, 5))), 2
    )


def test_a_whole_word_goes_before_a_start() -> None:
    assert read_line("ana 2", HALL) == Reports(B8, TOP, (5, 2))


def test_of_several_finished_matches_the_one_finished_last_is_corrected() -> None:
    before = HallMatch(199, 1, "A5", 5, HORVAT, YILDIRIM, State.FINAL, points=(5, 0), begun=True, result=3)
    hall = replace(HALL, matches=(C1, before))

    assert read_line("horvat 2", hall) == Corrects(C1, TOP, (7, 2))


def test_at_most_five_choices_are_offered_with_their_number_in_all() -> None:
    sitters = [Sitter(at, f"Anna {chr(64 + at)}") for at in range(1, 15)]
    matches = [HallMatch(at, 1, f"A{at}", 5, sitters[2 * at], sitters[2 * at + 1], State.READY) for at in range(7)]

    meant = read_line("anna 3", Hall((EVENT,), tuple(matches)))

    assert isinstance(meant, Several)
    assert (len(meant.choices), meant.many) == (5, 14)
    assert meant.choices[0] == Reports(matches[0], TOP, (5, 3))


def test_a_number_may_belong_to_a_name() -> None:
    players = Sitter(31, "Player 26"), Sitter(32, "Player 27")
    match = HallMatch(1, 1, "A1", 5, *players, State.READY)
    hall = Hall((EVENT,), (match,), tuple(HallEntrant(each.entrant, 1, each.name) for each in players))

    assert read_line("player 26 3", hall) == Reports(match, TOP, (5, 3))
    assert read_line("player 27 5 3", hall) == Reports(match, BOTTOM, (3, 5))
    assert read_line("player 27", hall) == Shows("Player 27", (match,))


JACKPOT = HallEvent(2, "Jackpot 5")
JACKPOT_C3 = HallMatch(203, 2, "C3", 5, Sitter(21, "Dimitar Petrov"), Sitter(22, "Uwe Altmann"), State.READY)
BOTH = Hall(
    (EVENT, JACKPOT),
    (*MATCHES, JACKPOT_C3),
    (*HALL.entrants, HallEntrant(21, 2, "Dimitar Petrov"), HallEntrant(22, 2, "Uwe Altmann")),
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("c3 7-2", Several((Reports(C3, TOP, (7, 2)), Reports(JACKPOT_C3, TOP, (7, 2))), 2)),
        ("main c3 7-2", Reports(C3, TOP, (7, 2))),
        ("jack c3 5-2", Reports(JACKPOT_C3, TOP, (5, 2))),
        ("jackpot 5 c3 5-2", Reports(JACKPOT_C3, TOP, (5, 2))),
        ("g6 3-1", Reports(G6, TOP, (3, 1))),
        ("petro 1", Several((Reports(G6, TOP, (3, 1)), Reports(JACKPOT_C3, TOP, (5, 1))), 2)),
        ("main petro 1", Reports(G6, TOP, (3, 1))),
        ("jackpot 5 petro 1", Reports(JACKPOT_C3, TOP, (5, 1))),
        ("altm 1", Reports(JACKPOT_C3, BOTTOM, (1, 5))),
        ("new Maja Berg", Several((Enters(1, "Maja Berg"), Enters(2, "Maja Berg")), 2)),
        ("new main Maja Berg", Enters(1, "Maja Berg")),
        ("jackpot 5 petrov leaves", Leaves(HallEntrant(21, 2, "Dimitar Petrov"))),
    ],
)
def test_of_several_events_one_may_stand_in_front(typed: str, meant: Meaning) -> None:
    assert read_line(typed, BOTH) == meant


GERMAN = {
    Word.NEW: ["neu"], Word.UNDO: ["zurück"], Word.CALL: ["ruf"], Word.START: ["los"], Word.LATE: ["spät"],
    Word.OUT: ["raus"], Word.LEAVES: ["geht"], Word.TABLE: ["tisch"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("german", "english"),
    [
        ("neu Maja Berg", "new Maja Berg"),
        ("zurück", "undo"),
        ("ZURUCK", "undo"),
        ("ruf c3 tisch3", "call c3 t3"),
        ("c3 los", "c3 start"),
        ("dub spat 10", "dub late 10"),
        ("petro raus", "petro out"),
        ("petro geht", "petro leaves"),
        ("tisch4", "t4"),
        ("c3 t3", "c3 t3"),
    ],
)
def test_the_words_are_understood_in_the_language_of_the_desk_too(german: str, english: str) -> None:
    assert read_line(german, HALL, GERMAN) == read_line(english, HALL)


def a_hall_with_re_entries() -> Hall:
    """Ann Berg (#1) has entered again as number 3, Cy Falk has withdrawn; the jackpot knows no re-entry."""
    people = {1: "Ann Berg (#1)", 2: "Bo Dahl", 3: "Ann Berg (#3)", 5: "Cy Falk"}
    events = (HallEvent(1, "Main", again=True), HallEvent(2, "Jackpot 5"))
    entrants = tuple(HallEntrant(at, 1, name) for at, name in people.items() if at != 5)
    also = {at: str(at) for at in people}
    return Hall(
        events, (), (*entrants, HallEntrant(21, 2, "Ann Berg")), (), also, (HallEntrant(5, 1, "Cy Falk"),), {3: 1}
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("re-enters ann", EntersAgain(HallEntrant(1, 1, "Ann Berg (#1)"))),
        ("ann re-enters", EntersAgain(HallEntrant(1, 1, "Ann Berg (#1)"))),
        ("RE-ENTERS main ann", EntersAgain(HallEntrant(1, 1, "Ann Berg (#1)"))),
        ("re-enters 3", EntersAgain(HallEntrant(3, 1, "Ann Berg (#3)"))),
        ("re-enters cy", EntersAgain(HallEntrant(5, 1, "Cy Falk"))),
        ("re-enters zzz", Nobody("zzz")),
        ("re-enters", Asks("player")),
        ("cy", Nobody("cy")),
    ],
)
def test_a_player_who_enters_again_is_named_once_also_after_they_withdrew(typed: str, meant: Meaning) -> None:
    assert read_line(typed, a_hall_with_re_entries()) == meant


def test_where_nobody_may_enter_again_the_line_says_so() -> None:
    assert read_line("re-enters petro", HALL) == Cannot("re_entry.none")


def a_hall_of_namesakes() -> Hall:
    names = ["John Smith (Leeds)", "John Smith (York)", "Мария Иванова", "王伟", "محمد علي", "Petra Horvat"]
    also = {
        1: "1 Leeds", 2: "2 York", 3: "3 Moskva mariya ivanova", 4: "4 Beijing wangwei wang wei", 5: "11 Cairo mhmd ly",
        6: "12 Bilbao BC",
    }  # fmt: skip
    return replace(a_round(names), also=also)


@pytest.mark.parametrize(
    ("typed", "winner"),
    [
        ("smith leeds 3", "John Smith (Leeds)"),
        ("ivanova 3", "Мария Иванова"),
        ("mariya 3", "Мария Иванова"),
        ("wang 3", "王伟"),
        ("wei 3", "王伟"),
        ("muhammad 3", "محمد علي"),
        ("bilbao 3", "Petra Horvat"),
        ("11 3", "محمد علي"),
        ("12 5-3", "Petra Horvat"),
        ("horvat bilbao 3", "Petra Horvat"),
    ],
)
def test_a_club_a_number_or_latin_letters_find_a_player(typed: str, winner: str) -> None:
    meaning = read_line(typed, a_hall_of_namesakes())

    assert isinstance(meaning, Reports)
    sitter = meaning.match.sitter(meaning.winner)
    assert (sitter and sitter.name, sorted(meaning.points)) == (winner, [3, 5])


def test_a_number_of_nobody_is_nobody_and_half_a_number_is_no_number() -> None:
    assert read_line("99 3", a_hall_of_namesakes()) == Nobody("99")
    assert read_line("1 3", replace(a_hall_of_namesakes(), also={5: "11", 6: "12"})) == Nobody("1")
