"""Read and write SGF as GNU Backgammon stores matches in it: FF[4] GM[6], one game tree for each game.

Points are letters: ``a`` is White's 1 point … ``x`` White's 24 point, ``y`` the bar, ``z`` off. White is the player
named first. Hits are not marked and rows not numbered: both follow from the actions. Only the main line is read.

Source: red-bean.com, "SGF for backgammon"; docs/rules/files.md#sgf.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.errors import RuleBroken
from rules.files.choice import chosen
from rules.files.limits import MOST_ROWS, check_games, match_length, number
from rules.files.rows import numbered
from rules.game.board import FULL, Position
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.points import BAR, OFF, SIZE
from rules.rulesets import named_rulesets

type Node = dict[str, list[str]]

# Possessive, so that no text makes them backtrack.
_VALUE = re.compile(r"\[((?:[^\\\]]++|\\.)*+)\]", re.DOTALL)
_PROPERTY = re.compile(r"\s*+([A-Z]++)((?:\s*+" + _VALUE.pattern + r")++)", re.DOTALL | re.ASCII)
_COLOURS = "WB"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WORDS = {"double": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP, "resign": Kind.RESIGN}
_RESIGN = re.compile(r"resign(?::[123])?", re.ASCII)
_TAGS = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Place", "GC": "Comment", "AN": "Annotator"}


def read_sgf(text: str) -> MatchRecord:
    """Read the only match of a file.

    Raises RuleBroken ``file.two_matches`` for more, and as ``sgf_matches`` does.
    """
    return chosen(sgf_matches(text))


def sgf_matches(text: str) -> tuple[MatchRecord, ...]:
    """Read the main line of every game of every match. Other players, another length or a game 0 begin another match.

    Raises RuleBroken ``sgf.text`` (with where), ``sgf.game`` (not backgammon), ``file.games``, ``file.rows``,
    ``length.range``, ``number.range``.
    """
    matches: list[tuple[_Root, list[GameRecord]]] = []
    for nodes in _trees(text):
        root = _Root.read(nodes[0])
        if not matches or root.begins_after(matches[-1][0]):
            matches.append((root, []))
        first, games = matches[-1]
        check_games(len(games) + 1, first.length)
        games.append(_game(root, nodes))
    if not matches:
        raise RuleBroken("file.no_game", length=0)
    return tuple(_match(first, games) for first, games in matches)


def _match(first: "_Root", games: list[GameRecord]) -> MatchRecord:
    return MatchRecord(
        length=first.length,
        players=first.players,
        games=tuple(games),
        tags=tuple(first.tags),
        form="sgf",
        crawford=first.length > 0 and "Crawford" in first.rules if first.length else None,
        jacoby="Jacoby" in first.rules if not first.length else None,
        variation=next((rule for rule in first.rules if rule.lower().startswith(("nack", "hyper"))), None),
    )


def _trees(text: str) -> Iterator[list[Node]]:
    """Yield the nodes of the main line of each game tree, in time linear in the length of the text."""
    depth, closed = 0, False
    nodes: list[Node] = []
    at, end = 0, len(text)
    while at < end:
        letter = text[at]
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            closed = True
            if depth < 0:
                raise RuleBroken("sgf.text", at=at)
            if depth == 0:
                if nodes:
                    yield nodes
                nodes, closed = [], False
        elif letter == ";" and depth:
            node, at = _node(text, at + 1)
            if not closed:
                nodes.append(node)
            if len(nodes) > 2 * MOST_ROWS:
                raise RuleBroken("file.rows", most=MOST_ROWS, game=None)
            continue
        elif not letter.isspace():
            raise RuleBroken("sgf.text", at=at)
        at += 1
    if depth:
        raise RuleBroken("sgf.text", at=end, open=depth)


def _node(text: str, at: int) -> tuple[Node, int]:
    """Return the properties from ``at`` on, and where they end."""
    node: Node = {}
    while match := _PROPERTY.match(text, at):
        values = [value[1] for value in _VALUE.finditer(text, match.start(2), match.end())]
        node[match[1]] = [value.replace("\\]", "]").replace("\\\\", "\\") for value in values]
        at = match.end()
    return node, at


@dataclass(slots=True)
class _Root:
    """The content of the first node of a game."""

    length: int
    number: int
    score: tuple[int, int]
    players: tuple[str, str]
    rules: list[str]
    is_first: bool  # calls itself the first game
    tags: list[tuple[str, str]] = field(default_factory=list)
    result: Result | None = None

    @classmethod
    def read(cls, node: Node) -> "_Root":
        if node.get("GM", ["6"]) != ["6"]:
            raise RuleBroken("sgf.game", got=node["GM"][0][:20])
        match = dict(value.split(":", 1) for value in node.get("MI", []) if ":" in value)
        rules = [rule for value in node.get("RU", []) for rule in value.split(":")]
        return cls(
            length=match_length(_digits(match.get("length", "0"))),
            number=number(_digits(match.get("game", "0"))) + 1,
            score=(number(_digits(match.get("ws", "0"))), number(_digits(match.get("bs", "0")))),
            players=(node.get("PW", [""])[0], node.get("PB", [""])[0]),
            rules=rules,
            is_first=match.get("game") == "0",
            tags=[(name, node[key][0]) for key, name in _TAGS.items() if key in node],
            result=_result(node.get("RE", [""])[0]),
        )

    def begins_after(self, first: "_Root") -> bool:
        """Whether this game begins another match than the one with that first game."""
        other = self.players != first.players or self.length != first.length
        return other or (self.is_first and self.score == (0, 0))


def _digits(text: str) -> str:
    if not text.isdecimal() or not text.isascii():
        raise RuleBroken("number.range", got=text[:24])
    return text


def _result(text: str) -> Result | None:
    """Read ``W+6`` or ``B+2R``; any other text is no result."""
    colour, plus, points = text.rstrip("R").partition("+")
    if not plus or colour not in _COLOURS or not points.isdecimal():
        return None
    return Result(_COLOURS.index(colour), number(points))


def _game(root: _Root, nodes: list[Node]) -> GameRecord:
    actions: list[Action] = []
    start_cube = 1
    for node in nodes:
        if "CV" in node:
            start_cube = number(_digits(node["CV"][0]))
        if "AE" in node or "AW" in node or "AB" in node:
            actions.append(Action(0, Kind.POSITION, position=_position(node)))
        for side, colour in enumerate(_COLOURS):
            if colour in node:
                actions.append(_action(side, node[colour][0]))
    return GameRecord(
        number=root.number,
        score=root.score,
        actions=tuple(numbered(_with_beavers(actions))),
        result=root.result,
        crawford=True if "CrawfordGame" in root.rules else None,
        start_cube=start_cube,
    )


def _with_beavers(actions: list[Action]) -> Iterator[Action]:
    """Yield the actions with beavers as printed matches have them.

    SGF writes a beaver as a double in answer to a double, and a take when it is accepted. A printed match names the
    beaver and leaves that take out.
    """
    doubler: int | None = None
    beavered = False
    for action in actions:
        if action.kind is Kind.DOUBLE and doubler not in (None, action.side):
            doubler, beavered = action.side, True
            yield action._replace(kind=Kind.BEAVER)
            continue
        if action.kind is Kind.DOUBLE:
            doubler = action.side
        elif action.kind is Kind.TAKE and beavered:
            doubler, beavered = None, False
            continue
        else:
            doubler, beavered = None, False
        yield action


def _action(side: int, text: str) -> Action:
    if text in _WORDS or _RESIGN.fullmatch(text):
        return Action(side, _WORDS.get(text, Kind.RESIGN))
    dice, letters = text[:2], text[2:]
    if not (dice.isascii() and dice.isdecimal() and len(dice) == 2) or len(letters) % 2 or len(letters) > 16:
        raise RuleBroken("sgf.move", got=text[:30])
    if not set(letters) <= set(_LETTERS):
        raise RuleBroken("sgf.move", got=text[:30])
    pairs = zip(letters[::2], letters[1::2], strict=True)
    play = " ".join(f"{_number(src, side)}/{_number(dst, side)}" for src, dst in pairs)
    return Action(side, Kind.PLAY, dice=(int(dice[0]), int(dice[1])), play=play)


def _number(letter: str, side: int) -> int:
    """Return the side's own number of a point that is written as a letter."""
    place = _LETTERS.index(letter) + 1
    if place >= BAR:
        return BAR if place == BAR else OFF
    return place if side == 0 else 25 - place


