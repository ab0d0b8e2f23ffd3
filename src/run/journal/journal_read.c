/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "model/kept/check.h"
#include "model/kept/derived.h"
#include "run/journal/journal_reader.h"

typedef void read_fn(struct as_journal_reader *r);

static void *room(struct as_journal_reader *r, size_t n, size_t size)
{
	void *p = as_arena_array(&r->x->arena, n + 1, size);

	r->memory = r->memory && p;
	return p;
}

/* ---- the beginning ---- */

static void read_head(struct as_journal_reader *r)
{
	struct as_experiment *x = r->x;

	as_journal_take_fields(r, &as_experiment_fields, x);
	x->ended_ns = r->begun_ns = x->started_ns;
	/* Words, which an earlier version wrote in the place of the request. */
	for (size_t n = as_journal_take_count(&r->in, sizeof n); n && !r->in.failed; n--)
		r->in.failed = !as_journal_take_string(r);
	r->head = x->uuid && x->command_line && x->directory && strlen(x->uuid) == AS_JOURNAL_UUID;
}

static void read_machine(struct as_journal_reader *r)
{
	struct as_machine *m = &r->x->machine;

	as_journal_take_fields(r, &as_machine_fields, m);
	size_t n = as_journal_take_count(&r->in, sizeof n);
	m->facts = room(r, n, sizeof *m->facts);
	for (m->n_facts = 0; m->facts && m->n_facts < n && !r->in.failed; m->n_facts++)
		as_journal_take_fields(r, &as_fact_fields, &m->facts[m->n_facts]);
}

/* Plans say how many words they have, and always did; those of later versions are passed over. */
static void read_plan(struct as_journal_reader *r)
{
	const char *criterion = as_journal_take_string(r);
	uint32_t reference = as_wire_u32(&r->in);
	size_t n = as_journal_take_count(&r->in, sizeof(int64_t));
	struct as_plan p = {0};

	for (unsigned tag = 1; n; tag++) {
		const struct as_field *f = as_field_tagged(&as_plan_fields, tag);
		const size_t words = f ? f->kind == AS_KIND_COSTS ? AS_MODEL_LEVELS : 1 : n;
		if (f && words <= n)
			as_journal_take_field(r, f, &p, true);
		else
			as_wire_bytes(&r->in, n * sizeof(int64_t));
		n -= words <= n ? words : n;
	}
	if (r->in.failed || !criterion)
		return;
	p.done = r->x->plan.done;
	r->x->plan = p;
	r->plan = true;
	r->x->reference = reference;
	r->criterion = criterion;
}

static void read_subject(struct as_journal_reader *r)
{
	struct as_subject s = {0};

	as_journal_take_fields(r, &as_subject_fields, &s);
	size_t n = as_journal_take_count(&r->in, 2 * sizeof(uint32_t));
	s.parameters = room(r, n, sizeof *s.parameters);
	for (; s.parameters && s.n_parameters < n && !r->in.failed; s.n_parameters++)
		as_journal_take_fields(r, &as_parameter_fields, &s.parameters[s.n_parameters]);
	if (r->in.p != r->in.end) /* journals of 0.1.0 have none */
		as_journal_take_fields(r, &as_version_fields, &s.version);
	if (r->in.failed || !r->memory)
		return;
	r->memory = AS_PUSH(r->x->subjects, r->x->n_subjects, r->x->cap_subjects, s);
}

static void read_metric(struct as_journal_reader *r)
{
	uint32_t number = as_wire_u32(&r->in);
	struct as_metric m = {0};
	size_t at = 0;

	as_journal_take_fields(r, &as_metric_fields, &m);
	if (r->in.failed || !r->memory || number > r->n_metrics ||
		as_experiment_metric(r->x, &m, &at, NULL)) {
		r->in.failed = true;
		return;
	}
	if (number == r->n_metrics && !AS_PUSH(r->metrics, r->n_metrics, r->cap_metrics, at))
		r->memory = false;
	else
		r->metrics[number] = at;
}

static void read_tags(struct as_journal_reader *r)
{
	for (size_t i = 0; as_kept_fields[i] && r->in.p != r->in.end; i++)
		r->tags[i] = as_wire_u32(&r->in);
	r->in.p = r->in.end; /* of later versions, which have more tables */
}

