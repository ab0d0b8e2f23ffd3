/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of fio: latencies, rates and percentiles of each direction of each job, of one run. A
 * direction that was not used has zeros. */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "format/foreign/parts/paths.h"

#define JOB "$.jobs.[]"

static void take_used(struct as_path_reading *d, const struct as_path_row *row)
{
	const bool text = as_json_peek(d->r) == AS_JSON_STRING;
	const double v = as_path_number(d->r);

	if (text && isnan(v))
		as_gather_none(d->g);
	if (!(v > 0))
		return;
	as_gather_named(d->g, d->scope,
		&(struct as_trait){
			.kind = row->trait, .name = row->name, .text = row->unit, .number = v});
}

/* "99.900000" is p99.9. */
static void take_percentile(struct as_path_reading *d, const struct as_path_row *row)
{
	char name[32];
	double p = 0;

	if (!as_parse_double(d->key, &p))
		p = 0;
	snprintf(name, sizeof name, "p%g", p);
	const bool text = as_json_peek(d->r) == AS_JSON_STRING;
	const double v = as_path_number(d->r);
	if (text && isnan(v))
		as_gather_none(d->g);
	as_gather_named(d->g, d->scope,
		&(struct as_trait){
			.kind = AS_TRAIT_METRIC, .name = name, .text = row->unit, .number = v});
}

#define DIRECTION(at) \
	{.path = at, .opens = as_open_named}, \
		{.path = at ".clat_ns.mean", .takes = take_used, .trait = AS_TRAIT_CENTRE}, \
		{.path = at ".clat_ns.percentile.*", .takes = take_percentile, .unit = "ns"}, \
		{.path = at ".iops", \
			.takes = take_used, \
			.trait = AS_TRAIT_METRIC, \
			.name = "iops", \
			.unit = "ops/s"}, \
	{ \
		.path = at ".bw_bytes", .takes = take_used, .trait = AS_TRAIT_METRIC, \
		.name = "bandwidth", .unit = "bytes/s" \
	}

static const struct as_path_row rows[] = {
	{.path = JOB, .opens = as_open_group},
	{.path = JOB ".jobname", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = JOB ".error", .takes = as_take_failed, .name = "fio reports an error"},
	DIRECTION(JOB ".read"),
	DIRECTION(JOB ".write"),
	DIRECTION(JOB ".trim"),
	{.path = "$.fio version", .takes = as_take_trait, .trait = AS_TRAIT_FACT, .name = "fio"},
};

static const struct as_paths paths = {
	.tool = "fio",
	.has = {"$.fio version"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "ns",
	.after_text = true,
};

AS_PATHS_FORMAT(fio, "JSON of fio", ".json");
