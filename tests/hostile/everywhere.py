"""An event whose every text is a hostile one: drawn, half played, with its money, its auction and the club's year."""

from dataclasses import dataclass
from datetime import date, time
from functools import cached_property

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.ladders.entering import Entry as Challenge
from clubs.actions.ladders.entering import enter_on_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.persons.details import add_person, set_person_contact
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.ratings.counting import count_list
from clubs.actions.ratings.lists import ListSheet, StartLine, import_starts, open_rating_list
from clubs.actions.seasons import SeasonSheet, open_season
from clubs.models import Chouette, Ladder, Night, Person, RatingList, Season, User
from tests.factories import (
    a_caller,
    a_club,
    a_director,
    a_format,
    card_of,
    match_of,
    play_code,
)
from tests.tournaments.positions.asking import a_question
from tournaments.actions.auctions.lots import LotSheet, list_lots, open_auction
from tournaments.actions.auctions.permit import allow_auctions
from tournaments.actions.auctions.selling import bid, hammer, put_up
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import add_money_of, leave_unclaimed, set_pot, transfer_prize
from tournaments.models import Auction, Entrant, Event, Lot, Match, Payer, PositionQuestion, Receipt
from tournaments.models.money.auctions import LONGEST_CODE, NOTICE

# People of the club with such names: each takes several actions.
FEW = 16


@dataclass(frozen=True)
class Played:
    """An event that shows its names everywhere (drawn, half played, corrected), with its director."""

    event: Event
    director: User

    @cached_property
    def numbers(self) -> dict[str, int]:
        """By the first word of an address: what its number stands for here."""
        club, tournament = self.event.tournament.club_id, self.event.tournament_id
        entrants = Entrant.objects.filter(event=self.event).order_by("number")
        receipts = Receipt.objects.filter(tournament=tournament)
        return {
            "clubs/": club,
            "tournaments/": tournament,
            **dict.fromkeys(("events/", "p/"), self.event.pk),
            "positions/": PositionQuestion.objects.get(match__draw__event=self.event).pk,
            "receipts/": receipts[0].pk,
            "auctions/": Auction.objects.get(event=self.event).pk,
            "lots/": Lot.objects.filter(auction__event=self.event)[0].pk,
            "bidders/": Payer.objects.filter(tournament=tournament)[0].pk,
            "matches/": match_of(self.event, "A1").pk,
            "people/": Person.objects.filter(club=club).order_by("pk")[0].pk,
            "nights/": Night.objects.get(club=club).pk,
            "chouettes/": Chouette.objects.get(club=club).pk,
            "seasons/": Season.objects.get(club=club).pk,
            "ratings/": RatingList.objects.get(club=club).pk,
            "ladders/": Ladder.objects.get(club=club).pk,
            "entrants/": entrants[0].pk,
        }

    @cached_property
    def record(self) -> int:
        """The number of a record that holds a result."""
        results = Match.objects.filter(draw__event=self.event, result__isnull=False).values_list("result", flat=True)
        return (results.first() or 1) & 0xFFFFFFFF

    def arguments(self, path: str) -> str:
        """Return ``path`` with its numbers filled in."""
        named = path.removeprefix("api/v1/").removeprefix("embed/")
        start = next((start for start in self.numbers if named.startswith(start)), "clubs/")
        numbered = path.replace("<int:pk>", str(self.numbers[start])).replace("<int:number>", str(self.record))
        return numbered.replace("<int:person>", str(self.numbers["people/"]))


