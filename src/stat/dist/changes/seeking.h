/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STAT_DIST_CHANGES_SEEKING_H
#define AS_STAT_DIST_CHANGES_SEEKING_H

/* What the files of the clean detector share, and nobody else includes. Symbols are those of
 * methods-history-2.md. */

#include "stat/dist/changes/changes.h"

/* A half open range of places. */
struct as_span {
	size_t from, to;
};

/* A split with its statistic; t is 0 where there is none. */
struct as_split {
	double t;
	size_t at;
};

/* ---- sorting ---- */

/* A value and where it stood, for sorting. */
struct as_placed {
	double v;
	uint32_t at;
};

struct as_seek_ranks {
	struct as_placed *sorted, *other; /* as many as there is room for */
};

/* For up to n values. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_ranks_init(struct as_seek_ranks *r, size_t n, struct as_arena *a);

/* Into r->sorted: ascending, equal ones in their order. */
void as_ranks_sort(struct as_seek_ranks *r, const double *x, size_t n);

/* ---- means of correlated values, of variance 1 (1) ---- */

double as_ar_mean(size_t n, double r); /* v(n): variance of their mean */
/* k(p, q, gap): covariance of two means with so many values between */
double as_ar_cross(size_t p, size_t q, size_t gap, double r);

/* What remains, on average, of sums of squares once the means of n segments are taken out; into
 * products the same of neighbours' products (2.3, 2). */
double as_ar_kept(const struct as_span *segment, size_t n, double r, double *products);

/* ---- the search ---- */

/* A change in hand. */
struct as_seek_change {
	size_t at;
	struct as_span settled; /* between these neighbours it stays where it is; to 0: none */
	double t, l, s; /* 2.4, 2.5, and what decides */
};

/* How the over-segmentation was made (2.1). */
struct as_seek_start {
	double spike, s, penalty;
};

/* Room for n numbers each. */
struct as_seek_room {
	double *z; /* normal scores */
	double *u, *g, *h, *scratch;
};

/* A series in hand, and room for it. */
struct as_seeking {
	const double *x;
	double *a; /* weights */
	bool weighted; /* they are not all 1 */
	bool independent;
	size_t n;
	enum as_history_level level;
	struct as_seek_start start;
	struct as_seek_change *change; /* n_changes of them, ascending */
	size_t n_changes;
	size_t weakest; /* its number */
	/* 2.3 of the state in hand */
	struct as_span *segment; /* n_changes + 1 */
	double *centre; /* of each */
	double rho, f, mid, up, dn;
	double *point, *score; /* n_points of the normal scale: R and Z */
	size_t n_points;
	double *e; /* n */
	double *squares, *products; /* n + 1 sums of them, up to each place */
	struct as_seek_ranks ranks;
	struct as_seek_room room;
};

/* With weights (2.7), and without a change yet. h is valid. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_seek_init(
	struct as_seeking *s, const struct as_history_values *h, struct as_arena *a);

/* Median of x[0 .. n), n >= 1; scratch has room for them. */
double as_seek_median(double *scratch, const double *x, size_t n);

/* Mean of the middle half of x[0 .. n), n >= 1; scratch has room for them. */
double as_seek_centre(double *scratch, const double *x, size_t n);

/* Differences up to this are rounding, and no noise. */
double as_seek_rounding(const double *x, size_t n);

/* The series cut too finely, into s->change (2.1). AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_seek_cut(struct as_seeking *s);

/* Every change to its best place between its neighbours (2.2). */
void as_seek_locate(struct as_seeking *s);

/* Residuals, correlation and the normal scale of the state (2.3); without a scale only up to rho.
 * */
void as_seek_fit(struct as_seeking *s, bool scale);

/* The normal scale h. */
double as_seek_normal(const struct as_seeking *s, double u);

/* T, L and S of every change, from a fit (2.4, 2.5). */
void as_seek_values(struct as_seeking *s);

/* One state (2): located, fitted, valued, its weakest change found. Whether all hold. */
bool as_seek_state(struct as_seeking *s);

/* The weakest change goes; of more than a hundred several of the weakest. */
void as_seek_drop(struct as_seeking *s);

void as_seek_remove(struct as_seeking *s, size_t change);

/* The loop of section 2 from the state in hand: the weakest goes, until all hold. */
void as_seek_settle(struct as_seeking *s);

/* All of section 2, with the weights in hand. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_seek_changes(struct as_seeking *s);

/* What follows where the noise is not of one size (methods-calm.md 1.3, from 2 on); both pieces and local,
 * which are scales around changes, are in memory of a. AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_seek_noise(struct as_seeking *s, struct as_arena *a,
	struct as_noise_pieces *pieces, struct as_noise_pieces *local);

/* ---- what is said of changes (4) ---- */

struct as_describing {
	const double *x, *w; /* n values, and their weights a^2 */
	size_t n;
	struct as_span *segment; /* n_changes + 1 */
	double *mean; /* of each */
	size_t n_changes;
	struct as_residual noise;
	double lambda; /* of correlation: (1 + rho) / (1 - rho) */
	double t, normal; /* factors of an interval */
	struct as_step_size *size;
};

/* Mean of a span, and the sum of its weights. */
double as_describing_mean(const struct as_describing *d, struct as_span s, double *weight);

/* Variance of such a mean of n values, where one has variance 1. */
double as_describing_share(size_t n, double weight, double rho);

void as_describing_recovered(struct as_describing *d);

/* AS_ERR_MEM. */
AS_MUST_CHECK enum as_status as_describing_gradual(struct as_describing *d, struct as_arena *room);
AS_MUST_CHECK enum as_status as_describing_outliers(const struct as_describing *d,
	const struct as_steps *steps, struct as_arena *room, struct as_arena *a,
	struct as_steps_said *out);

#endif
