/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_ALLOWANCE_H
#define AS_SERVE_ALLOWANCE_H

/* How often something may be done, by each and by all together: what is left grows with time, up to
 * a most. Internal to serve/. */

#include <stdbool.h>
#include <stdint.h>

struct as_allowance_rule {
	double each, each_per_s; /* at most so many at once, and so many more a second */
	double all, all_per_s;
};
extern const struct as_allowance_rule as_allowance_of_guesses, as_allowance_of_slow_guesses,
	as_allowance_of_changes;

struct as_allowances;
struct as_allowances *as_allowances_new(const struct as_allowance_rule *rule); /* NULL: no memory */
void as_allowances_free(struct as_allowances *a); /* takes NULL */

/* One more by who; false: nothing is left. now_ns: CLOCK_MONOTONIC. */
bool as_allowance_take(struct as_allowances *a, const char *who, int64_t now_ns);

/* The one taken last was none. */
void as_allowance_give(struct as_allowances *a, const char *who);

#endif
