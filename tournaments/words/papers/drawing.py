"""The words on a drawing: heads of columns, captions, tags; the longest choice first."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.drawing.parts import Caption, Column, Head, Says, Stroke, Tag, TagBox
from rules.drawing.states import How
from tournaments.words.states import state_words


def head_words(column: Column) -> list[str]:
    """Return what stands in bold over a column, then what follows, the longest choice first."""
    if column.head is Head.WINNER:
        return [_("Winner"), ""]
    if column.head is Head.TO_FINALS:
        return [_("To the finals"), ""]
    finals = {Head.FINAL: _("Final"), Head.SECOND_FINAL: _("Second final")}
    lead = finals.get(column.head, column.letter)
    if column.head is Head.PLAY_IN:
        return [lead, _("play-in, to {n}").format(n=column.length), _("play-in"), ""]
    whole = ngettext("to {n} point", "to {n} points", column.length)
    return [lead, whole.format(n=column.length), _("to {n}").format(n=column.length), ""]


def caption_words(caption: Caption, page: int = 0) -> list[str]:
    """Return what of a caption stands in bold, then the rest, the longest choice first.

    ``page`` is that of the match which the loser drops to, 0 where its bracket has only one.
    """
    match caption.says:
        case Says.BYE:
            return ["", _("bye")]
        case Says.FROM:
            return ["", caption.code]
        case Says.LOSER_OF:
            return ["", _("L of {code}").format(code=caption.code)]
        case Says.UNBEATEN_LOSER_OF:
            shorter = _("L of {code}, if unbeaten"), _("L of {code}")
            return ["", *(text.format(code=caption.code) for text in shorter)]
        case Says.WINNER_OF:
            return ["", _("W of {code}").format(code=caption.code)]
    ruled = _("by ruling {record}").format(record=caption.record or "").strip() if caption.ruling else ""
    if caption.only_after:
        return [caption.code, _("only if needed"), _("if needed")]
    if not caption.loser_to:
        return [caption.code, ruled]
    choices = [text.format(code=caption.loser_to, then=caption.then) for text in _drops(caption)]
    if page:
        paged = _("{drop}, page {page}"), _("{drop}, p. {page}")
        choices = [*(text.format(drop=drop, page=page) for drop in choices for text in paged), choices[-1]]
    if ruled:
        choices = [_("{ruled}, {rest}").format(ruled=ruled, rest=text) for text in choices] + [ruled]
    return [caption.code, *choices]


def _drops(caption: Caption) -> tuple[str, ...]:
    """Return the ways to say where the loser drops to, the longest first."""
    long, short = _("loser to {code}"), _("L to {code}")
    if caption.if_first:
        long, short = _("loser to {code} if first match"), _("L to {code} if first")
    if not caption.then:
        return long, short
    if caption.if_first:
        return _("loser to {code} (bye), then {then}, if first match"), _("L to {code}, {then} if first"), short
    return _("loser to {code} (bye), then {then}"), _("L to {code} (bye), {then}"), _("L to {code}, {then}"), short


def tag_words(box: TagBox) -> str:
    """Return what a tag says."""
    if box.tag is Tag.TWO_RESULTS:
        return _("two results")
    return _("Table {table}").format(table=box.table) if box.table else _("on now")


def sample_name() -> str:
    """Return the name that is struck through in the key of a sheet."""
    return _("Name")


# What a sheet explains: a line, a short text at a player, None: a name that is struck through.
type Explained = Stroke | How | None


def explained_words(each: Explained) -> str:
    """Return what something on a sheet means, in its key."""
    if each is None:
        return _("won, but a ruling sent the opponent on")
    if isinstance(each, How):
        return state_words(each.value)
    words = {
        Stroke.ON_NOW: _("being played"),
        Stroke.UNCONFIRMED: _("not yet confirmed"),
        Stroke.TWO_RESULTS: _("two results reported"),
    }
    return words[each]
