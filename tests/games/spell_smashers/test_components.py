"""The component sheets hold what the rulebook prints, and faulty sheets and word lists are refused."""

from collections import Counter

import pytest

from simkit.core.game import Unknown
from simkit.games.spell_smashers import GAME, components
from simkit.games.spell_smashers.components import copies
from simkit.games.spell_smashers.words import lexicon as lexicons
from simkit.games.spell_smashers.words.lists import dictionary
from tests.games.sheets import changed
from tests.games.spell_smashers.position import tables

ROWS = tables().rows


def total(sheet, **wanted):
    return sum(copies(row) for row in ROWS[sheet] if all(row[column] == value for column, value in wanted.items()))


def test_counts_are_the_printed_ones():
    assert total("letters") == 84
    assert (total("letters", deck="consonant"), total("letters", deck="vowel")) == (57, 27)
    counts = [total(sheet) for sheet in ("wounds", "modifiers", "monsters", "bosses", "gear", "quests")]
    assert counts == [24, 36, 26, 4, 24, 29]
    assert total("modifiers", starred="yes") == 6
    assert sorted(row["letter"] for row in ROWS["monsters"]) == [chr(65 + i) for i in range(26)]
    assert tables().warnings == ()
    assert GAME.seats == (1, 5)


def test_printed_letters_and_seats():
    damage = {row["letter"]: row["damage"] for row in ROWS["letters"]}
    assert [damage[letter] for letter in "SPIRE"] == [1, 3, 1, 1, 1]
    assert (damage["W"], damage["Y"]) == (2, 3)
    assert total("letters", letter="P", type="fire") >= 1
    for letter in "SIRE":
        assert any(row["type"] != "fire" for row in ROWS["letters"] if row["letter"] == letter)
    assert [row["coins"] for row in ROWS["seats"]] == [0, 1, 2, 3, 4]


def test_every_trait_exists():
    for column in ("resistance", "weakness", "bite_back"):
        assert {row[column] for row in ROWS["modifiers"] if row[column]} == {"fire", "earth", "water"}
    for column in ("vicious", "ale", "gear", "disarm", "aura", "last_gasp"):
        assert any(row[column] for row in ROWS["modifiers"]), column


def test_zones_of_named_monsters():
    zone = {row["name"]: row["zone"] for row in ROWS["monsters"]}
    assert (zone["Wyvern"], zone["Revenant"], zone["Minotaur"]) == (3, 2, 2)
    assert {row["zone"]: row["building"] for row in ROWS["zones"]}[2] == "Armory"
    assert Counter(row["zone"] for row in ROWS["bosses"]) == {1: 1, 2: 1, 3: 1, 4: 1}


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("letters", "B-fire,consonant,B", "B-fire,consonat,B", "column deck: 'consonat' is not one of .*did you mean 'consonant'"),
        ("letters", "B-earth", "B-fire", "column id: 'B-fire' stands in row"),
        ("letters", "B-fire,consonant,B", "B-fire,consonant,BB", "'BB' is not one letter"),
        ("wounds", "W-CH,CH", "W-CH,C-H", "'C-H' is not 1 to 5 letters"),
        ("gear", "weapon,1,fire card", "weapon,1,", "column per: empty; damage needs it"),
        ("seats", "2,1", "1,1", "each seat from 1 to 5 once"),
        ("zones", "1,Alchemist", "1,Armory", "each building once"),
        ("modifiers", ",yes,", ",no,", "starred modifiers"),
        ("monsters", "T-A,Assassin,A,10", "T-A,Assassin,A,0", "column health: 0 is not a whole number"),
    ],
)
def test_faulty_sheets_are_refused(tmp_path, name, old, new, words):
    with pytest.raises(Unknown, match=words):
        changed(GAME, tmp_path, name, (old, new), most=6)


def test_a_changed_count_is_a_warning(tmp_path):
    own = changed(GAME, tmp_path, "wounds", ("W-CH,CH,1,fire,1", "W-CH,CH,1,fire,2"))
    assert "wounds: 25, the rulebook has 24" in own.warnings


