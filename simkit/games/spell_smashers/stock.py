"""How many pieces are in use: the columns of `GAME.pieces`."""

from simkit.core.bits import count
from simkit.games.spell_smashers.names import EMPTY, PLACES, ZONES
from simkit.games.spell_smashers.supply import members


def stock(c, s, counts):
    """Count coins and ale out of the supply, wounds, potions, gear and quests in front of players and monsters."""
    wounds, potions, gear, quests = 0, 0, 0, 0
    for zone in range(ZONES):
        wounds += 1 if s.ruin[zone] != EMPTY and s.ruin[zone] < c.wounds else 0
    for place in range(PLACES):
        gear += 1 if s.gear_on[place] != EMPTY else 0
    for seat in range(s.players):
        wounds += int(s.wound_count[seat])
        potions += count(s.potions[seat])
        gear += members(s.gear_held[seat])
        quests += int(s.quest_count[seat]) + members(s.done[seat])
    counts[0] = -s.bank
    counts[1] = -s.ale_bank
    counts[2] = wounds
    counts[3] = potions
    counts[4] = gear
    counts[5] = quests
