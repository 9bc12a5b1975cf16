"""Ratings worked out again from the formulas, in plain loops that share no code with the rule book."""

import datetime as dt
import math
from collections.abc import Sequence
from typing import Any


def fibs(matches: Sequence[tuple[Any, Any, Any, Any, int]], **options: Any) -> dict[Any, list[float]]:
    start, per, least = options.get("k", (5, 100, 1))
    width, most, c = options.get("width", 2000), options.get("most", 4), options.get("c")
    rows: dict[Any, list[float]] = {}
    for _, _, winner, loser, n in sorted(matches, key=lambda each: each[:2]):
        (r1, x1), (r2, x2) = rows.get(winner, [1500, 0]), rows.get(loser, [1500, 0])
        root = math.sqrt(n if c is None else 1 + c * (n - 1) / 2)
        upset = 1 / (10 ** (abs(r1 - r2) * root / width) + 1)
        p = upset if r1 >= r2 else 1 - upset
        rows[winner] = [r1 + most * max(least, start - x1 / per) * root * p, x1 + n]
        rows[loser] = [r2 - most * max(least, start - x2 / per) * root * p, x2 + n]
    return rows


def glicko2(
    matches: Sequence[tuple[dt.datetime, Any, Any, Any, int]], monthly: bool, tau: float, by_length: bool
) -> dict[Any, list[float]]:
    """Weeks or months in UTC, from the first to the last match; idle players widen period by period."""

    def period(at: dt.datetime) -> int:
        return at.year * 12 + at.month if monthly else (at.date() - dt.date(2001, 1, 1)).days // 7

    periods = [period(each[0]) for each in matches]
    rows: dict[Any, list[float]] = {}
    for now in range(min(periods), max(periods) + 1):
        games: dict[Any, list[tuple[Any, float, float]]] = {}
        for at, _, winner, loser, n in matches:
            if period(at) == now:
                weight = math.sqrt(n) if by_length else 1.0
                games.setdefault(winner, []).append((loser, 1.0, weight))
                games.setdefault(loser, []).append((winner, 0.0, weight))
        for who in games:
            rows.setdefault(who, [1500.0, 350.0, 0.06])
        before = {who: list(row) for who, row in rows.items()}
        for who in rows:
            rows[who] = after(before[who], [(before[x], s, w) for x, s, w in games.get(who, [])], tau)
    return rows


def after(own: list[float], games: list[tuple[list[float], float, float]], tau: float) -> list[float]:
    mu, phi, sigma = (own[0] - 1500) / 173.7178, own[1] / 173.7178, own[2]
    if not games:
        return [own[0], 173.7178 * math.sqrt(phi**2 + sigma**2), sigma]
    v1 = total = 0.0
    for (r, d, _), score, weight in games:
        g = 1 / math.sqrt(1 + 3 * (d / 173.7178) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (r - 1500) / 173.7178)))
        v1 += weight * g**2 * e * (1 - e)
        total += weight * g * (score - e)
    v, delta = 1 / v1, total / v1
    # The root by halving: slow and sure.
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e_x = math.exp(x)
        return e_x * (delta**2 - phi**2 - v - e_x) / (2 * (phi**2 + v + e_x) ** 2) - (x - a) / tau**2

    low, high = a - 50.0, a + 50.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp((low + high) / 4)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + v1)
    return [1500 + 173.7178 * (mu + phi**2 * total), 173.7178 * phi, sigma]
