"""Blume: place petal tiles so that four corners make a flower, stock a greenhouse, move the market; 1 to 5 players."""

from simkit.core.game import SET, Column, Game, Piece
from simkit.games.blume.names import CARDS, SOURCES
from simkit.games.blume.rules import RULES

GAME = Game(
    name="blume",
    title="Blume",
    summary="Grow flowers from petal tiles, stock them and move their market; 1 to 5 players, two modules, Field of Flowers, solo",
    seats=(1, 5),
    package="simkit.games.blume",
    sources=SOURCES,
    lines=(
        Column("round_1", "market value of the greenhouse after round 1"),
        Column("round_2", "market value of the greenhouse after round 2"),
        Column("round_3", "market value of the greenhouse after round 3"),
        Column("botanist", "points for completed botanist cards"),
        Column("drops", "points for water drops"),
        Column("pegs", "points for flowers with a peg (Field of Flowers)"),
        Column("flowers", "points for flowers without a peg (Field of Flowers)"),
        Column("extra", "extra points of an experiment"),
        Column("start", "starting points and handicaps"),
    ),
    facts=(
        Column("greenhouse", "flowers in the greenhouse (first tie-break)", "flowers"),
        Column("hybrids_left", "hybrid flowers in the flower bed (second tie-break)", "flowers"),
        Column("pegs_placed", "pegs in the field (its tie-break)", "pegs"),
        Column("singles_1", "single flowers completed in round 1", "flowers"),
        Column("singles_2", "single flowers completed in round 2", "flowers"),
        Column("singles_3", "single flowers completed in round 3", "flowers"),
        Column("hybrids_1", "hybrid flowers completed in round 1", "flowers"),
        Column("hybrids_2", "hybrid flowers completed in round 2", "flowers"),
        Column("hybrids_3", "hybrid flowers completed in round 3", "flowers"),
        Column("on_location", "flowers completed on the watering can location", "flowers"),
        Column("market_moves", "market moves", "moves"),
        Column("placed", "tiles placed", "tiles"),
        Column("blind", "tiles drawn blindly", "tiles"),
        Column("tools_used", "tools used", "uses"),
        Column("grown", "hybrids and botanist cards grown, bit b for card b", SET),
        Column("used", "tools used and watering cans met, bit b for card 64 + b", SET),
        Column("tiles_1", "tiles in the flower bed at the end, bit b for card 128 + b", SET),
        Column("tiles_2", "tiles in the flower bed at the end, bit b for card 192 + b", SET),
        Column("tiles_3", "tiles in the flower bed at the end, bit b for card 256 + b", SET),
    ),
    endings=("the third round was played", "a player placed the last peg", "the bag ran out"),
    rules=RULES,
    features=(
        Column("points", "points scored so far"),
        Column("worth", "greenhouse times market as things stand, for each scoring to come"),
        Column("flowers", "flowers in the greenhouse", "flowers"),
        Column("pending", "flowers completed whose action is to come", "flowers"),
        Column("ready", "meeting points one tile short of a flower", "points of the flower bed"),
        Column("half", "meeting points two tiles short of a flower", "points of the flower bed"),
        Column("hybrids", "hybrids in the flower bed", "flowers"),
        Column("gloves", "gloves left", "gloves"),
        Column("best_other", "best open score among the others"),
    ),
    pieces=(
        Piece("tiles_out", "petal tiles out of the bag", 129),
        Piece("gloves_on_tools", "gloves on tools"),
        Piece("drops_out", "water drops on botanist cards", rule="water_drops"),
        Piece("pegs_in_field", "pegs of one player in the Field of Flowers", 6),
    ),
    most_actions=1 << 12,
    most_events=128,
    turn_cap=600,
    decision_cap=10_000,
    mode_rule="solo",
    scores_alone=True,
    mode_titles=("The Tertill",),
    cards=CARDS,
    provenance=(
        "The rulebook prints the counts, not the components: the 129 tiles, the places on the watering cans, the market track, the"
        " greenhouse's size and the tools are placeholders of ours; the 15 hybrids and botanist cards follow from the counts."
    ),
)
