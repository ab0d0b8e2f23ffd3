/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Benchmarks that use everything the header offers; well.bats calls them. */

#include <stdlib.h>
#include <string.h>

#include <assay.h>

ASSAY_BENCH(nothing)
{
	assay_loop (state)
		;
}

ASSAY_BENCH(copy)
{
	size_t n = (size_t)assay_param(state, "size"), from = (size_t)assay_param(state, "from");
	char *a = calloc(2, n + 8), *b = a ? a + n + 8 : NULL;

	if (!a) {
		assay_fail(state, "there is no memory");
		return;
	}
	assay_loop (state) {
		memcpy(b, a + from, n);
		assay_clobber();
	}
	assay_bytes(state, (double)n);
	free(a);
}
ASSAY_RANGE(copy, "size", 16, 100, 4);
ASSAY_LIST(copy, "from", 0, 1);

ASSAY_BENCH(steps)
{
	int64_t i = assay_param(state, "i");

	assay_loop (state)
		assay_keep(i);
	assay_counter(state, "i", (double)i, "1", ASSAY_AVERAGE);
}
ASSAY_STEPS(steps, "i", -2, 4, 3);

ASSAY_BENCH(together)
{
	uint64_t n = 0;

	assay_loop (state)
		n++;
	assay_counter(state, "each", (double)n, "1", ASSAY_PER_OPERATION);
	assay_counter(state, "threads", 1, "1", ASSAY_TOTAL);
	assay_counter(state, "number", assay_thread(state), "1", ASSAY_AVERAGE);
	assay_counter(state, "rate", (double)n, "ops", ASSAY_PER_SECOND);
}
ASSAY_THREADS(together, 1, 2, 4);

struct words {
	char *text;
	int was_zero;
};

ASSAY_SETUP(words)
{
	fixture->was_zero = !fixture->text;
	fixture->text = strdup("a few words");
	if (!fixture->text || !fixture->was_zero)
		assay_fail(state, "there is no text");
}

ASSAY_TEARDOWN(words)
{
	free(fixture->text);
}

ASSAY_BENCH_F(words, length)
{
	assay_loop (state) {
		assay_hide(fixture);
		assay_keep(strlen(fixture->text));
	}
}

/* Each input is used once: an operation that finds a used one fails. */
struct once {
	int fresh;
	char *owned;
};

static long prepared, discarded;

static void prepare_once(void *input, void *with)
{
	struct once *o = input;

	o->fresh = *(int *)with;
	o->owned = malloc(8);
	prepared++;
}

static void discard_once(void *input, void *with)
{
	struct once *o = input;

	(void)with;
	free(o->owned);
	discarded++;
}

ASSAY_BENCH(inputs)
{
	static int fresh = 7;
	const struct assay_inputs in = {sizeof(struct once), prepare_once, discard_once, &fresh};
	struct once *it;
	long used = 0;

	assay_loop_inputs (state, it, &in) {
		if (it->fresh != 7 || !it->owned)
			assay_fail(state, "an input was used twice");
		it->fresh = 0;
		used++;
	}
	if (prepared != used || discarded != used)
		assay_fail(state, "%ld prepared, %ld used, %ld discarded", prepared, used, discarded);
}

struct page {
	char bytes[1 << 20];
};

static void prepare_page(void *input, void *with)
{
	(void)with;
	((struct page *)input)->bytes[0] = 1;
}

ASSAY_BENCH(large_inputs)
{
	const struct assay_inputs in = {sizeof(struct page), prepare_page, NULL, NULL};
	struct page *it;

	assay_loop_inputs (state, it, &in)
		it->bytes[0] = 0;
}

ASSAY_COUNT_ALLOCATIONS();

ASSAY_BENCH(allocates)
{
	assay_loop (state) {
		void *a = malloc(100), *b = calloc(5, 10), *c = aligned_alloc(64, 64);
		assay_keep(a);
		a = realloc(a, 200);
		assay_keep(a);
		free(a);
		free(b);
		free(c);
	}
}

ASSAY_BENCH(many)
{
	assay_loop (state)
		assay_clobber();
}
ASSAY_STEPS(many, "i", 1, 1000, 1);

ASSAY_MAIN()
