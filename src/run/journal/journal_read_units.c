/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/vec.h"
#include "run/journal/journal_reader.h"

void as_journal_keep_iterations(struct as_journal_reader *r)
{
	if (!AS_PUSH(r->waiting, r->n_waiting, r->cap_waiting, r->in))
		r->memory = false;
	r->in.p = r->in.end;
}

/* A metric of the file that is read at that level; else the frame is refused. */
static size_t take_metric(struct as_journal_reader *r, struct as_wire_in *in,
	enum as_level_index level)
{
	uint32_t number = as_wire_u32(in);

	if (number >= r->n_metrics || r->x->metrics[r->metrics[number]].level != level)
		in->failed = true;
	return in->failed ? 0 : r->metrics[number];
}

static void read_iterations(struct as_journal_reader *r, struct as_subject *s,
	struct as_wire_in *in)
{
	size_t base = s->levels[AS_LEVEL_ITERATION].n,
	       n = as_journal_take_count(in, 1 + sizeof(int64_t));
	const unsigned char *role = as_wire_bytes(in, n);
	const unsigned char *end = as_wire_bytes(in, n * sizeof(int64_t));

	for (size_t i = 0; i < n && !in->failed && r->memory; i++) {
		int64_t end_ns;
		memcpy(&end_ns, end + i * sizeof end_ns, sizeof end_ns);
		if (role[i] > AS_ROLE_LAST)
			in->failed = true;
		else if (as_subject_add_iteration(s, (enum as_role)role[i], end_ns, NULL))
			r->memory = false;
	}
	for (uint32_t c = as_wire_u32(in); c && !in->failed && r->memory; c--) {
		size_t metric = take_metric(r, in, AS_LEVEL_ITERATION);
		const unsigned char *values = as_wire_bytes(in, n * sizeof(double));
		for (size_t i = 0; i < n && values && !in->failed && r->memory; i++) {
			double v;
			memcpy(&v, values + i * sizeof v, sizeof v);
			if (as_subject_set(s, AS_LEVEL_ITERATION, base + i, metric, v, NULL))
				r->memory = false;
		}
	}
	r->in.failed = r->in.failed || !as_wire_done(in);
}

static void take_values(struct as_journal_reader *r, struct as_subject *s,
	enum as_level_index level, size_t unit)
{
	for (uint32_t c = as_wire_u32(&r->in); c && !r->in.failed && r->memory; c--) {
		size_t metric = take_metric(r, &r->in, level);
		double v = as_journal_take_double(&r->in);
		if (!r->in.failed && as_subject_set(s, level, unit, metric, v, NULL))
			r->memory = false;
	}
	for (uint32_t n = as_wire_u32(&r->in); n && !r->in.failed && r->memory; n--) {
		const char *text = as_wire_string(&r->in);
		if (!text)
			r->in.failed = true;
		else if (as_subject_note(s, &r->x->arena, level, unit, text, NULL))
			r->memory = false;
	}
}

static void note_time(struct as_journal_reader *r, const struct as_unit *u)
{
	int64_t cost_ns = u->cost_s >= 0 && u->cost_s < 1e9 ? (int64_t)(u->cost_s * 1e9) : 0;
	int64_t end_ns = 0, elapsed = 0;

	if (__builtin_add_overflow(u->started_ns, cost_ns, &end_ns) ||
		__builtin_sub_overflow(end_ns, r->begun_ns, &elapsed) ||
		__builtin_add_overflow(elapsed, r->before_ns, &elapsed))
		return;
	if (end_ns > r->x->ended_ns)
		r->x->ended_ns = end_ns;
	if (elapsed > r->rec->elapsed_ns)
		r->rec->elapsed_ns = elapsed;
}

static void note_order(struct as_journal_reader *r, uint32_t order)
{
	if (order != UINT32_MAX && order >= r->rec->next_order)
		r->rec->next_order = order + 1;
}

static bool add_unit(struct as_journal_reader *r, struct as_subject *s, enum as_level_index level,
	const struct as_unit *u)
{
	struct as_build b = {0};
	size_t unit = 0;

	if (level == AS_LEVEL_EXECUTION)
		return !as_subject_add_unit(s, level, u, &unit, NULL);
	if (!as_wire_u32(&r->in)) /* nothing is known of it */
		return !as_subject_add_unit(s, level, u, &unit, NULL);
	as_journal_take_fields(r, &as_build_fields, &b);
	return !as_subject_add_build(s, &r->x->arena, u, &b, NULL);
}

/* The two of a round of a duet are written one after the other. */
static void note_beside(struct as_journal_reader *r, uint32_t level, const struct as_unit *u)
{
	if (r->x->plan.design != AS_DESIGN_DUET || level != AS_LEVEL_EXECUTION ||
		u->role != AS_ROLE_MEASURED)
		return;
	r->lone = r->lone && r->lone_round == u->round ? NULL : r->frame;
	r->lone_round = u->round;
}

void as_journal_read_unit(struct as_journal_reader *r)
{
	uint32_t subject = as_wire_u32(&r->in), level = as_wire_u32(&r->in);
	struct as_unit u = {0};
	as_journal_take_fields(r, &as_unit_fields, &u);
	uint32_t leftovers = as_wire_u32(&r->in);
	const char *benchmark = as_wire_string(&r->in);

	if (r->in.failed || subject >= r->x->n_subjects ||
		(level != AS_LEVEL_EXECUTION && level != AS_LEVEL_BUILD)) {
		r->in.failed = true;
		return;
	}
	struct as_subject *s = &r->x->subjects[subject];
	size_t unit = s->levels[level].n;
	if (!add_unit(r, s, (enum as_level_index)level, &u)) {
		r->memory = false;
		return;
	}
	s->leftovers = leftovers;
	if (benchmark && !s->benchmark)
		s->benchmark = as_arena_strdup(&r->x->arena, benchmark);
	take_values(r, s, (enum as_level_index)level, unit);
	for (size_t i = 0; i < r->n_waiting && level == AS_LEVEL_EXECUTION; i++)
		read_iterations(r, s, &r->waiting[i]);
	r->n_waiting = 0;
	r->rec->n_units++;
	note_order(r, u.order);
	note_time(r, &u);
	note_beside(r, level, &u);
}

void as_journal_read_role(struct as_journal_reader *r)
{
	uint32_t subject = as_wire_u32(&r->in), level = as_wire_u32(&r->in);
	uint32_t unit = as_wire_u32(&r->in), role = as_wire_u32(&r->in);

	if (r->in.failed || subject >= r->x->n_subjects || level >= AS_MODEL_LEVELS ||
		level == AS_LEVEL_ITERATION || role > AS_ROLE_LAST ||
		unit >= r->x->subjects[subject].levels[level].n)
		r->in.failed = true;
	else if (!as_packed_set(&r->x->subjects[subject].levels[level].units[AS_UNIT_ROLE], unit,
			 role))
		r->memory = false;
}

void as_journal_read_hook(struct as_journal_reader *r)
{
	note_order(r, as_wire_u32(&r->in));
}
