from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0003_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='sent_to',
            field=models.EmailField(blank=True, default='', max_length=254),
        ),
        # Codes live ten minutes: those that are on their way end.
        migrations.RemoveField(
            model_name='signincode',
            name='hash',
        ),
        migrations.AddField(
            model_name='signincode',
            name='salt',
            field=models.CharField(default='', max_length=32),
            preserve_default=False,
        ),
    ]
