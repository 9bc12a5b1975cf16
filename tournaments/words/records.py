"""The sentences of a tournament's records, by verb and variant (``clubs.words.records`` says them)."""

from django.utils.translation import gettext_noop as _

from tournaments.words import jackpots, positions
from tournaments.words.money import records as money

_SHARED = money.SENTENCES | jackpots.SENTENCES | positions.RECORDS
SENTENCES = _SHARED | {
    "tournament.copied": _("<bdi>{name}</bdi> was made from an earlier tournament"),
    "tournament.changed": _("Tournament details changed"),
    "event.set_up": _("The set-up of {event} changed"),
    "tables.set": _("Tables changed"),
    "tournament.opened": _("<bdi>{name}</bdi> was made"),
    "event.opened": _("{event} was made"),
    "entrant.entered": _("{count} entered: <bdi>{names}</bdi>"),
    "entrant.entered:many": _("{count} entrants entered"),
    "entrant.entered:one": _("<bdi>{names}</bdi> entered"),
    "entrant.late": _("<bdi>{names}</bdi> entered late, on line {line}"),
    "entrant.re_entered": _("<bdi>{names}</bdi> entered again"),
    "entrant.ticked": _("<bdi>{names}</bdi> ticked"),
    "entrant.ticked:paid_on": _("<bdi>{names}</bdi> has paid"),
    "entrant.ticked:paid_off": _("<bdi>{names}</bdi> has not paid after all"),
    "entrant.ticked:here_on": _("<bdi>{names}</bdi> checked in"),
    "entrant.ticked:here_off": _("<bdi>{names}</bdi> is not here after all"),
    "entrant.ticked:member_on": _("A player of <bdi>{names}</bdi> checked in"),
    "entrant.ticked:member_off": _("A player of <bdi>{names}</bdi> is not here after all"),
    "entrant.ticked:many_paid": _("{count} ticked as paid"),
    "entrant.ticked:many_here": _("{count} checked in"),
    "entrant.renamed": _("<bdi>{was}</bdi> is now called <bdi>{names}</bdi>"),
    "entrant.renamed:same": _("Details of <bdi>{names}</bdi> changed"),
    "entrant.rated": _("{count} entrants got the ratings of a list of the club"),
    "entrant.linked": _("Entrants were linked to people of the club"),
    "entrant.erased": _("Who entrants were was erased"),
    "entrant.replaced": _("<bdi>{names}</bdi> takes the place of <bdi>{gone}</bdi>"),
    "entrant.withdrawn": _("<bdi>{gone}</bdi> withdrew"),
    "entrant.withdrawn:main": _("<bdi>{gone}</bdi> withdrew from the main bracket"),
    "entrant.withdrawn:consolation": _("<bdi>{gone}</bdi> withdrew from the consolation"),
    "entrant.withdrawn:last_chance": _("<bdi>{gone}</bdi> withdrew from the last chance"),
    "draw.made": _("{event} was drawn with the key <bdi>{key}</bdi>"),
    "draw.remade": _("{event} was drawn again, draw {draw}, with the key <bdi>{key}</bdi>"),
    "round.redrawn": _("The round of the last {left} of {event} was drawn anew with the key <bdi>{key}</bdi>"),
    "drop.chosen": _("The losers of the round of <b>{code}</b> drop to lines that were chosen"),
    "match.called": _("<b>{code}</b> called to table {table}, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.called:back": _("<b>{code}</b> call undone, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.penalised": _(
        '<b>{code}</b> starts at <bdi class="score">{score}</bdi>, <bdi>{first}</bdi> – <bdi>{second}</bdi>'
    ),
    "match.started": _("<b>{code}</b> started, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.finished": _('<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>'),
    "match.finished:no_show": _("<b>{code}</b> <bdi>{loser}</bdi> did not come, <bdi>{winner}</bdi> goes on"),
    "match.finished:walkover": _("<b>{code}</b> walkover for <bdi>{winner}</bdi> against <bdi>{loser}</bdi>"),
    "match.finished:retired": _("<b>{code}</b> <bdi>{loser}</bdi> retired, <bdi>{winner}</bdi> goes on"),
    "match.finished:withdrawn": _("<b>{code}</b> <bdi>{loser}</bdi> withdrew, <bdi>{winner}</bdi> goes on"),
    "match.finished:both": _("<b>{code}</b> neither <bdi>{first}</bdi> nor <bdi>{second}</bdi> came"),
    "slips.made": _("Slips with links and PINs were printed: {count}"),
    "slips.made:one": _("A slip with link and PIN was printed for <bdi>{names}</bdi>"),
    "links.rotated": _("All links, PINs and phone sessions ended"),
    "match.length_set": _("{code} is played to {length}"),
    "match.file_kept": _("A match file of <b>{code}</b> was kept"),
    "break.begun": _("Break"),
    "break.begun:until": _("Break until {time}"),
    "break.ended": _("The break ended"),
    "round.paired": _("Players of {event} were paired"),
    "knockout.drawn": _("The knockout of {event} was drawn of those who came through the pools"),
    "entrant.exchanged": _("<bdi>{first}</bdi> and <bdi>{second}</bdi> exchanged their lines"),
    "entrant.taken_out": _("<bdi>{gone}</bdi> was taken out of the draw: drawn twice or by mistake"),
    "contact.changed": _("The mail address of <bdi>{names}</bdi> was set or removed"),
    "contact.kept": _("Mail addresses that came with the entry list were kept: {count}"),
    "phone.joined": _("A phone signed in for <bdi>{names}</bdi>"),
    "phone.left": _("A phone of <bdi>{names}</bdi> was signed off"),
    "phone.calls_on": _("A phone of <bdi>{names}</bdi> is told of calls"),
    "phone.calls_off": _("A phone of <bdi>{names}</bdi> is no longer told of calls"),
    "phone.held": _("The phone of <bdi>{names}</bdi> has results that are not in the memory: {held}"),
    "phone.held:none": _("The phone of <bdi>{names}</bdi> has no more results that are not in the memory"),
    "event.closed": _("{event} was closed: links, PINs and phones end"),
    "event.reopened": _("{event} is open again"),
    "match.scored": _(
        '<b>{code}</b> running score <bdi class="score">{score}</bdi>, <bdi>{first}</bdi> – <bdi>{second}</bdi>'
    ),
    "match.claimed": _("<b>{code}</b> reported, <bdi>{first}</bdi> – <bdi>{second}</bdi>"),
    "match.claimed:winner": _(
        '<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>, says the winner'
    ),
    "match.claimed:loser": _(
        '<b>{code}</b> <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>, says the loser'
    ),
    "match.confirmed": _("<b>{code}</b> confirmed by the opponent"),
    "match.contested": _("<b>{code}</b> contested: <bdi>{by}</bdi> says that it is wrong"),
    "match.contested:says": _(
        "<b>{code}</b> contested: <bdi>{by}</bdi> says that <bdi>{winner}</bdi> beat <bdi>{loser}</bdi>"
        ' <bdi class="score">{score}</bdi>'
    ),
    "match.settled": _("<b>{code}</b> confirmed"),
    "match.settled:unopposed": _("<b>{code}</b> settled: nobody contested until {time}"),
    "match.corrected": _(
        '<b>{code}</b> ruled: <bdi>{winner}</bdi> beat <bdi>{loser}</bdi> <bdi class="score">{score}</bdi>'
    ),
    "match.corrected:no_show": _("<b>{code}</b> ruled: <bdi>{loser}</bdi> did not come against <bdi>{winner}</bdi>"),
    "match.corrected:walkover": _("<b>{code}</b> ruled: walkover for <bdi>{winner}</bdi> against <bdi>{loser}</bdi>"),
    "match.corrected:retired": _("<b>{code}</b> ruled: <bdi>{loser}</bdi> retired against <bdi>{winner}</bdi>"),
    "match.corrected:withdrawn": _("<b>{code}</b> ruled: <bdi>{loser}</bdi> withdrew against <bdi>{winner}</bdi>"),
    "match.corrected:both": _("<b>{code}</b> ruled: neither <bdi>{first}</bdi> nor <bdi>{second}</bdi> came"),
    "match.cleared": _(
        "<b>{code}</b> reset, <bdi>{first}</bdi> – <bdi>{second}</bdi>: everything entered was discarded"
    ),
}
# Additions to a sentence whose record says more, by the word that it names.
ENDINGS = {
    "kept_on": _("<bdi>{kept_on}</bdi> goes on by ruling"),
    "again": _("played again: {again}"),
}
# The name of a family of verbs, where one is chosen from a list.
KINDS = money.KINDS | {
    "match": _("Matches"),
    "entrant": _("Entrants"),
    "draw": _("Draws"),
    "knockout": _("Draws behind pools"),
    "event": _("Events"),
    "tables": _("Tables"),
    "break": _("Breaks"),
    "question": _("Positions"),
    "slips": _("Slips"),
    "links": _("Links"),
    "phone": _("Phones"),
    "contact": _("Mail addresses"),
    "jackpot": jackpots.KIND,
}
