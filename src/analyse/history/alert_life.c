/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/history/alert_life.h"

#include <math.h>
#include <string.h>

#include "stat/dist/changes/fresh.h"

#define HOUR_NS (INT64_C(3600) * 1000000000)

static const char *version_at(const struct as_alert_now *now, size_t point)
{
	return as_alert_version(&now->s->points[point]);
}

static const char *newest_of(const struct as_alert_now *now)
{
	return version_at(now, now->s->n_points - 1);
}

struct as_alert as_alert_new(const struct as_alert_now *now, const struct as_alert_found *f)
{
	const struct as_history_series *s = now->s;
	struct as_alert a = {.project = s->project, .name = s->name, .parameters = s->parameters,
		.metric = s->metric, .unit = s->unit, .better = s->better, .machine = s->machine,
		.host = s->host, .state = AS_ALERT_SUSPECTED, .found_by = f->by,
		.suspected_ns = now->ns, .changed_ns = now->ns, .newest = newest_of(now),
		.first_p = (double)NAN, .second_p = (double)NAN, .rest = (double)NAN,
		.told = AS_ALERT_SUSPECTED, .up = f->place.up};

	as_alert_move(&a, now, f);
	return a;
}

/* Of numbers that may be unknown. */
static bool is_equal(double a, double b)
{
	return isnan(a) ? isnan(b) : !(a < b) && !(a > b) && !isnan(b);
}

static bool is_same(const struct as_alert *a, const struct as_alert *b)
{
	return is_equal(a->size, b->size) && a->found_by == b->found_by &&
	       a->rounds == b->rounds && !strcmp(a->at, b->at) && !strcmp(a->first, b->first) &&
	       !strcmp(a->last, b->last) && !strcmp(a->before, b->before) &&
	       !strcmp(a->after, b->after);
}

void as_alert_move(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_found *f)
{
	const struct as_history_series *s = now->s;
	const struct as_history_point *p = &s->points[f->place.at];
	const struct as_alert was = *a;

	if (a->state == AS_ALERT_REJECTED || a->state == AS_ALERT_WITHDRAWN)
		return;
	a->at = as_alert_version(p);
	a->subject = p->subject;
	a->date_ns = p->date_ns;
	a->first = version_at(now, f->place.first);
	a->last = version_at(now, f->place.last);
	a->size = f->size;
	a->lo = f->lo;
	a->hi = f->hi;
	a->level = f->level;
	a->relative = s->parts[as_alert_part(s, f->place.at)].logarithms;
	if (!a->first_rerun) {
		a->found_by = f->by;
		a->command = s->command;
		a->before = version_at(now, f->before);
		a->after = version_at(now, f->after);
		a->rounds = f->rounds;
	}
	a->dirty = a->dirty || !a->id || !is_same(&was, a);
}

bool as_alert_go(struct as_alert *a, const struct as_alert_now *now, enum as_alert_state to)
{
	if (!as_alert_may(a->state, to))
		return false;
	a->state = to;
	a->changed_ns = now->ns;
	if (now->s)
		a->newest = newest_of(now);
	a->dirty = true;
	return true;
}

bool as_alert_is_later(const struct as_alert *a, const struct as_alert_rerun *r)
{
	const bool same = a->first_boot && r->boot && !strcmp(a->first_boot, r->boot);

	return !same || r->started_ns - a->first_ended_ns >= HOUR_NS;
}

void as_alert_first(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r, enum as_rerun_word fast)
{
	a->first_p = as_fresh_p(&r->test, a->up);
	const bool agrees = fast == AS_RERUN_NONE ? a->first_p <= AS_FRESH_FIRST
						  : fast == AS_RERUN_CONFIRMED;

	a->first_rerun = r->experiment;
	a->first_boot = r->boot;
	a->first_ended_ns = r->ended_ns;
	a->dirty = true;
	as_alert_go(a, now, agrees ? AS_ALERT_WAITING : AS_ALERT_REJECTED);
}

void as_alert_second(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r)
{
	a->second_p = as_fresh_p(&r->test, a->up);
	a->second_rerun = r->experiment;
	a->dirty = true;
	as_alert_go(a, now, a->second_p <= AS_FRESH_SECOND ? AS_ALERT_CONFIRMED
							    : AS_ALERT_WITHDRAWN);
}

void as_alert_left(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r, double tolerance)
{
	const double size = a->relative ? log1p(a->size) : a->size;
	const double delta = a->relative ? tolerance : 0;
	const enum as_rest word = as_rest_judge(&r->test, size, delta, NULL);

	a->rest = a->relative ? expm1(r->test.estimate) : r->test.estimate;
	a->rest_rerun = r->experiment;
	a->dirty = true;
	if (word == AS_REST_FIXED)
		as_alert_go(a, now, AS_ALERT_FIXED);
	else if (word == AS_REST_PARTLY)
		as_alert_go(a, now, AS_ALERT_PARTLY_FIXED);
	else
		as_alert_go(a, now, AS_ALERT_CONFIRMED);
}

bool as_alert_is_again(const struct as_alert *fixed, const struct as_alert *new)
{
	const bool ratio = fixed->relative && fixed->level > 0 && new->level > 0;
	const double apart = ratio ? fabs(log(new->level) - log(fixed->level))
				 : fabs(new->level - fixed->level);
	const double size = ratio ? log1p(fixed->size) : fixed->size;
	const double interval = ratio ? (log1p(fixed->hi) - log1p(fixed->lo)) / 2
				    : (fixed->hi - fixed->lo) / 2;

	return fixed->state == AS_ALERT_FIXED && fixed->up == new->up &&
	       apart < fmax(interval, fabs(size) / 4);
}
