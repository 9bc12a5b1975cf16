"""A question about a position as it is typed: by an id, by lists of checkers (the board writes them), with a photo."""

from dataclasses import dataclass
from typing import Any

from django import forms

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.dice import Dice
from rules.game.notation import read_dice
from rules.notation.pasted import LONGEST, Pasted, read_checkers, read_pasted
from rules.referee.question import QuestionAnswer, answer_question
from rules.rulesets import Ruleset
from tournaments.actions.positions.questions import (
    LARGEST_NUMBER,
    LONGEST_WORDS,
    QuestionSheet,
    check_question,
)
from tournaments.forms.fields import RefusalForm, number
from tournaments.models.positions import LONGEST_PLAYS
from tournaments.words import positions as words
from tournaments.words.refusals import speak

# The field at which the form shows a refusal, by its code or the part before the dot.
_AT = {
    "question.plays": "plays", "question.score": "own_score", "question.crawford": "crawford", "question.cube": "cube",
    "question.no_cube": "cube", "question.words": "note", "question.number": "game", "play": "plays", "dice": "dice",
    "position_id": "position", "match_id": "position", "xgid": "position", "photo": "file", "position.long": "position",
    "position.no_id": "position", "position": "own", "question.empty": "own",
}  # fmt: skip
CUBES = [(str(1 << power), str(1 << power)) for power in range(8)]


@dataclass(frozen=True, slots=True)
class Usual:
    """What a form starts with: the game, the players of the match (top, bottom) and its length and score (top first).

    ``names`` are empty without a match.
    """

    ruleset: Ruleset
    match: int | None = None
    names: tuple[str, str] = ("", "")
    length: int = 0
    score: tuple[int, int] = (0, 0)


class QuestionForm(RefusalForm):
    """What somebody asks. An id with a state of the match overrules the fields for roll, score and cube.

    The scores are those of the players of the match in their order, without a match of the side on roll first.
    """

    on_roll = forms.ChoiceField(label=words.WHO_IS_ON_ROLL, required=False)
    dice = forms.CharField(label=words.DICE, max_length=8, required=False, help_text=words.DICE_HELP)
    plays = forms.CharField(
        label=words.PLAYS, max_length=LONGEST_PLAYS, required=False, help_text=words.PLAYS_HELP,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "dir": "ltr"}),
    )  # fmt: skip
    position = forms.CharField(label=words.POSITION, max_length=LONGEST, required=False, help_text=words.POSITION_HELP)
    own = forms.CharField(label=words.OWN, max_length=LONGEST, required=False, help_text=words.CHECKERS_HELP)
    other = forms.CharField(label=words.OTHER, max_length=LONGEST, required=False)
    length = number(words.LENGTH, 0, LARGEST_NUMBER, help_text=words.LENGTH_HELP)
    own_score = number(words.OWN_SCORE, 0, LARGEST_NUMBER)
    other_score = number(words.OTHER_SCORE, 0, LARGEST_NUMBER)
    cube = forms.TypedChoiceField(label=words.CUBE, coerce=int, choices=CUBES)
    owner = forms.ChoiceField(label=words.CUBE_OWNER, required=False, choices=words.OWNERS)
    crawford = forms.BooleanField(label=words.CRAWFORD, required=False)
    note = forms.CharField(
        label=words.NOTE, max_length=LONGEST_WORDS, required=False, help_text=words.NOTE_HELP,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )  # fmt: skip
    file = forms.FileField(label=words.PHOTO, required=False, help_text=words.PHOTO_HELP)

    def __init__(self, data: Any, files: Any, usual: Usual) -> None:
        start = {
            "length": usual.length, "own_score": usual.score[0], "other_score": usual.score[1], "cube": 1,
            "on_roll": "top",
        }  # fmt: skip
        super().__init__(data, files, initial=start)
        self.usual = usual
        self.answer: QuestionAnswer | None = None
        self.sheet: QuestionSheet | None = None
        if usual.match is None:
            del self.fields["on_roll"]
        else:
            for name, player in zip(("own_score", "other_score"), usual.names, strict=True):
                self.fields[name].label = words.score_of(player)
            self.fields["on_roll"].choices = list(zip(("top", "bottom"), usual.names, strict=True))  # type: ignore[attr-defined] # a ChoiceField
        for name in ("dice", "position", "own", "other"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}
        self.fields["file"].widget.attrs["accept"] = "image/jpeg,image/png,image/webp"

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at the field it speaks of."""
        field = _AT.get(broken.code) or _AT.get(broken.code.partition(".")[0])
        if field == "own" and self.data.get("position", "").strip():
            field = "position"
        self.add_error(field if field in self.fields else None, speak(broken.code, broken.facts))

    def clean(self) -> None:
        """Read the position and the plays by the rule book; ``sheet`` and ``answer`` are what came of it."""
        if self.errors:
            return
        try:
            pasted = self._pasted()
            sheet = self._sheet(pasted)
            check_question(sheet, self.usual.ruleset)
            self.answer = answer_question(sheet.position, sheet.dice, sheet.plays, self.usual.ruleset)
            self.sheet = sheet
        except RuleBroken as broken:
            self.refuse(broken)

    def _pasted(self) -> Pasted:
        """Return the position of the id, else that of the lists of checkers."""
        values, checkers = self.cleaned_data, self.usual.ruleset.checkers
        if values["position"].strip():
            return read_pasted(values["position"], checkers=checkers)
        own, other = read_checkers(values["own"]), read_checkers(values["other"])
        if not own and not other:
            raise RuleBroken("question.empty")
        return Pasted(Position.of(own, other, checkers=checkers))

    def _sheet(self, pasted: Pasted) -> QuestionSheet:
        values = self.cleaned_data
        plays = tuple(line.strip() for line in values["plays"].splitlines() if line.strip())
        if pasted.length is None:
            own, other = values["own_score"], values["other_score"]
            if values.get("on_roll") == "bottom":
                own, other = other, own
            owner = int(values["owner"]) if values["owner"] else None
            pasted = Pasted(
                pasted.position, _dice(values["dice"]), values["cube"], owner, (own, other), values["length"],
                values["crawford"],
            )  # fmt: skip
        upload = values["file"]
        return QuestionSheet(
            position=pasted.position,
            dice=pasted.dice,
            plays=plays,
            match=self.usual.match,
            on_roll=values.get("on_roll") or "top",
            length=pasted.length or 0,
            score=pasted.score,
            cube=pasted.cube,
            owner=pasted.owner,
            crawford=pasted.crawford,
            jacoby=pasted.jacoby,
            ruleset=self.usual.ruleset.id,
            note=values["note"],
            photo=b"" if upload is None else upload.read(),
        )


def _dice(text: str) -> Dice | None:
    return read_dice(text.strip()) if text.strip() else None
