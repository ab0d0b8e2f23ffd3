/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as results that are kept: one experiment for each version of the software in it. */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "format/foreign/parts/harness.h"
#include "format/table/sheet.h"
#include "model/joined/table.h"

static const char unknown[] = "unknown";

/* Versions of the same commit and name are one. */
static bool same_version(const struct as_version *a, const struct as_version *b)
{
	const char *x[] = {a->commit, a->label}, *y[] = {b->commit, b->label};

	for (size_t i = 0; i < 2; i++)
		if (strcmp(x[i] ? x[i] : "", y[i] ? y[i] : "") != 0)
			return false;
	return true;
}

bool as_sheet_has_versions(const struct as_experiment *x)
{
	for (size_t i = 1; i < x->n_subjects; i++)
		if (!same_version(&x->subjects[0].version, &x->subjects[i].version))
			return true;
	return x->hosts;
}

static bool same_host(const struct as_experiment *x, size_t i, size_t k)
{
	return !x->hosts || !strcmp(x->hosts[i], x->hosts[k]);
}

static void add_text(XXH3_state_t *h, const char *s)
{
	XXH3_128bits_update(h, s ? s : "", s ? strlen(s) + 1 : 1);
}

static void add_words(XXH3_state_t *h, const struct as_packed *p)
{
	XXH3_128bits_update(h, &p->n, sizeof p->n);
	for (size_t i = 0; i < p->n; i++) {
		const uint64_t word = as_packed_at(p, i);
		XXH3_128bits_update(h, &word, sizeof word);
	}
}

/* The values of a subject and where they stand, but not their place among those of others: a table
 * to which versions are added has the old ones as they were. */
static void add_subject(XXH3_state_t *h, const struct as_experiment *x, const struct as_subject *s)
{
	static const struct as_packed none;

	add_text(h, s->command);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		const struct as_level *level = &s->levels[l];
		for (size_t m = 0; m < AS_UNIT_MEMBERS; m++)
			if (m == AS_UNIT_PARENT || m == AS_UNIT_ROLE || m == AS_UNIT_ENDING)
				add_words(h, level->units ? &level->units[m] : &none);
		for (size_t c = 0; c < level->n_columns; c++) {
			add_text(h, x->metrics[level->columns[c].metric].name);
			add_words(h, &level->columns[c].values);
		}
	}
}

static bool set_uuid(struct as_experiment *x, const struct as_version *v, const char *host)
{
	XXH3_state_t *h = XXH3_createState();

	if (!h || XXH3_128bits_reset(h) != XXH_OK) {
		XXH3_freeState(h);
		return false;
	}
	add_text(h, v->commit);
	add_text(h, v->label);
	if (host)
		add_text(h, host);
	XXH3_128bits_update(h, &v->date_ns, sizeof v->date_ns);
	for (size_t i = 0; i < x->n_subjects; i++)
		add_subject(h, x, &x->subjects[i]);
	const XXH128_hash_t all = XXH3_128bits_digest(h);
	XXH3_freeState(h);
	x->uuid = as_arena_printf(&x->arena, "%016llx%016llx", (unsigned long long)all.high64,
		(unsigned long long)all.low64);
	return x->uuid != NULL;
}

/* What the table does not say. */
static enum as_status settle(struct as_experiment *x, struct as_err *err)
{
	x->command_line = x->directory = "";
	x->version = unknown;
	if (!as_harness_machine(x, &(struct as_harness_head){.tool = "a table"}))
		return as_fail_memory(err);
	x->machine.boot_id = unknown;
	return as_experiment_keep_table(x, err);
}

static bool take_parameters(
	struct as_experiment *y, struct as_subject *s, const struct as_subject *old)
{
	s->parameters = as_arena_array(&y->arena, old->n_parameters + 1, sizeof *s->parameters);
	for (; s->parameters && s->n_parameters < old->n_parameters; s->n_parameters++) {
		const struct as_parameter *p = &old->parameters[s->n_parameters];
		s->parameters[s->n_parameters] = (struct as_parameter){
			as_arena_strdup(&y->arena, p->name), as_arena_strdup(&y->arena, p->value)};
	}
	return s->parameters != NULL;
}

static bool take_notes(struct as_experiment *y, struct as_subject *s, const struct as_subject *old)
{
	for (size_t i = 0; i < old->n_notes; i++)
		if (as_subject_note(s, &y->arena, (enum as_level_index)old->notes[i].level,
			    old->notes[i].unit, old->notes[i].text, NULL))
			return false;
	return true;
}

/* Its tree went into another experiment, and each has one. */
static bool is_taken(const struct as_subject *s)
{
	size_t n = 0;

	for (size_t l = 0; l < AS_TREE_LEVELS; l++)
		n += s->levels[l].n;
	return !n;
}

/* A copy of a subject, which takes its tree over. */
static bool take_subject(struct as_experiment *y, struct as_subject *old, const char *name)
{
	struct as_subject *s = as_experiment_add_subject(y, name, old->command);

	if (s && old->benchmark)
		s->benchmark = s->name;
	if (!s || !take_parameters(y, s, old) || !take_notes(y, s, old) ||
		!as_version_copy(&y->arena, &old->version, &s->version))
		return false;
	memcpy(s->levels, old->levels, sizeof s->levels);
	s->iterations = old->iterations;
	memset(old->levels, 0, sizeof old->levels);
	memset(&old->iterations, 0, sizeof old->iterations);
	return true;
}

