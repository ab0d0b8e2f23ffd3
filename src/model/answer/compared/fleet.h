/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_COMPARED_FLEET_H
#define AS_MODEL_ANSWER_COMPARED_FLEET_H

/* What several machines say together, each of which measured all subjects in rounds of its own. */

#include "model/answer/summary.h"

/* One machine in one row. */
struct as_fleet_cell {
	size_t rounds;     /* complete ones */
	size_t sessions;
	bool counts;       /* enough of them were complete */
	double value, lo, hi; /* its mean, or ratio, with its own interval; NaN: none */
	/* against the mean of the others, as a share; and p, times their number, that it has that.
	 * NaN where this cannot be told */
	double by, differs_p;
	bool differs;      /* beyond its own noise, and by more than is overlooked */
};

/* Why a machine does not count, by a rule that looked at no ratio. */
enum as_fleet_aside {
	AS_ASIDE_NOT = 0,
	AS_ASIDE_DOCTOR,  /* something there makes times differ */
	AS_ASIDE_PROFILE, /* identical programs differ by too much there */
	AS_ASIDE_NOISE,   /* its rounds vary too much */
	AS_ASIDE_LEVEL,   /* it is not as fast as the others */
	AS_ASIDES,
};

struct as_fleet_set_aside {
	enum as_fleet_aside why;
	double by; /* times the usual noise or time; of a profile, the share by which they differ */
};

struct as_fleet_interval {
	double lo, hi; /* NaN: there is none */
};

/* Machines of one kind in one row; they are never pooled with others without a word. */
struct as_fleet_stratum {
	const char *kind; /* its processor; NULL: not known */
	size_t machines;  /* that count */
	double value;     /* their mean, or ratio */
	/* for machines like these of that kind; NaN of one machine, which speaks for itself alone */
	double lo, hi, p;
	enum as_verdict_word verdict; /* from three on */
};

/* A comparison, or the mean of one subject where there is none. */
struct as_fleet_row {
	size_t subject, reference; /* the same: a mean */
	struct as_fleet_cell *cell; /* one a machine */
	size_t counting;           /* machines that count */
	/* Where there are several kinds: each of them, and how many have two machines or more. A ratio
	 * over these kinds, which weigh alike, is `value` with `alike`, if there are two. */
	struct as_fleet_stratum *stratum;
	size_t n_strata, n_over;
	/* The verdict's: for machines like these, from three on; of two for these two. */
	struct as_comparison c;
	double value; /* the mean over machines, or the ratio */
	struct as_fleet_interval these, alike, another;
	double p;
	double share, impact; /* of the machine; NaN: it takes two */
	double differ_p;      /* that all machines say the same; NaN: not looked at */
	bool differ;
	size_t above, below;  /* it is so on at least so many of them */
	size_t apart;         /* the machine that stands apart from the spread of the others */
	double apart_p;       /* NaN: it takes five */
};

struct as_fleet {
	size_t n; /* machines */
	const char **machine; /* what each is called */
	const char **kind;    /* its processor; NULL: not known */
	const size_t *of;     /* the machine of each result that it was made of */
	struct as_fleet_set_aside *aside; /* of each machine */
	size_t n_aside;
	bool kinds;           /* there are several: each is a stratum */
	bool same_builds;     /* all have executed the same ones: what is said holds for these */
	size_t planned;       /* rounds, the most that a machine was to measure */
	struct as_metric metric;
	const char **subject; /* names */
	size_t n_subjects;
	double confidence;
	struct as_fleet_row *row;
	size_t n_rows;
};

#endif
