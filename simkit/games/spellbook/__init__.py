"""Spellbook: learn seven spells with coloured rune tokens, feed a Familiar, 2 to 4 players (and alone)."""

from simkit.core.game import SET, Column, Game, Piece
from simkit.games.spellbook.names import CARDS, COLOURS, SOLO_TITLES, SOURCES
from simkit.games.spellbook.rules import RULES

GAME = Game(
    name="spellbook",
    title="Spellbook",
    summary="Collect Materia by colour and rune, learn seven spells at level 3, 4 or 5, feed a Familiar; 2 to 4 players, and alone",
    seats=(1, 4),
    package="simkit.games.spellbook",
    sources=SOURCES,
    lines=(
        Column("spells", "points printed on learned spells"),
        Column("effects", "points from end-of-game effects of spells"),
        Column("familiar", "points for the Familiar"),
        Column("start", "starting points and handicaps"),
    ),
    facts=(
        Column("learned", "spells learned (first tie-break)", "spells"),
        Column("pool", "tokens in the pool (second tie-break)", "tokens"),
        Column("stored", "tokens on the Familiar", "tokens"),
        Column("opponent", "points of the opponent (solo)"),
        Column("setup", "number of the setup (to base 3, a digit for each colour, red first; 0 is set 1)", "number"),
        Column("cards", "spells with their level at the end, bit b for card b", SET),
    ),
    endings=("all spells were learned", "a Familiar was full", "the opponent's board was full"),
    rules=RULES,
    features=(
        Column("points", "points as things stand"),
        Column("stored", "tokens on the Familiar", "tokens"),
        Column("pool", "tokens in the pool", "tokens"),
        Column("progress", "how near spells are, over all colours", "tokens"),
        Column("wilds", "sets of equal runes", "wilds"),
        Column("learned", "spells learned", "spells"),
        Column("actions", "levels of phase spells", "levels"),
        Column("best_other", "best open score among the others"),
    ),
    pieces=(
        Piece("tokens_out", "Materia out of bag and discard box", 105),
        Piece("altar_tokens", "Materia on the altar"),
        Piece("spell_markers", "Materia on learned spells"),
    ),
    most_actions=1 << 16,  # a pool of twelve has up to 34,225 payments where wilds are two tokens of one rune or more
    most_events=160,
    turn_cap=600,
    decision_cap=20_000,
    mode_rule="solo",
    mode_titles=SOLO_TITLES[1:],
    setup_rules=COLOURS,
    cards=CARDS,
    uses=(
        "A spell is offered at all three levels every day until it is learned, and taken at the level it is learned at. A use counts for"
        " the level at which the spell lies there, raised or lowered since or not, whichever level's effect was chosen: Storm 5 and Blaze"
        " 5 do what lower levels do and count as themselves. What drops a level by its use counts before it drops. A copy counts for"
        " Clone. Instant effects count when the spell is learned, Mirage when it draws, Communion 5 when it stores, Swiftness 5 when its"
        " extra morning comes; what only scores has no uses. Points count for the level at the end."
    ),
    provenance=(
        "All 21 spells at three levels, the token mix and the Familiar's values are those of the printed game as public sources give"
        " them; the rulebook at hand prints the counts. The solo mode is not in the rulebook."
    ),
)
