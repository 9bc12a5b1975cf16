"""Refusals of sums, currencies and shares of prizes as people type them."""

from django.utils.translation import gettext_noop as _

REFUSALS = {
    "sum.unread": _("{got} is not a sum of money."),
    "sum.digits": _("{got} has too many digits after the point."),
    "currency.code": _("Enter the currency as three letters, such as EUR."),
    "share.text": _("A share is a whole number, a fraction such as 1/3, or a number such as 12.5."),
    "fund.negative": _("A fund, a fee or added money can't be negative."),
    "table.empty": _("The prize table pays nothing. Give at least one place a share."),
    "table.unheld": _("Nobody holds a paid place. Check the prize table against the brackets that are played."),
    "money.range": _("This sum is too small or too large."),
}
