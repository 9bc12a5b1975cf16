"""Push messages by the examples of their RFCs."""

import pytest
from Crypto.Hash import SHA256
from Crypto.PublicKey import ECC
from Crypto.Signature import DSS
from hypothesis import given
from hypothesis import strategies as st

from journal.refusals import Unreadable
from runtime.outward.pushing import (
    CURVE,
    LONGEST,
    Browser,
    Delivery,
    decode,
    encode,
    encrypt,
    public_key,
    push_headers,
    signed,
    site_key,
)
from tests.runtime.outward.browsers import PrivateBrowser

# RFC 8291, section 5 and appendix A.
BROWSER = Browser(
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BTBZMqHH6r4Tts7J_aSIgg",
)
ONCE = ECC.construct(curve=CURVE, d=int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
SALT = decode("DGv6ra1nlYgDCS1FRnbzlw")
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
# RFC 8292, section 2.4.
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1Yi"
    "I6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9"
    "OkSSHzvoD1oA"
)
KEY = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


def is_signed_by(token: str, key: str) -> bool:
    """Whether the signature of a token is that of the public key."""
    text, _, signature = token.rpartition(".")
    verifier = DSS.new(ECC.import_key(decode(key), curve_name=CURVE), "fips-186-3")
    try:
        verifier.verify(SHA256.new(text.encode()), decode(signature))
    except ValueError:
        return False
    return True


def test_the_example_of_rfc_8291_is_encrypted_to_the_same_bytes() -> None:
    sealed = encrypt(b"When I grow up, I want to be a watermelon", BROWSER, salt=SALT, once=ONCE)

    assert encode(sealed) == SEALED


def test_the_example_of_rfc_8292_says_the_same_and_its_signature_is_right() -> None:
    own = signed("https://push.example.net/push/JzLQ", "mailto:push@example.com", 1453523768, site_key())

    assert own.rpartition(".")[0] == TOKEN.rpartition(".")[0]
    assert is_signed_by(TOKEN, KEY)
    assert not is_signed_by(TOKEN, public_key(site_key()))


@given(st.binary(max_size=LONGEST))
def test_a_browser_reads_what_was_sent_to_it(message: bytes) -> None:
    mine = PrivateBrowser()

    assert mine.read(encrypt(message, mine.browser)) == message


def test_another_browser_reads_nothing() -> None:
    mine, other = PrivateBrowser(), PrivateBrowser()

    with pytest.raises(ValueError, match="MAC check failed"):
        other.read(encrypt(b"Table 5", mine.browser))


def test_a_message_that_no_push_service_takes_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * (LONGEST + 1), BROWSER)


def test_headers_say_who_sends_how_long_it_counts_and_what_it_replaces() -> None:
    headers = push_headers(BROWSER.address, "https://play.example.org", 1_700_000_000, Delivery(900, "match-7"))

    token, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    assert is_signed_by(token, key)
    assert key == public_key(site_key())
    assert (headers["TTL"], headers["Topic"], headers["Urgency"]) == ("900", "match-7", "high")
    assert b'"aud":"https://push.example.net","exp":1700043200' in decode(token.split(".")[1])


@pytest.mark.parametrize(
    ("key", "secret"),
    [
        ("", ""),
        (BROWSER.key, ""),
        (BROWSER.key, BROWSER.key),
        (BROWSER.key[:-2], BROWSER.secret),
        ("BA" + BROWSER.key[2:], BROWSER.secret),
        ("ü" * 87, BROWSER.secret),
        (BROWSER.key, "ü"),
    ],
)
def test_keys_that_are_none_are_refused(key: str, secret: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Browser(BROWSER.address, key, secret).checked()

    assert refused.value.code == "push.keys"
