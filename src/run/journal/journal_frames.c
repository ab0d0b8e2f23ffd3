/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/journal/journal_frames.h"

#include <math.h>
#include <string.h>

enum { WAITING_BYTES = 1 << 20 }; /* what a unit of millions of iterations may hold in memory */

static void journal_put_double(struct as_wire_out *w, double x)
{
	as_wire_put_bytes(w, &x, sizeof x);
}

/* ---- structs that are kept ---- */

static void put_field(struct as_wire_out *w, const struct as_field *f, const void *base, bool wide)
{
	const char *at = (const char *)base + f->offset;

	if (as_field_is_real(f))
		as_wire_put_bytes(w, at, f->size);
	else if (as_field_is_text(f))
		as_wire_put_string(w, *(const char *const *)(const void *)at);
	else if (wide || f->size == sizeof(int64_t))
		as_wire_put_i64(w, as_field_int(f, base));
	else
		as_wire_put_u32(w, (uint32_t)as_field_int(f, base));
}

void as_journal_put_fields(struct as_wire_out *w, const struct as_fields *t, const void *base,
	bool wide)
{
	const struct as_field *f;

	for (unsigned tag = 1; (f = as_field_tagged(t, tag)); tag++)
		put_field(w, f, base, wide);
}

/* How many words they are, wide. */
static uint32_t words_of(const struct as_fields *t)
{
	uint32_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].tag)
			n += t->v[i].kind == AS_KIND_COSTS ? AS_MODEL_LEVELS : 1;
	return n;
}

void as_journal_put_tags(struct as_journal *j)
{
	bool more = false;

	for (size_t i = 0; as_kept_fields[i]; i++)
		more = more || as_fields_tags(as_kept_fields[i]) > as_kept_fields[i]->first_tags;
	if (!more)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_FIELDS);
	for (size_t i = 0; as_kept_fields[i]; i++)
		as_wire_put_u32(&j->out, as_fields_tags(as_kept_fields[i]));
	as_journal_end_frame(j, at);
}

void as_journal_put_head(struct as_journal *j, const struct as_experiment *x)
{
	size_t at = as_journal_open_frame(j, AS_FRAME_HEAD);

	as_journal_put_fields(&j->out, &as_experiment_fields, x, false);
	as_wire_put_u32(&j->out, 0); /* words */
	as_journal_end_frame(j, at);
	at = as_journal_open_frame(j, AS_FRAME_REQUEST);
	as_wire_put_string(&j->out, j->request);
	as_journal_end_frame(j, at);
}

void as_journal_put_machine(struct as_journal *j, const struct as_machine *m)
{
	size_t at = as_journal_open_frame(j, AS_FRAME_MACHINE);

	as_journal_put_fields(&j->out, &as_machine_fields, m, false);
	as_wire_put_u32(&j->out, (uint32_t)m->n_facts);
	for (size_t i = 0; i < m->n_facts; i++)
		as_journal_put_fields(&j->out, &as_fact_fields, &m->facts[i], false);
	as_journal_end_frame(j, at);
}

void as_journal_machine(struct as_journal *j, const struct as_experiment *x)
{
	if (j && !j->failed)
		as_journal_put_machine(j, &x->machine);
}

/* Apart from the plan, because it changes with every round. */
static void put_done(struct as_journal *j, uint32_t done)
{
	if (done == j->done)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_DONE);
	as_wire_put_u32(&j->out, done);
	as_journal_end_frame(j, at);
	j->done = done;
}

void as_journal_plan(struct as_journal *j, const struct as_experiment *x)
{
	if (!j || j->failed)
		return;
	put_done(j, x->plan.done);
	size_t at = as_journal_open_frame(j, AS_FRAME_PLAN);
	as_wire_put_string(&j->out, x->metrics[x->criterion].name);
	as_wire_put_u32(&j->out, (uint32_t)x->reference);
	as_wire_put_u32(&j->out, words_of(&as_plan_fields));
	as_journal_put_fields(&j->out, &as_plan_fields, &x->plan, true);
	as_journal_end_frame(j, at);
	size_t n = j->out.len - at;
	if (!j->out.failed && n == j->plan.len && !memcmp(j->plan.data, j->out.data + at, n)) {
		j->out.len = at; /* nothing new */
		return;
	}
	j->plan.len = 0;
	if (!j->out.failed)
		as_wire_put_bytes(&j->plan, j->out.data + at, n);
}

