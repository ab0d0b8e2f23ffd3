/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reported_benchmarks.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/vec.h"
#include "model/kept/subject.h"

enum { SHOWN = 80 };

/* ---- choosing one ---- */

/* A name in a regular expression that fits it alone. */
static void add_literal(struct as_text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (strchr("\\^$.|?*+()[]{}", s[i]))
			as_text_char(t, '\\');
		as_text_char(t, s[i]);
	}
}

/* Go splits its pattern at slashes. What was taken for the number of processors at the end of a
 * name may be a part of it. */
static void add_go_pattern(struct as_text *t, const char *name)
{
	for (const char *part = name; part; ) {
		const char *slash = strchr(part, '/');
		as_text_char(t, '^');
		add_literal(t, part, slash ? (size_t)(slash - part) : strlen(part));
		as_text_add(t, slash ? "$/" : "(-[0-9]+)?$");
		part = slash ? slash + 1 : NULL;
	}
}

static const char *kept(struct as_text *t, struct as_arena *a)
{
	const char *s = t->failed ? NULL : as_arena_strdup(a, as_text_str(t));

	as_text_release(t);
	return s;
}

static bool select_google(const struct as_command *c, struct as_arena *a, const char **env)
{
	struct as_text t = {0};

	as_text_add(&t, "BENCHMARK_FILTER=^");
	add_literal(&t, c->benchmark, strlen(c->benchmark));
	as_text_char(&t, '$');
	env[0] = kept(&t, a);
	env[1] = "BENCHMARK_OUT_FORMAT=json";
	return env[0] != NULL;
}

static bool select_go(const struct as_command *c, const char *const *argv, struct as_arena *a,
	const char *const **words)
{
	struct as_text t = {0};
	size_t n = 0;

	while (argv[n])
		n++;
	const char **v = as_arena_array(a, n + 3, sizeof *v);
	if (!v)
		return false;
	memcpy(v, argv, n * sizeof *v);
	as_text_add(&t, "-test.bench=");
	add_go_pattern(&t, c->benchmark);
	v[n] = "-test.run=^$";
	v[n + 1] = kept(&t, a);
	*words = v;
	return v[n + 1] != NULL;
}

bool as_benchmark_select(const struct as_command *c, const char *const *argv, struct as_arena *a,
	const char *env[static AS_SELECT_VARIABLES + 1], const char *const **words)
{
	memset(env, 0, (AS_SELECT_VARIABLES + 1) * sizeof *env);
	*words = NULL;
	if (!c->benchmark)
		return true;
	if (c->speaks == AS_SPEAKS_GOOGLE)
		return select_google(c, a, env);
	if (c->speaks == AS_SPEAKS_GO_TEST)
		return select_go(c, argv, a, words);
	env[0] = as_arena_printf(a, "ASSAY_BENCHMARK=%s", c->benchmark);
	return env[0] != NULL;
}

/* ---- what was told of it ---- */

static enum as_status read_all(const char *path, struct as_text *out, struct as_err *err)
{
	char piece[65536];
	struct stat sb;
	ssize_t got = 1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return errno == ENOENT
			? as_fail(err, AS_ERR_DATA, "it has written no results")
			: as_fail(err, AS_ERR_DATA, "its results in '%s' cannot be read (%s)", path,
				  strerror(errno));
	if (fstat(fd, &sb) || !S_ISREG(sb.st_mode) || sb.st_size > (off_t)AS_REPORT_MAX_BYTES) {
		close(fd);
		return as_fail(err, AS_ERR_DATA,
			"its results are no regular file of at most %zu MiB",
			AS_REPORT_MAX_BYTES >> 20);
	}
	while (got > 0 && out->len <= AS_REPORT_MAX_BYTES) {
		got = read(fd, piece, sizeof piece);
		as_text_add_n(out, piece, got > 0 ? (size_t)got : 0);
	}
	close(fd);
	return as_text_finish(out, err);
}

