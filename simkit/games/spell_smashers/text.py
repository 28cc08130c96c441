"""Spell Smashers in the rulebook's words: cards, positions, actions, events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from simkit.core.events import LOST, OFFERED, POINTS, TAKEN, USED
from simkit.core.sheets import Tables
from simkit.games.spell_smashers import names
from simkit.games.spell_smashers.battle import BY_ELIXIR
from simkit.games.spell_smashers.components import cards, words_of
from simkit.games.spell_smashers.names import BUILDINGS, DECKS, EMPTY, GEAR_CAP, MONSTER_CAP, POTIONS, SHOP, TYPES, ZONES
from simkit.games.spell_smashers.words.graph import ORDER, spelling_class
from simkit.games.spell_smashers.words.lexicon import Lexicon

TURN = names.BEGAN  # the event that begins a turn

_BUILDINGS = ("Shaman", "Tavern", "Guild", "Armory", "Alchemist", "Carpenter's Guild", "Wizard's Shop")
_REASONS = {
    names.L_TROPHIES: "monster trophies",
    names.L_GEAR: "gear cards",
    names.L_QUESTS: "{card}",
    names.L_ALE: "ale tokens",
    names.L_COINS: "leftover coins",
    names.L_WOUNDS: "remaining wounds",
    names.L_BUILDINGS: "intact buildings",
    names.L_DIFFICULTY: "difficulty bonus",
    names.L_START: "starting points",
}
_GEAR_WORDS = (
    ("wild", "{} card of a word becomes wild"),
    ("coins_kill", "{} coins when a monster is defeated"),
    ("coins", "{} coin in each battle"),
    ("wounds_less", "{} wound fewer"),
    ("initiative", "{} initiative"),
    ("hand", "{} card more in hand"),
    ("heals", "{} wound discarded after battle"),
    ("ale", "{} ale more with ale from a crest"),
    ("discount", "visits cost {} coin less"),
)
_TRAIT_WORDS = (
    ("resistance", "{} deals nothing"),
    ("weakness", "{} deals double"),
    ("bite_back", "bites back at {}"),
    ("vicious", "attack +{}"),
    ("ale", "enters with {} ale"),
    ("gear", "enters with {} gear card"),
    ("disarm", "disarms {} gear card"),
    ("aura", "+{} health to the others on entry"),
    ("last_gasp", "+{} wounds when defeated"),
    ("wound_heal", "+{} health for each wound it deals"),
    ("halves_below", "half damage from words of fewer than {} letters"),
)
_QUEST_WORDS = (
    ("letters_min", "a word of at least {} letters"),
    ("letters_max", "a word of at most {} letters"),
    ("vowels_min", "at least {} vowels"),
    ("vowels_max", "at most {} vowels"),
    ("starts_vowel", "the word starts with a vowel"),
    ("ends_vowel", "the word ends with a vowel"),
    ("same_ends", "the word starts and ends with the same letter"),
    ("doubled", "a doubled letter"),
    ("all_different", "all letters differ"),
    ("wounds_min", "at least {} wounds in the word"),
    ("trophies_min", "at least {} trophies in the word"),
    ("fire_min", "at least {} fire cards"),
    ("earth_min", "at least {} earth cards"),
    ("water_min", "at least {} water cards"),
    ("damage_min", "at least {} damage"),
    ("attack_min", "a monster of attack {} or more"),
    ("kill", "defeat the monster"),
    ("exact", "defeat it with exact damage"),
    ("first", "be first in initiative"),
    ("alone", "damage a monster nobody else damaged this round"),
)


def row_of(tables: Tables, sheet: str, number: int) -> dict[str, Any]:
    """Return the sheet row of a card by its number."""
    for place, row, _ in cards(tables.rows[sheet]):
        if place == number:
            return row
    raise IndexError(f"no card {number} in {sheet}")


def _told(row: dict[str, Any], words: Iterable[tuple[str, str]]) -> str:
    """Say what the filled columns of a row mean."""
    return ", ".join(text.format(row[name]) for name, text in words if row.get(name) not in (None, "", "no", 0))


def card(tables: Tables, number: int) -> str:
    """Say what a gear or quest card is."""
    if number < GEAR_CAP:
        row = row_of(tables, "gear", number)
        return f"{row['name']} ({row['slot']}: {_gear(row)})"
    row = row_of(tables, "quests", number - GEAR_CAP)
    return f"quest {row['id']} ({_told(row, _QUEST_WORDS)}; {row['points']} VP)"


def _gear(row: dict[str, Any]) -> str:
    parts = []
    if row["damage"]:
        text = f"+{row['damage']} damage"
        if row["per"] != "battle":
            text += f" for each {row['per']}" + (f" after the first {row['after']}" if row["after"] else "")
        text += f", at most {row['limit']}" if row["limit"] else ""
        low, high = row["letters_min"], row["letters_max"]
        if low or high:
            text += f" if {low} letters" if low == high else f" if {low or 0} to {high or 15} letters"
        text += " if a letter is doubled" if row["doubled"] == "yes" else ""
        parts.append(text)
    if rest := _told(row, _GEAR_WORDS):
        parts.append(rest)
    if row["wins_ties"] == "yes":
        parts.append("wins initiative ties")
    if row["ward"]:
        parts.append(f"ignores {row['ward']} resistance and bite back")
    return "; ".join(parts)


def letter_card(tables: Tables, number: int) -> str:
    """Say what a letter card is: "P 3 fire"."""
    row = row_of(tables, "letters", number)
    return f"{row['letter']}{row['damage']} {row['type']}"


def wound_card(tables: Tables, number: int) -> str:
    """Say what a wound card is."""
    row = row_of(tables, "wounds", number)
    return f"[{row['letters']}]{row['damage']} {row['type']}"


def monster(tables: Tables, tile: int) -> str:
    """Return the name of a monster or boss."""
    if tile >= MONSTER_CAP:
        return str(row_of(tables, "bosses", tile - MONSTER_CAP)["name"])
    return str(row_of(tables, "monsters", tile)["name"])


def trophy(tables: Tables, tile: int) -> str:
    """Say what a trophy is as a card of a word."""
    row = row_of(tables, "monsters", tile)
    return f"{row['name']} {row['letter']}{row['damage']} {row['type']}"


def coins(number: int) -> str:
    """Write a number of coins."""
    return f"{number} coin" if number == 1 else f"{number} coins"


def members(bits: Any) -> list[int]:
    """List the members of a set."""
    return [i for i in range(64) if int(bits) >> i & 1]


def describe_state(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe the position: monsters, town, every seat's hand and belongings."""
    lines = [f"Round {int(state['round_no'])}, {names.STAGES[int(state['stage'])]}"]
    lines += _monsters(tables, state)
    if state["players"] == 1:
        stand = [BUILDINGS[int(config["building"][z])] for z in range(ZONES) if state["ruin"][z] == EMPTY]
        lines.append(f"Intact: {', '.join(stand) or 'nothing'}; boss: {monster(tables, int(state['boss']))}")
    else:
        lines.append(f"Tiebreaker marker: seat {int(state['marker']) + 1}")
    for seat in range(int(state["players"])):
        lines += _seat(config, tables, state, seat)
    return lines