def test_damage_cap_reaches_cards_and_trophies():
    config = GAME.config({"damage_cap": 3})[0]
    assert config["letter_damage"].max() == config["monster_damage"].max() == 3


# words


def test_the_dictionary_is_scowl_up_to_60_without_vulgar_words():
    everything, default = dictionary(60, True), dictionary(60, False)
    assert len(everything.words) == 76_596
    assert 0 < len(everything.words) - len(default.words) < 200
    for word in ("lantern", "spire", "blue", "charm", "mace", "hamster", "words"):
        assert word in default.words
    assert len(dictionary(70, True).words) > 110_000
    assert not {"cs", "ls", "rs"} & set(default.words)


def test_the_licence_is_in_the_package():
    licence = (lexicons.lists.FOLDER / "LICENCE.txt").read_text(encoding="utf-8")
    assert "Kevin Atkinson" in licence
    assert "MIT License" in licence


def test_an_own_list_is_checked_and_counted(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("spire\nSPIRE\nat\na\nNoun\nit's\nwell-known\nnaïve\nice cream\ncharm\n\nabcdefghijklmnop\n", encoding="utf-8")
    read = components.read(file)
    config = GAME.config(tables=read)[0]
    assert config["words"] == 3
    assert read.source == "mine.txt"
    assert read.sha256 != tables().sha256
    (said,) = (note for note in read.warnings if "dropped" in note)
    for part in (
        "1 (capital letter: a proper noun)", "2 (apostrophe or dash)", "1 (listed twice)", "2 (not 2 to 15 letters)",
        "1 (letters other than a to z)", "1 (more than one word on a line)",
    ):  # fmt: skip
        assert part in said


def test_an_own_list_in_a_folder_of_components(tmp_path):
    (tmp_path / "words.txt").write_text("at\ntea\n", encoding="utf-8")
    (tmp_path / "seats.csv").write_bytes((components.DEFAULT / "seats.csv").read_bytes())
    assert GAME.config(tables=components.read(tmp_path))[0]["words"] == 2


def test_a_list_without_words_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("Anna\nBob's\n", encoding="utf-8")
    with pytest.raises(Unknown, match=r"no word can be used \(1 capital letter: a proper noun, 1 apostrophe or dash\)"):
        components.read(tmp_path / "mine.txt")


def test_vulgar_words_of_an_own_list(tmp_path):
    vulgar = next(word for word in dictionary(60, True).words if lexicons.lists.is_vulgar(word))
    (tmp_path / "mine.txt").write_text(f"at\n{vulgar}\n", encoding="utf-8")
    read = components.read(tmp_path / "mine.txt")
    assert GAME.config(tables=read)[0]["words"] == 1
    assert GAME.config({"vulgar_words": True}, read)[0]["words"] == 2


def test_a_damaged_cache_is_rebuilt(tmp_path, monkeypatch):
    monkeypatch.setenv("SIMKIT_CACHE", str(tmp_path))
    source = lexicons.Source(10, False, lexicons.BY_LEVEL)
    lexicons.lexicon.cache_clear()
    first = lexicons.lexicon(source, ("th",))
    (file,) = (tmp_path / "words").glob("*.npz")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 255
    for damaged in (bytes(content), content[:1000], b""):
        file.write_bytes(damaged)
        lexicons.lexicon.cache_clear()
        again = lexicons.lexicon(source, ("th",))
        assert again.graph.edges.tobytes() == first.graph.edges.tobytes()
        assert again.spelled.tobytes() == first.spelled.tobytes()
    lexicons.lexicon.cache_clear()
    assert lexicons.lexicon(source, ("th",)).word(0) == first.word(0)


def test_rarity_by_frequency():
    config = GAME.config({"rarity": "frequency"})[0]
    assert config["steps"][:3].tolist() == [1_000, 2_000, 3_000]
    rarity = config["word_rarity"][: config["words"]]
    assert 900 < (rarity == 0).sum() <= 1_000
