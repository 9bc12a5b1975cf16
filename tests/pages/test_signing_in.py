"""Signing in by password or code: the same answer for everybody, tries that are counted, sessions that end."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from pytest_django import Settings

from clubs.actions.people import set_password
from clubs.actions.roles import end_role
from clubs.models import Role, SignInCode, Tries, User
from tests.addresses import addresses
from tests.factories import a_caller, a_club, a_desk_helper, an_owner
from tests.working import carry_out_all

pytestmark = pytest.mark.django_db

PASSWORD = "three words here"
KNOWN, UNKNOWN = "itziar@barpoint.example", "nobody@barpoint.example"


@pytest.fixture
def with_mail(settings: Settings) -> None:
    settings.MAIL = True
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    mail.outbox = []


@pytest.fixture
def owner() -> User:
    user = an_owner(KNOWN)
    set_password(user.email, PASSWORD, a_caller())
    return user


def by_password(client: Client, email: str = KNOWN, password: str = PASSWORD, **more: str) -> int:
    return client.post("/sign-in/", {"username": email, "password": password, **more}).status_code


def code_by_mail(client: Client, email: str = KNOWN) -> str:
    """Ask for a code and return the one in the letter, empty when none was sent."""
    answer = client.post("/sign-in/", {"username": email, "password": "", "how": "code"})
    assert (answer.status_code, answer["Location"]) == (303, "/sign-in/code/")
    carry_out_all()
    return re.findall(r"\b\d{6}\b", str(mail.outbox[-1].body))[0] if mail.outbox else ""


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


# --- By password


def test_signing_in_gives_the_session_a_new_key_and_keeps_nothing_from_before(client: Client, owner: User) -> None:
    session = client.session
    session["left"] = "by somebody else"
    session.save()
    before = session.session_key

    by_password(client)

    assert is_signed_in(client)
    assert client.session.session_key != before
    assert "left" not in client.session


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(client: Client, owner: User) -> None:
    pages = []
    by_password(client, "somebody@barpoint.example", "guess")
    for email in (KNOWN, UNKNOWN):
        with CaptureQueriesContext(connection) as captured:
            answer = client.post("/sign-in/", {"username": email, "password": "guess"})
        text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()).replace(email, "…")
        pages.append((answer.status_code, text, len(captured)))

    assert pages[0] == pages[1]
    assert pages[0][0] == 422
    assert "<title>Problem:" in pages[0][1]


def test_what_was_typed_stays_but_the_password(client: Client, owner: User) -> None:
    page = client.post("/sign-in/", {"username": KNOWN, "password": "guess"}).content.decode()

    assert f'value="{KNOWN}"' in page
    assert "guess" not in page


def test_after_ten_wrong_passwords_the_right_one_waits_too(client: Client, owner: User) -> None:
    wrong = [by_password(client, password=f"guess {count}") for count in range(10)]

    answer = client.post("/sign-in/", {"username": KNOWN, "password": PASSWORD})

    assert (wrong, answer.status_code) == ([422] * 10, 429)
    assert "Too many tries. Try again in 15 min" in answer.content.decode()
    assert by_password(client, UNKNOWN) == 422


def test_a_right_password_costs_no_try(client: Client, owner: User) -> None:
    for _ in range(12):
        assert by_password(Client()) == 302

    assert set(Tries.objects.values_list("spent", flat=True)) == {0}


def test_tries_are_given_again_when_their_time_is_over(client: Client, owner: User) -> None:
    for count in range(10):
        by_password(client, password=f"guess {count}")
    Tries.objects.update(ends_at=timezone.now())

    assert by_password(client) == 302


def test_tries_name_nobody(client: Client, owner: User) -> None:
    by_password(client, password="guess")

    assert all(re.fullmatch(r"[0-9a-f]{64}", name) for name in Tries.objects.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("/clubs/new/", "/clubs/new/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_signing_in_leads_to_this_site_only(client: Client, owner: User, query: str, sent: str) -> None:
    answer = client.post("/sign-in/", {"username": KNOWN, "password": PASSWORD, "next": query})
    shown = Client().get("/sign-in/", {"next": query}).content.decode()

    assert answer["Location"] == sent
    assert "evil.example" not in shown


def test_a_session_ends_when_the_password_changes(client: Client, owner: User) -> None:
    by_password(client)
    set_password(owner.email, "five words are enough here", a_caller())

    assert client.get("/clubs/new/").status_code == 302


def test_a_session_ends_with_the_last_role(client: Client) -> None:
    club = a_club()
    helper = a_desk_helper(club)
    client.force_login(helper)
    name = helper.name
    assert name in client.get("/").content.decode()

    end_role(Role.objects.live().get(user=helper).pk, a_caller())

    assert name not in client.get("/").content.decode()


def test_who_was_switched_off_does_not_get_in(client: Client, owner: User) -> None:
    User.objects.update(is_active=False)

    assert by_password(client) == 422


def test_signing_out_is_posted(client: Client, owner: User) -> None:
    by_password(client)

    looked = client.get("/sign-out/").status_code
    still = is_signed_in(client)
    client.post("/sign-out/")

    assert (looked, still, is_signed_in(client)) == (405, True, False)


# --- By a code


def test_without_mail_there_is_no_code(client: Client, owner: User) -> None:
    page = client.get("/sign-in/").content.decode()
    answer = client.post("/sign-in/", {"username": KNOWN, "how": "code"})

    assert "Send me a code" not in page
    assert answer.status_code == 422
    assert SignInCode.objects.count() == 0


def test_a_code_signs_in_once(client: Client, with_mail: None, owner: User) -> None:
    code = code_by_mail(client)

    page = client.get("/sign-in/code/").content.decode()
    answer = client.post("/sign-in/code/", {"code": f" {code[:3]} {code[3:]} "})

    assert 'autocomplete="one-time-code"' in page
    assert 'inputmode="numeric"' in page
    assert (answer.status_code, is_signed_in(client)) == (302, True)
    other = Client()
    other.cookies = client.cookies
    assert mail.outbox[0].to == [KNOWN]
    assert code not in str(list(SignInCode.objects.values()))


def test_a_code_leads_back_to_where_one_was(client: Client, with_mail: None, owner: User) -> None:
    client.post("/sign-in/", {"username": KNOWN, "how": "code", "next": "/clubs/new/"})
    carry_out_all()
    code = re.findall(r"\b\d{6}\b", str(mail.outbox[-1].body))[0]

    assert client.post("/sign-in/code/", {"code": code})["Location"] == "/clubs/new/"


def test_an_unknown_address_gets_the_same_answer_and_no_letter(client: Client, with_mail: None, owner: User) -> None:
    rows = []
    for email in (KNOWN, UNKNOWN):
        browser = Client()
        with CaptureQueriesContext(connection) as captured:
            code_by_mail(browser, email)
        page = browser.get("/sign-in/code/").content.decode().replace(email, "…")
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
        wrong = browser.post("/sign-in/code/", {"code": "no code"})
        rows.append((len(captured), page, wrong.status_code, re.findall("Wrong code[^<]*", wrong.content.decode())))

    assert rows[0] == rows[1]
    assert rows[0][3][0] == "Wrong code. Tries left: 4."
    assert [letter.to for letter in mail.outbox] == [[KNOWN]]


def test_a_code_is_worth_five_tries(client: Client, with_mail: None, owner: User) -> None:
    code = code_by_mail(client)

    rows = [client.post("/sign-in/code/", {"code": "wrong"}).content.decode() for _ in range(5)]
    answer = client.post("/sign-in/code/", {"code": code})

    assert [int(re.findall(r"Tries left: (\d)", page)[0]) for page in rows[:4]] == [4, 3, 2, 1]
    assert "This code no longer works" in rows[4]
    assert (answer.status_code, is_signed_in(client)) == (409, False)


def test_a_code_ends(client: Client, with_mail: None, owner: User) -> None:
    code = code_by_mail(client)
    SignInCode.objects.update(ends_at=timezone.now())

    answer = client.post("/sign-in/code/", {"code": code})

    assert "This code no longer works" in answer.content.decode()
    assert not is_signed_in(client)


def test_a_code_works_in_the_browser_that_asked_for_it_only(client: Client, with_mail: None, owner: User) -> None:
    code = code_by_mail(client)

    elsewhere = Client().post("/sign-in/code/", {"code": code})

    assert elsewhere["Location"] == "/sign-in/"


def test_nobody_is_flooded_with_letters(client: Client, with_mail: None, owner: User) -> None:
    for _ in range(8):
        code_by_mail(Client())

    answer = client.post("/sign-in/", {"username": KNOWN, "how": "code"})

    assert answer.status_code == 429
    assert len(mail.outbox) == 8


def test_strangers_who_guess_do_not_lock_a_person_out_of_their_own_browser(
    client: Client, owner: User, settings: Settings
) -> None:
    settings.LAN_DESK = True
    assert by_password(client) == 302
    client.post("/sign-out/")
    for network in range(11):
        for count in range(10):
            Client(REMOTE_ADDR=f"2001:db8:0:{network:x}::{count + 1}").post(
                "/sign-in/", {"username": KNOWN, "password": "guess"}
            )

    assert by_password(Client()) == 429
    assert by_password(client) == 302


def test_one_subscriber_of_ipv6_has_the_tries_of_one(client: Client, owner: User, settings: Settings) -> None:
    settings.LAN_DESK = True
    posted = {"username": KNOWN, "password": "guess"}
    answers = [Client(REMOTE_ADDR=f"2001:db8::{place + 1:x}").post("/sign-in/", posted) for place in range(11)]

    assert [each.status_code for each in answers] == [422] * 10 + [429]


def test_strangers_who_ask_for_codes_do_not_close_the_way_by_mail(client: Client, with_mail: None, owner: User) -> None:
    assert by_password(client, how="password") == 302
    client.post("/sign-out/")
    for _ in range(9):
        Client().post("/sign-in/", {"username": KNOWN, "how": "code"})

    assert Client().post("/sign-in/", {"username": KNOWN, "how": "code"}).status_code == 429
    assert client.post("/sign-in/", {"username": KNOWN, "how": "code"}).status_code == 303


def test_a_forged_cookie_makes_no_browser_known(client: Client, owner: User) -> None:
    for count in range(10):
        by_password(client, password=f"guess {count}")
    client.cookies["device"] = "W10:forged:cookie"

    assert by_password(client) == 429


def test_a_password_typed_counts_as_one_whichever_button_is_pressed(
    client: Client, with_mail: None, owner: User
) -> None:
    assert by_password(client, how="code") == 302
    assert mail.outbox == []


# --- What allauth serves


def test_no_other_page_of_allauth_is_served_and_its_addresses_stay_empty(
    client: Client, with_mail: None, owner: User
) -> None:
    by_password(client)
    with_code = Client()
    with_code.post("/sign-in/code/", {"code": code_by_mail(with_code)})

    # The money account of a player is no account to sign in with, and entrants sign their list on paper.
    others = ("/my/<int:pk>/account/", "/api/v1/me/account/", "/events/<int:pk>/sign-in.pdf")
    assert [path for path in addresses(before="/") if ("sign" in path or "account" in path) and path not in others] == [
        "/sign-in/", "/sign-in/code/", "/sign-out/"
    ]  # fmt: skip
    for name in ("account_signup", "account_login", "account_email", "account_reset_password"):
        with pytest.raises(NoReverseMatch):
            reverse(name)
    assert EmailAddress.objects.count() == 0
