"""All tables of clubs as the migrations up to 0016_languages leave them, made at once."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

from journal.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('clubs', '0001_initial'),
        ('clubs', '0002_books'),
        ('clubs', '0003_persons'),
        ('clubs', '0004_chouettes'),
        ('clubs', '0005_ladders'),
        ('clubs', '0006_nights'),
        ('clubs', '0007_ratings_and_seasons'),
        ('clubs', '0008_news'),
        ('clubs', '0009_claims_and_sights'),
        ('clubs', '0010_counts_in_parts'),
        ('clubs', '0011_season_prizes'),
        ('clubs', '0012_differed_in_parts'),
        ('clubs', '0013_reports'),
        ('clubs', '0014_webhooks'),
        ('clubs', '0015_embeds'),
        ('clubs', '0016_languages'),
    ]

    dependencies = [
        ('journal', '0003_answers_can_be_erased'),
    ]

    operations = [
        CreateTables([
            migrations.CreateModel(
                name='OwnerLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('ends_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                ],
            ),
            migrations.CreateModel(
                name='Tries',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=64, unique=True)),
                    ('spent', models.PositiveIntegerField(default=0)),
                    ('ends_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('email', models.EmailField(max_length=254, unique=True)),
                    ('name', models.CharField(blank=True, max_length=80)),
                    ('is_active', models.BooleanField(default=True)),
                    ('created_at', models.DateTimeField()),
                    ('sessions_round', models.PositiveIntegerField(default=0)),
                    ('language', models.CharField(blank=True, max_length=8)),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='address_in_small_letters')],
                },
            ),
            migrations.CreateModel(
                name='Account',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=16)),
                    ('about', models.PositiveBigIntegerField(default=0)),
                    ('currency', models.CharField(max_length=3)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('stream', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='journal.stream')),
                ],
            ),
            migrations.CreateModel(
                name='Article',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('public', models.BooleanField()),
                    ('title', models.CharField(max_length=120)),
                    ('text', models.TextField()),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='ArticleOff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('article', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offs', to='clubs.article')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Chouette',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('options', models.TextField()),
                    ('start', models.TextField()),
                    ('in_books', models.BooleanField(default=False)),
                    ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='ChouetteEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('kind', models.CharField(choices=[('action', 'Action'), ('undo', 'Undo'), ('undo_game', 'Undo Game'), ('correction', 'Correction'), ('payment', 'Payment'), ('repayment', 'Repayment'), ('closing', 'Closing'), ('reopening', 'Reopening'), ('split', 'Split'), ('merge', 'Merge')], max_length=10)),
                    ('body', models.TextField()),
                    ('chouette', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubs.chouette')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='ChouetteLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('write', 'Write'), ('follow', 'Follow')], max_length=6)),
                    ('turn', models.PositiveIntegerField()),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('chouette', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='clubs.chouette')),
                ],
            ),
            migrations.CreateModel(
                name='Club',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=120)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('stream', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.stream')),
                ],
            ),
            migrations.CreateModel(
                name='ChouetteRules',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('shown', models.CharField(default='nothing', max_length=8)),
                    ('options', models.TextField(default='{}')),
                    ('in_books', models.BooleanField(default=False)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ],
            ),
            migrations.CreateModel(
                name='ChouettePermit',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('allowed', models.BooleanField()),
                    ('notice', models.PositiveIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.AddField(
                model_name='chouette',
                name='club',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chouettes', to='clubs.club'),
            ),
            migrations.CreateModel(
                name='CasualMatch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('length', models.PositiveIntegerField()),
                    ('played_at', models.DateTimeField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='casual_matches', to='clubs.club')),
                ],
            ),
            migrations.AddField(
                model_name='article',
                name='club',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='news', to='clubs.club'),
            ),
            migrations.CreateModel(
                name='EmbedHosts',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hosts', models.TextField(blank=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='embed_hosts', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='FinishedEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('event', models.PositiveBigIntegerField()),
                    ('turn', models.PositiveIntegerField()),
                    ('name', models.CharField(max_length=250)),
                    ('finished', models.DateTimeField()),
                    ('places', models.TextField()),
                    ('fee', models.PositiveBigIntegerField(default=0)),
                    ('void', models.BooleanField(default=False)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Invitation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('kind', models.CharField(choices=[('owner', 'Owner'), ('director', 'Director'), ('desk', 'Desk'), ('member', 'Member')], max_length=10)),
                    ('ends_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                    ('revoked_at', models.DateTimeField(null=True)),
                    ('sent_to', models.EmailField(blank=True, default='', max_length=254)),
                    ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to='clubs.club')),
                ],
            ),
            migrations.CreateModel(
                name='Ladder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80)),
                    ('options', models.TextField()),
                    ('zone', models.CharField(max_length=64)),
                    ('since', models.DateTimeField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ladders', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LadderClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('challenge', models.PositiveIntegerField()),
                    ('by', models.PositiveIntegerField()),
                    ('winner', models.PositiveIntegerField()),
                    ('won', models.PositiveIntegerField(null=True)),
                    ('lost', models.PositiveIntegerField(null=True)),
                    ('at', models.DateTimeField()),
                    ('deadline', models.DateTimeField(null=True)),
                    ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='clubs.ladder')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LadderEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('do', models.CharField(max_length=10)),
                    ('at', models.DateTimeField()),
                    ('challenge', models.PositiveIntegerField(null=True)),
                    ('a', models.PositiveIntegerField(null=True)),
                    ('b', models.PositiveIntegerField(null=True)),
                    ('winner', models.PositiveIntegerField(null=True)),
                    ('won', models.PositiveIntegerField(null=True)),
                    ('lost', models.PositiveIntegerField(null=True)),
                    ('who', models.PositiveIntegerField(null=True)),
                    ('until', models.DateTimeField(null=True)),
                    ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubs.ladder')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LadderPlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('place', models.PositiveIntegerField(null=True)),
                    ('name', models.CharField(max_length=80)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('ladder', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='clubs.ladder')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('full', 'Full'), ('student', 'Student'), ('youth', 'Youth'), ('senior', 'Senior'), ('family', 'Family'), ('honorary', 'Honorary'), ('trial', 'Trial'), ('guest', 'Guest')], max_length=10)),
                    ('starts_on', models.DateField()),
                    ('ends_on', models.DateField(null=True)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='MembershipEnd',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ends_on', models.DateField()),
                    ('membership', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='clubs.membership')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Night',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80)),
                    ('place', models.CharField(blank=True, max_length=120)),
                    ('starts_at', models.DateTimeField(db_index=True)),
                    ('zone', models.CharField(max_length=60)),
                    ('minutes', models.PositiveIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nights', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='NightOff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('night', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offs', to='clubs.night')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='PasswordLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('ends_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='password_links', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Person',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='persons', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.AddField(
                model_name='membership',
                name='person',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='clubs.person'),
            ),
            migrations.CreateModel(
                name='ChouettePerson',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('name', models.CharField(max_length=80)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('chouette', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='people', to='clubs.chouette')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ],
            ),
            migrations.CreateModel(
                name='CheckIn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('on', models.BooleanField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('night', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='check_ins', to='clubs.night')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='check_ins', to='clubs.person')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='CasualResult',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('won', models.PositiveIntegerField(default=0)),
                    ('lost', models.PositiveIntegerField(default=0)),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='clubs.casualmatch')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ],
            ),
            migrations.AddField(
                model_name='casualmatch',
                name='first',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person'),
            ),
            migrations.AddField(
                model_name='casualmatch',
                name='second',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person'),
            ),
            migrations.CreateModel(
                name='CasualClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('won', models.PositiveIntegerField()),
                    ('lost', models.PositiveIntegerField()),
                    ('deadline', models.DateTimeField(null=True)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='clubs.casualmatch')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('winner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ],
            ),
            migrations.CreateModel(
                name='PersonClaim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='PersonContact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.EmailField(blank=True, max_length=254)),
                    ('phone', models.CharField(blank=True, max_length=40)),
                    ('address', models.CharField(blank=True, max_length=200)),
                    ('note', models.CharField(blank=True, max_length=300)),
                    ('salt', models.CharField(blank=True, max_length=32)),
                    ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='contact', to='clubs.person')),
                ],
            ),
            migrations.CreateModel(
                name='PersonDetails',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('name', models.CharField(max_length=80)),
                    ('latin', models.CharField(blank=True, max_length=80)),
                    ('folded', models.CharField(blank=True, max_length=600)),
                    ('home_club', models.CharField(blank=True, max_length=80)),
                    ('country', models.CharField(blank=True, max_length=40)),
                    ('federations', models.CharField(blank=True, max_length=200)),
                    ('adult_on', models.CharField(blank=True, max_length=10)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='details', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='PersonErasure',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='PersonLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('ends_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='clubs.person')),
                ],
            ),
            migrations.CreateModel(
                name='PersonMerge',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('gone', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='clubs.person')),
                    ('into', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='PlayedMatch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('match', models.PositiveBigIntegerField()),
                    ('turn', models.PositiveIntegerField()),
                    ('event', models.PositiveBigIntegerField()),
                    ('bracket', models.CharField(max_length=12)),
                    ('played', models.DateTimeField()),
                    ('length', models.PositiveIntegerField()),
                    ('kind', models.CharField(max_length=10)),
                    ('entrants', models.PositiveIntegerField()),
                    ('void', models.BooleanField(default=False)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                    ('loser', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                ],
            ),
            migrations.CreateModel(
                name='Posting',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('kind', models.CharField(max_length=16)),
                    ('currency', models.CharField(max_length=3)),
                    ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='clubs.posting')),
                ],
            ),
            migrations.CreateModel(
                name='Leg',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('amount', models.BigIntegerField()),
                    ('about', models.CharField(blank=True, max_length=40)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='clubs.account')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('posting', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='clubs.posting')),
                ],
            ),
            migrations.CreateModel(
                name='RatingList',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_lists', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='RatingCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('matches', models.PositiveIntegerField()),
                    ('players', models.PositiveIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.ratinglist')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='RatedPlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('rating', models.FloatField()),
                    ('second', models.FloatField()),
                    ('third', models.FloatField()),
                    ('group', models.BigIntegerField(null=True)),
                    ('last', models.DateTimeField(null=True)),
                    ('played', models.PositiveIntegerField(default=0)),
                    ('won', models.PositiveIntegerField(default=0)),
                    ('person', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='clubs.ratinglist')),
                ],
            ),
            migrations.CreateModel(
                name='RatedMatch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('match', models.PositiveBigIntegerField()),
                    ('group', models.BigIntegerField()),
                    ('played', models.DateTimeField()),
                    ('length', models.PositiveIntegerField()),
                    ('winner_rating', models.FloatField(null=True)),
                    ('winner_second', models.FloatField(null=True)),
                    ('winner_third', models.FloatField(null=True)),
                    ('loser_rating', models.FloatField(null=True)),
                    ('loser_second', models.FloatField(null=True)),
                    ('loser_third', models.FloatField(null=True)),
                    ('loser', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('winner', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='clubs.ratinglist')),
                ],
            ),
            migrations.CreateModel(
                name='RatingStart',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('value', models.CharField(max_length=120)),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='starts', to='clubs.ratinglist')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='RatingState',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveBigIntegerField(default=0)),
                    ('seal', models.CharField(blank=True, max_length=64)),
                    ('stale_from', models.BigIntegerField(null=True)),
                    ('matched', models.PositiveBigIntegerField(default=0)),
                    ('differed', models.PositiveIntegerField(default=0)),
                    ('run', models.PositiveIntegerField(default=0)),
                    ('rating_list', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='state', to='clubs.ratinglist')),
                ],
            ),
            migrations.CreateModel(
                name='RatingTerms',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('name', models.CharField(max_length=80)),
                    ('options', models.TextField()),
                    ('public', models.BooleanField(default=True)),
                    ('ended', models.DateTimeField(null=True)),
                    ('rating_list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='terms', to='clubs.ratinglist')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='ReceivedUpTo',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('tournament', models.PositiveBigIntegerField()),
                    ('number', models.PositiveBigIntegerField(default=0)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ],
            ),
            migrations.CreateModel(
                name='ReportTemplate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60)),
                    ('kind', models.CharField(max_length=10)),
                    ('separator', models.CharField(max_length=10)),
                    ('columns', models.TextField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='report_templates', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='ReportTemplateOff',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('template', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offs', to='clubs.reporttemplate')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Role',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('owner', 'Owner'), ('director', 'Director'), ('desk', 'Desk'), ('member', 'Member')], max_length=10)),
                    ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='roles', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roles', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='RoleEnd',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('role', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='clubs.role')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Season',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='SeasonAward',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('currency', models.CharField(max_length=3)),
                    ('amount', models.PositiveBigIntegerField()),
                    ('shares', models.TextField()),
                    ('prizes', models.TextField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='clubs.season')),
                ],
            ),
            migrations.CreateModel(
                name='SeasonPayment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('amount', models.BigIntegerField()),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='clubs.season')),
                ],
            ),
            migrations.CreateModel(
                name='SeasonTerms',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('name', models.CharField(max_length=80)),
                    ('options', models.TextField()),
                    ('starts_on', models.DateField()),
                    ('ends_on', models.DateField()),
                    ('nights', models.PositiveIntegerField(null=True)),
                    ('public', models.BooleanField(default=True)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='terms', to='clubs.season')),
                ],
            ),
            migrations.CreateModel(
                name='Sight',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('nights', 'Nights'), ('ladder', 'Ladder')], max_length=10)),
                    ('about', models.PositiveBigIntegerField(default=0)),
                    ('public', models.BooleanField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sights', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='SignInCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('salt', models.CharField(max_length=32)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('ends_at', models.DateTimeField()),
                    ('used_at', models.DateTimeField(null=True)),
                    ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Token',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('created_at', models.DateTimeField()),
                    ('last_used_at', models.DateTimeField(null=True)),
                    ('revoked_at', models.DateTimeField(null=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='Webhook',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=500)),
                    ('secret', models.CharField(max_length=80)),
                    ('topics', models.CharField(max_length=80)),
                    ('form', models.CharField(choices=[('barpoint', 'Barpoint'), ('text', 'Text'), ('content', 'Content')], max_length=10)),
                    ('site', models.CharField(max_length=200)),
                    ('language', models.CharField(max_length=16)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='WebhookDelivery',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('event', models.CharField(max_length=64)),
                    ('subject', models.CharField(max_length=40)),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('given_up', 'Given Up')], default='waiting', max_length=10)),
                    ('attempts', models.PositiveIntegerField(default=0)),
                    ('created_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('status', models.PositiveIntegerField(null=True)),
                    ('answer', models.CharField(blank=True, max_length=300)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='journal.record')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='clubs.webhook')),
                ],
            ),
            migrations.CreateModel(
                name='WebhookPosition',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveBigIntegerField(default=0)),
                    ('stream', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='journal.stream')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='positions', to='clubs.webhook')),
                ],
            ),
            migrations.CreateModel(
                name='WebhookTurn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('to', models.CharField(choices=[('on', 'On'), ('off', 'Off'), ('removed', 'Removed')], max_length=10)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='turns', to='clubs.webhook')),
                ],
            ),
            migrations.AddConstraint(
                model_name='account',
                constraint=models.UniqueConstraint(fields=('stream', 'kind', 'about', 'currency'), name='one_account_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='account',
                constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='account_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='account',
                constraint=models.CheckConstraint(condition=models.Q(('currency', ''), _negated=True), name='account_in_a_currency'),
            ),
            migrations.AddConstraint(
                model_name='chouetteentry',
                constraint=models.UniqueConstraint(fields=('chouette', 'turn'), name='one_turn_of_a_chouette'),
            ),
            migrations.AddConstraint(
                model_name='chouetteentry',
                constraint=models.CheckConstraint(condition=models.Q(('turn__gte', 1)), name='chouette_turn_from_1'),
            ),
            migrations.AddConstraint(
                model_name='chouetteentry',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['action', 'undo', 'undo_game', 'correction', 'payment', 'repayment', 'closing', 'reopening', 'split', 'merge'])), name='chouette_entry_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='chouettelink',
                constraint=models.UniqueConstraint(fields=('chouette', 'kind', 'turn'), name='one_turn_of_a_chouette_link'),
            ),
            migrations.AddConstraint(
                model_name='chouettelink',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['write', 'follow'])), name='chouette_link_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='chouettelink',
                constraint=models.CheckConstraint(condition=models.Q(('ended_at', None), ('ended_at__gte', models.F('made_at')), _connector='OR'), name='chouette_link_ends_later'),
            ),
            migrations.AddConstraint(
                model_name='club',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='chouetterules',
                constraint=models.UniqueConstraint(fields=('club', 'turn'), name='one_turn_of_chouette_rules'),
            ),
            migrations.AddConstraint(
                model_name='chouetterules',
                constraint=models.CheckConstraint(condition=models.Q(('shown__in', ['nothing', 'line', 'points'])), name='chouettes_shown_so'),
            ),
            migrations.AddConstraint(
                model_name='article',
                constraint=models.CheckConstraint(condition=models.Q(('digest', ''), _negated=True), name='article_has_a_digest'),
            ),
            migrations.AddConstraint(
                model_name='finishedevent',
                constraint=models.UniqueConstraint(fields=('club', 'event', 'turn'), name='one_turn_of_a_finished_event'),
            ),
            migrations.AddConstraint(
                model_name='ladder',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='ladder_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='ladderclaim',
                constraint=models.CheckConstraint(condition=models.Q(('by__gte', 1), ('challenge__gte', 1)), name='ladder_claim_of_somebody'),
            ),
            migrations.AddConstraint(
                model_name='ladderentry',
                constraint=models.UniqueConstraint(fields=('ladder', 'turn'), name='one_ladder_entry_per_turn'),
            ),
            migrations.AddConstraint(
                model_name='ladderentry',
                constraint=models.CheckConstraint(condition=models.Q(('do', ''), _negated=True), name='ladder_entry_does'),
            ),
            migrations.AddConstraint(
                model_name='ladderentry',
                constraint=models.CheckConstraint(condition=models.Q(('a', None), models.Q(('a', models.F('b')), _negated=True), _connector='OR'), name='ladder_challenge_of_two'),
            ),
            migrations.AddConstraint(
                model_name='ladderplayer',
                constraint=models.UniqueConstraint(fields=('ladder', 'number'), name='one_ladder_player_per_number'),
            ),
            migrations.AddConstraint(
                model_name='ladderplayer',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='ladder_player_from_1'),
            ),
            migrations.AddConstraint(
                model_name='night',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='night_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='night',
                constraint=models.CheckConstraint(condition=models.Q(('minutes__gte', 1), ('minutes__lte', 1440)), name='night_of_some_minutes'),
            ),
            migrations.AddConstraint(
                model_name='person',
                constraint=models.UniqueConstraint(fields=('club', 'number'), name='one_person_per_number'),
            ),
            migrations.AddConstraint(
                model_name='person',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='person_number_from_1'),
            ),
            migrations.AddConstraint(
                model_name='membership',
                constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='membership_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='membership',
                constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='membership_ends_after_it_starts'),
            ),
            migrations.AddConstraint(
                model_name='chouetteperson',
                constraint=models.UniqueConstraint(fields=('chouette', 'number'), name='one_chouette_person_per_number'),
            ),
            migrations.AddConstraint(
                model_name='chouetteperson',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='chouette_person_from_1'),
            ),
            migrations.AddConstraint(
                model_name='casualresult',
                constraint=models.CheckConstraint(condition=models.Q(('winner', None), ('won__gt', models.F('lost')), _connector='OR'), name='casual_result_of_a_winner'),
            ),
            migrations.AddConstraint(
                model_name='casualmatch',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='casual_match_of_two'),
            ),
            migrations.AddConstraint(
                model_name='casualmatch',
                constraint=models.CheckConstraint(condition=models.Q(('length__gte', 1)), name='casual_match_of_a_length'),
            ),
            migrations.AddConstraint(
                model_name='casualclaim',
                constraint=models.CheckConstraint(condition=models.Q(('won__gt', models.F('lost'))), name='casual_claim_of_a_winner'),
            ),
            migrations.AddConstraint(
                model_name='persondetails',
                constraint=models.UniqueConstraint(fields=('person', 'turn'), name='one_turn_of_details'),
            ),
            migrations.AddConstraint(
                model_name='personmerge',
                constraint=models.CheckConstraint(condition=models.Q(('gone', models.F('into')), _negated=True), name='merge_of_two_people'),
            ),
            migrations.AddIndex(
                model_name='playedmatch',
                index=models.Index(fields=['club', 'event'], name='played_match_by_event'),
            ),
            migrations.AddConstraint(
                model_name='playedmatch',
                constraint=models.UniqueConstraint(fields=('club', 'match', 'turn'), name='one_turn_of_a_played_match'),
            ),
            migrations.AddConstraint(
                model_name='playedmatch',
                constraint=models.CheckConstraint(condition=models.Q(('winner', None), ('loser', None), models.Q(('winner', models.F('loser')), _negated=True), _connector='OR'), name='played_match_of_two'),
            ),
            migrations.AddConstraint(
                model_name='posting',
                constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='posting_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='leg',
                constraint=models.UniqueConstraint(fields=('posting', 'number'), name='one_leg_per_number'),
            ),
            migrations.AddConstraint(
                model_name='leg',
                constraint=models.CheckConstraint(condition=models.Q(('posting', models.F('record'))), name='leg_of_its_record'),
            ),
            migrations.AddConstraint(
                model_name='leg',
                constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='leg_moves_money'),
            ),
            migrations.AddConstraint(
                model_name='leg',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', -1000000000000), ('amount__lte', 1000000000000)), name='leg_of_a_possible_sum'),
            ),
            migrations.AddConstraint(
                model_name='ratinglist',
                constraint=models.UniqueConstraint(fields=('club', 'number'), name='one_rating_list_per_number'),
            ),
            migrations.AddConstraint(
                model_name='ratinglist',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='rating_list_number_from_1'),
            ),
            migrations.AddConstraint(
                model_name='ratedplayer',
                constraint=models.UniqueConstraint(fields=('rating_list', 'person'), name='one_value_per_person'),
            ),
            migrations.AddIndex(
                model_name='ratedmatch',
                index=models.Index(fields=['rating_list', 'group', 'match'], name='rated_matches_in_order'),
            ),
            migrations.AddIndex(
                model_name='ratedmatch',
                index=models.Index(fields=['rating_list', 'winner', 'group'], name='rated_matches_won'),
            ),
            migrations.AddIndex(
                model_name='ratedmatch',
                index=models.Index(fields=['rating_list', 'loser', 'group'], name='rated_matches_lost'),
            ),
            migrations.AddConstraint(
                model_name='ratedmatch',
                constraint=models.UniqueConstraint(fields=('rating_list', 'match'), name='one_rated_match_per_list'),
            ),
            migrations.AddConstraint(
                model_name='ratingterms',
                constraint=models.UniqueConstraint(fields=('rating_list', 'turn'), name='one_turn_of_rating_terms'),
            ),
            migrations.AddConstraint(
                model_name='ratingterms',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='rating_list_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='receivedupto',
                constraint=models.UniqueConstraint(fields=('club', 'tournament'), name='one_end_per_tournament'),
            ),
            migrations.AddConstraint(
                model_name='reporttemplate',
                constraint=models.CheckConstraint(condition=models.Q(('kind', 'results'), ('kind', 'places'), ('kind', 'ratings'), _connector='OR'), name='report_template_kind'),
            ),
            migrations.AddConstraint(
                model_name='reporttemplate',
                constraint=models.CheckConstraint(condition=models.Q(('separator', 'comma'), ('separator', 'semicolon'), ('separator', 'tab'), _connector='OR'), name='report_template_separator'),
            ),
            migrations.AddConstraint(
                model_name='reporttemplate',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('columns', ''), _negated=True)), name='report_template_is_not_empty'),
            ),
            migrations.AddConstraint(
                model_name='role',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['owner', 'director', 'desk', 'member'])), name='role_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='season',
                constraint=models.UniqueConstraint(fields=('club', 'number'), name='one_season_per_number'),
            ),
            migrations.AddConstraint(
                model_name='season',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='season_number_from_1'),
            ),
            migrations.AddConstraint(
                model_name='seasonaward',
                constraint=models.UniqueConstraint(fields=('season', 'turn'), name='one_turn_of_a_season_award'),
            ),
            migrations.AddConstraint(
                model_name='seasonaward',
                constraint=models.CheckConstraint(condition=models.Q(('amount__lte', 1000000000000)), name='season_award_of_a_possible_sum'),
            ),
            migrations.AddConstraint(
                model_name='seasonpayment',
                constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='season_payment_moves_money'),
            ),
            migrations.AddConstraint(
                model_name='seasonterms',
                constraint=models.UniqueConstraint(fields=('season', 'turn'), name='one_turn_of_season_terms'),
            ),
            migrations.AddConstraint(
                model_name='seasonterms',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='seasonterms',
                constraint=models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='season_ends_after_it_starts'),
            ),
            migrations.AddConstraint(
                model_name='sight',
                constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='sight_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='webhook',
                constraint=models.CheckConstraint(condition=models.Q(('topics', ''), _negated=True), name='webhook_has_topics'),
            ),
            migrations.AddConstraint(
                model_name='webhook',
                constraint=models.CheckConstraint(condition=models.Q(('form', ''), _negated=True), name='webhook_has_a_form'),
            ),
            migrations.AddIndex(
                model_name='webhookdelivery',
                index=models.Index(fields=['state', 'due_at'], name='deliveries_that_are_due'),
            ),
            migrations.AddConstraint(
                model_name='webhookdelivery',
                constraint=models.UniqueConstraint(fields=('webhook', 'record'), name='one_delivery_per_webhook_and_record'),
            ),
            migrations.AddConstraint(
                model_name='webhookdelivery',
                constraint=models.CheckConstraint(condition=models.Q(('event', ''), _negated=True), name='delivery_has_an_event'),
            ),
            migrations.AddConstraint(
                model_name='webhookposition',
                constraint=models.UniqueConstraint(fields=('webhook', 'stream'), name='one_position_per_webhook_and_stream'),
            ),
            migrations.AddConstraint(
                model_name='webhookturn',
                constraint=models.CheckConstraint(condition=models.Q(('to', ''), _negated=True), name='webhook_turn_to_something'),
            ),
        ]),
    ]