def describe_turn(config: Any, tables: Tables, state: Any) -> list[str]:
    """Describe what the seat to act sees: the stage, the monsters, its own cards."""
    head = f"Round {int(state['round_no'])}, {names.STAGES[int(state['stage'])]}"
    return [head, *_monsters(tables, state), *_seat(config, tables, state, int(state["seat"]))]


def _monsters(tables: Tables, state: Any) -> list[str]:
    lines = []
    for place in range(names.PLACES):
        tile = int(state["tile"][place])
        if tile == EMPTY:
            continue
        where = "" if state["players"] > 1 else f"Zone {place // 2 + 1} {'inside' if place % 2 else 'outside'}: "
        ale = f", {int(state['ale_on'][place])} ale" if state["ale_on"][place] else ""
        gear = ", a gear card" if state["gear_on"][place] != EMPTY else ""
        attack = int(_foe(tables, tile)["attack"])
        lines.append(f"{where}{_modified(tables, state, place)}: {coins(int(state['coins_on'][place]))}, attack {attack}{ale}{gear}")
    return lines


def _foe(tables: Tables, tile: int) -> dict[str, Any]:
    return row_of(tables, "bosses", tile - MONSTER_CAP) if tile >= MONSTER_CAP else row_of(tables, "monsters", tile)


