"""Final scoring and battle damage equal the oracle's on positions of random play."""

import numpy as np
import pytest

from simkit.games.spell_smashers import GAME, names, text
from simkit.games.spell_smashers.names import EMPTY
from tests.games.playing import positions
from tests.games.spell_smashers.position import Position, machine, tables
from tests.oracles import spell_smashers_scoring as oracle

MODES = ("queen_standard", "vulture_advanced", "titan_extreme")


def sheet(config, s):
    rows = np.zeros((int(s["players"]), len(GAME.columns)), np.int64)
    machine().kernels[3](config, s, rows, np.zeros((0, 5), np.int64))
    return [dict(zip((column.name for column in GAME.columns), map(int, row), strict=True)) for row in rows]


def as_player(s, seat):
    quests = [tables().rows["quests"][q] for q in text.members(s["done"][seat])]
    counts = (len(text.members(s["trophies"][seat])), len(text.members(s["gear_held"][seat])))
    return oracle.Player(*counts, quests, int(s["ale"][seat]), int(s["coins"][seat]), int(s["wound_count"][seat]))


def compare(players, games, rules):
    """Compare the sheets of random games; return how many seats completed a quest."""
    config = GAME.config(rules)[0]
    seen = 0
    for s in positions(GAME, config, players, games, 31):
        all_players = [as_player(s, seat) for seat in range(players)]
        for got, player, (total, rank, share) in zip(sheet(config, s), all_players, oracle.standings(all_players), strict=True):
            assert {name: got[name] for name in oracle.lines(player)} == oracle.lines(player)
            assert (got["total"], got["rank"], got["share"]) == (total, rank, 60 * share)
            seen += got["quests"] != 0
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scoring_equals_the_oracle(players, size):
    assert compare(players, size(300, 1), {"dictionary": size(60, 10), "rounds": size(7, 1)}) or size(0, 1)


@pytest.mark.parametrize("mode", MODES)
def test_solo_scoring_equals_the_oracle(mode, size):
    config = GAME.config({"scenario": mode, "dictionary": size(60, 10), "boss_round": 2})[0]
    config["health"][names.MONSTER_CAP :] = 3  # so that some games are won
    config["zone"][names.MONSTER_CAP :] = 0
    won = 0
    for s in positions(GAME, config, 1, size(400, 1), 32):
        (got,) = sheet(config, s)
        is_won = s["over"] == 2
        intact = sum(int(ruin) == EMPTY for ruin in s["ruin"])
        wanted = oracle.solo_lines(as_player(s, 0), intact, mode.partition("_")[2], is_won)
        assert {name: got[name] for name in wanted} == wanted
        assert (got["total"], got["share"]) == (sum(wanted.values()), 60 * is_won)
        won += is_won
    assert won or size(0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scoring_equals_the_oracle_at_full_size(players, size):
    compare(players, size(5_000, 2), {"dictionary": size(60, 10)})


def random_battle(random):
    """A word, a monster with a modifier and gear, all at random."""
    rows = tables().rows
    word = str(random.choice(["tannin", "teas", "bloom", "prize", "queue", "hatch", "mine", "eerie", "spire"]))
    modifier = rows["modifiers"][random.integers(len(rows["modifiers"]))]
    weapons = [row for row in rows["gear"] if row["slot"] == "weapon"]
    armors = [row for row in rows["gear"] if row["ward"]]
    weapon = weapons[random.integers(len(weapons))] if random.random() < 0.7 else None
    armor = armors[random.integers(len(armors))] if random.random() < 0.4 else None
    return word, modifier, weapon, armor


def test_damage_equals_the_oracle(size):
    random = np.random.default_rng(33)
    checked = 0
    for _ in range(size(400, 20)):
        word, modifier, weapon, armor = random_battle(random)
        if modifier["disarm"]:
            continue
        p = Position(2).monster(0, "Ogre", modifier["id"]).monster(1, "Golem")
        p.hand(0, *word.upper(), "[TCH]", "[QU]").hand(1, "A", "T")
        p.gear(0, *(row["name"] for row in (weapon, armor) if row))
        if word in ("hatch", "queue"):  # with or without the wound
            texts = [a for a in p.words() if p.say(a).split()[1] == word.upper()]
            p.apply(texts[random.integers(len(texts))])
        else:
            p.spell(word)
        p.spell("at")
        while p["seat"] != 0:
            p.fight(1)
        used = text.reach(p.config, tables(), p.s, 0)
        committed = int(p["word"][0])
        action = p.fights(0)[random.integers(len(p.fights(0)))]
        cards, wild = [], 0
        for i, (letters, name) in enumerate(used):
            if committed >> 4 >> i & 1:
                points, kind = name.rsplit(" ", 1)
                if kind == "wild":
                    kind = names.TYPES[action >> 10 >> 2 * wild & 3]
                    wild += 1
                cards.append(oracle.Used(int(points[-1]), kind, "wound" if len(letters) > 1 else "letter"))
        before = int(p["damage_dealt"][0])
        p.apply(action)
        assert int(p["damage_dealt"][0]) - before == oracle.damage(cards, word, modifier, weapon, armor), (word, modifier, weapon, armor)
        checked += 1
    assert checked > size(300, 10)
