"""Currencies: how many minor units make one unit, and which sign stands before a large sum.

Source: ISO 4217, list one, for the minor units.
"""

from rules.errors import RuleBroken

# Currencies whose minor unit is not a hundredth.
_DIGITS = {
    "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0, "KRW": 0,
    "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0,
    "XPF": 0,
}  # fmt: skip
_SIGNS = {
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "TRY": "₺", "ILS": "₪", "INR": "₹", "UAH": "₴", "GEL": "₾",
    "AMD": "֏", "AZN": "₼", "KRW": "₩", "VND": "₫", "PHP": "₱", "THB": "฿", "NGN": "₦", "KZT": "₸",
}  # fmt: skip
# The most digits that a sum may have before its decimal point.
MOST_DIGITS = 15


def read_currency(code: str) -> str:
    """Return an ISO 4217 code in capitals. Raises RuleBroken ``currency.code``."""
    capitals = code.strip().upper()
    if len(capitals) != 3 or not capitals.isascii() or not capitals.isalpha():
        raise RuleBroken("currency.code", got=code)
    return capitals


def digits_of(currency: str) -> int:
    """Return how many digits stand after the decimal point: 2 for EUR, 0 for JPY, 3 for KWD."""
    return _DIGITS.get(currency, 2)


def sign_of(currency: str) -> str:
    """Return the sign of a currency, its code where it has none of its own."""
    return _SIGNS.get(currency, currency)


def read_sum(text: str, currency: str) -> int:
    """Return the minor units of a sum as people type it: ``60``, ``1,250``, ``12.50``, ``12,50``, ``1 250``.

    A comma or point before exactly three digits groups thousands, unless the currency has three decimals.
    Raises RuleBroken ``sum.unread``, ``sum.digits`` for more decimals than the currency has.
    """
    plain = "".join(text.split()).replace("\N{RIGHT SINGLE QUOTATION MARK}", "").replace("'", "")
    negative = plain[:1] in ("-", "\N{MINUS SIGN}")
    plain = plain[negative:]
    digits = digits_of(currency)
    whole, decimals = _parts(plain, digits)
    if not whole.isascii() or not whole.isdecimal() or len(whole) > MOST_DIGITS:
        raise RuleBroken("sum.unread", got=text)
    if decimals and not (decimals.isascii() and decimals.isdecimal()):
        raise RuleBroken("sum.unread", got=text)
    if len(decimals) > digits:
        raise RuleBroken("sum.digits", got=text, digits=digits)
    minor = int(whole + decimals.ljust(digits, "0"))
    return -minor if negative else minor


def plain_sum(minor: int, currency: str) -> str:
    """Return a sum with a decimal point and nothing else, for files and forms: ``-1250.00``, in yen ``1250``."""
    digits = digits_of(currency)
    whole, rest = divmod(abs(minor), 10**digits)
    tail = f".{rest:0{digits}d}" if digits else ""
    return f"{'-' if minor < 0 else ''}{whole}{tail}"


def _parts(plain: str, digits: int) -> tuple[str, str]:
    """Return the digits before and after the decimal mark: the last comma or point, where it is no thousands mark."""
    marks = [at for at, character in enumerate(plain) if character in ".,"]
    if not marks:
        return plain, ""
    last = marks[-1]
    after = plain[last + 1 :]
    same = {plain[at] for at in marks} == {plain[last]}
    groups = len(after) == 3 and digits != 3 and same
    if groups or (len(marks) > 1 and same):
        return _without_groups(plain, marks), ""
    return _without_groups(plain[:last], marks[:-1]), after


def _without_groups(text: str, marks: list[int]) -> str:
    """Return the digits of ``text``, whose marks stand before groups of three; otherwise as it is, to be refused."""
    groups = text.replace(",", ".").split(".")
    return "".join(groups) if all(len(group) == 3 for group in groups[1:]) and groups[0] else text


def shown_sum(minor: int, currency: str) -> str:
    """Return a sum as books and receipts show it: ``2,310.00``, with a true minus sign."""
    plain = plain_sum(abs(minor), currency)
    whole, point, rest = plain.partition(".")
    return f"{'\N{MINUS SIGN}' if minor < 0 else ''}{int(whole):,}{point}{rest}"


def spoken_sum(minor: int, currency: str) -> str:
    """Return a sum as people say it: whole units without decimals, ``145`` but ``12.50``."""
    shown = shown_sum(minor, currency)
    whole, _, rest = shown.partition(".")
    return shown if rest.strip("0") else whole
