"""The payments that `legal` lists are those of the brute-force oracle: every play that effects can tell apart once, at its least mana."""

import operator
from collections import Counter
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from simkit.core.cache import Layer
from simkit.core.events import WIDTH
from simkit.core.jit import compiled, int64s, int64s_2d, kernel, make_records, record, void
from simkit.core.subsets import subset_sums
from simkit.games.spellbloom import GAME
from simkit.games.spellbloom.encoding import PROVISION, REGION
from simkit.games.spellbloom.kernels import QUERIES
from simkit.games.spellbloom.names import DICE, EFFECTS, EMPTY, LEARN, REGIONS, SCENARIOS
from tests.games.playing import positions
from tests.games.spellbloom.position import Payment, Position, describe, find_spells, machine, spell_number
from tests.oracles import spellbloom_payments as oracle

_cost, _faces = kernel(QUERIES["payment_mana"]), kernel(QUERIES["payment_faces"])


def decode(config, s, actions, out):
    """Write mana and final faces of each payment."""
    for i in range(len(actions)):
        out[i, 0] = _cost(config, s, actions[i])
        out[i, 1] = _faces(config, s, actions[i])


def learn_sets(config, s, actions, kernels, out):
    """For every roll of six dice: by region, the sets of provision dice that `legal` lists, and how many payments."""
    reset, legal, apply, score, features, redeal, audit = kernels
    for roll in range(len(out)):
        rest = roll
        for die in range(6):
            s.die[0, die] = 1 + rest % 6
            rest //= 6
        n = legal(config, s, actions)
        for i in range(n):
            if actions[i] & 15 == 1:
                region = (actions[i] >> REGION) & 7
                out[roll, region] |= 1 << ((actions[i] >> PROVISION) & 63)
                out[roll, 6] += 1


def all_sums(out):
    """For every roll of six dice: the sets of dice by their sum."""
    for roll in range(len(out)):
        faces, rest = 0, roll
        for die in range(6):
            faces |= (1 + rest % 6) << (3 * die)
            rest //= 6
        subset_sums(faces, 63, 36, out[roll])


def _layer():
    return Layer("spellbloom.tests", (Path(__file__), *machine().layer.files))


@cache
def decoder():
    config, state = record(GAME.kernels.CONFIG), record(GAME.kernels.STATE)
    return compiled(decode, void(config, state, int64s, int64s_2d), _layer())


