"""Made-up entrants: a hundred and twenty-eight as a European event has them, and the hall they sit in."""

from rules.draws.match_state import State
from rules.typed.hall import Hall, HallEntrant, HallEvent, HallMatch, Sitter

GIVEN = [
    "Ana", "Bernd", "Carla", "Dimitar", "Edona", "Falk", "Gorka", "Hannah", "Ilir", "Jon", "Katrin", "Luan", "Maria",
    "Nikolaos", "Ömer", "Petra", "Quentin", "Rozafa", "Sten", "Tereza", "Uwe", "Vesela", "Wolfgang", "Ximena", "Yusuf",
    "Zoran", "Aitor", "Birgit", "Chiara", "Dag", "Elif", "Frida",
]  # fmt: skip
FAMILY = [
    "Altmann", "Brenner", "Costa", "Dubois", "Etxeberria", "Ferrari", "Gjoni", "Horvat", "Iturbe", "Jensen", "Kovács",
    "Lindqvist", "Mendizabal", "Nováková", "Olsen", "Petrov", "Quiroga", "Rossi", "Shehu", "Tanaka", "Urrutia",
    "Vogelsang", "Wiedemann", "Xhaka", "Yıldırım", "Zubiri", "Agirre", "Berisha", "Christensen", "Demir", "Eriksson",
    "Fernández", "García", "Hoxha", "Ivanov", "Jovanović", "Krasniqi", "Larsen", "Marković", "Nielsen", "Özdemir",
    "Papadimitriou", "Rasmussen", "Schneider", "Thorsen", "Unterberger", "Vasilev", "Weber", "Yılmaz", "Zimmermann",
    "Angelova", "Bergström", "Castro", "Dahl", "Esposito", "Fischer", "Gruber", "Haddad", "Ibarra", "Jakobsen",
    "Kjærgaard", "Lombardi", "Moreno", "Nowak",
]  # fmt: skip
LENGTH = 5


def made_up(count: int) -> list[str]:
    """Return ``count`` names, none twice."""
    return [f"{GIVEN[(at * 7 + at // 64 * 3) % len(GIVEN)]} {FAMILY[at % len(FAMILY)]}" for at in range(count)]


def a_round(names: list[str], length: int = LENGTH) -> Hall:
    """Return a hall where these sit in open matches, two by two."""
    sitters = [Sitter(at, name) for at, name in enumerate(names, start=1)]
    matches = [
        HallMatch(100 + at, 1, f"A{at + 1}", length, sitters[2 * at], sitters[2 * at + 1], State.READY)
        for at in range(len(names) // 2)
    ]
    entrants = [HallEntrant(each.entrant, 1, each.name) for each in sitters]
    return Hall((HallEvent(1, "Main"),), tuple(matches), tuple(entrants), ("1", "2", "3"))