/* The machine of that name, with what the file says of all its machines. */
static bool set_host(struct as_experiment *y, const char *host)
{
	const struct as_machine all = y->machine;
	struct as_fact *f = as_arena_array(&y->arena, all.n_facts + 1, sizeof *f);

	const struct as_harness_head head = {.tool = y->version, .host = host};
	if (!f || !as_harness_machine(y, &head))
		return false;
	const size_t own = y->machine.n_facts;
	memcpy(f, y->machine.facts, own * sizeof *f);
	if (all.n_facts > own)
		memcpy(f + own, all.facts + own, (all.n_facts - own) * sizeof *f);
	y->machine.facts = f;
	y->machine.n_facts = all.n_facts > own ? all.n_facts : own;
	return true;
}

/* What another tool's file says of all its versions. */
static enum as_status take_head(struct as_experiment *y, const struct as_experiment *x,
	const char *host, struct as_err *err)
{
	const struct as_machine *m = &x->machine;
	struct as_arena *a = &y->arena;
	struct as_fact *f = as_arena_array(a, m->n_facts + 1, sizeof *f);

	if (!f)
		return as_fail_memory(err);
	for (size_t i = 0; i < m->n_facts; i++) {
		f[i] = (struct as_fact){m->facts[i].kind, as_arena_strdup(a, m->facts[i].name),
			as_arena_strdup(a, m->facts[i].value)};
		if (!f[i].name || !f[i].value)
			return as_fail_memory(err);
	}
	y->command_line = as_arena_strdup(a, x->command_line);
	y->directory = "";
	y->version = as_arena_strdup(a, x->version);
	y->machine = (struct as_machine){.facts = f,
		.n_facts = m->n_facts,
		.machine_id = as_arena_strdup(a, m->machine_id),
		.environment_id = as_arena_strdup(a, m->environment_id),
		.host = as_arena_strdup(a, m->host)};
	const bool well = y->command_line && y->version && y->machine.machine_id &&
		y->machine.environment_id;
	return well && (!host || set_host(y, host)) ? AS_OK : as_fail_memory(err);
}

static enum as_status set_head(struct as_experiment *y, const struct as_experiment *x,
	const char *host, struct as_err *err)
{
	const struct as_version *v = &y->subjects[0].version;
	const bool table = x->table != NULL;

	y->plan = x->plan;
	y->criterion = x->criterion;
	y->table = as_arena_strdup(&y->arena, x->table);
	y->table_in_time = x->table_in_time;
	y->label = v->commit ? NULL : v->label;
	/* when it ran, where the file says that of all; a version's own date is not it */
	y->started_ns = y->ended_ns = !table && x->started_ns ? x->started_ns : v->date_ns;
	for (size_t l = 0; l < AS_TREE_LEVELS; l++)
		y->level_name[l] = as_arena_strdup(&y->arena, x->level_name[l]);
	if ((table && !y->table) || !set_uuid(y, v, host))
		return as_fail_memory(err);
	return table ? settle(y, err) : take_head(y, x, host, err);
}

/* The subjects of x that are of the version and machine of subject i. */
static enum as_status take_sheet(
	struct as_experiment *x, size_t i, struct as_experiment **out, struct as_err *err)
{
	const struct as_version v = x->subjects[i].version;
	const size_t first = i;
	struct as_experiment *y = as_experiment_new();
	enum as_status st = AS_OK;

	if (!y)
		return as_fail_memory(err);
	for (size_t m = 0, at; m < x->n_metrics && !st; m++)
		st = as_experiment_metric(y, &x->metrics[m], &at, err);
	for (; i < x->n_subjects && !st; i++) {
		struct as_subject *s = &x->subjects[i];
		/* in a table it is named with its version */
		if (!is_taken(s) && same_version(&s->version, &v) && same_host(x, first, i) &&
			!take_subject(y, s, x->table ? s->command : s->name))
			st = as_fail_memory(err);
	}
	if (!st)
		st = set_head(y, x, x->hosts ? x->hosts[first] : NULL, err);
	if (st)
		as_experiment_free(y);
	else
		*out = y;
	return st;
}

enum as_status as_sheet_divide(
	struct as_experiment *x, struct as_experiment ***out, size_t *n, struct as_err *err)
{
	struct as_experiment **v = calloc(x->n_subjects + 1, sizeof *v);
	enum as_status st = AS_OK;
	size_t k = 0;

	if (!v)
		return as_fail_memory(err);
	if (!as_version_known(&x->subjects[0].version) && !x->hosts) {
		st = x->table ? settle(x, err) : AS_OK;
		v[0] = x;
		k = st ? 0 : 1;
	} else {
		for (size_t i = 0; i < x->n_subjects && !st; i++) {
			if (is_taken(&x->subjects[i]))
				continue;
			st = take_sheet(x, i, &v[k], err);
			k += !st;
		}
	}
	if (!st) {
		if (v[0] != x)
			as_experiment_free(x);
		*out = v;
		*n = k;
		return AS_OK;
	}
	while (k)
		as_experiment_free(v[--k]);
	free(v);
	return st;
}
