"""Labels and messages of the forms about people and clubs."""

from django.utils.translation import gettext_lazy as _

CLUB_NAME = _("Name of the club")
ROLE = _("Role")
CLUB_NAME_MISSING = _("Enter the name of the club.")
ROLE_MISSING = _("Choose a role.")
EMAIL = _("E-mail")
PASSWORD = _("Password")
CODE = _("Code")
EMAIL_MISSING = _("Enter your e-mail address.")
EMAIL_WRONG = _("This is not an e-mail address.")
CODE_MISSING = _("Enter the six digits from the letter.")
NEW_PASSWORD = _("Password, at least 10 characters")
YOUR_NAME = _("Your name")
NEW_PASSWORD_MISSING = _("Choose a password.")
NAME_MISSING = _("Enter your name.")
