/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/joined/table.h"

#include <string.h>

enum { FACTS = 2 + AS_MODEL_LEVELS };

enum as_status as_experiment_keep_table(struct as_experiment *x, struct as_err *err)
{
	const char *slash = strrchr(x->table, '/');
	struct as_machine *m = &x->machine;
	struct as_fact *f = as_arena_array(&x->arena, m->n_facts + FACTS, sizeof *f);
	size_t n = m->n_facts;

	for (size_t l = AS_MODEL_LEVELS; l < AS_TREE_LEVELS; l++)
		if (x->level_name[l])
			return as_fail(err, AS_ERR_DATA,
				"it has more than %d levels, which is what a store has; the mean "
				"of the lowest in one value each makes one less",
				AS_MODEL_LEVELS);
	if (!f)
		return as_fail_memory(err);
	if (n)
		memcpy(f, m->facts, n * sizeof *f);
	f[n++] = (struct as_fact){AS_FACT_STATE, AS_FACT_TABLE, slash ? slash + 1 : x->table};
	if (x->table_in_time)
		f[n++] = (struct as_fact){AS_FACT_STATE, AS_FACT_TABLE_ORDER, "time"};
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		if (!x->level_name[l])
			continue;
		f[n].kind = AS_FACT_STATE;
		f[n].value = x->level_name[l];
		f[n].name = as_arena_printf(&x->arena, AS_FACT_TABLE_LEVEL "%zu", l);
		if (!f[n++].name)
			return as_fail_memory(err);
	}
	m->facts = f;
	m->n_facts = n;
	return AS_OK;
}

/* The value of a fact; NULL: there is none. */
static const char *fact_of(const struct as_experiment *x, const char *name)
{
	for (size_t i = 0; i < x->machine.n_facts; i++) {
		const struct as_fact *f = &x->machine.facts[i];
		if (f->kind == AS_FACT_STATE && f->name && !strcmp(f->name, name))
			return f->value;
	}
	return NULL;
}

bool as_experiment_has_table_facts(const struct as_experiment *x)
{
	return fact_of(x, AS_FACT_TABLE) != NULL;
}

void as_experiment_recall_table(struct as_experiment *x)
{
	char name[] = AS_FACT_TABLE_LEVEL "0";

	x->table = fact_of(x, AS_FACT_TABLE);
	x->table_in_time = x->table && fact_of(x, AS_FACT_TABLE_ORDER);
	for (size_t l = 0; x->table && l < AS_MODEL_LEVELS; l++) {
		name[sizeof name - 2] = (char)('0' + l);
		x->level_name[l] = fact_of(x, name);
	}
}
