/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A program as a user writes it, in C11. */

#include ASSAY_HEADER

ASSAY_BENCH(nothing)
{
	assay_loop (state)
		;
}

struct input {
	long double a;
};

static void prepare(void *it, void *with)
{
	(void)with;
	((struct input *)it)->a = 1;
}

ASSAY_BENCH(inputs)
{
	const struct assay_inputs in = {sizeof(struct input), prepare, NULL, NULL};
	struct input *it;

	assay_loop_inputs (state, it, &in)
		assay_keep(it->a);
}

ASSAY_BENCH(threads)
{
	float x = 1;

	assay_loop (state)
		assay_keep(x);
}
ASSAY_THREADS(threads, 1, 2);

ASSAY_MAIN()
