/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/chosen.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* A choice that cannot be had: a fact, or an error where everything hangs on it. */
enum as_status as_chosen_miss(struct as_experiment *x, const struct as_choice *choice,
	const char *why, const char *criterion, struct as_err *err)
{
	if (choice->quiet)
		return AS_OK;
	if (!strcmp(choice->metric.name, criterion))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.60s' as the criterion: it is not available "
			"here: %s",
			choice->metric.name, why);
	const char *words = as_arena_printf(&x->arena, "not available: %s", why);
	return words ? as_chosen_state(x, choice->metric.name, words, err) : as_fail_memory(err);
}

static enum as_status add_counter(struct as_chosen *c, const struct as_choice *choice,
	struct as_experiment *x, struct as_err *err)
{
	const struct as_counter *k = &choice->counter;
	size_t number = 0;

	if (c->n == AS_SPAWN_EVENTS)
		return as_fail(err, AS_ERR_USAGE,
			"cannot count more than %d metrics of the kernel at once: ask for fewer "
			"with --metric",
			AS_SPAWN_EVENTS);
	enum as_status st = as_experiment_metric(x, &choice->metric, &number, err);
	if (st)
		return st;
	c->events[c->n] = (struct as_event){.type = k->type, .no_user = k->no_user,
		.no_kernel = k->no_kernel, .config = k->config, .config1 = k->config1,
		.config2 = k->config2};
	c->counters[c->n] = *k;
	c->number[c->n++] = number;
	return AS_OK;
}

static enum as_status add_pattern(struct as_chosen *c, const struct as_choice *choice,
	struct as_experiment *x, struct as_err *err)
{
	size_t number = 0;

	if (c->n_patterns == AS_PATTERNS_MAX)
		return as_fail(err, AS_ERR_USAGE,
			"cannot look for more than %d numbers in the output: ask for "
			"fewer with --metric",
			AS_PATTERNS_MAX);
	enum as_status st = as_experiment_metric(x, &choice->metric, &number, err);
	if (st)
		return st;
	c->patterns[c->n_patterns] = (struct as_search){.name = choice->metric.name,
		.regex = choice->regex, .scale = choice->scale};
	c->pattern_number[c->n_patterns++] = number;
	return AS_OK;
}

static enum as_status begin_counted(struct as_chosen *c, const struct as_choice *choice,
	size_t row, const char *criterion, struct as_experiment *x, struct as_err *err)
{
	bool can = false;
	enum as_status st = as_counted_ask(&c->counted, row, x, &can, err);

	c->counted.each |= can && criterion && !strcmp(criterion, choice->metric.name);
	return st || can ? st : as_chosen_miss(x, choice, AS_COUNTED_LACK, criterion, err);
}

static enum as_status begin_counter(struct as_chosen *c, const struct as_choice *choice,
	const char *criterion, const struct as_means *means, struct as_experiment *x,
	struct as_err *err)
{
	const struct as_counter *k = &choice->counter;
	const size_t instead = as_counted_instead(k->metric.name);
	const bool has = instead < AS_COUNTED_ROWS && means->count_by != AS_COUNT_BY_PMU &&
		!choice->quiet && as_counted_program(&x->arena);
	char why[AS_PROBE_REASON];

	if (has && means->count_by == AS_COUNT_BY_VALGRIND)
		return begin_counted(c, choice, instead, criterion, x, err);
	int fd = means->counters(&(struct as_event){.type = k->type, .no_user = k->no_user,
		.no_kernel = k->no_kernel, .config = k->config, .config1 = k->config1,
		.config2 = k->config2});
	if (fd < 0 && has)
		return begin_counted(c, choice, instead, criterion, x, err);
	if (fd < 0) {
		as_counter_why(k, errno, c->root, why);
		return as_chosen_miss(x, choice, why, criterion, err);
	}
	close(fd);
	return add_counter(c, choice, x, err);
}

static enum as_status begin_group(struct as_chosen *c, const struct as_choice *choice,
	const char *criterion, struct as_experiment *x, struct as_err *err)
{
	char why[AS_PROBE_REASON];

	if (!c->groups && as_group_open(c->root, &c->place, why)) {
		c->groups = true;
		as_group_sweep(&c->place, true);
	}
	if (!c->groups || !as_group_states(&c->place, choice->row, why))
		return as_chosen_miss(x, choice, why, criterion, err);
	enum as_status st =
		as_experiment_metric(x, &choice->metric, &c->group_number[choice->row], err);
	if (as_group_is_sampled(&c->place, choice->row))
		as_sampling_ask_row(&c->sampling, choice->row, c->group_number[choice->row]);
	else
		c->group_asked[choice->row] = true;
	c->group_alone = c->group_alone || !as_group_lasts(&c->place, choice->row);
	return st;
}

static enum as_status begin_memory(struct as_chosen *c, const struct as_choice *choice,
	const char *criterion, struct as_experiment *x, struct as_err *err)
{
	char why[AS_PROBE_REASON];

	return as_sampling_ask(&c->sampling, choice->row, c->root, why) ? AS_OK
		: as_chosen_miss(x, choice, why, criterion, err);
}

