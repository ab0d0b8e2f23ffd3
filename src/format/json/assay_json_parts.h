/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_JSON_ASSAY_JSON_PARTS_H
#define AS_FORMAT_JSON_ASSAY_JSON_PARTS_H

/* Pieces that several documents of assay_json.h have; each writes one value. */

#include "base/json/json.h"
#include "model/answer/compared/gate.h"
#include "model/answer/compared/overall.h"
#include "model/answer/study/noise.h"
#include "model/answer/summary.h"
#include "model/fields/fields.h"
#include "model/kept/version.h"

/* The beginning and the end of a document. */
void as_json_begin(struct as_json *j, struct as_text *t, const char *schema);
void as_json_end(struct as_json *j);

/* An instant: a string in UTC with nanoseconds; null for 0. */
void as_json_instant(struct as_json *j, int64_t ns);

/* A field of the struct at base; and as members of the object that is open, those that are on the
 * SCREEN. x tells what its levels are called. */
void as_json_field(struct as_json *j, const struct as_field *f, const void *base,
	const struct as_experiment *x);
void as_json_fields(struct as_json *j, const struct as_fields *t, const void *base,
	const struct as_experiment *x);

/* As a member of the object that is open. */
void as_json_findings(struct as_json *j, const struct as_findings *f);

void as_json_summary(struct as_json *j, const struct as_experiment *x, const struct as_summary *s);

/* How values go in the order of time, as the member steadiness. */
void as_json_key_steadiness(struct as_json *j, const struct as_steadiness *s);

/* How values lie, as the member shape. */
void as_json_key_shape(struct as_json *j, const struct as_experiment *x,
	const struct as_summary *y);

/* metric names what the numbers are of. */
void as_json_comparison(struct as_json *j, const struct as_metric *metric,
	const struct as_comparison *c);

/* What ways that were named say, as the member by_method. */
void as_json_key_named(struct as_json *j, const struct as_metric *metric, const struct as_named *v,
	size_t n);


/* What became of gates, as the member gates. */
void as_json_key_joint(struct as_json *j, const struct as_joint *joint);
void as_json_key_gates(struct as_json *j, const struct as_gates *gates);

/* What is cited of the machine's noise, as the members noise_profile (null: none) and
 * noise_profile_refused. */
void as_json_key_noise(struct as_json *j, const struct as_noise *noise, const char *refused);

/* The mean of ratios of the result that the user named so (NULL: of all there are). */
void as_json_overall(struct as_json *j, const struct as_overall *o, const char *label);

/* A version, or null, as the member version. */
void as_json_key_version(struct as_json *j, const struct as_version *v);

/* What n published methods say, as an array. */
void as_json_published(struct as_json *j, const struct as_experiment *x,
	const struct as_published *p, size_t n);

/* The tree of a subject: builds, executions and iterations, each as arrays of equal length. */
void as_json_tree(struct as_json *j, const struct as_experiment *x, const struct as_subject *s);

#endif
