"""A ladder on paper, as it hangs on the wall."""

from datetime import datetime

from clubs.papers.listing import Column, Kind, Listing
from clubs.read.ladders.view import LadderView
from clubs.words.ladders import challenge_words, count_words, frozen_word, paper_heads
from clubs.words.ratings.lists import as_of_words


def ladder_paper(view: LadderView, at: datetime) -> Listing:
    """Return a ladder as it is printed: places, open challenges with their deadlines, and room to write."""
    rungs, frozen = view.replayed.rungs, view.replayed.frozen
    place, name, rung, challenge, played = paper_heads()
    challenged = {each.a: challenge_words(view.name(each.b), _local(each.deadline, view)) for each in view.open}
    rows = []
    for at_place, number in enumerate(view.order, start=1):
        who = str(number)
        about = frozen_word() if who in frozen else challenged.get(who, "")
        own_rung = (str(rungs[who]),) if rungs else ()
        rows.append((str(at_place), view.name(number), *own_rung, about, ""))
    return Listing(
        title=view.ladder.name,
        what=f"{view.ladder.club.name} · {count_words(len(rows), len(view.open))}",
        foot=as_of_words(at.astimezone(view.zone)),
        columns=(
            Column(place, 9, Kind.NUMBER),
            Column(name, 36 if rungs else 44, Kind.NAME),
            *((Column(rung, 8, Kind.NUMBER),) if rungs else ()),
            Column(challenge, 30, Kind.ASIDE),
            Column(played, 17),
        ),
        rows=rows,
        row=9.0,
    )


def _local(at: datetime | None, view: LadderView) -> datetime | None:
    return None if at is None else at.astimezone(view.zone)
