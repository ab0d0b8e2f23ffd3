/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/choice.h"

#include <stdio.h>
#include <string.h>

#include "base/text/slip.h"
#include "run/metrics/counted.h"
#include "run/metrics/metered.h"
#include "run/reporter/pattern.h"

/* Metrics that are read only where somebody asks for them, by what reads them. */
static const struct own_table {
	enum as_choice_kind kind;
	const struct as_metric *metrics;
	size_t n;
} own_tables[] = {
	{AS_CHOICE_GROUP, as_group_metrics, AS_GROUPS_KNOWN},
	{AS_CHOICE_ENERGY, as_energy_metrics, AS_ENERGIES},
	{AS_CHOICE_MEMORY, as_memory_metrics, AS_MEMORY_PARTS},
	{AS_CHOICE_COUNTED, as_counted_metrics, AS_COUNTED_ROWS},
};

enum { OWN_TABLES = sizeof own_tables / sizeof own_tables[0] };

static bool find_in_tables(const char *name, struct as_choice *out)
{
	for (size_t t = 0; t < OWN_TABLES; t++)
		for (size_t i = 0; i < own_tables[t].n; i++)
			if (!strcmp(own_tables[t].metrics[i].name, name)) {
				*out = (struct as_choice){.kind = own_tables[t].kind,
					.metric = own_tables[t].metrics[i],
					.row = i};
				return true;
			}
	return false;
}

/* A metric of assay's own by its name, - and _ alike. */
static bool find_own(const char *word, struct as_choice *out)
{
	char name[64];
	const size_t n = strlen(word);

	if (n >= sizeof name)
		return false;
	for (size_t i = 0; i <= n; i++)
		name[i] = word[i] == '-' ? '_' : word[i];
	const struct as_metric *builtin = as_metric_find(name);
	const bool iteration = !strcmp(name, AS_METERED_ITERATION);
	if (builtin)
		*out = (struct as_choice){.kind = AS_CHOICE_BUILTIN, .metric = *builtin};
	else if (iteration || !strcmp(name, AS_METERED_METRIC))
		*out = (struct as_choice){.kind = AS_CHOICE_METER,
			.metric = iteration ? as_metered_iteration : as_metered_metric};
	else
		return find_in_tables(name, out);
	return true;
}

/* The counter of a domain is known at both ends of an execution only. */
static enum as_status refuse_iterations(const char *word, struct as_err *err)
{
	static const char suffix[] = ":iteration";
	size_t n = strlen(word);
	struct as_choice c;
	char name[64];

	if (n < sizeof suffix || n >= sizeof name ||
		strcmp(word + n + 1 - sizeof suffix, suffix) != 0)
		return AS_OK;
	snprintf(name, sizeof name, "%.*s", (int)(n + 1 - sizeof suffix), word);
	if (!find_own(name, &c) || c.kind != AS_CHOICE_ENERGY)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot read %s of iterations: its counter moves in steps of a millisecond, and "
		"reading it while the program runs would disturb what is measured; leave "
		":iteration out, or use a meter (--meter CMD and energy_meter:iteration)",
		c.metric.name);
}

static enum as_status find_named(const char *word, struct as_arena *a, struct as_choice *out,
	bool *found, struct as_err *err)
{
	struct as_counter counter;

	*found = find_own(word, out);
	if (*found)
		return AS_OK;
	enum as_status st = refuse_iterations(word, err);
	if (!st)
		st = as_counter_find(word, a, &counter, found, err);
	if (!st && *found)
		*out = (struct as_choice){
			.kind = AS_CHOICE_COUNTER, .metric = counter.metric, .counter = counter};
	return st;
}

/* A number in the output, which may not be called as what assay reads itself. */
static enum as_status find_pattern(const char *word, struct as_arena *a, struct as_choice *out,
	struct as_err *err)
{
	struct as_choice c = {.kind = AS_CHOICE_PATTERN}, other;
	bool taken = false;
	enum as_status st = as_pattern_read(word, a, &c.metric, &c.regex, &c.scale, err);

	if (st)
		return st;
	st = find_named(c.metric.name, a, &other, &taken, NULL);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st || taken)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --metric: assay has a metric of that name; choose "
			"another one",
			word);
	*out = c;
	return AS_OK;
}

static enum as_status find_choice(const char *word, struct as_arena *a, struct as_choice *out,
	bool *found, struct as_err *err)
{
	if (!as_pattern_is(word))
		return find_named(word, a, out, found, err);
	enum as_status st = find_pattern(word, a, out, err);
	*found = !st;
	return st;
}

enum as_status as_choice_find(const char *word, struct as_arena *a, struct as_choice *out,
	bool *found, struct as_err *err)
{
	const bool quiet = *word == '?';
	enum as_status st = find_choice(word + quiet, a, out, found, err);

	if (!st && *found) {
		out->word = word;
		out->quiet = quiet;
	}
	return st;
}

enum as_status as_choices_of(const char *const *words, size_t n, struct as_arena *a,
	struct as_choices *out, struct as_err *err)
{
	struct as_choice *v = as_arena_array(a, n, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);

	for (size_t i = 0; i < n && !st; i++) {
		bool found = false;
		st = as_choice_find(words[i], a, &v[i], &found, err);
		if (!st && !found)
			st = as_fail(err, AS_ERR_USAGE,
				"cannot read the metric '%.200s': assay reads nothing that is "
				"called so",
				words[i]);
	}
	if (!st)
		*out = (struct as_choices){.v = v, .n = n};
	return st;
}

/* The nearest so far. */
struct nearest {
	const char *name;
	size_t distance;
};

static void look_at(struct nearest *best, const char *word, const char *name)
{
	size_t d = as_edit_distance(word, name);

	if (as_is_slip(word, name) && (!best->name || d < best->distance))
		*best = (struct nearest){name, d};
}

const char *as_choice_like(const char *word)
{
	struct nearest best = {0};

	for (size_t i = 0; i < AS_METRICS_BUILTIN; i++)
		look_at(&best, word, as_metrics[i].name);
	for (size_t i = 0; i < as_n_counters; i++)
		look_at(&best, word, as_counter_names[i]);
	for (size_t t = 0; t < OWN_TABLES; t++)
		for (size_t i = 0; i < own_tables[t].n; i++)
			look_at(&best, word, own_tables[t].metrics[i].name);
	look_at(&best, word, AS_METERED_METRIC);
	return best.name;
}
