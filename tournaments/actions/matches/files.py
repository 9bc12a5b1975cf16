"""Match files: kept with their match, judged by the referee, their two sides exchanged.

Source: docs/rules/files.md; docs/decisions/0101-match-files-are-kept.md.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction
from django.db.models import Q

from journal import book
from journal.actors import Actor
from journal.models import counts
from journal.refusals import Refused
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.files.limits import MOST_BYTES
from rules.game.record import MatchRecord
from runtime.jobs.queue import enqueue_after
from tournaments.actions.steps import concerning
from tournaments.models import FileContent, FileGame, Match, MatchFile
from tournaments.models.files import packed, unpacked
from tournaments.permissions import may_report, may_run_desk, must
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.files import JudgedFile, SentFile, file_of, files_of, games_apart, judge_content
from tournaments.read.matches.head import MatchHead, match_head

# A longer file is judged by a job: the largest that we know has 53 kB.
LONG_BYTES = 64 * 1024
# What is kept of one match: a director tries again, a phone must not fill the disk.
MOST_FILES, MOST_KEPT_BYTES = 12, 2 * MOST_BYTES
JUDGE = "tournaments.tasks.match_file"
TOO_SLOW = "file.slow"


@dataclass(frozen=True, slots=True)
class _Judged:
    verdict: JudgedFile | None
    record: MatchRecord | None


def may_see_files(actor: Actor | None, head: MatchHead) -> bool:
    """Whether ``actor`` may see and send the files of a match: its two players, and the desk."""
    if actor is None:
        return False
    if may_report(actor, [each for each in _pair(head) if each is not None]):
        return True
    return may_run_desk(actor, head.match.draw.event.tournament.club_id)


def keep_file(match: int, content: bytes, caller: book.Caller) -> SentFile:
    """Keep a match file with its match, as one of its players or the desk, and judge it; a long one is judged later.

    Who is who follows from the names in the file; ``exchange_sides`` says otherwise. The same file sent again changes
    nothing. Raises PermissionDenied, RuleBroken as ``read_match`` does, Refused ``match.waiting`` … before both players
    are known, ``file.many`` with the most files and bytes that are kept of a match.
    """
    head = match_head(match)
    must(may_see_files(caller.actor, head))
    if None in _pair(head):
        raise Refused(f"match.{Status(head.match.status).word}", match=match)
    judged = _judged_now(content, head)
    digest = sha256(content).hexdigest()
    with book.page(head.stream.name, caller) as page:
        before = MatchFile.objects.filter(counts(), match=match, digest=digest).order_by("-record").first()
        if before is not None:
            return page.done(file_of(before.pk))
        _refuse_many(match, len(content))
        sender = caller.actor.number if caller.actor.kind == "entrant" else None
        fact = MatchFile(match_id=match, sent_by_id=sender, digest=digest, size=len(content))
        _keep_content(match, digest, content, judged)
        _record(page, head, fact)
        if judged.verdict is None:
            enqueue_after(page, JUDGE, f"match_file:{page.records[-1].pk}", file=fact.pk)
        return page.done(file_of(fact.pk))


def exchange_sides(file: int, caller: book.Caller) -> SentFile:
    """Say that the file names the two players the other way round.

    Raises PermissionDenied, Unknown ``match_file.unknown``.
    """
    sent = file_of(file)
    head = match_head(sent.match)
    must(may_see_files(caller.actor, head))
    with book.page(head.stream.name, caller) as page:
        sent = file_of(file)
        fact = MatchFile(
            match_id=sent.match, sent_by_id=sent.by, digest=sent.digest, size=sent.size, swapped=not sent.swapped
        )
        _record(page, head, fact)
        return page.done(file_of(fact.pk))


def judge_kept(file: int) -> None:
    """Judge a file that waits for it. Raises Unknown ``match_file.unknown``."""
    sent = file_of(file)
    if not sent.waits:
        return
    head = match_head(sent.match)
    content = unpacked(FileContent.objects.values_list("content", flat=True).get(pk=sent.content))
    try:
        verdict, record = judge_content(content, head.terms, _names(head))
    except RuleBroken as broken:
        refuse_kept(file, broken.code)
        return
    with transaction.atomic():
        FileContent.objects.filter(pk=sent.content).update(data=_data_of(verdict))
        FileGame.objects.bulk_create(_games_of(sent.content, record), ignore_conflicts=True)


def refuse_kept(file: int, code: str) -> None:
    """Note why a kept file is no match file, and forget what stands in it."""
    sent = file_of(file)
    if sent.waits:
        FileContent.objects.filter(pk=sent.content).update(code=code, content="")


def erase_files(entrants: Collection[int]) -> None:
    """Step: erase the files of the matches that these entrants play: the players' names stand in them."""
    played = Match.objects.filter(Q(top__in=entrants) | Q(bottom__in=entrants))
    contents = FileContent.objects.filter(match__in=played.values("pk"))
    FileGame.objects.filter(of__in=contents.values("pk")).delete()
    contents.update(content="", data="", code="")


def _pair(head: MatchHead) -> tuple[int | None, int | None]:
    return head.match.top_id, head.match.bottom_id


def _names(head: MatchHead) -> list[str]:
    names = names_in(head.match.draw.event_id)
    return [names.get(each or 0, "") for each in _pair(head)]


def _judged_now(content: bytes, head: MatchHead) -> _Judged:
    """Judge a short file; a long one waits for its job."""
    if len(content) > MOST_BYTES:
        raise RuleBroken("file.large", most=MOST_BYTES)
    if len(content) > LONG_BYTES:
        return _Judged(None, None)
    return _Judged(*judge_content(content, head.terms, _names(head)))


def _refuse_many(match: int, size: int) -> None:
    """Raise Refused ``file.many`` where a match has no room for a file of this size."""
    kept = files_of(match)
    total = sum(each.size for each in kept if not each.erased)
    if len(kept) >= MOST_FILES or total + size > MOST_KEPT_BYTES:
        raise Refused("file.many", most=MOST_FILES, bytes=MOST_KEPT_BYTES)


def _keep_content(match: int, digest: str, content: bytes, judged: _Judged) -> None:
    kept, _ = FileContent.objects.update_or_create(
        match_id=match,
        digest=digest,
        defaults={"content": packed(content), "code": "", "data": _data_of(judged.verdict)},
    )
    if judged.record is not None:
        FileGame.objects.bulk_create(_games_of(kept.pk, judged.record), ignore_conflicts=True)


def _data_of(verdict: JudgedFile | None) -> str:
    return "" if verdict is None else json.dumps(verdict.as_data(), ensure_ascii=False)


def _games_of(content: int, record: MatchRecord) -> list[FileGame]:
    return [
        FileGame(of_id=content, number=number, content=packed(text))
        for number, text in enumerate(games_apart(record), start=1)
    ]


def _record(page: book.OpenPage, head: MatchHead, fact: MatchFile) -> None:
    made = [f"file:{fact.match_id}:{fact.digest[:16]}"]
    needs = [*made, f"draw:{head.match.draw_id}"]
    page.record(
        "match.file_kept",
        [fact],
        **concerning(head.match.draw.event_id, makes=made, needs=needs, match=fact.match_id),
    )
