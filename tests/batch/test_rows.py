"""What is in the rows."""

import re

import numpy as np
import polars as pl
import pytest

from simkit import registry
from simkit.batch import columns, run
from simkit.core.game import SET, Column, Unknown


@pytest.fixture
def rows(study, tmp_path):
    done = run.run(study(rules={"head_start": {"3": [0, 1, 2]}}), tmp_path / "out", progress=False)
    return pl.read_parquet(done.folder / "parts" / "*.parquet")


def test_schema(rows):
    kinds = {pl.UInt8: ["rotation", "seat", "rank", "share", "ended", "fault"], pl.UInt16: ["arm", "strategy", "turns"]}
    kinds |= {pl.UInt32: ["block", "decisions", "options", "forced"], pl.Int16: ["steps", "bonus"], pl.Int32: ["total", "dice"]}
    kinds |= {pl.Boolean: ["shared_win", "cut_off"]}
    assert dict(rows.schema) == {name: kind for kind, names in kinds.items() for name in names}
    assert rows.null_count().sum_horizontal().item() == 0


def test_order(rows):
    key = ["block", "arm", "rotation", "seat"]
    assert rows.equals(rows.sort(key))
    assert rows.select(pl.struct(key).n_unique()).item() == len(rows)


def test_lines_add_up_to_the_total(rows):
    assert (rows["steps"] + rows["bonus"] == rows["total"]).all()


def test_shares_add_to_sixty(rows):
    games = rows.group_by("block", "arm", "rotation").agg(
        pl.col("share").cast(pl.Int64).sum(), (pl.col("share") > 0).sum().alias("winners")
    )
    assert (games["share"] == 60).all()
    shared = rows.join(games.select("block", "arm", "rotation", "winners"), on=["block", "arm", "rotation"])
    assert (shared["shared_win"] == ((shared["share"] > 0) & (shared["winners"] > 1))).all()
    assert shared["shared_win"].any()


def test_chairs_rotate(study, rows):
    what = study()
    for row in rows.filter(pl.col("block") == 0).iter_rows(named=True):
        arm = what.arms[row["arm"]]
        assert row["strategy"] == arm.lineup[(row["seat"] - row["rotation"]) % arm.players]


def test_rules_reach_the_game(rows):
    three = rows.filter((pl.col("arm") >= 2) & (pl.col("turns") == 0))
    assert (three["steps"] == three["seat"].cast(pl.Int16)).all()  # who never had a turn stands at its head start


def test_faulty_games_have_no_score(study, tmp_path):
    done = run.run(study(players=[2], tables={"mixed": ["broken", "single"]}), tmp_path / "out", progress=False)
    rows = pl.read_parquet(done.folder / "parts" / "*.parquet").filter(pl.col("fault") > 0)
    assert rows["block"].unique().to_list() == [3, 13, 23, 33, 43, 53]
    for name in ("total", "share", "rank", "ended"):
        assert (rows[name] == 0).all()


def test_games_without_end_are_cut_off(study, tmp_path):
    what = study(players=[2], rules={"goal": 50})
    object.__setattr__(what.game, "turn_cap", 5)
    from simkit.batch import chunk

    chunk.playable.cache_clear()
    try:
        done = run.run(what, tmp_path / "out", progress=False)
    finally:
        object.__setattr__(what.game, "turn_cap", 200)
    rows = pl.read_parquet(done.folder / "parts" / "*.parquet")
    assert rows["cut_off"].all()
    assert (rows["ended"] == 0).all()
    assert rows.group_by("block", "arm", "rotation").agg(pl.col("share").cast(pl.Int64).sum())["share"].unique().to_list() == [60]


