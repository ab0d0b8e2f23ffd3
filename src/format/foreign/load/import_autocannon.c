/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of autocannon: percentiles of the latencies of one run, in whole ms. */
#include "format/foreign/parts/paths.h"

static double count_of(const struct as_gather *g, uint32_t run, const char *name)
{
	const struct as_trait *t = as_gather_said(g, run, AS_TRAIT_METRIC, name);

	return t ? t->number : 0;
}

/* Requests that succeeded are those of 2xx. */
static void close_run(struct as_path_reading *d, uint32_t run)
{
	const double bad = count_of(d->g, run, "errors") + count_of(d->g, run, "non2xx"),
		     good = count_of(d->g, run, "2xx");

	if (as_gather_said(d->g, run, AS_TRAIT_METRIC, "2xx"))
		as_gather_success(d->g, run, good > 0 ? good / (good + bad) : 0);
}

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject, .closes = close_run},
	{.path = "$.2xx", .takes = as_take_metric, .name = "2xx"},
	{.path = "$.url", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.connections",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PARAMETER,
		.name = "connections"},
	{.path = "$.latency.average", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.latency.p50", .takes = as_take_metric, .name = "p50", .unit = "ms"},
	{.path = "$.latency.p90", .takes = as_take_metric, .name = "p90", .unit = "ms"},
	{.path = "$.latency.p99", .takes = as_take_metric, .name = "p99", .unit = "ms"},
	{.path = "$.latency.p99_9", .takes = as_take_metric, .name = "p99_9", .unit = "ms"},
	{.path = "$.errors", .takes = as_take_metric, .name = "errors"},
	{.path = "$.non2xx", .takes = as_take_metric, .name = "non2xx"},
	{.path = "$.start", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
};

static const struct as_paths paths = {
	.tool = "autocannon",
	.has = {"$.latency.p97_5|$.latency.p99", "$.requests", "$.sampleInt|$.throughput"},
	.unit = "ms",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(autocannon, "JSON of autocannon", ".json");
