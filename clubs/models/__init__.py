from clubs.models.books import MOST_MONEY, Account, ClubPurses, Leg, Posting
from clubs.models.casual import CasualClaim, CasualMatch, CasualResult
from clubs.models.chouettes import (
    Chouette,
    ChouetteEntry,
    ChouetteLink,
    ChouettePermit,
    ChouettePerson,
    ChouetteRules,
)
from clubs.models.clubs import Club
from clubs.models.embeds import EmbedHosts
from clubs.models.ladders import Ladder, LadderClaim, LadderEntry, LadderPlayer
from clubs.models.news import Article, ArticleOff
from clubs.models.nights import CheckIn, Night, NightOff
from clubs.models.people import OwnerLink, Token, User, hash_of
from clubs.models.persons import (
    Membership,
    MembershipEnd,
    Person,
    PersonClaim,
    PersonContact,
    PersonDetails,
    PersonErasure,
    PersonLink,
    PersonMerge,
)
from clubs.models.ratings import (
    FinishedEvent,
    PlayedMatch,
    RatedMatch,
    RatedPlayer,
    RatingCount,
    RatingList,
    RatingStart,
    RatingState,
    RatingTerms,
    ReceivedUpTo,
)
from clubs.models.reports import ReportTemplate, ReportTemplateOff
from clubs.models.roles import Invitation, PasswordLink, Role, RoleEnd
from clubs.models.seasons import Season, SeasonAward, SeasonPayment, SeasonTerms
from clubs.models.sights import Sight
from clubs.models.sign_in import SignInCode, Tries
from clubs.models.webhooks import Webhook, WebhookDelivery, WebhookPosition, WebhookTurn

__all__ = [
    "MOST_MONEY",
    "Account",
    "Article",
    "ArticleOff",
    "CasualClaim",
    "CasualMatch",
    "CasualResult",
    "CheckIn",
    "Chouette",
    "ChouetteEntry",
    "ChouetteLink",
    "ChouettePermit",
    "ChouettePerson",
    "ChouetteRules",
    "Club",
    "ClubPurses",
    "EmbedHosts",
    "FinishedEvent",
    "Invitation",
    "Ladder",
    "LadderClaim",
    "LadderEntry",
    "LadderPlayer",
    "Leg",
    "Membership",
    "MembershipEnd",
    "Night",
    "NightOff",
    "OwnerLink",
    "PasswordLink",
    "Person",
    "PersonClaim",
    "PersonContact",
    "PersonDetails",
    "PersonErasure",
    "PersonLink",
    "PersonMerge",
    "PlayedMatch",
    "Posting",
    "RatedMatch",
    "RatedPlayer",
    "RatingCount",
    "RatingList",
    "RatingStart",
    "RatingState",
    "RatingTerms",
    "ReceivedUpTo",
    "ReportTemplate",
    "ReportTemplateOff",
    "Role",
    "RoleEnd",
    "Season",
    "SeasonAward",
    "SeasonPayment",
    "SeasonTerms",
    "Sight",
    "SignInCode",
    "Token",
    "Tries",
    "User",
    "Webhook",
    "WebhookDelivery",
    "WebhookPosition",
    "WebhookTurn",
    "hash_of",
]
