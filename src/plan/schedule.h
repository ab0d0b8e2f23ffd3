/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_SCHEDULE_H
#define AS_PLAN_SCHEDULE_H

/* What is measured next, and when it is enough: builds, warm-up, pilot, rounds in random order,
 * stages, looks, budget (design.md 4, methods.md 6). A pure machine: it reads no clock, starts
 * nothing, prints nothing. Whoever carries it out asks for steps, does them, puts what they gave
 * into the experiment, and says that they have ended:
 *
 *	as_schedule_new(&rule, subjects, x, &s, err);
 *	while (!as_schedule_next(s, elapsed_s, &step, err) && step.kind != AS_STEP_DONE) {
 *		switch (step.kind) {
 *		case AS_STEP_WAIT:     wait for one that is out at least
 *		case AS_STEP_BUILD:    append a unit to levels[AS_LEVEL_BUILD] of the subject
 *		case AS_STEP_EXECUTE:  append one to levels[AS_LEVEL_EXECUTION], under step.build
 *		...
 *		}
 *		as_schedule_take(s, &(struct as_unit_end){.step = step, .ending = ...}, err);
 *	}
 *	as_schedule_free(s);
 *
 * Several executions may be out at once; which come next depends on what was taken and on the times
 * at which something was decided, never on how the calls interleave. So who calls it again with the
 * same units and times gets the same steps: that is how an interrupted experiment goes on. */

#include "model/answer/compared/gate.h"
#include "model/answer/planned/forecast.h"
#include "model/kept/experiment.h"
#include "plan/amount.h"
#include "plan/lessons.h"

enum as_step_kind {
	AS_STEP_DONE,    /* nothing is left to do */
	AS_STEP_WAIT,    /* what comes next depends on what is out */
	AS_STEP_BUILD,   /* make a build. To be taken */
	AS_STEP_EXECUTE, /* with the hooks around it. To be taken */
	AS_STEP_COMPARE, /* are the first builds of all versions one program, with the same files?
			  * To be taken, with `same` */
	AS_STEP_SETUP,   /* run the set-up hook of the subject */
	AS_STEP_CLEANUP, /* run its clean-up hook */
	AS_STEP_PREPARE, /* programs are told anew of plan.iterations and plan.drop */
	AS_STEP_TELL,    /* what is to come is planned: as_schedule_forecast */
	AS_STEP_ASK,     /* the budget pays for one build of each only, as_schedule_forecast tells:
			  * as_schedule_allow before the next step, if it may take as long as needed */
	AS_STEP_MERGED,  /* builds of the subject came out the same: those that do not count have
			  * AS_ROLE_SURPLUS now */
};

/* Of an execution of a duet: two are started together, the first of them on core X, the other on Y.
 * They are handed out one right after the other, so that two may be out at once at least. */
enum as_beside {
	AS_BESIDE_NONE = 0,
	AS_BESIDE_NEXT, /* with the step that comes next */
	AS_BESIDE_LAST, /* with the one before */
};

struct as_step {
	enum as_step_kind kind;
	enum as_role role; /* of an execution */
	size_t subject;
	size_t build;   /* number of the unit at the build level that is made or executed; 0 without
			 * builds */
	size_t cell;    /* the same among those that ended well */
	size_t more;    /* a build: how many of the subject are to be kept from here on */
	uint32_t round; /* of an execution; AS_NO_ROUND outside rounds */
	/* the place of the unit in the realised order. A --prepare or the start of a build has the
	 * one before it, a --conclude the one behind; a hook that stands alone its own */
	uint32_t order;
	uint64_t seed;
	bool first; /* the subject's first execution: nothing else is out until it was taken */
	enum as_beside beside;
};

/* How a step ended that is to be taken. Its unit is in the experiment already. */
struct as_unit_end {
	struct as_step step;
	enum as_ending ending;
	bool same; /* the answer to AS_STEP_COMPARE */
};

/* How much is measured, besides what x->plan has: design, seed, confidence, precision, budget,
 * warmups, iterations, drop, decide; these are not looked at here. */
