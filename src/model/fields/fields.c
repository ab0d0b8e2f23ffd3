/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/fields/fields.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/text.h"

static_assert(sizeof(enum as_role) == sizeof(uint32_t), "words are read as such");

/* ---- what the rows are written with ---- */

#define TEXT AS_KIND_TEXT
#define NEEDED AS_KIND_NEEDED
#define WORD(name) AS_KIND_WORD, .words = &as_##name##_words
#define WORD8(name) AS_KIND_WORD8, .words = &as_##name##_words
#define LEVEL AS_KIND_LEVEL, .words = &as_level_words
#define INSTANT AS_KIND_INSTANT
#define INT AS_KIND_INT
#define AMOUNT AS_KIND_AMOUNT
#define SPAN AS_KIND_SPAN
#define SIZE AS_KIND_SIZE
#define CODE AS_KIND_CODE
#define COUNT AS_KIND_COUNT
#define ROUND AS_KIND_ROUND
#define SEED AS_KIND_SEED
#define REAL AS_KIND_REAL
#define GOAL AS_KIND_GOAL
#define BOOL AS_KIND_BOOL
#define BITS(name) AS_KIND_BITS, .words = &as_##name##_words
#define COSTS AS_KIND_COSTS
#define SINCE(version, was) version, .before = (was)

enum {
	STORE = AS_IN_STORE,
	NATIVE = AS_IN_NATIVE,
	SCREEN = AS_IN_SCREEN,
	LATER = AS_IN_LATER,
	ALL = STORE | NATIVE | SCREEN,
};

#undef AS_FIELD
#undef AS_FIELD_AS
#define AS_FIELD(type, member, kind_, in_, tag_, since_, says_) \
	ROW(member, #member, #member, .in = (in_), .tag = (tag_), .says = (says_), \
		.since = since_, .kind = kind_)
#define AS_FIELD_AS(type, member, kind_, key, column, in_, tag_, since_, says_) \
	ROW(member, key, column, .in = (in_), .tag = (tag_), .says = (says_), .since = since_, \
		.kind = kind_)
#define ROW(member, key_, column_, ...) \
	{.key = (key_), \
		.column = (column_), \
		.offset = offsetof(struct OF, member), \
		.size = sizeof(((struct OF *)0)->member), \
		__VA_ARGS__},

/* first: how many tags journals have that do not say so; never changed. */
#define TABLE(rows, table_, first) \
	const struct as_fields as_##rows##_fields = {.name = #rows, \
		.table = (table_), \
		.v = (rows), \
		.n = sizeof(rows) / sizeof((rows)[0]), \
		.first_tags = (first)}

#define OF as_experiment
static const struct as_field experiment[] = {
#include "model/fields/experiment.def"
};
TABLE(experiment, "experiments", 7);
#undef OF

#define OF as_machine
static const struct as_field machine[] = {
#include "model/fields/machine.def"
};
TABLE(machine, "experiments", 5);
#undef OF

#define OF as_fact
static const struct as_field fact[] = {
#include "model/fields/fact.def"
};
TABLE(fact, NULL, 3);
#undef OF

#define OF as_plan
static const struct as_field plan[] = {
#include "model/fields/plan.def"
};
TABLE(plan, "plans", 28);
#undef OF

#define OF as_metric
static const struct as_field metric[] = {
#include "model/fields/metric.def"
};
TABLE(metric, "metrics", 4);
#undef OF

#define OF as_subject
static const struct as_field subject[] = {
#include "model/fields/subject.def"
};
TABLE(subject, "subjects", 8);
#undef OF

#define OF as_parameter
static const struct as_field parameter[] = {
#include "model/fields/parameter.def"
};
TABLE(parameter, "parameters", 2);
#undef OF

#define OF as_version
static const struct as_field version[] = {
#include "model/fields/version.def"
};
TABLE(version, "versions", 7);
#undef OF

#define OF as_unit
static const struct as_field unit[] = {
#include "model/fields/unit.def"
};
TABLE(unit, NULL, 9);
#undef OF

#define OF as_build
static const struct as_field build[] = {
#include "model/fields/build.def"
};
TABLE(build, "builds", 4);
#undef OF

#define OF as_note
static const struct as_field note[] = {
#include "model/fields/note.def"
};
TABLE(note, "notes", 0);
#undef OF

#define OF as_listing
static const struct as_field listing[] = {
#include "model/fields/listing.def"
};
TABLE(listing, NULL, 0);
#undef OF

#define OF as_summary
static const struct as_field summary[] = {
#include "model/fields/summary.def"
};
TABLE(summary, "summaries", 0);
#undef OF

#define OF as_dimension
static const struct as_field dimension[] = {
#include "model/fields/dimension.def"
};
TABLE(dimension, "dimensionings", 0);
#undef OF

#define OF as_dimension_level
static const struct as_field dimension_level[] = {
#include "model/fields/dimension_level.def"
};
TABLE(dimension_level, "dimensioning_levels", 0);
#undef OF

#define OF as_profile
static const struct as_field profile[] = {
#include "model/fields/profile.def"
};
TABLE(profile, "noise_profiles", 0);
#undef OF

#define OF as_profile_session
static const struct as_field profile_session[] = {
#include "model/fields/profile_session.def"
};
TABLE(profile_session, "noise_sessions", 0);
#undef OF

#define OF as_profile_way
static const struct as_field profile_way[] = {
#include "model/fields/profile_way.def"
};
TABLE(profile_way, "noise_ways", 0);
#undef OF

#define OF as_alert
static const struct as_field alert[] = {
#include "model/fields/alert.def"
};
TABLE(alert, "alerts", 0);
#undef OF

