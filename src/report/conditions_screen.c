/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "report/draw/layout.h"
#include "report/draw/screen.h"
#include "say/say_words.h"

static const char *fact(const struct as_machine *m, const char *name)
{
	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, name))
			return m->facts[i].value;
	return NULL;
}

/* A fact as it is stated, between words. */
static void add(struct as_text *t, const char *value, const char *before, const char *after)
{
	if (!value)
		return;
	as_text_add(t, t->len ? ", " : "");
	as_text_add(t, before);
	as_text_add_neutral(t, value, strlen(value), 0);
	as_text_add(t, after);
}

void as_conditions_add(const struct as_machine *m, struct as_text *load, struct as_text *isolated,
	struct as_text *failed)
{
	const char *parallel = fact(m, AS_FACT_LOAD "parallel");
	const char *why = fact(m, AS_FACT_LOAD_FAILED);
	const long copies = parallel ? strtol(parallel, NULL, 10) - 1 : 0;

	if (copies > 0)
		as_text_addf(load,
			"with" AS_TIE "%ld %s of the command running beside each execution", copies,
			copies == 1 ? "copy" : "copies");
	add(load, fact(m, AS_FACT_LOAD "pause"), "after a wait of" AS_TIE, " drawn at random");
	add(isolated, fact(m, AS_FACT_ISOLATION "cpu"), "on processors" AS_TIE, "");
	add(isolated, fact(m, AS_FACT_ISOLATION "numa"), "on" AS_TIE, ", with memory of it alone");
	add(isolated, fact(m, AS_FACT_ISOLATION "cpuset"), "in a cpuset of processors" AS_TIE, "");
	add(isolated, fact(m, AS_FACT_ISOLATION "priority"), "with" AS_TIE, "");
	if (why)
		as_text_add_neutral(failed, why, strlen(why), 0);
}
