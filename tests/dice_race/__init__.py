"""A race with dice, 1 to 3 players: small enough that its chances are known exactly. A fifth game, from outside the project."""

from simkit.core.game import Column, Game, Piece, Rule

SEATS = 3
ONE, TWO = 0, 1  # actions, and the cards that stand for them
(BONUS,) = range(1)  # sources of luck; then dice and coins of each seat
SEAT_DICE = 1
CHALLENGES = ("none", "sprint", "marathon")

GAME = Game(
    name="dice_race",
    title="Dice Race",
    summary="roll one die, or two that stand still when they are equal; 1 to 3 players, 2 solo challenges",
    seats=(1, SEATS),
    package=__name__,
    sources=(
        "bonus dice",
        *(f"dice of seat {seat + 1}" for seat in range(SEATS)),
        *(f"coins of seat {seat + 1}" for seat in range(SEATS)),
    ),
    lines=(Column("steps", "steps on the track"), Column("bonus", "the secret bonus die")),
    facts=(Column("dice", "dice rolled", "dice"),),
    endings=("a seat reached the goal", "the challenge ran out of turns"),
    rules=(
        Rule("challenge", 0, "solo challenge", choices=CHALLENGES),
        Rule("target_sprint", 14, "points that win the sprint", high=200),
        Rule("target_marathon", 26, "points that win the marathon", high=200),
        Rule("goal", 10, "steps that end the race", low=1, high=50),
        Rule("head_start", 0, "steps each seat starts with", high=9, per_seat=True),
    ),
    features=(Column("place", "steps so far"), Column("best_other", "the furthest other"), Column("bonus", "own bonus die")),
    pieces=(Piece("spaces", "spaces behind the seats, all together"), Piece("lead", "spaces between first and last", supply=14)),
    most_actions=4,
    most_events=8,
    turn_cap=200,
    decision_cap=200,
    mode_rule="challenge",
    cards=2,
    provenance="made up for tests",
)