def _modified(tables: Tables, state: Any, place: int) -> str:
    """Name a monster in play with its modifier's name and traits."""
    tile, modifier = int(state["tile"][place]), int(state["modifier"][place])
    if tile >= MONSTER_CAP:
        return f"{monster(tables, tile)} ({_told(_foe(tables, tile), _TRAIT_WORDS) or 'no trait'})"
    if modifier == EMPTY:
        return monster(tables, tile)
    row = row_of(tables, "modifiers", modifier)
    return f"{row['name']} {monster(tables, tile)} ({_told(row, _TRAIT_WORDS)})"


def _seat(config: Any, tables: Tables, state: Any, seat: int) -> list[str]:
    potions = [POTIONS[i] for i in members(state["potions"][seat])]
    money = f"${int(state['coins'][seat])}, {int(state['ale'][seat])} ale"
    lines = [f"Seat {seat + 1}: {money}{', ' + ', '.join(potions) if potions else ''}"]
    lines.append(f"  hand: {', '.join(_hand(tables, state, seat)) or 'empty'}")
    if trophies := [trophy(tables, tile) for tile in members(state["trophies"][seat])]:
        used = members(state["flipped"])
        turned = f" (used: {', '.join(monster(tables, tile) for tile in used)})" if used else ""
        lines.append(f"  trophies: {', '.join(trophies)}{turned}")
    if held := members(state["gear_held"][seat]):
        active = (int(state["weapon"][seat]), int(state["armor"][seat]))
        lines.append(f"  gear: {', '.join(card(tables, g) + (' active' if g in active else '') for g in held)}")
    if open_quests := [card(tables, GEAR_CAP + int(q)) for q in state["quest"][seat][: state["quest_count"][seat]]]:
        lines.append(f"  {', '.join(open_quests)}")
    if done := members(state["done"][seat]):
        lines.append(f"  completed: {', '.join(row_of(tables, 'quests', q)['id'] for q in done)}")
    if state["word"][seat]:
        lines.append(f"  word: {spelled(config, tables, state, seat, int(state['word'][seat]))}")
    return lines


def _hand(tables: Tables, state: Any, seat: int) -> list[str]:
    letters = [letter_card(tables, int(number)) for number in state["hand"][seat][: state["hand_size"][seat]]]
    return letters + [wound_card(tables, int(number)) for number in state["wound_hand"][seat][: state["wound_count"][seat]]]


def reach(config: Any, tables: Tables, state: Any, seat: int) -> list[tuple[str, str]]:
    """List the cards in reach of a word: letters, a changed one among them, and what the card is called."""
    found = [
        (row_of(tables, "letters", int(n))["letter"], letter_card(tables, int(n))) for n in state["hand"][seat][: state["hand_size"][seat]]
    ]
    usable = int(state["trophies"][seat]) & ~(int(state["flipped"]) if state["players"] == 1 else 0)
    found += [(row_of(tables, "monsters", tile)["letter"], trophy(tables, tile)) for tile in members(usable)]
    found += [
        (row_of(tables, "wounds", int(n))["letters"], wound_card(tables, int(n)))
        for n in state["wound_hand"][seat][: state["wound_count"][seat]]
    ]
    if (changed := int(state["tonic_card"][seat])) != EMPTY:
        text, name = found[changed]
        at, letter = int(state["tonic_at"][seat]), ORDER[int(state["tonic_letter"][seat])].upper()
        found[changed] = (text[:at] + letter + text[at + 1 :], f"{name} changed to {letter}")
    return [(text.lower(), name) for text, name in found]


def spelled(config: Any, tables: Tables, state: Any, seat: int, word: int) -> str:
    """Write a word action as one of its easiest words, with the cards that spell it."""
    used = [entry for i, entry in enumerate(reach(config, tables, state, seat)) if word >> 4 >> i & 1]
    shape, rarity = word >> 44 & 15, word >> 53 & 15
    found = sorted(_words(words_of(config, tables), tuple(text for text, _ in used), shape, rarity))
    text = found[0].upper() if found else "?"
    return f"{text} for {len(text)} ({', '.join(name for _, name in used)})"


