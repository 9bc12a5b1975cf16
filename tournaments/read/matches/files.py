"""A judged match file as it is kept: the verdict as plain data, and one game at a time.

The two sides of a file are 0 and 1, in its own order; ``SentFile.swapped`` tells which of them is the match's top.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.spelling import ALIKE, fold, likeness
from journal.models import counts
from journal.refusals import Unknown
from rules.files.choice import chosen
from rules.files.formats import read_match, read_matches, write_match
from rules.files.json_record import read_json, write_json
from rules.game.findings import Grade
from rules.game.record import GameRecord, MatchRecord
from rules.match.terms import Terms
from rules.referee.verdict import Verdict, judge_match
from rules.rulesets import Ruleset, named_rulesets
from tournaments.models import FileContent, FileGame, MatchFile
from tournaments.models.files import unpacked

MOST_FINDINGS, LONGEST_GOT, MOST_MATCHES = 200, 120, 500


@dataclass(frozen=True, slots=True)
class FileFinding:
    """One finding of the referee; ``got`` is what is written there, as text, empty for nothing."""

    grade: Grade
    code: str
    game: int | None
    row: int | None
    side: int | None
    got: str


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game of a file: the score before it as the file has it, and its result (winner's side and points), or None."""

    score: tuple[int, int] | None
    winner: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class JudgedFile:
    """What the referee says of a file. ``score`` is as counted; ``winner`` None while the match is open.

    ``findings`` are the first of ``finding_count``. ``variation`` names the game that is played. ``swapped``: by its
    names the file has the lower player of the match first. ``number`` is that of the match in the file, from 1.
    """

    form: str
    number: int
    length: int
    players: tuple[str, str]
    variation: str | None
    score: tuple[int, int]
    winner: int | None
    findings: tuple[FileFinding, ...]
    finding_count: int
    games: tuple[GameHead, ...]
    swapped: bool

    def ruleset(self, game: int) -> Ruleset:
        """Return the rules of a game, counted from 1; the games of a cycle take turns."""
        cycle = named_rulesets(self.variation)
        return cycle[(game - 1) % len(cycle)]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, which ``judged_of`` reads."""
        return {
            "form": self.form,
            "number": self.number,
            "length": self.length,
            "players": list(self.players),
            "variation": self.variation,
            "score": list(self.score),
            "winner": self.winner,
            "findings": [[one.grade, one.code, one.game, one.row, one.side, one.got] for one in self.findings],
            "finding_count": self.finding_count,
            "games": [[game.score, game.winner, game.points] for game in self.games],
            "swapped": self.swapped,
        }


@dataclass(frozen=True, slots=True)
class SentFile:
    """A match file of a match. ``judged`` is None while it is still to be judged and for one that was refused.

    ``code`` tells why it was refused, empty for none. ``by`` is the entrant who sent it, None for the desk. ``content``
    is the row with its bytes.
    """

    id: int
    content: int
    match: int
    by: int | None
    at: datetime
    size: int
    digest: str
    swapped: bool
    erased: bool
    code: str
    judged: JudgedFile | None

    @property
    def waits(self) -> bool:
        """Whether it is still to be judged."""
        return self.judged is None and not self.code and not self.erased

    @property
    def score(self) -> tuple[int, int] | None:
        """The score (top, bottom) that the file comes to."""
        return None if self.judged is None else in_order(self.judged.score, swapped=self.swapped)


def judge_content(content: bytes, terms: Terms, names: Sequence[str]) -> tuple[JudgedFile, MatchRecord]:
    """Return what the referee says of a file by the rules of a match between ``names`` (top, bottom), and the record.

    Of several matches in the file, the only one between these two is taken. Raises RuleBroken as ``read_match`` does.
    """
    records = read_matches(content)
    fitting = [at for at, each in enumerate(records[:MOST_MATCHES]) if _is_between(each.players, names)]
    number = fitting[0] + 1 if len(fitting) == 1 else None
    record = chosen(records, number)
    verdict = judge_match(record, crawford=terms.crawford, holland=terms.holland)
    return judged_from(verdict, names, number or 1), record


def _is_between(players: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the names of a file are those of the match, in either order."""
    first, second = map(fold, players)
    top, bottom = map(fold, names)
    straight = min(likeness(first, top), likeness(second, bottom))
    return max(straight, min(likeness(first, bottom), likeness(second, top))) >= ALIKE


