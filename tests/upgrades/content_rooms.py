"""What a backup for upgrades holds of chouettes, ladders, news, jackpots, breaks, books, auctions and redraws."""

from clubs.actions.chouettes.settings import HouseSheet, allow_money, set_house_rules
from clubs.actions.embeds import list_hosts
from clubs.actions.ladders.entering import Entry as LadderDeed
from clubs.actions.ladders.entering import enter_on_ladder, join_ladder
from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.news import post_news, withdraw_news
from clubs.actions.reports import remove_template, save_template
from clubs.actions.sights import show_to
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, turn_webhook
from clubs.models import Club
from clubs.models.chouettes import MONEY_NOTICE
from clubs.models.sights import Sight
from clubs.models.webhooks import WebhookTurn
from rules.jackpots import Terms
from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, a_director, a_drawn_event, a_member, an_event, by, match_of, play_code, play_out
from tests.phones import a_phone
from tests.tournaments.jackpots.queues import a_jackpot, a_queue, an_evening, joins
from tests.tournaments.money.auctions import RULES, AnAuction
from tests.tournaments.money.evenings import charge_fees
from tournaments.actions.auctions.lots import LotSheet, add_late_entrant, list_lots, open_auction, order_lots
from tournaments.actions.auctions.paying import award_auction, close_stakes, stake
from tournaments.actions.auctions.selling import pass_lot, stop_clock
from tournaments.actions.auctions.voiding import auction_again, release_void, request_void
from tournaments.actions.breaks import begin_break, end_break
from tournaments.actions.draws.making import make_draw
from tournaments.actions.draws.redraw import redraw_round
from tournaments.actions.jackpots.joining import leave_queue
from tournaments.actions.jackpots.queues import close_queue
from tournaments.actions.jackpots.splitting import agree_to_split
from tournaments.actions.jackpots.vouchers import book_voucher
from tournaments.actions.matches.lengths import set_length
from tournaments.actions.money.closing import close_books, request_reopening
from tournaments.actions.money.drawers import count_blind


def fill_rooms(club: Club) -> None:
    """Make a fact of every class in these rooms, beside what the demo holds."""
    _club(club)
    _jackpots()
    _play()
    _books()
    _auction()


def _club(club: Club) -> None:
    set_house_rules(club.pk, HouseSheet(in_books=True), a_caller())
    allow_money(club.pk, MONEY_NOTICE, a_caller())
    withdraw_news(post_news(club.pk, "Boards", "Four new boards.", a_caller()).pk, a_caller())
    remove_template(save_template(club.pk, "WBGF", "places", "place", a_caller()).pk, a_caller())
    list_hosts(club.pk, ["www.example.org"], a_caller())
    hook = WebhookSheet("https://hooks.example.org/", ["results"], "barpoint", "https://club.example.org")
    turn_webhook(add_webhook(club.pk, hook, a_caller()).pk, WebhookTurn.To.OFF, a_caller())
    show_to(club.pk, Sight.Kind.NIGHTS, 0, a_caller(), public=False)
    ladder = open_ladder(club.pk, Opening("Upgrade ladder"), a_caller()).ladder.pk
    ina, jon = (a_member(club, f"{name}@barpoint.example") for name in ("ina", "jon"))
    for player in (ina, jon):
        join_ladder(ladder, "", by(player))
    enter_on_ladder(ladder, LadderDeed("challenge", a=2, b=1), by(jon))
    enter_on_ladder(ladder, LadderDeed("result", challenge=1, winner=2, points=(7, 3)), by(jon))


def _jackpots() -> None:
    tournament, main = an_evening()
    queue = a_queue(tournament)
    leave_queue(queue, joins(queue, "Ina")[0].number, a_caller())
    close_queue(a_queue(tournament, Terms("Closed", 4, 3)), a_caller())
    shared = a_jackpot(queue)
    for code in ("A1", "A2"):
        play_code(shared, code)
    final = match_of(shared, "B1")
    agree_to_split(final.pk, a_phone(final, TOP))
    qualifier = a_jackpot(a_queue(tournament, Terms("Qualifier", 4, 3, 2000), voucher_for=main.pk))
    play_out(qualifier)
    book_voucher(qualifier.pk, a_caller())


def _play() -> None:
    event = a_drawn_event(16)
    for number in range(1, 9):
        play_code(event, f"A{number}", BOTTOM)
    redraw_round(event.pk, 8, "55 34 21", a_caller())
    set_length(match_of(event, "B1").pk, 5, "late", a_caller())
    begin_break(event.tournament_id, 10, a_caller())
    end_break(event.tournament_id, a_caller())


def _books() -> None:
    tournament = an_event().tournament
    charge_fees(tournament, [])
    count_blind(tournament.club_id, True, a_caller())
    close_books(tournament.pk, a_caller())
    request_reopening(tournament.pk, "a slip", a_caller())


def _auction() -> None:
    auction = AnAuction(6)
    event = auction.event
    blind = open_auction(event.pk, RULES | {"way": "blind"}, a_caller()).auction.pk
    stake(blind, auction.who("Pia"), auction.entrants[1], 700, a_caller())
    close_stakes(blind, a_caller())
    auction.lists(("A", [0]), ("B", [1]), ("C", [2]), ("D", [3]))
    order_lots(auction.pk, "listed", "", a_caller())
    add_late_entrant(auction.pk, auction.entrants[4], "own_lot", "late", a_caller())
    list_lots(auction.pk, [LotSheet("F", (auction.entrants[5],))], a_caller())
    auction.sells("A", 60, "Olga")
    lot = auction.lot("A").pk
    request_void(auction.pk, lot, "mistake", "misheard", a_caller())
    requested = auction.lot("A").sold
    assert requested is not None
    release_void(requested.requested, by(a_director(event.tournament.club, "void@barpoint.example")))
    passed = auction.opens("B")
    stop_clock(auction.pk, passed, True, a_caller())
    pass_lot(auction.pk, passed, a_caller())
    auction_again(auction.pk, passed, a_caller())
    auction_again(auction.pk, lot, a_caller())
    for code in ("A", "B", "C", "D", "late", "F"):
        auction.sells(code, 50, "Max")
    make_draw(event.pk, "1 2 3", a_caller())
    event.refresh_from_db()
    play_out(event)
    award_auction(auction.pk, a_caller())
