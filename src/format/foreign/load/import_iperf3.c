/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of iperf3: each interval is an iteration, in bits a second; those that are omitted
 * warm up. */
#include "format/foreign/parts/paths.h"

/* What -O omits is not to be counted: it is the warm-up. */
static void close_interval(struct as_path_reading *d, uint32_t interval)
{
	const struct as_trait *rate = as_gather_said(d->g, interval, AS_TRAIT_CENTRE, "");
	const bool omitted = as_gather_said(d->g, interval, AS_TRAIT_SKIPPED, "");

	if (rate)
		as_gather_value(d->g, d->scope, rate->number, 0,
			omitted ? AS_ROLE_WARMUP : AS_ROLE_MEASURED);
}

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_subject},
	{.path = "$.start.test_start.protocol", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.start.test_start.num_streams",
		.takes = as_take_parameter,
		.name = "num_streams",
		.unit = "1"},
	{.path = "$.start.test_start.reverse",
		.takes = as_take_parameter,
		.name = "reverse",
		.unit = "0"},
	{.path = "$.intervals.[]", .opens = as_open_group, .closes = close_interval},
	{.path = "$.intervals.[].sum.bits_per_second",
		.takes = as_take_trait,
		.trait = AS_TRAIT_CENTRE},
	{.path = "$.intervals.[].sum.omitted", .takes = as_take_skipped},
	{.path = "$.error", .takes = as_take_failed, .name = "iperf3 reports an error"},
	{.path = "$.start.version",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "version"},
	{.path = "$.start.system_info",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "system"},
};

static const struct as_paths paths = {
	.tool = "iperf3",
	.has = {"$.start.version", "$.intervals"},
	.unit = "bit/s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(iperf3, "JSON of iperf3", ".json");
