/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/derived.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json_read.h"
#include "base/text.h"
#include "base/vec.h"
#include "model/kept/thinned.h"

struct as_experiment *as_experiment_new(void)
{
	struct as_experiment *x = calloc(1, sizeof *x);

	if (!x)
		return NULL;
	if (!as_grow(&x->metrics, &x->cap_metrics, AS_METRICS_BUILTIN, sizeof *x->metrics)) {
		free(x);
		return NULL;
	}
	memcpy(x->metrics, as_metrics, sizeof as_metrics);
	x->n_metrics = AS_METRICS_BUILTIN;
	x->criterion = AS_METRIC_TIME;
	x->plan.confidence = 0.95;
	x->plan.tolerance = 0.01;
	return x;
}

bool as_experiment_remark(struct as_experiment *x, const char *fmt, ...)
{
	char words[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	const char *all = x->remarks ? as_arena_printf(&x->arena, "%s\n%s", x->remarks, words)
				     : as_arena_strdup(&x->arena, words);
	x->remarks = all ? all : x->remarks;
	return all != NULL;
}

bool as_plan_aims(const struct as_plan *p)
{
	return p->precision > 0 || p->detect > 0;
}

enum as_look_number as_plan_look(const struct as_plan *p)
{
	if (!p->decide)
		return AS_LOOK_ONLY;
	return p->last_look ? AS_LOOK_LAST : AS_LOOK_FIRST;
}

void as_experiment_free(struct as_experiment *x)
{
	if (!x)
		return;
	for (size_t i = 0; i < x->n_subjects; i++)
		as_subject_release(&x->subjects[i]);
	free(x->subjects);
	free(x->metrics);
	as_arena_release(&x->arena);
	free(x);
}

struct as_subject *as_experiment_add_subject(struct as_experiment *x, const char *name,
	const char *command)
{
	struct as_subject s = {
		.name = as_arena_strdup(&x->arena, name),
		.command = as_arena_strdup(&x->arena, command),
	};

	if (!s.name || !s.command || !AS_PUSH(x->subjects, x->n_subjects, x->cap_subjects, s))
		return NULL;
	return &x->subjects[x->n_subjects - 1];
}

enum as_status as_experiment_place_last(struct as_experiment *x, size_t n, size_t at,
	struct as_err *err)
{
	const size_t from = x->n_subjects - n;
	struct as_subject *last = calloc(n + 1, sizeof *last);

	if (!last)
		return as_fail_memory(err);
	memcpy(last, x->subjects + from, n * sizeof *last);
	memmove(x->subjects + at + n, x->subjects + at, (from - at) * sizeof *last);
	memcpy(x->subjects + at, last, n * sizeof *last);
	free(last);
	if (x->reference >= at)
		x->reference += n;
	return AS_OK;
}

enum as_status as_experiment_metric(struct as_experiment *x, const struct as_metric *m, size_t *out,
	struct as_err *err)
{
	for (size_t i = 0; i < x->n_metrics; i++) {
		struct as_metric *have = &x->metrics[i];
		if (strcmp(have->name, m->name) != 0)
			continue;
		if (i < AS_METRICS_BUILTIN && !x->n_subjects)
			have->level = m->level; /* a table may have it at another */
		if (strcmp(have->unit, m->unit) || have->better != m->better ||
			have->level != m->level)
			return as_fail(err, AS_ERR_DATA,
				"cannot add the metric '%s' in '%s': it is already known in '%s' "
				"at another level or direction; give it another name",
				m->name, m->unit, have->unit);
		*out = i;
		return AS_OK;
	}
	struct as_metric copy = *m;
	copy.name = as_arena_strdup(&x->arena, m->name);
	copy.unit = as_arena_strdup(&x->arena, m->unit);
	copy.describe = as_arena_strdup(&x->arena, m->describe);
	if (!copy.name || !copy.unit || !AS_PUSH(x->metrics, x->n_metrics, x->cap_metrics, copy))
		return as_fail_memory(err);
	*out = x->n_metrics - 1;
	return AS_OK;
}

bool as_experiment_uses_metric(const struct as_experiment *x, size_t metric)
{
	if (metric >= AS_METRICS_BUILTIN || metric == x->criterion)
		return true;
	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
			if (as_subject_column(&x->subjects[i], (enum as_level_index)l, metric) ||
				as_subject_thinned(&x->subjects[i], metric))
				return true;
	return false;
}

bool as_subject_has_values(const struct as_experiment *x, size_t subject, size_t metric)
{
	const struct as_subject *s = &x->subjects[subject];

	metric = as_experiment_base(x, metric);
	return as_subject_column(s, x->metrics[metric].level, metric) ||
	       as_subject_thinned(s, metric);
}

bool as_experiment_has_values(const struct as_experiment *x, size_t metric)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (as_subject_has_values(x, i, metric))
			return true;
	return false;
}

