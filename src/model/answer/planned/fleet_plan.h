/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_PLANNED_FLEET_PLAN_H
#define AS_MODEL_ANSWER_PLANNED_FLEET_PLAN_H

/* How many machines are worth it. */

#include <stdbool.h>
#include <stddef.h>

/* machines 0: there is none. cost_s is that of all machines together, half_width relative. */
struct as_fleet_choice {
	size_t machines, sessions, rounds; /* rounds in each session */
	double cost_s, half_width;
};

struct as_fleet_plan {
	struct as_fleet_choice plan;
	bool reached; /* what was wanted; else plan is the narrowest that there is */
	/* of the same cost: half and twice as many machines, and the number that tells most */
	struct as_fleet_choice half, twice, best;
	double confidence;
	double precision; /* wanted; 0: the budget decided */
	double budget_s;  /* 0: none */
	size_t most;      /* machines that there are */
};

#endif
