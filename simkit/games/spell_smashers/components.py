"""Spell Smashers' components: cards, tiles, seats and zones as sheets, a word list, and all of it as a config record."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit.core.decks import identity
from simkit.core.game import Unknown
from simkit.core.sheets import PROVENANCE, Field, Sheet, Tables, read_tables
from simkit.games.spell_smashers import names
from simkit.games.spell_smashers.names import (
    BOSS_CAP,
    BUILDINGS,
    DECKS,
    EMPTY,
    GEAR_CAP,
    LETTER_CAP,
    MODIFIER_CAP,
    MONSTER_CAP,
    PER,
    QUEST_CAP,
    SEATS,
    SLOTS,
    TYPES,
    WOUND_CAP,
    ZONES,
)
from simkit.games.spell_smashers.words.graph import DOUBLED, ENDS_VOWEL, LETTERS, SAME_ENDS, STARTS_VOWEL
from simkit.games.spell_smashers.words.lexicon import BY_LEVEL, BY_RANK, Lexicon, Source, lexicon, rank_of
from simkit.games.spell_smashers.words.lists import FOLDER, LONGEST

DEFAULT = Path(__file__).parent / "components"
WORDS = "words.txt"  # a word list of one's own, in a folder of components
_NO_LIMIT = 99

_COPIES = Field("copies", "how many of this card there are", low=0, high=40, optional=True)
_PROVENANCE = Field("provenance", "where the numbers come from", PROVENANCE)
_ID = Field("id", "identity of the card: keeps its luck when the sheet is sorted or other cards change")
_YES = ("yes", "no")
_PURE = TYPES[:3]


def _number(name: str, text: str, high: int = 30, low: int = 0) -> Field:
    return Field(name, text, low=low, high=high, optional=True)


def _flag(name: str, text: str) -> Field:
    return Field(name, text, _YES, optional=True)


def _type(name: str, text: str) -> Field:
    return Field(name, text, _PURE, optional=True)


LETTER_SHEET = Sheet(
    "letters",
    (
        _ID,
        Field("deck", "deck it belongs to", DECKS),
        Field("letter", "its letter"),
        Field("damage", "its damage", low=0, high=9),
        Field("type", "its damage type", TYPES),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
WOUND_SHEET = Sheet(
    "wounds",
    (
        _ID,
        Field("letters", "its letters, which stay together"),
        Field("damage", "its damage", low=0, high=9),
        Field("type", "its damage type", TYPES),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
_BOSS_TRAITS = (
    _type("resistance", "cards of this type deal nothing"),
    _type("weakness", "cards of this type deal double"),
    _type("bite_back", "attack 1 more if the word holds this type"),
    _number("vicious", "more attack strength"),
    _number("last_gasp", "more wounds on the kill"),
)
MODIFIER_SHEET = Sheet(
    "modifiers",
    (
        _ID,
        Field("name", "its name"),
        Field("starred", "a starting modifier", _YES),
        Field("health", "health bonus", low=0, high=99),
        *_BOSS_TRAITS[:4],
        _number("ale", "ale placed on the crest when it enters"),
        _number("gear", "gear cards placed on the crest when it enters", 1),
        _number("disarm", "active gear discarded when it is battled", 1),
        _number("aura", "health for every other monster when it enters"),
        _BOSS_TRAITS[4],
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
MONSTER_SHEET = Sheet(
    "monsters",
    (
        _ID,
        Field("name", "its name"),
        Field("letter", "letter of its trophy"),
        Field("health", "health", low=1, high=99),
        Field("attack", "attack strength", low=0, high=9),
        Field("damage", "damage of its trophy", low=0, high=9),
        Field("type", "damage type of its trophy", TYPES),
        Field("zone", "zone on its back (solo)", low=1, high=ZONES),
        _PROVENANCE,
    ),
    "id",
)
BOSS_SHEET = Sheet(
    "bosses",
    (
        _ID,
        Field("name", "its name"),
        Field("zone", "its zone", low=1, high=ZONES),
        Field("health", "health", low=1, high=999),
        Field("attack", "attack strength", low=0, high=20),
        *_BOSS_TRAITS,
        _number("wound_heal", "health it gains for each wound it deals"),
        _number("halves_below", "words of fewer letters deal it half damage", 15),
        _PROVENANCE,
    ),
    "id",
)
GEAR_SHEET = Sheet(
    "gear",
    (
        _ID,
        Field("name", "its name"),
        Field("slot", "weapon or armor", SLOTS),
        _number("damage", "damage it adds", 20),
        Field("per", "what the damage is for", PER, optional=True),
        _number("after", "how many of those do not count", 15),
        _number("limit", "most damage it adds", 99),
        _number("letters_min", "only for words of so many letters", 15),
        _number("letters_max", "only for words of at most so many letters", 15),
        _flag("doubled", "only for words with a doubled letter"),
        _number("wild", "cards of a word that become wild", 1),
        _number("coins_kill", "coins when a monster is defeated"),
        _number("coins", "coins in each battle"),
        _number("wounds_less", "wounds not suffered"),
        _number("initiative", "added to initiative", 9, -9),
        _flag("wins_ties", "wins initiative ties"),
        _type("ward", "ignores resistance and bite back of this type"),
        _number("hand", "more cards in hand", 3),
        _number("heals", "wounds discarded after battle", 1),
        _number("ale", "more ale when ale is taken from a crest"),
        _number("discount", "coins less for a visit", 10),
        Field("multiplayer_only", "has the multiplayer symbol", _YES),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
QUEST_SHEET = Sheet(
    "quests",
    (
        _ID,
        _number("letters_min", "letters of the word", 15),
        _number("letters_max", "letters of the word at most", 15),
        _number("vowels_min", "vowels of the word", 15),
        _number("vowels_max", "vowels of the word at most", 15),
        _flag("starts_vowel", "the word starts with a vowel"),
        _flag("ends_vowel", "the word ends with a vowel"),
        _flag("same_ends", "the word starts and ends with the same letter"),
        _flag("doubled", "the word has a doubled letter"),
        _flag("all_different", "all letters of the word differ"),
        _number("wounds_min", "wounds in the word", 15),
        _number("trophies_min", "trophies in the word", 15),
        *(_number(f"{kind}_min", f"{kind} cards in the word", 15) for kind in _PURE),
        _number("damage_min", "damage dealt, overkill included", 99),
        _number("attack_min", "attack strength of the monster", 20),
        _flag("kill", "the monster is defeated"),
        _flag("exact", "the monster is defeated with exact damage"),
        _flag("first", "first in initiative"),
        _flag("alone", "damages a monster nobody else damaged this round"),
        Field("points", "victory points", low=-99, high=99),
        _COPIES,
        _PROVENANCE,
    ),
    "id",
)
SEAT_SHEET = Sheet(
    "seats",
    (Field("seat", "seat from the marker", low=1, high=SEATS), Field("coins", "starting coins", low=0, high=99), _PROVENANCE),
)
ZONE_SHEET = Sheet(
    "zones",
    (Field("zone", "zone of the solo board", low=1, high=ZONES), Field("building", "its building", BUILDINGS), _PROVENANCE),
)
SHEETS = (LETTER_SHEET, WOUND_SHEET, MODIFIER_SHEET, MONSTER_SHEET, BOSS_SHEET, GEAR_SHEET, QUEST_SHEET, SEAT_SHEET, ZONE_SHEET)


@dataclass(frozen=True)
class WordTables(Tables):
    """Component tables with a word list: the package's, or a file of one's own."""

    words: Path | None = None


def read(source: Path | None = None) -> WordTables:
    """Read and check the sheets of a folder, or our own; a file of words may lie in the folder, or be the source itself.

    Parameters
    ----------
    source : Path, optional
        A folder of sheets with or without `words.txt`, or a word list (`.txt`) that is used with our own sheets.
    """
    is_list = source is not None and source.suffix == ".txt"
    if is_list and source and not source.is_file():
        raise Unknown(f"components: there is no word list {source}")
    tables = read_tables(DEFAULT, SHEETS, check, None if is_list else source)
    words = source if is_list else source / WORDS if source and (source / WORDS).is_file() else None
    digest = hashlib.sha256(tables.sha256.encode())
    warnings = list(tables.warnings)
    if words is None:
        digest.update((FOLDER / "words.txt.xz").read_bytes())
    else:
        warnings += Source(0, True, BY_LEVEL, words.resolve()).read().notes
        digest.update(words.read_bytes())
    told = {field.name: getattr(tables, field.name) for field in dataclasses.fields(Tables)}
    told |= {"sha256": digest.hexdigest(), "warnings": tuple(warnings), "source": source.name if is_list and source else tables.source}
    return WordTables(**told, words=words.resolve() if words else None)


def copies(row: dict[str, Any]) -> int:
    """Return how many of a card there are."""
    return 1 if row.get("copies") is None else int(row["copies"])


def cards(rows: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any], int]]:
    """Yield every card of a sheet: its number, its row, which copy it is."""
    number = 0
    for row in rows:
        for copy in range(copies(row)):
            yield number, row, copy
            number += 1


def check(rows: dict[str, list[dict[str, Any]]], folder: Path) -> list[str]:
    """Refuse what cannot be set up; name printed counts that changed."""
    for sheet, column, longest in (("letters", "letter", 1), ("wounds", "letters", 5), ("monsters", "letter", 1)):
        for row in rows[sheet]:
            text = row[column]
            if not (text.isascii() and text.isalpha() and 1 <= len(text) <= longest):
                what = "one letter A to Z" if longest == 1 else f"1 to {longest} letters A to Z"
                raise Unknown(f"{folder / sheet}.csv, {row['id']}, column {column}: {text!r} is not {what}")
    for row in rows["gear"]:
        if row["damage"] and not row["per"]:
            raise Unknown(f"{folder / 'gear.csv'}, {row['id']}, column per: empty; damage needs it (battle: once)")
    counts = {sheet: sum(map(copies, rows[sheet])) for sheet in ("letters", "wounds", "modifiers", "monsters", "bosses", "gear", "quests")}
    room = {
        "letters": (20, LETTER_CAP), "wounds": (0, WOUND_CAP), "modifiers": (0, MODIFIER_CAP), "monsters": (SEATS, MONSTER_CAP),
        "bosses": (1, BOSS_CAP), "gear": (0, GEAR_CAP), "quests": (0, QUEST_CAP),
    }  # fmt: skip
    for sheet, (low, high) in room.items():
        if not low <= counts[sheet] <= high:
            raise Unknown(f"{folder / sheet}.csv: {counts[sheet]} {sheet}; a game can be set up with {low} to {high}")
    for sheet, column, size in (("seats", "seat", SEATS), ("zones", "zone", ZONES)):
        if sorted(row[column] for row in rows[sheet]) != list(range(1, size + 1)):
            raise Unknown(f"{folder / sheet}.csv: expected each {column} from 1 to {size} once")
    if sorted(row["building"] for row in rows["zones"]) != sorted(BUILDINGS):
        raise Unknown(f"{folder / 'zones.csv'}: expected each building once")
    decks = Counter(row["deck"] for row in rows["letters"] for _ in range(copies(row)))
    for deck in DECKS:
        if not decks[deck]:
            raise Unknown(f"{folder / 'letters.csv'}: no {deck} cards")
    stars = sum(copies(row) for row in rows["modifiers"] if row["starred"] == "yes")
    if stars < SEATS or counts["modifiers"] == stars:
        raise Unknown(
            f"{folder / 'modifiers.csv'}: {stars} starred modifiers of {counts['modifiers']}; five or more are starred, and others are not"
        )
    printed = {
        "letters": 84, "wounds": 24, "modifiers": 36, "monsters": 26, "bosses": 4, "gear": 24, "quests": 29,
    }  # fmt: skip
    notes = [f"{sheet}: {counts[sheet]}, the rulebook has {number}" for sheet, number in printed.items() if counts[sheet] != number]
    notes += [f"{deck}s: {decks[deck]}, the rulebook has {n}" for deck, n in zip(DECKS, (57, 27), strict=True) if decks[deck] != n]
    return notes


def card_ids(tables: Tables) -> list[str]:
    """Return the id of every card number: gear from 0, quests from 64; the copies of one card have numbers in a row."""
    gear = [row["id"] for _, row, _ in cards(tables.rows["gear"])]
    quests = [row["id"] for _, row, _ in cards(tables.rows["quests"])]
    return gear + [""] * (GEAR_CAP - len(gear)) + quests


def wound_texts(tables: Tables) -> tuple[str, ...]:
    """Return the different texts of wound cards that are no single letters, in order: their numbers."""
    return tuple(sorted({row["letters"].lower() for row in tables.rows["wounds"] if len(row["letters"]) > 1}))


def words_of(config: Any, tables: Tables) -> Lexicon:
    """Return the compiled words a table plays with."""
    measure = BY_RANK if config["rarity"] else BY_LEVEL
    source = Source(int(config["dictionary"]), bool(config["vulgar_words"]), measure, getattr(tables, "words", None))
    return lexicon(source, wound_texts(tables))


def fill(config: Any, tables: Tables) -> None:
    """Write the tables and the words into a config record."""
    rows = tables.rows
    for number, row, copy in cards(rows["letters"]):
        config["letter_identity"][number] = identity(row["id"], copy)
        config["letter_symbol"][number] = rank_of(row["letter"])
        config["letter_deck"][number] = DECKS.index(row["deck"])
        config["letter_damage"][number] = min(row["damage"], int(config["damage_cap"]))
        config["letter_type"][number] = TYPES.index(row["type"])
        config["letters"] = number + 1
    texts = wound_texts(tables)
    for number, row, copy in cards(rows["wounds"]):
        text = row["letters"].lower()
        config["wound_identity"][number] = identity(row["id"], copy)
        config["wound_symbol"][number] = rank_of(text) if len(text) == 1 else LETTERS + texts.index(text)
        config["wound_text"][number] = sum(rank_of(letter) << (8 * i) for i, letter in enumerate(text))
        config["wound_count"][number] = len(text)
        config["wound_damage"][number] = row["damage"]
        config["wound_type"][number] = TYPES.index(row["type"])
        config["wounds"] = number + 1
    config["wound_length"][: len(texts)] = [len(text) for text in texts]
    for number, row, copy in cards(rows["modifiers"]):
        config["modifier_identity"][number] = identity(row["id"], copy)
        config["starred"][number] = row["starred"] == "yes"
        config["modifier_health"][number] = row["health"]
        _fill_traits(config, number, row)
        config["modifiers"] = number + 1
    for number, row, _ in cards(rows["monsters"]):
        config["monster_identity"][number] = identity(row["id"])
        config["monster_symbol"][number] = rank_of(row["letter"])
        config["monster_damage"][number] = min(row["damage"], int(config["damage_cap"]))
        config["monster_type"][number] = TYPES.index(row["type"])
        _fill_foe(config, number, row)
        config["monsters"] = number + 1
    for number, row, _ in cards(rows["bosses"]):
        config["monster_identity"][MONSTER_CAP + number] = identity(row["id"])
        _fill_foe(config, MONSTER_CAP + number, row)
        _fill_traits(config, MODIFIER_CAP + number, row)
        config["bosses"] = number + 1
    for number, row, copy in cards(rows["gear"]):
        _fill_gear(config, number, row, copy)
    for number, row, copy in cards(rows["quests"]):
        _fill_quest(config, number, row, copy)
    for row in rows["seats"]:
        config["seat_coins"][row["seat"] - 1] = row["coins"]
    for row in rows["zones"]:
        config["building"][row["zone"] - 1] = BUILDINGS.index(row["building"])
    for kind in ("letter", "wound", "modifier", "gear", "quest"):
        count = int(config[{"letter": "letters", "wound": "wounds", "modifier": "modifiers", "gear": "gear", "quest": "quests"}[kind]])
        if len(set(config[f"{kind}_identity"][:count].tolist())) < count:
            raise Unknown(f"{kind} cards: two ids hash to the same 32 bits; rename one of them")
    config["granted_gear"][:] = EMPTY
    config["granted_quest"][:] = EMPTY
    _fill_words(config, words_of(config, tables))


def _fill_foe(config: Any, number: int, row: dict[str, Any]) -> None:
    config["health"][number] = row["health"]
    config["attack"][number] = row["attack"]
    config["zone"][number] = row["zone"] - 1


def _fill_traits(config: Any, number: int, row: dict[str, Any]) -> None:
    for name in ("resistance", "weakness", "bite_back"):
        config[name][number] = TYPES.index(row[name]) if row[name] else EMPTY
    amounts = {"vicious": "vicious", "entry_ale": "ale", "entry_gear": "gear", "disarm": "disarm", "aura": "aura", "last_gasp": "last_gasp"}
    for name, column in (amounts | {"wound_heal": "wound_heal", "halves_below": "halves_below"}).items():
        config[name][number] = row.get(column) or 0


def _fill_gear(config: Any, number: int, row: dict[str, Any], copy: int) -> None:
    def amount(column: str, otherwise: int = 0) -> int:
        return otherwise if row[column] is None else int(row[column])

    config["gear_identity"][number] = identity(row["id"], copy)
    config["gear_slot"][number] = SLOTS.index(row["slot"])
    config["gear_damage"][number] = amount("damage")
    config["gear_per"][number] = PER.index(row["per"]) if row["per"] else names.PER_BATTLE
    config["gear_after"][number] = amount("after")
    config["gear_limit"][number] = amount("limit", _NO_LIMIT)
    config["gear_letters_min"][number] = amount("letters_min")
    config["gear_letters_max"][number] = amount("letters_max", LONGEST)
    config["gear_doubled"][number] = row["doubled"] == "yes"
    config["gear_wild"][number] = amount("wild")
    config["gear_coins_kill"][number] = amount("coins_kill")
    config["gear_coins"][number] = amount("coins")
    config["gear_wounds"][number] = amount("wounds_less")
    config["gear_initiative"][number] = amount("initiative")
    config["gear_ties"][number] = row["wins_ties"] == "yes"
    config["gear_ward"][number] = TYPES.index(row["ward"]) if row["ward"] else EMPTY
    config["gear_hand"][number] = amount("hand")
    config["gear_heals"][number] = amount("heals")
    config["gear_ale"][number] = amount("ale")
    config["gear_discount"][number] = amount("discount")
    config["gear_multiplayer"][number] = row["multiplayer_only"] == "yes"
    config["gear"] = number + 1


def _fill_quest(config: Any, number: int, row: dict[str, Any], copy: int) -> None:
    config["quest_identity"][number] = identity(row["id"], copy)
    config["quest_points"][number] = row["points"]
    config["quest_letters_min"][number] = row["letters_min"] or 0
    config["quest_letters_max"][number] = LONGEST if row["letters_max"] is None else row["letters_max"]
    config["quest_vowels_min"][number] = row["vowels_min"] or 0
    config["quest_vowels_max"][number] = LONGEST if row["vowels_max"] is None else row["vowels_max"]
    parts = (("starts_vowel", STARTS_VOWEL), ("ends_vowel", ENDS_VOWEL), ("same_ends", SAME_ENDS), ("doubled", DOUBLED))
    config["quest_shape"][number] = sum(part for column, part in parts if row[column] == "yes")
    config["quest_different"][number] = row["all_different"] == "yes"
    config["quest_wounds"][number] = row["wounds_min"] or 0
    config["quest_trophies_min"][number] = row["trophies_min"] or 0
    config["quest_types"][number] = [row[f"{kind}_min"] or 0 for kind in _PURE]
    config["quest_damage"][number] = row["damage_min"] or 0
    config["quest_attack"][number] = row["attack_min"] or 0
    for column in ("kill", "exact", "first", "alone"):
        config[f"quest_{column}"][number] = row[column] == "yes"
    config["quests"] = number + 1


def _fill_words(config: Any, words: Lexicon) -> None:
    graph, count = words.graph, len(words.spelled)
    config["words"] = count
    config["steps"][:] = words.steps[-1]
    config["steps"][: len(words.steps)] = words.steps
    config["edges"][: len(graph.edges)] = graph.edges
    config["spellings"][: len(graph.spellings)] = graph.spellings
    nibbles = (graph.spellings[:, None] >> (4 * np.arange(16, dtype=np.uint64))) & np.uint64(15)
    config["easiest"][: len(graph.spellings)] = np.where(nibbles > 0, nibbles.astype(np.int8), 16).min(axis=1) - 1
    for name in ("branch_wounds", "branch_child", "branch_root"):
        config[name][: len(graph.branch_root)] = getattr(graph, name)
    config["spelled"][:count] = words.spelled
    letters = words.spelled[:, :LONGEST].astype(np.int32)
    config["word_letters"][:count] = np.bitwise_or.reduce(np.where(letters >= 0, np.int32(1) << np.maximum(letters, 0), 0), axis=1)
    config["word_rarity"][:count] = words.rarity
