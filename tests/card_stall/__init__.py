"""A stall with two cards, 2 or 3 players: take the left or the right one. So small that what a card is worth is known: its points."""

from simkit.core.game import SET, Column, Game, Rule

SEATS, CARD_CAP = 3, 32
LEFT, RIGHT = 0, 1
(DECK,) = range(1)  # sources of luck; then coins of each seat

GAME = Game(
    name="card_stall",
    title="Card Stall",
    summary="take the left or the right card of a stall; 2 or 3 players",
    seats=(2, SEATS),
    package=__name__,
    sources=("deck", *(f"coins of seat {seat + 1}" for seat in range(SEATS))),
    lines=(Column("cards", "points of cards"),),
    facts=(Column("held", "cards held at the end, bit b for card b", SET),),
    endings=("everybody took enough cards",),
    rules=(Rule("takes", 4, "cards that each player takes", low=1, high=8),),
    features=(Column("points", "points so far"),),
    most_actions=4,
    most_events=8,
    turn_cap=100,
    decision_cap=100,
    cards=CARD_CAP,
    provenance="made up for tests",
)
