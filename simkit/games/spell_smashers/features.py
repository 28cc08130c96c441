"""What a position is worth looking at, in numbers: the columns of `GAME.features`."""

from simkit.core.jit import kernel
from simkit.games.spell_smashers.battle import best_pattern
from simkit.games.spell_smashers.encoding import cards_of
from simkit.games.spell_smashers.names import EMPTY, PLACES, VOWEL, WEAPON
from simkit.games.spell_smashers.reach import num_kind, word_length
from simkit.games.spell_smashers.scoring import public_points
from simkit.games.spell_smashers.solo import intact
from simkit.games.spell_smashers.supply import members
from simkit.games.spell_smashers.words.cards import WOUND

# What `greedy` gives for each unless told otherwise. Points hold all that counts at the end; beside them stand what they do not show yet:
# coins between two points, and what a committed word will bring.
FEATURE_WEIGHTS = (1.0, 0.1, 0.0, 0.0, -0.3, 0.3, 0.4, 0.3, 0.3, 3.0, 0.1, 0.5, -0.2, 4.0, -0.2, -0.5)
(POINTS, COINS, TROPHIES, ALE, WOUNDS, GEAR, QUESTS, POTIONS, DAMAGE, KILL, LETTERS, SPENT_WOUNDS, BALANCE, INTACT, MONSTERS,
 BOSS) = range(16)  # fmt: skip


@kernel
def best_hit(c, s, seat, word):
    """Return the most coins a word takes from one monster as things stand, and whether it defeats one."""
    most, kills = 0, 0
    for place in range(PLACES):
        if s.tile[place] != EMPTY:
            _, damage, _ = best_pattern(c, s, seat, word, place, WEAPON)
            most = max(most, min(damage, int(s.coins_on[place])))
            kills = 1 if damage >= s.coins_on[place] else kills
    return most, kills


@kernel
def vowel_surplus(c, s, seat):
    """Return by how many the vowels of a hand differ from three in seven."""
    vowels = 0
    for i in range(s.hand_size[seat]):
        vowels += 1 if c.letter_deck[s.hand[seat, i]] == VOWEL else 0
    return abs(7 * vowels - 3 * int(s.hand_size[seat])) / 7


def features(c, s, seat, out):
    """Write the features of a position for one seat: what it sees itself."""
    out[POINTS] = public_points(c, s, seat)
    out[COINS] = s.coins[seat]
    out[TROPHIES] = members(s.trophies[seat])
    out[ALE] = s.ale[seat]
    out[WOUNDS] = s.wound_count[seat]
    out[GEAR] = members(s.gear_held[seat])
    quests = 0
    for i in range(s.quest_count[seat]):
        quests += int(c.quest_points[s.quest[seat, i]])
    out[QUESTS] = quests
    out[POTIONS] = members(s.potions[seat])
    word = s.word[seat]
    out[DAMAGE] = 0
    out[KILL] = 0
    out[LETTERS] = 0
    out[SPENT_WOUNDS] = 0
    if word != 0:
        most, kills = best_hit(c, s, seat, word)
        out[DAMAGE] = most
        out[KILL] = kills
        out[LETTERS] = word_length(c, s, seat, cards_of(word))
        out[SPENT_WOUNDS] = num_kind(s, seat, cards_of(word), WOUND)
    out[BALANCE] = vowel_surplus(c, s, seat)
    out[INTACT] = intact(s) if s.players == 1 else 0
    coins, boss = 0, 0
    if s.players == 1:
        for place in range(PLACES):
            coins += int(s.coins_on[place])
            boss += int(s.coins_on[place]) if s.tile[place] == s.boss else 0
        if not s.boss_out and s.over == 0:
            boss = int(c.health[s.boss])
    out[MONSTERS] = coins
    out[BOSS] = boss
