/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/result/named_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "stat/dist/comparing/detector.h"

bool as_named_find(const char *name, size_t *out)
{
	for (size_t i = 0; i < AS_DETECTORS; i++)
		if (!strcmp(as_detectors[i].name, name)) {
			*out = i;
			return true;
		}
	return false;
}

static void take_detection(const struct as_detection *d, struct as_named *out)
{
	static const enum as_named_change changes[] = {
		[AS_CHANGE_NONE] = AS_NAMED_NONE,
		[AS_CHANGE_MORE] = AS_NAMED_MORE,
		[AS_CHANGE_LESS] = AS_NAMED_LESS,
	};

	out->change = changes[d->change];
	out->confidence = d->confidence;
	if (d->has_p)
		out->p = d->p;
	if (d->has_ratio) {
		out->ratio = d->ratio;
		out->lo = fmax(d->lo, 0);
		out->hi = d->hi;
	}
}

enum as_status as_compare_named(const struct as_place *old, const struct as_place *new, size_t way,
	double confidence, struct as_named *out, struct as_err *err)
{
	const double nan = (double)NAN;
	const struct as_detector *d = &as_detectors[way];
	struct as_named named = {.name = d->name, .title = d->title, .about = d->about,
		.subject = new->subject, .reference = old->subject, .metric = new->metric,
		.p = nan, .ratio = nan, .lo = nan, .hi = nan, .confidence = confidence};
	struct as_view a = {0}, b = {0};
	struct as_detecting how = {.confidence = confidence};
	struct as_detection found;
	struct as_err why = {0};
	enum as_status st = as_view_open(old->x, old->subject, old->metric, AS_ROLE_MEASURED, &a,
		err);

	if (!st)
		st = as_view_open(new->x, new->subject, new->metric, AS_ROLE_MEASURED, &b, err);
	if (st)
		goto out;
	named.n = b.n_top;
	named.n_reference = a.n_top;
	if (as_detect(d, &(struct as_sample){a.top, a.n_top}, &(struct as_sample){b.top, b.n_top},
		    &how, &found, &why))
		snprintf(named.refused, sizeof named.refused, "%.199s", why.msg);
	else
		take_detection(&found, &named);
	if (!*named.refused && found.no_interval)
		snprintf(named.refused, sizeof named.refused,
			"the ratio has no finite interval: the mean of the reference is not known "
			"well enough for one; measure more of it");
	*out = named;
out:
	as_detecting_release(&how);
	as_view_close(&a);
	as_view_close(&b);
	return st;
}
