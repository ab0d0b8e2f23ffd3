/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_EXIT_H
#define AS_CLI_EXIT_H

/* Exit statuses (design.md 5), and which of two counts. */

#include "base/err.h"

enum as_exit {
	AS_EXIT_OK = 0,
	/* a gate was asked, and the whole interval lies beyond its limit */
	AS_EXIT_REGRESSION = 1,
	AS_EXIT_USAGE = 2,       /* usage or configuration */
	AS_EXIT_UNDECIDED = 3,   /* only with --require-decision, or no commit found by bisect */
	AS_EXIT_REFUSED = 4,     /* environments differ */
	AS_EXIT_BENCHMARK = 5,   /* a benchmark failed */
	AS_EXIT_SYSTEM = 6,      /* data, store or system */
	/* to git bisect run: this commit is neither good nor bad */
	AS_EXIT_SKIP = 125,
	AS_EXIT_INTERRUPTED = 130,
	/* and: stop, for there is no answer; anything below 128 would be one */
	AS_EXIT_NO_ANSWER = 255,
};

/* The exit status for how a call ended. */
enum as_exit as_exit_of(enum as_status status);

/* The one of both that the caller must learn of: 255, 130, 6, 2, 5, 4, 1, 3, 0. */
enum as_exit as_exit_worse(enum as_exit a, enum as_exit b);

#endif
