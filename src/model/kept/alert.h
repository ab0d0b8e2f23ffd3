/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ALERT_H
#define AS_MODEL_ALERT_H

/* Changes of histories as something to be dealt with, and the way that they go: suspected,
 * confirmed by two fresh re-runs, acknowledged or fixed (methods-machines.md D). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/kept/metric.h"

/* Stored as these numbers. */
enum as_alert_state {
	AS_ALERT_SUSPECTED = 0, /* a first re-run is wanted */
	AS_ALERT_WAITING,       /* it has agreed; a second one in another session is wanted */
	AS_ALERT_CONFIRMED,     /* and that, too */
	AS_ALERT_REJECTED,      /* the first one has not */
	AS_ALERT_WITHDRAWN,     /* the second one has not */
	AS_ALERT_ACKNOWLEDGED,  /* by the user: the new level is the reference */
	AS_ALERT_EXPECTED,      /* the same, of a change that was meant */
	AS_ALERT_PARTLY_FIXED,  /* a later change took some of it back */
	AS_ALERT_FIXED,         /* and all of it, within what matters */
	AS_ALERT_RECURRED,      /* after it was fixed */
	AS_ALERT_SUPERSEDED,    /* what was suspected is no longer seen, or another alert is it */
	AS_ALERT_NOT_COMPARABLE, /* the environment has changed since */
	AS_ALERT_GONE,          /* with its commits, which git no longer has on this line */
	AS_ALERT_STATES,
};

enum as_alert_finder {
	AS_ALERT_BY_HISTORY = 0, /* the detector of changes in histories */
	AS_ALERT_BY_NEWEST,      /* the test of the newest versions */
};

/* Strings are borrowed. */
struct as_alert {
	int64_t id; /* in its store; 0: not kept yet */
#include "model/fields/members.def"
#include "model/fields/alert.def"
	/* a later change took it back: this version beside `before` tells what is left; NULL: none
	 * is wanted. Not kept */
	const char *left_by;
	bool unseen; /* it was expected, and has just been given up; not kept */
	bool dirty; /* to be written; not kept */
};

/* The way may lead from one state to the other. */
bool as_alert_may(enum as_alert_state from, enum as_alert_state to);

/* It stays on the list: nothing has ended it, and nobody has dealt with it. */
bool as_alert_is_open(enum as_alert_state s);

/* The change is for the worse. */
bool as_alert_is_worse(const struct as_alert *a);

/* It was confirmed, is not over, and is for the worse. */
bool as_alert_is_bad(const struct as_alert *a);

/* Its state is one that is told, once, and has not been. */
bool as_alert_is_due(const struct as_alert *a);

#endif
