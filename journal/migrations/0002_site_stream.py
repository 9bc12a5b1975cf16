"""The site's own line of memory exists from the start."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("journal", "Stream").objects.get_or_create(name="site")


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]
    operations = [migrations.RunPython(begin, migrations.RunPython.noop)]
