/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_TERMINAL_H
#define AS_REPORT_DRAW_TERMINAL_H

/* Screens: what was found, as text that a person reads in a terminal.
 *
 * Folder report: experiment and analysis in, text out. It prints nothing, opens no file, reads no
 * clock and computes no statistic. Every screen ends with a newline, the progress line does not.
 * Names from outside pass through as_text_add_neutral and are cut to the width; nothing of them
 * is acted upon by a terminal. Memory errors stick to the text (as_text_finish tells). */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/around.h"
#include "model/answer/compared/gate.h"
#include "model/answer/compared/overall.h"
#include "model/answer/holdings.h"
#include "model/answer/listing.h"
#include "model/answer/planned/detection.h"
#include "model/answer/planned/forecast.h"
#include "model/answer/study/noise.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"
#include "say/style.h"

/*
 * as_report_run - the whole result screen of `assay run`, also used by `assay show`
 *
 *   a   a[0] is the criterion's analysis; each further one (n in all, n >= 1) another metric
 *       whose mean is shown beside it where it has values (user, system, peak_memory, wall, ...)
 *   around  one for each subject, what was read around its executions; NULL: nothing
 *
 * In the order of report/result/sections.def: the answer (a block for each subject, then the comparisons
 * as sentences, with 3 subjects and more sorted as asked), where the variation comes from, what
 * disturbs it, the next experiment. What does not matter for the answer is there with `verbose`
 * only.
 */
void as_report_run(struct as_text *t, const struct as_style *style, const struct as_experiment *x,
	const struct as_analysis *a, size_t n, const struct as_outlier_report *around);

/* What `assay show` puts above it: id, label, when, where, on what machine; with `verbose` also
 * the command line. Of a table its name, and nothing where its one subject is called so. */
void as_report_header(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x);

/* What `assay show` puts below it with `verbose`, as it is long: uuid, assay's version, and every
 * recorded fact. Nothing of a table. */
void as_report_facts(struct as_text *t, const struct as_style *style,
	const struct as_experiment *x);

/* `plan: two looks: ...`, said before measuring with --decide, with a newline. */
void as_report_looks(struct as_text *t, const struct as_style *style);

/* `plan: 6 builds × 8 executions × 20 iterations, 48 s, expected ± 1.8 %`, or why there is none,
 * with a newline. Executions of several commands are called rounds. */
void as_report_plan(struct as_text *t, const struct as_style *style, const struct as_forecast *f);

/* `plan: 50 operations timed together, 2.5 us`, and after the last of several the clock that it is
 * for. */
void as_report_together(struct as_text *t, const struct as_style *style,
	const struct as_together *o, bool last);

/* What it takes to see changes, a table. */
void as_report_detection(struct as_text *t, const struct as_style *style,
	const struct as_seeing *d);

/* as_report_plan, with what it rests on: a unit at the top, and the counts before they were rounded. */
void as_report_forecast(struct as_text *t, const struct as_style *style,
	const struct as_forecast *f, const struct as_forecast_flat *flat);

/* That what a plan was made from, learnt then, no longer holds: S^2 of a level is `ratio` times
 * what it was (NaN: there are other levels now), so that the next run learns anew. */
void as_report_forgotten(struct as_text *t, const struct as_style *style, int64_t learnt_ns,
	const char *level, double ratio);

/* What goes on right now. */
struct as_progress {
	const char *name;       /* of the command that is running; NULL: none (settling, storing) */
	/* "warm-up", "measuring", "preparing"; a fixed word of the caller */
	const char *doing;
	size_t done, planned;   /* rounds; planned 0: not known yet */
	size_t commands;        /* subjects; rounds of one are called executions */
	size_t build, builds;   /* which build is running, from 1, of how many; builds 0: none */
	size_t iterations;      /* done in the execution that is running; 0: unknown */
	double running_s;       /* how long the execution has been running */
	double elapsed_s;       /* all of it */
	double remaining_s;     /* NaN: unknown */
	double mean;            /* preliminary, of the criterion; NaN: none yet */
	double half_width;      /* relative; NaN: none yet */
	const struct as_metric *metric; /* the criterion */
};

/* One line that fits the width, without a newline. It says "preliminary" of what is. */
void as_report_progress(struct as_text *t, const struct as_style *style,
	const struct as_progress *p);

/* `assay list`: one line each, in the order given. now_ns (CLOCK_REALTIME) makes times of today
 * shorter; 0: always dates. Times are local. */
void as_report_list(struct as_text *t, const struct as_style *style, const struct as_listing *l,
	size_t n, int64_t now_ns);

/* Below it: that there are older ones, and how many measurements on many machines did not end. */
void as_report_list_rest(struct as_text *t, const struct as_style *style, bool older,
	size_t steps, size_t not_ended);

/* `assay store`: where it is and what it holds; a store of no bytes is one that is not there. */
void as_report_holdings(struct as_text *t, const struct as_style *style,
	const struct as_holdings *h);

/* Why a subject has no result: "all 5 executions failed: 5 exit status 1", "nothing of it was
 * measured". Nothing of what it printed. */
void as_report_no_result(struct as_text *t, const struct as_experiment *x, size_t subject);

/* One side of `assay compare`: a subject of an experiment, and what it is called here. */
struct as_compared {
	const struct as_experiment *experiment;
	const struct as_summary *summary; /* of experiment->subjects[summary->subject] */
	const char *label;                /* how the user named it: "@last", "41", "old.assay" */
	const struct as_published *published; /* n_published, of this subject */
	size_t n_published;
};

/* Everything that is compared. */
struct as_compared_all {
	const struct as_compared *side; /* n_sides of them */
	size_t n_sides;
	const struct as_comparison *c; /* n of them; subject and reference are numbers in side */
	size_t n;
	const struct as_named *named; /* n_named of them, likewise */
	size_t n_named;
	const struct as_overall *overall; /* n_overall of them, of the results with these labels */
	const char *const *overall_label;
	size_t n_overall;
	const struct as_noise *noise; /* what the intervals know of sessions; NULL: nothing */
	const struct as_noise *beside; /* another command's, not used; NULL: none */
	/* noise profiles that are of other machines or environments */
	size_t others;
	const char *other;            /* host of one of them; NULL: not known */
	const char *no_profile;       /* why profiles cannot be read; NULL: they can */
	const char *across;           /* what the environments differ in; NULL: nothing */
	struct as_gates gates;
};

/* What became of --fail-if, below the comparisons; name[i] is what subject or side i is called, as
 * the user did. Those that failed are all there, of the others a count where there are many. */
void as_report_joint(struct as_text *t, const struct as_style *style, const struct as_joint *joint);

/* What --early would have taken, where that is less. */
void as_report_early(struct as_text *t, const struct as_style *style,
	const struct as_early_saving *early);
void as_report_gates(struct as_text *t, const struct as_style *style, const struct as_gates *gates,
	const char *const *name, size_t n_names);

/* `assay compare A B…`: the sides, then the comparisons as sentences. */
void as_report_compare(struct as_text *t, const struct as_style *style,
	const struct as_compared_all *all);

#endif
