/* The twin of subset_sums and within in simkit/core/subsets.py, and of the loop in subset_sums.py beside this file. */
#include <stdint.h>

static void subset_sums(int64_t faces, int64_t free_dice, int64_t limit, uint64_t *sums) {
    for (int64_t v = 1; v <= limit; v++) sums[v] = 0;
    sums[0] = 1;
    int64_t top = 0;
    for (int64_t die = 0; die < 6; die++) {
        if ((free_dice >> die) & 1) {
            int64_t f = (faces >> (3 * die)) & 7;
            top = top + f < limit ? top + f : limit;
            for (int64_t v = top; v >= f; v--) sums[v] |= sums[v - f] << (1 << die);
        }
    }
}

static uint64_t within(const uint64_t *sums, int64_t limit, int64_t low, int64_t high) {
    uint64_t found = 0;
    if (low < 0) low = 0;
    if (high > limit) high = limit;
    for (int64_t v = low; v <= high; v++) found |= sums[v];
    return found;
}

void every_payment(const int64_t *rolls, int64_t count, int64_t free_dice, int64_t mana, int64_t repeats, uint64_t *sums, uint64_t *digests) {
    for (int64_t repeat = 0; repeat < repeats; repeat++) {
        for (int64_t roll = 0; roll < count; roll++) {
            subset_sums(rolls[roll], free_dice, 6 + mana, sums);
            uint64_t digest = 0;
            for (int64_t difficulty = 1; difficulty <= 6; difficulty++) {
                for (int64_t guide = 0; guide <= 6; guide++) {
                    int64_t target = difficulty - guide;
                    digest = ((digest << 7) | (digest >> 57)) ^ within(sums, 6 + mana, target - mana, target + mana);
                }
            }
            digests[roll] = digest;
        }
    }
}
