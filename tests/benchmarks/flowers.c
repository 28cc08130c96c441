/* The twin of flowers_with and turned in simkit/games/blume/garden.py, and of the loop in flowers.py beside this file. */
#include <stdint.h>

#define WIDTH 8
#define PLACES 48

static const int64_t SQUARE = 0x1F1F1F1F1F;

static int64_t turned(int64_t corners, int64_t rotation) {
    int64_t shift = 3 * rotation;
    return ((corners << shift) | (corners >> (12 - shift))) & 4095;
}

static int64_t flowers_with(const int8_t *kinds, const int16_t *points, int64_t place, int64_t corners) {
    int64_t a = points[place + WIDTH] ^ ((7 ^ (corners & 7)) << 6);
    int64_t b = points[place + WIDTH + 1] ^ ((7 ^ ((corners >> 3) & 7)) << 9);
    int64_t c = points[place + 1] ^ (7 ^ ((corners >> 6) & 7));
    int64_t d = points[place] ^ ((7 ^ ((corners >> 9) & 7)) << 3);
    return (int64_t)kinds[a] | ((int64_t)kinds[b] << 5) | ((int64_t)kinds[c] << 10) | ((int64_t)kinds[d] << 15);
}

/* Score every rotation and place of three tiles a garden; return how many placements that were. */
int64_t every_placement(const int8_t *kinds, const int16_t *points, const int64_t *occupied, const int64_t *tiles, int64_t gardens,
                        int64_t repeats, uint64_t *digests) {
    int64_t placements = 0;
    for (int64_t repeat = 0; repeat < repeats; repeat++) {
        for (int64_t g = 0; g < gardens; g++) {
            int64_t own = occupied[g];
            int64_t open = ((own << 1) | (own >> 1) | (own << 8) | (own >> 8)) & SQUARE & ~own;
            uint64_t digest = 0;
            for (int64_t t = 0; t < 3; t++) {
                for (int64_t rotation = 0; rotation < 4; rotation++) {
                    int64_t corners = turned(tiles[3 * g + t], rotation);
                    int64_t rest = open;
                    while (rest) {
                        int64_t place = __builtin_ctzll((uint64_t)rest);
                        rest &= rest - 1;
                        int64_t found = flowers_with(kinds, points + PLACES * g, place, corners);
                        digest = ((digest << 7) | (digest >> 57)) ^ (uint64_t)found;
                        placements += 1;
                    }
                }
            }
            digests[g] = digest;
        }
    }
    return placements;
}
