/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_DIAGNOSE_JUDGE_JUDGE_MACHINE_H
#define AS_ANALYSE_DIAGNOSE_JUDGE_JUDGE_MACHINE_H

/* What a machine's readings mean for measurements on it (model/doctor/doctor.h). */

#include "base/arena.h"
#include "base/err.h"
#include "model/doctor/doctor.h"

/*
 * as_doctor_judge - weigh the readings
 *
 *   d  its readings are there; found and count are filled in, the weightiest first and otherwise in the
 *      order of checks.def
 *
 * What is not known weighs AS_WEIGHT_UNKNOWN and says why, whatever it is.
 */
void as_doctor_judge(struct as_diagnosis *d);

/*
 * as_doctor_quanta - what the noise probe found
 *
 *   q    at least one core; durations are of one amount of work, without gaps between them
 *   a    holds what out points to
 *
 * Of each core: the median, and what a quantum takes longer than that. A pause is a quantum that
 * is more than AS_INTERRUPTION_NS longer (the threshold of the kernel's osnoise tracer); what they
 * are longer is time taken from the program. The median, not the smallest as in FWQ (Sottile and
 * Minnich 2004), so that a short stretch of a higher frequency is not mistaken for the normal one.
 *
 * As if a program that only computes ran again and again: each core's quanta are cut into
 * AS_STRETCHES stretches of as many, their variances of the logarithm pooled over the cores. Then,
 * as for `rounds` of analyse/compare/noise_floor.h with AS_NOISE_GROUP a side, unpaired: differences that are
 * found in 80 % of cases (methods-blocks.md 6.1). NaN where a core has fewer than AS_STRETCHES * 10
 * quanta.
 *
 * AS_ERR_DATA when no core has a quantum. O(n log n).
 */
enum { AS_INTERRUPTION_NS = 5000, AS_STRETCHES = 20 };
enum as_status as_doctor_quanta(const struct as_quanta *q, struct as_arena *a,
	struct as_quanta_found *out, struct as_err *err) AS_MUST_CHECK;

/* Of each check: what its reading means. The reading is known; out weighs AS_WEIGHT_FINE before. */
#define AS_CHECK(id, name, what) \
	void as_judge_##name(const struct as_reading *r, struct as_disturbance *out);
#include "model/doctor/checks.def"
#undef AS_CHECK

/* A path that a shell reads as it is: it may stand in a command. */
bool as_judge_plain(const char *path);

/* For those: say it, and name its cure. */
void as_judge_say(struct as_disturbance *out, enum as_weight weight, const char *fmt, ...)
	AS_PRINTF(3, 4);
void as_judge_cure(struct as_disturbance *out, enum as_cure kind, const char *fmt, ...)
	AS_PRINTF(3, 4);

#endif
