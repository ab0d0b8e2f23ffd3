/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/alert.h"

#define BIT(state) (1u << AS_ALERT_##state)
#define ENDS (BIT(GONE))
#define OPEN_ENDS (BIT(ACKNOWLEDGED) | BIT(EXPECTED) | BIT(NOT_COMPARABLE) | ENDS)

/* From each state to these. */
static const unsigned ways[AS_ALERT_STATES] = {
	[AS_ALERT_SUSPECTED] = BIT(WAITING) | BIT(REJECTED) | BIT(SUPERSEDED) | OPEN_ENDS,
	[AS_ALERT_WAITING] = BIT(CONFIRMED) | BIT(WITHDRAWN) | BIT(SUPERSEDED) | OPEN_ENDS,
	[AS_ALERT_CONFIRMED] = BIT(PARTLY_FIXED) | BIT(FIXED) | OPEN_ENDS,
	[AS_ALERT_REJECTED] = ENDS,
	[AS_ALERT_WITHDRAWN] = ENDS,
	[AS_ALERT_ACKNOWLEDGED] = BIT(EXPECTED) | ENDS,
	[AS_ALERT_EXPECTED] = BIT(ACKNOWLEDGED) | BIT(SUPERSEDED) | ENDS,
	[AS_ALERT_PARTLY_FIXED] = BIT(FIXED) | OPEN_ENDS,
	[AS_ALERT_FIXED] = BIT(RECURRED) | ENDS,
	[AS_ALERT_RECURRED] = BIT(PARTLY_FIXED) | BIT(FIXED) | OPEN_ENDS,
	[AS_ALERT_SUPERSEDED] = BIT(SUSPECTED) | ENDS,
	[AS_ALERT_NOT_COMPARABLE] = BIT(CONFIRMED) | BIT(PARTLY_FIXED) | BIT(FIXED) |
		BIT(ACKNOWLEDGED) | BIT(EXPECTED) | ENDS,
	[AS_ALERT_GONE] = 0,
};

enum {
	OPEN = BIT(SUSPECTED) | BIT(WAITING) | BIT(CONFIRMED) | BIT(PARTLY_FIXED) | BIT(RECURRED) |
		BIT(NOT_COMPARABLE),
	BAD = BIT(CONFIRMED) | BIT(PARTLY_FIXED) | BIT(RECURRED),
	TOLD = BAD | BIT(FIXED),
};

bool as_alert_may(enum as_alert_state from, enum as_alert_state to)
{
	return ways[from] >> to & 1;
}

bool as_alert_is_open(enum as_alert_state s)
{
	return (unsigned)OPEN >> s & 1;
}

bool as_alert_is_worse(const struct as_alert *a)
{
	return a->better != AS_BETTER_NEITHER && a->up == (a->better == AS_BETTER_LESS);
}

bool as_alert_is_bad(const struct as_alert *a)
{
	return (unsigned)BAD >> a->state & 1 && as_alert_is_worse(a);
}

bool as_alert_is_due(const struct as_alert *a)
{
	return (unsigned)TOLD >> a->state & 1 && a->told != a->state;
}