static void read_elapsed(struct as_journal_reader *r)
{
	struct as_recorded *rec = r->rec;
	int64_t ns = as_wire_i64(&r->in);

	if (ns > rec->elapsed_ns)
		rec->elapsed_ns = ns;
	if (!AS_PUSH(rec->elapsed, rec->n_elapsed, rec->cap_elapsed, ns))
		r->memory = false;
}

static void read_session(struct as_journal_reader *r)
{
	r->begun_ns = as_wire_i64(&r->in);
	r->before_ns = as_wire_i64(&r->in);
	r->rec->resumed++;
	r->n_waiting = 0;
}

static void read_salvaged(struct as_journal_reader *r)
{
	(void)r;
}

static void read_done(struct as_journal_reader *r)
{
	r->x->plan.done = as_wire_u32(&r->in);
}

static void read_dimension(struct as_journal_reader *r)
{
	struct as_dimension *d = &r->rec->dimension;

	d->key = "journal";
	d->date_ns = as_wire_i64(&r->in);
	d->n_levels = as_wire_u32(&r->in);
	uint32_t bottom = as_wire_u32(&r->in);
	d->bottom = (enum as_level_index)bottom;
	d->warmup = as_wire_u32(&r->in);
	d->mean = as_journal_take_double(&r->in);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		d->level[l].s2 = as_journal_take_double(&r->in);
		d->level[l].t2 = as_journal_take_double(&r->in);
		d->level[l].df = as_journal_take_double(&r->in);
		d->level[l].cost_s = as_journal_take_double(&r->in);
		d->level[l].pilot = as_wire_u32(&r->in);
	}
	if (bottom >= AS_MODEL_LEVELS || !d->n_levels || d->n_levels > AS_MODEL_LEVELS - bottom)
		r->in.failed = true;
	r->rec->recalled = !r->in.failed;
}

/* ---- frames ---- */

static void read_request(struct as_journal_reader *r)
{
	r->rec->request = r->x->request = as_journal_take_string(r);
}

static read_fn *const readers[] = {
	[AS_FRAME_HEAD] = read_head, [AS_FRAME_MACHINE] = read_machine, [AS_FRAME_PLAN] = read_plan,
	[AS_FRAME_SUBJECT] = read_subject, [AS_FRAME_METRIC] = read_metric,
	[AS_FRAME_ITERATIONS] = as_journal_keep_iterations, [AS_FRAME_UNIT] = as_journal_read_unit,
	[AS_FRAME_ROLE] = as_journal_read_role, [AS_FRAME_HOOK] = as_journal_read_hook,
	[AS_FRAME_ELAPSED] = read_elapsed, [AS_FRAME_SESSION] = read_session,
	[AS_FRAME_SALVAGED] = read_salvaged, [AS_FRAME_DONE] = read_done,
	[AS_FRAME_DIMENSION] = read_dimension, [AS_FRAME_FIELDS] = read_tags,
	[AS_FRAME_REQUEST] = read_request,
};

/* The next frame: its type, and its contents in r->in; 0 where it is not whole. */
static uint32_t next_frame(struct as_journal_reader *r, const unsigned char *p,
	const unsigned char *end, const unsigned char **after)
{
	uint32_t n = 0, type = 0;
	uint64_t hash = 0;

	if (end - p < AS_WIRE_HEAD_BYTES + AS_JOURNAL_HASH_BYTES)
		return 0;
	memcpy(&n, p, sizeof n);
	memcpy(&type, p + sizeof n, sizeof type);
	p += AS_WIRE_HEAD_BYTES;
	if (n < AS_JOURNAL_HASH_BYTES || n > (size_t)(end - p))
		return 0;
	memcpy(&hash, p, sizeof hash);
	p += AS_JOURNAL_HASH_BYTES;
	n -= AS_JOURNAL_HASH_BYTES;
	if (hash != as_journal_hash(type, p, n))
		return 0;
	r->in = (struct as_wire_in){.p = p, .end = p + n};
	*after = p + n;
	return type;
}

/* What follows the last good frame is the beginning of one, as a kill leaves it, or the zeros that
 * a power cut leaves; anything else was whole once. */