def played(names: list[str]) -> Played:
    club = a_club(names[0][:120])
    posted = TournamentSheet(names[1 % len(names)], "Europe/Madrid")
    tournament = open_tournament(club.pk, posted, a_caller())
    event = open_event(tournament.pk, names[2 % len(names)], a_format("progressive", 5), a_caller())
    entries = [Entry(name, club=name, country=name[:40].strip(), rating=name[:20].strip()) for name in names]
    charge(event, names[3 % len(names)])
    enter(event.pk, entries, a_caller())
    pay(event, names[-1])
    auction(event, names)
    people(club.pk, names[:FEW])
    tables(club.pk, names[:FEW])
    link(event)
    make_draw(event.pk, "63 55", a_caller())
    for number in range(1, len(names) // 2):
        if card_of(event, f"A{number}").status == "open":
            play_code(event, f"A{number}")
    reason, _ = names[3 % len(names)], a_question(match_of(event, "A1"))
    correct_result(match_of(event, "A1").pk, Report(points=(2, 5)), reason, a_caller(seen=card_of(event, "A1").version))
    return Played(
        Event.objects.select_related("tournament").get(pk=event.pk), a_director(club, f"petra{event.pk}@x.example")
    )


def charge(event: Event, name: str) -> None:
    """Set a registration fee and an entry that have this name."""
    about = {"name": name[:60].strip(), "prices": []}
    fees = [
        about | {"code": "registration", "kind": "registration", "amount": 2500, "event": None},
        about | {"code": "main", "kind": "entry", "amount": 6000, "event": event.pk},
    ]
    set_fees(event.tournament_id, FeeSheet("EUR", fees), a_caller())


def pay(event: Event, text: str) -> None:
    """Take a part from the first payer, and waive a line of theirs with this text as the reason."""
    payer = Payer.objects.filter(tournament=event.tournament_id).order_by("number")[0].pk
    take(payer, None, 1000, Hand(), a_caller())
    decide_line(payer, Decision("waived", "registration", reason=text), a_caller())
    divide(event, text)


def people(club: int, names: list[str]) -> None:
    """Let the club know people with such names, as members and reached by such a contact, who are at a night."""
    night = plan_nights(club, NightSheet(names[-1], date(2099, 1, 6), time(19, 30), place=names[0]), a_caller())[0].pk
    for name in names:
        sheet = PersonSheet(name, latin=name, home_club=name, adult_on="2098-01-01")
        person = add_person(club, sheet, "full", a_caller()).person
        set_person_contact(person, {"address": name, "note": name}, a_caller())
        check_in(night, person, True, a_caller())


def tables(club: int, names: list[str]) -> None:
    """Let people of such names sit at a chouette, and stand on a ladder of such a name with an open challenge."""
    short = list(dict.fromkeys(name[:60].strip() for name in names))
    open_session(club, Sitting(tuple(short[:8])), a_caller())
    ladder = open_ladder(club, Opening(short[0], short), a_caller()).ladder.pk
    enter_on_ladder(ladder, Challenge("challenge", a=2, b=1), a_caller())
    open_season(club, SeasonSheet(short[0], date(2000, 1, 1), date(2099, 12, 31)), a_caller())
    ratings = open_rating_list(club, ListSheet(short[0]), a_caller()).pk
    everyone = Person.objects.filter(club=club).values_list("pk", flat=True)
    import_starts(ratings, [StartLine(str(person), ("1700",)) for person in everyone], a_caller())
    count_list(ratings)


def link(event: Event) -> None:
    """Link the first entrant to the first person whom the club knows."""
    person = Person.objects.filter(club=event.tournament.club_id).order_by("pk")[0].pk
    link_entrants(event.pk, {Entrant.objects.filter(event=event).order_by("number")[0].pk: person}, a_caller())


def divide(event: Event, text: str) -> None:
    """Divide the fund, add money of somebody with this name, and move money that nobody collects for this reason."""
    first, second = Payer.objects.filter(tournament=event.tournament_id).order_by("number")[:2]
    set_pot(event.pk, "", {"table": "50-25-25"}, "", a_caller())
    add_money_of(event.pk, text, 5000, a_caller())
    transfer_prize(first.pk, second.pk, 20000, text, a_caller())
    leave_unclaimed(second.pk, text, a_caller())


def auction(event: Event, names: list[str]) -> None:
    """Sell a lot of the event to a bidder with such a name, under a code of that kind, and put another one up."""
    table = [{"bracket": "main", "place": 1, "share": 1}]
    allow_auctions(event.tournament.club_id, NOTICE, a_caller())
    pk = open_auction(event.pk, {"table": table, "clock": 30, "phones": True}, a_caller()).auction.pk
    entrants = Entrant.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    codes = (names[0][:LONGEST_CODE].strip() or "A", "other")
    sheets = [LotSheet(code, (entrant,)) for code, entrant in zip(codes, entrants, strict=False)]
    first, second = (lot.pk for lot in list_lots(pk, sheets, a_caller()).auction.lots)
    payers = Payer.objects.filter(tournament=event.tournament_id).order_by("number").values_list("pk", flat=True)[:2]
    put_up(pk, first, a_caller())
    bid(pk, first, 100, [payers[0]], a_caller())
    bid(pk, first, 200, [payers[1]], a_caller())
    hammer(pk, first, a_caller())
    request_void(pk, first, "mistake", names[-1][:60], a_caller())
    put_up(pk, second, a_caller())
    bid(pk, second, 100, [payers[0]], a_caller())
