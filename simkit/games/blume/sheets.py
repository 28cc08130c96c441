"""What Blume's sheets hold: columns, and what every code of a tool does and needs."""

from simkit.core.sheets import PROVENANCE, Effect, Field, Sheet
from simkit.games.blume.names import COLOURS, CORNERS, OPS, ROUNDS, ROW_CAP

_COPIES = Field("copies", "how many of this there are", low=0, high=40, optional=True)
_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)
_ID = Field("id", "identity: keeps its luck when the sheet is sorted or others change")

# What a tool does, by the name of its effect.
TOOL_EFFECTS = {
    "rotate_tile": Effect("turn a tile of your garden"),
    "move_tile": Effect("move a tile of your garden"),
    "discard_tile": Effect("remove a tile of your garden"),
    "swap_tiles": Effect("swap two tiles of your garden"),
    "replace_row": Effect("replace the face-up tiles"),
    "choose_location": Effect("choose the watering can location for this turn"),
    "draw_and_keep": Effect("draw {amount:tiles} and place one of them"),
    "move_peg": Effect("move a market peg by {amount:spaces}"),
}

TILES = Sheet(
    "tiles",
    (_ID, *(Field(corner, f"colour of the petals at the {corner.replace('_', ' ')}", COLOURS) for corner in CORNERS), _COPIES, _PROVENANCE),
    key="id",
    title="{id} {top_left} {top_right} / {bottom_left} {bottom_right}",
    words="petal tile: {top_left} {top_right} above {bottom_left} {bottom_right}",
)
HYBRIDS = Sheet(
    "hybrids",
    (
        _ID,
        Field("top_left", "one colour; alone, the Tertill moves it down", COLOURS),
        Field("top_right", "the other colour; alone, the Tertill moves it up", COLOURS),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    title="{id} hybrid: {top_left} and {top_right}",
    words="hybrid of {top_left} and {top_right}",
)
CANS = Sheet(
    "cans",
    (
        _ID,
        Field("deck", "round its deck is for", low=1, high=ROUNDS),
        Field("row", "row of the meeting point, from 0 at the bottom", low=0, high=3),
        Field("column", "column of the meeting point, from 0 at the left", low=0, high=3),
        Field("number", "which tile the Tertill takes, from the left", low=1, high=ROW_CAP),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    title="{id} watering can",
    words="watering can on the meeting point in row {row}, column {column}, number {number}",
)
TOOLS = Sheet(
    "tools",
    (
        _ID,
        Field("name", "what it is called"),
        Field("op", "what it does", OPS),
        Field("amount", "tiles that are drawn, or steps of a peg", low=1, high=ROW_CAP, optional=True),
        Field("first_gloves", "gloves for a player's first use", low=0, high=9),
        Field("again_gloves", "gloves for a player's later uses", low=0, high=9),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    title="{name}",
    words="{name}: {op:words}",
    codes={"op": TOOL_EFFECTS},
)
BOTANISTS = Sheet(
    "botanists",
    (
        _ID,
        Field("first", "one colour of its hybrid", COLOURS),
        Field("second", "the other colour", COLOURS),
        Field("points", "points for completing the card", low=-99, high=99),
        Field("drop_points", "points for its water drop", low=-99, high=99),
        _COPIES,
        _PROVENANCE,
    ),
    key="id",
    title="{id} botanist card: {first} and {second}",
    words="botanist card: {first} and {second}, {points:points}, its drop {drop_points:points}",
)
SHEETS = (TILES, HYBRIDS, CANS, TOOLS, BOTANISTS)
