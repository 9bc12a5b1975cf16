"""Records results in one process, through the API, and writes each key to the output once it is acknowledged.

``python -m bench.reliability.writer EVENT TOKEN``, on the installation of the environment.
"""

import os
import sys

ACKNOWLEDGED = b"acknowledged "


def main() -> None:
    """Report every open match of an event until none is left."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # noqa: PLC0415 -- the settings must be named first

    django.setup()
    from django.test import Client  # noqa: PLC0415 -- it needs the settings

    event, token = sys.argv[1:]
    headers = {"Authorization": f"Bearer {token}", "Host": "localhost"}
    client = Client(headers=headers)
    while matches := client.get(f"/api/v1/events/{event}/matches/?status=open").json():
        for match in matches:
            key = f"match-{match['id']}"
            answer = client.post(
                f"/api/v1/matches/{match['id']}/result/", {"score": [match["length"], 0]}, "application/json",
                headers={"Idempotency-Key": key},
            )  # fmt: skip
            if answer.status_code != 200:
                sys.stderr.write(f"{answer.status_code} {answer.content[:300]!r}\n")
                raise SystemExit(1)
            os.write(1, ACKNOWLEDGED + f"{key}\n".encode())


if __name__ == "__main__":
    main()
