/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions that end while an experiment is measured (model/kept/session.h): noted among its facts, so
 * that no interval is said to hold for one of them. */
#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "model/kept/session.h"
#include "run/conductor.h"
#include "run/resuming.h"

enum as_status as_conductor_take_facts(struct as_conductor *c, struct as_err *err)
{
	const struct as_machine *then = &c->replay->x->machine;
	struct as_machine *m = &c->x->machine;
	struct as_arena *a = &c->x->arena;
	struct as_fact *facts = as_arena_array(a, then->n_facts + 1, sizeof *facts);

	if (!facts)
		return as_fail_memory(err);
	for (size_t i = 0; i < then->n_facts; i++) {
		facts[i] = (struct as_fact){.kind = then->facts[i].kind,
			.name = as_arena_strdup(a, then->facts[i].name),
			.value = as_arena_strdup(a, then->facts[i].value)};
		if (!facts[i].name || !facts[i].value)
			return as_fail_memory(err);
	}
	m->facts = facts;
	m->n_facts = then->n_facts;
	return AS_OK;
}

static bool begins(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* A fact that another stretch has begun with the unit `order`, to be journaled before that. */
static enum as_status note(struct as_conductor *c, const char *name, uint32_t order,
	const char *why, struct as_err *err)
{
	struct as_machine *m = &c->x->machine;
	struct as_arena *a = &c->x->arena;
	struct as_fact *facts = as_arena_array(a, m->n_facts + 1, sizeof *facts);
	unsigned number = 2;

	for (size_t i = 0; i < m->n_facts; i++)
		number += begins(m->facts[i].name, AS_FACT_RESUMED) ||
			  begins(m->facts[i].name, AS_FACT_SESSION) ||
			  begins(m->facts[i].name, AS_FACT_PAUSED);
	struct as_fact fact = {.kind = AS_FACT_STATE,
		.name = as_arena_printf(a, "%s%u", name, number),
		.value = as_arena_printf(a,
			"from unit %" PRIu32 " on, %" PRId64 " s since 1970, %s", order,
			as_clock_date() / 1000000000, why)};
	if (!facts || !fact.name || !fact.value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	facts[m->n_facts++] = fact;
	m->facts = facts;
	as_journal_machine(c->journal, c->x);
	return AS_OK;
}

/* When the last unit that is recorded ended, as far as its beginning and its cost tell. */
static int64_t last_measured(const struct as_experiment *x)
{
	int64_t last = x->started_ns;

	for (size_t i = 0; i < x->n_subjects; i++)
		for (size_t l = AS_LEVEL_EXECUTION; l < AS_MODEL_LEVELS; l++)
			for (size_t k = 0; k < x->subjects[i].levels[l].n; k++) {
				struct as_unit u = as_unit_at(&x->subjects[i].levels[l], k);
				bool sane = u.cost_s > 0 && u.cost_s < 1e9;
				int64_t end = u.started_ns + (sane ? (int64_t)(u.cost_s * 1e9) : 0);
				last = end > last ? end : last;
			}
	return last;
}

/* Whether x can be gone on with in the session it was measured in. */
static bool same_session(const struct as_experiment *x, const struct as_machine *now)
{
	const struct as_machine *then = &x->machine;
	int64_t suspended = now->suspended_ns - then->suspended_ns;
	int64_t pause = as_clock_date() - last_measured(x);

	return then->boot_id && now->boot_id && !strcmp(then->boot_id, now->boot_id) &&
		suspended < AS_SESSION_SUSPEND_NS && suspended > -AS_SESSION_SUSPEND_NS &&
		pause < AS_SESSION_PAUSE_NS && pause > -AS_SESSION_PAUSE_NS;
}

enum as_status as_conductor_note_resumed(struct as_conductor *c, struct as_err *err)
{
	const struct as_machine *m = &c->x->machine;
	const char *why = as_arena_printf(&c->x->arena, "boot %s",
		m->boot_id ? m->boot_id : "unknown");

	if (!why)
		return as_fail_memory(err);
	return note(c, same_session(c->replay->x, m) ? AS_FACT_RESUMED : AS_FACT_SESSION,
		c->replay->next_order, why, err);
}

enum as_status as_conductor_note_pause(struct as_conductor *c, uint32_t order, struct as_err *err)
{
	struct as_machine *m = &c->x->machine;
	int64_t suspended_ns = as_clock_suspended();
	bool suspended = suspended_ns - m->suspended_ns >= AS_SESSION_SUSPEND_NS;
	const int64_t last_ns = c->flight.last_end_ns;
	bool paused = last_ns && as_clock_now() - last_ns > AS_SESSION_PAUSE_NS;

	if (suspended)
		m->suspended_ns = suspended_ns;
	/* What was before the first unit is no part of it. */
	if (!c->flight.last_end_ns || (!suspended && !paused))
		return AS_OK;
	c->flight.last_end_ns = as_clock_now();
	return note(c, AS_FACT_PAUSED, order, suspended ? "after a suspend" :
		"after more than 30 minutes without measuring", err);
}
