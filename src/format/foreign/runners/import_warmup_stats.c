/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV of warmup_stats: a line a process execution, its number, its benchmark, and all its iterations
 * from the first on, in s; or the word crash. Lines may be of any length and in any order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "format/foreign/parts/gather.h"
#include "format/native/data.h"
#include "format/table/csv.h"
#include "model/joined/rows.h"

enum { FIRST = 2, SURE = 95 };

static int probe(const struct as_head *head)
{
	const char *bytes = head->bytes;
	const size_t n = head->n;
	static const char first[] = "process_exec_num,bench_name,0";

	return n >= sizeof first - 1 && !memcmp(bytes, first, sizeof first - 1) ? SURE : 0;
}

static void copy_field(const struct as_csv *c, size_t i, char out[AS_ROWS_NAME_BYTES + 1])
{
	const struct as_csv_field *f = &c->field[i];

	snprintf(out, AS_ROWS_NAME_BYTES + 1, "%.*s",
		(int)(f->n < AS_ROWS_NAME_BYTES ? f->n : AS_ROWS_NAME_BYTES), f->s);
}

static enum as_status take_line(struct as_csv *c, struct as_gather *g, struct as_err *err)
{
	char s[AS_ROWS_NAME_BYTES + 1];
	double v;

	if (c->n <= FIRST)
		return as_csv_bad(c, SIZE_MAX, err, "it has no iteration");
	copy_field(c, 1, s);
	const uint32_t subject = as_gather_find(g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, s);
	copy_field(c, 0, s);
	const uint32_t execution = as_gather_find(g, AS_SCOPE_EXECUTION, subject, s);
	copy_field(c, FIRST, s);
	if (!strcmp(s, "crash")) {
		as_gather_text(g, execution, AS_TRAIT_FAILED, "it crashed");
		return AS_OK;
	}
	for (size_t i = FIRST; i < c->n; i++) {
		copy_field(c, i, s);
		if (!as_parse_double(s, &v))
			return as_csv_bad(c, i, err, "expected a time in s, found '%.40s'", s);
		as_gather_value(g, execution, v, 0, AS_ROLE_MEASURED);
	}
	return AS_OK;
}

static enum as_status read_warmup_stats(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct as_gather_how how = {.tool = "warmup_stats", .unit = "s"};
	struct as_gather *g = as_gather_new();
	struct as_csv c;

	if (!g)
		return as_fail_memory(err);
	as_csv_init(&c, from, name);
	enum as_status st = as_csv_next(&c, err);
	while (!st && !(st = as_csv_next(&c, err)) && c.n)
		st = take_line(&c, g, err);
	if (!st) {
		as_csv_hash(&c, how.hash);
		st = as_gather_experiment(g, &how, name, out, err);
	}
	as_csv_release(&c);
	as_gather_free(g);
	return st;
}

const struct as_data_format as_data_warmup_stats = {
	.name = "warmup_stats",
	.summary = "CSV of warmup_stats",
	.extension = ".csv",
	.probe = probe,
	.read = read_warmup_stats,
};
