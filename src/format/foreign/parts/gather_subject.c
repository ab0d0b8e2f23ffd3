/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/gather_subject.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "format/foreign/parts/gather_parts.h"

enum { METRICS_OF_A_NAME = 20, REASON_BYTES = 300 };

/* ---- its values ---- */

/* Words for units that are ours by another name, and those of times: "us/op" and "ns/iter" too. */
static double time_scale(const char *unit)
{
	static const char *const others[][2] = {{"second", "s"}, {"seconds", "s"}, {"sec", "s"},
		{"milliseconds", "ms"}, {"msec", "ms"}, {"microseconds", "us"}, {"usec", "us"},
		{"nanoseconds", "ns"}, {"nsec", "ns"}};

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strcmp(unit, others[i][0]))
			unit = others[i][1];
	const char *slash = strchr(unit, '/');
	const bool of_one = slash && (!strcmp(slash, "/op") || !strcmp(slash, "/iter"));

	return as_time_unit_ns(unit, of_one ? (size_t)(slash - unit) : strlen(unit));
}

static enum as_better better_of(const char *unit, const struct as_trait *says)
{
	static const char *const more[] = {
		"/s", "/sec", "hz", "Hz", "ips", "ops", "MB/s", "/us", "/ns", "/ms"};
	const size_t n = strlen(unit);

	if (says)
		return says->number > 0 ? AS_BETTER_MORE : AS_BETTER_LESS;
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
		const size_t k = strlen(more[i]);
		if (n >= k && !strcmp(unit + n - k, more[i]))
			return AS_BETTER_MORE;
	}
	return as_unit_common(unit, &(double){0}) == unit ? AS_BETTER_NEITHER : AS_BETTER_LESS;
}

/* "value_chunks": a name with the unit behind it. NULL when out of memory. */
static const char *name_with_unit(struct as_arena *a, const char *name, const char *unit)
{
	char *s = as_arena_printf(a, "%s_%.40s", name, unit);

	for (char *c = s; c && *c; c++)
		*c = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
				     (*c >= 'A' && *c <= 'Z')
			     ? *c
			     : '_';
	return s;
}

/* A metric of that name; of another if there is one of that name that is not the same: by its unit, which
 * is the same in the next file. */
static enum as_status find_metric(
	struct as_gather_tree *t, const struct as_metric *like, size_t *out, struct as_err *err)
{
	struct as_metric m = *like;
	enum as_status st = AS_ERR_DATA;

	for (int k = 1; k <= METRICS_OF_A_NAME && st == AS_ERR_DATA; k++) {
		if (k == 2)
			m.name = name_with_unit(&t->x->arena, like->name, like->unit);
		else if (k > 2 || as_metric_find(like->name))
			m.name = as_arena_printf(
				&t->x->arena, k > 2 ? "%s_%d" : "reported_%s", like->name, k);
		if (!m.name)
			return as_fail_memory(err);
		st = as_experiment_metric(t->x, &m, out, err);
	}
	return st;
}

static bool is_time(const struct as_gather_meaning *m)
{
	return m->metric == AS_METRIC_TIME || m->metric == AS_METRIC_WALL;
}

static enum as_status meaning_of(
	struct as_gather_tree *t, uint32_t scope, struct as_gather_meaning *out, struct as_err *err)
{
	const struct as_trait *own = as_gather_trait(t->g, scope, AS_TRAIT_UNIT);
	const char *unit = own ? own->text : t->how->unit;
	enum as_status st = AS_OK;

	if (!unit)
		return as_fail(err, AS_ERR_DATA, "it does not say in which unit its values are");
	out->level = t->how->executions ? AS_LEVEL_EXECUTION : AS_LEVEL_ITERATION;
	out->scale = time_scale(unit);
	out->metric = t->how->executions ? AS_METRIC_WALL : AS_METRIC_TIME;
	if (!(out->scale > 0)) {
		const char *kept = as_unit_common(unit, &out->scale);
		const struct as_trait *called = as_gather_trait(t->g, scope, AS_TRAIT_CALLED);
		const struct as_metric m = {.name = called		? called->text
						    : strstr(kept, "/s") ? "rate"
									 : "value",
			.unit = kept,
			.better = better_of(kept, as_gather_trait(t->g, scope, AS_TRAIT_MORE)),
			.level = out->level};
		st = find_metric(t, &m, &out->metric, err);
	}
	if (!st && (!t->has_criterion || is_time(out))) {
		t->has_criterion = true;
		t->criterion = out->metric;
	}
	return st;
}

