/* Twin of best_words in best_words.py: the search of simkit.games.spell_smashers.words.search over many hands, in C. */
#include <stdint.h>

typedef int64_t i64;
enum { MASK_BITS = 40, SPELLING = 26, CHILD = 42, LETTERS = 26, LONGEST = 15, WIDE = 48 };
#define NOTHING (-(1LL << 62))
#define OFFSET (1LL << 30)

typedef struct {
    const i64 *edges, *branch_wounds, *branch_child, *branch_root;
    const int8_t *easiest, *wound_length;
    i64 known;
} Words;

typedef struct {
    i64 key[WIDE], sorted[WIDE], value[WIDE], suffix[WIDE], available[WIDE], first[WIDE];
    i64 edge[WIDE], mask[WIDE], sum[WIDE], place[WIDE], length[WIDE];
    i64 w_symbol[WIDE], w_value[WIDE], w_next[WIDE], w_branch[WIDE], w_place[WIDE], w_sum[WIDE], w_letters[WIDE];
} Room;

static i64 search_letters(const Words *w, i64 root, i64 value, i64 spelled, i64 most_length, i64 best, Room *r)
{
    i64 limit = ((best >> MASK_BITS) + 1) << MASK_BITS, edge = root, place = 0, depth = 0;
    i64 mask = edge & r->available[0];
    for (;;) {
        if (mask) {
            i64 at = r->first[__builtin_ctzll(mask)];
            if (at < place) at = place;
            if (value + r->suffix[at] + most_length >= limit) {
                i64 letter = mask & -mask;
                mask ^= letter;
                i64 child = w->edges[(edge >> CHILD) + __builtin_popcountll(edge & (letter - 1))];
                i64 longer = value + r->value[at], spelling = (child >> SPELLING) & 0xFFFF;
                if (spelling && w->easiest[spelling] <= w->known) {
                    i64 worth = longer + r->length[spelled + depth + 1];
                    if (worth >= limit) {
                        best = worth;
                        limit = ((worth >> MASK_BITS) + 1) << MASK_BITS;
                    }
                }
                i64 deeper = child & r->available[at + 1];
                if (deeper) {
                    r->edge[depth] = edge, r->mask[depth] = mask, r->sum[depth] = value, r->place[depth] = place;
                    depth++;
                    edge = child, value = longer, place = at + 1, mask = deeper;
                }
                continue;
            }
        }
        if (!depth) return best;
        depth--;
        edge = r->edge[depth], mask = r->mask[depth], value = r->sum[depth], place = r->place[depth];
    }
}

static i64 best_word(const Words *w, const i64 *symbols, const i64 *weights, i64 n, const i64 *by_length, Room *r)
{
    i64 letters = 0;
    for (i64 i = 0; i < n; i++) {
        r->key[i] = symbols[i] << 44 | (OFFSET - weights[i]) << 8 | i;
        letters += symbols[i] < LETTERS;
    }
    for (i64 i = 0; i < n; i++) {
        i64 key = r->key[i], rank = 0;
        for (i64 j = 0; j < n; j++) rank += r->key[j] < key;
        r->sorted[rank] = key;
    }
    i64 suffix = 0, available = 0, wounds = n - letters, longest = letters;
    r->suffix[letters] = r->available[letters] = 0;
    for (i64 i = letters - 1; i >= 0; i--) {
        i64 key = r->sorted[i], symbol = key >> 44, weight = OFFSET - ((key >> 8) & 0xFFFFFFFFFLL);
        available |= 1LL << symbol;
        suffix += (weight > 0 ? weight : 0) << MASK_BITS;
        r->first[symbol] = i, r->available[i] = available, r->suffix[i] = suffix;
        r->value[i] = weight * (1LL << MASK_BITS) + (1LL << (key & 255));
    }
    for (i64 i = wounds - 1, following = wounds; i >= 0; i--) {
        i64 key = r->sorted[letters + i], number = (key >> 44) - LETTERS, weight = OFFSET - ((key >> 8) & 0xFFFFFFFFFLL);
        if (i + 1 < wounds && r->w_symbol[i + 1] != number) following = i + 1;
        r->w_symbol[i] = number, r->w_next[i] = following;
        r->w_value[i] = weight * (1LL << MASK_BITS) + (1LL << (key & 255));
        longest += w->wound_length[number];
    }
    if (longest > LONGEST) longest = LONGEST;
    i64 most_length = by_length[0] * (1LL << MASK_BITS);
    for (i64 length = 0; length <= LONGEST; length++) {
        i64 worth = by_length[length] * (1LL << MASK_BITS);
        r->length[length] = worth;
        if (length <= longest && worth > most_length) most_length = worth;
    }
    i64 best = search_letters(w, w->branch_root[0], 0, 0, most_length, NOTHING, r);
    i64 place = 0, branch = 0, value = 0, spelled = 0, depth = 0;
    while (wounds) {
        if (place < wounds) {
            i64 number = r->w_symbol[place], follow = w->branch_wounds[branch];
            if (!((follow >> number) & 1)) {
                place = r->w_next[place];
                continue;
            }
            r->w_branch[depth] = branch, r->w_place[depth] = r->w_next[place];
            r->w_sum[depth] = value, r->w_letters[depth] = spelled;
            depth++;
            branch = w->branch_child[branch] + __builtin_popcountll(follow & ((1LL << number) - 1));
            value += r->w_value[place];
            spelled += w->wound_length[number];
            i64 root = w->branch_root[branch], limit = ((best >> MASK_BITS) + 1) << MASK_BITS, spelling = (root >> SPELLING) & 0xFFFF;
            if (spelling && w->easiest[spelling] <= w->known) {
                i64 worth = value + r->length[spelled];
                if (worth >= limit) best = worth, limit = ((best >> MASK_BITS) + 1) << MASK_BITS;
            }
            if (value + r->suffix[0] + most_length >= limit) best = search_letters(w, root, value, spelled, most_length, best, r);
            place++;
        } else if (!depth) {
            break;
        } else {
            depth--;
            branch = r->w_branch[depth], place = r->w_place[depth], value = r->w_sum[depth], spelled = r->w_letters[depth];
        }
    }
    return best;
}

void best_words(const i64 *edges, const int8_t *easiest, const i64 *branch_wounds, const i64 *branch_child, const i64 *branch_root,
                const int8_t *wound_length, i64 known, const i64 *symbols, const i64 *weights, const i64 *counts, const i64 *by_length,
                i64 width, i64 hands, i64 *out)
{
    Words w = {edges, branch_wounds, branch_child, branch_root, easiest, wound_length, known};
    Room room;
    for (i64 i = 0; i < hands; i++)
        out[i] = best_word(&w, symbols + width * i, weights + width * i, counts[i], by_length + 16 * i, &room);
}
