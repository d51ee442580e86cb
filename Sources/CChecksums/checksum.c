#include "CChecksums.h"

#include <string.h>

static const uint64_t prime_1 = 0x9E3779B185EBCA87u, prime_2 = 0xC2B2AE3D27D4EB4Fu, prime_3 = 0x165667B19E3779F9u, prime_4 = 0x85EBCA77C2B2AE63u;

static uint64_t load(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

static uint64_t turn(uint64_t word, int count) { return word << count | word >> (64 - count); }
static uint64_t step(uint64_t lane, uint64_t word) { return turn(lane + word * prime_2, 31) * prime_1; }
static uint64_t merge(uint64_t hash, uint64_t lane) { return (hash ^ step(0, lane)) * prime_1 + prime_4; }

// XXH64 of bytes whose number is a multiple of 8 and at least 32.
static uint64_t hash_of(const unsigned char *bytes, size_t count, uint64_t seed) {
    const unsigned char *end = bytes + count;
    uint64_t a = seed + prime_1 + prime_2, b = seed + prime_2, c = seed, d = seed - prime_1;
    for (; end - bytes >= 32; bytes += 32) {
        a = step(a, load(bytes));
        b = step(b, load(bytes + 8));
        c = step(c, load(bytes + 16));
        d = step(d, load(bytes + 24));
    }
    uint64_t hash = turn(a, 1) + turn(b, 7) + turn(c, 12) + turn(d, 18);
    hash = merge(merge(merge(merge(hash, a), b), c), d) + count;
    for (; end - bytes >= 8; bytes += 8) hash = turn(hash ^ step(0, load(bytes)), 27) * prime_1 + prime_4;
    hash = (hash ^ hash >> 33) * prime_2;
    hash = (hash ^ hash >> 29) * prime_3;
    return hash ^ hash >> 32;
}

uint64_t widgetd_page_checksum(const void *page, size_t size, int64_t number) { return hash_of(page, size - widgetd_checksum_bytes, (uint64_t)number); }

int32_t widgetd_page_verify(void *page, size_t size, int64_t number) {
    unsigned char *bytes = page;
    size_t content = size - widgetd_checksum_bytes;
    uint64_t stored = load(bytes + content), difference = stored ^ widgetd_page_checksum(page, size, number);
    if (difference == 0) return -1;
    // The flipped bit is in the checksum itself.
    if ((difference & (difference - 1)) == 0) {
        int bit = __builtin_ctzll(difference);
        bytes[content + (size_t)bit / 8] ^= (unsigned char)(1u << bit % 8);
        return (int32_t)(content * 8) + bit;
    }
    // Each bit in turn. A page of 4 KiB takes some 15 ms, and damage is rare.
    for (size_t bit = 0; bit < content * 8; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        if (widgetd_page_checksum(page, size, number) == stored) return (int32_t)bit;
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    return -2;
}
