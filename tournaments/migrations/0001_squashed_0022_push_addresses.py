"""All tables of tournaments as the migrations up to 0022_push_addresses leave them, made at once."""

import django.db.models.deletion
import tournaments.models.draws
from django.db import migrations, models

from journal.create_tables import CreateTables


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('tournaments', '0001_initial'),
        ('tournaments', '0002_lot_and_wifi'),
        ('tournaments', '0003_derived_rows'),
        ('tournaments', '0004_money'),
        ('tournaments', '0005_prizes'),
        ('tournaments', '0006_auctions'),
        ('tournaments', '0007_bidder_links'),
        ('tournaments', '0008_blind_counts'),
        ('tournaments', '0009_other_games'),
        ('tournaments', '0010_entrant_person'),
        ('tournaments', '0011_shape'),
        ('tournaments', '0012_match_files'),
        ('tournaments', '0013_breaks'),
        ('tournaments', '0014_travelling_groups'),
        ('tournaments', '0015_switched_ways'),
        ('tournaments', '0016_rest'),
        ('tournaments', '0017_jackpots'),
        ('tournaments', '0018_members'),
        ('tournaments', '0019_re_entries'),
        ('tournaments', '0020_positions'),
        ('tournaments', '0021_languages'),
        ('tournaments', '0022_push_addresses'),
    ]

    dependencies = [
        ('clubs', '0016_languages'),
        ('journal', '0003_answers_can_be_erased'),
    ]

    operations = [
        CreateTables([
            migrations.CreateModel(
                name='FileContent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('content', models.TextField(blank=True)),
                    ('code', models.CharField(blank=True, max_length=60)),
                    ('data', models.TextField(blank=True)),
                ],
            ),
            migrations.CreateModel(
                name='Auction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='AuctionAward',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='tournaments.auction')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='AuctionPermit',
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
            migrations.CreateModel(
                name='AuctionSetup',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('rules', models.TextField()),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='setups', to='tournaments.auction')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='BlindCounts',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('blind', models.BooleanField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='clubs.club')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='BreakBegun',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('until', models.DateTimeField(null=True)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='BreakEnded',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('begun', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ends', to='tournaments.breakbegun')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Draw',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('key', models.CharField(max_length=200)),
                    ('size', models.PositiveIntegerField()),
                    ('plan', models.TextField()),
                    ('plan_seal', models.CharField(max_length=64)),
                    ('lot', models.PositiveSmallIntegerField(choices=[(1, 'key'), (2, 'key_and_event')], default=tournaments.models.draws.Lot['KEY'])),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Entrant',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Contact',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('email', models.EmailField(blank=True, max_length=254)),
                    ('salt', models.CharField(blank=True, max_length=32)),
                    ('entrant', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='contact', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Card',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('first_points', models.PositiveIntegerField()),
                    ('second_points', models.PositiveIntegerField()),
                    ('games', models.TextField(default='[]')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('kept_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Call',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('table', models.CharField(blank=True, max_length=12)),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='EntrantPerson',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.PositiveSmallIntegerField(default=0)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='persons', to='tournaments.entrant')),
                    ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='clubs.person')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Event',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=120)),
                    ('format', models.TextField()),
                    ('conditions', models.TextField(default='{}')),
                    ('closed', models.BooleanField(default=False)),
                    ('switches', models.TextField(default='[]')),
                    ('current_draw', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.draw')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.AddField(
                model_name='entrant',
                name='event',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='tournaments.event'),
            ),
            migrations.AddField(
                model_name='draw',
                name='event',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='draws', to='tournaments.event'),
            ),
            migrations.CreateModel(
                name='Closing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('closed', models.BooleanField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closings', to='tournaments.event')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Award',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='tournaments.event')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.AddField(
                model_name='auction',
                name='event',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='auctions', to='tournaments.event'),
            ),
            migrations.CreateModel(
                name='FileGame',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('content', models.TextField()),
                    ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='tournaments.filecontent')),
                ],
            ),
            migrations.CreateModel(
                name='Jackpot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=60)),
                    ('size', models.PositiveSmallIntegerField()),
                    ('length', models.PositiveSmallIntegerField()),
                    ('stake', models.PositiveBigIntegerField()),
                    ('house', models.PositiveSmallIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('voucher_for', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
                ],
            ),
            migrations.CreateModel(
                name='JackpotClosing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('closed', models.BooleanField()),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closings', to='tournaments.jackpot')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='JackpotEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.jackpot')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='JackpotLeft',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leavings', to='tournaments.jackpotentry')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='JackpotStart',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_start', to='tournaments.event')),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='starts', to='tournaments.jackpot')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='JackpotSeat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.jackpotentry')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('start', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.jackpotstart')),
                ],
            ),
            migrations.CreateModel(
                name='JackpotVoucher',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('start', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='vouchers', to='tournaments.jackpotstart')),
                ],
            ),
            migrations.CreateModel(
                name='LateEntrant',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('kind', models.CharField(max_length=12)),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='late_entrants', to='tournaments.auction')),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Line',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('line', models.PositiveIntegerField()),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('draw', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.draw')),
                    ('entrant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Link',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('address', models.CharField(blank=True, max_length=120)),
                    ('made_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Lot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('code', models.CharField(max_length=12)),
                    ('is_field', models.BooleanField()),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lots', to='tournaments.auction')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LotOrder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('kind', models.CharField(max_length=8)),
                    ('key', models.CharField(blank=True, max_length=200)),
                    ('lots', models.TextField()),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='tournaments.auction')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LotPlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lots', to='tournaments.entrant')),
                    ('lot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.lot')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Match',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.PositiveIntegerField()),
                    ('code', models.CharField(max_length=8)),
                    ('bracket', models.CharField(max_length=12)),
                    ('round', models.PositiveSmallIntegerField()),
                    ('number', models.PositiveSmallIntegerField()),
                    ('length', models.PositiveSmallIntegerField()),
                    ('status', models.PositiveSmallIntegerField(choices=[(0, 'waiting'), (1, 'open'), (2, 'finished'), (3, 'bye'), (4, 'void'), (5, 'disputed')])),
                    ('begun', models.BooleanField(default=False)),
                    ('settled', models.BooleanField(default=False)),
                    ('ruled', models.BooleanField(default=False)),
                    ('contested', models.BooleanField(default=False)),
                    ('version', models.PositiveIntegerField(default=1)),
                    ('first_pair', models.CharField(blank=True, max_length=48)),
                    ('bottom', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('call', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.call')),
                    ('card', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.card')),
                    ('draw', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='tournaments.draw')),
                    ('drops', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('goes_on', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('top', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Length',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('length', models.PositiveSmallIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                ],
            ),
            migrations.AddField(
                model_name='filecontent',
                name='match',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match'),
            ),
            migrations.CreateModel(
                name='Contest',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                ],
            ),
            migrations.CreateModel(
                name='Clearing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                ],
            ),
            migrations.AddField(
                model_name='card',
                name='match',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match'),
            ),
            migrations.AddField(
                model_name='call',
                name='match',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match'),
            ),
            migrations.CreateModel(
                name='MatchFile',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('size', models.PositiveIntegerField()),
                    ('swapped', models.BooleanField(null=True)),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='tournaments.match')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Particulars',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('name', models.CharField(max_length=80)),
                    ('club', models.CharField(blank=True, max_length=80)),
                    ('country', models.CharField(blank=True, max_length=40)),
                    ('rating', models.CharField(blank=True, max_length=20)),
                    ('group', models.CharField(blank=True, default='', max_length=80)),
                    ('members', models.TextField(blank=True, default='')),
                    ('seed', models.PositiveIntegerField(null=True)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='particulars', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Passage',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                    ('on', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Payer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='LotBid',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('number', models.PositiveIntegerField()),
                    ('amount', models.PositiveBigIntegerField()),
                    ('joint', models.TextField(default='[]')),
                    ('by_phone', models.BooleanField()),
                    ('lot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='tournaments.lot')),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='tournaments.payer')),
                ],
            ),
            migrations.AddField(
                model_name='jackpotentry',
                name='payer',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jackpot_entries', to='tournaments.payer'),
            ),
            migrations.CreateModel(
                name='EntrantPayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payers', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='BidderLink',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='AddedMoney',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='added_money', to='tournaments.event')),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='added_money', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='PayerName',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('name', models.CharField(max_length=80)),
                    ('club', models.CharField(blank=True, max_length=80)),
                    ('salt', models.CharField(max_length=32)),
                    ('digest', models.CharField(max_length=64)),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='names', to='tournaments.payer')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='PayerTick',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=8)),
                    ('what', models.CharField(max_length=40)),
                    ('on', models.BooleanField()),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticks', to='tournaments.payer')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Penalty',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('first_points', models.PositiveIntegerField()),
                    ('second_points', models.PositiveIntegerField()),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.AddField(
                model_name='match',
                name='penalty',
                field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.penalty'),
            ),
            migrations.CreateModel(
                name='Phone',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField()),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='phones', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='Pin',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('hash', models.CharField(max_length=128)),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('made_at', models.DateTimeField()),
                    ('locked_at', models.DateTimeField(null=True)),
                    ('entrant', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pin', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='PositionQuestion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('position', models.CharField(db_index=True, max_length=14)),
                    ('dice', models.CharField(blank=True, max_length=2)),
                    ('plays', models.CharField(blank=True, max_length=360)),
                    ('ruleset', models.CharField(max_length=40)),
                    ('game', models.PositiveIntegerField(null=True)),
                    ('length', models.PositiveIntegerField()),
                    ('own_score', models.PositiveIntegerField()),
                    ('other_score', models.PositiveIntegerField()),
                    ('cube', models.PositiveIntegerField()),
                    ('owner', models.PositiveSmallIntegerField()),
                    ('crawford', models.BooleanField()),
                    ('jacoby', models.BooleanField()),
                    ('photo', models.CharField(blank=True, max_length=64)),
                    ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='tournaments.match')),
                    ('on_roll', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('opponent', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.CreateModel(
                name='EngineOpinion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField()),
                    ('code', models.CharField(blank=True, max_length=60)),
                    ('data', models.TextField(blank=True)),
                    ('question', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='opinion', to='tournaments.positionquestion')),
                ],
            ),
            migrations.CreateModel(
                name='PositionRuling',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('outcome', models.CharField(choices=[('kept', 'Kept'), ('again', 'Again'), ('other', 'Other')], max_length=10)),
                    ('question', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournaments.positionquestion')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='PotSetup',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('pot', models.CharField(blank=True, max_length=20)),
                    ('turn', models.PositiveIntegerField()),
                    ('division', models.TextField()),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pot_setups', to='tournaments.event')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='PrizeTransfer',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('giver', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.payer')),
                    ('taker', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='PushAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.CharField(max_length=500)),
                    ('key', models.CharField(max_length=100)),
                    ('secret', models.CharField(max_length=30)),
                    ('site_key', models.CharField(max_length=100)),
                    ('site', models.CharField(max_length=200)),
                    ('language', models.CharField(max_length=8)),
                    ('phone', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='push', to='tournaments.phone')),
                ],
            ),
            migrations.CreateModel(
                name='Redraw',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('left', models.PositiveSmallIntegerField()),
                    ('key', models.CharField(max_length=200)),
                    ('draw', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='redraws', to='tournaments.draw')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Reentry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entrant', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='re_entry', to='tournaments.entrant')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='re_entries', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Release',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('means', models.CharField(choices=[('cash', 'Cash'), ('card', 'Card'), ('voucher', 'Voucher')], max_length=8)),
                    ('drawer', models.PositiveSmallIntegerField()),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='releases', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='Result',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('first_points', models.PositiveIntegerField(null=True)),
                    ('second_points', models.PositiveIntegerField(null=True)),
                    ('how', models.CharField(max_length=10)),
                    ('settled', models.BooleanField()),
                    ('deadline', models.DateTimeField(null=True)),
                    ('claimed_by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('winner', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.AddField(
                model_name='match',
                name='bottom_claim',
                field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.result'),
            ),
            migrations.AddField(
                model_name='match',
                name='result',
                field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.result'),
            ),
            migrations.AddField(
                model_name='match',
                name='top_claim',
                field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.result'),
            ),
            migrations.CreateModel(
                name='Game',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('cube', models.PositiveIntegerField()),
                    ('win', models.CharField(max_length=10)),
                    ('ended', models.CharField(max_length=10)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('winner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournaments.result')),
                ],
            ),
            migrations.CreateModel(
                name='Confirmation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('how', models.CharField(default='desk', max_length=10)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='confirmations', to='tournaments.result')),
                ],
            ),
            migrations.CreateModel(
                name='Sale',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField()),
                    ('is_sealed', models.BooleanField()),
                    ('lot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sales', to='tournaments.lot')),
                    ('offered', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.lotbid')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('setup', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.auctionsetup')),
                ],
            ),
            migrations.AddField(
                model_name='lotbid',
                name='sale',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bids', to='tournaments.sale'),
            ),
            migrations.CreateModel(
                name='LotAgain',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('sale', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='again', to='tournaments.sale')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Hammer',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('bid', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.lotbid')),
                    ('sale', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='hammer', to='tournaments.sale')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='ClockStop',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('stopped', models.BooleanField()),
                    ('sale', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stops', to='tournaments.sale')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='BuyBackLeft',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('sale', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='left', to='tournaments.sale')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='SalePlayer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('sale', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='tournaments.sale')),
                ],
            ),
            migrations.CreateModel(
                name='Setup',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField(default=1)),
                    ('format', models.TextField()),
                    ('conditions', models.TextField(default='{}')),
                    ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='setups', to='tournaments.event')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='ShareDeal',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('share', models.CharField(max_length=20)),
                    ('price', models.PositiveBigIntegerField()),
                    ('day', models.DateField()),
                    ('through_desk', models.BooleanField()),
                    ('buyer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.payer')),
                    ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('sale', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deals', to='tournaments.sale')),
                    ('seller', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='SplitOffer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='split_offers', to='tournaments.match')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Stake',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='tournaments.auction')),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='tournaments.entrant')),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='stakes', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='StakesClosed',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('auction', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closings', to='tournaments.auction')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Start',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                    ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.match')),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ],
            ),
            migrations.AddField(
                model_name='match',
                name='start',
                field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.start'),
            ),
            migrations.CreateModel(
                name='Switch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('kind', models.CharField(max_length=8)),
                    ('place', models.PositiveIntegerField()),
                    ('other', models.PositiveIntegerField()),
                    ('draw', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='switches', to='tournaments.draw')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Tick',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=8)),
                    ('seat', models.PositiveSmallIntegerField(default=0)),
                    ('on', models.BooleanField()),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticks', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.CreateModel(
                name='Tournament',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=120)),
                    ('timezone', models.CharField(default='UTC', max_length=60)),
                    ('starts_on', models.DateField(null=True)),
                    ('starts_at', models.TimeField(null=True)),
                    ('place', models.CharField(blank=True, max_length=120)),
                    ('director', models.CharField(blank=True, max_length=120)),
                    ('wifi_name', models.CharField(blank=True, max_length=64)),
                    ('wifi_password', models.CharField(blank=True, max_length=64)),
                    ('tables', models.TextField(default='[]')),
                    ('rest', models.PositiveSmallIntegerField(default=0)),
                    ('language', models.CharField(blank=True, max_length=8)),
                    ('second_language', models.CharField(blank=True, max_length=8)),
                    ('breaks', models.TextField(default='[]')),
                    ('currency', models.CharField(blank=True, max_length=3)),
                    ('fees', models.TextField(default='[]')),
                    ('books_closed', models.BooleanField(default=False)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='clubs.club')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('stream', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.stream')),
                ],
            ),
            migrations.CreateModel(
                name='ReopenRequest',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('sheet', models.PositiveIntegerField()),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reopen_requests', to='tournaments.tournament')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Receipt',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('number', models.PositiveIntegerField()),
                    ('is_out', models.BooleanField()),
                    ('amount', models.PositiveBigIntegerField()),
                    ('means', models.CharField(choices=[('cash', 'Cash'), ('card', 'Card'), ('voucher', 'Voucher')], max_length=8)),
                    ('drawer', models.PositiveSmallIntegerField()),
                    ('given', models.PositiveBigIntegerField(null=True)),
                    ('voucher', models.CharField(blank=True, max_length=24)),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='tournaments.payer')),
                    ('released', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receipt', to='tournaments.release')),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='tournaments.tournament')),
                ],
            ),
            migrations.AddField(
                model_name='positionquestion',
                name='tournament',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='questions', to='tournaments.tournament'),
            ),
            migrations.CreateModel(
                name='PositionPhoto',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('digest', models.CharField(max_length=64)),
                    ('content', models.TextField(blank=True)),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament')),
                ],
            ),
            migrations.AddField(
                model_name='payer',
                name='tournament',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payers', to='tournaments.tournament'),
            ),
            migrations.AddField(
                model_name='jackpot',
                name='tournament',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jackpots', to='tournaments.tournament'),
            ),
            migrations.CreateModel(
                name='FeeSetup',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('turn', models.PositiveIntegerField()),
                    ('currency', models.CharField(max_length=3)),
                    ('fees', models.TextField()),
                    ('release_above', models.PositiveBigIntegerField(null=True)),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fee_setups', to='tournaments.tournament')),
                ],
            ),
            migrations.AddField(
                model_name='event',
                name='tournament',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.tournament'),
            ),
            migrations.CreateModel(
                name='DrawerFloat',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('drawer', models.PositiveSmallIntegerField()),
                    ('amount', models.PositiveBigIntegerField()),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='floats', to='tournaments.tournament')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='DrawerCount',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('drawer', models.PositiveSmallIntegerField()),
                    ('expected', models.BigIntegerField()),
                    ('counted', models.PositiveBigIntegerField()),
                    ('pieces', models.TextField(default='{}')),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='tournaments.tournament')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.AddField(
                model_name='breakbegun',
                name='tournament',
                field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament'),
            ),
            migrations.CreateModel(
                name='BooksClosing',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('closed', models.BooleanField()),
                    ('sheet', models.PositiveIntegerField()),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='books_closings', to='tournaments.tournament')),
                ],
            ),
            migrations.CreateModel(
                name='TournamentBooked',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('sheet', models.PositiveIntegerField()),
                    ('closed', models.BooleanField()),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='tournaments.tournament')),
                ],
            ),
            migrations.CreateModel(
                name='Unclaimed',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('amount', models.PositiveBigIntegerField()),
                    ('payer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='unclaimed', to='tournaments.payer')),
                ],
            ),
            migrations.CreateModel(
                name='VoidRequest',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('kind', models.CharField(max_length=10)),
                    ('sale', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='void_requests', to='tournaments.sale')),
                ],
            ),
            migrations.CreateModel(
                name='LotVoid',
                fields=[
                    ('record', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='journal.record')),
                    ('sale', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='void', to='tournaments.sale')),
                    ('request', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.voidrequest')),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Withdrawal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('bracket', models.CharField(max_length=12)),
                    ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to='tournaments.entrant')),
                    ('record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='journal.record')),
                ],
            ),
            migrations.AddConstraint(
                model_name='auctionsetup',
                constraint=models.UniqueConstraint(fields=('auction', 'turn'), name='one_turn_of_an_auction'),
            ),
            migrations.AddConstraint(
                model_name='entrant',
                constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_entrant_per_number'),
            ),
            migrations.AddConstraint(
                model_name='entrant',
                constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entrant_number_from_1'),
            ),
            migrations.AddConstraint(
                model_name='draw',
                constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_draw_per_number'),
            ),
            migrations.AddConstraint(
                model_name='draw',
                constraint=models.UniqueConstraint(fields=('event', 'key'), name='one_draw_per_key'),
            ),
            migrations.AddConstraint(
                model_name='auction',
                constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_auction_per_number'),
            ),
            migrations.AddConstraint(
                model_name='filegame',
                constraint=models.UniqueConstraint(fields=('of', 'number'), name='one_file_game_per_number'),
            ),
            migrations.AddConstraint(
                model_name='jackpotstart',
                constraint=models.UniqueConstraint(fields=('jackpot', 'number'), name='one_jackpot_per_number'),
            ),
            migrations.AddConstraint(
                model_name='jackpotseat',
                constraint=models.UniqueConstraint(fields=('start', 'number'), name='one_seat_per_number'),
            ),
            migrations.AddConstraint(
                model_name='jackpotseat',
                constraint=models.UniqueConstraint(fields=('start', 'entry'), name='one_seat_per_entry'),
            ),
            migrations.AddConstraint(
                model_name='jackpotvoucher',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='voucher_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='lateentrant',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['own_lot', 'field', 'no_action'])), name='late_entrant_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='line',
                constraint=models.UniqueConstraint(fields=('draw', 'line', 'turn'), name='one_turn_of_a_line'),
            ),
            migrations.AddConstraint(
                model_name='line',
                constraint=models.CheckConstraint(condition=models.Q(('line__gte', 1)), name='lines_from_1'),
            ),
            migrations.AddConstraint(
                model_name='lot',
                constraint=models.UniqueConstraint(fields=('auction', 'number'), name='one_lot_per_number'),
            ),
            migrations.AddConstraint(
                model_name='lot',
                constraint=models.CheckConstraint(condition=models.Q(('code', ''), _negated=True), name='lot_has_a_code'),
            ),
            migrations.AddConstraint(
                model_name='lotorder',
                constraint=models.UniqueConstraint(fields=('auction', 'turn'), name='one_turn_of_an_order'),
            ),
            migrations.AddConstraint(
                model_name='lotorder',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['listed', 'strength', 'by_lot'])), name='order_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='lotorder',
                constraint=models.CheckConstraint(condition=models.Q(('kind', 'by_lot'), ('key', ''), _connector='XOR'), name='order_by_lot_has_a_key'),
            ),
            migrations.AddConstraint(
                model_name='length',
                constraint=models.CheckConstraint(condition=models.Q(('length__gte', 1), ('length__lte', 99)), name='match_of_some_length'),
            ),
            migrations.AddConstraint(
                model_name='filecontent',
                constraint=models.UniqueConstraint(fields=('match', 'digest'), name='one_content_per_match_and_digest'),
            ),
            migrations.AddConstraint(
                model_name='contest',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='contest_of_two'),
            ),
            migrations.AddConstraint(
                model_name='contest',
                constraint=models.CheckConstraint(condition=models.Q(('by', models.F('first')), ('by', models.F('second')), _connector='OR'), name='contested_by_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='clearing',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='clearing_of_two'),
            ),
            migrations.AddConstraint(
                model_name='card',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='card_of_two'),
            ),
            migrations.AddConstraint(
                model_name='card',
                constraint=models.CheckConstraint(condition=models.Q(('kept_by', models.F('first')), ('kept_by', models.F('second')), _connector='OR'), name='card_kept_by_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='call',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='call_of_two'),
            ),
            migrations.AddConstraint(
                model_name='matchfile',
                constraint=models.CheckConstraint(condition=models.Q(('size__gte', 1)), name='match_file_has_content'),
            ),
            migrations.AddConstraint(
                model_name='particulars',
                constraint=models.UniqueConstraint(fields=('entrant', 'turn'), name='one_turn_of_particulars'),
            ),
            migrations.AddConstraint(
                model_name='passage',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='passage_of_two'),
            ),
            migrations.AddConstraint(
                model_name='passage',
                constraint=models.CheckConstraint(condition=models.Q(('on__isnull', True), ('on', models.F('first')), ('on', models.F('second')), _connector='OR'), name='one_of_two_goes_on'),
            ),
            migrations.AddConstraint(
                model_name='jackpotentry',
                constraint=models.UniqueConstraint(fields=('jackpot', 'number'), name='one_jackpot_entry_per_number'),
            ),
            migrations.AddConstraint(
                model_name='entrantpayer',
                constraint=models.UniqueConstraint(fields=('entrant', 'turn'), name='one_turn_of_an_entrants_payer'),
            ),
            migrations.AddConstraint(
                model_name='addedmoney',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='added_money_is_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='payername',
                constraint=models.UniqueConstraint(fields=('payer', 'turn'), name='one_turn_of_a_payer_name'),
            ),
            migrations.AddConstraint(
                model_name='payertick',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['mark', 'chosen', 'waived', 'refunded', 'returned', 'kept', 'left'])), name='payer_tick_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='penalty',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='penalty_of_two'),
            ),
            migrations.AddConstraint(
                model_name='positionruling',
                constraint=models.CheckConstraint(condition=models.Q(('outcome', 'kept'), ('outcome', 'again'), ('outcome', 'other'), _connector='OR'), name='ruling_has_a_known_outcome'),
            ),
            migrations.AddConstraint(
                model_name='potsetup',
                constraint=models.UniqueConstraint(fields=('event', 'pot', 'turn'), name='one_turn_of_a_pot'),
            ),
            migrations.AddConstraint(
                model_name='prizetransfer',
                constraint=models.CheckConstraint(condition=models.Q(('giver', models.F('taker')), _negated=True), name='transfer_between_two'),
            ),
            migrations.AddConstraint(
                model_name='prizetransfer',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='transfer_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='redraw',
                constraint=models.UniqueConstraint(fields=('draw', 'key'), name='one_redraw_per_key'),
            ),
            migrations.AddConstraint(
                model_name='redraw',
                constraint=models.CheckConstraint(condition=models.Q(('left', 16), ('left', 8), _connector='OR'), name='redraw_of_the_last'),
            ),
            migrations.AddConstraint(
                model_name='reentry',
                constraint=models.CheckConstraint(condition=models.Q(('entrant', models.F('first')), _negated=True), name='re_entry_of_an_earlier_entry'),
            ),
            migrations.AddConstraint(
                model_name='release',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='release_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='result_of_two'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(('claimed_by__isnull', True), ('claimed_by', models.F('first')), ('claimed_by', models.F('second')), _connector='OR'), name='claimed_by_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('claimed_by__isnull', True), ('deadline__isnull', True)), models.Q(('claimed_by', models.F('winner')), ('deadline__isnull', False), ('settled', False)), models.Q(('claimed_by__isnull', False), ('deadline__isnull', True), ('settled', True), ('winner__isnull', False), models.Q(('claimed_by', models.F('winner')), _negated=True)), _connector='OR'), name='losers_claim_settles_winners_waits'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(('winner__isnull', True), ('winner', models.F('first')), ('winner', models.F('second')), _connector='OR'), name='winner_is_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(('how__in', ['played', 'no_show', 'walkover', 'retired', 'withdrawn', 'split'])), name='result_came_about_somehow'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'split'), _negated=True), ('winner__isnull', True), _connector='OR'), name='nobody_wins_a_split'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'played'), _negated=True), models.Q(('first_points__isnull', False), ('second_points__isnull', False), ('winner__isnull', False)), _connector='OR'), name='played_result_has_points'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'played'), ('winner', models.F('first')), _negated=True), ('first_points__gt', models.F('second_points')), _connector='OR'), name='first_won_with_more'),
            ),
            migrations.AddConstraint(
                model_name='result',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('how', 'played'), ('winner', models.F('second')), _negated=True), ('second_points__gt', models.F('first_points')), _connector='OR'), name='second_won_with_more'),
            ),
            migrations.AddConstraint(
                model_name='game',
                constraint=models.UniqueConstraint(fields=('result', 'number'), name='one_game_per_number'),
            ),
            migrations.AddConstraint(
                model_name='game',
                constraint=models.CheckConstraint(condition=models.Q(('ended__in', ['played', 'drop', 'resigned', 'draw', 'draw_one']), ('win__in', ['single', 'gammon', 'backgammon'])), name='game_ended_somehow'),
            ),
            migrations.AddConstraint(
                model_name='game',
                constraint=models.CheckConstraint(condition=models.Q(('cube__gte', 1)), name='cube_from_1'),
            ),
            migrations.AddConstraint(
                model_name='confirmation',
                constraint=models.CheckConstraint(condition=models.Q(('how__in', ['desk', 'opponent', 'unopposed'])), name='confirmed_somehow'),
            ),
            migrations.AddConstraint(
                model_name='sale',
                constraint=models.UniqueConstraint(fields=('lot', 'number'), name='one_sale_per_number'),
            ),
            migrations.AddConstraint(
                model_name='lotbid',
                constraint=models.UniqueConstraint(fields=('lot', 'number'), name='one_bid_per_number'),
            ),
            migrations.AddConstraint(
                model_name='lotbid',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='bid_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='saleplayer',
                constraint=models.UniqueConstraint(fields=('sale', 'entrant'), name='player_sold_once'),
            ),
            migrations.AddConstraint(
                model_name='setup',
                constraint=models.UniqueConstraint(fields=('event', 'turn'), name='one_turn_of_a_setup'),
            ),
            migrations.AddConstraint(
                model_name='sharedeal',
                constraint=models.CheckConstraint(condition=models.Q(('seller', models.F('buyer')), _negated=True), name='deal_between_two'),
            ),
            migrations.AddConstraint(
                model_name='stake',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='stake_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='start',
                constraint=models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='start_of_two'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.UniqueConstraint(fields=('draw', 'place'), name='one_match_per_place'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.UniqueConstraint(fields=('draw', 'code'), name='one_match_per_code'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('top__isnull', True), ('bottom__isnull', True), models.Q(('top', models.F('bottom')), _negated=True), _connector='OR'), name='match_of_two'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('goes_on__isnull', True), ('goes_on', models.F('top')), ('goes_on', models.F('bottom')), _connector='OR'), name='who_goes_on_is_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('drops__isnull', True), ('drops', models.F('top')), ('drops', models.F('bottom')), _connector='OR'), name='who_drops_is_one_of_two'),
            ),
            migrations.AddConstraint(
                model_name='match',
                constraint=models.CheckConstraint(condition=models.Q(('length__gte', 1)), name='match_has_a_length'),
            ),
            migrations.AddConstraint(
                model_name='switch',
                constraint=models.UniqueConstraint(fields=('draw', 'turn'), name='one_turn_of_a_switch'),
            ),
            migrations.AddConstraint(
                model_name='switch',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['winner', 'loser'])), name='switch_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='switch',
                constraint=models.CheckConstraint(condition=models.Q(('place', models.F('other')), _negated=True), name='switch_of_two_matches'),
            ),
            migrations.AddConstraint(
                model_name='tick',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['paid', 'here'])), name='tick_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='tournament',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='tournament_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='tournament',
                constraint=models.CheckConstraint(condition=models.Q(('rest__range', (0, 240))), name='rest_of_some_minutes'),
            ),
            migrations.AddConstraint(
                model_name='receipt',
                constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_receipt_per_number'),
            ),
            migrations.AddConstraint(
                model_name='receipt',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='receipt_of_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='receipt',
                constraint=models.CheckConstraint(condition=models.Q(('means__in', ['cash', 'card', 'voucher'])), name='receipt_by_some_means'),
            ),
            migrations.AddConstraint(
                model_name='receipt',
                constraint=models.CheckConstraint(condition=models.Q(('given__isnull', True), models.Q(('is_out', False), ('means', 'cash')), _connector='OR'), name='given_is_cash_taken'),
            ),
            migrations.AddConstraint(
                model_name='receipt',
                constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_out', False), ('means', 'voucher'), models.Q(('voucher', ''), _negated=True)), models.Q(models.Q(('means', 'voucher'), _negated=True), ('voucher', '')), _connector='OR'), name='voucher_has_a_code'),
            ),
            migrations.AddConstraint(
                model_name='positionquestion',
                constraint=models.CheckConstraint(condition=models.Q(('owner', 0), ('owner', 1), ('owner', 2), _connector='OR'), name='question_cube_has_an_owner_or_none'),
            ),
            migrations.AddConstraint(
                model_name='positionquestion',
                constraint=models.CheckConstraint(condition=models.Q(('cube__gte', 1)), name='question_cube_has_a_value'),
            ),
            migrations.AddConstraint(
                model_name='positionquestion',
                constraint=models.CheckConstraint(condition=models.Q(('length', 0), models.Q(('other_score__lt', models.F('length')), ('own_score__lt', models.F('length'))), _connector='OR'), name='question_of_a_match_that_is_not_over'),
            ),
            migrations.AddConstraint(
                model_name='positionphoto',
                constraint=models.UniqueConstraint(fields=('tournament', 'digest'), name='one_photo_per_tournament_and_digest'),
            ),
            migrations.AddConstraint(
                model_name='payer',
                constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_payer_per_number'),
            ),
            migrations.AddConstraint(
                model_name='jackpot',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='jackpot_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='jackpot',
                constraint=models.CheckConstraint(condition=models.Q(('size', 4), ('size', 8), ('size', 16), _connector='OR'), name='jackpot_of_a_size'),
            ),
            migrations.AddConstraint(
                model_name='jackpot',
                constraint=models.CheckConstraint(condition=models.Q(('length__gte', 1)), name='jackpot_has_a_length'),
            ),
            migrations.AddConstraint(
                model_name='jackpot',
                constraint=models.CheckConstraint(condition=models.Q(('house__lte', 100)), name='jackpot_house_in_percent'),
            ),
            migrations.AddConstraint(
                model_name='feesetup',
                constraint=models.UniqueConstraint(fields=('tournament', 'turn'), name='one_turn_of_fees'),
            ),
            migrations.AddConstraint(
                model_name='event',
                constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='event_has_a_name'),
            ),
            migrations.AddConstraint(
                model_name='breakbegun',
                constraint=models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('at')), _connector='OR'), name='break_ends_later'),
            ),
            migrations.AddConstraint(
                model_name='booksclosing',
                constraint=models.UniqueConstraint(fields=('tournament', 'sheet', 'closed'), name='one_closing_per_sheet'),
            ),
            migrations.AddConstraint(
                model_name='tournamentbooked',
                constraint=models.UniqueConstraint(fields=('tournament', 'sheet', 'closed'), name='booked_once_a_sheet'),
            ),
            migrations.AddConstraint(
                model_name='unclaimed',
                constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 1)), name='unclaimed_is_a_sum'),
            ),
            migrations.AddConstraint(
                model_name='voidrequest',
                constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['withdrawn', 'unpaid', 'mistake'])), name='void_of_a_kind'),
            ),
            migrations.AddConstraint(
                model_name='withdrawal',
                constraint=models.CheckConstraint(condition=models.Q(('bracket', ''), _negated=True), name='withdrawal_from_a_bracket'),
            ),
        ]),
    ]
