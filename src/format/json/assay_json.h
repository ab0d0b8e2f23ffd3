/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_JSON_ASSAY_JSON_H
#define AS_FORMAT_JSON_ASSAY_JSON_H

/* assay's own JSON, what --json writes; docs/json.md describes it and docs/assay-output.schema.json
 * is its schema. Each document is an object with the member "schema", and ends with a newline.
 * Numbers are in the unit of their metric, times in ns; one that does not exist is null. */

#include "format/export/export.h"
#include "model/answer/compared/overall.h"
#include "model/answer/listing.h"
#include "model/answer/planned/detection.h"
#include "model/answer/planned/forecast.h"
#include "model/answer/study/alarms.h"
#include "model/answer/study/noise.h"
#include "model/answer/tabled.h"
#include "model/doctor/doctor.h"
#include "model/doctor/tune.h"
#include "model/settings/suite.h"

/* assay-result-1: an experiment with all its values, and every analysis of e; in pieces, as it may be larger than
 * memory. AS_ERR_MEM, and what the sink says. */
enum as_status as_json_result(const struct as_export *e, const struct as_sink *to,
	struct as_err *err) AS_MUST_CHECK;

/* assay-list-1 */
void as_json_list(struct as_text *t, const struct as_listing *l, size_t n);

/* One side of a comparison of results: a subject, and how the user named its result. */
struct as_json_side {
	const struct as_experiment *x;
	const struct as_summary *summary;
	const char *label;
	const struct as_published *published;
	size_t n_published;
};

struct as_json_compared {
	const struct as_json_side *sides; /* n_sides of them, at least one */
	size_t n_sides;
	const struct as_comparison *c; /* n of them; subject and reference are numbers in sides */
	size_t n;
	const struct as_named *named; /* n_named of them, likewise */
	size_t n_named;
	struct as_gates gates;
	const struct as_overall *overall; /* n_overall of them, of the results with these labels */
	const char *const *overall_label;
	size_t n_overall;
	const struct as_noise *noise; /* the noise profile cited; NULL: none */
	const char *noise_refused;    /* why none can be read; NULL: they can */
};

/* assay-compare-1 */
void as_json_compare(struct as_text *t, const struct as_json_compared *all);

struct as_review; /* of model/answer/compared/review.h */

/* assay-review-1: what changed between two versions. */
void as_json_review(struct as_text *t, const struct as_review *r);

/* assay-aa-1: error rates of each way of comparing on the units of a result. */
void as_json_alarms(struct as_text *t, const struct as_experiment *x, const struct as_alarms *a);
struct as_studies; /* of model/answer/study/study.h */

/* assay-estimators-1: how much each estimate varies, and by the load where it was divided by it. */
void as_json_study(struct as_text *t, const struct as_experiment *x, const struct as_studies *all);
struct as_quantiles; /* of model/quantiles.h */

/* assay-quantiles-1: quantiles of all subjects side by side. */
void as_json_quantiles(struct as_text *t, const struct as_experiment *x,
	const struct as_quantiles *q);

/* assay-table-1: a table over results. */
void as_json_tabled(struct as_text *t, const struct as_tabled *table);

/* assay-doctor-1: what disturbs a machine, and what can be measured on it. */
void as_json_doctor(struct as_text *t, const struct as_diagnosis *d);

/* assay-tune-1: what was changed in the system, or given back. */
void as_json_tuning(struct as_text *t, const struct as_tuning *tuning);

struct as_factors; /* of model/answer/factors.h */

/* assay-factors-1: where the variation of executions comes from, n subjects. */
void as_json_factors(struct as_text *t, const struct as_experiment *x, const struct as_factors *f,
	size_t n);

/* assay-noise-1: a noise profile and what it says. */
void as_json_noise(struct as_text *t, const struct as_noise *noise);

struct as_history; /* of model/answer/history/history.h */

/* assay-history-1: series over versions, and what changed in them. Places are indices of versions.
 * */
void as_json_history(struct as_text *t, const struct as_history *h);

struct as_alert; /* of model/kept/alert.h */

/* assay-alerts-1: changes of histories as something to be dealt with. */
void as_json_alerts(struct as_text *t, const struct as_alert *const *v, size_t n);

/* A JSON Feed 1.1 of those that are told, an entry for each with its title, the newest first. */
void as_json_feed(struct as_text *t, const struct as_alert *v, const char *const *titles, size_t n);

struct as_bisected; /* of model/answer/history/bisected.h */

/* assay-bisect-1: which commit changed it. Places are indices of commits. */
void as_json_bisected(struct as_text *t, const struct as_bisected *b);

struct as_fleet; /* of model/answer/compared/fleet.h */

/* assay-fleet-1: what several machines say together. */
void as_json_fleet(struct as_text *t, const struct as_fleet *f);

/* assay-fleet-plan-1: how many machines are worth it. */
struct as_fleet_plan; /* of model/answer/planned/fleet_plan.h */
void as_json_fleet_plan(struct as_text *t, const struct as_fleet_plan *f);

/* assay-plan-1 */
void as_json_forecast(struct as_text *t, const struct as_forecast *f,
	const struct as_forecast_flat *flat);

/* assay-detect-1 */
void as_json_detection(struct as_text *t, const struct as_seeing *d);

/* assay-oracle-1 */
void as_json_together(struct as_text *t, const struct as_together *o);

/* assay-suite-1: what --list lists. */
void as_json_suite(struct as_text *t, const struct as_suite *s);

#endif
