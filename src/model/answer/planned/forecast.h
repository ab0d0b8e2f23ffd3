/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_PLANNED_FORECAST_H
#define AS_MODEL_ANSWER_PLANNED_FORECAST_H

/* A plan before it is carried out: what it consists of, costs and gives (methods.md 6). Plain data
 * that analyse/ fills and report/ and format/ show. A number that does not exist is NaN. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/answer/summary.h"

/* One level, from the bottom. */
struct as_forecast_level {
	const char *name; /* "execution"; borrowed */
	double t2;        /* T_i^2 that it was planned with; NaN where none is known */
	double cost_s;    /* of one unit, exclusive of the levels below */
	size_t count;     /* units in one unit of the level above, at the top in all */
	double optimum;   /* the count before rounding; infinite: unbounded; NaN at the top */
	/* what the formula of 2013 gives, rounded up; 0: nothing, and at the top */
	size_t published;
};

/* Looks at which it may end (methods-quantiles.md 4). */
struct as_forecast_looks {
	size_t n; /* 0: none */
	size_t at[AS_LOOKED_MAX];
	bool lacking; /* an early end was asked for, and builds, which are made before, have none */
};

struct as_forecast {
	size_t n_levels; /* at most AS_TREE_LEVELS */
	struct as_forecast_level level[AS_TREE_LEVELS];
	size_t commands;     /* measured by that plan, each with these counts */
	double mean;         /* that half-widths are relative to */
	bool absolute;       /* there is none: half-widths are in the unit of the values */
	bool of_ratio;       /* half-widths are those of the ratio to the reference */
	double confidence;
	/* how far it holds; BELOW: half-widths do not exist, since the state of the machine lasted as
	 * long as what the plan was learnt from */
	enum as_holds holds;
	double precision;    /* half-width wanted; 0: none */
	double detect;       /* change that is to be seen, a share; 0: none */
	double power;        /* with that probability */
	double budget_s;     /* time allowed; NaN: no limit */
	/* of one unit at the top with all below it; NaN: costs are not known */
	double unit_cost_s;
	double unit_var;     /* variance of the mean of such a unit */
	double cost_s;       /* of all of it */
	double half_width;   /* expected */
	bool met;            /* the precision wanted is reached, and the budget suffices */
	double precision_s; /* what the precision would take, where it is not reached; NaN: not known, or
			      * out of reach */
	/* units at the top for being 80 % sure of the precision; 0: not known */
	size_t sure;
	/* in four of five cases it takes no less and no more than this; NaN: not known, or about as much
	 * as was said */
	double least_s, most_s;
	/* what a pilot that knows so little is to do first, where units at the top are dear: those that
	 * are there, and counts below them that would do if they did not differ; 0: go on with all */
	size_t first[AS_TREE_LEVELS];
	double first_s;
	size_t needed; /* a budget too small for any interval: units at the top that are needed; 0:
			      * it suffices */
	double needed_s;     /* and what they cost */
	bool one_build;      /* of each, since the budget does not pay for those */
	/* a first stage only: what it gives decides how many more there are to be */
	bool stage1;
	struct as_forecast_looks looks;
	/* when the variances were learnt, CLOCK_REALTIME; 0: just now, or given */
	int64_t learnt_ns;
};

/* What the same precision takes with as many units of each level below the top as were measured. */
struct as_forecast_flat {
	size_t count[AS_TREE_LEVELS]; /* from the bottom */
	double cost_s;                /* NaN: it is not known, or nothing that is asked for */
};

/* How many operations are to be timed together. */
struct as_together {
	double cost_ns;  /* of one operation, as it was given */
	uint64_t count;    /* by the table */
	uint64_t logistic; /* by (11) of Chen and Revels */
	uint64_t limit;  /* with more, the clock's error per operation is below what it can show */
	const char *clock;
	double resolution_ns, accuracy_ns;
};

#endif
