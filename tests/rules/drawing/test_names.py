import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.drawing.names import Face, FittedName, Shorter, fit_name, short_forms, shorter_apart

NARROWER = {Face.PLAIN: 0.5, Face.BOLD: 0.55, Face.NARROW: 0.41, Face.NARROW_BOLD: 0.45, Face.SERIF: 0.6}


def width(text: str, face: Face) -> float:
    return len(text) * NARROWER[face]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "Maria del Carmen Fernández de Oñate",
            [
                "M. del Carmen Fernández de Oñate",
                "M. Fernández de Oñate",
                "M. Fernández",
                "Fernández",
            ],
        ),
        (
            "Wolfgang Bergström-Hohenfels",
            [
                "W. Bergström-Hohenfels",
                "W. Bergström-H.",
                "W. Bergström",
                "W. B.-Hohenfels",
                "Bergström-Hohenfels",
                "Bergström-H.",
            ],
        ),
        ("Petra Anna Horvat", ["P. Anna Horvat", "P. A. Horvat", "Horvat"]),
        ("Ludwig van Beethoven", ["L. van Beethoven", "van Beethoven"]),
        ("Дмитрий Петров", ["Д. Петров", "Петров"]),
        ("عبد الرحمن بن خالد", ["عبد الرحمن بن", "عبد الرحمن", "عبد"]),
        ("Ann", []),
        ("X", []),
    ],
)
def test_given_names_become_initials_before_the_family_name_is_touched(name: str, forms: list[str]) -> None:
    shorter = list(short_forms(name))

    assert shorter[: len(forms)] == forms


def test_a_name_that_fits_is_set_plain() -> None:
    assert fit_name("Petra Horvat", 6.0, width) == FittedName("Petra Horvat", Face.PLAIN, 1.0, shortened=False)


@pytest.mark.parametrize(
    ("room", "face", "squeeze"),
    [(5.0, Face.NARROW, 1.0), (4.6, Face.NARROW, 0.92), (4.2, Face.NARROW, 0.85)],
)
def test_the_full_name_is_kept_narrow_and_squeezed(room: float, face: Face, squeeze: float) -> None:
    assert fit_name("Petra Horvat", room, width) == FittedName("Petra Horvat", face, squeeze, shortened=False)


def test_only_a_name_that_fits_no_other_way_is_shortened() -> None:
    fitted = fit_name("Petra Horvat", 4.1, width)

    assert (fitted.text, fitted.shortened) == ("P. Horvat", True)


def test_a_winner_is_fitted_in_bold() -> None:
    assert fit_name("Petra Horvat", 6.7, width, bold=True).face is Face.BOLD
    assert fit_name("Petra Horvat", 6.0, width, bold=True).face is Face.NARROW_BOLD


def test_sixty_letters_without_a_space_are_cut_with_a_stop() -> None:
    fitted = fit_name("W" * 60, 8.0, width)

    assert fitted.text == "W" * 21 + "."


def test_a_cut_leaves_a_mark_on_its_letter() -> None:
    name = "e\N{COMBINING ACUTE ACCENT}" * 20

    fitted = fit_name(name, 4.0, width)

    assert fitted.text.removesuffix(".").endswith("\N{COMBINING ACUTE ACCENT}")


@given(st.text(min_size=1, max_size=80).filter(str.strip), st.floats(0.5, 40), st.booleans())
def test_a_fitted_name_never_leaves_its_room_and_has_no_ellipsis(name: str, room: float, bold: bool) -> None:
    fitted = fit_name(name, room, width, bold=bold)

    assert width(fitted.text, fitted.face) * fitted.squeeze <= room
    assert fitted.shortened == (fitted.text != name)
    assert fitted.text == name or "…" not in fitted.text.replace("…", "", name.count("…"))


def test_a_name_is_never_shortened_to_what_another_may_be_called() -> None:
    names = [f"{given} O'Shaughnessy-{second}" for given in ("Ana", "Bo") for second in ("Fitzgerald", "Fitzmaurice")]

    apart = shorter_apart(frozenset([*names, "Petra Horvat", "Peter Horvat", "Ilir Shehu"]))

    assert apart["Ana O'Shaughnessy-Fitzgerald"].forms == ("A. O'Shaughnessy-Fitzgerald", "A. O.-Fitzgerald")
    assert apart["Petra Horvat"] == Shorter(
        (), ("Petra Horva", "Petra Horv", "Petra Hor", "Petra Ho", "Petra H", "Petra", "Petr")
    )
    assert apart["Ilir Shehu"].forms == ("I. Shehu", "Shehu")
    assert fit_name(names[0], 7.0, width, shorter_forms=apart[names[0]]).text == "A. O.-Fitzgerald"


@given(
    st.frozensets(st.text("Aab -é", min_size=1, max_size=14).filter(lambda name: name == name.strip()), max_size=8),
    st.floats(2, 9),
)
def test_two_names_that_are_set_are_told_apart(names: frozenset[str], room: float) -> None:
    apart = shorter_apart(names)

    texts = [fit_name(name, room, width, shorter_forms=apart[name]).text for name in sorted(names)]

    shown = [text for text in texts if text]
    assert len(set(shown)) == len(shown)
