/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/checked.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "run/request/command.h"

static void take_result(struct as_checked *m, struct as_result *r)
{
	if (r->x->id && !m->first_id)
		m->first_id = r->x->id;
	if (r->x->id)
		m->last_id = r->x->id;
	r->label = m->label;
	if (AS_PUSH(m->results, m->n, m->cap, *r))
		*r = (struct as_result){0};
	else
		m->no_memory = true;
}

void as_checked_fail(struct as_checked *m, const struct as_campaign *c, const char *benchmark,
	const struct as_request *r, const struct as_err *why)
{
	struct as_arena *a = m->arena;
	const char *words = as_arena_strdup(a, why->msg), *output = as_arena_strdup(a, why->output);
	const size_t n = r->what.n_commands ? r->what.n_commands : 1;
	size_t after = 0;

	for (size_t i = 0; i < c->n; i++)
		after += c->v[i].x != NULL;
	benchmark = benchmark ? as_arena_strdup(a, benchmark) : NULL;
	for (size_t i = 0; i < n; i++) {
		const char *name = r->what.n_commands ? r->what.commands[i].name : benchmark;
		const char *copy = name ? as_arena_strdup(a, name)
			: r->what.n_commands ? as_command_words(&r->what.commands[i], a) : NULL;
		struct as_side_failed f = {.benchmark = benchmark ? benchmark : copy,
			.name = copy,
			.why = words,
			.output = output && *output ? output : NULL,
			.state = AS_SIDE_FAILED,
			.after = after};
		m->no_memory = m->no_memory || !words || !copy ||
			!AS_PUSH(m->failed, m->n_failed, m->cap_failed, f);
	}
}

enum as_status as_checked_take(struct as_checked *m, struct as_campaign *c, struct as_err *err)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->v[i].x)
			take_result(m, &c->v[i]);
	m->seconds = c->ended.seconds;
	return m->no_memory ? as_fail_memory(err) : AS_OK;
}

void as_checked_release(struct as_checked *m)
{
	for (size_t i = 0; i < m->n; i++)
		as_result_release(&m->results[i]);
	free(m->results);
	free(m->failed);
	*m = (struct as_checked){.arena = m->arena};
}

enum as_status as_sides_join(const struct as_one_side *base, const struct as_one_side *head,
	struct as_arena *a, struct as_sides_of_results *out, struct as_err *err)
{
	const size_t n = base->n + head->n;
	struct as_result *v = as_arena_array(a, n, sizeof *v);
	const bool **left_out = as_arena_array(a, n, sizeof *left_out);

	if (!v || !left_out)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++) {
		const struct as_one_side *of = i < base->n ? base : head;
		const size_t k = i < base->n ? i : i - base->n;
		v[i] = of->results[k];
		left_out[i] = of->left_out ? of->left_out[k] : NULL;
	}
	*out = (struct as_sides_of_results){.results = v, .n_results = n, .n_base = base->n,
		.suite = true, .left_out = left_out};
	return AS_OK;
}
