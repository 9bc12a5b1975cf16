"""Templates of a club for its reports to federations."""

from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club
from clubs.models.roles import Role
from journal.models import Fact
from journal.verbs import Verb

LONGEST_TEMPLATE = 4000
# Separators that spreadsheets of one country or another expect.
SEPARATORS = ("comma", "semicolon", "tab")


class ReportTemplate(Fact):
    """The columns that a federation wants, in order, as ``rules.reports`` reads them; ``kind`` says what a line is."""

    sealed_fields = ("club_id", "name", "kind", "separator", "columns")
    verbs = (Verb("template.saved", Role.Kind.DIRECTOR),)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="report_templates")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=10)
    separator = models.CharField(max_length=10)
    columns = models.TextField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="results") | Q(kind="places") | Q(kind="ratings"), name="report_template_kind"
            ),
            models.CheckConstraint(
                condition=Q(separator="comma") | Q(separator="semicolon") | Q(separator="tab"),
                name="report_template_separator",
            ),
            models.CheckConstraint(condition=~Q(name="") & ~Q(columns=""), name="report_template_is_not_empty"),
        ]

    def __str__(self) -> str:
        return self.name


class ReportTemplateOff(Fact):
    """A template was removed, or replaced by one of the same name."""

    sealed_fields = ("template_id",)
    verbs = (Verb("template.removed", Role.Kind.DIRECTOR),)

    template = models.ForeignKey(ReportTemplate, on_delete=models.PROTECT, related_name="offs")

    def __str__(self) -> str:
        return f"{self.template_id} is off"
