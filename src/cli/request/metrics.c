/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/request/metrics.h"

#include <string.h>

#include "cli/compare/gate_options.h"
#include "model/kept/derived.h"
#include "run/reporter/pattern.h"

/* Choices while they are collected; v has room for every word there is. */
struct collecting {
	struct as_arena *a;
	struct as_choice *v;
	size_t n;
};

static void add_choice(struct collecting *c, const struct as_choice *choice)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcmp(c->v[i].metric.name, choice->metric.name))
			return;
	c->v[c->n++] = *choice;
}

static enum as_status unknown(const char *word, struct as_err *err)
{
	const char *like = as_choice_like(word);

	if (like)
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --metric: assay reads nothing that is called so; "
			"did you mean '%s'?",
			word, like);
	return as_fail(err, AS_ERR_USAGE,
		"cannot use '%.200s' for --metric: assay reads nothing that is called so (assay "
		"help metrics has the names); what a program reports is shown anyway",
		word);
}

/* Names with commas between, or one NAME=REGEX:UNIT. */
static enum as_status add_words(struct collecting *c, const char *text, struct as_err *err)
{
	char *words = as_arena_strdup(c->a, text);
	enum as_status st = words ? AS_OK : as_fail_memory(err);

	for (char *s = words; s && !st;) {
		struct as_choice choice;
		bool found = false;
		char *end = as_pattern_is(text) ? NULL : strchr(s, ',');

		if (end)
			*end = '\0';
		st = as_choice_find(s, c->a, &choice, &found, err);
		if (!st && !found)
			st = unknown(s, err);
		if (!st)
			add_choice(c, &choice);
		s = end ? end + 1 : NULL;
	}
	return st;
}

/* A name that may be a program's own. */
static enum as_status add_if_known(struct collecting *c, const char *name, struct as_err *err)
{
	struct as_choice choice;
	bool found = false;
	enum as_status st = name ? as_choice_find(name, c->a, &choice, &found, err) : AS_OK;

	if (!st && found)
		add_choice(c, &choice);
	return st;
}

/* What belongs to the surroundings and is not read between executions. */
static enum as_status add_around(struct collecting *c, const struct as_args *args,
	struct as_err *err)
{
	struct as_choice choice;
	bool found = false;

	if (as_args_kept(args, AS_OPT_SURROUNDINGS)
			? args->settings->reading.around != AS_AROUND_ALL
			: !as_args_is(args, AS_OPT_SURROUNDINGS, "all"))
		return AS_OK;
	enum as_status st = as_choice_find("?cpu_migrations", c->a, &choice, &found, err);
	if (!st && found)
		add_choice(c, &choice);
	return st;
}

static enum as_status add_gates(struct collecting *c, const struct as_args *args,
	struct as_err *err)
{
	struct as_gate_said said;
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && as_gate_given(args, i, &said); i++) {
		struct as_gate gate;

		/* Whether it can be understood is for as_gates_check to say. */
		if (!as_gate_read(&said, c->a, &gate, NULL) && gate.metric)
			st = add_if_known(c, as_statistic_base(c->a, gate.metric), err);
	}
	return st;
}

static size_t count_words(const struct as_args *args)
{
	const struct as_arg *arg;
	size_t n = as_gates_given(args) + 2; /* the criterion, the surroundings' */

	for (size_t i = 0; (arg = as_args_nth(args, AS_OPT_METRIC, i)); i++) {
		n++;
		for (const char *s = arg->values[0]; *s; s++)
			n += *s == ',';
	}
	return n;
}

enum as_status as_metrics_read(const struct as_args *args, const struct as_observing *of,
	struct as_arena *a, struct as_choices *out, struct as_err *err)
{
	struct collecting c = {.a = a};
	const struct as_arg *arg;
	enum as_status st = AS_OK;

	c.v = as_arena_array(a, count_words(args) + of->n_wanted, sizeof *c.v);
	if (!c.v)
		return as_fail_memory(err);
	for (size_t i = 0; !st && (arg = as_args_nth(args, AS_OPT_METRIC, i)); i++)
		st = add_words(&c, arg->values[0], err);
	for (size_t i = 0; !st && i < of->n_wanted; i++)
		st = add_if_known(&c, of->wanted[i], err);
	if (!st)
		st = add_if_known(&c, of->criterion, err);
	if (!st)
		st = add_gates(&c, args, err);
	if (!st)
		st = add_around(&c, args, err);
	if (!st)
		*out = (struct as_choices){.v = c.v, .n = c.n};
	return st;
}

const char *const *as_metrics_named(const struct as_args *args, struct as_arena *a)
{
	struct as_choices all = {0};
	enum as_status st = as_metrics_read(args, &(struct as_observing){0}, a, &all, NULL);
	const char **names = st ? NULL : as_arena_array(a, all.n + 1, sizeof *names);

	for (size_t i = 0; names && i < all.n; i++)
		names[i] = all.v[i].metric.name;
	return names;
}