static enum as_status set_metrics(struct as_gather_tree *t, struct as_subject *s, uint32_t scope,
	enum as_level_index level, size_t unit, struct as_err *err)
{
	const struct as_gather *g = t->g;
	enum as_status st = AS_OK;

	for (uint32_t k = g->scopes[scope].trait; k && !st; k = g->traits[k - 1]->next) {
		const struct as_trait *own = g->traits[k - 1];
		double scale = 1;
		size_t metric = 0;
		if (own->kind != AS_TRAIT_METRIC || !isfinite(own->number))
			continue;
		const char *word = own->text ? own->text : "count";
		const double time = time_scale(word);
		const struct as_metric m = {.name = own->name,
			.unit = time > 0 ? "ns" : as_unit_common(word, &scale),
			.better = time > 0 ? AS_BETTER_LESS : better_of(word, NULL),
			.level = level};
		st = find_metric(t, &m, &metric, err);
		if (!st && !t->has_beside) {
			t->has_beside = true;
			t->beside = metric;
		}
		if (!st)
			st = as_subject_set(s, level, unit, metric,
				own->number * (time > 0 ? time : scale), err);
	}
	return st;
}

static double inner_of(const struct as_gather *g, uint32_t scope, double own)
{
	const struct as_trait *says = as_gather_trait(g, scope, AS_TRAIT_INNER);

	if (own > 0 || isnan(own))
		return own;
	return says && says->number > 0 ? says->number : 1;
}

/* The run that value number i is in, and the number behind its last one. */
static const struct as_gather_run *run_of(struct as_gather_tree *t, size_t i, size_t *end)
{
	const struct as_gather *g = t->g;
	size_t from = 0, to = g->n_runs;

	/* mostly the one before, or the next */
	for (size_t k = t->run; k < g->n_runs && k < t->run + 2; k++) {
		*end = as_gather_run_end(g, k);
		if (i >= g->runs[k].first && i < *end) {
			t->run = k;
			return &g->runs[k];
		}
	}
	while (to - from > 1) {
		const size_t middle = from + (to - from) / 2;
		if (g->runs[middle].first <= i)
			from = middle;
		else
			to = middle;
	}
	t->run = from;
	*end = as_gather_run_end(g, from);
	return &g->runs[from];
}

/* How many of the values of a list from i to `to` are of one role. */
static size_t count_role(struct as_gather_tree *t, size_t i, size_t to, enum as_role role)
{
	size_t n = 0, end = 0;

	for (size_t left; i < to; i += left) { /* the values of a run stand one behind the other */
		const bool is = run_of(t, t->value[i], &end)->role == role;
		left = end - t->value[i] < to - i ? end - t->value[i] : to - i;
		n += is ? left : 0;
	}
	return n;
}

/* The same, asked once for all values of a scope that come one after the other. */
static enum as_status meaning_again(struct as_gather_tree *t, uint32_t scope, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (t->meant.scope != scope + 1)
		st = meaning_of(t, scope, &t->meant, err);
	t->meant.scope = st ? 0 : scope + 1;
	const struct as_trait *inner = as_gather_trait(t->g, scope, AS_TRAIT_INNER);
	/* the subject is still to come, and with it its whole name */
	const struct as_trait *name = as_gather_trait(t->g, scope, AS_TRAIT_NAME);
	if (!st && inner && !(inner->number > 0))
		return as_fail(err, AS_ERR_DATA,
			"'%.100s' has values of %g iterations each: expected 1 or more",
			name && name->text ? name->text : "a benchmark", inner->number);
	return st;
}

/* Value i of all, which is in that run, as it is kept. */
static double value_of(const struct as_gather_tree *t, const struct as_gather_run *run, size_t i)
{
	const struct as_gather *g = t->g;

	if (!t->how->per_inner)
		return g->value[i] * t->meant.scale;
	double own = t->inner ? t->inner[i] : run->inner;
	if (t->inner && !(own > 0) && !as_gather_trait(g, run->scope, AS_TRAIT_INNER))
		own = (double)NAN; /* the list of them is too short, or has none */
	return g->value[i] / inner_of(g, run->scope, own) * t->meant.scale;
}

