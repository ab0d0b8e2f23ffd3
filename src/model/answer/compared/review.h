/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_COMPARED_REVIEW_H
#define AS_MODEL_ANSWER_COMPARED_REVIEW_H

/* What changed between two versions, over all benchmarks: what `assay diff`, `assay check` and
 * `assay compare` find, and what a pull request, a CI log or a test report is written from. Plain
 * data; all of it is borrowed. */

#include "model/answer/compared/gate.h"
#include "model/answer/compared/overall.h"
#include "model/kept/experiment.h"
#include "model/kept/version.h"

/* What there is of a subject in one of the versions. */
enum as_side_state {
	AS_SIDE_MEASURED = 0,
	AS_SIDE_FAILED,    /* an execution ended badly, gave a wrong answer or took too long */
	AS_SIDE_NOT_BUILT, /* its build ended badly */
	AS_SIDE_ABSENT,    /* there is no such benchmark */
	AS_SIDE_SKIPPED,   /* its tool left it out on purpose */
	AS_SIDE_SAME,      /* both versions build to the same program, which was not measured */
	AS_SIDE_STATES,
};

struct as_review_side {
	enum as_side_state state;
	const struct as_experiment *x;    /* NULL where there is none */
	const struct as_summary *summary; /* of the criterion; NULL unless measured */
	const char *why; /* the sentence that says what went wrong; NULL where nothing did */
	const char *output; /* the last that was written then; NULL: nothing is known */
};

enum { AS_REVIEW_BASE, AS_REVIEW_HEAD, AS_REVIEW_SIDES };

/* What is to be said of a subject. In the order in which a reader wants them. */
enum as_review_kind {
	AS_REVIEW_BROKEN = 0, /* newly failing: it worked in the base. It is not "slower" */
	AS_REVIEW_WORSE,      /* the verdict says so, by more than the tolerance */
	AS_REVIEW_BETTER,
	AS_REVIEW_UNDECIDED,
	AS_REVIEW_FAILING, /* in both versions */
	AS_REVIEW_MENDED,  /* it failed in the base, and works now */
	AS_REVIEW_GONE,    /* in the base only */
	AS_REVIEW_NEW,     /* in the head only */
	AS_REVIEW_SKIPPED, /* left out on purpose, in one of them or in both */
	AS_REVIEW_SMALL,   /* different for sure, by less than the tolerance */
	AS_REVIEW_SAME,    /* equivalent, or all values equal */
	AS_REVIEW_IDENTICAL, /* both build to the same program; nothing was measured */
	AS_REVIEW_KINDS,
};

/* "newly_failing", "worse", and so on, and "measured", as files have them; never changed. */
extern const char *const as_review_kind_names[AS_REVIEW_KINDS];
extern const char *const as_side_state_names[AS_SIDE_STATES];

/* A subject in both versions. */
struct as_review_row {
	const char *benchmark; /* "fft" */
	const char *name;      /* with its parameters: "fft (size = 4096)" */
	enum as_review_kind kind;
	struct as_review_side side[AS_REVIEW_SIDES];
	bool same_program; /* both build to the same program, which was measured all the same: what is
			    * found is an A/A check */
	const char *unlike; /* the sections in which the files of the same program differ, none of
			     * which changes what it does; NULL: in none, or not known */
	const struct as_metric *metric; /* the criterion; NULL where neither side was measured */
	/* Head to base, adjusted for the number of comparisons of the review; holds where both were
	 * measured, else c.verdict is AS_VERDICT_NONE. */
	struct as_comparison c;
	struct as_estimated *estimates; /* n_estimates that are asked for, at the tolerance */
	size_t n_estimates;
	/* of this row; with other metrics they have comparisons of their own */
	struct as_gates gates;
};

struct as_review {
	struct as_joint joint; /* of the gates of all rows */
	struct as_early_saving early; /* of all rows with gates */
	const char *name;      /* the suite's, else the project's, else the command; never NULL */
	const char *command_line; /* that makes it again */
	const char *label[AS_REVIEW_SIDES]; /* "main (1a2b3c4)", "working tree", "nightly.assay" */
	struct as_version version[AS_REVIEW_SIDES]; /* {0}: not known */
	struct as_review_row *v; /* in the order of the suite */
	size_t n;
	size_t compared;       /* rows with a comparison */
	bool benjamini;        /* adjusted after Benjamini and Hochberg, else Holm */
	bool in_sessions;      /* the sides were measured in different sessions */
	double confidence, tolerance; /* of the rows, where they are alike; else NaN */
	struct as_overall overall; /* geometric mean; n 0: less than two comparisons */
	/* what environments differ in, where the user insists; NULL: nothing */
	const char *across;
	int exit;              /* the status that assay ends with (enum as_exit) */
	bool require_decision; /* undecided is a failure, by --require-decision */
	double seconds;        /* that it took; NaN where nothing was measured */
};

/* What the parts of a row make of it. */
enum as_review_kind as_review_kind_of(const struct as_review_row *row);

/* Both versions were measured. */
bool as_review_is_compared(const struct as_review_row *row);

/* Rows of a kind. */
size_t as_review_count(const struct as_review *r, enum as_review_kind kind);

/* Gates that failed (or with AS_GATE_UNDECIDED: that are undecided) over all rows. */
size_t as_review_gates(const struct as_review *r, enum as_gate_state state);

/* Something that was to be shown (--fail-unless) is not. */
bool as_review_is_unshown(const struct as_review *r);

#endif
