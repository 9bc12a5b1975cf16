"""Work of tournaments outside requests, and what asks for it by the clock."""

import logging
from datetime import datetime, timedelta
from html import unescape

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from clubs.actions.ratings.receiving import receive_results
from clubs.words.records import plain_sentence
from journal import book
from journal.actors import SYSTEM
from runtime.bearoff_file import bearoff_path, bearoff_table
from runtime.jobs import queue
from runtime.jobs.clock import every
from runtime.jobs.mail import MOST_ATTEMPTS, send_letter, written_in
from runtime.jobs.subprocess import Interrupted, run_command
from runtime.jobs.workers import current_job, progress
from runtime.outward.posting import post
from tournaments.actions.entrants.people import erase_entrants
from tournaments.actions.matches.files import JUDGE
from tournaments.actions.money.cash import RECEIPT_LETTER
from tournaments.actions.money.club_books import book_in_club
from tournaments.actions.phones.calls import forget_ended
from tournaments.actions.positions.questions import OPINION
from tournaments.reactions.call_messages import MOST_SENDS, send_call
from tournaments.reactions.calls import CALLS
from tournaments.reactions.club_books import CLUB_BOOKS
from tournaments.reactions.erasures import ERASURE
from tournaments.reactions.letters import LETTERS
from tournaments.reactions.receipt_letter import letter_of_receipt
from tournaments.read.club.results import results_of, tournaments_behind
from tournaments.read.players.calls import phones_called
from tournaments.read.players.letters import CALLED, letter_about, recipients
from tournaments.read.players.people import entries_to_erase
from tournaments.read.positions.questions import has_questions
from tournaments.read.tournaments import drawn_and_changed, streams_due

_log = logging.getLogger(__name__)
SHEETS = "tournaments.tasks.sheets"
LETTER = "tournaments.tasks.letter"
CALL = "tournaments.tasks.call"
RESULTS = "tournaments.tasks.results"
BEAROFF = "tournaments.tasks.bearoff"
# A round that comes in is not printed result by result; a director who walks to the printer takes longer than this.
QUIET = timedelta(seconds=3)
# An event without changes for this long is not about to be printed.
STALE = timedelta(hours=12)


@shared_task(name=SHEETS, throws=(Interrupted,))  # type: ignore[untyped-decorator] # Celery has no types
def sheets(tournament: int) -> str:
    """Make the newest draw sheets of a tournament and return their names."""
    return run_command("sheets", str(tournament), on_line=_how_far)


def _how_far(line: str) -> None:
    """Hear how many sheets are made: ``14 of 32``."""
    made, _, of = line.strip().partition(" of ")
    if made.isdigit() and of.isdigit():
        progress(int(made), int(of))


@shared_task(name=JUDGE, throws=(Interrupted,))  # type: ignore[untyped-decorator] # Celery has no types
def match_file(file: int) -> None:
    """Judge a long match file, in a process that may take only so long."""
    run_command("judge", str(file))


@shared_task(name=OPINION, throws=(Interrupted,))  # type: ignore[untyped-decorator] # Celery has no types
def opinion(question: int) -> None:
    """Ask an engine about a position, in a process with limits; the program is somebody else's."""
    run_command("opinion", str(question))


@shared_task(name=BEAROFF, throws=(Interrupted,))  # type: ignore[untyped-decorator] # Celery has no types
def bearoff() -> None:
    """Make the table of the last checkers, unless it is there by now."""
    if bearoff_table() is None:
        run_command("bearoff", on_line=_how_far)


@every(seconds=20)
def ask_for_bearoff(now: datetime) -> int:
    """Ask for the table of the last checkers where somebody asks about positions and there is none."""
    if not settings.BEAROFF_AHEAD or bearoff_path().exists() or not has_questions():
        return 0
    return queue.enqueue(BEAROFF, f"bearoff:{now:%Y-%m-%dT%H}", now)


@shared_task(name=CLUB_BOOKS)  # type: ignore[untyped-decorator] # Celery has no types
def club_books(record: int) -> None:
    """Post to the club's books what a closing of a tournament's books left."""
    book_in_club(record)