static bool is_torn(const unsigned char *p, const unsigned char *end)
{
	uint32_t n = 0;
	const unsigned char *q = p;

	if (end - p < AS_WIRE_HEAD_BYTES + AS_JOURNAL_HASH_BYTES)
		return true;
	memcpy(&n, p, sizeof n);
	while (q < end && !*q)
		q++;
	return q == end || n > (size_t)(end - p) - AS_WIRE_HEAD_BYTES;
}

static void read_frames(struct as_journal_reader *r, const unsigned char *bytes, size_t n)
{
	const unsigned char *p = bytes + AS_JOURNAL_MAGIC_BYTES, *end = bytes + n, *after = p;
	uint32_t type;

	while (r->memory && (type = next_frame(r, p, end, &after))) {
		if (type != AS_FRAME_FIELDS && (type == AS_FRAME_HEAD) == r->head)
			break;
		r->frame = p;
		read_fn *read = type < sizeof readers / sizeof readers[0] ? readers[type] : NULL;
		if (read) /* later versions may add some */
			read(r);
		if (read && !as_wire_done(&r->in))
			break;
		p = after;
		r->rec->salvaged = type == AS_FRAME_SALVAGED;
	}
	r->rec->good_bytes = p - bytes;
	r->rec->bytes = (int64_t)n;
	r->rec->damaged = !is_torn(p, end);
}

void as_recorded_release(struct as_recorded *r)
{
	as_experiment_free(r->x);
	free(r->elapsed);
	*r = (struct as_recorded){0};
}

/* What is known when all frames were read. Frames that are whole may still not make an experiment:
 * its beginning was cut before the last subject, or somebody has written in it. */
static enum as_status complete(struct as_journal_reader *r, struct as_err *err)
{
	struct as_err why = {0};
	size_t criterion = r->x->n_metrics;
	const enum as_status asked = as_experiment_ask_metric(r->x, r->criterion, &criterion, &why);

	if (!asked && criterion < r->x->n_metrics)
		r->x->criterion = criterion;
	r->x->plan.outcome = AS_OUTCOME_INTERRUPTED;
	if (as_experiment_check(r->x, &why) == AS_OK)
		return AS_OK;
	return as_fail(err, AS_ERR_DATA, "the journal has no whole beginning, or is damaged: %s",
		why.msg);
}

/* *lone: where the last unit begins, if it is one of two that belong together and the other is not
 * there; else NULL. */
static enum as_status parse(const unsigned char *bytes, size_t n, struct as_recorded *out,
	const unsigned char **lone, struct as_err *err)
{
	struct as_recorded rec = {.x = as_experiment_new()};
	struct as_journal_reader r = {.rec = &rec, .x = rec.x, .memory = true};
	enum as_status st = AS_OK;

	if (!rec.x)
		return as_fail_memory(err);
	for (size_t i = 0; as_kept_fields[i]; i++)
		r.tags[i] = as_kept_fields[i]->first_tags;
	if (n < AS_JOURNAL_MAGIC_BYTES ||
		memcmp(bytes, AS_JOURNAL_MAGIC, AS_JOURNAL_MAGIC_BYTES) != 0)
		st = as_fail(err, AS_ERR_DATA,
			"it is no journal of assay, or one of another version");
	else
		read_frames(&r, bytes, n);
	free(r.metrics);
	free(r.waiting);
	if (!st && !r.memory)
		st = as_fail_memory(err);
	if (!st && !(r.head && r.plan && rec.x->machine.facts))
		st = as_fail(err, AS_ERR_DATA, "the journal has no whole beginning");
	if (!st)
		st = complete(&r, err);
	if (st) {
		as_recorded_release(&rec);
		return st;
	}
	*lone = r.lone;
	*out = rec;
	return AS_OK;
}

/* Of a duet that was cut between the two of a round, both are measured again. */
enum as_status as_journal_parse(const unsigned char *bytes, size_t n, struct as_recorded *out,
	struct as_err *err)
{
	const unsigned char *lone = NULL, *none = NULL;
	struct as_recorded rec = {0};
	enum as_status st = parse(bytes, n, &rec, &lone, err);

	if (!st && lone) {
		as_recorded_release(&rec);
		st = parse(bytes, (size_t)(lone - bytes), &rec, &none, err);
		rec.bytes = (int64_t)n;
	}
	if (!st)
		*out = rec;
	return st;
}
