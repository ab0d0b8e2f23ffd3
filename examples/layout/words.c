/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words - time the counting of words in a text, with a hash table, and sorting them by number
 *
 * The text is made at the start and is always the same: 20 000 words, of which some are much more
 * frequent than others. One iteration counts all of them into a new table. */

#include "iterations.h"

enum { WORDS = 20000, DISTINCT = 1500, LONGEST = 9, SLOTS = 256 };

struct word {
	const char *text;
	size_t length, count;
};

struct table {
	struct word *slots;
	size_t size, used; /* size is a power of two */
};

struct job {
	char *text;
	size_t bytes, words;
};

/* The generator of Park and Miller: the same numbers everywhere. */
static unsigned next_random(unsigned *state)
{
	*state = (unsigned)((unsigned long long)*state * 16807 % 2147483647);
	return *state;
}

/* The number of a word, in letters: longer for rare ones. */
static size_t spell(unsigned number, char *to)
{
	unsigned x = number * 7919 + 17;
	size_t length = 0;

	do {
		to[length++] = (char)('a' + x % 26);
		x /= 26;
	} while (x && length < LONGEST);
	return length;
}

static bool make_text(struct job *job)
{
	unsigned state = 1;

	job->text = malloc((size_t)WORDS * (LONGEST + 1));
	if (!job->text)
		return false;
	for (job->words = 0; job->words < WORDS; job->words++) {
		unsigned a = next_random(&state) % DISTINCT, b = next_random(&state) % DISTINCT;
		job->bytes += spell(a * b / DISTINCT, job->text + job->bytes);
		job->text[job->bytes++] = next_random(&state) % 12 ? ' ' : '\n';
	}
	return true;
}

static size_t hash(const char *text, size_t length)
{
	size_t h = 14695981039346656037u;

	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)text[i]) * 1099511628211u;
	return h;
}

static bool is_same(const struct word *w, const char *text, size_t length)
{
	return w->length == length && !memcmp(w->text, text, length);
}

/* Where the word is, or would be. */
static struct word *find(struct table *t, const char *text, size_t length)
{
	size_t at = hash(text, length) & (t->size - 1);

	while (t->slots[at].text && !is_same(&t->slots[at], text, length))
		at = (at + 1) & (t->size - 1);
	return &t->slots[at];
}

static bool grow(struct table *t)
{
	struct table larger = {.size = t->size ? 2 * t->size : SLOTS, .used = t->used};

	larger.slots = calloc(larger.size, sizeof *larger.slots);
	if (!larger.slots)
		return false;
	for (size_t i = 0; i < t->size; i++)
		if (t->slots[i].text)
			*find(&larger, t->slots[i].text, t->slots[i].length) = t->slots[i];
	free(t->slots);
	*t = larger;
	return true;
}

static bool count(struct table *t, const char *text, size_t length)
{
	struct word *w;

	if (4 * t->used >= 3 * t->size && !grow(t))
		return false;
	w = find(t, text, length);
	if (!w->text) {
		*w = (struct word){.text = text, .length = length};
		t->used++;
	}
	w->count++;
	return true;
}

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool count_all(struct table *t, const struct job *job)
{
	size_t i = 0;

	while (i < job->bytes) {
		size_t from = i;
		while (i < job->bytes && is_letter(job->text[i]))
			i++;
		if (i > from && !count(t, job->text + from, i - from))
			return false;
		while (i < job->bytes && !is_letter(job->text[i]))
			i++;
	}
	return true;
}

/* The most frequent first, equally frequent ones in the order of the alphabet. */
static int by_count(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	size_t shorter = x->length < y->length ? x->length : y->length;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	int order = shorter ? memcmp(x->text, y->text, shorter) : 0;
	return order ? order : (x->length > y->length) - (x->length < y->length);
}

static bool iteration(void *context)
{
	const struct job *job = context;
	struct table t = {0};
	bool right = grow(&t) && count_all(&t, job);
	size_t n = 0, sum = 0;

	for (size_t i = 0; i < t.size; i++)
		if (t.slots[i].text)
			t.slots[n++] = t.slots[i];
	qsort(t.slots, n, sizeof *t.slots, by_count);
	for (size_t i = 0; i < n; i++)
		sum += t.slots[i].count;
	right = right && sum == job->words && n && t.slots[0].count >= t.slots[n - 1].count;
	free(t.slots);
	return right;
}

int main(void)
{
	struct job job = {0};
	int status = 1;

	if (make_text(&job))
		status = iterate("words", iteration, &job);
	else
		fprintf(stderr, "words: out of memory\n");
	free(job.text);
	return status;
}