static void put_subject(struct as_journal *j, const struct as_subject *s)
{
	size_t at = as_journal_open_frame(j, AS_FRAME_SUBJECT);

	as_journal_put_fields(&j->out, &as_subject_fields, s, false);
	as_wire_put_u32(&j->out, (uint32_t)s->n_parameters);
	for (size_t i = 0; i < s->n_parameters; i++)
		as_journal_put_fields(&j->out, &as_parameter_fields, &s->parameters[i], false);
	as_journal_put_fields(&j->out, &as_version_fields, &s->version, false);
	as_journal_end_frame(j, at);
}

void as_journal_subjects(struct as_journal *j, const struct as_experiment *x, size_t n)
{
	if (!j || j->failed)
		return;
	for (; j->n_subjects < n; j->n_subjects++)
		put_subject(j, &x->subjects[j->n_subjects]);
	as_journal_flush(j);
}

/* ---- units ---- */

static void put_metrics(struct as_journal *j, const struct as_experiment *x)
{
	for (; j->n_metrics < x->n_metrics; j->n_metrics++) {
		size_t at = as_journal_open_frame(j, AS_FRAME_METRIC);
		as_wire_put_u32(&j->out, (uint32_t)j->n_metrics);
		as_journal_put_fields(&j->out, &as_metric_fields, &x->metrics[j->n_metrics],
			false);
		as_journal_end_frame(j, at);
	}
}

static bool has_value(const struct as_column *c, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (!isnan(as_column_at(c, i)))
			return true;
	return false;
}

/* Numbers of a column in their first `width` bytes: 1, or all 8. */
static void put_numbers(struct as_journal *j, const struct as_packed *p, size_t first, size_t n,
	size_t width)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t word = as_packed_at(p, first + i);
		const unsigned char byte = (unsigned char)word;
		as_wire_put_bytes(&j->out, width == 1 ? (const void *)&byte : &word, width);
	}
}

static void put_iterations(struct as_journal *j, const struct as_subject *s, size_t first,
	size_t end)
{
	const struct as_level *l = &s->levels[AS_LEVEL_ITERATION];
	size_t at = as_journal_open_frame(j, AS_FRAME_ITERATIONS), n = end - first;
	uint32_t columns = 0;

	as_wire_put_u32(&j->out, (uint32_t)n);
	put_numbers(j, &s->iterations.role, first, n, 1);
	put_numbers(j, &s->iterations.end_ns, first, n, 8);
	for (size_t c = 0; c < l->n_columns; c++)
		columns += has_value(&l->columns[c], first, end);
	as_wire_put_u32(&j->out, columns);
	for (size_t c = 0; c < l->n_columns; c++) {
		if (!has_value(&l->columns[c], first, end))
			continue;
		as_wire_put_u32(&j->out, (uint32_t)l->columns[c].metric);
		put_numbers(j, &l->columns[c].values, first, n, 8);
	}
	as_journal_end_frame(j, at);
}

static void put_values(struct as_journal *j, const struct as_level *l, size_t unit)
{
	uint32_t n = 0;

	for (size_t c = 0; c < l->n_columns; c++)
		n += isnan(as_column_at(&l->columns[c], unit)) ? 0 : 1;
	as_wire_put_u32(&j->out, n);
	for (size_t c = 0; c < l->n_columns; c++)
		if (!isnan(as_column_at(&l->columns[c], unit))) {
			as_wire_put_u32(&j->out, (uint32_t)l->columns[c].metric);
			journal_put_double(&j->out, as_column_at(&l->columns[c], unit));
		}
}

