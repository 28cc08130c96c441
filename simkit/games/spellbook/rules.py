"""Rule parameters of Spellbook: the setup, rulings with another plausible reading, and house rules. RULES.md has the reasons."""

from simkit.core.game import Rule
from simkit.games.spellbook.names import COLOURS, POOL_CAP, SETUPS, SOLO, SPELLS

AS_SETUP = "as_setup"

RULES = (
    Rule("setup", 0, "which seven spells all players have: drawn for each colour, or those of one set", "Mise en place", choices=SETUPS),
    *(
        Rule(
            colour,
            0,
            f"the {colour} spell, by name; {AS_SETUP}: what the setup says",
            "Une partie classique",
            choices=(AS_SETUP, *SPELLS[i :: len(COLOURS)]),
        )
        for i, colour in enumerate(COLOURS)
    ),
    Rule("solo", 0, "solo mode and its handicap; not in the rulebook", "solo mode", "SB-R29", choices=SOLO),
    Rule("start_tokens", 2, "tokens each player starts with", "Mise en place", low=0, high=9, per_seat=True),
    Rule("start_points", 0, "points each player starts with", "Mise en place", low=-100, high=100, per_seat=True),
    Rule("pool_limit", 9, "most tokens in a pool", "La réserve", low=3, high=POOL_CAP),
    Rule("draw_tokens", 2, "tokens drawn by the morning's basic action", "Matin", low=1, high=9),
    Rule("altar_size", 5, "tokens on the altar at the start, and what it is refilled to", "L'autel", "SB-R1", low=1, high=10),
    Rule("altar_full", 10, "tokens on the altar that are all discarded at the refill", "L'autel", "SB-R22", low=2, high=20),
    Rule("altar_at_five", 0, "an altar that holds exactly its size", "L'autel", "SB-R1", choices=("grows", "stays")),
    Rule("bag_refill", 0, "the discards return when the bag is", "L'autel", "SB-R19", choices=("short", "empty")),
    Rule("wild_size", 3, "tokens of one rune that make a wild", "Soir", "SB-R2", low=2, high=5),
    Rule("wild_colours_differ", 0, "the tokens of a wild must be of different colours", "Soir", "SB-R2"),
    Rule("wild_own_colour", 0, "a wild may hold tokens of the spell's own colour", "Soir", "SB-R3"),
    Rule("surplus_tokens", 0, "a wild may hold more tokens than it needs", "Soir", "SB-R24"),
    Rule("mixed_spells_act", 1, "a phase spell that scores at the end keeps its lower actions", "Les sorts", "SB-R8"),
    Rule("store_what_fits", 1, "Offering and Focus may be used although the Familiar has room for a part only", "Midi", "SB-R18"),
    Rule("swap_is_taking", 0, "tokens swapped from the altar count as taken (Mirage)", "Les sorts", "SB-R21"),
    Rule("clone_drops", 1, "Clone drops a level where the copied spell would", "Les sorts", "SB-R20"),
    Rule("clone_marker", 0, "whose marker a copied spell looks at", "Les sorts", "SB-R20", choices=("owner", "clone")),
    Rule("last_spell", 7, "learned spells that end the game", "Fin de la partie", low=1, high=7),
    Rule("solo_altar", 7, "tokens on the altar, alone", "solo mode", "SB-R29", low=1, high=12),
    Rule("solo_board", 17, "tokens on the opponent's board that end a solo game", "solo mode", "SB-R29", low=1, high=40),
)
