"""Random actions of a chouette, and whether the offers have them: with every duty written a second time."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from rules.chouette.actions import (
    Action,
    Answer,
    Answered,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    ComeBack,
    Join,
    Leave,
    RaccoonAnswers,
    RefuseOpening,
    Resign,
    Settle,
    Side,
    SitOut,
    Start,
    TakeExtra,
    TakePartner,
    TeamAnswers,
    TeamDoubles,
    Ties,
    Win,
    WinGame,
)
from rules.chouette.offers import Do, Offer, offers
from rules.chouette.options import (
    BeaverDecline,
    BoxDuty,
    CaptainDropWinner,
    CounterDouble,
    Cubes,
    Extras,
    JoinPosition,
    OpeningRefusal,
    Options,
)
from rules.chouette.presets import HOUSE_RULES
from rules.chouette.table import Game, Table

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan"]
KINDS: dict[Do, type[BoxAnswers | TeamAnswers | BeaverAnswers | RaccoonAnswers]] = {
    Do.BOX_ANSWERS: BoxAnswers,
    Do.TEAM_ANSWERS: TeamAnswers,
    Do.BEAVER_ANSWERS: BeaverAnswers,
    Do.RACCOON_ANSWERS: RaccoonAnswers,
}
DOS: dict[type, Do] = {
    Leave: Do.LEAVE, SitOut: Do.SIT_OUT, ComeBack: Do.COME_BACK, TakePartner: Do.TAKE_PARTNER, Start: Do.START,
    Ties: Do.TIES, RefuseOpening: Do.REFUSE_OPENING, TakeExtra: Do.EXTRA, Resign: Do.RESIGN, WinGame: Do.WIN,
}  # fmt: skip


def random_options(rng: Random) -> Options:
    """Return a preset, or any options that do not contradict each other."""
    if rng.random() < 0.25:
        return rng.choice(list(HOUSE_RULES.values()))
    cubes, counter = rng.choice(list(Cubes)), rng.choice(list(CounterDouble))

    def flip() -> bool:
        return rng.random() < 0.4

    return Options(
        cubes=cubes,
        jacoby=flip(),
        counter_double=counter,
        beaver_decline=rng.choice(list(BeaverDecline)),
        auto_limit=rng.choice([0, 0, 1, 3]),
        opening_refusal=OpeningRefusal.OFF if cubes is Cubes.MULTI else rng.choice(list(OpeningRefusal)),
        max_doublings=rng.choice([None, None, 1, 2, 4]),
        captain_drop_winner=rng.choice(list(CaptainDropWinner)),
        lone_taker_must_beaver=counter is not CounterDouble.NONE and flip(),
        extras=rng.choice(list(Extras)),
        settlements=flip(),
        join_position=rng.choice(list(JoinPosition)),
        box_must_take_captain=flip(),
        box_duty=rng.choice(list(BoxDuty)),
        both_or_none=flip(),
        la_rules=flip(),
        box_partner_from=rng.choice([None, None, 4, 6]),
    )


def some(rng: Random, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rng.sample(names, rng.randint(1, len(names)))) if names else ()


def random_choice(rng: Random, table: Table, offer: Offer) -> Action:
    """Return an action of an offer with random choices, which need not fulfil the duties."""
    pair = rng.choice(offer.pairs) if offer.pairs else ("", None)
    who = rng.choice(offer.who) if offer.who else rng.choice([*NAMES, "Kim", "Lou"])
    side, kind = rng.choice(offer.sides or tuple(Side)), rng.choice(offer.kinds or tuple(Win))
    if offer.do in KINDS:
        answers = tuple((each, rng.choice(possible)) for each, possible in offer.answers)
        kinds = KINDS[offer.do]
        return kinds(answer=answers[0][1]) if offer.is_all else kinds(answers)
    plain: dict[Do, Action] = {
        Do.JOIN: Join(who), Do.LEAVE: Leave(who), Do.SIT_OUT: SitOut(pair[0], pair[1]), Do.COME_BACK: ComeBack(who),
        Do.TAKE_PARTNER: TakePartner(who), Do.START: Start(), Do.TIES: Ties(rng.randint(1, 4)),
        Do.REFUSE_OPENING: RefuseOpening(side), Do.RESIGN: Resign(who, side, kind), Do.WIN: WinGame(side, kind),
        Do.TEAM_DOUBLES: TeamDoubles(() if offer.is_all else some(rng, offer.who)),
        Do.BOX_DOUBLES: BoxDoubles(() if offer.is_all else some(rng, offer.who)),
        Do.SETTLE: Settle(pair[0], pair[1] or "", rng.choice(pair), rng.randint(0, 5)),
        Do.EXTRA: TakeExtra(pair[0], pair[1] or ""),
    }  # fmt: skip
    return plain[offer.do]


def any_action(rng: Random, table: Table) -> Action:
    """Return an action that may make no sense now."""
    people = (*table.order.people, "Kim")
    one, two = rng.choice(people), rng.choice(people)
    waiting = table.game.waiting if table.game else table.order.team
    several = some(rng, waiting or people) if rng.random() < 0.5 else waiting or people[1:3]
    answers = tuple((who, rng.choice(list(Answer))) for who in several)
    kind = rng.choice(list(KINDS.values()))
    rows: list[Action] = [
        Join(one), Leave(one), ComeBack(one), TakePartner(one), SitOut(one, two), Start(), Ties(2),
        RefuseOpening(rng.choice(list(Side))), TeamDoubles(), TeamDoubles(some(rng, people)),
        BoxDoubles(), BoxDoubles(some(rng, people)), kind(answers), kind(answer=rng.choice(list(Answer))),
        kind(answers), Settle(one, two, rng.choice(people), 1), TakeExtra(one, two),
        Resign(one, rng.choice(list(Side))), WinGame(rng.choice(list(Side))),
    ]  # fmt: skip
    return rng.choice(rows)


def is_offered(table: Table, action: Action) -> bool:
    """Whether the offers have this action, and its choices fulfil the duties of the house."""
    by_do = {offer.do: offer for offer in offers(table)}
    for do, offer in by_do.items():
        if do in KINDS and isinstance(action, KINDS[do]):
            return table.game is not None and _has_answers(table, table.game, offer, action)
    if isinstance(action, TeamDoubles | BoxDoubles):
        return table.game is not None and _has_doubles(table, table.game, by_do, action)
    if isinstance(action, Settle):
        return _has_settlement(by_do.get(Do.SETTLE), action)
    if isinstance(action, Join):
        return Do.JOIN in by_do and action.who not in table.order.people
    own = DOS.get(type(action))
    return own is not None and own in by_do and _has_choice(by_do[own], action)


def _has_choice(offer: Offer, action: Action) -> bool:
    match action:
        case Leave(who) | ComeBack(who) | TakePartner(who) | Resign(who):
            return who in offer.who
        case SitOut(first, second) | TakeExtra(first, second):
            return (first, second) in offer.pairs
        case RefuseOpening(side):
            return side in offer.sides
        case _:
            return True


def _has_settlement(offer: Offer | None, action: Settle) -> bool:
    pair = (action.first, action.second)
    is_payer = action.pays in pair or (action.pays is None and not action.points)
    return offer is not None and is_payer and (pair in offer.pairs or pair[::-1] in offer.pairs)


def _has_doubles(table: Table, game: Game, by_do: Mapping[Do, Offer], action: TeamDoubles | BoxDoubles) -> bool:
    offer = by_do.get(Do.TEAM_DOUBLES if isinstance(action, TeamDoubles) else Do.BOX_DOUBLES)
    chosen = action.by if isinstance(action, TeamDoubles) else action.to
    if offer is None:
        return False
    if offer.is_all:
        return chosen == () or Counter(chosen) == Counter([game.acting] if offer.side is Side.TEAM else offer.who)
    if not chosen or Counter(chosen) - Counter(offer.who):
        return False
    is_skipped = game.acting in offer.who and game.acting not in chosen
    levels = {game.main(who).value for who in chosen}
    is_captain_due = table.options.la_rules and offer.side is Side.BOX and is_skipped
    return not (is_captain_due and game.main(game.acting or "").value in levels)


def _has_answers(table: Table, game: Game, offer: Offer, action: Answered) -> bool:
    possible, given = dict(offer.answers), dict(action.answers)
    if action.answer is not None:
        if given or not (offer.is_all or len(possible) == 1):
            return False
        given = dict.fromkeys(possible, action.answer)
    elif offer.is_all:
        if game.acting not in given or len(set(given.values())) > 1 or not set(given) <= set(possible):
            return False
        given = dict.fromkeys(possible, given[game.acting])
    if set(given) != set(possible) or any(answer not in possible[who] for who, answer in given.items()):
        return False
    if offer.do is Do.TEAM_ANSWERS:
        return _crew_may(table.options, game, possible, given)
    return offer.do is not Do.BOX_ANSWERS or _box_may(table.options, game, given)


def _crew_may(
    options: Options, game: Game, possible: Mapping[str, tuple[Answer, ...]], given: Mapping[str, Answer]
) -> bool:
    takers = [who for who in game.line if given.get(who) in (Answer.TAKE, Answer.BEAVER)]
    if not options.is_multi and any(given[who] is Answer.BEAVER for who in takers[1:]):
        return False
    is_lone = len(takers) == 1 and len(game.offered) > 1 and len(given) == len(game.offered)
    must = is_lone and options.lone_taker_must_beaver and Answer.BEAVER in possible[takers[0]]
    return not must or given[takers[0]] is Answer.BEAVER


def _box_may(options: Options, game: Game, given: Mapping[str, Answer]) -> bool:
    fresh = [who for who in given if game.main(who).doublings == 0]
    passed = [who for who in fresh if given[who] is Answer.DROP]
    taken = len(fresh) - len(passed)
    if not options.is_multi or len(fresh) == 1 or not taken or not passed:
        return True
    if options.box_must_take_captain and game.acting in passed:
        return False
    if len(fresh) < len(game.team):
        return True
    is_half = options.box_duty is not BoxDuty.HALF or 2 * taken >= len(fresh)
    is_even = options.box_duty is not BoxDuty.BREAK_EVEN or 2 * taken >= len(passed)
    return is_half and is_even and not (options.both_or_none and len(fresh) == 2)
