/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/foreign/parts/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json_read.h"
#include "base/num.h"
#include "base/text.h"
#include "base/vec.h"
#include "format/foreign/parts/paths.h"
#include "model/joined/texts.h"

enum { REASON_BYTES = 300 };

static const double mean_tolerance = 0.01; /* beyond rounding */

/* The repetitions that came last, all of one benchmark. */
struct google_run {
	const char *benchmark; /* NULL: there are none */
	double sum_ns;
	size_t n;
	/* names, and those with what tells two of a name apart; how many of those a name has, and which it is */
	struct as_labels names, instances;
	uint32_t *of_name, *which;
	size_t cap_names, cap_instances;
};

/* One object of "benchmarks" while it is read. */
struct google_row {
	struct as_text name, run_name, failed;
	bool iteration, mean, named, is_failed, is_skipped;
	double real, cpu, scale;
	int64_t n, family, instance; /* -1: it does not say */
	size_t first; /* its values among those of all */
};

static double take_number(struct as_json_reader *r, struct as_rows *out)
{
	const bool text = as_json_peek(r) == AS_JSON_STRING;
	const double v = as_path_number(r);

	out->n_none += text && isnan(v);
	return v;
}

static void take_text(struct as_json_reader *r, struct as_text *out)
{
	as_text_clear(out);
	as_text_add(out, as_json_read_string(r, NULL));
}

/* A number under a name of the user's, or one that the library has worked out. */
static void take_counter(struct as_json_reader *r, const char *key, struct as_rows *out)
{
	const bool bytes = !strcmp(key, "bytes_per_second"),
		   items = !strcmp(key, "items_per_second");
	struct as_text name = {0};

	as_text_add(&name, key);
	const double v = take_number(r, out);
	if (!as_json_failed(r) &&
		(name.failed || !as_rows_value(out, as_text_str(&name), v,
					bytes   ? "B/s"
					: items ? "items/s"
						: "count",
					bytes || items ? AS_BETTER_MORE : AS_BETTER_NEITHER)))
		as_json_no_memory(r);
	as_text_release(&name);
}

static void take_unit(struct as_json_reader *r, struct google_row *row)
{
	const char *unit = as_json_read_string(r, NULL);

	row->scale = as_time_unit_ns(unit, strlen(unit));
	if (!as_json_failed(r) && !(row->scale > 0))
		as_json_bad(r, "'%.20s' is no unit of time: expected ns, us, ms or s", unit);
}

/* Members that are not numbers of the user's. */
enum google_member {
	GOOGLE_NAME,
	GOOGLE_RUN_NAME,
	GOOGLE_RUN_TYPE,
	GOOGLE_UNIT,
	GOOGLE_ITERATIONS,
	GOOGLE_REAL,
	GOOGLE_CPU,
	GOOGLE_FAILED,
	GOOGLE_SKIPPED,
	GOOGLE_FAMILY,
	GOOGLE_INSTANCE,
	GOOGLE_WHY,
	GOOGLE_AGGREGATE,
	GOOGLE_FIT,
	GOOGLE_BOOKKEEPING, /* numbers that say nothing of the speed */
	GOOGLE_COUNTER,
};

static const struct {
	const char *key;
	size_t length;
	enum google_member is;
} members[] = {
#define MEMBER(key, is) {key, sizeof key - 1, GOOGLE_##is}
	MEMBER("name", NAME),
	MEMBER("family_index", FAMILY),
	MEMBER("per_family_instance_index", INSTANCE),
	MEMBER("run_name", RUN_NAME),
	MEMBER("run_type", RUN_TYPE),
	MEMBER("repetitions", BOOKKEEPING),
	MEMBER("repetition_index", BOOKKEEPING),
	MEMBER("threads", BOOKKEEPING),
	MEMBER("iterations", ITERATIONS),
	MEMBER("real_time", REAL),
	MEMBER("cpu_time", CPU),
	MEMBER("time_unit", UNIT),
	MEMBER("error_occurred", FAILED),
	MEMBER("skipped", SKIPPED),
	MEMBER("error_message", WHY),
	MEMBER("skip_message", WHY),
	MEMBER("aggregate_name", AGGREGATE),
	MEMBER("big_o", FIT),
	MEMBER("rms", FIT),
#undef MEMBER
};

static enum google_member member_of(const char *key)
{
	const size_t n = strlen(key);

	for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
		if (members[i].length == n && !memcmp(members[i].key, key, n))
			return members[i].is;
	return GOOGLE_COUNTER;
}

static void take_aggregate(struct as_json_reader *r, struct google_row *row)
{
	row->iteration = false;
	if (as_json_peek(r) == AS_JSON_STRING)
		row->mean = !strcmp(as_json_read_string(r, NULL), "mean");
	else
		as_json_skip(r);
}

static bool is_per_second(const char *key)
{
	return !strcmp(key, "bytes_per_second") || !strcmp(key, "items_per_second");
}

