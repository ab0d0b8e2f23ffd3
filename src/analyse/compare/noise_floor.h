/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_COMPARE_NOISE_FLOOR_H
#define AS_ANALYSE_COMPARE_NOISE_FLOOR_H

/* A against A: what one session of it shows, and what several sessions together tell of a machine
 * (methods.md 10, 3.4). */

#include "model/answer/study/noise.h"
#include "model/kept/experiment.h"

enum { AS_NOISE_GROUP = 10 }; /* units a side, as many as are advised (methods-blocks.md) */

struct as_noise_source {
	/* two subjects, the same program, in the same rounds */
	const struct as_experiment *rounds;
	/* NULL: none. One subject: the same program again and again, of which the first half is
	 * compared with the second; or where builds are the units two: all builds of one, then of
	 * the other. Of one with fewer than 2 `group` units nothing is known. */
	const struct as_experiment *sequence;
	/* Units a side of the comparisons that are counted; 0: AS_NOISE_GROUP, or as many as there
	 * are. */
	uint32_t group;
};

/*
 * as_noise_measure - one session of a profile, from what was measured in it
 *
 *   out  its strings are those of the experiments
 *
 * In rounds: the log ratios of the rounds, as methods-blocks.md 2.1; stretches of `group` rounds
 * are compared as they would be by default. In sequence: stretches of `group` executions, each
 * compared with the next by Welch. No unit is in two comparisons. Where builds are the units, the
 * two sides are compared once in each way, each way with builds of its own, and nothing is known of
 * rounds.
 *
 * AS_ERR_DATA with words: fewer than 3 rounds or builds with both copies, a group of more units
 * than there are, a value of which no ratio can be taken.
 */
enum as_status as_noise_measure(const struct as_noise_source *s, struct as_profile_session *out,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_noise_of - what the sessions of a profile say together
 *
 *   p  at least one session, by time
 *
 * Standard deviations are pooled over the sessions by their degrees of freedom; that between
 * sessions is of their means. The ways:
 *
 *   rounds    sd^2 = 2 unit^2 / g, with g - 1 degrees of freedom if g rounds are paired, else 2 g - 2
 *   sequence  sd^2 = 2 stretch^2, at least that of rounds, with the df of stretch^2, at most 2 g - 2
 *   sessions  sd^2 = 2 session^2 + 2 (unit^2 + round^2) / g (3.4), with the smaller of theirs
 *
 * and found in 80 % of cases is exp((t_.975 + t_.8) sd) - 1 (methods-blocks.md 6.1). A session
 * level needs two sessions, else the way is not known. Sessions of another group size than the
 * newest count for units, rounds and sessions alone.
 */
void as_noise_of(const struct as_profile *p, struct as_noise *out);

/*
 * as_noise_own - the profile that a comparison may use: that of the same command line and build
 *
 *   n         n profiles of one machine, environment and metric, of any commands
 *   command, build  what is compared; build "" where nothing is built
 *
 * How much sessions move a command depends on the command: the profile of another gives 10 to 79 %
 * of false alarms where 5 % are promised (methods-repairs.md 4). Returns its index, n if there is
 * none.
 */
size_t as_noise_own(const struct as_noise *noise, size_t n, const char *command, const char *build);

/* One to be shown beside, and never used: of those but `own` that have two sessions, the one that
 * found most between them; n if there is none. */
size_t as_noise_beside(const struct as_noise *noise, size_t n, size_t own);

/* What the sessions of two sides differ by, each by a profile of its own: the larger of the two
 * with the smaller of their degrees of freedom; df 0 where one of them has fewer than two sessions.
 */
struct as_profile_sd as_noise_between(const struct as_noise *old, const struct as_noise *new);

#endif