def judged_from(verdict: Verdict, names: Sequence[str], number: int = 1) -> JudgedFile:
    """Return a verdict as it is kept; ``number`` is that of its match in the file."""
    record = verdict.match
    return JudgedFile(
        form=record.form,
        number=number,
        length=record.length,
        players=record.players,
        variation=record.variation,
        score=verdict.score,
        winner=verdict.winner,
        findings=tuple(
            FileFinding(
                one.grade, one.code, one.game, one.row, one.side,
                "" if one.got is None else str(one.got)[:LONGEST_GOT],
            )
            for one in verdict.findings[:MOST_FINDINGS]
        ),
        finding_count=len(verdict.findings),
        games=tuple(
            GameHead(game.score, *((game.result.winner, game.result.points) if game.result else (None, None)))
            for game in record.games
        ),
        swapped=is_swapped(record.players, names),
    )  # fmt: skip


def judged_of(text: str) -> JudgedFile:
    """Return a verdict from the text of ``JudgedFile.as_data``."""
    data = json.loads(text)
    return JudgedFile(
        form=data["form"],
        number=data["number"],
        length=data["length"],
        players=(data["players"][0], data["players"][1]),
        variation=data["variation"],
        score=(data["score"][0], data["score"][1]),
        winner=data["winner"],
        findings=tuple(FileFinding(Grade(grade), *rest) for grade, *rest in data["findings"]),
        finding_count=data["finding_count"],
        games=tuple(
            GameHead((score[0], score[1]) if score else None, winner, points) for score, winner, points in data["games"]
        ),
        swapped=data["swapped"],
    )


def games_apart(record: MatchRecord) -> list[bytes]:
    """Return each game of a record as a file of its own, which ``game_of`` reads."""
    return [write_json(replace(record, games=(game,), tags=())).encode() for game in record.games]


def files_of(match: int) -> list[SentFile]:
    """Return the files of a match, the newest first: two statements."""
    sent: dict[str, MatchFile] = {}
    for row in MatchFile.objects.filter(counts(), match=match).select_related("record").order_by("-record"):
        sent.setdefault(row.digest, row)
    if not sent:
        return []
    kept = FileContent.objects.filter(match=match, digest__in=sent)
    columns = kept.annotate(erased=Q(content="")).values_list("digest", "pk", "erased", "code", "data")
    contents = {digest: rest for digest, *rest in columns}
    return [_read(row, *contents.get(digest, (0, True, "", ""))) for digest, row in sent.items()]


def file_of(pk: int) -> SentFile:
    """Return a file that counts, by the number of any of its facts. Raises Unknown ``match_file.unknown``."""
    row = MatchFile.objects.filter(pk=pk).values_list("match", "digest").first()
    match, digest = row or (0, "")
    newest = next((each for each in (files_of(match) if match else ()) if each.digest == digest), None)
    if newest is None:
        raise Unknown("match_file.unknown")
    return newest


def game_of(file: SentFile, number: int) -> GameRecord | None:
    """Return one game of a judged file, counted from 1; None if there is none."""
    text = FileGame.objects.filter(of=file.content, number=number).values_list("content", flat=True).first()
    return None if text is None else read_json(unpacked(text).decode()).games[0]


def written(file: SentFile, form: str) -> bytes:
    """Return a file in another form, or as it came (``original``).

    Raises Unknown ``match_file.unknown`` once it is erased, RuleBroken ``file.form`` or ``file.cannot_say``.
    """
    text = FileContent.objects.filter(pk=file.content).values_list("content", flat=True).first()
    content = unpacked(text or "")
    if not content:
        raise Unknown("match_file.unknown")
    number = file.judged.number if file.judged else None
    return content if form == "original" else write_match(read_match(content, number), form).encode()


def in_order[Side](pair: tuple[Side, Side], *, swapped: bool) -> tuple[Side, Side]:
    """Return what a file says of its two sides as (top, bottom)."""
    return (pair[1], pair[0]) if swapped else pair


def is_swapped(players: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the names of a file fit those of (top, bottom) better the other way round."""
    first, second = (fold(name) for name in players)
    top, bottom = (fold(name) for name in names)
    straight = likeness(first, top) + likeness(second, bottom)
    return likeness(first, bottom) + likeness(second, top) > straight


def _read(row: MatchFile, content: int, erased: bool, code: str, data: str) -> SentFile:
    judged = judged_of(data) if data else None
    by_names = judged is not None and judged.swapped
    return SentFile(
        id=row.pk,
        content=content,
        match=row.match_id,
        by=row.sent_by_id,
        at=row.record.at,
        size=row.size,
        digest=row.digest,
        swapped=by_names if row.swapped is None else row.swapped,
        erased=erased,
        code=code,
        judged=judged,
    )
