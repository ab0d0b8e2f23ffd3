/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PLAN_SCHEDULE_STATE_H
#define AS_PLAN_SCHEDULE_STATE_H

/* Inside of plan/: what the parts of the machine share. It has a queue of steps that are decided,
 * and a phase that decides the next ones when the queue is empty:
 *
 *	schedule.c           what is handed out and taken, beginning and end
 *	schedule_derived.c   whether statistics of executions can be had
 *	schedule_queue.c     the queue, which all others use
 *	schedule_builds.c    builds, and whether they differ
 *	schedule_afford.c    whether a budget pays for several
 *	schedule_pilot.c     warm-up and dimensioning
 *	schedule_choose.c    counts and forecasts
 *	schedule_rounds.c    rounds, and those that are repeated
 *	schedule_duet.c      rounds of two that run at the same time
 *	schedule_stages.c    stages, looks and fixed counts: how many rounds
 *	schedule_stretch.c   stretches of subjects that share rounds, and their phases
 *	schedule_early.c     looks at which gates may end it
 *	schedule_in_place.c  builds that cannot be kept side by side */

#include "plan/schedule.h"
#include "stat/dist/planning/counts.h"

struct as_schedule;

/* Decides what comes next: puts steps into the queue, and names the phase after them. */
typedef enum as_status as_phase(struct as_schedule *s, struct as_err *err);

/* Phases that one part hands on to another. */
struct as_phases {
	as_phase *builds, *in_place, *warm_up, *rounds, *end;
};

#define AS_NO_PLACE UINT32_MAX

struct as_scheduled {
	struct as_schedule_subject is;
	size_t *cells; /* builds that ended well: their units */
	size_t n_cells, cap_cells;
	size_t original; /* unit of the build without drawing, from 1; 0: there is none */
	uint32_t made; /* builds begun */
	bool begun, left_out;
	bool bare;     /* set-up has to run before its next execution */
};

struct as_round_state {
	uint32_t out;
	bool failed, closed; /* closed: all of it was handed out */
};

/* Rounds of one stretch. */
struct as_rounds {
	struct as_round_state *v;
	size_t n, cap;
	uint32_t now;      /* complete ones by now */
	uint32_t complete; /* at the last decision */
	uint32_t attempts; /* rounds begun */
	uint32_t repeats;  /* rounds run once more because one had failed */
	uint32_t settled;  /* failed rounds that were repeated, or are repeats themselves */
	uint32_t total;    /* rounds to be run, without repeats */
	uint32_t until;    /* attempts to be reached now */
	bool again;        /* failed rounds are being repeated */
	bool fresh;        /* one round more is begun in any case */
	bool timed;        /* the default budget ends them, too */
	bool looked;       /* the second stage has had its first number */
	double begun_s, round_s;
	as_phase *after;   /* when they are there */
	as_phase *reached; /* when `until` is */
};

/* Builds being made: so many of each, no more than `enough` that ended well. */
struct as_build_queue {
	uint32_t n, enough, k;
	size_t next;
	bool base;         /* of the first subject alone */
	bool tried;        /* each command was, with its first build */
	bool allowed;      /* more than the budget pays for */
	bool differ;       /* they do, in this stretch */
	bool same;         /* those of all versions are one program */
	as_phase *after;   /* these builds */
	as_phase *counted; /* all that was asked for */
	double clock_s;    /* when the last of these was known */
	double clocked;    /* builds that each_s knows of */
	double each_s;     /* what the last builds took, each */
	double round_s;    /* what it took to try all commands */
	double turn_at_s;  /* when the last turn began; 0: none has */
};

/* Decided, and not yet handed out. */
struct as_step_queue {
	struct as_step *v;
	size_t n, cap, at;
};

/* Places of those that are out. */
struct as_places_out {
	uint32_t *v;
	size_t n, cap;
	bool first_of_two; /* a subject's first execution is, with that of the other to come */
};

struct as_pilot_state {
	uint32_t round;
	size_t made; /* builds that its first round has had */
	double begun_s;
};

struct as_schedule {
	struct as_experiment *x;
	const struct as_phases *course;
	struct as_schedule_rule rule;
	struct as_scheduled *subjects;
	size_t n_subjects;
	struct as_step_queue queue;
	struct as_places_out out;
	as_phase *then;   /* NULL: it ends with the queue */
	bool settles;     /* not before all that is out was taken */
	bool first_out;   /* a subject's first execution is */
	bool set_up;      /* what was set up is to be cleaned up */
	bool ending;      /* nothing more is decided, and it is cleaned up */
	uint32_t order;   /* next place */
	double elapsed_s;
	double measuring_s; /* when the first builds of a stretch were there */
	size_t readings;
	struct as_rounds rounds;
	struct as_build_queue building;
	struct as_pilot_state pilot;
	struct as_dimension learnt; /* what this stretch is planned from; n_levels 0: nothing */
	bool recalled;              /* it was not learnt in this experiment */
	uint32_t told_iterations, told_drop; /* what programs were told */
	struct as_forecast forecast;
	struct as_schedule_progress progress;
};

