/* SPDX-License-Identifier: MIT */
#include "harness/run.h"

#include <math.h>

#include "harness/guard.h"

enum { DRIFT = 4 };

static enum as_status call(const struct as_harness_conditions *c,
	const struct as_harness_subject *s,
	const struct as_harness_wish *wish, struct as_call_result *out, struct as_err *err)
{
	if (!wish->repetitions && !(c->timer->overhead_ns > 0))
		as_timer_measure(c->timer);
	if (!c->isolated)
		as_guard_enter(c->program, s->name, c->others);
	enum as_status st = as_call_run(s, c->timer, wish, out, err);
	as_guard_leave();
	return st;
}

static double least_ns(const struct as_call_result *r)
{
	double least = HUGE_VAL;

	for (size_t i = r->n_warmup; i < r->n_samples; i++)
		least = fmin(least, r->samples[i].ns);
	return least;
}

/* Whether an operation still takes about as long as when n was found: code changes, and then what
 * was kept for it may be of no use. */
static bool still_fits(const struct as_harness_kept *kept, const struct as_call_result *r)
{
	double now = least_ns(r);

	return now <= kept->ns * DRIFT && now >= kept->ns / DRIFT;
}

enum as_status as_run_one(const struct as_harness_conditions *c, const struct as_harness_subject *s,
	const struct as_harness_wish *wish, struct as_call_result *out, struct as_err *err)
{
	struct as_harness_kept kept = {0};
	struct as_harness_wish w = *wish;
	const bool counted = as_call_is_counted();
	bool may_keep = c->cache && !w.repetitions && w.calibrations == 1;

	if (may_keep && as_cache_read(c->cache, c->program, s->name, &kept))
		w.repetitions = kept.repetitions;
	enum as_status st = call(c, s, &w, out, err);
	if (!st && kept.repetitions && !*out->failed) {
		out->kept = counted || still_fits(&kept, out);
		if (out->kept)
			return AS_OK;
		as_call_result_release(out);
		st = call(c, s, wish, out, err);
	}
	if (st || *out->failed || !may_keep || out->timeless || counted)
		return st;
	kept.repetitions = out->repetitions;
	kept.ns = least_ns(out);
	as_cache_write(c->cache, c->program, s->name, &kept);
	return AS_OK;
}
