"""The words of the phone on the table of a chouette: names stand as %(names)s until the phone puts them in."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.words.chouettes import REFUSALS
from clubs.words.refusals import speak


def table_words() -> dict[str, str]:
    """Return the words of the phone on the table, in the active language."""
    return _people() | _cubes() | _answers() | _ends() | _between() | _panels() | _sending()


def refusal_words() -> dict[str, str]:
    """Return why something is not possible at the table, by code."""
    return {code: _(text) for code, text in REFUSALS.items() if code.startswith("chouette.")}


def speak_at_the_table(code: str, facts: Mapping[str, Any]) -> str:
    """Put a refusal into words, for one of several phones that write at a table."""
    return _("Another phone wrote first.") if code == "stale" else speak(code, facts)


def _people() -> dict[str, str]:
    return {
        "and": _("%(first)s and %(last)s"),
        "box": _("Box"),
        "boxRole": _("box"),
        "captainTitle": _("Captain"),
        "boxAndPartner": _("Box and partner"),
        "partner": _("partner"),
        "captain": _("captain"),
        "last": _("last"),
        "toTheEnd": _("to the end"),
        "ranks": _("second third fourth fifth sixth seventh eighth ninth tenth"),
        "actingCaptain": _("acting captain"),
        "nowCaptain": _("now captain"),
        "away": _("away, %(who)s decides"),
        "crew": _("Crew"),
        "crewName": _("The crew"),
        "crewOf": _("%(who)s’s crew"),
        "member": _("the member"),
        "others": _("others"),
        "each": _("each"),
        "all": _("all"),
    }


def _cubes() -> dict[str, str]:
    return {
        "cubeOf": _("%(who)s’s cube"),
        "boxsCube": _("the box has the cube"),
        "theirCube": _("their cube"),
        "centred": _("cube in the middle"),
        "totalHead": _("total"),
        "out": _("out"),
        "double": _("Double"),
        "doublesTo": _("%(who)s doubles to %(to)s"),
        "doublesSome": _("%(who)s doubles …"),
        "boxDoublesAll": _("%(box)s doubles all to %(to)s"),
        "boxDoubles": _("%(box)s doubles %(names)s to %(to)s"),
        "crewDoubles": _("%(captain)s doubles to %(to)s"),
        "allDouble": _("All double to %(to)s"),
        "someDouble": _("%(names)s double to %(to)s"),
        "beavered": _("Beavered to %(to)s"),
        "raccooned": _("Raccooned to %(to)s"),
        "offer": _("Offer"),
        "doubles": _("Doubles"),
        "boxDoublesThem": _("%(box)s doubles %(names)s"),
        "theyDouble": _("%(names)s double"),
    }


def _answers() -> dict[str, str]:
    return {
        "take": _("Take"),
        "pass": _("Pass"),
        "beaver": _("Beaver"),
        "accept": _("Accept"),
        "raccoon": _("Raccoon"),
        "allTake": _("All take"),
        "missing": _("%(who)s has not answered"),
        "one_take": _("%(names)s takes"),
        "many_take": _("%(names)s take"),
        "one_pass": _("%(names)s passes"),
        "many_pass": _("%(names)s pass"),
        "one_beaver": _("%(names)s beavers"),
        "many_beaver": _("%(names)s beaver"),
        "one_accept": _("%(names)s accepts"),
        "many_accept": _("%(names)s accept"),
        "one_raccoon": _("%(names)s raccoons"),
        "many_raccoon": _("%(names)s raccoon"),
        "box_take": _("takes %(names)s"),
        "box_pass": _("passes %(names)s"),
        "box_beaver": _("beavers %(names)s"),
        "box_accept": _("accepts %(names)s"),
        "box_raccoon": _("raccoons %(names)s"),
        "everybodyPasses": _("everybody passes"),
    }


def _ends() -> dict[str, str]:
    return {
        "gameNumber": _("Game %(n)s"),
        "whoWon": _("who won?"),
        "oneRoll": _("1 equal opening roll"),
        "manyRolls": _("%(n)s equal opening rolls"),
        "single": _("Single"),
        "gammon": _("Gammon"),
        "backgammon": _("Backgammon"),
        "nobodyWon": _("Choose who won"),
        "writeIt": _("Write it: %(what)s"),
        "notPossible": _("Not possible like this"),
        "notNow": _("This is not possible now."),
        "then": _("%(box)s %(points)s. Then %(next)s is box, %(captain)s captain."),
        "pays": _("%(names)s pays %(payee)s %(points)s."),
        "paysEach": _("%(names)s pays %(payee)s %(points)s each."),
        "payEach": _("%(names)s pay %(payee)s %(points)s each."),
        "playsOn": _("%(who)s plays on as captain."),
        "settledForNothing": _("%(a)s and %(b)s settle for nothing"),
        "resigns_single": _("%(a)s resigns a single to %(b)s"),
        "resigns_gammon": _("%(a)s resigns a gammon to %(b)s"),
        "resigns_backgammon": _("%(a)s resigns a backgammon to %(b)s"),
        "payer": _("Paid by"),
        "points": _("Points"),
        "whoResigns": _("Resigned by"),
        "kind": _("At the level of"),
    }


def _between() -> dict[str, str]:
    return {
        "gameIsNext": _("game %(n)s is next"),
        "announce": _("Game %(n)s: %(box)s is box, %(captain)s captain"),
        "newBox": _("New box"),
        "boxStays": _("Box stays"),
        "newCaptain": _("New captain"),
        "captainStays": _("Captain stays"),
        "inThisOrder": _("In this order"),
        "undoResult": _("Undo the result"),
        "undoGame": _("Undo game %(n)s"),
        "undoLast": _("Undo the last entry"),
        "won_single": _("Game %(n)s: %(who)s won a single"),
        "won_gammon": _("Game %(n)s: %(who)s won a gammon"),
        "won_backgammon": _("Game %(n)s: %(who)s won a backgammon"),
        "wonByPass": _("Game %(n)s: %(who)s won by a pass"),
        "endedSettled": _("Game %(n)s: settled"),
        "houseRules": _("House rules"),
        "startGame": _("Start game %(n)s"),
        "firstGame": _("The first in line is box, the next captain."),
        "whyNewBox": _("%(box)s beat the box, so %(old)s goes to the end."),
        "whyPassed": _("%(captain)s passed as captain and goes to the end."),
        "whyStays": _("%(box)s won, so %(captain)s goes to the end."),
        "splitNow": _("%(n)s at the table. Split into two?"),
        "closeNow": _("Close the chouette"),
        "closed": _("This chouette is closed."),
        "closedShort": _("closed"),
    }


def _panels() -> dict[str, str]:
    return {
        "back": _("Back"),
        "name": pgettext("of a person", "Name"),
        "typeName": _("Type a name"),
        "typeNumber": _("Type a number"),
        "here": _("Checked in tonight"),
        "chooseAll": _("All"),
        "chooseSome": _("Choose at least one"),
        "sitsBehind": _("%(who)s sits behind %(before)s"),
        "leavesWith": _("%(who)s leaves with %(points)s"),
        "proxyFor": _("%(who)s: %(proxy)s decides"),
        "extraAgainst": _("%(holder)s against %(against)s"),
        "equalRolls": _("Equal opening rolls"),
        "cubeBetween": _("Cube between"),
        "cubeOfWhom": _("Cube of"),
        "panel_box_doubles": _("Whom does the box double?"),
        "panel_team_doubles": _("Who doubles?"),
        "panel_ties": _("Equal opening rolls"),
        "panel_refuse_opening": _("Refuse the first roll"),
        "panel_settle": _("Settle a cube"),
        "panel_extra": _("Take an extra"),
        "panel_resign": _("Resign one cube"),
        "panel_sit_out": _("Sit out"),
        "panel_come_back": _("Come back"),
        "panel_leave": _("Leave"),
        "panel_take_partner": _("A partner for the box"),
        "panel_join": _("Join"),
        "open_ties": _("Equal opening rolls"),
        "open_refuse_opening": _("Refuse the first roll"),
        "open_settle": _("Settle a cube"),
        "open_extra": _("Take an extra"),
        "open_resign": _("Resign one cube"),
        "open_sit_out": _("Sit out"),
        "open_come_back": _("Come back"),
        "open_leave": _("Leave"),
        "open_take_partner": _("Take a partner"),
        "open_join": _("Join"),
    }


def _sending() -> dict[str, str]:
    return {
        "keptOne": _("Kept on this phone. 1 record to send."),
        "keptMany": _("Kept on this phone. %(n)s records to send."),
        "unstored": _("This phone can store nothing. Leave this page open until everything is sent."),
        "conflict": _("Not written: %(message)s This is the table as it is now."),
        "close": _("Close"),
        "write": _("Write it"),
        "decides": _("Decides for them"),
        "placeTable": _("Table"),
        "placeSheet": _("Sheet"),
        "placeFollow": _("Follow"),
    }