@shared_task(name=RESULTS)  # type: ignore[untyped-decorator] # Celery has no types
def results(tournament: int) -> None:
    """Let the club receive the settled matches and finished events of a tournament, for its ratings and seasons."""
    receive_results(results_of(tournament))


@every(seconds=2)
def ask_for_results(now: datetime) -> int:
    """Ask for the results of each tournament in which something was recorded since; return for how many."""
    return sum(
        queue.enqueue(RESULTS, f"results:{pk}:{epoch}:{number}", now, tournament=pk)
        for pk, epoch, number in tournaments_behind(now)
    )


@shared_task(name=ERASURE)  # type: ignore[untyped-decorator] # Celery has no types
def erasure(record: int) -> None:
    """Erase who the entrants of an erased person were, one tournament after the other."""
    tournaments, name = entries_to_erase(record)
    for tournament, entrants in tournaments.items():
        try:
            erase_entrants(tournament, entrants, name, book.Caller(SYSTEM, key=f"erasure:{record}:{tournament}"))
        except book.Replay:
            continue


@shared_task(name=RECEIPT_LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator] # Celery has no types
def receipt_letter(receipt: int) -> None:
    """Send a payer the receipt for what they paid; nothing if it was undone meanwhile."""
    contents = letter_of_receipt(receipt)
    if contents is not None:
        with written_in(contents.language):
            send_letter(current_job(), contents.email, "receipt", letter=contents)


@shared_task(name=LETTERS)  # type: ignore[untyped-decorator] # Celery has no types
def letters(record: int) -> None:
    """Ask for the letters of a record, one job a letter: the second is not sent again because the first failed."""
    wanted = {f"letter:{record}:{entrant}": {"record": record, "entrant": entrant} for entrant in recipients(record)}
    queue.split(current_job(), LETTER, wanted, timezone.now())


@shared_task(name=LETTER, most_attempts=MOST_ATTEMPTS)  # type: ignore[untyped-decorator] # Celery has no types
def letter(record: int, entrant: int) -> None:
    """Send a player the letter about a call or a report of their match."""
    contents = letter_about(record, entrant)
    if contents is not None:
        about = contents.sentence
        template = "call" if about.verb == CALLED else "match"
        with written_in(contents.language):
            sentence = unescape(plain_sentence(about.verb, about.words, about.variant))
            send_letter(current_job(), contents.email, template, letter=contents, sentence=sentence)


@shared_task(name=CALLS)  # type: ignore[untyped-decorator] # Celery has no types
def calls(record: int) -> None:
    """Ask for the messages about a call, one job a phone: a push service that is slow delays no other phone."""
    wanted = {f"call:{record}:{push}": {"record": record, "push": push} for push in phones_called(record)}
    queue.split(current_job(), CALL, wanted, timezone.now())


@shared_task(name=CALL, most_attempts=MOST_SENDS)  # type: ignore[untyped-decorator] # Celery has no types
def call(record: int, push: int) -> None:
    """Tell a phone of a call; a push service that takes nothing for a minute is no failure of this site."""
    send_call(record, push, timezone.now(), post, is_last=current_job().attempts >= MOST_SENDS)


@every(seconds=600)
def forget_push_addresses(now: datetime) -> int:
    """Delete where phones were told of calls whose event ended or that were signed off; return how many."""
    return forget_ended()


@every(seconds=1)
def settle_what_is_due(now: datetime) -> None:
    """Open a page of each stream in which something is to be settled by now; opening it settles."""
    for name in streams_due(now):
        try:
            with book.page(name, book.Caller(SYSTEM)):
                pass
        except Exception:
            # The next tournament's deadlines do not wait for what is wrong in this one.
            _log.exception("nothing could be settled in %s", name)


@every(seconds=1)
def ask_for_sheets(now: datetime) -> int:
    """Ask for the sheets of each tournament in which something was recorded a moment ago; return for how many."""
    if not settings.SHEETS_AHEAD:
        return 0
    wanted = 0
    for pk, epoch, number in drawn_and_changed(now - STALE, now - QUIET):
        wanted += queue.enqueue(SHEETS, f"sheets:{pk}:{epoch}:{number}", now, tournament=pk)
    return wanted
