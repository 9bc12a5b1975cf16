"""The entry line without JavaScript: the next page says what it means, one button does it."""

import re

import pytest

from rules.match.terms import BOTTOM, TOP
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_director,
    a_drawn_event,
    an_entered_event,
    by,
    card_of,
    cards,
    entrant_named,
    match_of,
    play_code,
)
from tests.pages.at_the_desk import Director, plain
from tournaments.actions.draws.lines import take_out
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event, Withdrawal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Four players: A1 is Petra Horvat against Ömer Yıldırım, A2 Falk Brenner against Ainhoa Etxeberria."""
    return a_drawn_event(4, "none", key="1", length=7)


@pytest.fixture
def desk(event: Event) -> Director:
    return Director(a_director(event.tournament.club), event)


def pair(event: Event, code: str) -> tuple[str, str]:
    card = card_of(event, code)
    assert card.top is not None
    assert card.bottom is not None
    return card.top.name, card.bottom.name


def family(name: str) -> str:
    return name.split()[-1].lower()


def test_a_name_and_the_losers_points_are_a_sentence_first(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    page = desk.type(f"{family(top)} 3")

    assert page.sentence == f"{top} beats {bottom} 7–3."
    assert card_of(event, "A1").status == "open"
    assert "write it" in page.html


def test_the_button_of_the_sentence_writes_the_result(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    page = desk.write(f"{family(top)} 3")

    assert card_of(event, "A1").score == (7, 3)
    assert page.sentence == f"A1 {top} beat {bottom} 7–3"
    assert 'id="line" name="line" value=""' in page.html


def test_a_result_by_the_code_of_the_match(event: Event, desk: Director) -> None:
    desk.write("a1 2-7")

    assert (card_of(event, "A1").score, card_of(event, "A1").winner) == ((2, 7), BOTTOM)


def test_what_was_typed_stays_when_it_can_not_be_read(desk: Director) -> None:
    page = desk.type("zzz 3")

    assert page.sentence == "Nobody is called zzz."
    assert 'value="zzz 3"' in page.html


def test_the_winners_own_score_alone_asks_for_the_losers(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    assert desk.type(f"{family(top)} 7").sentence == f"{top} won with 7. How many has {bottom}?"


def test_a_score_that_can_not_be_says_why(event: Event, desk: Director) -> None:
    page = desk.type("a1 6-3")

    assert page.sentence.endswith("One side must have 7 points.")
    assert page.kind == "cannot"


def test_call_to_a_table(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A2")

    shown = desk.type("a2 t5")
    desk.write("a2 t5")

    assert shown.sentence == f"{top} and {bottom} to table 5."
    assert card_of(event, "A2").table == "5"


def test_a_taken_table_is_shown_before_anything_is_done(event: Event, desk: Director) -> None:
    desk.write("a2 t5")

    page = desk.type("a1 t5")

    assert page.sentence == "Table 5 is taken by A2."
    assert desk.type("t5").sentence.startswith("Table 5: ")
    assert desk.type("t6").sentence == "Table 6 is free."


def test_start(event: Event, desk: Director) -> None:
    desk.write("a1 start")

    assert card_of(event, "A1").begun


def test_lateness_gives_points_by_the_table_of_the_event(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    shown = desk.type(f"{family(top)} late 10")
    desk.write(f"{family(top)} late 10")

    assert shown.sentence == f"{top} is late: {bottom} starts with 2 points."
    assert card_of(event, "A1").start == (0, 2)
    assert desk.type(f"{family(bottom)} 1").sentence == f"{top} loses to {bottom} 1–7."


def test_lateness_within_the_grace_time_is_none(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")

    assert desk.type(f"{family(top)} late 4").sentence.endswith("4 minutes are within the grace time of 5: no penalty.")


def test_out_forfeits_this_match(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    shown = desk.type(f"{family(top)} out")
    desk.write(f"{family(top)} out")

    assert shown.sentence == f"{top} forfeits, {bottom} goes on."
    assert (card_of(event, "A1").how, card_of(event, "A1").winner) == ("no_show", BOTTOM)


def test_so_late_that_the_match_is_lost(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    shown = desk.type(f"{family(top)} late 20")
    desk.write(f"{family(top)} late 20")

    assert shown.sentence == f"{top} is too late and forfeits, {bottom} goes on."
    assert card_of(event, "A1").winner is BOTTOM


def test_leaves_withdraws_from_the_event(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")

    shown = desk.type(f"{family(top)} leaves")
    desk.write(f"{family(top)} leaves")

    assert shown.sentence == f"{top} withdraws. {bottom} wins A1 without play and goes on to B1."
    assert set(Withdrawal.objects.values_list("entrant", "bracket")) == {(entrant_named(event, top).pk, "main")}
    assert card_of(event, "A1").winner is BOTTOM


def test_leaves_names_a_match_whose_other_player_is_not_known_yet(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")
    play_code(event, "A1")

    sentence = desk.type(f"{family(top)} leaves").sentence

    assert sentence == f"{top} withdraws. The other player of B1 wins it without play."


def test_leaves_withdraws_from_every_bracket_of_the_event() -> None:
    event = a_drawn_event(8, "first_match", length=5, last_chance=True)
    desk = Director(a_director(event.tournament.club), event)
    top, _ = pair(event, "A1")

    desk.write(f"{family(top)} leaves")

    assert set(Withdrawal.objects.values_list("bracket", flat=True)) == {"main", "consolation", "last_chance"}


def test_new_enters_a_late_player_on_the_line_of_a_bye() -> None:
    event = a_drawn_event(3, "none", length=5)
    desk = Director(a_director(event.tournament.club), event)

    shown = desk.type("new Ana Kola")
    page = desk.write("new Ana Kola")

    [(code, holder)] = [(code, card.names[0]) for code, card in cards(event).items() if "Ana Kola" in card.names]
    assert shown.sentence == f"Ana Kola enters Main. In {code} they meet {holder}."
    assert page.sentence.startswith("Ana Kola entered late")


def test_new_names_the_opponent_for_every_free_line_and_nobody_without_one() -> None:
    event = a_drawn_event(5, "none", length=5)
    desk = Director(a_director(event.tournament.club), event)
    for name in ("Ana Kola", "Ben Lund", "Cora Moe"):
        shown = desk.type(f"new {name}").sentence
        desk.write(f"new {name}")
        code, card = next((code, card) for code, card in cards(event).items() if name in card.names)
        other = next(each for each in card.names if each != name)
        assert shown == f"{name} enters Main. In {code} they meet {other}."
    assert desk.type("new Dora Nash").sentence == "Dora Nash enters Main."


@pytest.mark.parametrize(("entrants", "follows"), [(4, "a bye in A1 and go on to B1."), (2, "a bye in A1.")])
def test_new_says_where_a_late_player_has_a_bye(entrants: int, follows: str) -> None:
    event = a_drawn_event(entrants, "none", length=5)
    desk = Director(a_director(event.tournament.club), event)
    for name in pair(event, "A1"):
        take_out(entrant_named(event, name).pk, "Drawn twice", a_caller())

    shown = desk.type("new Ana Kola").sentence
    desk.write("new Ana Kola")

    assert shown == f"Ana Kola enters Main. They have {follows}"
    assert "Ana Kola" in card_of(event, "A1").names


def test_a_no_show_who_is_expected_in_the_consolation_is_named() -> None:
    event = a_drawn_event(8, "progressive", length=5)
    desk = Director(a_director(event.tournament.club), event)
    top, bottom = pair(event, "A1")

    shown = desk.type(f"{family(top)} out").sentence

    went = f"{top} forfeits, {bottom} goes on. "
    assert shown == f"{went}{top} is still expected in D1: if they do not come, type the name and leaves."
    start_match(match_of(event, "A1").pk, a_caller())
    assert desk.type(f"{family(top)} out").sentence == went.strip()


def test_undo_undoes_the_typists_last_action_and_says_which(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")
    desk.write("a1 7-3")
    other = Director(a_desk_helper(event.tournament.club), event)
    other.write("a2 7-0")

    shown = desk.type("undo")
    desk.write("undo")

    assert shown.sentence == f"Undoes: A1 {top} beat {bottom} 7–3"
    assert (card_of(event, "A1").status, card_of(event, "A2").status) == ("open", "finished")
    assert desk.type("undo").sentence == "You have nothing to undo."


def test_the_right_result_for_a_finished_match_corrects_it(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")
    desk.write("a1 7-3")

    shown = desk.type(f"{family(bottom)} 5")
    desk.write(f"{family(bottom)} 5")

    assert shown.sentence == f"{top} loses to {bottom} 5–7. Corrects {top} 7–3."
    assert (card_of(event, "A1").score, card_of(event, "A1").winner) == ((5, 7), BOTTOM)


def test_a_correction_that_affects_a_begun_match_leads_to_its_own_page(event: Event, desk: Director) -> None:
    desk.write("a1 7-3")
    desk.write("a2 7-3")
    start_match(match_of(event, "B1").pk, a_caller())

    page = desk.type("a1 5-7")

    assert page.sentence.endswith("Affects B1.")
    assert f"/matches/{match_of(event, 'A1').pk}/correction/?way=score&amp;top=5&amp;bottom=7" in page.html
    assert [form for form in page.forms if form.hidden.get("line")] == []


def test_the_same_result_twice_is_no_mistake(event: Event, desk: Director) -> None:
    top, bottom = pair(event, "A1")
    command = f"result {match_of(event, 'A1').pk} 7-3"
    shown = desk.type("a1 7-3")
    Director(a_desk_helper(event.tournament.club), event).write("a1 7-3")

    again, late = desk.type("a1 7-3"), desk.post(shown.form(command), command)

    assert again.sentence.startswith("Already entered by Sten at ")
    assert again.sentence.endswith(f"{top} beats {bottom} 7–3.")
    assert late.status_code == 200
    assert "Already entered by" in late.content.decode()
    assert "There is a problem" not in late.content.decode()


def test_another_result_entered_meanwhile_is_shown_beside_what_was_before_and_what_was_typed(
    event: Event, desk: Director
) -> None:
    command = f"result {match_of(event, 'A1').pk} 7-3"
    shown = desk.type("a1 7-3")
    Director(a_desk_helper(event.tournament.club), event).write("a1 2-7")

    answer = desk.post(shown.form(command), command)

    html = answer.content.decode()
    assert answer.status_code == 409
    assert all(words in html for words in ("Before, as you saw it", "Theirs", "Yours", "2–7", "7–3", 'value="a1 7-3"'))
    assert card_of(event, "A1").score == (2, 7)


def test_an_unconfirmed_result_is_confirmed_by_typing_it_again(event: Event, desk: Director) -> None:
    match = match_of(event, "A1")
    report_result(match.pk, Report(points=(7, 5), settled=False), a_caller())

    shown = desk.type("a1 7-5")
    desk.write("a1 7-5")

    assert shown.sentence.endswith("7–5. Confirms what was reported.")
    assert card_of(event, "A1").settled


def test_several_players_are_choices_with_a_button_each(event: Event) -> None:
    event = an_entered_event(2, "none")
    desk = Director(a_director(event.tournament.club), event)

    page = desk.type("new Ana Kola")

    assert page.sentence == "Ana Kola enters Main."


def test_a_name_alone_shows_that_players_matches(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")
    call_match(match_of(event, "A1").pk, "4", a_caller())

    page = desk.type(family(top))

    assert page.kind == "shows"
    assert "called · table 4" in page.sentence or "called" in page.html


def test_a_start_of_several_names_shows_each_with_their_match() -> None:
    event = a_drawn_event(8, "none", key="1", length=7)
    desk = Director(a_director(event.tournament.club), event)

    page = desk.type("h")

    choices = [plain(each) for each in re.findall(r"<li data-choice>(.*?)</li>", page.html, re.S)]
    assert sorted(choices) == ["Hannah Lindqvist A1 ready", "Petra Horvat A1 ready"]


def test_the_script_gets_the_sentence_as_a_fragment(event: Event, desk: Director) -> None:
    top, _ = pair(event, "A1")

    answer = desk.client.get(f"{desk.address}line/", {"q": f"{family(top)} 3"})

    html = answer.content.decode()
    assert html.lstrip().startswith('<div class="sentence" data-kind="reports"')
    assert f'value="result {match_of(event, "A1").pk} 7-3"' in html
    assert card_of(event, "A1").status == "open"


def test_a_command_that_nobody_can_read_is_refused(event: Event, desk: Director) -> None:
    answers = [
        desk.client.post(desk.address, {"command": command})
        for command in ("", "dance 3", "result 3", "penalty 3 top x")
    ]

    assert [answer.status_code for answer in answers] == [400, 400, 400, 400]


def test_a_played_match_keeps_its_result_when_the_command_comes_twice(event: Event, desk: Director) -> None:
    shown = desk.type("a1 7-3")
    command = f"result {match_of(event, 'A1').pk} 7-3"

    first, second = desk.post(shown.form(command), command), desk.post(shown.form(command), command)

    assert (first.status_code, second.status_code) == (303, 303)
    assert card_of(event, "A1").score == (7, 3)
    assert play_code(event, "A2", TOP, 0).match is not None
    assert by(desk.user).actor.number == desk.user.pk
