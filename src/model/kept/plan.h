/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_PLAN_H
#define AS_MODEL_KEPT_PLAN_H

/* How many units at each level, in which order, with what seed, and the rule that ends it. All of
 * it is stored with the experiment, because the interval depends on it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rule that decides the number of rounds. Stored as these numbers. */
enum as_stopping {
	AS_STOP_FIXED = 0,     /* a count that was given */
	AS_STOP_TWO_STAGE = 1, /* methods.md 6.7, methods-blocks.md 6.2 */
	AS_STOP_BUDGET = 2,    /* a fixed plan: what fits into the budget */
	AS_STOP_LOOKS = 3,     /* at a look at which all gates are decided (methods-quantiles.md 4) */
};

/* Why measuring ended. Stored as these numbers. */
enum as_outcome {
	AS_OUTCOME_COMPLETE = 0,   /* the plan was carried out */
	AS_OUTCOME_BUDGET = 1,     /* the budget ended it before the target was met */
	AS_OUTCOME_MAX = 2,        /* --max-runs ended it before the target was met */
	AS_OUTCOME_STOPPED = 3,    /* the user stopped it */
	AS_OUTCOME_FAILED = 4,     /* a benchmark failed and nothing could go on */
	AS_OUTCOME_INTERRUPTED = 5, /* assay itself was ended; --resume can go on with it */
};

/* How the subjects stand to each other. Stored as these numbers. */
enum as_design {
	AS_DESIGN_ROUNDS = 0,     /* they share rounds, in random order */
	AS_DESIGN_SEQUENTIAL = 1, /* one after the other: no verdict (design.md 5) */
	/* two of them share rounds, and are executed at the same time on two cores, whose sides are
	 * swapped within each pair of rounds (methods-machines.md F) */
	AS_DESIGN_DUET = 2,
};

/* What is drawn at random, so that it cannot be mistaken for an effect. Bits; stored. */
enum as_randomize {
	AS_RANDOMIZE_LAYOUT = 1,      /* order of functions and objects in each build */
	AS_RANDOMIZE_ADDRESS = 2,     /* address space of each execution (ASLR) */
	AS_RANDOMIZE_ENVIRONMENT = 4, /* size of the environment of each execution */
	AS_RANDOMIZE_ALL = 7,
};

/* Whether the builds differed. Stored as these numbers. */
enum as_builds_state {
	AS_BUILDS_NONE = 0,      /* nothing was built */
	AS_BUILDS_DIFFER = 1,    /* builds are a level of the tree */
	/* the first ones came out the same: one was kept, the level merged */
	AS_BUILDS_IDENTICAL = 2,
	AS_BUILDS_IN_PLACE = 3,  /* no artifact to copy: builds could not share rounds */
};

/* Seconds of one unit at each level (enum as_level_index). */
typedef double as_costs[4];

/* methods.md 6.7 has the two looks of decide, first_look and last_look. */
struct as_plan {
#include "model/fields/members.def"
#include "model/fields/plan.def"
};

/* The number of rounds follows from what was asked for: a precision, or a change to be seen. */
bool as_plan_aims(const struct as_plan *p);

/* Which look at the data a verdict is from. */
enum as_look_number {
	AS_LOOK_ONLY = 0,
	AS_LOOK_FIRST = 1, /* of two */
	AS_LOOK_LAST = 2,
};

enum as_look_number as_plan_look(const struct as_plan *p);

/* A program that counts so many iterations in an execution makes as many as it was asked for: the
 * `drop` to be left out are among the number asked for, or come before it where the program tells
 * them as warm-ups. */
bool as_iterations_as_asked(size_t counted, size_t asked, size_t drop);

#endif