def rolls_and_sums(number):
    """Return all rolls, and the sum of each of the 64 sets of dice."""
    rolls = np.arange(number)
    faces = np.stack([1 + rolls // 6**die % 6 for die in range(6)], 1)
    masks = np.array([[mask >> die & 1 for die in range(6)] for mask in range(64)])
    return faces, faces @ masks.T


def test_subset_sums_of_every_roll(size):
    from numba import types

    number = size(46_656, 40)
    out = np.zeros((number, 48), np.uint64)
    compiled(all_sums, void(types.Array(types.uint64, 2, "C")), _layer())(out)
    _, sums = rolls_and_sums(number)
    for value in range(37):
        expected = ((sums == value).astype(np.uint64) << np.arange(64, dtype=np.uint64)).sum(1, dtype=np.uint64)
        assert (out[:, value] == expected).all(), value


@pytest.mark.parametrize("scenario", ["none", "dice"])
def test_every_roll_without_mana(scenario, size):
    """All 46,656 rolls: a region's payments are the sets of the other dice whose sum is the face of its die."""
    number = size(46_656, 40)
    p = Position(1, scenario=scenario).mana(0)
    p.dice(blue=1, white=1, green=1, yellow=1, red=1, black=1)
    out = np.zeros((number, 7), np.int64)
    config, state = record(GAME.kernels.CONFIG), record(GAME.kernels.STATE)
    run = compiled(learn_sets, void(config, state, int64s, machine().signatures.kernels, int64s_2d), _layer())
    run(p.config, p.s, p.buffer, machine().kernels, out)
    faces, sums = rolls_and_sums(number)
    least = 2 if scenario == "dice" else 1
    total = np.zeros(number, np.int64)
    for region in range(6):
        fits = sums == faces[:, region : region + 1]
        fits[:, [mask for mask in range(64) if mask >> region & 1 or mask.bit_count() < least]] = False
        expected = (fits.astype(np.uint64) << np.arange(64, dtype=np.uint64)).sum(1, dtype=np.uint64)
        assert (out[:, region].astype(np.uint64) == expected).all(), REGIONS[region]
        total += fits.sum(1)
    assert (out[:, 6] == total).all()


def as_problem(config, s) -> oracle.Problem:
    """Say a record in the oracle's words: the position of the seat to act."""
    seat, scenario = int(s["seat"]), SCENARIOS[int(config["scenario"])]

    def barred(card):
        return scenario == "spells" and s["grid_colour"][config["colour"][card]] > 0

    looks, change, any_region = [], {}, {}
    for slot in range(10):
        card = int(s["book"][seat, slot])
        if card == EMPTY or int(s["bottled"][seat]) >> slot & 1 or int(s["face_down"]) >> slot & 1 or barred(card):
            continue
        effect, what = EFFECTS[config["effect"][card]], int(config["what"][card])
        if effect == "change_die":
            change[slot] = DICE[what], int(config["amount"][card])
        elif effect == "any_region":
            any_region[slot] = DICE[what]
        else:
            looks.append((effect, what))
    by_region = {}
    for region in range(6):
        card = int(s["island"][region])
        if card == EMPTY or not can_place(config, s, seat, card, scenario):
            continue
        here = list(looks)
        if scenario != "mana" and not barred(card):
            here.append((EFFECTS[config["effect"][card]], int(config["what"][card])))
        by_region[REGIONS[region]] = oracle.Looks(
            *({what for effect, what in here if effect == name} for name in ("difficulty_points", "provision_points", "reroll_value"))
        )
    return oracle.Problem(
        {colour: int(s["die"][seat, i]) for i, colour in enumerate(DICE) if int(s["free"][seat]) >> i & 1},
        {colour: int(s["guide"][i]) for i, colour in enumerate(DICE) if int(s["guide_free"]) >> i & 1},
        int(s["mana"][seat]), int(s["supply"]), by_region, change, any_region, int(config["guide_cost"]), 2 if scenario == "dice" else 1,
        scenario == "guides", bool(config["guide_matches_itself"]), bool(config["provision_must_change"]), bool(config["provision_each"]),
    )  # fmt: skip


def can_place(config, s, seat, card, scenario):
    """The Bonuses: the middle slots take matching spells only."""
    empty = [slot for slot in range(10) if s["book"][seat, slot] == EMPTY]
    if scenario != "bonuses":
        return bool(empty)
    for slot in empty:
        kind, what = config["bonus_kind"][slot], config["bonus_what"][slot]
        if slot % 5 in (0, 4) or (kind == 1 and config["colour"][card] == what) or (kind == 2 and config["element"][card] == what):
            return True
    return False


def listed_payments(config, s, actions):
    """Return each listed payment with its mana, what effects see of it, and its action."""
    out = np.zeros((len(actions), 2), np.int64)
    decoder()(config, s, np.array(actions, np.int64), out)
    problem = as_problem(config, s)
    for action, (cost, finals) in zip(actions, out, strict=True):
        part = Payment(action)
        play = oracle.Play(part.region, part.difficulty, part.any_slot, part.guide, part.provision)
        face = [int(finals) >> 3 * die & 7 for die in range(7)]
        provision = {("own", colour): face[DICE.index(colour)] for colour in part.provision}
        if part.guide and part.difficulty != "guide":
            provision["guide", part.guide] = face[6]
        value = face[6] if part.difficulty == "guide" else face[DICE.index(part.difficulty)]
        taking_part = set(part.provision) | ({part.difficulty} - {"guide"})
        assert {DICE[die] for die in range(6) if face[die]} == taking_part, describe(action)
        assert all(1 <= f <= 6 for f in [*provision.values(), value]), describe(action)
        assert sum(provision.values()) == value, f"{describe(action)} ends on {face}"
        yield (play, part.change_slots), int(cost), oracle.what_is_seen(problem, play, provision, value), action


def goals(problem, play):
    """Return what a player may wish for: a difficulty value, and a provision value or a die to reroll; as predicates of what is seen."""
    looks = problem.looks[play.region]
    full = len(looks.provision) + len(looks.reroll) > 1 or (looks.provision and (problem.each or not problem.must_change))
    if full:
        return None
    values = [0, *looks.difficulty]
    wishes = [None, *(("provision", value) for value in looks.provision)]
    dice = [*play.provision, *([] if play.difficulty == "guide" else [play.difficulty])]
    wishes += [("reroll", (die, value)) for die in dice for value in looks.reroll]
    own = [] if play.difficulty == "guide" else [(play.difficulty, value) for value in looks.reroll]
    both = [(value, die, wish) for value in values for die in [None, *own] for wish in wishes]
    return [goal for goal in both if goal[1] is None or goal[2] is None or goal[2][0] == "reroll"]


def fulfils(seen, goal):
    """Whether what is seen fulfils a wish."""
    value, die, wish = goal
    if value and seen.difficulty != value:
        return False
    if die and die not in seen.reroll:
        return False
    if wish is None:
        return True
    return wish[1] in dict(seen.provision) if wish[0] == "provision" else wish[1] in seen.reroll


def compare(config, s, actions):
    """Compare the payments of one position; return how many there are."""
    problem = as_problem(config, s)
    expected = oracle.prices(problem)
    where = f"game {s['game']}, {problem}"
    listed = {}
    for key, cost, seen, action in listed_payments(config, s, actions):
        assert key in expected, f"{describe(action)} cannot be paid: {where}"
        assert cost == expected[key][seen], f"{describe(action)} costs {cost}, not {expected[key].get(seen)} for {seen}: {where}"
        listed.setdefault(key, []).append((cost, seen, action))
    for (play, slots), by_seen in expected.items():
        wishes = goals(problem, play)
        if wishes is None:
            wanted = [(lambda seen, one=one: seen == one) for one in by_seen]
            names = list(by_seen)
        else:
            wanted, names = [(lambda seen, goal=goal: fulfils(seen, goal)) for goal in wishes], wishes
        for wish, name in zip(wanted, names, strict=True):
            prices = [cost for seen, cost in by_seen.items() if wish(seen)]
            if not prices or is_dominated(expected, play, slots, wish, min(prices)):
                continue
            offered = [cost for cost, seen, _ in listed.get((play, slots), []) if wish(seen)]
            assert offered, f"{play} with spells {set(slots)} for {name} is not listed (costs {min(prices)}): {where}"
            assert min(offered) == min(prices), (
                f"{play} with spells {set(slots)} for {name} costs {min(offered)}, not {min(prices)}: {where}"
            )
    for (play, slots), found in listed.items():
        if not slots:
            continue
        enough = operator.eq if goals(problem, play) is None else covers
        for cost, seen, action in found:
            fewer = is_dominated(expected, play, slots, partial(enough, seen), cost)
            assert not fewer, f"{describe(action)}: fewer change-die spells do as well: {where}"
    return len(actions)


def covers(seen, other):
    """Whether `other` offers at least what `seen` offers."""
    mine = dict(other.provision)
    return other.difficulty == seen.difficulty and seen.reroll <= other.reroll and all(mine.get(v, 0) >= n for v, n in seen.provision)


def is_dominated(expected, play, slots, wish, cost):
    """Whether fewer change-die spells fulfil a wish at the same price (ruling SP-R37)."""
    return any(
        price <= cost and wish(seen)
        for fewer in map(frozenset, oracle.subsets(sorted(slots)))
        if fewer != slots
        for seen, price in expected.get((play, fewer), {}).items()
    )


def check_position(config, s):
    """Compare the payments that are legal in a record, if it is at the decision what to do."""
    buffer = np.zeros(GAME.most_actions, np.int64)
    n = machine().kernels[1](config, s, buffer)
    actions = [int(action) for action in buffer[:n] if action & 15 == LEARN]
    return compare(config, s, actions)


def check_once(config, s):
    """No two payments use the same dice and spells and leave the same faces."""
    buffer = np.zeros(GAME.most_actions, np.int64)
    n = machine().kernels[1](config, s, buffer)
    actions = [int(action) for action in buffer[:n] if action & 15 == LEARN]
    out = np.zeros((len(actions), 2), np.int64)
    decoder()(config, s, np.array(actions, np.int64), out)
    plays = Counter((repr(Payment(action)), int(cost), oct(finals)) for action, (cost, finals) in zip(actions, out, strict=True))
    repeated = [play for play, number in plays.items() if number > 1]
    assert not repeated, f"{len(repeated)} of {len(plays)} plays are listed more than once, such as {repeated[:3]}: {as_problem(config, s)}"


CHOOSE = 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_positions_of_random_play(scenario, size):
    config = GAME.config({"scenario": scenario, "total_mana": 60, "start_mana": 5})[0]
    games = size(60, 2)
    stops = np.random.default_rng(41).integers(0, 24, games)
    compared = 0
    for s in positions(GAME, config, 1, games, 42, stops):
        if s["over"] == 0 and s["phase"] == CHOOSE and s["mana"][0] <= 10:
            compared += check_position(config, s)
    assert compared > 10 or games < 10


def random_position(random, spells, looking=(), players=2, **rules):
    """Return a position with any dice, up to ten mana and some of these spells in the spellbook."""
    p = Position(players, game=int(random.integers(1000)), total_mana=90, **rules)
    for i, colour in enumerate(DICE):
        p.die(colour, int(random.integers(1, 7)), used=bool(random.random() < 0.25))
        p.s["guide"][i] = random.integers(1, 7)
    p.s["guide_free"] = int(random.integers(0, 64))
    p.mana(int(random.integers(0, 11)))
    for slot, name in zip(random.permutation(10), random.permutation(spells)[: random.integers(0, 4)], strict=False):
        p.book(int(slot), str(name))
    for region in REGIONS:  # no spell on the island looks at faces, unless wanted
        p.island(region, str(next(n for n in random.permutation(PLAIN) if available(p, n))))
    for region, name in zip(random.permutation(REGIONS), random.permutation(looking)[: random.integers(0, 3)], strict=False):
        if available(p, str(name)):
            p.island(str(region), str(name))
    return p


def available(p, name):
    """Whether a spell lies in the deck or on the island."""
    return spell_number(name) in p.s["deck"] or spell_number(name) in p.s["island"]


LOOKING = [n for effect in ("difficulty_points", "provision_points", "reroll_value") for n in find_spells(effect=effect)]
CHANGING, ANY = find_spells(effect="change_die"), find_spells(effect="any_region")
PLAIN = [
    n
    for effect in ("colour_total", "row_colour_total", "element_total", "element_pairs", "colour_points")
    for n in find_spells(effect=effect)
]
CASES = {
    "dice and mana": ([], [], {}),
    "the dice": ([], [], {"scenario": "dice"}),
    "the guides": ([], [], {"scenario": "guides"}),
    "the guides, strict": ([], [], {"scenario": "guides", "guide_matches_itself": False}),
    "free guide dice": ([], [], {"guide_cost": 0}),
    "dear guide dice": ([], [], {"guide_cost": 3}),
    "any region": (ANY, [], {}),
    "change die": (CHANGING, [], {}),
    "change die and any region": (CHANGING + ANY, [], {}),
    "change die in the guides": (CHANGING + ANY, [], {"scenario": "guides"}),
    "change die in the dice": (CHANGING, [], {"scenario": "dice"}),
    "change die and difficulty value": (CHANGING + find_spells(effect="difficulty_points"), [], {}),
    "difficulty value": (find_spells(effect="difficulty_points"), [], {}),
    "provision value": (find_spells(effect="provision_points"), [], {}),
    "reroll value": (find_spells(effect="reroll_value"), [], {}),
    "looking spells on the island": ([], LOOKING, {}),
    "looking spells": (LOOKING, LOOKING, {}),
    "everything": (LOOKING + CHANGING + ANY, LOOKING, {}),
    "provision value, each": (find_spells(effect="provision_points"), LOOKING, {"provision_each": True}),
    "provision value, unchanged": (find_spells(effect="provision_points") + CHANGING, [], {"provision_must_change": False}),
}


def compare_random(name, number, seed):
    spells, looking, rules = CASES[name]
    random = np.random.default_rng(seed)
    for _ in range(number):
        p = random_position(random, spells, looking, 1 if "scenario" in rules else 2, **rules)
        check_position(p.config, p.s)


@pytest.mark.parametrize("name", CASES)
def test_random_positions(name, size):
    compare_random(name, size(12, 1), 43)


@pytest.mark.parametrize("name", CASES)
def test_no_play_is_listed_twice(name, size):
    spells, looking, rules = CASES[name]
    random = np.random.default_rng(47)
    for _ in range(size(40, 1)):
        p = random_position(random, spells, looking, 1 if "scenario" in rules else 2, **rules)
        check_once(p.config, p.s)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_random_positions_at_full_size(name, size):
    compare_random(name, size(250, 2), 44)


@pytest.mark.parametrize("low", [0, 1])
def test_change_die_spells_with_a_short_supply(low, size):
    """Mana spent on the payment goes to the general supply first, so it can be put on the spells that are activated."""
    random = np.random.default_rng(45)
    for _ in range(size(15, 1)):
        p = random_position(random, CHANGING + ANY)
        p.supply(int(random.integers(low, 3)))
        check_position(p.config, p.s)


def test_payments_do_what_they_say(size):
    """Playing a payment turns the dice it names, moves them, and takes its mana; what effects look at later is remembered."""
    random = np.random.default_rng(46)
    states = make_records(1, GAME.kernels.STATE)
    no_log = np.zeros((0, WIDTH), np.int64)
    for _ in range(size(60, 2)):
        p = random_position(random, LOOKING + CHANGING + ANY, LOOKING)
        actions = [action for action in p.legal() if action & 15 == LEARN]
        for action in random.permutation(actions)[: size(30, 3)]:
            (((_, slots), cost, _, _),) = listed_payments(p.config, p.s, [int(action)])
            part = Payment(int(action))
            out = np.zeros((1, 2), np.int64)
            decoder()(p.config, p.s, np.array([action], np.int64), out)
            face = [int(out[0, 1]) >> 3 * die & 7 for die in range(7)]
            states[0] = p.s
            s = states[0]
            p._apply(p.config, s, int(action), no_log)
            provision = len(part.provision) + (part.guide is not None and part.difficulty != "guide")
            activated = len(slots) + (part.any_slot is not None)
            assert s["mana"][0] == p.s["mana"][0] - cost + (2 if provision == 2 else 0)
            assert s["supply"] == p.s["supply"] + cost - activated - (2 if provision == 2 else 0)
            assert s["scored"][0].sum() - p.s["scored"][0].sum() == (3 if provision >= 3 else 0)
            for die in range(6):
                assert s["die"][0, die] == (face[die] or p.s["die"][0, die])
                if face[die]:
                    assert not int(s["free"][0]) >> die & 1
            if part.guide:
                assert s["guide"][DICE.index(part.guide)] == face[6]
                assert int(p.s["guide_free"]) & ~int(s["guide_free"]) == 1 << DICE.index(part.guide)
            assert s["card"] == p.s["island"][REGIONS.index(part.region)]


def test_a_change_die_spell_goes_where_it_leaves_room_for_another():
    """Own yellow 1 is to show 5, the yellow guide die may be turned, too: the yellow spell helps the own die, the red one red."""
    p = Position().dice(yellow=1, black=2, red=2).guides(yellow=3).mana(4)
    p.book(1, find_spells(effect="change_die", die="yellow")[0]).book(4, find_spells(effect="change_die", die="red")[0])
    p.book(5, find_spells(effect="difficulty_points", value=5)[0])
    check_position(p.config, p.s)
    for payment in p.payments():
        assert p.cost(payment.action) <= 4, payment
