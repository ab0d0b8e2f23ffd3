/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k6's summaries: of handleSummary(), which has what a metric is in, and of --summary-export, which
 * has its values flat. Of a metric that is a time, the mean; the rest stands beside it. */
#include <math.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

#define METRIC "$.metrics.*"

static void take_contains(struct as_path_reading *d, const struct as_path_row *row)
{
	char word[32];

	(void)row;
	as_path_text(d, word, sizeof word);
	as_gather_text(d->g, d->scope, AS_TRAIT_UNIT,
		!strcmp(word, "time")   ? "ms"
		: !strcmp(word, "data") ? "bytes"
					: "count");
}

/* The share of requests that failed says of all times whether they count; --summary-export has it as value. */
static void close_metric(struct as_path_reading *d, uint32_t metric)
{
	const struct as_trait *name = as_gather_said(d->g, metric, AS_TRAIT_NAME, ""),
			      *rate = as_gather_said(d->g, metric, AS_TRAIT_METRIC, "rate"),
			      *value = as_gather_said(d->g, metric, AS_TRAIT_ROW, "value");
	double failed = rate ? rate->number : (double)NAN;

	if (!name || strcmp(name->text, "http_req_failed") != 0)
		return;
	if (rate || (value && as_gather_number_of(value->text, &failed)))
		as_gather_success(d->g, AS_SCOPE_TOP, isfinite(failed) ? 1 - failed : 1);
}

static const struct as_path_row rows[] = {
	{.path = METRIC, .opens = as_open_named, .closes = close_metric},
	{.path = METRIC ".contains", .takes = take_contains},
	{.path = METRIC ".avg", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = METRIC ".med", .takes = as_take_metric, .name = "median", .unit = "ms"},
	{.path = METRIC ".p(90)", .takes = as_take_metric, .name = "p90", .unit = "ms"},
	{.path = METRIC ".p(95)", .takes = as_take_metric, .name = "p95", .unit = "ms"},
	{.path = METRIC ".p(99)", .takes = as_take_metric, .name = "p99", .unit = "ms"},
	{.path = METRIC ".value", .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = "value"},
	{.path = METRIC ".rate", .takes = as_take_metric, .name = "rate"},
	{.path = METRIC ".values.avg", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = METRIC ".values.med", .takes = as_take_metric, .name = "median", .unit = "ms"},
	{.path = METRIC ".values.p(90)", .takes = as_take_metric, .name = "p90", .unit = "ms"},
	{.path = METRIC ".values.p(95)", .takes = as_take_metric, .name = "p95", .unit = "ms"},
	{.path = METRIC ".values.p(99)", .takes = as_take_metric, .name = "p99", .unit = "ms"},
	{.path = METRIC ".values.rate", .takes = as_take_metric, .name = "rate"},
};

static const struct as_paths paths = {
	.tool = "k6",
	.has = {"$.metrics", "$.metrics.http_reqs|$.metrics.iterations|$.root_group|$.state"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ms",
};

AS_PATHS_FORMAT(k6_summary, "k6's summary of a run", ".json");
