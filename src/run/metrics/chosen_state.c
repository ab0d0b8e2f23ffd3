/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "run/metrics/chosen.h"

enum as_status as_chosen_state(struct as_experiment *x, const char *metric, const char *why,
	struct as_err *err)
{
	struct as_machine *m = &x->machine;
	struct as_fact *facts = as_arena_array(&x->arena, m->n_facts + 1, sizeof *facts);
	struct as_fact fact = {.kind = AS_FACT_STATE,
		.name = as_arena_printf(&x->arena, AS_FACT_METRIC "%s", metric),
		.value = as_arena_strdup(&x->arena, why)};
	size_t at = 0;

	if (!facts || !fact.name || !fact.value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	while (at < m->n_facts && strcmp(facts[at].name, fact.name) != 0)
		at++;
	facts[at] = fact;
	m->n_facts += at == m->n_facts;
	m->facts = facts;
	return AS_OK;
}
