/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/differ.h"

#include <string.h>

#include "probe/probe.h"

/* The facts of `a` that `b` has otherwise, or has not. Those that both have are said once, with
 * `missing` only those that b has not. */
static void add(struct as_text *t, const struct as_machine *a, const struct as_machine *b,
	bool missing, const char *label)
{
	for (size_t i = 0; i < a->n_facts; i++) {
		const struct as_fact *f = &a->facts[i];
		const char *other = as_machine_fact(b, f->name);

		if (f->kind == AS_FACT_STATE || (other && (missing || !strcmp(other, f->value))))
			continue;
		as_text_addf(t, "%s%s is %s ", t->len ? ", " : "", f->name, f->value);
		if (other)
			as_text_addf(t, "and %s", other);
		else
			as_text_addf(t, "in '%s' only", label);
	}
}

void as_differences_add(struct as_text *t, const struct as_machine *a, const char *a_label,
	const struct as_machine *b, const char *b_label)
{
	add(t, a, b, false, a_label);
	add(t, b, a, true, b_label);
}

void as_toolchain_differences_add(struct as_text *t, const struct as_machine *then,
	const struct as_machine *now)
{
	static const char prefix[] = "toolchain.";

	for (size_t i = 0; i < then->n_facts; i++) {
		const struct as_fact *f = &then->facts[i];
		const char *value = strncmp(f->name, prefix, sizeof prefix - 1) ? NULL
			: as_machine_fact(now, f->name);
		if (value && strcmp(value, f->value) != 0)
			as_text_addf(t, "%s%s is %s and %s", t->len ? ", " : "", f->name, f->value, value);
	}
}