static enum as_status begin_energy(struct as_chosen *c, const struct as_choice *choice,
	const char *criterion, const struct as_means *means, struct as_experiment *x,
	struct as_err *err)
{
	struct as_energies *e = &c->energies;
	char why[AS_PROBE_REASON];

	if (!as_energies_add(e, c->root, choice->row, means->energies, why))
		return as_chosen_miss(x, choice, why, criterion, err);
	return as_experiment_metric(x, &choice->metric, &e->number[e->n - 1], err);
}

enum as_status as_chosen_begin(struct as_chosen *c, const struct as_choices *choices,
	const char *criterion, const struct as_means *means, struct as_experiment *x,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	*c = (struct as_chosen){.root = means->root, .metered = {.fd = -1}};
	for (size_t i = 0; i < choices->n && !st; i++) {
		const struct as_choice *choice = &choices->v[i];

		switch (choice->kind) {
		case AS_CHOICE_COUNTER:
			st = begin_counter(c, choice, criterion, means, x, err);
			break;
		case AS_CHOICE_GROUP:
			st = begin_group(c, choice, criterion, x, err);
			break;
		case AS_CHOICE_ENERGY:
			st = begin_energy(c, choice, criterion, means, x, err);
			break;
		case AS_CHOICE_MEMORY:
			st = begin_memory(c, choice, criterion, x, err);
			break;
		case AS_CHOICE_COUNTED:
			st = begin_counted(c, choice, choice->row, criterion, x, err);
			break;
		case AS_CHOICE_METER:
			if (!means->has_meter)
				st = as_chosen_miss(x, choice, "it takes a meter (--meter CMD)",
					criterion, err);
			break;
		case AS_CHOICE_PATTERN:
			st = add_pattern(c, choice, x, err);
			break;
		case AS_CHOICE_BUILTIN:
			break;
		}
	}
	if (c->groups)
		as_group_pool_open(&c->pool, &c->place, c->group_asked);
	if (!st)
		st = as_sampling_declare(&c->sampling, x, err);
	return st ? st : as_chosen_look_at_idle(c, means->idle_ns, x, err);
}

bool as_chosen_alone(const struct as_chosen *c)
{
	return c->n_patterns || c->group_alone || c->energies.n || c->metered.on ||
		as_sampling_is_on(&c->sampling);
}

void as_chosen_before(struct as_chosen *c)
{
	as_metered_next(&c->metered);
	as_energies_start(&c->energies);
}

void as_chosen_meanwhile(struct as_chosen *c)
{
	as_energies_follow(&c->energies);
	as_metered_read(&c->metered);
}

void as_chosen_after(struct as_chosen *c)
{
	as_energies_stop(&c->energies);
}

bool as_chosen_has_group(struct as_chosen *c)
{
	return !c->groups || as_group_pool_is_ready(&c->pool);
}

void as_chosen_make_groups(struct as_chosen *c, size_t n)
{
	if (c->groups)
		as_group_pool_fill(&c->pool, n);
}

const char *as_chosen_group(struct as_chosen *c, uint32_t order, char path[static PATH_MAX])
{
	uint32_t number = 0;
	bool has = c->groups && as_group_pool_take(&c->pool, order, &number, path);

	as_sampling_begin(&c->sampling, has ? &c->place : NULL, number);
	return has ? path : NULL;
}

void as_chosen_end(struct as_chosen *c)
{
	as_group_pool_close(&c->pool);
	if (c->groups)
		as_group_sweep(&c->place, false);
	c->groups = false;
	as_energies_close(&c->energies);
	as_sampling_close(&c->sampling);
	as_metered_close(&c->metered);
}

bool as_chosen_has(const struct as_chosen *c, const char *name)
{
	for (size_t i = 0; i < c->n_patterns; i++)
		if (!strcmp(c->patterns[i].name, name))
			return true;
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		if (c->group_asked[i] && !strcmp(as_group_metrics[i].name, name))
			return true;
	size_t part = as_memory_find(name), row = as_group_find(name);
	if ((part < AS_MEMORY_PARTS && c->sampling.asked[part]) ||
		(row < AS_GROUPS_KNOWN && c->sampling.row_asked[row]))
		return true;
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->counters[i].metric.name, name))
			return true;
	if (c->metered.on &&
		(!strcmp(name, AS_METERED_METRIC) || !strcmp(name, AS_METERED_ITERATION)))
		return true;
	for (size_t i = 0; i < c->energies.n; i++)
		if (!strcmp(as_energy_metrics[c->energies.v[i].row].name, name))
			return true;
	return false;
}

const char *as_chosen_why(const struct as_experiment *x, const char *name)
{
	const size_t n = sizeof AS_FACT_METRIC - 1;

	for (size_t i = 0; i < x->machine.n_facts; i++) {
		const struct as_fact *f = &x->machine.facts[i];

		if (!strncmp(f->name, AS_FACT_METRIC, n) && !strcmp(f->name + n, name))
			return f->value;
	}
	return NULL;
}
