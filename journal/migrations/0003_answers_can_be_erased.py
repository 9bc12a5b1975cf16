"""Stored answers may be erased: the trigger of before is dropped, and installed anew after the migration."""

from typing import Any

from django.db import migrations


def drop_trigger(apps: Any, schema: Any) -> None:
    """Drop the trigger that refused every change of a page."""
    table = " ON journal_page" if schema.connection.vendor == "postgresql" else ""
    schema.execute(f"DROP TRIGGER IF EXISTS append_only_journal_page_u{table}")


class Migration(migrations.Migration):
    dependencies = [("journal", "0002_ids_follow_from_numbers")]

    operations = [migrations.RunPython(drop_trigger, migrations.RunPython.noop)]