struct as_schedule_rule {
	struct as_amount amount;
	struct as_dimensioning planning;
	uint32_t builds;           /* of each subject; 0: planned */
	bool compiled_once;        /* later builds of a version link what the first has compiled */
	bool layout_missed;        /* where it was to be drawn and was not */
	bool original;             /* one more build, without drawing, beside those that are drawn */
	bool builds_alone;         /* all that is to be built, tried; nothing is measured */
	bool compare;              /* AS_STEP_COMPARE after the first builds */
	bool measure_same;         /* and go on where they are the same */
	const char *criterion;     /* NULL: "time" */
	const struct as_gate *gates; /* that a look may decide */
	size_t n_gates;
	/* the precision is nobody's wish: an obvious difference need not be known to it */
	bool target_follows;
	bool early;       /* and measuring ends at one of a few looks where they are */
	size_t gates_all; /* with those of other experiments that are judged with them; 0: none are */
	const struct as_memory *memory; /* of earlier dimensionings; NULL: none */
};

#define AS_NO_PROGRAM SIZE_MAX

/* What is known of a subject beforehand. */
struct as_schedule_subject {
	size_t lead;    /* the first subject that has its builds and its folder; itself */
	/* the same for all benchmarks of one program, of which one whose first execution fails is
	 * left out; AS_NO_PROGRAM: such a failure ends everything */
	size_t program;
	uint32_t stream; /* of the seeds of its builds */
	bool built, in_place; /* its builds are kept side by side, or not */
	bool own_folder; /* a version: cleaned before each build, and set up when it is executed */
	bool setup, prepare, conclude, cleanup; /* it has such a hook, which takes a place */
};

/* How far it is, for who watches. */
struct as_schedule_progress {
	size_t from, to;    /* subjects that share rounds now */
	size_t planned;     /* rounds; 0: not known yet */
	bool stage1;        /* planned is that of stage 1 only */
	uint32_t target;    /* rounds until the next decision; 0: not known */
	uint32_t ended;     /* measured executions that have */
	size_t round_size;  /* executions of a round */
	size_t builds;      /* how many are being made, as far as is known; 0: none is */
};

struct as_schedule;

/*
 * as_schedule_new - before the first step
 *
 *   rule      is copied; strings and arrays in it are borrowed
 *   subjects  as many as x has; copied
 *   x         borrowed: its plan is read and filled, its units are what is decided from
 *
 * AS_ERR_MEM.
 */
enum as_status as_schedule_new(const struct as_schedule_rule *rule,
	const struct as_schedule_subject *subjects, struct as_experiment *x,
	struct as_schedule **out, struct as_err *err) AS_MUST_CHECK;
void as_schedule_free(struct as_schedule *s); /* takes NULL */

/*
 * as_schedule_next - what to do now
 *
 *   elapsed_s  since the beginning. Where something is decided by it, as_schedule_readings grows:
 *              who wants the same steps once more keeps these times
 *
 * AS_STEP_WAIT only while something is out. AS_ERR_USAGE: the criterion is not read by anything;
 * AS_ERR_DATA: nothing was measured that a plan could be made from; AS_ERR_MEM. After an error
 * as_schedule_abandon may be called. O(1) but where it decides.
 */
enum as_status as_schedule_next(struct as_schedule *s, double elapsed_s, struct as_step *out,
	struct as_err *err) AS_MUST_CHECK;

/* A step that is to be taken has ended. AS_ERR_ARG: it is not out. */
enum as_status as_schedule_take(struct as_schedule *s, const struct as_unit_end *end,
	struct as_err *err) AS_MUST_CHECK;

/* How often something was decided by the time that has elapsed. */
size_t as_schedule_readings(const struct as_schedule *s);

/* A failure of the subject's first execution leaves it out, and others are left. */
bool as_schedule_may_leave(const struct as_schedule *s, size_t subject);

/*
 * as_schedule_insert - subject `lead`, whose first build is out, is the first of several benchmarks
 *
 *   v  it, and n - 1 that were put behind it in x
 *
 * AS_ERR_MEM.
 */
enum as_status as_schedule_insert(struct as_schedule *s, size_t lead,
	const struct as_schedule_subject *v, size_t n, struct as_err *err) AS_MUST_CHECK;

/* The answer to AS_STEP_ASK: x->plan.budget_ns becomes what is needed. */
void as_schedule_allow(struct as_schedule *s);

/* The user has ended it: what is out need not be taken, and only clean-up is left to do. */
void as_schedule_stop(struct as_schedule *s);

/* The same after an error, where nothing more is decided. */
void as_schedule_abandon(struct as_schedule *s);

const struct as_forecast *as_schedule_forecast(const struct as_schedule *s);
struct as_schedule_progress as_schedule_progress(const struct as_schedule *s);

/* The first builds of all versions are the same program: there is nothing to measure. */
bool as_schedule_found_same(const struct as_schedule *s);

#endif
