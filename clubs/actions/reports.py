"""Templates of reports to federations: saved, and removed."""

from clubs.actions.roles import club_of
from clubs.models import ReportTemplate, ReportTemplateOff
from clubs.models.reports import LONGEST_TEMPLATE
from clubs.permissions import may_direct, must
from clubs.read.reports import templates
from journal import book
from journal.refusals import Unknown
from rules.errors import RuleBroken
from rules.naming import read_name
from rules.reports import SEPARATORS, read_columns, written_columns


def save_template(
    club: int, name: str, kind: str, columns: str, caller: book.Caller, *, separator: str = "comma"
) -> ReportTemplate:
    """Save a template of a club; one of the same name is replaced.

    Raises Unknown ``club.unknown``, RuleBroken ``template.…`` as ``read_columns``, ``template.separator``,
    ``template.long`` and ``name.…``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        name = read_name(name, longest=60)
        if separator not in SEPARATORS:
            raise RuleBroken("template.separator", separator=separator, known=", ".join(SEPARATORS))
        if len(columns) > LONGEST_TEMPLATE:
            raise RuleBroken("template.long", most=LONGEST_TEMPLATE)
        text = written_columns(read_columns(kind, columns))
        replaced = templates(club).filter(name=name).first()
        saved = ReportTemplate(club=club_row, name=name, kind=kind, separator=separator, columns=text)
        page.keep([saved])
        offs = [ReportTemplateOff(template=replaced)] if replaced else []
        needs = [f"template:{replaced.pk}"] if replaced else []
        page.record("template.saved", [saved, *offs], makes=[f"template:{saved.pk}"], needs=needs)
        return page.done(saved)


def remove_template(template: int, caller: book.Caller) -> ReportTemplate:
    """Remove a template; nothing happens if it is removed already. Raises Unknown ``template.unknown``."""
    row = ReportTemplate.objects.filter(pk=template).select_related("club__stream").first()
    if row is None:
        raise Unknown("template.unknown")
    with book.page(row.club.stream.name, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        if templates(row.club_id).filter(pk=row.pk).exists():
            off = ReportTemplateOff(template=row)
            page.record("template.removed", [off], makes=[f"template:{row.pk}/off"], needs=[f"template:{row.pk}"])
        return page.done(row)