/* Nothing takes less than no time: what says so is wrong in all of its values. */
static enum as_status check_time(const struct as_subject *s, const struct as_gather_meaning *m,
	double v, struct as_err *err)
{
	if (!is_time(m) || !(v < 0))
		return AS_OK;
	return as_fail(err, AS_ERR_DATA, "'%.100s' has a time below 0, %.6g s", s->name, v / 1e9);
}

/* Value i of all, as an iteration of the execution that was added last, or as the execution. */
static enum as_status add_value(struct as_gather_tree *t, struct as_subject *s, size_t i,
	size_t execution, struct as_err *err)
{
	const struct as_gather *g = t->g;
	size_t end = 0;
	const struct as_gather_run *run = run_of(t, i, &end);
	const uint32_t scope = run->scope;
	const bool whole = t->how->executions;
	const size_t at = whole ? execution : s->levels[AS_LEVEL_ITERATION].n;
	enum as_status st = meaning_again(t, scope, err);
	const struct as_gather_meaning m = t->meant;

	if (!st && !whole)
		st = as_subject_add_iteration(s, run->role, 0, err);
	if (st)
		return st;
	const double v = value_of(t, run, i);
	st = check_time(s, &m, v, err);
	if (st)
		return st;
	if (isfinite(v))
		st = as_subject_set(s, m.level, at, m.metric, v, err);
	else
		t->n_odd++;
	if (!st && g->scopes[scope].kind == AS_SCOPE_ITERATION)
		st = set_metrics(t, s, scope, m.level, at, err);
	return st;
}

/* Values of the list from *i to `to` as iterations of the execution that was added last, as many as there are of
 * the same scope and role before one that is none; *i is moved behind them. Where a value is more than a
 * number of its execution, none. */
static enum as_status add_alike(struct as_gather_tree *t, struct as_subject *s, size_t *i,
	size_t to, struct as_err *err)
{
	const size_t first = t->value[*i];
	size_t end = 0;
	const struct as_gather_run *run = run_of(t, first, &end);
	double v[AS_PACKED_BLOCK];
	struct as_metric_values all = {.v = v};

	if (t->how->executions || t->g->scopes[run->scope].kind == AS_SCOPE_ITERATION)
		return AS_OK;
	const enum as_status st = meaning_again(t, run->scope, err);
	if (st)
		return st;
	const bool time = is_time(&t->meant);
	end = end - first < to - *i ? end : first + (to - *i);
	for (size_t k = first; k < end && all.n < AS_PACKED_BLOCK; k++, all.n++) {
		v[all.n] = value_of(t, run, k);
		if (!isfinite(v[all.n]) || (v[all.n] < 0 && time))
			break;
	}
	*i += all.n;
	all.metric = t->meant.metric;
	return all.n ? as_subject_add_iterations(s, run->role, &all, err) : AS_OK;
}

/* ---- executions ---- */

static bool only_warms_up(struct as_gather_tree *t, uint32_t scope)
{
	const size_t from = t->first[scope], to = t->first[scope + 1];

	return from < to && count_role(t, from, to, AS_ROLE_WARMUP) == to - from;
}

/* Why it does not count: it failed, or was skipped. NULL: it counts. */
static const struct as_trait *failure_of(const struct as_gather *g, uint32_t scope)
{
	const struct as_trait *t = as_gather_trait(g, scope, AS_TRAIT_FAILED);

	t = t && (!t->text || *t->text) ? t : as_gather_trait(g, scope, AS_TRAIT_SKIPPED);
	return t && (!t->text || *t->text) ? t : NULL;
}

static enum as_status open_unit(struct as_gather_tree *t, struct as_subject *s, uint32_t scope,
	size_t *at, struct as_err *err)
{
	const struct as_trait *failed = failure_of(t->g, scope);
	const struct as_unit u = {.order = t->order++,
		.round = AS_NO_ROUND,
		.cost_s = (double)NAN,
		.started_ns = t->x->started_ns,
		.role = only_warms_up(t, scope) ? AS_ROLE_DIMENSIONING : AS_ROLE_MEASURED,
		.ending = !failed ? AS_ENDED_OK
			: failed->kind == AS_TRAIT_SKIPPED ? AS_ENDED_SKIPPED : AS_ENDED_REPORT};
	enum as_status st = as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, at, err);

	if (st || !failed)
		return st;
	const char *why = failed->text ? failed->text : "it failed";
	why = as_arena_strndup(&t->x->arena, why, strnlen(why, REASON_BYTES));
	return why ? as_subject_note(s, &t->x->arena, AS_LEVEL_EXECUTION, *at, why, err)
		   : as_fail_memory(err);
}

