"""All tables of journal as the migrations up to 0003_answers_can_be_erased leave them, made at once."""

import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

import journal.models
from journal.create_tables import CreateTables


def create_site_stream(apps, schema_editor):
    """The site's own stream exists from the start."""
    apps.get_model("journal", "Stream").objects.get_or_create(name="site")


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('journal', '0001_initial'),
        ('journal', '0002_ids_follow_from_numbers'),
        ('journal', '0003_answers_can_be_erased'),
    ]

    dependencies = [
    ]

    operations = [
        CreateTables([
            migrations.CreateModel(
                name='Page',
                fields=[
                    ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                    ('actor', models.CharField(max_length=60)),
                    ('client', models.CharField(blank=True, max_length=60)),
                    ('key', models.CharField(max_length=255, null=True)),
                    ('body_hash', models.CharField(max_length=64)),
                    ('status', models.PositiveSmallIntegerField()),
                    ('answer', models.TextField()),
                    ('topics', models.TextField(blank=True, default='')),
                ],
            ),
            migrations.CreateModel(
                name='Stream',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60, unique=True)),
                    ('epoch', models.CharField(default=journal.models.new_epoch, max_length=16)),
                    ('number', models.PositiveBigIntegerField(default=0)),
                    ('head', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                    ('due_at', models.DateTimeField(db_index=True, null=True)),
                ],
            ),
            migrations.CreateModel(
                name='Record',
                fields=[
                    ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                    ('number', models.PositiveBigIntegerField()),
                    ('verb', models.CharField(max_length=60)),
                    ('at', models.DateTimeField()),
                    ('body', models.TextField()),
                    ('hash', models.CharField(max_length=64)),
                    ('page', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='journal.page')),
                    ('stream', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='records', to='journal.stream')),
                ],
            ),
            migrations.AddField(
                model_name='page',
                name='stream',
                field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='pages', to='journal.stream'),
            ),
            migrations.CreateModel(
                name='Undo',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('undone', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='undo', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Words',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('salt', models.CharField(max_length=32)),
                    ('text', models.TextField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='words', to='journal.record')),
                ],
            ),
            migrations.AddConstraint(
                model_name='record',
                constraint=models.UniqueConstraint(fields=('stream', 'number'), name='one_record_per_number'),
            ),
            migrations.AddConstraint(
                model_name='record',
                constraint=models.CheckConstraint(condition=models.Q(('id', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('stream'), '*', models.Value(4294967296)), '+', models.F('number')))), name='id_is_stream_and_number'),
            ),
            migrations.AddConstraint(
                model_name='record',
                constraint=models.CheckConstraint(condition=models.Q(('page__gt', django.db.models.expressions.CombinedExpression(models.F('stream'), '*', models.Value(4294967296))), ('page__lt', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('stream'), '*', models.Value(4294967296)), '+', models.Value(4294967296)))), name='record_lies_in_the_stream_of_its_page'),
            ),
            migrations.AddConstraint(
                model_name='page',
                constraint=models.UniqueConstraint(fields=('actor', 'key'), name='one_page_per_actor_and_key'),
            ),
            migrations.AddConstraint(
                model_name='page',
                constraint=models.CheckConstraint(condition=models.Q(('id__gt', django.db.models.expressions.CombinedExpression(models.F('stream'), '*', models.Value(4294967296))), ('id__lt', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('stream'), '*', models.Value(4294967296)), '+', models.Value(4294967296)))), name='page_lies_in_its_stream'),
            ),
        ]),
        migrations.RunPython(create_site_stream, migrations.RunPython.noop),
    ]
