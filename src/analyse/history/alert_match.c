/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/history/alert_match.h"

static bool overlaps(size_t first_a, size_t last_a, size_t first_b, size_t last_b)
{
	return first_a <= last_b + AS_ALERT_NEAR && first_b <= last_a + AS_ALERT_NEAR;
}

bool as_alert_meets(const struct as_alert_place *alert, const struct as_alert_place *found)
{
	return alert->open && alert->up == found->up &&
	       overlaps(alert->first, alert->last, found->first, found->last);
}

static size_t apart(size_t a, size_t b)
{
	return a > b ? a - b : b - a;
}

static bool is_used(const size_t *of, size_t n, size_t alert)
{
	for (size_t i = 0; i < n; i++)
		if (of[i] == alert)
			return true;
	return false;
}

/* The closest pair that is left; the older alert, then the earlier change, of equal ones. */
static bool take_closest(const struct as_alert_place *alerts, size_t n_alerts,
	const struct as_alert_place *found, size_t n_found, size_t *of)
{
	size_t alert = SIZE_MAX, change = SIZE_MAX, least = SIZE_MAX;

	for (size_t a = 0; a < n_alerts; a++) {
		if (!alerts[a].open || is_used(of, n_found, a))
			continue;
		for (size_t f = 0; f < n_found; f++) {
			if (of[f] != SIZE_MAX || !as_alert_meets(&alerts[a], &found[f]) ||
				apart(alerts[a].at, found[f].at) >= least)
				continue;
			least = apart(alerts[a].at, found[f].at);
			alert = a;
			change = f;
		}
	}
	if (alert != SIZE_MAX)
		of[change] = alert;
	return alert != SIZE_MAX;
}

void as_alerts_match(const struct as_alert_place *alerts, size_t n_alerts,
	const struct as_alert_place *found, size_t n_found, size_t *of)
{
	for (size_t f = 0; f < n_found; f++)
		of[f] = SIZE_MAX;
	while (take_closest(alerts, n_alerts, found, n_found, of))
		;
}