@lru_cache(maxsize=1 << 14)
def _words(words: Lexicon, texts: tuple[str, ...], shape: int, rarity: int) -> tuple[str, ...]:
    """Return the words of a spelling class and rarity that the texts of some cards spell, each used once."""
    return tuple(
        word
        for word, rare in _by_letters(words)["".join(sorted("".join(texts)))]
        if rare == rarity and spelling_class(word) == shape and _tiles(word, texts)
    )


def _tiles(word: str, texts: tuple[str, ...]) -> bool:
    """Whether texts, each used once, spell a word."""
    if not texts:
        return not word
    return any(word.startswith(text) and _tiles(word[len(text) :], texts[:i] + texts[i + 1 :]) for i, text in enumerate(texts))


@lru_cache(maxsize=4)
def _by_letters(words: Lexicon) -> dict[str, list[tuple[str, int]]]:
    """Group a word list by sorted letters; words with their rarity."""
    found: dict[str, list[tuple[str, int]]] = {}
    for number, rare in enumerate(words.rarity.tolist()):
        word = words.word(number)
        found.setdefault("".join(sorted(word)), []).append((word, rare))
    return found


def describe_action(config: Any, tables: Tables, state: Any, action: int) -> str:
    """Describe a legal action as what the player does."""
    kind, seat, detail = action & 15, int(state["seat"]), action >> 4
    if kind == names.WORD:
        return f"spell {spelled(config, tables, state, seat, action)}"
    if kind == names.WEAR:
        worn = [row_of(tables, "gear", n - 1)["name"] for n in (detail & 127, detail >> 7 & 127) if n]
        return f"wear {' and '.join(worn)}" if worn else "wear no gear"
    if kind == names.REDRAW:
        wound = f" and {wound_card(tables, int(state['wound_hand'][seat][(detail & 63) - 1]))}" if detail & 63 else ""
        return f"no legal word: discard all letter cards{wound}, refill the hand"
    if kind == names.SKIP:
        return "still no legal word: skip the battle"
    if kind == names.TONIC:
        _, name = reach(config, tables, state, seat)[detail & 63]
        letter = ORDER[detail >> 10 & 31].upper()
        return f"use a tonic: letter {(detail >> 6 & 15) + 1} of {name} becomes {letter}"
    if kind == names.DRAW_FROM:
        return f"draw a {DECKS[detail & 1]}"
    if kind == names.RETYPE:
        _, name = reach(config, tables, state, seat)[detail >> 4 & 63]
        way = "use an elixir" if detail & 1 == BY_ELIXIR else f"use {row_of(tables, 'gear', int(state['weapon'][seat]))['name']}"
        return f"{way}: {name} becomes {TYPES[detail >> 12 & 3]}"
    if kind == names.FIGHT:
        return f"battle the {_modified(tables, state, detail & 15)}{_choices(config, tables, state, seat, action)}"
    if kind == names.STRIKE:
        return f"battle zone {(detail & 15) + 1}{_split(tables, state, action)}{_choices(config, tables, state, seat, action)}"
    if kind == names.HEAL:
        return f"discard {wound_card(tables, int(state['wound_hand'][seat][(detail & 63) - 1]))}"
    if kind == names.KEEP:
        return f"keep {card(tables, int(state['drawn'][detail & 1]) + (GEAR_CAP if state['phase'] == names.KEEP_QUEST else 0))}"
    if kind == names.DROP:
        return f"put back {card(tables, GEAR_CAP + int(state['quest'][seat][detail & 3]))}"
    if kind == names.SHAMAN:
        given = f", giving up the {monster(tables, (detail & 63) - 1)}" if detail & 63 else ""
        return f"visit the Shaman{given}"
    if kind == names.TAVERN:
        return "visit the Tavern"
    if kind == names.GUILD:
        return "visit the Guild"
    return _shop(config, tables, state, action) if kind == SHOP else f"action {action}"


