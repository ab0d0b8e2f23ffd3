/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of BenchmarkDotNet: -report-full.json has measurements, of which those of the workload count
 * as they were taken (stage Actual: Result is the same without overhead and outliers); a brief
 * report has the values of its statistics. A launch is a process. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

enum { ORIGINALS = 10000 };

#define BENCHMARK "$.Benchmarks.[]"
#define MEASUREMENT BENCHMARK ".Measurements.[]"

static bool says(const struct as_gather *g, uint32_t row, const char *name, const char *what)
{
	const struct as_trait *t = as_gather_said(g, row, AS_TRAIT_ROW, name);

	return t && t->text && !strcmp(t->text, what);
}

static void close_measurement(struct as_path_reading *d, uint32_t row)
{
	struct as_gather *g = d->g;
	const struct as_trait *launch = as_gather_said(g, row, AS_TRAIT_ROW, "LaunchIndex"),
			      *ns = as_gather_said(g, row, AS_TRAIT_CENTRE, ""),
			      *n = as_gather_said(g, row, AS_TRAIT_INNER, "");
	const bool actual = says(g, row, "IterationStage", "Actual"),
		   warms = says(g, row, "IterationStage", "Warmup") ||
			   says(g, row, "IterationStage", "Pilot") ||
			   says(g, row, "IterationStage", "Jitting");

	if (!ns || !says(g, row, "IterationMode", "Workload") || !(actual || warms))
		return;
	const uint32_t execution = as_gather_find(
		g, AS_SCOPE_EXECUTION, d->scope, launch && launch->text ? launch->text : "1");
	if (actual && !as_gather_said(g, d->scope, AS_TRAIT_ROW, "actual"))
		as_gather_named(g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_ROW, .name = "actual", .text = "1"});
	as_gather_value(g, execution, ns->number, !n ? 1 : n->number > 0 ? n->number : (double)NAN,
		actual ? AS_ROLE_MEASURED : AS_ROLE_WARMUP);
}

/* The number of a value in its list is its name. */
static void take_original(struct as_path_reading *d, const struct as_path_row *row)
{
	char name[40];

	snprintf(name, sizeof name, "original %llu", (unsigned long long)d->element);
	as_gather_named(d->g, d->scope,
		&(struct as_trait){.kind = row->trait,
			.name = name,
			.number = as_path_number(d->r)});
}

/* Without a measurement that counts, as in a brief report, the values of its statistics do: of
 * all launches in one. */
static void close_benchmark(struct as_path_reading *d, uint32_t subject)
{
	struct as_gather *g = d->g;
	const struct as_trait *value;
	char name[40];

	if (as_gather_said(g, subject, AS_TRAIT_ROW, "actual"))
		return;
	for (size_t i = 0; i < ORIGINALS; i++) {
		snprintf(name, sizeof name, "original %zu", i);
		if (!(value = as_gather_said(g, subject, AS_TRAIT_ROW, name)))
			return;
		as_gather_value(g, as_gather_find(g, AS_SCOPE_EXECUTION, subject, "1"),
			value->number, 1, AS_ROLE_MEASURED);
	}
}

static const struct as_path_row rows[] = {
	{.path = BENCHMARK, .opens = as_open_subject, .closes = close_benchmark},
	{.path = BENCHMARK ".FullName", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = BENCHMARK ".Statistics.Mean", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = BENCHMARK ".Statistics.OriginalValues.[]",
		.takes = take_original,
		.trait = AS_TRAIT_ROW},
	{.path = BENCHMARK ".Statistics.N", .takes = as_take_trait, .trait = AS_TRAIT_COUNT},
	{.path = BENCHMARK ".Memory.BytesAllocatedPerOperation",
		.takes = as_take_metric,
		.name = "allocated",
		.unit = "bytes"},
	{.path = MEASUREMENT, .opens = as_open_group, .closes = close_measurement},
	{.path = MEASUREMENT ".Nanoseconds", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = MEASUREMENT ".Operations", .takes = as_take_trait, .trait = AS_TRAIT_INNER},
	{.path = MEASUREMENT ".*", .takes = as_take_trait_key, .trait = AS_TRAIT_ROW},
	{.path = "$.HostEnvironmentInfo.ProcessorName",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "ProcessorName"},
	{.path = "$.HostEnvironmentInfo.*", .takes = as_take_trait_key, .trait = AS_TRAIT_FACT},
};

static const struct as_paths paths = {
	.tool = "BenchmarkDotNet",
	.has = {"$.HostEnvironmentInfo"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ns",
	.per_inner = true,
};

AS_PATHS_FORMAT(benchmarkdotnet, "JSON of BenchmarkDotNet", ".json");