/* schedule_queue.c */

/* Put a step into the queue. */
enum as_status as_schedule_push(struct as_schedule *s, const struct as_step *step,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_schedule_push_kind(struct as_schedule *s, enum as_step_kind kind,
	size_t subject, struct as_err *err) AS_MUST_CHECK;

/* The phase when the queue is empty and all that is out was taken; or as soon as it is empty. */
void as_schedule_then(struct as_schedule *s, as_phase *phase);
void as_schedule_flow(struct as_schedule *s, as_phase *phase);

/* The time, for a decision; and since the executions of a stretch have begun. */
double as_schedule_elapsed(struct as_schedule *s);
double as_schedule_measuring(struct as_schedule *s);

/* An execution of each cell of each subject from cell `from` on, in their order. */
enum as_status as_schedule_push_all(struct as_schedule *s, enum as_role role, uint32_t round,
	size_t from, struct as_err *err) AS_MUST_CHECK;

/* schedule_derived.c */

/* Look up the criterion, which may be a metric that only the program knows. AS_ERR_USAGE names what
 * there is. */
enum as_status as_schedule_settle(struct as_schedule *s, struct as_err *err) AS_MUST_CHECK;

/* Iterations of an execution that the criterion takes. */
size_t as_schedule_least_iterations(const struct as_schedule *s);

/* Rounds that are put together for one value of the criterion, K >= 1; known from the first round. */
uint32_t as_schedule_batch(const struct as_schedule *s);

/* The subject's builds are its own to make. */
bool as_schedule_makes_builds(const struct as_schedule *s, size_t subject);
/* Programs that are built, each for all its benchmarks. */
size_t as_schedule_programs(const struct as_schedule *s);
/* Builds that are lacking, of all programs, until each has n. */
double as_schedule_builds_missing(const struct as_schedule *s, uint32_t n);
/* Executions of one round. */
size_t as_schedule_round_size(const struct as_schedule *s);

/* schedule_duet.c: rounds of two that run at the same time. */
bool as_schedule_is_duet(const struct as_schedule *s);
/* AS_ERR_USAGE: what shares rounds now are not two, with one build each. */
enum as_status as_schedule_check_duet(const struct as_schedule *s, struct as_err *err)
	AS_MUST_CHECK;
enum as_status as_schedule_push_duet(struct as_schedule *s, uint32_t round, struct as_err *err)
	AS_MUST_CHECK;

/* schedule_builds.c: builds until each subject has n; 0: as many as a pilot begins with. */
enum as_status as_schedule_build_to(struct as_schedule *s, uint32_t n, as_phase *after,
	struct as_err *err) AS_MUST_CHECK;
as_phase as_schedule_begin_builds;
/* The build without drawing, where one is asked for; then the rounds. */
as_phase as_schedule_begin_original;
/* One build of a subject. */
enum as_status as_schedule_push_build(struct as_schedule *s, size_t subject, uint32_t wanted,
	struct as_err *err) AS_MUST_CHECK;
/* One build of every program, by what those made so far have cost. */
double as_schedule_build_seconds(const struct as_schedule *s);

/* Builds of a pilot, which take part in the end and which the number of all is planned from: of
 * five, one experiment in six sees none of a kind that three in ten are of (methods-repairs.md 5).
 * The least only where a budget was given that ten do not fit into. */
enum { AS_PILOT_BUILDS = 10, AS_PILOT_BUILDS_LEAST = 5 };

/* Two of them show whether builds differ. */
enum { AS_PROOF_BUILDS = 2 };

/* schedule_afford.c: builds were made; all commands were tried */
void as_schedule_clock_builds(struct as_schedule *s);
void as_schedule_clock_trial(struct as_schedule *s);
bool as_schedule_second_fits(const struct as_schedule *s); /* one build more, of one program */
bool as_schedule_builds_fit(const struct as_schedule *s);  /* those that a pilot begins with */
/* One more of each, after as many as make n with it, which take as long as those before. */
bool as_schedule_another_fits(struct as_schedule *s, uint32_t n);
uint32_t as_schedule_begins_with(const struct as_schedule *s); /* builds of a pilot */
/* The least budget that builds which tell something fit into. */
double as_schedule_least_seconds(const struct as_schedule *s);

/* schedule_in_place.c */
as_phase as_schedule_begin_in_place;

/* schedule_pilot.c */
as_phase as_schedule_warm_up;
/* Where only a plan is asked for and all it needs is remembered: make it. */
enum as_status as_schedule_plan_recalled(struct as_schedule *s, bool *done, struct as_err *err)
	AS_MUST_CHECK;
/* What was planned from is forgotten if the units measured by the plan say otherwise. */
void as_schedule_review(const struct as_schedule *s);

/* schedule_choose.c: the plan for what was learnt, and its forecast. */
enum as_status as_schedule_choose(struct as_schedule *s, struct as_planned *out,
	struct as_err *err) AS_MUST_CHECK;
bool as_schedule_has_builds(const struct as_schedule *s); /* they are a level of what was learnt */
bool as_schedule_obeyed(const struct as_schedule *s); /* programs iterate as often as asked */
/* What is aimed at, as the plan has it. */
void as_schedule_aim(const struct as_schedule *s, struct as_forecast *f);
/* Tell of so many rounds: those still to come take `seconds`, all of them give the half-width (NaN:
 * not known). After a first stage the precision decides about more. */
enum as_status as_schedule_foresee(struct as_schedule *s, uint32_t rounds, double seconds,
	double half_width, struct as_err *err) AS_MUST_CHECK;
enum as_status as_schedule_foresee_stage1(struct as_schedule *s, uint32_t rounds, double seconds,
	struct as_err *err) AS_MUST_CHECK;
/* At most so many rounds, with these looks. */
struct as_looks;
enum as_status as_schedule_foresee_looks(struct as_schedule *s, const struct as_looks *looks,
	double seconds, struct as_err *err) AS_MUST_CHECK;
enum as_status as_schedule_foresee_builds(struct as_schedule *s, uint32_t builds, double seconds,
	struct as_err *err) AS_MUST_CHECK;
/* The budget pays for one build of each: so many and so long are the least that tell something. */
enum as_status as_schedule_foresee_needed(struct as_schedule *s, uint32_t builds, double seconds,
	struct as_err *err) AS_MUST_CHECK;
/* The half-width that so many rounds are expected to give, going by those that were measured; NaN
 * where they are too few to say. */
double as_schedule_expect(const struct as_schedule *s, uint32_t rounds);

/* schedule_rounds.c */

/* All orders of the steps in the queue from `from` on equally likely. */
struct as_random;
void as_schedule_shuffle(struct as_schedule *s, size_t from, struct as_random *random);

/* Measure until `total` rounds were begun, and once more those that failed among them. */
void as_schedule_rounds_to(struct as_schedule *s, uint32_t total, as_phase *after);
/* The same without repeats. */
void as_schedule_begin_to(struct as_schedule *s, uint32_t attempts, as_phase *after);
/* So many complete ones in all. Rounds that failed twice are not among them: others take their place. */
void as_schedule_complete_to(struct as_schedule *s, uint32_t n, as_phase *after);
as_phase as_schedule_end_rounds; /* nothing more is measured in this stretch */
/* Rounds that are left to such a part of the time: an explicit budget limits everything, the default
 * one all executions of those that share rounds. Need not be whole. */
double as_schedule_affordable(struct as_schedule *s, double part);
/* Rounds that there are in any case: 2, or where they take next to nothing of a budget, 12. */
uint32_t as_schedule_least_rounds(const struct as_schedule *s);
bool as_schedule_is_spent(struct as_schedule *s); /* the budget does not pay for a round more */
/* A measured execution was handed out, or has ended. */
enum as_status as_schedule_round_out(struct as_schedule *s, uint32_t round, struct as_err *err)
	AS_MUST_CHECK;
void as_schedule_round_take(struct as_schedule *s, uint32_t round, bool failed);
/* The last round is whole, if all of it was handed out. */
void as_schedule_round_close(struct as_schedule *s);
void as_schedule_rounds_reset(struct as_schedule *s);

/* schedule_stretch.c */

/* The phases that a stretch goes through. */
const struct as_phases *as_schedule_course(bool builds_alone);
as_phase as_schedule_begin; /* the first one */
enum as_status as_schedule_push_cleanup(struct as_schedule *s, struct as_err *err) AS_MUST_CHECK;

/* schedule_stages.c */
as_phase as_schedule_begin_rounds;
/* schedule_early.c: how many rounds there are to be at most follows from the change that is to be seen, for
 * which a dimensioning comes first. */
bool as_schedule_foresees_change(const struct as_schedule *s);
/* After the first round. */
as_phase as_schedule_begin_looks;

#endif