size_t as_experiment_own_metric(const struct as_experiment *x, size_t subject)
{
	if (x->criterion_alone || as_subject_has_values(x, subject, x->criterion))
		return x->criterion;
	for (size_t m = 0; m < x->n_metrics; m++)
		if (as_subject_has_values(x, subject, m))
			return m < AS_METRICS_BUILTIN ? x->criterion : m;
	return x->criterion;
}

size_t as_experiment_metric_in(const struct as_experiment *x, size_t subject, size_t metric)
{
	const size_t own = as_experiment_own_metric(x, subject);

	return metric == x->criterion ? own : metric == own ? x->criterion : metric;
}

bool as_experiment_in_time(const struct as_experiment *x)
{
	return !x->table || x->table_in_time;
}

const char *as_experiment_level(const struct as_experiment *x, size_t level)
{
	if (level < AS_TREE_LEVELS && x->level_name[level])
		return x->level_name[level];
	return level < AS_MODEL_LEVELS ? as_level_names[level] : "unit";
}

bool as_experiment_has_iterations(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (x->subjects[i].levels[AS_LEVEL_ITERATION].n || x->subjects[i].n_thinned)
			return true;
	return false;
}

/* The metric's name, with - for _ here and there. */
static bool is_alike(const char *metric, const char *name)
{
	size_t i = 0;

	while (name[i] && (name[i] == metric[i] || (name[i] == '-' && metric[i] == '_')))
		i++;
	return name[i] == metric[i];
}

/* NAME_by_valgrind, who counts it being named behind what it is. */
static bool is_with_source(const char *metric, const char *name)
{
	const size_t n = strlen(name);

	return !strncmp(metric, name, n) && !strcmp(metric + n, "_by_valgrind");
}

size_t as_experiment_find_metric(const struct as_experiment *x, const char *name)
{
	/* a table may have it of executions */
	if (!strcmp(name, "time") && !as_experiment_has_iterations(x) &&
		!as_experiment_has_values(x, AS_METRIC_TIME))
		name = "wall";
	for (size_t i = 0; i < x->n_metrics; i++)
		if (!strcmp(x->metrics[i].name, name))
			return i;
	for (size_t i = 0; i < x->n_metrics; i++)
		if (is_alike(x->metrics[i].name, name))
			return i;
	for (size_t i = 0; i < x->n_metrics; i++)
		if (is_with_source(x->metrics[i].name, name))
			return i;
	return x->n_metrics;
}

struct as_experiment as_experiment_counted(
	const struct as_experiment *x, struct as_experiment_counts *room)
{
	struct as_experiment counted = *x;

	*room = (struct as_experiment_counts){.compared = as_experiment_n_compared(x),
		.pairs = as_experiment_pairs(x),
		.reference_end = as_experiment_reference_end(x),
		.with_values = as_experiment_with_values(x),
		.of_benchmarks = as_experiment_of_benchmarks(x),
		.reduced = x->counts ? x->counts->reduced : NULL};
	counted.counts = room;
	return counted;
}

size_t as_experiment_with_values(const struct as_experiment *x)
{
	size_t n = 0;

	if (x->counts)
		return x->counts->with_values;
	for (size_t i = 0; i < x->n_subjects; i++)
		n += as_subject_column(&x->subjects[i], AS_LEVEL_EXECUTION, x->criterion) ||
			as_subject_column(&x->subjects[i], AS_LEVEL_ITERATION, x->criterion);
	return n;
}

bool as_experiment_of_benchmarks(const struct as_experiment *x)
{
	if (x->counts)
		return x->counts->of_benchmarks;
	for (size_t i = 1; i < x->n_subjects; i++) {
		const struct as_subject *a = &x->subjects[i - 1], *b = &x->subjects[i];
		if (a->benchmark && b->benchmark && !strcmp(a->command, b->command) &&
			strcmp(a->benchmark, b->benchmark) != 0)
			return true;
	}
	return false;
}

static bool same_benchmark(const struct as_subject *a, const struct as_subject *b)
{
	return a->benchmark && b->benchmark && !strcmp(a->benchmark, b->benchmark);
}

static bool same_version(const struct as_version *a, const struct as_version *b)
{
	return as_same_text(a->commit, b->commit) && as_same_text(a->label, b->label) &&
	       a->changes == b->changes;
}

bool as_subject_shares_builds(const struct as_subject *a, const struct as_subject *b)
{
	const struct as_level *k = &a->levels[AS_LEVEL_BUILD], *l = &b->levels[AS_LEVEL_BUILD];

	return a->n_builds && b->n_builds && as_unit_order(k, 0) == as_unit_order(l, 0);
}

