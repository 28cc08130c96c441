"""The race's cards, for studies of cards."""

from simkit.core.card_kinds import CardKind, raised

CARD_KINDS = (
    CardKind(
        name="dice",
        sheet="dice",
        first=0,
        family=lambda row: "dice",
        step=raised("dice", "sides"),
        step_text="one side more",
        held_text="rolled",
        no_grant="dice lie on the table for all",
    ),
)