/* The values of a scope as one execution; where a value is an execution, as many. */
static enum as_status add_execution(
	struct as_gather_tree *t, struct as_subject *s, uint32_t scope, struct as_err *err)
{
	const size_t from = t->first[scope], to = t->first[scope + 1];
	const bool whole = t->how->executions;
	size_t at = 0;
	enum as_status st = AS_OK;

	if (!whole || from == to)
		st = open_unit(t, s, scope, &at, err);
	for (size_t i = from, before = i; i < to && !st; before = i) {
		st = add_alike(t, s, &i, to, err);
		if (st || i > before)
			continue;
		if (whole)
			st = open_unit(t, s, scope, &at, err);
		if (!st)
			st = add_value(t, s, t->value[i++], at, err);
	}
	if (!st)
		st = set_metrics(t, s, scope, AS_LEVEL_EXECUTION, at, err);
	const size_t measured = whole ? 0 : count_role(t, from, to, AS_ROLE_MEASURED);
	if (measured > t->iterations)
		t->iterations = (uint32_t)measured;
	return st;
}

/* Whether there are values that count, or executions that failed or were skipped: not warm-ups alone;
 * before: how many executions of the same there were before this scope. */
static bool has_measured(
	struct as_gather_tree *t, const struct as_subject *s, uint32_t scope, size_t before)
{
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	size_t n = count_role(t, t->first[scope], t->first[scope + 1], AS_ROLE_MEASURED);

	for (uint32_t k = t->g->scopes[scope].child; k && !n; k = t->g->scopes[k].next)
		if (t->g->scopes[k].kind == AS_SCOPE_EXECUTION)
			n = count_role(t, t->first[k], t->first[k + 1], AS_ROLE_MEASURED);
	for (size_t e = before; e < l->n && !n; e++)
		n = as_unit_role(l, e) == AS_ROLE_MEASURED;
	return n;
}

/* What the tool made of its values is the one value there is. */
static enum as_status add_summary(struct as_gather_tree *t, struct as_subject *s, uint32_t scope,
	const struct as_trait *centre, bool again, struct as_err *err)
{
	struct as_gather_meaning m;
	size_t at = 0;
	enum as_status st = meaning_of(t, scope, &m, err);

	t->n_summaries += !again && isfinite(centre->number);
	if (isnan(centre->number))
		t->n_odd++;
	if (!st)
		st = check_time(s, &m, centre->number * m.scale, err);
	if (!t->iterations && !t->how->executions)
		t->iterations = 1;
	if (!st)
		st = open_unit(t, s, scope, &at, err);
	if (!st && m.level == AS_LEVEL_ITERATION)
		st = as_subject_add_iteration(s, AS_ROLE_MEASURED, 0, err);
	if (!st && isfinite(centre->number * m.scale))
		st = as_subject_set(s, m.level,
			m.level == AS_LEVEL_ITERATION ? s->levels[m.level].n - 1 : at, m.metric,
			centre->number * m.scale, err);
	return st ? st : set_metrics(t, s, scope, AS_LEVEL_EXECUTION, at, err);
}

static bool has_metrics(const struct as_gather *g, uint32_t scope)
{
	uint32_t k = g->scopes[scope].trait;

	while (k && g->traits[k - 1]->kind != AS_TRAIT_METRIC)
		k = g->traits[k - 1]->next;
	return k != 0;
}

static bool has_something(const struct as_gather_tree *t, uint32_t scope)
{
	return t->first[scope] < t->first[scope + 1] || failure_of(t->g, scope) ||
	       has_metrics(t->g, scope);
}

static enum as_status add_executions(
	struct as_gather_tree *t, struct as_subject *s, uint32_t scope, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (t->first[scope] < t->first[scope + 1])
		st = add_execution(t, s, scope, err);
	for (uint32_t k = t->g->scopes[scope].child; k && !st; k = t->g->scopes[k].next)
		if (t->g->scopes[k].kind == AS_SCOPE_EXECUTION && has_something(t, k))
			st = add_execution(t, s, k, err);
	return st;
}

