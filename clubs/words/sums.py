"""Refusals of sums and currencies as people type them."""

from django.utils.translation import gettext_noop as _

REFUSALS = {
    "sum.unread": _("{got} is not a sum of money."),
    "sum.digits": _("{got} has too many digits after the point."),
    "currency.code": _("Enter the currency as three letters, such as EUR."),
}
