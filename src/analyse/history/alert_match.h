/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_HISTORY_ALERT_MATCH_H
#define AS_ANALYSE_HISTORY_ALERT_MATCH_H

/* Which change of a history is which alert, so that one change is told once (methods-machines.md
 * D3). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Positions are versions of the series. */
struct as_alert_place {
	size_t at, first, last;
	bool up;
	bool open; /* of alerts: it may be met */
};

enum { AS_ALERT_NEAR = 3 };

/* Directions agree, and the sets overlap, one of them widened by 3 versions. */
bool as_alert_meets(const struct as_alert_place *alert, const struct as_alert_place *found);

/*
 * as_alerts_match - pairs of alerts and changes, the closest ones first, each used once
 *
 *   alerts  the oldest first
 *   of      receives of each of n_found changes its alert; SIZE_MAX: none
 */
void as_alerts_match(const struct as_alert_place *alerts, size_t n_alerts,
	const struct as_alert_place *found, size_t n_found, size_t *of);

#endif