enum as_status as_gather_metrics(struct as_gather_tree *t, struct as_err *err)
{
	const struct as_gather *g = t->g;
	const struct as_trait *last = NULL;
	uint32_t owner = UINT32_MAX;
	enum as_status st = AS_OK;

	for (size_t r = 0; r < g->n_runs && !st; r++) {
		const struct as_trait *unit = as_gather_trait(g, g->runs[r].scope, AS_TRAIT_UNIT);
		if (unit && unit == last)
			continue;
		st = !unit && owner != UINT32_MAX ? AS_OK
						  : meaning_again(t, g->runs[r].scope, err);
		last = unit;
		owner = g->runs[r].scope;
	}
	for (uint32_t s = 0; s < g->n_scopes && !st; s++)
		if (g->scopes[s].kind == AS_SCOPE_SUBJECT && t->first[s] == t->first[s + 1] &&
			as_gather_said(g, s, AS_TRAIT_CENTRE, "") && !failure_of(g, s))
			st = meaning_of(t, s, &t->meant, err);
	t->meant.scope = 0;
	return st;
}

/* What it measures; SIZE_MAX: nothing, or its unit is not known. */
static size_t metric_of(struct as_gather_tree *t, uint32_t scope)
{
	const struct as_gather *g = t->g;
	struct as_gather_meaning m;
	uint32_t in = scope;

	if (t->first[scope] < t->first[scope + 1]) {
		size_t end = 0;
		in = run_of(t, t->value[t->first[scope]], &end)->scope;
	} else {
		for (uint32_t k = g->scopes[scope].child; k && in == scope; k = g->scopes[k].next)
			if (t->first[k] < t->first[k + 1]) {
				size_t end = 0;
				in = run_of(t, t->value[t->first[k]], &end)->scope;
			}
	}
	return meaning_of(t, in, &m, NULL) ? SIZE_MAX : m.metric;
}

enum as_status as_gather_subject(struct as_gather_tree *t, uint32_t scope, struct as_err *err)
{
	struct as_experiment *x = t->x;
	struct as_subject *s = as_experiment_add_subject(x, "", x->command_line);
	const bool versions = t->versions;
	size_t same = SIZE_MAX;
	enum as_status st = s ? as_gather_name(t, s, scope,
					versions ? metric_of(t, scope) : SIZE_MAX, &same, err)
			      : as_fail_memory(err);

	if (!st && same != SIZE_MAX) { /* measured again: its executions are more of the same */
		as_subject_release(s);
		x->n_subjects--;
		s = &x->subjects[same];
	}
	const size_t before = st ? 0 : s->levels[AS_LEVEL_EXECUTION].n;
	if (!st)
		st = add_executions(t, s, scope, err);
	if (st || has_measured(t, s, scope, before))
		goto out;
	const struct as_trait *centre = as_gather_trait(t->g, scope, AS_TRAIT_CENTRE),
			      *count = as_gather_said(t->g, scope, AS_TRAIT_COUNT, "");
	if (count && as_same_double(count->number, 0) && !failure_of(t->g, scope))
		as_gather_text(t->g, scope, AS_TRAIT_SKIPPED, "no sample was taken");
	if (centre && !failure_of(t->g, scope)) {
		st = add_summary(t, s, scope, centre, same != SIZE_MAX, err);
	} else if (s->levels[AS_LEVEL_EXECUTION].n > before) {
		goto out;
	} else if (has_something(t, scope)) {
		struct as_gather_meaning m;
		if (centre) /* what it would have been compared by */
			st = meaning_of(t, scope, &m, err);
		if (!st)
			st = add_execution(t, s, scope, err);
	} else {
		if (as_gather_said(t->g, scope, AS_TRAIT_NAME, ""))
			t->empty = t->n_empty++ ? t->empty : s->name;
		if (same != SIZE_MAX)
			return AS_OK;
		as_subject_release(s);
		x->n_subjects--;
		return AS_OK;
	}
out:
	if (!st && s->levels[AS_LEVEL_EXECUTION].n > t->executions)
		t->executions = (uint32_t)s->levels[AS_LEVEL_EXECUTION].n;
	return st;
}
