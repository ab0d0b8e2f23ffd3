/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feeds a reader every file of its corpus, and variants of each that are the same in every run: cut,
 * with bytes changed, doubled and taken out. TAP. usage: fuzz_NAME FOLDER VARIANTS */
#include <dirent.h>
#include <string.h>

#include "fuzz.h"

enum { LONGEST = 1 << 20 };

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* Change the n bytes at s, of which there is room for twice as many; gives how many there are then. */
static size_t vary(unsigned char *s, size_t n, uint64_t *random)
{
	for (uint64_t changes = 1 + next(random) % 4; changes && n; changes--) {
		size_t at = next(random) % n, len = 1 + next(random) % 16;
		len = len < n - at ? len : n - at;
		switch (next(random) % 6) {
		case 0: s[at] = (unsigned char)next(random); break;
		case 1: s[at] ^= (unsigned char)(1U << next(random) % 8); break;
		case 2: n = at; break;
		case 3: s[at] = (unsigned char)"\"{}[],:-0\\ \n"[next(random) % 12]; break;
		case 4:
			memmove(s + at, s + at + len, n - at - len);
			n -= len;
			break;
		default:
			memmove(s + at + len, s + at, n - at);
			n += len;
		}
	}
	return n;
}

/* Fed from a block of just that size, so that a sanitizer sees what reads beyond. */
static void feed(const unsigned char *s, size_t n)
{
	unsigned char *copy = malloc(n ? n : 1);

	MUST(copy);
	if (n)
		memcpy(copy, s, n);
	LLVMFuzzerTestOneInput(copy, n);
	free(copy);
}

static size_t replay(const char *path, long variants)
{
	unsigned char *file = malloc(LONGEST), *changed = malloc(2 * LONGEST);
	FILE *f = fopen(path, "rb");
	uint64_t random = 1;

	MUST(file && changed);
	if (!f) {
		printf("# cannot read %s\n", path);
		exit(1);
	}
	size_t n = fread(file, 1, LONGEST, f);
	fclose(f);
	feed(file, n);
	for (long i = 0; i < variants; i++) {
		memcpy(changed, file, n);
		feed(changed, vary(changed, n, &random));
	}
	free(file);
	free(changed);
	return 1;
}

int main(int argc, char **argv)
{
	const long variants = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
	DIR *d = argc > 1 ? opendir(argv[1]) : NULL;
	char path[4096];
	size_t files = 0;

	if (!d) {
		printf("1..1\nnot ok 1 - there is no corpus\n");
		return 1;
	}
	for (struct dirent *e; (e = readdir(d));) {
		snprintf(path, sizeof path, "%s/%s", argv[1], e->d_name);
		if (e->d_name[0] != '.')
			files += replay(path, variants);
	}
	closedir(d);
	feed((const unsigned char *)"", 0);
	printf("1..1\n%sok 1 - %zu files and %ld variants of each do no harm\n", files ? "" : "not ", files,
		variants);
	return files ? 0 : 1;
}