/* The number of a metric of the report, added where it is new. */
static enum as_status metric_of(struct as_report *r, const struct as_row_value *v, size_t *out,
	struct as_err *err)
{
	struct as_report_metric m = {.metric = {.name = as_arena_strdup(&r->arena, v->name),
		.unit = as_arena_strdup(&r->arena, v->unit), .better = v->better,
		.level = AS_LEVEL_ITERATION}, .value = (double)NAN};

	for (size_t i = 0; i < r->n_metrics; i++)
		if (!strcmp(r->metrics[i].metric.name, v->name)) {
			*out = i;
			return AS_OK;
		}
	if (r->n_metrics == AS_REPORT_MAX_METRICS)
		return as_fail(err, AS_ERR_DATA, "it has more than %d numbers of its own",
			AS_REPORT_MAX_METRICS);
	if (!m.metric.name || !m.metric.unit ||
		!AS_PUSH(r->metrics, r->n_metrics, r->cap_metrics, m))
		return as_fail_memory(err);
	*out = r->n_metrics - 1;
	return AS_OK;
}

static enum as_status add_row(struct as_report *r, const struct as_rows *rows,
	const struct as_row *row, struct as_err *err)
{
	size_t n = r->n;
	enum as_status st = AS_OK;

	if (!as_grow(&r->role, &r->cap_role, n + 1, sizeof *r->role) ||
		!as_grow(&r->ops, &r->cap_ops, n + 1, sizeof *r->ops) ||
		!AS_PUSH(r->ns, r->n, r->cap_ns, row->ns))
		return as_fail_memory(err);
	r->role[n] = AS_ROLE_MEASURED;
	r->ops[n] = row->n;
	for (size_t i = 0; i < row->n_values && !st; i++) {
		const struct as_row_value *v = &rows->values[row->value + i];
		struct as_report_value value = {.value = v->value, .iteration = n};
		st = metric_of(r, v, &value.metric, err);
		if (!st && !AS_PUSH(r->values, r->n_values, r->cap_values, value))
			st = as_fail_memory(err);
	}
	return st;
}

/* With the number of processors behind it where none is called just so. */
static bool is_meant(const char *name, const char *benchmark, bool exact)
{
	return exact ? !strcmp(name, benchmark) : as_rows_is_of(name, benchmark);
}

static enum as_status make(const char *benchmark, const struct as_rows *rows,
	struct as_report *r, struct as_err *err)
{
	enum as_status st = AS_OK;
	bool exact = false;

	for (size_t i = 0; i < rows->n && benchmark; i++)
		exact = exact || !strcmp(rows->v[i].benchmark, benchmark);
	for (size_t i = 0; i < rows->n && !st; i++) {
		const struct as_row *row = &rows->v[i];
		if (benchmark && !is_meant(row->benchmark, benchmark, exact))
			continue;
		if (row->failed)
			return as_fail(err, AS_ERR_BENCH, "it reported: %.300s", row->failed);
		if (row->ns >= 0)
			st = add_row(r, rows, row, err);
	}
	if (!st && !r->n)
		st = as_fail(err, AS_ERR_DATA, "it has no result of its benchmark '%.*s'", SHOWN,
			benchmark ? benchmark : "");
	r->n_files = 1;
	return st;
}

enum as_status as_rows_report(const char *benchmark, as_rows_reader *read, const char *path,
	struct as_report *out, struct as_err *err)
{
	struct as_rows rows = {0};
	struct as_report r = {0};
	struct as_text t = {0};
	enum as_status st = read_all(path, &t, err);

	struct as_bytes all = {as_text_str(&t), t.len};
	const struct as_source from = as_source_of(&all);
	if (!st)
		st = read(&from, &rows, err);
	if (!st)
		st = make(benchmark, &rows, &r, err);
	as_text_release(&t);
	as_rows_release(&rows);
	if (st)
		as_report_release(&r);
	else
		*out = r;
	return st;
}
