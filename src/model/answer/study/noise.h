/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_STUDY_NOISE_H
#define AS_MODEL_ANSWER_STUDY_NOISE_H

/* What a noise profile says (methods.md 10, 3.4): what analyse/compare makes of struct as_profile,
 * and report/ and format/ write down. Standard deviations are of logarithms, and so relative; NaN:
 * unknown. */

#include <stdbool.h>

#include "model/kept/profile.h"

/* Ways of comparing: those of enum as_aa_way, and results of different sessions. */
enum { AS_NOISE_SESSIONS = AS_AA_WAYS, AS_NOISE_WAYS };

/* Identical programs, compared in one way with as_noise.group units a side. */
struct as_noise_way {
	bool known;
	double sd, df;   /* of the log ratio */
	/* by up to so much, as a share, they differ by luck: the interval's half-width */
	double differ;
	double smallest; /* the smallest change that is found in 80 % of cases, as a share */
	double wider;    /* so many times as wide as in the same rounds an interval has to be */
	/* False alarms: how many there should be of those who take the units for independent of
	 * each other (NaN: not known beforehand), and how many there were, with the interval of
	 * their rate. */
	double expected;
	size_t comparisons, alarms;
	double rate_lo, rate_hi;
};

struct as_noise {
	const struct as_profile *profile; /* what it was made of; borrowed */
	size_t n_sessions;
	size_t group;      /* units a side; of the newest session */
	double confidence; /* of the newest session */
	/* `session` as it is added to a variance (3.4): with what is left of the units' in their
	 * mean */
	struct as_profile_sd unit, round, session;
	struct as_noise_way way[AS_NOISE_WAYS];
};

#endif
