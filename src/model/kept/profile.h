/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_PROFILE_H
#define AS_MODEL_KEPT_PROFILE_H

/* The noise profile of a machine: what `assay aa COMMAND` measured of identical programs, session
 * by session (methods.md 10, 3.4). The store keeps it apart from experiments; analyse/compare makes
 * of it what comparisons cite.
 *
 * Standard deviations are of natural logarithms, and so relative; NaN: unknown. */

#include <stddef.h>
#include <stdint.h>

/* Ways of comparing within one session. */
enum as_aa_way {
	AS_AA_ROUNDS,   /* both in the same rounds */
	AS_AA_SEQUENCE, /* all of the first, then all of the second */
	AS_AA_WAYS,
};

/* An estimated standard deviation. */
struct as_profile_sd {
	double sd; /* >= 0 */
	double df; /* its degrees of freedom, > 0 where sd is known, else 0 */
};

/* What one way of comparing said of identical programs. */
struct as_profile_way {
#include "model/fields/members.def"
#include "model/fields/profile_way.def"
};

/* One session of it; what is kept of it is fields/profile_session.def, and its session. */
struct as_profile_session {
	int64_t began_ns, ended_ns; /* CLOCK_REALTIME; began <= ended */
	const char *boot_id;        /* as in struct as_machine */
	int64_t suspended_ns;
	const char *experiment; /* uuid of what was measured in rounds */
	uint32_t units;         /* of each copy, at the top, in rounds */
	uint32_t group;         /* units a side of the comparisons that are counted; >= 1 */
	double confidence;      /* of the intervals, and 1 - what the alarms were allowed */
	double log_mean;        /* of the units of both copies; finite */
	/* Between units inside a round; between rounds, without that, 0 if nothing shows; between
	 * the means of stretches of `group` units that follow each other. */
	struct as_profile_sd unit, round, stretch;
	struct as_profile_way way[AS_AA_WAYS];
};

struct as_profile {
#include "model/fields/members.def"
#include "model/fields/profile.def"
	struct as_profile_session *sessions; /* by time */
	size_t n_sessions;
};

#endif
