from clubs.models.clubs import Club
from clubs.models.people import OwnerLink, Role, Token, User, hash_of

__all__ = ["Club", "OwnerLink", "Role", "Token", "User", "hash_of"]