/* Notes of the unit appended last stand at the end. */
static void put_notes(struct as_journal *j, const struct as_subject *s, enum as_level_index level,
	size_t unit)
{
	size_t n = 0;

	while (n < s->n_notes && s->notes[s->n_notes - 1 - n].level == level &&
		s->notes[s->n_notes - 1 - n].unit == unit)
		n++;
	as_wire_put_u32(&j->out, (uint32_t)n);
	for (size_t i = s->n_notes - n; i < s->n_notes; i++)
		as_wire_put_string(&j->out, s->notes[i].text);
}

void as_journal_unit(struct as_journal *j, const struct as_experiment *x, size_t subject,
	enum as_level_index level, size_t unit)
{
	if (!j || j->failed)
		return;
	const struct as_subject *s = &x->subjects[subject];
	const struct as_level *l = &s->levels[level];
	const struct as_build *b = unit < s->n_builds ? &s->builds[unit] : NULL;
	const struct as_unit u = as_unit_at(l, unit);
	const struct as_range range = level == AS_LEVEL_EXECUTION ? as_iterations_of(s, unit)
								   : (struct as_range){0};
	put_metrics(j, x);
	for (size_t i = range.from; i < range.to; i += AS_JOURNAL_ITERATIONS) {
		size_t left = range.to - i;
		put_iterations(j, s, i,
			left > AS_JOURNAL_ITERATIONS ? i + AS_JOURNAL_ITERATIONS : range.to);
		if (j->out.len > WAITING_BYTES)
			as_journal_flush(j);
	}
	size_t at = as_journal_open_frame(j, AS_FRAME_UNIT);
	as_wire_put_u32(&j->out, (uint32_t)subject);
	as_wire_put_u32(&j->out, level);
	as_journal_put_fields(&j->out, &as_unit_fields, &u, false);
	as_wire_put_u32(&j->out, s->leftovers);
	as_wire_put_string(&j->out, s->benchmark);
	if (level == AS_LEVEL_BUILD)
		as_wire_put_u32(&j->out, b != NULL);
	if (level == AS_LEVEL_BUILD && b)
		as_journal_put_fields(&j->out, &as_build_fields, b, false);
	put_values(j, l, unit);
	put_notes(j, s, level, unit);
	as_journal_end_frame(j, at);
	put_done(j, x->plan.done);
	j->n_units++;
	as_journal_flush(j);
}

void as_journal_role(struct as_journal *j, size_t subject, enum as_level_index level, size_t unit,
	enum as_role role)
{
	if (!j || j->failed)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_ROLE);
	as_wire_put_u32(&j->out, (uint32_t)subject);
	as_wire_put_u32(&j->out, level);
	as_wire_put_u32(&j->out, (uint32_t)unit);
	as_wire_put_u32(&j->out, role);
	as_journal_end_frame(j, at);
}

void as_journal_hook(struct as_journal *j, uint32_t order)
{
	if (!j || j->failed)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_HOOK);
	as_wire_put_u32(&j->out, order);
	as_journal_end_frame(j, at);
}

void as_journal_elapsed(struct as_journal *j, int64_t elapsed_ns)
{
	if (!j || j->failed)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_ELAPSED);
	as_wire_put_i64(&j->out, elapsed_ns);
	as_journal_end_frame(j, at);
}

void as_journal_dimension(struct as_journal *j, const struct as_dimension *d)
{
	if (!j || j->failed)
		return;
	size_t at = as_journal_open_frame(j, AS_FRAME_DIMENSION);
	as_wire_put_i64(&j->out, d->date_ns);
	as_wire_put_u32(&j->out, (uint32_t)d->n_levels);
	as_wire_put_u32(&j->out, d->bottom);
	as_wire_put_u32(&j->out, d->warmup);
	journal_put_double(&j->out, d->mean);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		journal_put_double(&j->out, d->level[l].s2);
		journal_put_double(&j->out, d->level[l].t2);
		journal_put_double(&j->out, d->level[l].df);
		journal_put_double(&j->out, d->level[l].cost_s);
		as_wire_put_u32(&j->out, d->level[l].pilot);
	}
	as_journal_end_frame(j, at);
}
