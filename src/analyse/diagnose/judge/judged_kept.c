/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/diagnose/judge/judged_kept.h"

#include <stdint.h>

#include "model/kept/thinned.h"

/* Kept by their place: a new one comes last. */
#define JUDGED(COUNT, REAL) \
	COUNT(state.executions, size_t) COUNT(state.n, size_t) \
	COUNT(state.pace, enum as_pace) COUNT(state.of[0], size_t) \
	COUNT(state.of[1], size_t) COUNT(state.of[2], size_t) \
	COUNT(state.of[3], size_t) COUNT(state.of[4], size_t) \
	COUNT(state.of[5], size_t) COUNT(state.of[6], size_t) \
	COUNT(state.warmup, size_t) REAL(state.warmup_excess) \
	REAL(state.warmup_effect) COUNT(state.unsettled, bool) REAL(state.drift) \
	COUNT(state.period, size_t) COUNT(state.replaced, size_t) \
	COUNT(state.dropped, size_t) REAL(state.dropped_excess) \
	COUNT(dependence.executions, size_t) COUNT(dependence.n, size_t) \
	COUNT(dependence.rejected, size_t) COUNT(dependence.ljung_box, size_t) \
	COUNT(dependence.runs, size_t) COUNT(dependence.found, bool) \
	REAL(dependence.lag1) COUNT(dependence.thin, size_t)

#define ONE(...) + 1
_Static_assert(
	AS_WHOLE_JUDGED JUDGED(ONE, ONE) == AS_WHOLE_STEP, "a place for each number that is kept");
_Static_assert(AS_PACES == 7, "of[] is kept whole");

void as_judged_put(const struct as_steadiness *s, double *v)
{
#define PUT_COUNT(member, type) *v++ = (double)s->member;
#define PUT_REAL(member) *v++ = s->member;
	JUDGED(PUT_COUNT, PUT_REAL)
}

/* What comes from a file may be any number. */
static uint32_t count(double v)
{
	return v >= 0 && v <= UINT32_MAX ? (uint32_t)v : 0;
}

void as_judged_take(struct as_steadiness *s, const double *v)
{
#define TAKE_COUNT(member, type) s->member = (type)count(*v++);
#define TAKE_REAL(member) s->member = *v++;
	JUDGED(TAKE_COUNT, TAKE_REAL)
	if (s->state.pace >= AS_PACES)
		s->state.pace = AS_PACE_UNKNOWN;
}
