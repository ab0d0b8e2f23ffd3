/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of Bencher as its server gives it, one or several: a value of each measure of each
 * benchmark in each iteration, which is a run of the command. Its thresholds and alerts are its own. */
#include <stdio.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

enum { UNIT_BYTES = 80 };
static const char measure[] = "measure";

static uint32_t open_iteration(const struct as_path_reading *d, const struct as_path_row *row)
{
	const uint32_t scope = as_open_group(d, row);

	as_gather_number(d->g, scope, AS_TRAIT_COUNT, (double)d->element);
	return scope;
}

/* "nanoseconds (ns)" is in ns. */
static void take_units(struct as_path_reading *d, const struct as_path_row *row)
{
	char text[UNIT_BYTES], *unit = text;

	(void)row;
	as_path_text(d, text, sizeof text);
	char *open = strrchr(text, '('), *close = open ? strchr(open, ')') : NULL;
	if (close && close > open + 1) {
		unit = open + 1;
		*close = '\0';
	}
	if (*unit)
		as_gather_text(d->g, d->scope, AS_TRAIT_UNIT, unit);
}

/* What is said of it or of what is around it. */
static const char *measure_of(const struct as_gather *g, uint32_t inner, uint32_t outer)
{
	const struct as_trait *t = as_gather_said(g, inner, AS_TRAIT_PARAMETER, measure);

	t = t ? t : as_gather_said(g, outer, AS_TRAIT_PARAMETER, measure);
	return t ? t->text : "value";
}

/* A value has been read with the benchmark and the measure that it is of, one of which stands
 * around it. */
static void close_value(struct as_path_reading *d, uint32_t scope)
{
	const struct as_trait *value = as_gather_said(d->g, scope, AS_TRAIT_CENTRE, ""),
			      *name = as_gather_trait(d->g, scope, AS_TRAIT_NAME),
			      *unit = as_gather_trait(d->g, scope, AS_TRAIT_UNIT),
			      *number = as_gather_trait(d->g, scope, AS_TRAIT_COUNT);
	const uint32_t report = as_gather_around(d->g, as_gather_around(d->g, d->scope));
	char iteration[32];

	if (!value || !name)
		return;
	snprintf(iteration, sizeof iteration, "%.0f", number ? number->number : 0);
	const uint32_t of = as_gather_find(d->g, AS_SCOPE_GROUP, report, name->text);
	const uint32_t s = as_gather_find(d->g, AS_SCOPE_SUBJECT, of,
		measure_of(d->g, scope, d->scope));
	as_gather_text(d->g, s, AS_TRAIT_UNIT, unit ? unit->text : "count");
	as_gather_value(d->g, as_gather_find(d->g, AS_SCOPE_EXECUTION, s, iteration),
		value->number, 0, AS_ROLE_MEASURED);
}

#define MEASURE(at) \
	{.path = at ".name", \
		.takes = as_take_trait, \
		.trait = AS_TRAIT_PARAMETER, \
		.name = measure}, \
	{ \
		.path = at ".units", .takes = take_units \
	}

/* Since 0.5 a benchmark has its measures, before a measure its benchmarks. */
#define REPORT(at) \
	{.path = at ".branch.head.version.hash", \
		.takes = as_take_trait, \
		.trait = AS_TRAIT_COMMIT}, \
		{.path = at ".branch.version.hash", \
			.takes = as_take_trait, \
			.trait = AS_TRAIT_COMMIT}, \
		{.path = at ".start_time", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE}, \
		{.path = at ".testbed.name", .takes = as_take_trait, .trait = AS_TRAIT_HOST}, \
		{.path = at ".results.[]", .opens = open_iteration}, \
		{.path = at ".results.[].[]", .opens = as_open_group}, \
		{.path = at ".results.[].[].benchmark.name", \
			.takes = as_take_trait, \
			.trait = AS_TRAIT_NAME}, \
		{.path = at ".results.[].[].measures.[]", \
			.opens = as_open_group, \
			.closes = close_value}, \
		MEASURE(at ".results.[].[].measures.[].measure"), \
		{.path = at ".results.[].[].measures.[].metric.value", \
			.takes = as_take_trait, \
			.trait = AS_TRAIT_CENTRE}, \
		MEASURE(at ".results.[].[].measure"), \
		{.path = at ".results.[].[].benchmarks.[]", \
			.opens = as_open_group, \
			.closes = close_value}, \
		{.path = at ".results.[].[].benchmarks.[].name", \
			.takes = as_take_trait, \
			.trait = AS_TRAIT_NAME}, \
	{ \
		.path = at ".results.[].[].benchmarks.[].metric.value", .takes = as_take_trait, \
		.trait = AS_TRAIT_CENTRE \
	}

static const struct as_path_row rows[] = {
	REPORT("$"),
	{.path = "$.[]", .opens = as_open_group},
	REPORT("$.[]"),
};

static const struct as_paths paths = {
	.tool = "Bencher",
	.has = {"$.testbed|@.[].testbed", "$.results|@.[].results", "$.adapter|@.[].adapter"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(bencher, "a report of Bencher", ".json");
