"""What webhooks post of a club's own stream: moves on its ladders, and a test."""

from django.db.models import Q
from django.urls import reverse

from clubs.models import Club, LadderEntry
from clubs.read.ladders.memory import ladder_names
from clubs.read.ladders.view import ladder_of, ladder_view
from clubs.read.memory.club import ClubReader
from clubs.read.records import RawRecord, Sentence, sentence_for
from clubs.read.webhooks.sources import Contents
from journal.models import Stream
from journal.refusals import Unknown

TRIED = "webhook.tried"
_ENTRY = LadderEntry._meta.label_lower


def streams(club: int) -> Q:
    """Return the condition for the stream of a club."""
    return Q(pk__in=Club.objects.filter(pk=club).values("stream"))


def describe(raw: RawRecord, stream: Stream) -> Contents | None:
    """Return what is posted of a record of a club; None if its ladder is gone."""
    club = Club.objects.get(stream=stream)
    about = {"club": {"id": club.pk, "name": club.name}}
    if raw.verb == TRIED:
        path = reverse("club_home", args=[club.pk])
        return Contents(raw.verb, raw.at, Sentence(raw.verb, "", {}), club.name, path, about)
    entry = next((fact for label, fact in raw.facts if label == _ENTRY), None)
    if entry is None:
        return None
    try:
        ladder = ladder_of(entry["ladder_id"])
    except Unknown:
        return None
    names, view = ladder_names([raw]), ladder_view(ladder)
    people = {
        word: names.get(f"ladder:{ladder.pk}/{entry[word]}", "…") for word in ("a", "b", "winner", "who") if entry[word]
    }
    values = about | {
        "ladder": {"id": ladder.pk, "name": ladder.name},
        "entry": {word: entry[word] for word in ("do", "challenge", "a", "b", "winner", "won", "lost", "who")},
        "people": {str(entry[word]): name for word, name in people.items()},
        # As they are when this is sent.
        "places": [{"place": place, "player": int(number), "name": view.name(number)}
                   for place, number in enumerate(view.order, start=1)],
    }  # fmt: skip
    sentence = sentence_for(raw, ClubReader().names([raw]))
    return Contents(raw.verb, raw.at, sentence, club.name, reverse("ladder", args=[ladder.pk]), values)