def test_cards(study, tmp_path):
    what = study(cards=True, players=[2])
    done = run.run(what, tmp_path / "one", progress=False, workers=1)
    cards, rows = (pl.read_parquet(done.folder / name / "*.parquet") for name in ("cards", "parts"))
    assert cards.columns == ["block", "arm", "rotation", "seat", "card", "offered", "taken", "when", "used", "points"]
    key = ["block", "arm", "rotation", "seat"]
    per_seat = cards.group_by(key).agg(pl.col("taken").sum(), pl.col("points").sum(), pl.col("offered").max())
    both = rows.join(per_seat, on=key, how="left").fill_null(0)
    assert (both["taken"] == both["turns"]).all()
    assert (both["points"] == both["steps"]).all()
    assert (both["offered"] == both["decisions"]).all()
    assert cards.sort([*key, "card"]).equals(cards)
    two = run.run(what, tmp_path / "two", progress=False, workers=2, chunk_blocks=3)
    assert [p.read_bytes() for p in sorted(two.folder.glob("*/*.parquet"))] == [
        p.read_bytes() for p in sorted(done.folder.glob("*/*.parquet"))
    ]


def test_rows_are_the_same_with_cards(study, tmp_path):
    part = "parts/part-00000.parquet"
    with_cards = run.run(study(cards=True), tmp_path / "with", progress=False).folder / part
    without = run.run(study(), tmp_path / "without", progress=False).folder / part
    assert with_cards.read_bytes() == without.read_bytes()


def test_dictionary_names_every_column(study, tmp_path):
    folder = run.run(study(cards=True), tmp_path / "out", progress=False).folder
    text = (folder / "columns.md").read_text()
    for path in (folder / "parts" / "part-00000.parquet", folder / "cards" / "cards-00000.parquet"):
        for name in pl.read_parquet_schema(path):
            assert f"| {name} |" in text


def test_dictionary_numbers_the_cards(study, tmp_path):
    for cards in (True, False):
        text = (run.run(study(cards=cards), tmp_path / str(cards), 1, progress=False).folder / "columns.md").read_text()
        assert ("| 0 | single |\n| 1 | pair |" in text) == cards
    spellbloom = registry.game("spellbloom")  # its sets of cards want the numbers even without the table of cards
    text = columns.dictionary(spellbloom, (), spellbloom.components.read())
    assert "| 0 | S01 |" in text
    assert "| 128 | T01 |" in text
    assert "| 127 |" not in text


def test_dictionary_numbers_arms_and_strategies_and_explains_sets(study, tmp_path):
    text = (run.run(study(), tmp_path / "run", 1, progress=False).folder / "columns.md").read_text()
    assert "# Arms\n\n| arm | |\n| ---: | --- |\n| 0 | 2 players, mixed table |" in text
    assert "| 0 | single |\n| 1 | double |" in text.split("# Strategies")[1]
    assert "wins are share / 60" in text


@pytest.mark.parametrize("name", ["spellbloom", "blume", "spellbook"])
def test_every_set_says_which_cards_its_bits_are(name):
    game = registry.game(name)
    ids = game.components.card_ids(game.components.read())
    sets = [column for column in game.facts if column.unit == SET]
    firsts = [int(re.search(r"bit b for card (?:(\d+) \+ )?b$", column.text)[1] or 0) for column in sets]
    assert len(set(firsts)) == len(firsts)
    covered = {first + bit for first in firsts for bit in range(64)}
    assert all(number in covered for number, card in enumerate(ids) if card)
    assert "Excel" in columns.dictionary(game, (), game.components.read())


@pytest.mark.parametrize("name", ["spellbloom", "blume", "spellbook", "spell_smashers"])
def test_no_two_columns_of_a_game_read_alike(name):
    texts = [column.text for column in columns.row_columns(registry.game(name))]
    assert len(set(texts)) == len(texts)


def test_a_number_too_large_is_an_error(study):
    game = study().game
    with pytest.raises(OverflowError, match="column steps holds -32768 to 32767, but a game made 0 to 40000"):
        columns.narrow(np.array([0, 40_000]), columns.lines(game)[0], game)


def test_a_column_named_twice_is_an_error(study):
    from dataclasses import replace

    with pytest.raises(Unknown, match="two columns of the rows are called turns"):
        columns.check_names(replace(study().game, facts=(Column("turns", "x"),)))
