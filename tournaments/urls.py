"""The addresses of tournaments: the API and the public pages."""

from django.urls import path

from clubs.pages.memory import view as memory
from rules.reports import Kind
from tournaments.http.memory import of_tournament
from tournaments.pages.auction import bidder_view as bidders
from tournaments.pages.auction import lot_view as lots
from tournaments.pages.auction import lots_view as auction_lists
from tournaments.pages.auction import papers_view as auction_papers
from tournaments.pages.auction import view as auctions
from tournaments.pages.auction import wall_view as auction_wall
from tournaments.pages.auction_setup import view as auction_setup
from tournaments.pages.books import view as books
from tournaments.pages.cash import drawer_view as drawers
from tournaments.pages.cash import receipt_view as receipts
from tournaments.pages.cash import view as cash
from tournaments.pages.closing import view as books_closing
from tournaments.pages.club import embed_view as calendars
from tournaments.pages.club import view as clubs
from tournaments.pages.club_books import view as club_books
from tournaments.pages.desk import crash_notice
from tournaments.pages.desk import tables_view as tables
from tournaments.pages.desk import view as desk
from tournaments.pages.draw import embed_view as draw_embeds
from tournaments.pages.draw import picture_view as draw_pictures
from tournaments.pages.draw import view as draws
from tournaments.pages.draw_key import view as draw_key
from tournaments.pages.embeds import view as embeds
from tournaments.pages.entrants import paste_view as entering
from tournaments.pages.entrants import view as entrants
from tournaments.pages.fees import view as fees
from tournaments.pages.find import view as finding
from tournaments.pages.home import view as homes
from tournaments.pages.jackpots import view as jackpots
from tournaments.pages.lists import embed_view as list_embeds
from tournaments.pages.lists import view as lists
from tournaments.pages.match import call_view as seating
from tournaments.pages.match import correction_view as corrections
from tournaments.pages.match import length_view as lengths
from tournaments.pages.match import result_view as results
from tournaments.pages.match import ruling_view as rulings
from tournaments.pages.match import view as matches
from tournaments.pages.match_file import view as match_files
from tournaments.pages.my import account_view as own_accounts
from tournaments.pages.my import again_view as own_again
from tournaments.pages.my import calls_view as own_calls
from tournaments.pages.my import file_view as own_files
from tournaments.pages.my import home_screen_view as home_screens
from tournaments.pages.my import jackpots_view as own_jackpots
from tournaments.pages.my import joining_view as phones
from tournaments.pages.my import positions_view as own_positions
from tournaments.pages.my import view as my
from tournaments.pages.my_club import view as my_clubs
from tournaments.pages.night import ladder as ladder_events
from tournaments.pages.night import view as night_events
from tournaments.pages.papers import view as papers
from tournaments.pages.payouts import view as payouts
from tournaments.pages.people import view as event_people
from tournaments.pages.player import view as players
from tournaments.pages.pools import view as pools
from tournaments.pages.positions import archive_view as position_archive
from tournaments.pages.positions import view as positions
from tournaments.pages.prizes import view as prizes
from tournaments.pages.rounds import change_view as round_changes
from tournaments.pages.rounds import view as rounds
from tournaments.pages.setup import closing_view as closing
from tournaments.pages.setup import tournament_view as opening
from tournaments.pages.setup import view as setup
from tournaments.pages.slips import view as link_slips
from tournaments.pages.stream import view as stream
from tournaments.pages.style import view as style
from tournaments.pages.wall import view as wall

