/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of Google Benchmark with --benchmark_report_aggregates_only: of each benchmark the mean of its
 * repetitions is all there is. */
#include <stdio.h>
#include <string.h>

#include "format/foreign/foreign.h"
#include "format/foreign/parts/harness.h"
#include "format/foreign/parts/paths.h"

static const char *said(const struct as_path_reading *d, uint32_t row, const char *name)
{
	const struct as_trait *t = as_gather_said(d->g, row, AS_TRAIT_ROW, name);

	return t && t->text ? t->text : "";
}

static void close_row(struct as_path_reading *d, uint32_t row)
{
	const char *name = said(d, row, "run_name");
	const struct as_trait *time = as_gather_said(d->g, row, AS_TRAIT_CENTRE, "");

	if (strcmp(said(d, row, "aggregate_name"), "mean") != 0 || !*name ||
		!time)
		return;
	const uint32_t subject = as_gather_find(d->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, name);
	as_gather_text(d->g, subject, AS_TRAIT_UNIT, said(d, row, "time_unit"));
	as_gather_number(d->g, subject, AS_TRAIT_CENTRE, time->number);
}

static void take_processors(struct as_path_reading *d, const struct as_path_row *row)
{
	char text[40];

	(void)row;
	snprintf(text, sizeof text, "%.6g CPUs", as_path_number(d->r));
	as_gather_named(d->g, AS_SCOPE_TOP,
		&(struct as_trait){.kind = AS_TRAIT_PROCESSOR, .name = "num_cpus", .text = text});
}

/* A library without optimisation, as the tool itself warns of. */
static void take_build(struct as_path_reading *d, const struct as_path_row *row)
{
	char type[32];

	(void)row;
	as_path_text(d, type, sizeof type);
	as_gather_named(d->g, AS_SCOPE_TOP,
		&(struct as_trait){.kind = AS_TRAIT_ENVIRONMENT,
			.name = "library_build_type",
			.text = type});
	if (!strcmp(type, "debug"))
		as_gather_remark(d->g, AS_GOOGLE_DEBUG);
}

#define PART(word) \
	{.path = "$.benchmarks.[]." word, \
		.takes = as_take_trait, \
		.trait = AS_TRAIT_ROW, \
		.name = word}

static const struct as_path_row rows[] = {
	{.path = "$.benchmarks.[]", .opens = as_open_group, .closes = close_row},
	PART("run_name"),
	PART("aggregate_name"),
	{.path = "$.benchmarks.[].real_time", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	PART("time_unit"),
	{.path = "$.context.date", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
	{.path = "$.context.host_name", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.context.num_cpus", .takes = take_processors},
	{.path = "$.context.library_build_type", .takes = take_build},
	{.path = "$.context.executable", .takes = as_take_trait, .trait = AS_TRAIT_PROGRAM},
};

static const struct as_paths paths = {
	.tool = "google-benchmark",
	.has = {"$.context.num_cpus|$.context.library_build_type",
		"$.benchmarks.[].aggregate_name"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

/* Repetitions stand before what is made of them. */
static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	static const char one[] = "\"iteration\"";

	return as_paths_probe(&paths, head) && !memmem(bytes, n, one, sizeof one - 1) ? 95 : 0;
}

static enum as_status read_means(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	return as_paths_read(&paths, from, name, out, err);
}

const struct as_data_format as_data_google_means = {
	.name = "google_means",
	.summary = "JSON of Google Benchmark, aggregates only",
	.extension = ".json",
	.probe = probe,
	.read = read_means,
};