def _letter(point: int, side: int) -> str:
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return _LETTERS[(point if side == 0 else 25 - point) - 1]


def _position(node: Node) -> Position:
    """Return a position that was set up, as White sees it."""
    sides = []
    for side, key in enumerate(("AW", "AB")):
        counts = [0] * SIZE
        for letter in node.get(key, []):
            if len(letter) != 1 or letter not in _LETTERS:
                raise RuleBroken("sgf.move", got=letter[:30])
            counts[_number(letter, side)] += 1
        if sum(counts[1:]) > FULL:
            raise RuleBroken("position.crowded", expected=FULL, got=sum(counts[1:]))
        counts[OFF] = FULL - sum(counts[1:])
        sides.append(tuple(counts))
    return Position(sides[0], sides[1])


def write_sgf(match: MatchRecord) -> str:
    """Return the text of a match as SGF.

    Raises RuleBroken ``file.cannot_say`` for a position that was set up or a turn without a roll, and as ``read_play``
    does for a play that cannot be read.
    """
    if not all(game.is_classic for game in named_rulesets(match.variation)):
        raise RuleBroken("file.cannot_say", form="sgf", variation=match.variation)
    return "".join(_write_game(match, game, index) for index, game in enumerate(match.games))


def _write_game(match: MatchRecord, game: GameRecord, index: int) -> str:
    score = game.score or (0, 0)
    root = ["FF[4]GM[6]CA[UTF-8]AP[Barpoint]"]
    root.append(f"MI[length:{match.length}][game:{(game.number or index + 1) - 1}][ws:{score[0]}][bs:{score[1]}]")
    root += [f"{key}[{_escape(name)}]" for key, name in zip(("PW", "PB"), match.players, strict=True)]
    tags = dict(match.tags)
    if index == 0:
        root += [f"{key}[{_escape(tags[name])}]" for key, name in _TAGS.items() if name in tags]
    if match.length and match.crawford is not False:
        root.append("RU[Crawford:CrawfordGame]" if game.crawford else "RU[Crawford]")
    elif match.jacoby:
        root.append("RU[Jacoby]")
    if match.variation and match.variation.lower().startswith(("nack", "hyper")):
        root.append(f"RU[{_escape(match.variation)}]")
    if game.start_cube > 1:
        root.append(f"CV[{game.start_cube}]")
    if game.result and game.result.winner is None:
        raise RuleBroken("file.cannot_say", form="sgf", kind="draw")
    if game.result and game.result.winner is not None:
        resigned = "R" * _is_resigned(game, game.result.winner, named_rulesets(match.variation)[0].checkers)
        root.append(f"RE[{_COLOURS[game.result.winner]}+{game.result.points}{resigned}]")
    moves = "".join(f"\n;{_COLOURS[action.side]}[{_write_action(action)}]" for action in _with_takes(game))
    return f"(;{''.join(root)}{moves})\n"


