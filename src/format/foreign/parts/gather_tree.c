/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was gathered of a file, as an experiment. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/foreign/parts/gather_parts.h"
#include "format/foreign/parts/gather_subject.h"
#include "format/foreign/parts/harness.h"
#include "model/joined/rows.h"

/* The execution that a scope is of, or its subject; AS_SCOPE_TOP: it is of none. */
static uint32_t owner_of(const struct as_gather *g, uint32_t scope)
{
	while (scope != AS_SCOPE_TOP && g->scopes[scope].kind != AS_SCOPE_EXECUTION &&
		g->scopes[scope].kind != AS_SCOPE_SUBJECT)
		scope = g->scopes[scope].parent;
	return scope;
}

/* Sorts numbers of values by their owners, within one in the order in which they came. */
static bool sort_values(struct as_gather_tree *t)
{
	const struct as_gather *g = t->g;
	const size_t n = g->n_values;

	t->first = calloc(g->n_scopes + 2, sizeof *t->first);
	t->value = calloc(n + 1, sizeof *t->value);
	if (!t->first || !t->value)
		return false;
	for (size_t r = 0; r < g->n_runs; r++)
		t->first[owner_of(g, g->runs[r].scope) + 2] +=
			as_gather_run_end(g, r) - g->runs[r].first;
	for (size_t k = 2; k < g->n_scopes + 2; k++)
		t->first[k] += t->first[k - 1];
	for (size_t r = 0; r < g->n_runs; r++) {
		size_t *at = &t->first[owner_of(g, g->runs[r].scope) + 1];
		for (size_t i = g->runs[r].first; i < as_gather_run_end(g, r); i++)
			t->value[(*at)++] = (uint32_t)i;
	}
	return true;
}

/* Number k of those lists is of value k of its scope. */
static bool set_inners(struct as_gather_tree *t)
{
	struct as_gather *g = t->g;

	if (!g->inners.n)
		return true;
	uint32_t *next = calloc(g->n_scopes, sizeof *next);
	t->inner = calloc(g->n_values + 1, sizeof *t->inner);
	const bool well = next && t->inner;
	for (size_t r = 0; well && r < g->n_runs; r++)
		for (size_t i = g->runs[r].first; i < as_gather_run_end(g, r); i++)
			t->inner[i] = g->runs[r].inner;
	struct as_packed_near near = {0};
	for (size_t i = 0; well && i < g->inners.n; i++) {
		const uint32_t s = (uint32_t)as_packed_near(&g->inner_scope, &near, i);
		const size_t k = t->first[s] + next[s]++;
		if (k < t->first[s + 1])
			t->inner[t->value[k]] = as_packed_real(&g->inners, i);
	}
	free(next);
	return well;
}

static bool has_subjects(const struct as_gather *g, uint32_t scope)
{
	uint32_t k = g->scopes[scope].child;

	while (k && g->scopes[k].kind != AS_SCOPE_SUBJECT && !has_subjects(g, k))
		k = g->scopes[k].next;
	return k != 0;
}

static enum as_status add_below(struct as_gather_tree *t, uint32_t scope, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (uint32_t s = t->g->scopes[scope].child; s && !st; s = t->g->scopes[s].next)
		st = t->g->scopes[s].kind == AS_SCOPE_SUBJECT && !has_subjects(t->g, s)
			     ? as_gather_subject(t, s, err)
			     : add_below(t, s, err);
	return st;
}

static const char *text_at_top(const struct as_gather *g, enum as_trait_kind kind)
{
	const struct as_trait *t = as_gather_trait(g, AS_SCOPE_TOP, kind);

	return t ? t->text : NULL;
}

/* The machine of all that the file says one of; NULL: there is none, or there are several. */
static const char *only_host(const struct as_gather *g)
{
	const char *host = NULL;

	for (size_t i = 0; i < g->n_traits; i++) {
		const struct as_trait *t = g->traits[i];
		if (t->kind != AS_TRAIT_HOST || !t->text)
			continue;
		if (host && strcmp(host, t->text) != 0)
			return NULL;
		host = t->text;
	}
	return host;
}

/* What the file says of its environment, "name=value" a line; NULL when out of memory. */
static const char *environment_of(struct as_gather_tree *t)
{
	struct as_text s = {0};

	for (size_t i = 0; i < t->g->n_traits; i++) {
		const struct as_trait *own = t->g->traits[i];
		if (own->kind == AS_TRAIT_ENVIRONMENT)
			as_text_addf(&s, "%s=%s\n", own->name, own->text);
	}
	const char *all = s.failed ? NULL : as_arena_strdup(&t->x->arena, as_text_str(&s));
	as_text_release(&s);
	return all;
}

