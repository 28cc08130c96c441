"""The stall's cards, for studies of cards."""

from simkit.core.card_kinds import CardKind, raised

CARD_KINDS = (
    CardKind(
        name="card",
        sheet="cards",
        first=0,
        family=lambda row: row["family"],
        step=raised("cards", "points"),
        step_text="one printed point more",
        sets=(("held", 0),),
        grant="granted",
        grant_text="the card is held from the start and scores: it costs nothing",
    ),
)
