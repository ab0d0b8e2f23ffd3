/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_CITED_H
#define AS_CAMPAIGN_CITED_H

/* The noise profile that a comparison cites (methods.md 3.4, 10). */

#include "analyse/compare/apart.h"
#include "base/arena.h"
#include "base/text.h"
#include "model/answer/study/noise.h"
#include "model/kept/experiment.h"
#include "model/kept/profile.h"
#include "report/draw/terminal.h"

struct as_cited {
	bool found;
	struct as_noise noise; /* if found; in memory of the arena */
	/* another command's, of the same machine and environment: shown, and never used */
	bool has_beside;
	struct as_noise beside;
	size_t others;         /* noise profiles of this metric of other machines or environments */
	const char *other;     /* host of one of them; NULL: none, or not known */
	const char *refused;   /* why none could be read, which hides no result; NULL: they can */
};

/* The profiles of a metric, read from the store when they are first asked for. */
struct as_profiles {
	struct as_arena *arena;
	const char *store;   /* as as_store_locate takes it; NULL: the usual one */
	const char *metric;  /* that they are of; NULL: none were read yet */
	struct as_profile *v;
	size_t n;
	const char *refused; /* why they cannot be read; NULL: they can */
};

/*
 * as_noise_cited - the profile, of the machine and environment of x and of the command line and
 * build of that subject, for comparing it by that metric
 *
 * Looks into the store; where there is none, or none of its profiles
 * fits or can be read, found is false, which is no failure. A profile of another machine or
 * environment is never taken.
 */
enum as_status as_noise_cited(struct as_profiles *read, const struct as_place *at,
	struct as_cited *out, struct as_err *err) AS_MUST_CHECK;

/* The same for one of many comparisons of two sessions; the store is opened once for each metric
 * that comes after another. p->between becomes what is known of sessions of both sides, each by a
 * profile of its own; *out is the profile of the two that found more, or why there is none. */
enum as_status as_noise_cited_of(struct as_profiles *read, struct as_apart *p, struct as_cited *out,
	struct as_err *err) AS_MUST_CHECK;

/* The line that goes below a comparison in the same rounds: the profile cited; with --verbose also
 * that there is none, or only of other machines, which is not used. Nothing more where there is
 * none. */
void as_noise_cite(const struct as_cited *c, const struct as_style *style, struct as_text *t);

#endif
