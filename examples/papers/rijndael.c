/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rijndael - time the encryption and decryption of a short text in memory
 *
 * As the Rijndael benchmark of T. Kalibera and P. Tuma, "Precise Regression Benchmarking with Random
 * Effects" (2006): much computing, hardly any memory. AES of 128 bits, in the plain way of FIPS 197
 * with the two S-boxes as its only tables. One iteration encrypts 64 blocks, each with the one before
 * it mixed in, decrypts them, and compares; at the start the example of FIPS 197 is checked. */

#include "../layout/iterations.h"

enum { BLOCK = 16, ROUNDS = 10, BLOCKS = 64 };

struct cipher {
	uint8_t box[256], back[256];
	uint8_t keys[ROUNDS + 1][BLOCK];
	uint8_t text[BLOCKS][BLOCK];
};

static uint8_t doubled(uint8_t x)
{
	return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

static uint8_t times(uint8_t x, unsigned by)
{
	uint8_t sum = 0;

	for (; by; by >>= 1, x = doubled(x))
		sum = (uint8_t)(sum ^ (by & 1 ? x : 0));
	return sum;
}

static uint8_t rotated(uint8_t x, unsigned by)
{
	return (uint8_t)(x << by | x >> (8 - by));
}

/* p runs through all elements but 0 as powers of 3, q through their inverses. */
static void make_boxes(struct cipher *c)
{
	uint8_t p = 1, q = 1;

	do {
		p = (uint8_t)(p ^ doubled(p));
		q = (uint8_t)(q ^ q << 1);
		q = (uint8_t)(q ^ q << 2);
		q = (uint8_t)(q ^ q << 4);
		q = (uint8_t)(q ^ (q & 0x80 ? 0x09 : 0));
		c->box[p] = (uint8_t)(q ^ rotated(q, 1) ^ rotated(q, 2) ^ rotated(q, 3) ^
			rotated(q, 4) ^ 0x63);
	} while (p != 1);
	c->box[0] = 0x63;
	for (size_t i = 0; i < 256; i++)
		c->back[c->box[i]] = (uint8_t)i;
}

static void make_keys(struct cipher *c)
{
	uint8_t round = 1;

	for (size_t i = 0; i < BLOCK; i++)
		c->keys[0][i] = (uint8_t)i;
	for (size_t r = 1; r <= ROUNDS; r++, round = doubled(round))
		for (size_t i = 0; i < BLOCK; i++) {
			const uint8_t *last = c->keys[r - 1];
			uint8_t with = i >= 4 ? c->keys[r][i - 4] : c->box[last[12 + (i + 1) % 4]];
			c->keys[r][i] = (uint8_t)(last[i] ^ with ^ (i ? 0 : round));
		}
}

static void add_key(uint8_t *x, const uint8_t *key)
{
	for (size_t i = 0; i < BLOCK; i++)
		x[i] ^= key[i];
}

/* Each column times a polynomial: a, b, c, d are its factors from the first row on. */
static void mix(uint8_t *x, const unsigned by[static 4])
{
	for (size_t c = 0; c < BLOCK; c += 4) {
		uint8_t y[4];
		for (size_t r = 0; r < 4; r++)
			y[r] = (uint8_t)(times(x[c + r], by[0]) ^ times(x[c + (r + 1) % 4], by[1]) ^
				times(x[c + (r + 2) % 4], by[2]) ^ times(x[c + (r + 3) % 4], by[3]));
		memcpy(x + c, y, sizeof y);
	}
}

/* Row r goes r places to the left (right: to the right), through a box. */
static void shift(uint8_t *x, const uint8_t *box, bool right)
{
	uint8_t y[BLOCK];

	for (size_t i = 0; i < BLOCK; i++)
		y[i] = box[x[right ? (i + 16 - 4 * (i % 4)) % BLOCK : (i + 4 * (i % 4)) % BLOCK]];
	memcpy(x, y, sizeof y);
}

static void encrypt(const struct cipher *c, uint8_t *x)
{
	static const unsigned by[4] = {2, 3, 1, 1};

	add_key(x, c->keys[0]);
	for (size_t r = 1; r <= ROUNDS; r++) {
		shift(x, c->box, false);
		if (r < ROUNDS)
			mix(x, by);
		add_key(x, c->keys[r]);
	}
}

static void decrypt(const struct cipher *c, uint8_t *x)
{
	static const unsigned by[4] = {14, 11, 13, 9};

	for (size_t r = ROUNDS; r > 0; r--) {
		add_key(x, c->keys[r]);
		if (r < ROUNDS)
			mix(x, by);
		shift(x, c->back, true);
	}
	add_key(x, c->keys[0]);
}

static bool iteration(void *context)
{
	struct cipher *c = context;
	uint8_t secret[BLOCKS][BLOCK], chain[BLOCK] = {0};
	bool right = true;

	for (size_t b = 0; b < BLOCKS; b++) {
		memcpy(secret[b], c->text[b], BLOCK);
		add_key(secret[b], chain);
		encrypt(c, secret[b]);
		memcpy(chain, secret[b], BLOCK);
	}
	for (size_t b = BLOCKS; b-- > 0;) {
		decrypt(c, secret[b]);
		if (b)
			add_key(secret[b], secret[b - 1]);
		right = right && !memcmp(secret[b], c->text[b], BLOCK);
	}
	return right;
}

/* Appendix C.1 of FIPS 197. */
static bool is_rijndael(const struct cipher *c)
{
	static const uint8_t want[BLOCK] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8,
		0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
	uint8_t x[BLOCK];

	for (size_t i = 0; i < BLOCK; i++)
		x[i] = (uint8_t)(0x11 * i);
	encrypt(c, x);
	return !memcmp(x, want, BLOCK);
}

int main(void)
{
	struct cipher c = {0};

	make_boxes(&c);
	make_keys(&c);
	for (size_t i = 0; i < sizeof c.text; i++)
		c.text[i / BLOCK][i % BLOCK] = (uint8_t)(i * 7919 % 251);
	if (!is_rijndael(&c)) {
		fprintf(stderr, "rijndael: the example of FIPS 197 is not encrypted as it says\n");
		return 1;
	}
	return iterate("rijndael", iteration, &c);
}
