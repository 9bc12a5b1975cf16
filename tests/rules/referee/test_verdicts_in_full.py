"""Records with faults are judged as it is written: the grade, the place, what was expected and what stands there."""

from tests.rules.in_full import differences


def test_the_verdict_on_every_wrong_record_is_as_it_is_written() -> None:
    assert differences("verdicts") == []
