"""Spellbook's cards, for studies of cards: every spell at each of its three levels."""

from simkit.core.card_kinds import SET, CardKind, Cell

CARD_KINDS = (
    CardKind(
        name="spell",
        sheet="effects",
        first=0,
        family=lambda row: f"level {row['level']}",
        step=lambda row: Cell("spells", row["spell"], f"points_{row['level']}"),
        step_text="one printed point more at this level",
        held=SET,
        held_text="learned at this level",
        sets=(("cards", 0),),
        grant="granted_card",
        grant_text=(
            "the spell is learned at this level before the first day, with a token of its colour on it out of the bag: it costs no other "
            "token and brings the seat one spell nearer to the end of the game, and it cannot be learned at another level, which costs "
            "more where another level is better"
        ),
        not_granted=lambda row: row["kind"] == "instant",
        no_grant="its effect comes at the moment it is learned (instant effects), and nobody learns what is given",
        drawn=True,
    ),
)
