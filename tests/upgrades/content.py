"""What a backup for upgrades holds beside the demo: a fact of every class, undone ones, a match that others await."""

from datetime import date, time

from django.apps import apps
from django.utils import timezone

from clubs.actions.invitations import Newcomer, invite, take_role
from clubs.actions.nights import NightSheet, cancel_night, check_in, plan_nights
from clubs.actions.people import give_token
from clubs.actions.persons.claiming import claim_person_as_newcomer, offer_person
from clubs.actions.persons.details import add_person
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.memberships import end_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.roles import change_role, end_role, give_role
from clubs.actions.undo import undo as undo_record
from clubs.models import Club, Membership, Person, Role, User
from journal.models import Fact, Record
from journal.verify import verify
from rules.draws.corrections import Choice
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_desk_helper, by, entrant_named, match_of, play_code
from tests.phones import a_phone, reporting, says
from tests.upgrades.content_rooms import fill_rooms
from tournaments.actions.closing import close_event, reopen_event
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, rename, replace_entrant, tick, withdraw
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.calls import call_match, penalise
from tournaments.actions.matches.claims import confirm_claim, contest
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.actions.phones.contacts import set_contact
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Event

NAMES = ["Ana Ruiz", "Bo Lind", "Cem Aydın", "Dóra Nagy", "Ede Kiss", "Fen Li", "Gil Paz", "Hana Sato", "Ian Roy"]
NIGHTS = NightSheet("Tuesday", date(2026, 12, 1), time(19, 30), weeks=1, until=date(2026, 12, 8))
HALL = "http://192.168.178.23:8000"


def fill() -> None:
    """Make it all, and fail where a class of facts has no row or the memory has a flaw."""
    club = Club.objects.order_by("pk")[0]
    _people(club)
    _members(club)
    tournament = open_tournament(club.pk, TournamentSheet("Upgrade Cup", "Europe/Vienna"), a_caller())
    format_ = {"main": "knockout", "consolation": "first_match", "length": 5}
    event = open_event(tournament.pk, "Open", format_, a_caller())
    _entrants(event)
    link_entrants(event.pk, {entrant_named(event, NAMES[0]).pk: Person.objects.order_by("pk")[0].pk}, a_caller())
    _matches(event)
    _phones(event)
    fill_rooms(club)
    close_event(open_event(tournament.pk, "Jackpot", format_, a_caller()).pk, a_caller())
    close_event(event.pk, a_caller())
    reopen_event(event.pk, a_caller())
    bare = [model for model in apps.get_models() if issubclass(model, Fact) and not model._default_manager.exists()]
    assert not bare, f"no fact of {bare}"
    assert verify() == []


def _people(club: Club) -> None:
    helper = a_desk_helper(club, "sten@barpoint.example")
    role = change_role(Role.objects.live().get(user=helper).pk, "director", a_caller())
    end_role(role.pk, a_caller())
    undo_record("club", club.pk, Record.objects.filter(stream=club.stream).latest("number").number, a_caller())
    guest = User.objects.create(email="noor@barpoint.example", name="Noor", created_at=timezone.now())
    invite(club.pk, "member", "a-secret", a_caller())
    take_role("a-secret", by(guest))
    later = User.objects.create(email="uwe@barpoint.example", name="Uwe", created_at=timezone.now())
    give_role(club.pk, later.email, "desk", a_caller())
    give_token(helper.email, a_caller())


def _members(club: Club) -> None:
    """Make a fact of every class about people and nights."""
    ana, anna, bo = (
        add_person(club.pk, PersonSheet(name), "full", a_caller()).person
        for name in ("Ana Ruiz", "Anna Ruiz", "Bo Lind")
    )
    end_membership(Membership.objects.get(person=ana).pk, None, a_caller())
    merge_people(anna, ana, a_caller())
    offer_person(ana, "a-person-link", a_caller())
    claim_person_as_newcomer("a-person-link", Newcomer("ana@barpoint.example", "Ana", "three words here"))
    night, other = plan_nights(club.pk, NIGHTS, a_caller())
    check_in(night.pk, ana, True, a_caller())
    cancel_night(other.pk, a_caller())
    erase_person(bo, a_caller())


def _entrants(event: Event) -> None:
    enter(event.pk, [Entry(name, seed=1 if name == NAMES[0] else None) for name in NAMES[:7]], a_caller())
    make_draw(event.pk, "first key", a_caller())
    make_draw(event.pk, "63 55 21", a_caller())
    enter(event.pk, [Entry("Ida Berg")], a_caller())
    rename(entrant_named(event, "Bo Lind").pk, {"name": "Bo Lindh", "club": "Wien"}, a_caller())
    replace_entrant(entrant_named(event, "Fen Li").pk, Entry("Jo May"), a_caller())
    ticked = tick(entrant_named(event, "Gil Paz").pk, "paid", True, a_caller()).record
    undo_record("tournament", event.tournament_id, ticked or 0, a_caller())


def _matches(event: Event) -> None:
    reporting(event, grace=10)
    call_match(match_of(event, "A1").pk, "3", a_caller())
    penalise(match_of(event, "A1").pk, TOP, 1, "5 minutes late", a_caller())
    start_match(match_of(event, "A1").pk, a_caller())
    games = (GameResult(BOTTOM, cube=2), GameResult(BOTTOM, cube=4))
    report_result(match_of(event, "A1").pk, Report(games=games), a_caller())
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    correct_result(
        match_of(event, "A2").pk, Report(points=(2, 5)), "misread", a_caller(), AffectedChoices(all=Choice.STAND)
    )
    clear_result(match_of(event, "B1").pk, "wrong table", a_caller())


def _phones(event: Event) -> None:
    match = match_of(event, "A3")
    slips = make_slips(event.pk, a_caller(), HALL)
    take_link(slips[0].secret)
    set_contact(slips[0].entrant, "ana@contacts.example", a_caller())
    says(match, TOP, (2, 1))
    says(match, TOP, (5, 1))
    contest(match.pk, a_phone(match, BOTTOM))
    other = match_of(event, "A4")  # whose players are others than it was drawn for
    says(other, TOP, (5, 3), seen=other.version)
    confirm_claim(other.pk, a_phone(other, BOTTOM, seen=match_of(event, "A4").version))
    withdraw(entrant_named(event, "Dóra Nagy").pk, EVERYTHING, a_caller())
