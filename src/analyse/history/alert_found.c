/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a series that alerts are made of. */
#include <math.h>
#include <string.h>

#include "analyse/history/alert_life.h"
#include "base/text.h"
#include "stat/dist/changes/fresh.h"

enum { AGAIN_AFTER = 10 /* versions before the same change may be suspected again */ };

const char *as_alert_version(const struct as_history_point *p)
{
	return p->commit ? p->commit : p->label;
}

size_t as_alert_point(const struct as_history_series *s, const char *version)
{
	for (size_t i = 0; i < s->n_points; i++)
		if (!strcmp(as_alert_version(&s->points[i]), version))
			return i;
	return SIZE_MAX;
}

size_t as_alert_part(const struct as_history_series *s, size_t point)
{
	size_t i = 0;

	while (i + 1 < s->n_parts && point >= s->parts[i].to)
		i++;
	return i;
}

bool as_alert_is_of(const struct as_alert *a, const struct as_history_series *s)
{
	return as_same_text(a->name, s->name) && as_same_text(a->parameters, s->parameters) &&
	       as_same_text(a->project, s->project) && as_same_text(a->metric, s->metric) &&
	       as_same_text(a->machine, s->machine);
}

bool as_alert_place_of(const struct as_alert *a, const struct as_history_series *s,
	struct as_alert_place *out)
{
	const size_t newest = as_alert_point(s, a->newest);
	const bool refused = a->state == AS_ALERT_REJECTED || a->state == AS_ALERT_WITHDRAWN;

	*out = (struct as_alert_place){.at = as_alert_point(s, a->at), .up = a->up,
		.first = as_alert_point(s, a->first), .last = as_alert_point(s, a->last)};
	out->open = a->state != AS_ALERT_FIXED && a->state != AS_ALERT_GONE &&
		!(refused && newest != SIZE_MAX && s->n_points > newest + AGAIN_AFTER);
	return out->at != SIZE_MAX && out->first != SIZE_MAX && out->last != SIZE_MAX;
}

/* Variance of an execution, of logarithms where sizes are; NaN: no version has two. */
static double variance_of(const struct as_history_series *s, const struct as_history_part *part)
{
	double squares = 0, df = 0;

	for (size_t i = part->from; i < part->to; i++) {
		const struct as_history_point *p = &s->points[i];
		const double sd = part->logarithms ? p->sd / p->value : p->sd;
		if (p->units < 2 || !isfinite(sd))
			continue;
		squares += (double)(p->units - 1) * sd * sd;
		df += (double)(p->units - 1);
	}
	return df > 0 ? squares / df : (double)NAN;
}

static double nearer_to_none(const struct as_history_part *part, double lo, double hi)
{
	const double a = part->logarithms ? log1p(lo) : lo, b = part->logarithms ? log1p(hi) : hi;

	if (!isfinite(a) || !isfinite(b) || (a < 0 && b > 0))
		return 0;
	return fmin(fabs(a), fabs(b));
}

/* A change, or with all that are part of it a gradual one. */
static struct as_alert_found event_of(const struct as_history *h,
	const struct as_history_series *s, size_t first, size_t last)
{
	const struct as_history_change *c = &s->changes[first], *end = &s->changes[last];
	const struct as_history_part *part = &s->parts[c->part];
	struct as_alert_found f = {.by = AS_ALERT_BY_HISTORY,
		.news = c->alert && c->part + 1 == s->n_parts,
		.place = {.at = c->at, .first = c->first, .last = end->last},
		.back = c->back < s->n_changes ? s->changes[c->back].at : SIZE_MAX,
		.size = c->gradual ? c->whole : c->size, .lo = c->gradual ? c->whole_lo : c->lo,
		.hi = c->gradual ? c->whole_hi : c->hi, .level = end->after};
	const double delta = part->logarithms ? log1p(h->tolerance) : 0;

	f.place.up = f.size > 0;
	f.before = f.place.first - 1;
	f.after = f.place.last;
	f.rounds = as_fresh_rounds(variance_of(s, part), nearer_to_none(part, f.lo, f.hi), delta);
	return f;
}

static struct as_alert_found newest_of(const struct as_history_series *s)
{
	const struct as_newest *n = &s->newest;
	const size_t at = s->n_points - n->looked;

	return (struct as_alert_found){.by = AS_ALERT_BY_NEWEST, .news = true, .back = SIZE_MAX,
		.place = {.at = at, .first = at, .last = at, .up = n->up}, .size = n->size,
		.lo = (double)NAN, .hi = (double)NAN, .level = s->points[s->n_points - 1].value,
		.before = n->reference, .after = s->n_points - 1, .rounds = n->blocks};
}

/* The newest is suspected, and by more than luck among all that were looked at, or was until a
 * re-run; what the other detector has found is not told twice. */
static bool is_suspected(const struct as_history_series *s, const struct as_alert_found *v,
	size_t n)
{
	const struct as_newest *w = &s->newest;

	if (!as_history_is_suspected(s) || !w->looked || w->looked >= s->n_points ||
		w->reference >= s->n_points)
		return false;
	struct as_alert_found one = newest_of(s);
	one.place.open = true;
	for (size_t i = 0; i < n; i++)
		if (as_alert_meets(&one.place, &v[i].place))
			return false;
	return true;
}

enum as_status as_alerts_found(const struct as_history *h, const struct as_history_series *s,
	struct as_arena *a, struct as_alert_found **out, size_t *n)
{
	struct as_alert_found *v = as_arena_array(a, s->n_changes + 1, sizeof *v);

	*n = 0;
	if (!v)
		return AS_ERR_MEM;
	for (size_t i = 0; i < s->n_changes; i++) {
		size_t last = i;
		while (s->changes[i].gradual && last + 1 < s->n_changes &&
			s->changes[last + 1].gradual == s->changes[i].gradual)
			last++;
		if (s->changes[i].kind == AS_HISTORY_CHANGE && s->changes[i].at)
			v[(*n)++] = event_of(h, s, i, last);
		i = last;
	}
	if (is_suspected(s, v, *n)) {
		v[*n] = newest_of(s);
		++*n;
	}
	*out = v;
	return AS_OK;
}