static void take_member(struct as_json_reader *r, const char *key, struct google_row *row,
	struct as_rows *out)
{
	switch (member_of(key)) {
	case GOOGLE_NAME: take_text(r, &row->name); break;
	case GOOGLE_RUN_NAME: take_text(r, &row->run_name); break;
	case GOOGLE_RUN_TYPE:
		row->iteration = !strcmp(as_json_read_string(r, NULL), "iteration");
		break;
	case GOOGLE_UNIT: take_unit(r, row); break;
	case GOOGLE_ITERATIONS: row->n = as_json_read_int(r, 0, INT64_MAX); break;
	case GOOGLE_REAL: row->real = take_number(r, out); break;
	case GOOGLE_CPU: row->cpu = take_number(r, out); break;
	case GOOGLE_SKIPPED: row->is_skipped = as_json_read_bool(r) || row->is_skipped; break;
	case GOOGLE_FAMILY: row->family = as_json_read_int(r, 0, INT64_MAX); break;
	case GOOGLE_INSTANCE: row->instance = as_json_read_int(r, 0, INT64_MAX); break;
	case GOOGLE_FAILED: row->is_failed = as_json_read_bool(r) || row->is_failed; break;
	case GOOGLE_WHY: take_text(r, &row->failed); break;
	case GOOGLE_AGGREGATE: take_aggregate(r, row); break;
	case GOOGLE_FIT:
		row->iteration = false;
		as_json_skip(r);
		break;
	case GOOGLE_BOOKKEEPING: as_json_skip(r); break;
	case GOOGLE_COUNTER:
		if (as_json_peek(r) == AS_JSON_NUMBER ||
			(as_json_peek(r) == AS_JSON_STRING && is_per_second(key)))
			take_counter(r, key, out);
		else
			as_json_skip(r);
		break;
	}
}

/* A mean of all repetitions, which are those that came last: whether it is theirs. */
static void check_mean(const struct google_row *row, const struct google_run *run,
	struct as_rows *out)
{
	const double said_ns = row->real * row->scale, own_ns = run->sum_ns / (double)run->n;

	if (!row->mean || !run->benchmark ||
		strcmp(as_text_str(&row->run_name), run->benchmark) != 0 ||
		run->n != (size_t)row->n || !isfinite(said_ns) ||
		fabs(said_ns - own_ns) <= mean_tolerance * own_ns)
		return;
	if (!out->n_odd_means++)
		out->odd_mean = (struct as_row_mean){run->benchmark, said_ns, own_ns, run->n};
}

static void count_repetition(const struct as_row *row, struct google_run *run)
{
	if (!run->benchmark || strcmp(run->benchmark, row->benchmark) != 0)
		run->n = 0;
	run->sum_ns = run->n ? run->sum_ns : 0;
	run->benchmark = row->benchmark;
	run->sum_ns += row->ns;
	run->n++;
}

/* Benchmarks of one name are told apart by their families: the second is "NAME (2)". False when out of memory. */
static bool name_row(struct google_run *run, struct as_rows *out, struct as_row *to,
	const char *name, const struct google_row *row)
{
	struct as_text t = {0};
	uint32_t number = 0, instance = 0;
	const size_t before = run->instances.n;

	if (row->family < 0)
		return as_rows_rename(out, to, name, strlen(name));
	as_text_addf(&t, "%s\n%lld\n%lld", name, (long long)row->family, (long long)row->instance);
	bool well = !t.failed && as_labels_add(&run->names, name, strlen(name), &number) &&
		as_labels_add(&run->instances, as_text_str(&t), t.len, &instance);
	const size_t had = run->cap_names;
	well = well &&
		as_grow(&run->of_name, &run->cap_names, run->names.n, sizeof *run->of_name) &&
		as_grow(&run->which, &run->cap_instances, run->instances.n, sizeof *run->which);
	if (well && run->cap_names > had)
		memset(run->of_name + had, 0, (run->cap_names - had) * sizeof *run->of_name);
	if (well && run->instances.n > before)
		run->which[instance] = ++run->of_name[number];
	as_text_clear(&t);
	if (well && run->which[instance] > 1)
		as_text_addf(&t, "%s (%u)", name, run->which[instance]);
	else
		as_text_add(&t, name);
	well = well && !t.failed && as_rows_rename(out, to, as_text_str(&t), t.len);
	as_text_release(&t);
	return well;
}

/* cpu_time is in the unit that may come behind it. */
static void finish_row(
	struct as_json_reader *r, struct google_row *row, struct google_run *run,
	struct as_rows *out)
{
	struct as_row *to = &out->v[out->n - 1];
	const char *name = as_text_str(row->run_name.len ? &row->run_name : &row->name);
	const char *why =
		row->failed.len ? as_text_str(&row->failed)
		: row->is_skipped ? "" : "an error without a message";

