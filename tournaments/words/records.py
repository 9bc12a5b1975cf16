"""Records in words: one sentence for every verb of the memory.

A sentence names its words in braces (``selectors.memory`` reads them out of a record's facts) and puts names and
scores in <bdi>, so that a name written from right to left does not turn the sentence around. A verb may have variants:
``match.finished:no_show`` is said before ``match.finished``.
"""

from collections.abc import Mapping
from string import Formatter

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said

SENTENCES = {
    "owner.made": said("{user} became owner of this installation"),
    "user.password": said("A password was set"),
    "password.offered": said("A link to set a new password was made"),
    "role.invited": said("Somebody was invited to a role"),
    "role.taken": said("An invitation was taken"),
    "invitation.ended": said("An invitation was ended unused"),
    "role.given": said("A person got a role"),
    "role.changed": said("A person got another role"),
    "person.switched_off": said("{user} was switched off"),
    "person.switched_on": said("{user} was switched on again"),
    "role.ended": said("A role was taken away"),
    "token.given": said("A program got a token"),
    "token.revoked": said("All tokens of a person ended"),
    "job.retried": said("A job that was given up is tried again"),
    "club.opened": said("The club was made"),
    "club.renamed": said("The club is called otherwise"),
    "tournament.copied": said("A tournament was made as an earlier one was"),
    "tournament.changed": said("What is told of the tournament changed"),
    "event.set_up": said("How {event} is played was changed"),
    "tables.set": said("The tables of the room were told"),
    "tournament.opened": said("The tournament was made"),
    "event.opened": said("{event} was made"),
    "entrant.entered": said("{count} entered: <bdi>{names}</bdi>"),
    "entrant.entered:many": said("{count} entrants entered"),
    "entrant.entered:one": said("<bdi>{names}</bdi> entered"),
    "entrant.late": said("<bdi>{names}</bdi> entered late, on line {line}"),
    "entrant.ticked": said("<bdi>{names}</bdi> ticked"),
    "entrant.ticked:paid_on": said("<bdi>{names}</bdi> has paid"),
    "entrant.ticked:paid_off": said("<bdi>{names}</bdi> has not paid after all"),
    "entrant.ticked:here_on": said("<bdi>{names}</bdi> is here"),
    "entrant.ticked:here_off": said("<bdi>{names}</bdi> is not here after all"),
    "entrant.ticked:many_paid": said("{count} ticked as having paid"),
    "entrant.ticked:many_here": said("{count} ticked as being here"),
    "entrant.renamed": said("<bdi>{was}</bdi> is now called <bdi>{names}</bdi>"),
    "entrant.renamed:same": said("What is told of <bdi>{names}</bdi> was changed"),
    "entrant.replaced": said("<bdi>{names}</bdi> takes the place of <bdi>{gone}</bdi>"),
    "entrant.withdrawn": said("<bdi>{gone}</bdi> plays no more"),
    "entrant.withdrawn:main": said("<bdi>{gone}</bdi> plays no more in the main bracket"),
    "entrant.withdrawn:consolation": said("<bdi>{gone}</bdi> plays no more in the consolation"),
    "draw.made": said("{event} was drawn by the key <bdi>{key}</bdi>"),
    "draw.remade": said("{event} was drawn again, draw {draw}, by the key <bdi>{key}</bdi>"),
    "match.called": said("<b>{code}</b> called to table {table}, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.called:back": said("<b>{code}</b> call taken back, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.penalised": said(
        '<b>{code}</b> starts at <bdi class="score">{score}</bdi>, <bdi>{first}</bdi> – <bdi>{second}</bdi>'
    ),
    "match.started": said("<b>{code}</b> started, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.finished": said(
        '<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>'
    ),
    "match.finished:no_show": said("<b>{code}</b> <bdi>{loser}</bdi> did not come, <bdi>{winner}</bdi> goes on"),
    "match.finished:walkover": said("<b>{code}</b> walkover for <bdi>{winner}</bdi> against <bdi>{loser}</bdi>"),
    "match.finished:retired": said("<b>{code}</b> <bdi>{loser}</bdi> retired, <bdi>{winner}</bdi> goes on"),
    "match.finished:withdrawn": said("<b>{code}</b> <bdi>{loser}</bdi> withdrew, <bdi>{winner}</bdi> goes on"),
    "match.finished:both": said("<b>{code}</b> neither <bdi>{first}</bdi> nor <bdi>{second}</bdi> came"),
    "slips.made": said("Slips with links and PINs were printed: {count}"),
    "slips.made:one": said("A slip with link and PIN was printed for <bdi>{names}</bdi>"),
    "links.rotated": said("All links, PINs and phones ended"),
    "contact.told": said("A mail address was told for <bdi>{names}</bdi>, or taken away"),
    "phone.joined": said("A phone came in for <bdi>{names}</bdi>"),
    "phone.left": said("A phone of <bdi>{names}</bdi> was signed off"),
    "event.closed": said("{event} was closed: links, PINs and phones end"),
    "event.reopened": said("{event} is open again"),
    "match.scored": said(
        '<b>{code}</b> stands <bdi class="score">{score}</bdi>, <bdi>{first}</bdi> – <bdi>{second}</bdi>'
    ),
    "match.claimed": said("<b>{code}</b> reported, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.claimed:winner": said(
        '<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>, says the winner'
    ),
    "match.claimed:loser": said(
        '<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>, says the loser'
    ),
    "match.confirmed": said("<b>{code}</b> confirmed by the opponent"),
    "match.contested": said("<b>{code}</b> contested: <bdi>{by}</bdi> says that it is wrong"),
    "match.contested:says": said(
        "<b>{code}</b> contested: <bdi>{by}</bdi> says that <bdi>{winner}</bdi> beat <bdi>{loser}</bdi>"
        ' <bdi class="score">{score}</bdi>'
    ),
    "match.settled": said("<b>{code}</b> confirmed"),
    "match.settled:unopposed": said("<b>{code}</b> settled: nobody objected until {time}"),
    "match.corrected": said(
        '<b>{code}</b> ruled: <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>'
    ),
    "match.corrected:no_show": said(
        "<b>{code}</b> ruled: <bdi>{loser}</bdi> did not come, <bdi>{winner}</bdi> goes on"
    ),
    "match.corrected:walkover": said(
        "<b>{code}</b> ruled: walkover for <bdi>{winner}</bdi> against <bdi>{loser}</bdi>"
    ),
    "match.corrected:retired": said("<b>{code}</b> ruled: <bdi>{loser}</bdi> retired, <bdi>{winner}</bdi> goes on"),
    "match.corrected:withdrawn": said("<b>{code}</b> ruled: <bdi>{loser}</bdi> withdrew, <bdi>{winner}</bdi> goes on"),
    "match.corrected:both": said("<b>{code}</b> ruled: neither <bdi>{first}</bdi> nor <bdi>{second}</bdi> came"),
    "match.cleared": said("<b>{code}</b> cleared, <bdi>{first}</bdi> – <bdi>{second}</bdi>: nothing entered counts"),
    "record.undone": said("Record {undone} was taken back"),
}


def sentence(verb: str, words: Mapping[str, str], variant: str = "") -> SafeString:
    """Return what a record says, in the reader's language; an unknown verb speaks for itself.

    A word that is missing is printed as …
    """
    template = SENTENCES.get(f"{verb}:{variant}") or SENTENCES.get(verb)
    if template is None:
        return format_html("{}", verb)
    template = _(template)
    fields = [name for _text, name, _spec, _conversion in Formatter().parse(template) if name]
    if not fields:
        return format_html("{}", template)
    return format_html(template, **{name: words.get(name) or "…" for name in fields})


def plain_sentence(verb: str, words: Mapping[str, str], variant: str = "") -> str:
    """Return the sentence as text without marks, still escaped as in a page."""
    return strip_tags(sentence(verb, words, variant))


# Where only a family of verbs is chosen from a list.
KINDS = {
    "match": said("Matches"),
    "entrant": said("Entrants"),
    "draw": said("Draws"),
    "record": said("Undo"),
    "event": said("Events"),
    "tournament": said("Tournament"),
    "tables": said("Tables"),
    "slips": said("Slips"),
    "links": said("Links"),
    "phone": said("Phones"),
    "contact": said("Mail addresses"),
}


def kind_of(family: str) -> str:
    """Return the name of a family of verbs (``match`` of ``match.finished``); an unknown one speaks for itself."""
    return _(KINDS[family]) if family in KINDS else family
