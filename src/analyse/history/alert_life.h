/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_HISTORY_ALERT_LIFE_H
#define AS_ANALYSE_HISTORY_ALERT_LIFE_H

/* The way of alerts, by what a history shows and what fresh re-runs say (methods-machines.md D2 to
 * D4). Nothing is read or written here. */

#include "analyse/history/alert_match.h"
#include "analyse/history/history_analyse.h"
#include "base/arena.h"
#include "model/answer/history/history.h"
#include "model/kept/alert.h"
#include "model/kept/experiment.h"
#include "stat/dist/comparing/decide.h"

/* ---- what a series shows ---- */

struct as_alert_found {
	struct as_alert_place place;
	enum as_alert_finder by;
	bool news;        /* it may be a new alert: of what is over only an alert that is there is met */
	size_t back;      /* the point from which the level is as before; SIZE_MAX: it lasts */
	double size, lo, hi, level;
	size_t before, after; /* points that a re-run compares */
	size_t rounds;
};

/* The events of a series, in memory of a; AS_ERR_MEM. */
enum as_status as_alerts_found(const struct as_history *h, const struct as_history_series *s,
	struct as_arena *a, struct as_alert_found **out, size_t *n) AS_MUST_CHECK;

/* The commit of a point, or its label. */
const char *as_alert_version(const struct as_history_point *p);

/* The point of a version; SIZE_MAX: the series has none. */
size_t as_alert_point(const struct as_history_series *s, const char *version);

/* The part of a point. */
size_t as_alert_part(const struct as_history_series *s, size_t point);

/* It is of this series. */
bool as_alert_is_of(const struct as_alert *a, const struct as_history_series *s);

/* Where it is among the points; false: some of its versions are not there. It is open, to be met by
 * what is found, unless it is over, or was rejected 10 versions ago. */
bool as_alert_place_of(const struct as_alert *a, const struct as_history_series *s,
	struct as_alert_place *out);

/* ---- the way ---- */

struct as_alert_now {
	const struct as_history_series *s;
	int64_t ns; /* CLOCK_REALTIME */
};

/* A new one, of what was found. */
struct as_alert as_alert_new(const struct as_alert_now *now, const struct as_alert_found *f);

/* Place and size of an alert that was met by it. What re-runs compare stays once there was one. */
void as_alert_move(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_found *f);

/* To that state, if the way leads there from its own. */
bool as_alert_go(struct as_alert *a, const struct as_alert_now *now, enum as_alert_state to);

/* A fresh re-run of two versions. */
struct as_alert_rerun {
	int64_t experiment;
	struct as_test test; /* of the later against the earlier one, of logarithms where relative */
	size_t rounds;       /* or builds a side */
	int64_t started_ns, ended_ns;
	const char *boot;
};

/*
 * as_alert_read_rerun - that of two subjects of a result, by the metric of the alert
 *
 *   known  false: nothing is settled by it: no shared rounds, fewer than 10 of them (6 builds a
 *          side), no such metric, or all of them equal
 */
enum as_status as_alert_read_rerun(const struct as_alert *a,
	const struct as_history_again *again, struct as_alert_rerun *out, bool *known,
	struct as_err *err) AS_MUST_CHECK;

/* It was measured in another session than the first one: another boot, or an hour later. */
bool as_alert_is_later(const struct as_alert *a, const struct as_alert_rerun *r);

/* What it says of one that is suspected, or waits; `fast`: whether the test of newest versions is
 * confirmed by it (AS_RERUN_NONE: not settled there). */
void as_alert_first(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r, enum as_rerun_word fast);
void as_alert_second(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r);

/* What is left of it, the version before it beside one after a change back. */
void as_alert_left(struct as_alert *a, const struct as_alert_now *now,
	const struct as_alert_rerun *r, double tolerance);

/* One that was just confirmed is the fixed one again: same direction, and nearly the same level. */
bool as_alert_is_again(const struct as_alert *fixed, const struct as_alert *new);

#endif