	if (as_json_failed(r))
		return;
	if (!row->iteration || !*name) {
		if (row->iteration)
			as_json_bad(r, "a benchmark without a name");
		check_mean(row, run, out);
		out->n_values = to->value;
		out->n--;
		return;
	}
	if (strlen(name) > AS_ROWS_NAME_BYTES) {
		as_json_bad(r, "a benchmark with a name of more than %d bytes", AS_ROWS_NAME_BYTES);
		return;
	}
	const bool named = name_row(run, out, to, name, row);
	to->n = row->n > 0 ? row->n : 1;
	to->skipped = row->is_skipped && !row->is_failed;
	row->is_failed = row->is_failed || row->is_skipped;
	if (row->is_failed)
		to->failed = as_arena_strndup(&out->arena, why, strnlen(why, REASON_BYTES));
	else
		to->ns = row->real * row->scale;
	if (!named || (row->is_failed && !to->failed) ||
		!as_rows_value(out, "cpu_time", row->cpu * row->scale, "ns", AS_BETTER_LESS))
		as_json_no_memory(r);
	else if (!row->is_failed && !(to->ns >= 0 && isfinite(to->ns)))
		as_json_bad(r, "a benchmark whose real_time is no time");
	else if (!row->is_failed)
		count_repetition(to, run);
}

static void read_row(struct as_json_reader *r, struct google_run *run, struct as_rows *out)
{
	struct google_row row = {.iteration = true,
		.real = (double)NAN,
		.cpu = (double)NAN,
		.scale = 1,
		.family = -1,
		.instance = -1,
		.n = 1};
	const char *key;

	if (!as_rows_add(out, "")) {
		as_json_no_memory(r);
		return;
	}
	as_json_enter(r, '{');
	while (as_json_member(r, &key))
		take_member(r, key, &row, out);
	if (row.name.failed || row.run_name.failed || row.failed.failed)
		as_json_no_memory(r);
	finish_row(r, &row, run, out);
	as_text_release(&row.name);
	as_text_release(&row.run_name);
	as_text_release(&row.failed);
}

/* Another number of processors is another machine; another build of the library another environment. */
static void take_machine(struct as_json_reader *r, struct as_rows *out, bool processors)
{
	char text[40] = "";

	if (as_json_peek(r) == AS_JSON_NUMBER)
		snprintf(text, sizeof text, "%.6g CPUs", as_json_read_double(r));
	else if (as_json_peek(r) == AS_JSON_STRING)
		snprintf(text, sizeof text, "%s", as_json_read_string(r, NULL));
	else
		as_json_skip(r);
	bool well = !*text ||
		as_rows_fact(out, processors ? AS_FACT_MACHINE : AS_FACT_ENVIRONMENT,
			processors ? "num_cpus" : "library_build_type", text);
	if (well && !processors && !strcmp(text, "debug"))
		well = as_rows_remark(out, AS_GOOGLE_DEBUG);
	if (!well)
		as_json_no_memory(r);
}

static void read_context(struct as_json_reader *r, struct as_rows *out)
{
	const char *key;

	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		const char **to = !strcmp(key, "date")         ? &out->date
				  : !strcmp(key, "host_name")  ? &out->host
				  : !strcmp(key, "executable") ? &out->program
							       : NULL;
		if (!to && (!strcmp(key, "num_cpus") || !strcmp(key, "library_build_type"))) {
			take_machine(r, out, !strcmp(key, "num_cpus"));
			continue;
		}
		if (!to || as_json_peek(r) != AS_JSON_STRING) {
			as_json_skip(r);
			continue;
		}
		*to = as_arena_strdup(&out->arena, as_json_read_string(r, NULL));
		if (!*to)
			as_json_no_memory(r);
	}
}

static void read_document(struct as_json_reader *r, struct as_rows *out)
{
	struct google_run run = {0};
	bool any = false;
	const char *key;

	as_json_enter(r, '{');
	while (as_json_member(r, &key)) {
		if (!strcmp(key, "context")) {
			read_context(r, out);
		} else if (!strcmp(key, "benchmarks")) {
			any = true;
			as_json_enter(r, '[');
			while (as_json_element(r))
				read_row(r, &run, out);
		} else {
			as_json_skip(r);
		}
	}
	as_labels_release(&run.names);
	as_labels_release(&run.instances);
	free(run.of_name);
	free(run.which);
	as_json_read_end(r);
	if (!any && !as_json_failed(r))
		as_json_bad(r, "it has no list of benchmarks");
}

enum as_status as_google_rows(
	const struct as_source *from, struct as_rows *out, struct as_err *err)
{
	struct as_json_reader *r = as_json_reader_new(from, "its JSON");

	if (!r) {
		as_rows_release(out);
		return as_fail_memory(err);
	}
	as_json_lenient(r);
	read_document(r, out);
	out->unused = as_arena_strdup(&out->arena, as_json_left(r));
	if (!out->unused)
		as_json_no_memory(r);
	enum as_status st = as_json_reader_finish(r, err);
	as_json_reader_free(r);
	if (st)
		as_rows_release(out);
	return st;
}