urlpatterns = [
    path("", homes.home, name="home"),
    path("tournaments/<int:pk>/", homes.tournament, name="tournament"),
    path("tournaments/<int:pk>/find/", finding.tournament_find, name="tournament_find"),
    path("events/<int:pk>/matches/", lists.event_matches, name="event_matches"),
    path("events/<int:pk>/entrants/", lists.event_entrants, name="event_entrants"),
    path("events/<int:pk>/people/", event_people.event_people, name="event_people"),
    path("events/<int:pk>/places/", lists.event_places, name="event_places"),
    path("events/<int:pk>/reports/", lists.event_reports, name="event_reports"),
    *(
        path(f"events/<int:pk>/{kind}.{form}", lists.event_report, {"kind": kind, "form": form}, f"event_{kind}_{form}")
        for kind in (Kind.RESULTS, Kind.PLACES)
        for form in ("csv", "json")
    ),
    path("events/<int:pk>/odds/", lists.event_odds, name="event_odds"),
    path("events/<int:pk>/odds.json", lists.event_odds_file, name="event_odds_file"),
    path("ladders/<int:pk>/knockout/", ladder_events.ladder_knockout, name="ladder_knockout"),
    path("nights/<int:pk>/draw/", night_events.night_draw, name="night_draw"),
    path("my-club/", my_clubs.my_club, name="my_club"),
    path("style/", style.style, name="style"),
    path("clubs/<int:pk>/", clubs.home, name="club_home"),
    path("clubs/<int:pk>/embeds/", embeds.club_embeds, name="club_embeds"),
    path("clubs/<int:pk>/calendar.ics", calendars.calendar, name="club_calendar"),
    path("clubs/<int:pk>/results.atom", calendars.results, name="club_results_atom"),
    path("embed/clubs/<int:pk>/calendar/", calendars.calendar_embed, name="calendar_embed"),
    path("embed/events/<int:pk>/draw/", draw_embeds.draw_embed, name="draw_embed"),
    path("embed/events/<int:pk>/results/", list_embeds.results_embed, name="results_embed"),
    path("embed/events/<int:pk>/standings/", list_embeds.standings_embed, name="standings_embed"),
    path("clubs/<int:pk>/books/", club_books.club_books, name="club_books"),
    path("clubs/<int:pk>/books.csv", club_books.club_books_csv, name="club_books_csv"),
    path("events/<int:pk>/", draws.draw, name="draw"),
    path("events/<int:pk>/draw.png", draw_pictures.draw_png, name="draw_png"),
    path("tournaments/<int:pk>/papers/", papers.papers, name="papers"),
    path("events/<int:pk>/sheet.pdf", papers.sheet_pdf, name="sheet_pdf"),
    path("events/<int:pk>/places.pdf", papers.places_pdf, name="places_pdf"),
    path("events/<int:pk>/rules.pdf", papers.event_rules_of, name="event_rules_pdf"),
    path("events/<int:pk>/cards.pdf", papers.cards_pdf, name="cards_pdf"),
    path("events/<int:pk>/slips.pdf", papers.slips, name="slips_pdf"),
    path("events/<int:pk>/sign-in.pdf", papers.sign_in_pdf, name="sign_in_pdf"),
    path("events/<int:pk>/entry-list.pdf", papers.entry_list_pdf, name="entry_list_pdf"),
    path("events/<int:pk>/badges.pdf", papers.badges, name="badges_pdf"),
    path("events/<int:pk>/certificates.pdf", papers.certificates, name="certificates_pdf"),
    path("tournaments/<int:pk>/table-cards.pdf", papers.table_cards, name="table_cards_pdf"),
    path("matches/<int:pk>/slip.pdf", papers.match_slip, name="match_slip_pdf"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/result/", results.result, name="match_result"),
    path("matches/<int:pk>/correction/", corrections.correction, name="match_correction"),
    path("matches/<int:pk>/ruling/", rulings.ruling, name="match_ruling"),
    path("matches/<int:pk>/clear/", corrections.clear, name="match_clear"),
    path("matches/<int:pk>/call/", seating.call, name="match_call"),
    path("matches/<int:pk>/file/", match_files.match_file, name="match_file"),
    path("files/<int:pk>/", match_files.file, name="file"),
    path("files/<int:pk>/download/", match_files.file_download, name="file_download"),
    path("tournaments/<int:pk>/positions/", positions.positions, name="positions"),
    path("positions/<int:pk>/", positions.position, name="position"),
    path("positions/<int:pk>/photo/", positions.position_photo, name="position_photo"),
    path("positions/<int:pk>/position.pdf", positions.position_paper, name="position_paper"),
    path("clubs/<int:pk>/positions/", position_archive.club_positions, name="club_positions"),
    path("matches/<int:pk>/length/", lengths.length, name="match_length"),
    path("matches/<int:pk>/penalty/", seating.penalty, name="match_penalty"),
    path("matches/<int:pk>/start/", matches.start, name="match_start"),
    path("matches/<int:pk>/confirm/", matches.confirm, name="match_confirm"),
    path("tournaments/<int:pk>/crash-notice/", crash_notice.dismiss_notice, name="crash_notice"),
    path("tournaments/<int:pk>/memory/", of_tournament(memory.ledger), name="memory"),
    path("tournaments/<int:pk>/memory/<int:number>/", of_tournament(memory.record), name="record"),
    path("tournaments/<int:pk>/memory/<int:number>/undo/", of_tournament(memory.record_undo), name="record_undo"),
    path("tournaments/<int:pk>/desk/", desk.desk, name="desk"),
    path("tournaments/<int:pk>/desk/line/", desk.desk_line, name="desk_line"),
    path("tournaments/<int:pk>/jackpots/", jackpots.jackpots, name="jackpots"),
    path("tournaments/<int:pk>/cash/", cash.cash, name="cash"),
    path("tournaments/<int:pk>/cash/line/", cash.cash_line, name="cash_line"),
    path("tournaments/<int:pk>/books/", books.books, name="books"),
    path("tournaments/<int:pk>/postings.csv", books.postings_csv, name="postings_csv"),
    path("tournaments/<int:pk>/closing/", books_closing.closing, name="books_closing"),
    path("tournaments/<int:pk>/closing-proof.pdf", books_closing.proof_pdf, name="closing_pdf"),
    path("tournaments/<int:pk>/fees/", fees.fees, name="fees"),
    path("tournaments/<int:pk>/drawer/", drawers.drawer, name="drawer"),
    path("receipts/<int:pk>/receipt.pdf", receipts.receipt, name="receipt_pdf"),
    path("tournaments/<int:pk>/wall/", wall.wall, name="wall"),
    path("tournaments/<int:pk>/stream/", stream.stream, name="stream"),
    path("tournaments/<int:pk>/stream/overlay/", stream.overlay, name="stream_overlay"),
    path("tournaments/<int:pk>/stream/text/", stream.text, name="stream_text"),
    path("tournaments/<int:pk>/tables/", tables.tables, name="tables"),
    path("clubs/<int:pk>/tournaments/new/", opening.tournament_new, name="tournament_new"),
    path("tournaments/<int:pk>/settings/", opening.tournament_settings, name="tournament_settings"),
    path("tournaments/<int:pk>/events/new/", setup.event_new, name="event_new"),
    path("events/<int:pk>/setup/", setup.event_setup, name="event_setup"),
    path("events/<int:pk>/entrants/paste/", entering.entrants_paste, name="entrants_paste"),
    path("events/<int:pk>/entrants.csv", entering.entrants_csv, name="entrants_csv"),
    path("entrants/<int:pk>/", entrants.entrant, name="entrant"),
    path("players/<int:pk>/", players.player, name="player"),
    path("events/<int:pk>/knockout/", pools.knockout, name="event_knockout"),
    path("events/<int:pk>/rounds/", rounds.rounds, name="event_rounds"),
    path("events/<int:pk>/rounds/change/", round_changes.change, name="round_change"),
    path("events/<int:pk>/pairings.pdf", rounds.pairings_pdf, name="pairings_pdf"),
    path("events/<int:pk>/draw-key/", draw_key.draw_key, name="draw_key"),
    path("events/<int:pk>/draw.txt", draw_key.draw_txt, name="draw_txt"),
    path("events/<int:pk>/payouts/", payouts.payouts, name="payouts"),
    path("events/<int:pk>/payouts.pdf", payouts.payouts_pdf, name="payouts_pdf"),
    path("events/<int:pk>/payout.json", payouts.payout_file, name="payout_file"),
    path("events/<int:pk>/prizes/", prizes.prizes, name="prizes"),
    path("events/<int:pk>/slips/", link_slips.slips, name="link_slips"),
    path("events/<int:pk>/closing/", closing.closing, name="event_closing"),
    path("tournaments/<int:pk>/links/rotate/", link_slips.rotate, name="links_rotate"),
    path("clubs/<int:pk>/auctions/", auction_setup.club_auctions, name="club_auctions"),
    path("events/<int:pk>/auctions/", auction_setup.event_auctions, name="event_auctions"),
    path("auctions/<int:pk>/", auction_wall.auction, name="auction"),
    path("auctions/<int:pk>/setup/", auction_setup.auction_setup, name="auction_setup"),
    path("auctions/<int:pk>/desk/", auctions.auction_desk, name="auction_desk"),
    path("auctions/<int:pk>/desk/line/", auctions.auction_line, name="auction_line"),
    path("auctions/<int:pk>/lots/", auction_lists.auction_lots, name="auction_lots"),
    path("auctions/<int:pk>/bidders/", auction_lists.auction_bidders, name="auction_bidders"),
    path("auctions/<int:pk>/list.pdf", auction_papers.auction_list_pdf, name="auction_list_pdf"),
    path("auctions/<int:pk>/lots.pdf", auction_papers.auction_lots_pdf, name="auction_lots_pdf"),
    path("auctions/<int:pk>/file.json", auction_papers.auction_file, name="auction_file"),
    path("lots/<int:pk>/", lots.lot, name="lot"),
    path("b/<str:secret>/", bidders.bidder_link, name="bidder_link"),
    path("bidders/", bidders.bidder_unknown, name="bidder_unknown"),
    path("bidders/<int:pk>/", bidders.bidder, name="bidder"),
    path("bidders/<int:pk>/lots/", bidders.bidder_lots, name="bidder_lots"),
    path("bidders/<int:pk>/bid/", bidders.bidder_bid, name="bidder_bid"),
    path("bidders/<int:pk>/buyback/", bidders.bidder_buyback, name="bidder_buyback"),
    path("l/<str:secret>/", phones.link, name="link"),
    path("p/<int:pk>/", phones.pin, name="pin"),
    path("my/<int:pk>/mail/", phones.mail, name="my_mail"),
    path("my/<int:pk>/leave/", phones.leave_page, name="my_leave"),
    path("my/<int:pk>/", my.my, name="my"),
    path("my/<int:pk>/app.webmanifest", home_screens.manifest, name="my_manifest"),
    path("my/<int:pk>/worker.js", home_screens.worker, name="my_worker"),
    path("my/<int:pk>/offline/", home_screens.offline, name="my_offline"),
    path("my/<int:pk>/calls/", own_calls.calls, name="my_calls"),
    path("my/<int:pk>/file/", own_files.match_file, name="my_match_file"),
    path("my/<int:pk>/file/<int:file>/", own_files.file, name="my_file"),
    path("my/<int:pk>/file/<int:file>/download/", own_files.file_download, name="my_file_download"),
    path("my/<int:pk>/positions/", own_positions.positions, name="my_positions"),
    path("my/<int:pk>/positions/<int:question>/", own_positions.position, name="my_position"),
    path("my/<int:pk>/positions/<int:question>/photo/", own_positions.position_photo, name="my_position_photo"),
    path("my/<int:pk>/account/", own_accounts.account, name="my_account"),
    path("my/<int:pk>/again/", own_again.again, name="my_again"),
    path("my/<int:pk>/jackpots/", own_jackpots.jackpots, name="my_jackpots"),
    path("my/<int:pk>/receipt.pdf", own_accounts.receipt, name="my_receipt"),
    path("my/<int:pk>/claim/", my.claim, name="my_claim"),
    path("my/<int:pk>/confirm/", my.confirm, name="my_confirm"),
    path("my/<int:pk>/held/", my.held, name="my_held"),
    path("my/<int:pk>/contest/", my.contest, name="my_contest"),
]
