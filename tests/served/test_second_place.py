"""The laptop is gone: the newest encrypted backup in a bucket brings everything back on another one."""

from pathlib import Path
from urllib.parse import quote

from tests.runtime.backups.s3_server import BUCKET, KEY, REGION, SECRET, a_store

from .servers import a_site, wait_until

WORDS = "five old boards by the sea"
# Whether the backup of the present state was made, and one sent after it.
SENT = """
from runtime.backups import automatic, second_place
from runtime.models import Job
made = Job.objects.filter(key="backup:" + automatic.state(), state="done").first()
sent = Job.objects.filter(task=second_place.TASK, state="done")
print("sent", made is not None and sent.filter(created_at__gt=made.ended_at).exists())
"""


def test_a_lost_installation_is_restored_from_the_second_place(tmp_path: Path) -> None:
    with a_store() as store:
        place = f"s3://{KEY}:{quote(SECRET, safe='')}@{store.address}/{BUCKET}/hall?region={REGION}&http=yes"
        environment = {
            "BARPOINT_BACKUP_MINUTES": "0.01",
            "BARPOINT_BACKUP_PASSPHRASE": WORDS,
            "BARPOINT_SECOND_PLACE": place,
            "BARPOINT_SECOND_MINUTES": "0.01",
        }
        with a_site(tmp_path / "lost", environment=environment) as lost:
            with lost.client() as client:
                client.made("clubs/", {"name": "Bilbao Backgammon"})
                known = client.read("clubs/")
            records = lost.manage("verify").stdout.partition(" of ")[0]
            # The backup may hold less than what was recorded last; the one after it holds everything.
            wait_until(lambda: "sent True" in lost.manage("shell", "-c", SENT).stdout, "the newest state is sent")
        with a_site(tmp_path / "new", environment=environment, processes=0) as new:
            restored = new.manage("restore", "--second-place")

            assert restored.returncode == 0, restored.stderr
            assert new.manage("verify").stdout.startswith(records)
            new.take_tokens_of(lost)
            new.start()
            with new.client() as client:
                assert client.read("clubs/") == known

    assert all(name.startswith("hall/auto-") and name.endswith(".enc") for name in store.stored)
    assert not any(b"SQLite format" in contents or b"Bilbao" in contents for contents in store.stored.values())
