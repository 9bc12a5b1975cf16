"""Templates of reports in words: records, refusals, labels."""

from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "template.unknown": _("Template not found."),
    "template.kind": _("A report is one of {known}."),
    "template.separator": _("Columns are separated by one of {known}."),
    "template.line": _("Line {line} can’t be read: {text}. Write it as Heading = field."),
    "template.field": _("Line {line}: there is no field {field}. The fields are {known}."),
    "template.heading": _("Line {line}: a heading has at most {most} letters."),
    "template.twice": _("Two columns are called {heading}."),
    "template.empty": _("Write at least one column."),
    "template.many": _("A template has at most {most} columns."),
    "template.long": _("A template has at most {most} letters."),
}
RECORDS = {
    "template.saved": _("A report template was saved"),
    "template.removed": _("A report template was removed"),
}
KINDS = {"template": _("Report templates")}

REPORTS = {
    "results": gettext_lazy("Results of an event, a match a line"),
    "places": gettext_lazy("Places of an event, an entrant a line"),
    "ratings": gettext_lazy("Rating list, a person a line"),
}
SEPARATED = {
    "comma": gettext_lazy("Commas"),
    "semicolon": gettext_lazy("Semicolons"),
    "tab": gettext_lazy("Tabs"),
}
NAME = gettext_lazy("Name")
NAME_HELP = gettext_lazy("The federation or list that the file is for.")
NAME_MISSING = gettext_lazy("Enter a name.")
KIND = gettext_lazy("Report")
SEPARATOR = gettext_lazy("Columns are separated by")
COLUMNS = gettext_lazy("Columns")
COLUMNS_HELP = gettext_lazy('One a line: Heading = field. Or Heading = "words" for the same words in every line.')
COLUMNS_MISSING = gettext_lazy("Write at least one column.")