def _with_takes(game: GameRecord) -> Iterator[Action]:
    """Yield the actions with the take that accepts a beaver, which printed matches leave out."""
    beaver: Action | None = None
    for action in game.actions:
        if beaver and action.kind is Kind.PLAY:
            yield Action(1 - beaver.side, Kind.TAKE)
        beaver = action if action.kind is Kind.BEAVER else None
        yield action


def _is_resigned(game: GameRecord, winner: int, checkers: int) -> bool:
    """Whether a game with a winner ended by a resignation: neither by a drop nor by bearing off the last checker."""
    if game.actions and game.actions[-1].kind is Kind.DROP:
        return False
    off = 0
    for action in game.actions:
        if action.position:
            board = action.position if action.side == winner else action.position.swapped()
            off = board.player[OFF]
        elif action.side == winner and action.kind is Kind.PLAY:
            off += sum(hop.dst == OFF for hop in read_play(action.play).hops)
    return off < checkers


def _write_action(action: Action) -> str:
    if action.kind is Kind.BEAVER:
        return "double"
    if action.kind is not Kind.PLAY:
        word = next((word for word, kind in _WORDS.items() if kind is action.kind), None)
        if word is None:
            raise RuleBroken("file.cannot_say", form="sgf", kind=action.kind)
        return word
    if action.dice is None:
        raise RuleBroken("file.cannot_say", form="sgf", kind=action.kind)
    hops = read_play(action.play).hops
    letters = "".join(_letter(hop.src, action.side) + _letter(hop.dst, action.side) for hop in hops)
    return f"{action.dice[0]}{action.dice[1]}{letters}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