const struct as_fields *const as_kept_fields[] = {&as_experiment_fields, &as_machine_fields,
	&as_fact_fields, &as_plan_fields, &as_metric_fields, &as_subject_fields,
	&as_parameter_fields, &as_version_fields, &as_unit_fields, &as_build_fields,
	&as_note_fields, NULL};

const struct as_fields *const as_stored_fields[] = {&as_experiment_fields, &as_machine_fields,
	&as_plan_fields, &as_metric_fields, &as_subject_fields, &as_parameter_fields,
	&as_version_fields, &as_build_fields, &as_note_fields, &as_summary_fields,
	&as_dimension_fields, &as_dimension_level_fields, &as_profile_fields,
	&as_profile_session_fields, &as_profile_way_fields, &as_alert_fields, NULL};

unsigned as_fields_tags(const struct as_fields *f)
{
	unsigned n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += f->v[i].tag > 0;
	return n;
}

const struct as_field *as_field_tagged(const struct as_fields *f, unsigned tag)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].tag == tag)
			return &f->v[i];
	return NULL;
}

bool as_field_is_in(const struct as_field *f, unsigned in)
{
	return (f->in & in) == in;
}

static bool is_zero(const struct as_field *f, const void *base)
{
	const char *at = (const char *)base + f->offset;

	for (size_t i = 0; i < f->size; i++)
		if (at[i])
			return false;
	return true;
}

bool as_fields_are_used(const struct as_fields *t, const struct as_field *f, const void *base)
{
	for (size_t i = 0; i < t->n; i++)
		if (as_field_is_in(&t->v[i], AS_IN_LATER) && t->v[i].since == f->since &&
			!is_zero(&t->v[i], base))
			return true;
	return false;
}

int64_t as_field_int(const struct as_field *f, const void *base)
{
	const char *at = (const char *)base + f->offset;
	int64_t wide = 0;
	uint32_t half = 0;
	uint8_t byte = 0;

	switch (f->size) {
	case sizeof wide:
		memcpy(&wide, at, sizeof wide);
		return wide;
	case sizeof byte:
		memcpy(&byte, at, sizeof byte);
		return byte;
	default:
		memcpy(&half, at, sizeof half);
		break;
	}
	return f->kind == AS_KIND_CODE ? (int64_t)(int32_t)half : (int64_t)half;
}

void as_field_set_int(const struct as_field *f, void *base, int64_t value)
{
	char *at = (char *)base + f->offset;
	const uint32_t half = (uint32_t)value;
	const uint8_t byte = (uint8_t)value;

	switch (f->size) {
	case sizeof value:
		memcpy(at, &value, sizeof value);
		break;
	case sizeof byte:
		memcpy(at, &byte, sizeof byte);
		break;
	default:
		memcpy(at, &half, sizeof half);
		break;
	}
}

struct as_field_range as_field_range(const struct as_field *f)
{
	switch ((int)f->kind) {
	case AS_KIND_WORD:
	case AS_KIND_WORD8:
	case AS_KIND_LEVEL: return (struct as_field_range){0, (int64_t)f->words->n - 1};
	case AS_KIND_BITS: return (struct as_field_range){0, (INT64_C(1) << f->words->n) - 1};
	case AS_KIND_BOOL: return (struct as_field_range){0, 1};
	case AS_KIND_SIZE: return (struct as_field_range){0, PTRDIFF_MAX};
	case AS_KIND_AMOUNT: return (struct as_field_range){0, INT64_MAX};
	case AS_KIND_CODE: return (struct as_field_range){INT32_MIN, INT32_MAX};
	case AS_KIND_COUNT:
	case AS_KIND_ROUND: return (struct as_field_range){0, UINT32_MAX};
	default: return (struct as_field_range){INT64_MIN, INT64_MAX};
	}
}

bool as_field_is_text(const struct as_field *f)
{
	return f->kind == AS_KIND_TEXT || f->kind == AS_KIND_NEEDED;
}

bool as_field_is_real(const struct as_field *f)
{
	return f->kind == AS_KIND_REAL || f->kind == AS_KIND_GOAL || f->kind == AS_KIND_COSTS;
}

void as_field_key_shown(const struct as_field *f, char out[static AS_FIELD_KEY])
{
	const size_t n = strlen(f->key);
	const bool span = f->kind == AS_KIND_SPAN && n > 3 && !strcmp(f->key + n - 3, "_ns");

	snprintf(out, AS_FIELD_KEY, "%.*s%s", (int)(span ? n - 3 : n), f->key, span ? "_s" : "");
}

static bool is_same(const struct as_field *f, const void *a, const void *b)
{
	const void *in_a = (const char *)a + f->offset, *in_b = (const char *)b + f->offset;
	const double *real_a = in_a, *real_b = in_b;

	if (as_field_is_text(f))
		return as_same_text(*(const char *const *)in_a, *(const char *const *)in_b);
	if (!as_field_is_real(f))
		return as_field_int(f, a) == as_field_int(f, b);
	for (size_t i = 0; i < f->size / sizeof(double); i++)
		if (!as_same_double(real_a[i], real_b[i]))
			return false;
	return true;
}

bool as_fields_are_same(const struct as_fields *t, const void *a, const void *b)
{
	for (size_t i = 0; i < t->n; i++)
		if (!is_same(&t->v[i], a, b))
			return false;
	return true;
}

double as_field_shown(enum as_kind kind, double v)
{
	return (kind == AS_KIND_GOAL || kind == AS_KIND_COSTS) && !(v > 0) ? (double)NAN : v;
}