def _choices(config: Any, tables: Tables, state: Any, seat: int, action: int) -> str:
    """Say which types wild cards take and which gear is given to Disarm."""
    word, wild, said = int(state["word"][seat]), 0, ""
    for i, (_, name) in enumerate(reach(config, tables, state, seat)):
        if word >> 4 >> i & 1 and name.endswith("wild") and i not in state["retyped"]:
            said += f", {name} as {TYPES[action >> 10 >> 2 * min(wild, names.FREE_WILDS - 1) & 3]}"
            wild += 1
    place = action >> 4 & 15
    weapon, armor = int(state["weapon"][seat]), int(state["armor"][seat])
    places = (place,) if state["players"] > 1 else (2 * place, 2 * place + 1)
    traits = [int(state["modifier"][p]) for p in places if state["tile"][p] != EMPTY and state["modifier"][p] != EMPTY]
    if weapon != EMPTY and armor != EMPTY and any(config["disarm"][trait] for trait in traits):
        lost = armor if action >> 8 & 3 else weapon
        said += f", giving {row_of(tables, 'gear', lost)['name']} to Disarm"
    return said


def _split(tables: Tables, state: Any, action: int) -> str:
    zone = action >> 4 & 15
    parts = [
        f"{action >> shift & 1023} to the {_modified(tables, state, 2 * zone + side)}"
        for side, shift in ((0, 18), (1, 28))
        if state["tile"][2 * zone + side] != EMPTY
    ]
    return f": {', '.join(parts)}"


def _shop(config: Any, tables: Tables, state: Any, action: int) -> str:
    what, seat = action >> 4 & 15, int(state["seat"])
    if what == names.BUY_GEAR:
        return "visit the Armory"
    if what == names.BUY_POTIONS:
        return f"visit the Alchemist for {' and '.join(POTIONS[i] for i in members(action >> 8 & 7))}"
    if what == names.REPAIR:
        zone, place = (action >> 8 & 7) - 1, (action >> 11 & 15) - 1
        parts = [f"repair the {BUILDINGS[int(config['building'][zone])]}"] if zone != EMPTY else []
        parts += [f"discard the {monster(tables, int(state['tile'][place]))}"] if place != EMPTY else []
        return f"visit the Carpenter's Guild: {' and '.join(parts)}"
    if what == names.LOOK:
        return "visit the Wizard's Shop"
    if what == names.ORDER:
        return f"put the tiles back: {', '.join(_order(tables, state, action >> 8 & 63))}"
    if what == names.RUIN:
        return f"let the {BUILDINGS[int(config['building'][action >> 8 & 3])]} be destroyed"
    if what == names.ANTIDOTE:
        place, deck = action >> 9 & 63, DECKS[action >> 15 & 1]
        if action >> 8 & 1:
            gone = wound_card(tables, int(state["wound_hand"][seat][place]))
        else:
            gone = letter_card(tables, int(state["hand"][seat][place]))
        return f"use an antidote: discard {gone}, draw a {deck}"
    return "visit nothing"


def _order(tables: Tables, state: Any, number: int) -> Iterator[str]:
    """Yield the tiles in an order they may be put back in, from the top."""
    size = int(state["stack_size"])
    left = [int(state["stack"][size - 1 - i]) for i in range(min(size, names.SIGHT))]
    while left:
        choices = len(left)
        yield monster(tables, left.pop(number % choices))
        number //= choices


def describe_event(tables: Tables, row: tuple[int, ...]) -> str:
    """Describe a log row as a sentence; empty for what is not worth telling."""
    event, seat, what, amount, detail = row
    who = f"Seat {seat + 1}"
    if event == POINTS:
        reason = _REASONS[detail].format(card=card(tables, what) if detail == names.L_QUESTS else "")
        return f"{who}: {amount} VP for {reason}"
    if event in (OFFERED, TAKEN, LOST):
        verb = {OFFERED: "looks at", TAKEN: "takes", LOST: "puts back"}[event]
        return f"{who} {verb} {card(tables, what)}"
    if event == USED:
        return f"{who} completes {card(tables, what)}" if what >= GEAR_CAP else f"{who} uses {card(tables, what)}"
    if event == names.WORE:
        worn = [row_of(tables, "gear", number)["name"] for number in (what, amount) if number != EMPTY]
        return f"{who} wears {' and '.join(worn) or 'no gear'}"
    return _about_monsters(tables, row) or _about_cards(tables, row) or _about_town(tables, row)


