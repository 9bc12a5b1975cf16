"""Serializers of answers about chouettes. People stand by number; their names are in reads alone."""

from typing import Any

from rest_framework import serializers


def _number(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(allow_null=True, **more)


def _numbers(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **more)


def _points(**more: Any) -> serializers.DictField:
    return serializers.DictField(child=serializers.IntegerField(), **more)


class TablePersonOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField(required=False, help_text="In reads only.")
    person = _number(help_text="Who it is among the people of the club, for those who follow.")
    place = serializers.CharField(help_text="box, partner, captain, acting_captain, crew or left")
    playing = serializers.BooleanField(help_text="In the running game, or in the next one.")
    sits_out = serializers.BooleanField()
    proxy = _number(help_text="Who decides for somebody who sits out; null: the captain.")
    total = serializers.IntegerField()
    last = _number(help_text="Points of the last finished game.")
    balance = serializers.IntegerField(help_text="After payments: minor units, or points without a stake.")


class ContractOut(serializers.Serializer[Any]):
    box_side = serializers.IntegerField()
    team_side = serializers.IntegerField()
    extra = serializers.BooleanField()
    cube = serializers.IntegerField()
    owner = serializers.CharField(allow_null=True, help_text="box or team; null: in the middle.")
    pending = serializers.CharField(allow_null=True, help_text="offer, beaver or raccoon while it waits for an answer.")
    points = _number(help_text="What the side of the box won; null while it is open.")
    ended = serializers.CharField(allow_null=True, help_text="played, passed, settled or resigned")


class RunningOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    contracts = ContractOut(many=True)
    actions = serializers.ListField(child=serializers.DictField(), help_text="As in a file, people by number.")


class OfferOut(serializers.Serializer[Any]):
    do = serializers.CharField()
    side = serializers.CharField(allow_null=True, help_text="Who acts: box or team.")
    who = _numbers(help_text="From whom to choose.")
    all = serializers.BooleanField(help_text="No choice: it is for all of them.")
    answers = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    pairs = serializers.ListField(child=serializers.ListField(child=_number()))
    sides = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField())


class AnnouncementOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    box = serializers.IntegerField()
    captain = serializers.IntegerField()
    partner = _number()
    box_is_new = serializers.BooleanField()
    captain_is_new = serializers.BooleanField()


class TablePaymentOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    payee = serializers.IntegerField()
    amount = serializers.IntegerField()


class SettlementOut(serializers.Serializer[Any]):
    payments = TablePaymentOut(many=True)
    fewest = serializers.BooleanField(help_text="False: the largest first, among more than 15 people.")


class ChouetteOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    opened_by = _number()
    version = serializers.IntegerField(help_text="How many entries there are: send it back as If-Match.")
    closed = serializers.BooleanField()
    into = _number(help_text="The session that its people went to.")
    unit = serializers.IntegerField(help_text="What money is rounded to, in minor units.")
    options = serializers.DictField()
    people = TablePersonOut(many=True)
    box = serializers.IntegerField()
    partner = _number()
    captain = _number()
    acting = _number(help_text="The captain, or the highest member who is still in.")
    crew = _numbers(help_text="In order.")
    running = RunningOut(allow_null=True)
    games = serializers.IntegerField(help_text="How many are finished.")
    possible = OfferOut(many=True)
    next = AnnouncementOut(allow_null=True, help_text="Who plays the next game.")
    settlement = SettlementOut()
    can_undo = serializers.BooleanField()
    can_undo_game = serializers.BooleanField()
    should_split = serializers.BooleanField()
    possible_partner = _number()
    over_limit = _numbers(help_text="Who has lost what the club allows.")
    start_refused = serializers.CharField(allow_null=True, help_text="The code of why no next game can begin.")


class OrderOut(serializers.Serializer[Any]):
    box = serializers.IntegerField()
    team = _numbers()
    partner = _number()


class PostingOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    payee = serializers.IntegerField()
    points = serializers.IntegerField()


class PlayedGameOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    box = serializers.IntegerField()
    team = _numbers()
    partner = _number()
    actions = serializers.ListField(child=serializers.DictField())
    contracts = ContractOut(many=True)
    postings = PostingOut(many=True)
    points = _points(help_text="Of those present.")
    totals = _points(help_text="Of everybody, after this game.")
    next = OrderOut()


class PaidOut(TablePaymentOut):
    turn = serializers.IntegerField()
    undone = serializers.BooleanField()


class SheetPersonOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    total = serializers.IntegerField()
    balance = serializers.IntegerField()


class SheetOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    version = serializers.IntegerField()
    closed = serializers.BooleanField()
    options = serializers.DictField()
    people = SheetPersonOut(many=True)
    games = PlayedGameOut(many=True)
    payments = PaidOut(many=True)
    settlement = SettlementOut()


class ChouetteLineOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    closed = serializers.BooleanField()
    people = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField(), help_text="Empty where they are not shown.")


class EntryRowOut(serializers.Serializer[Any]):
    turn = serializers.IntegerField()
    kind = serializers.CharField()
    body = serializers.DictField()


class ChouetteSplitOut(serializers.Serializer[Any]):
    old = ChouetteOut()
    new = ChouetteOut()


class ChangedGameOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)


class MovedTotalOut(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class CorrectionPreviewOut(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    digest = serializers.CharField(help_text="Accept with this.")
    changes = ChangedGameOut(many=True)
    totals = MovedTotalOut(many=True)
    refused = serializers.CharField(allow_null=True, help_text="The code of why a later game could not be replayed.")
    refused_game = _number()


class HouseRulesOut(serializers.Serializer[Any]):
    turn = serializers.IntegerField(help_text="Send it back as If-Match.")
    shown = serializers.CharField()
    options = serializers.DictField()
    in_books = serializers.BooleanField()
    money = serializers.BooleanField(help_text="Whether an owner allowed money.")
    notice = serializers.IntegerField(help_text="The number of the present legal notice.")


class MoneyAllowedOut(serializers.Serializer[Any]):
    money = serializers.BooleanField()


class TableLinksOut(serializers.Serializer[Any]):
    chouette = serializers.IntegerField()
    write = serializers.CharField(required=False, help_text="For the phone on the table; for those who may write.")
    follow = serializers.CharField(help_text="For everybody who follows.")
