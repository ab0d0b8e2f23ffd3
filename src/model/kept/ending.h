/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_ENDING_H
#define AS_MODEL_KEPT_ENDING_H

#include <stdbool.h>

/* How a unit ended. Stored as these numbers: never renumbered. */
enum as_ending {
	AS_ENDED_OK = 0,
	AS_ENDED_FAILED = 1,      /* exit status other than 0; the code is the status */
	AS_ENDED_SIGNAL = 2,      /* killed by a signal; the code is its number */
	AS_ENDED_TIMEOUT = 3,     /* over --timeout and therefore ended by assay */
	AS_ENDED_NOT_STARTED = 4, /* never ran; the code is the errno */
	AS_ENDED_CANCELLED = 5,   /* stopped by the user while running or waiting */
	AS_ENDED_REPORT = 6,      /* what it reported cannot be used, or says that it failed; the
				   * code is its exit status */
	AS_ENDED_SKIPPED = 7,     /* left out on purpose, as its tool says: neither counted nor a failure */
};

#define AS_ENDED_LAST AS_ENDED_SKIPPED

/* Whether it was tried and did not end well: what was cancelled or skipped was not tried. */
static inline bool as_ending_failed(enum as_ending ending)
{
	return ending != AS_ENDED_OK && ending != AS_ENDED_CANCELLED && ending != AS_ENDED_SKIPPED;
}

#endif
