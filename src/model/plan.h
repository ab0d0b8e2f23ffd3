/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_PLAN_H
#define AS_MODEL_PLAN_H

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

struct as_plan {
	enum as_design design;
	enum as_stopping stopping;
	enum as_outcome outcome;
	uint64_t seed;
	double confidence;     /* 0.95 */
	double precision;      /* target relative half-width, 0.01; 0 where there is none */
	bool precision_each;   /* the target is for each mean, not for the ratio to the reference */
	int64_t budget_ns;     /* of everything measured; the default one of stage 2 alone */
	bool budget_explicit;  /* an explicit budget limits everything measured */
	uint32_t warmups;      /* unmeasured executions before the first round */
	uint32_t iterations;   /* asked for in each execution (r_1) */
	bool iterations_given; /* by the user, not our default */
	uint32_t drop;         /* iterations left out at the start of each execution */
	uint32_t stage1;       /* rounds of stage 1 (r_0); 0 if there was no stage 2 */
	uint32_t planned;      /* rounds after stage 1 or from the beginning (N) */
	uint32_t extended;     /* rounds after the last look (N'), 0 if there was none */
	uint32_t done;         /* complete rounds measured */
	/* rounds the target would have needed, if the budget cut it; else 0 */
	uint32_t wanted;
	uint32_t builds;       /* of each subject; 0 where nothing is built */
	enum as_builds_state builds_state;
	unsigned randomize;    /* bits of enum as_randomize: asked for and done */
	bool layout_failed;    /* --randomize layout was asked for, but did not change the layout */
	double cost_s[4];      /* of one unit at each level (enum as_level_index), exclusive of the
				* levels below, as planned with; 0 unknown */
	double expected;       /* relative half-width the plan promised; 0: none */
	bool dimension_reused; /* the plan stands on an earlier dimensioning */
	double tolerance;      /* for "equivalent" and "by less than"; 0.01 */
	bool decide;           /* verdicts are looked at twice, if need be (methods.md 6.7) */
	uint32_t first_look;   /* complete rounds at the first look; 0: it did not come to one */
	uint32_t last_look; /* rounds the last look was to have; 0: the first was enough. As many as
				* at the first where nothing allowed more */
};

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