/* The processor of all that the file says one of; "": there is none, or there are several. NULL when out of memory. */
static const char *only_processor(struct as_gather_tree *t)
{
	const struct as_gather *g = t->g;
	const char *only = "";
	size_t n = 0;

	for (size_t i = 0; i < g->n_traits; i++)
		n += g->traits[i]->kind == AS_TRAIT_PROCESSOR;
	for (size_t i = 0; n && i < g->n_scopes; i++) {
		const char *own = as_gather_processor(t, (uint32_t)i);
		if (!own)
			return NULL;
		if (*only && *own && strcmp(own, only) != 0)
			return "";
		only = *own ? own : only;
	}
	return only;
}

static bool begin(struct as_gather_tree *t)
{
	const struct as_gather_how *how = t->how;
	const char *date = text_at_top(t->g, AS_TRAIT_RUN_DATE), *environment = environment_of(t),
		   *processor = only_processor(t);

	if (!environment || !processor)
		return false;

	return as_harness_begin(t->x,
		&(struct as_harness_head){.tool = how->tool,
			.program = text_at_top(t->g, AS_TRAIT_PROGRAM),
			.host = only_host(t->g),
			.processor = processor,
			.environment = environment,
			.date = date ? date : text_at_top(t->g, AS_TRAIT_DATE),
			.hash = {how->hash[0], how->hash[1]},
			.executions = how->executions});
}

static bool has_fact(const struct as_machine *m, const char *name)
{
	size_t i = 0;

	while (i < m->n_facts && strcmp(m->facts[i].name, name) != 0)
		i++;
	return i < m->n_facts;
}

static bool kind_of_fact(enum as_trait_kind is, enum as_fact_kind *out)
{
	*out = is == AS_TRAIT_PROCESSOR ? AS_FACT_MACHINE
		: is == AS_TRAIT_ENVIRONMENT ? AS_FACT_ENVIRONMENT : AS_FACT_STATE;
	return is == AS_TRAIT_PROCESSOR || is == AS_TRAIT_ENVIRONMENT || is == AS_TRAIT_FACT;
}

/* What the file says of where it was measured, under the names that it has there; the first of a
 * name counts. */
static bool add_facts(struct as_gather_tree *t)
{
	struct as_machine *m = &t->x->machine;
	enum as_fact_kind kind = AS_FACT_STATE;
	size_t n = 0;

	for (size_t i = 0; i < t->g->n_traits; i++)
		n += kind_of_fact(t->g->traits[i]->kind, &kind);
	n = n < AS_GATHER_FACTS ? n : AS_GATHER_FACTS;
	struct as_fact *f = as_arena_array(&t->x->arena, m->n_facts + n + 1, sizeof *f);
	if (!f)
		return false;
	memcpy(f, m->facts, m->n_facts * sizeof *f);
	m->facts = f;
	const size_t most = m->n_facts + n;
	for (size_t i = 0; i < t->g->n_traits && m->n_facts < most; i++) {
		const struct as_trait *own = t->g->traits[i];
		if (!kind_of_fact(own->kind, &kind) || !*own->name)
			continue;
		const char *name = as_arena_printf(&t->x->arena, "foreign.%s", own->name);
		const char *value = as_arena_strndup(
			&t->x->arena, own->text, strnlen(own->text, AS_ROWS_NAME_BYTES));
		if (!name || !value)
			return false;
		if (!has_fact(m, name))
			f[m->n_facts++] = (struct as_fact){kind, name, value};
	}
	return true;
}

/* Iterations of which the file has other numbers, but no value; SIZE_MAX when out of memory. */
static size_t count_alone(const struct as_gather_tree *t)
{
	const struct as_gather *g = t->g;
	bool *has = calloc(g->n_scopes, sizeof *has);
	size_t n = 0;

	if (!has)
		return SIZE_MAX;
	for (size_t r = 0; r < g->n_runs; r++)
		has[g->runs[r].scope] = true;
	for (size_t s = 0; s < g->n_scopes; s++) {
		uint32_t k = g->scopes[s].kind == AS_SCOPE_ITERATION && !has[s]
				     ? g->scopes[s].trait : 0;
		while (k && g->traits[k - 1]->kind != AS_TRAIT_METRIC)
			k = g->traits[k - 1]->next;
		n += k != 0;
	}
	free(has);
	return n;
}

