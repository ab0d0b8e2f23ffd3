/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_FACTORS_H
#define AS_MODEL_ANSWER_FACTORS_H

/* Which factor the variation of a subject's executions comes from. Plain data, filled by
 * analyse/factors. */

#include <stdbool.h>
#include <stddef.h>

#include "model/answer/around.h"

enum as_factor_id {
#define AS_FACTOR(id, name, title, how) AS_FACTOR_##id,
#include "model/answer/factors.def"
#undef AS_FACTOR
	AS_FACTORS
};

struct as_factor_entry {
	const char *name;  /* in --json */
	const char *title; /* on screens */
	bool drawn;        /* at random; else recorded as it came */
};
extern const struct as_factor_entry as_factor_entries[AS_FACTORS];

/* Whether anything can be said of it. */
enum as_factor_told {
	AS_FACTOR_TOLD,   /* yes */
	AS_FACTOR_SAME,   /* no: it did not vary */
	AS_FACTOR_FEW,    /* no: of too few executions is it known */
	AS_FACTOR_ABSENT, /* no: it is not known of any */
};

enum { AS_FACTORS_MAX = AS_FACTORS + AS_AROUND_SOURCES, AS_STRATA_MAX = 4 };

struct as_factor {
	enum as_factor_id id;
	size_t metric; /* AS_FACTOR_AROUND: which; else 0 */
	enum as_factor_told told;
	size_t n;      /* executions of which it is known */
	size_t values; /* different ones among them */
	size_t groups; /* that were compared: its values, or quarters by size where they are many */
	double share;  /* of the variance of the executions, 0 to 1 (methods.md 4.6) */
	double p, p_adjusted; /* by reordering (7.3); over all factors (Holm). NaN for the build */
	bool rotated;  /* executions follow each other, so that they were not shuffled but turned */
	double impact, impact_lo, impact_hi; /* of the build (methods.md 1); else NaN */
	/* The highest quarter against the lowest: ratio of their means with its interval (5.3), NaN
	 * where there are no quarters; without an interval (lo, hi NaN) where executions follow
	 * each other. */
	double ratio, lo, hi;
	bool established; /* p_adjusted <= 0.05, or the impact factor's interval is above 1 */
};

/* Executions of about the same load. */
struct as_stratum {
	double least, most; /* of the load */
	size_t n;
	double mean, lo, hi; /* interval by t; NaN for one execution */
	double median, quartile, min; /* methods.md 8 */
	double relative_sd;  /* NaN for one execution */
};

struct as_factors {
	size_t subject, metric;
	size_t n;           /* executions */
	bool within;        /* of their builds or sessions, whose own means were taken out */
	/* p of the test whether executions follow each other (7.3); NaN: not made */
	double dependence;
	size_t reorderings; /* R of most of the factors */
	struct as_factor v[AS_FACTORS_MAX];
	size_t n_factors, n_told;
	size_t strata_metric; /* by which it is stratified */
	struct as_stratum stratum[AS_STRATA_MAX];
	size_t n_strata;    /* 0: the load is not known, or did not vary */
	struct as_outlier_report around;
};

#endif