size_t as_experiment_builds_of(const struct as_experiment *x, size_t i)
{
	size_t first = i;

	while (first && as_subject_shares_builds(&x->subjects[first - 1], &x->subjects[i]))
		first--;
	return first;
}

size_t as_experiment_programs(const struct as_experiment *x, size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		n += i == from || !as_subject_shares_builds(&x->subjects[i - 1], &x->subjects[i]);
	return n;
}

/* One behind the last benchmark of the program whose first one is subject `first`. The same command
 * may be there twice, of two versions or builds, or against itself. */
static size_t end_of_program(const struct as_experiment *x, size_t first)
{
	const struct as_subject *a = &x->subjects[first];
	size_t k = first + 1;

	for (; k < x->n_subjects; k++) {
		const struct as_subject *b = &x->subjects[k];
		if (strcmp(a->command, b->command) != 0 || same_benchmark(a, b) ||
			!as_same_text(a->build_command, b->build_command) ||
			!same_version(&a->version, &b->version) ||
			(a->n_builds && b->n_builds && !as_subject_shares_builds(a, b)))
			break;
	}
	return k;
}

size_t as_experiment_reference_end(const struct as_experiment *x)
{
	if (x->counts)
		return x->counts->reference_end;
	return as_experiment_of_benchmarks(x) ? end_of_program(x, x->reference) : 0;
}

size_t as_experiment_reference_of(const struct as_experiment *x, size_t i)
{
	return as_experiment_reference_before(x, as_experiment_reference_end(x), i);
}

size_t as_experiment_reference_before(const struct as_experiment *x, size_t block, size_t i)
{
	const struct as_subject *s = &x->subjects[i];

	if (!block)
		return x->reference;
	if (i >= x->reference && i < block)
		return i;
	/* Both programs list theirs in the same order, as a rule. */
	const size_t size = block - x->reference, guess = x->reference + (size ? i % size : 0);
	if (same_benchmark(&x->subjects[guess], s))
		return guess;
	for (size_t k = x->reference; k < block; k++)
		if (same_benchmark(&x->subjects[k], s))
			return k;
	return i;
}

size_t as_experiment_n_compared(const struct as_experiment *x)
{
	if (x->counts)
		return x->counts->compared;
	for (size_t i = 0; x->n_subjects && i < x->machine.n_facts; i++)
		if (!strcmp(x->machine.facts[i].name, AS_FACT_SUBTRACT))
			return x->n_subjects - 1;
	return x->n_subjects;
}

size_t as_experiment_pairs(const struct as_experiment *x)
{
	size_t n = as_experiment_n_compared(x), pairs = 0;

	if (x->counts)
		return x->counts->pairs;
	if (!n)
		return 0;
	const size_t end = as_experiment_reference_end(x);
	for (size_t i = 0; end && i < n; i++)
		pairs += as_experiment_reference_before(x, end, i) != i;
	if (end)
		return pairs;
	return x->all_pairs ? n * (n - 1) / 2 : n - 1;
}

/* {"keeping": {"verb": TEXT}} among whatever else there is. */
static bool has_verb(struct as_json_reader *r, const char *verb)
{
	const char *key;
	bool has = false;

	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		if (strcmp(key, "keeping") != 0) {
			as_json_skip(r);
			continue;
		}
		as_json_enter(r, '{');
		while (as_json_member(r, &key))
			if (!strcmp(key, "verb") && as_json_peek(r) == AS_JSON_STRING)
				has = !strcmp(as_json_read_string(r, NULL), verb);
			else
				as_json_skip(r);
	}
	return has && !as_json_failed(r);
}

bool as_experiment_is_of(const struct as_experiment *x, const char *verb)
{
	struct as_bytes bytes = {x->request, x->request ? strlen(x->request) : 0};
	const struct as_source source = as_source_of(&bytes);
	struct as_json_reader *r = bytes.n ? as_json_reader_new(&source, "request") : NULL;
	const bool is = r && has_verb(r, verb);

	as_json_reader_free(r);
	return is;
}

bool as_iterations_as_asked(size_t counted, size_t asked, size_t drop)
{
	return counted == asked || counted + drop == asked;
}

bool as_experiment_is_typical(const struct as_experiment *x, size_t metric)
{
	const struct as_metric *m = &x->metrics[metric];

	return as_metric_is_time(m) && strcmp(m->name, AS_METRIC_NET) != 0 && !x->by_mean &&
		!x->ratio_of_means && !x->by_difference;
}

const char *as_measured_by(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->machine.n_facts; i++)
		if (!strcmp(x->machine.facts[i].name, AS_FACT_MEASURED_BY))
			return x->machine.facts[i].value;
	return NULL;
}

bool as_is_from_elsewhere(const struct as_experiment *x)
{
	return x->table || as_measured_by(x);
}