/* What a reader of the result has to know of the file. */
static bool remark_on(struct as_gather_tree *t)
{
	for (size_t i = 0; i < t->g->n_remarks; i++)
		if (!as_experiment_remark(t->x, "%s", t->g->remarks[i]))
			return false;
	if (t->n_summaries &&
		!as_experiment_remark(t->x,
			"it has no single values of %zu of its %zu benchmarks, only what %s made "
			"of "
			"them: each is one value here, of which no interval and no verdict follows",
			t->n_summaries, t->x->n_subjects, t->how->tool))
		return false;
	if (t->how->sorted &&
		!as_experiment_remark(t->x,
			"%s writes values sorted: what they say of time, as drift, warm-up and "
			"dependence, is not to be seen",
			t->how->tool))
		return false;
	if (t->n_empty && !as_experiment_remark(t->x,
				  "%zu of its benchmarks %s no value and %s left out, the first of "
				  "them '%.100s'",
				  t->n_empty, t->n_empty == 1 ? "has" : "have",
				  t->n_empty == 1 ? "is" : "are", t->empty))
		return false;
	const size_t alone = count_alone(t);
	if (alone == SIZE_MAX)
		return false;
	if (alone &&
		!as_experiment_remark(t->x,
			"%zu of its iterations %s other numbers, but no value, and %s left out",
			alone, alone == 1 ? "has" : "have", alone == 1 ? "is" : "are"))
		return false;
	t->n_odd += t->g->n_none;
	return !t->n_odd ||
	       as_experiment_remark(t->x, "%zu of its values %s no number and %s left out%s%s",
		       t->n_odd, t->n_odd == 1 ? "is" : "are", t->n_odd == 1 ? "is" : "are",
		       !t->g->none ? "" : t->n_odd == 1 ? ": " : ", the first such text: ",
		       t->g->none ? t->g->none : "");
}

/* Where subjects were measured, unless that is the same for all. */
static bool set_hosts(struct as_gather_tree *t)
{
	const size_t n = t->x->n_subjects;
	bool several = false;

	for (size_t i = 1; t->host && i < n; i++)
		several = several || strcmp(t->host[i] ? t->host[i] : "",
			t->host[0] ? t->host[0] : "") != 0 ||
			strcmp(t->processor[i], t->processor[0]) != 0;
	if (!several)
		return true;
	const char **hosts = as_arena_array(&t->x->arena, n, sizeof *hosts);
	for (size_t i = 0; hosts && i < n; i++) {
		hosts[i] = as_arena_printf(&t->x->arena, "%s%s%s%s",
			t->host[i] ? t->host[i] : "unknown", *t->processor[i] ? " (" : "",
			t->processor[i], *t->processor[i] ? ")" : "");
		if (!hosts[i])
			return false;
	}
	t->x->hosts = hosts;
	return hosts != NULL;
}

static bool set_unused(struct as_gather_tree *t)
{
	const struct as_gather *g = t->g;
	struct as_text s = {0};

	if (!g->n_unused)
		return true;
	for (size_t i = 0; i < g->n_unused; i++)
		as_text_addf(&s, "%s%s", i ? ", " : "", g->unused[i]);
	if (g->n_unused_others)
		as_text_addf(&s, " and %zu other%s", g->n_unused_others,
			g->n_unused_others == 1 ? "" : "s");
	t->x->unused = s.failed ? NULL : as_arena_strdup(&t->x->arena, as_text_str(&s));
	as_text_release(&s);
	return t->x->unused != NULL;
}

static enum as_status fill_tree(struct as_gather_tree *t, struct as_err *err)
{
	if (t->g->failed || !sort_values(t) || !set_inners(t) || !begin(t))
		return as_fail_memory(err);
	bool beside = false;
	for (size_t i = 0; i < t->g->n_traits; i++) {
		const enum as_trait_kind kind = t->g->traits[i]->kind;
		beside = beside || kind == AS_TRAIT_METRIC;
		t->versions = t->versions || kind == AS_TRAIT_COMMIT || kind == AS_TRAIT_VERSION;
	}
	enum as_status st = beside ? as_gather_metrics(t, err) : AS_OK;
	if (!st)
		st = add_below(t, AS_SCOPE_TOP, err);
	if (st)
		return st;
	if (!t->x->n_subjects)
		return as_fail(err, AS_ERR_DATA, "there is no result of a benchmark in it");
	t->x->criterion = t->has_criterion ? t->criterion : t->beside;
	t->x->plan.planned = t->x->plan.done = t->executions;
	t->x->plan.iterations = t->iterations;
	const bool well = add_facts(t) && remark_on(t) && set_hosts(t) && set_unused(t);
	return well ? AS_OK : as_fail_memory(err);
}

enum as_status as_gather_experiment(struct as_gather *g, const struct as_gather_how *how,
	const char *name, struct as_experiment **out, struct as_err *err)
{
	struct as_gather_tree t = {.g = g, .how = how, .x = as_experiment_new(), .executions = 1};
	struct as_err why = {0};
	enum as_status st = t.x ? fill_tree(&t, &why) : as_fail_memory(&why);

	free(t.first);
	free(t.value);
	free(t.inner);
	as_labels_release(&t.names);
	free(t.named);
	free(t.host);
	free(t.processor);
	if (!st) {
		*out = t.x;
		return AS_OK;
	}
	as_experiment_free(t.x);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	return as_fail(
		err, st, "cannot read '%.300s' as what %s writes: %s", name, how->tool, why.msg);
}
