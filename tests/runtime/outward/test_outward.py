"""Requests to addresses that people entered: which are refused, and how they are signed."""

import socket
import threading

import pytest

from rules.errors import RuleBroken
from runtime.outward.addresses import Target, is_public, read_target, resolve
from runtime.outward.posting import Answer, post
from runtime.outward.signing import new_secret, signature
from tests.clubs.webhooks.receivers import a_receiver


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",  # noqa: S104 -- no server listens there
        "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::10.0.0.1",
        "64:ff9b::a00:1", "2002:a00:1::1", "2001:0:a00:1::1", "ff02::1",
    ],
)  # fmt: skip
def test_private_addresses_are_known_however_they_are_written(ip: str) -> None:
    assert not is_public(ip)


@pytest.mark.parametrize("ip", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:93.184.215.14"])
def test_public_addresses_are_public(ip: str) -> None:
    assert is_public(ip)


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "address.unreadable"),
        ("ftp://example.org/", "address.unreadable"),
        ("https://", "address.unreadable"),
        ("https://user:pass@example.org/", "address.unreadable"),
        ("https://example.org/a b", "address.unreadable"),
        ("https://example.org:99999/", "address.unreadable"),
        ("https://exämple.org/\r\nX: y", "address.unreadable"),
        ("https://example.org/" + "x" * 500, "address.unreadable"),
        ("http://example.org/", "address.https"),
        ("https://127.0.0.1/", "address.private"),
        ("https://[::1]/", "address.private"),
        ("https://[::ffff:10.0.0.1]:8443/", "address.private"),
    ],
)
def test_an_address_that_is_not_for_webhooks_is_refused(address: str, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_target(address, private=False)

    assert refused.value.code == code


def test_an_address_says_where_it_leads() -> None:
    assert read_target("https://example.org/hook?key=1", private=False) == Target(
        "https", "example.org", 443, "/hook?key=1"
    )


def test_a_name_of_a_private_address_is_refused_when_it_is_resolved() -> None:
    with pytest.raises(RuleBroken, match=r"address\.private"):
        resolve(Target("https", "localhost", 443, "/"), private=False)


def test_nothing_reaches_this_machine_unless_it_is_allowed() -> None:
    with a_receiver() as receiver:
        refused = post(receiver.address, b"{}", {})
        allowed = post(receiver.address, b"{}", {}, private=True)

    assert (refused, allowed.status) == (Answer(0, "address.https"), 204)
    assert len(receiver.requests) == 1


def test_a_receiver_that_drips_is_cut_off() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def drip() -> None:
        accepted, _ = listener.accept()
        with accepted:
            while not done.wait(0.02):
                try:
                    accepted.sendall(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()

    answer = post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"{}", {}, private=True, seconds=0.3)

    done.set()
    thread.join()
    listener.close()
    assert (answer.status, answer.is_taken) == (0, False)


def test_a_closed_port_is_no_answer() -> None:
    assert post("http://127.0.0.1:9/", b"{}", {}, private=True) == Answer(0, "ConnectionRefusedError")


# docs/api/webhooks.md has the same vectors; the first is that of Standard Webhooks.
@pytest.mark.parametrize(
    ("secret", "event", "timestamp", "body", "expected"),
    [
        (
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
            '{"test": 2432232314}', "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ),
        (
            "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX", "0123456789abcdef-4294967297", 1795521600,
            '{"type":"match.finished","data":{"sentence":"A1 José beat Ан 7–3"}}',
            "v1,9AEJpbDa9ZiNAQgbaoDWz36Cy4u469W47PanMY+C65g=",
        ),
    ],
)  # fmt: skip
def test_signatures_are_those_of_the_documentation(
    secret: str, event: str, timestamp: int, body: str, expected: str
) -> None:
    assert signature(secret, event, timestamp, body.encode()) == expected


def test_every_secret_is_another() -> None:
    assert new_secret() != new_secret()