def _about_cards(tables: Tables, row: tuple[int, ...]) -> str:
    event, seat, what, amount, detail = row
    who = f"Seat {seat + 1}"
    said = {
        names.SPELLED: f"{who} is ready with a word of {amount} letters",
        names.NO_WORD: f"{who} shows a hand without a legal word",
        names.SKIPPED: f"{who} skips the battle",
        names.INITIATIVE: f"{who} is number {what + 1} in initiative with {amount}",
        names.SHUFFLED: f"the {DECKS[what]} discards are shuffled: {amount} cards" if event == names.SHUFFLED else "",
        names.CHANGED_TYPE: f"card {what + 1} in reach becomes {TYPES[amount]}" if event == names.CHANGED_TYPE else "",
        names.CHANGED_LETTER: f"card {what + 1} in reach reads {ORDER[amount].upper()}" if event == names.CHANGED_LETTER else "",
    }
    if event == names.DREW:
        return f"{who} draws {letter_card(tables, what)}"
    if event == names.DREW_WOUND:
        return f"{who} suffers wound {wound_card(tables, what)}"
    if event == names.GAVE_UP_LETTER:
        return f"{who} discards {letter_card(tables, what)}"
    if event == names.HEALED or (event == names.DISCARDED and amount):
        return f"{who} discards wound {wound_card(tables, what)}"
    return said.get(event, "")


def _about_monsters(tables: Tables, row: tuple[int, ...]) -> str:
    event, seat, what, amount, detail = row
    who = f"Seat {seat + 1}"
    if event == names.ENTERED:
        name = f"{row_of(tables, 'modifiers', seat)['name']} " if seat != EMPTY else ""
        return f"the {name}{monster(tables, what)} enters with {coins(detail)}"
    if event == names.GREW:
        return f"the {monster(tables, detail)} gains {amount} health"
    if event in (names.LEFT, names.MOVED_IN, names.BOSS_CAME, names.NO_TARGET, names.ADDED_ALE):
        return {
            names.LEFT: f"the {monster(tables, what)} leaves" if event == names.LEFT else "",
            names.MOVED_IN: f"the {monster(tables, what)} moves inside zone {amount + 1}" if event == names.MOVED_IN else "",
            names.BOSS_CAME: f"the boss comes: {monster(tables, what)}" if event == names.BOSS_CAME else "",
            names.NO_TARGET: f"{who} finds no monster to battle",
            names.ADDED_ALE: f"1 ale is added to the {monster(tables, what)}" if event == names.ADDED_ALE else "",
        }[event]
    if event == names.ATTACKED:
        return f"{who} deals {amount} damage to the {monster(tables, what)}, which has {detail}"
    if event == names.TOOK_COINS:
        return f"{who} takes {coins(amount)}; {detail} left"
    if event == names.DEFEATED:
        return f"{who} defeats the {monster(tables, what)}"
    return ""


def _about_town(tables: Tables, row: tuple[int, ...]) -> str:
    event, seat, what, amount, _ = row
    who = f"Seat {seat + 1}"
    if event == names.TOOK_ALE:
        return f"{who} gains {amount} ale"
    if event == names.DISARMED:
        return f"{who} loses {card(tables, what)} to Disarm"
    if event == names.PASSED_MARKER:
        return f"{who} takes the tiebreaker marker"
    if event == names.VISITED:
        return f"{who} visits {'the ' + _BUILDINGS[what] if what != EMPTY else 'nothing'}"
    if event == names.GAINED_COINS:
        return f"{who} gains ${amount} from the supply"
    if event == names.PAID:
        return f"{who} pays ${amount}"
    if event in (names.GOT_POTION, names.USED_POTION):
        return f"{who} {'buys' if event == names.GOT_POTION else 'uses up'} the {POTIONS[what]}"
    if event == names.GAVE_TROPHY:
        return f"{who} gives up the {monster(tables, what)}"
    if event == names.NEW_ROUND:
        return f"Round {amount} begins"
    if event in (names.RUINED, names.REPAIRED):
        return f"zone {what + 1}: the building is {'destroyed' if event == names.RUINED else 'repaired'}"
    if event == names.SAW_TILES:
        return f"tile {amount + 1} from the top: {monster(tables, what)}"
    return ""
