/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of Go's benchmarks, as benchstat reads it: a line an execution (its mean, where it has iterations), so
 * that a test of lines is one of executions. */
#include <string.h>

#include "base/num.h"
#include "format/export/export.h"

/* A name is one word, of which Benchmark is the beginning and no small letter goes on. */
static void add_name(struct as_text *t, const char *name)
{
	static const char head[] = "Benchmark";
	const char *rest = strncmp(name, head, sizeof head - 1) ? name : name + sizeof head - 1;

	as_text_add(t, head);
	if (*rest >= 'a' && *rest <= 'z')
		as_text_char(t, (char)(*rest++ - 'a' + 'A'));
	for (; *rest; rest++)
		as_text_char(t, *rest == ' ' ? '_' : *rest);
}

static void write(const struct as_export *e, struct as_text *t)
{
	char number[32];

	as_text_add(t, "assay-line: execution\n");
	for (size_t s = 0; s < e->x->n_subjects; s++)
		for (size_t i = 0; i < e->flat[s].n; i++) {
			add_name(t, e->names[s]);
			as_double_text(e->flat[s].v[i], number);
			as_text_addf(t, " 1 %s ns/op\n", number);
		}
}

const struct as_exporter as_exporter_go = {
	.name = "go",
	.title = "the text of Go's benchmarks",
	.summary = "the text of Go's benchmarks: an execution is a line",
	.extension = ".bench",
	.holds = AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(VALUES),
	.times = true,
	.write = write,
};
