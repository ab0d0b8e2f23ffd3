/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reporter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/vec.h"
#include "model/kept/subject.h"
#include "run/reporter/report_parse.h"

/* Longer than any duration the store takes: 10^4 days, as as_parse_duration. */
#define MAX_NS 86400e13

enum { SHOWN_BYTES = 80 };

/* Scale to ns of a unit of time the protocol knows, else 0. `m` is none: metres or minutes? */
static double report_time_unit(const char *unit)
{
	double scale = 1;

	return strcmp(as_unit_kept(unit, &scale), "ns") != 0 ? 0 : scale;
}

struct iteration {
	struct as_report_iteration at;
	const char *benchmark;
};

static enum as_status negative(const struct as_report_parser *p, double v, const char *unit,
	struct as_err *err)
{
	char found[64];

	snprintf(found, sizeof found, "the negative time %g %s", v, unit);
	return as_report_odd(p, err, found, "0 or more; the clock it was read from went backwards");
}

static enum as_status read_time(struct as_report_parser *p, char **rest, struct iteration *it,
	struct as_err *err)
{
	double v = 0;
	char *unit = NULL;
	enum as_status st = as_report_number(p, rest, &v, &unit, err);

	if (st)
		return st;
	double scale = report_time_unit(unit);
	if (!(scale > 0))
		return as_report_bad(p, err, unit, "a unit of time: ns, us, ms, s, min or h");
	if (!(v >= 0))
		return negative(p, v, unit, err);
	if (!(v * scale <= MAX_NS))
		return as_report_odd(p, err, "a time of over 10000 days", "a shorter one");
	it->at.ns = v * scale;
	return AS_OK;
}

/* n=, t= and benchmark=, each at most once, in any order. */
static enum as_status read_option(struct as_report_parser *p, char *word, struct iteration *it,
	struct as_err *err)
{
	if (!strncmp(word, "n=", 2)) {
		if (it->at.ops || !as_parse_i64(word + 2, 1, INT64_MAX, &it->at.ops))
			return as_report_bad(p, err, word, "one n= with a whole number from 1");
	} else if (!strncmp(word, "t=", 2)) {
		if (it->at.end_ns || !as_parse_i64(word + 2, 1, INT64_MAX, &it->at.end_ns))
			return as_report_bad(p, err, word,
				"one t= with CLOCK_MONOTONIC in ns, a whole number from 1");
	} else if (!strncmp(word, "benchmark=", 10)) {
		if (it->benchmark || !word[10])
			return as_report_bad(p, err, word, "one benchmark= with a name");
		it->benchmark = word + 10;
	} else {
		return as_report_bad(p, err, word, "n=, t=, benchmark= or the end of the line");
	}
	return AS_OK;
}

/* One benchmark a program: the first iteration says which. */
static enum as_status check_benchmark(struct as_report_parser *p, const char *name,
	struct as_err *err)
{
	struct as_report *r = &p->report;

	if (!r->n) {
		r->benchmark = as_arena_strdup(&r->arena, name);
		return name && !r->benchmark ? as_fail_memory(err) : AS_OK;
	}
	if (r->benchmark == name || (r->benchmark && name && !strcmp(r->benchmark, name)))
		return AS_OK;
	return as_fail(err, AS_ERR_DATA,
		"line %zu%s%s: iterations of benchmark '%.*s' follow those of '%.*s': a command "
		"can report one benchmark, so let the program run one of them at a time",
		p->line, *p->file ? " of " : "", p->file, SHOWN_BYTES,
		name ? name : "(without a name)", SHOWN_BYTES,
		r->benchmark ? r->benchmark : "(without a name)");
}

static enum as_status iteration_line(struct as_report_parser *p, enum as_role role, char *rest,
	struct as_err *err)
{
	struct iteration it = {0};
	enum as_status st = read_time(p, &rest, &it, err);
	char *word;

	while (!st && (word = as_report_word(&rest)))
		st = read_option(p, word, &it, err);
	if (st)
		return st;
	if (p->report.sections[p->report.n_sections - 1].n_runs)
		return as_report_odd(p, err, "an iteration behind `values`",
			"iterations before them, or none");
	if (it.at.end_ns && it.at.end_ns < p->last_t)
		return as_report_odd(p, err, "a t= before that of an earlier iteration",
			"iterations in the order of their ends: the clock went backwards");
	p->last_t = it.at.end_ns ? it.at.end_ns : p->last_t;
	st = check_benchmark(p, it.benchmark, err);
	return st ? st : as_report_add_iteration(p, &it.at, role, err);
}

/* `assay 1` begins what one process wrote. */
static enum as_status header_line(struct as_report_parser *p, char *rest, struct as_err *err)
{
	static const char first_line[] = "version 1 of the reporter protocol, the line 'assay 1'";
	struct as_report *r = &p->report;
	char *version = as_report_word(&rest);

	if (!version || strcmp(version, "1") != 0 || as_report_word(&rest))
		return version
			? as_report_bad(p, err, version, first_line)
			: as_report_odd(p, err, "the end of the line", first_line);
	if (r->n_sections == AS_REPORT_MAX_SECTIONS)
		return as_report_odd(p, err, "another header",
			"at most 4096 processes that report");
	struct as_report_section s = {
		.file = p->file, .line = p->line, .iteration = r->n, .value = r->n_values,
		.run = r->runs.n};
	if (!AS_PUSH(r->sections, r->n_sections, r->cap_sections, s))
		return as_fail_memory(err);
	p->in_section = true;
	p->last_t = 0;
	return AS_OK;
}

static enum as_status failed_line(struct as_report_parser *p, const char *rest, struct as_err *err)
{
	rest += strspn(rest, " \t");
	if (p->report.failed)
		return AS_OK;
	p->report.failed = as_arena_strdup(&p->report.arena, *rest ? rest : "it did not say why");
	return p->report.failed ? AS_OK : as_fail_memory(err);
}

static enum as_status read_line(struct as_report_parser *p, char *line, struct as_err *err)
{
	char *rest = line, *word = as_report_word(&rest);

	if (!word)
		return AS_OK;
	if (!strcmp(word, "assay"))
		return header_line(p, rest, err);
	if (!p->in_section)
		return as_report_bad(p, err, word, "the header 'assay 1' before anything else");
	if (!strcmp(word, "iteration"))
		return iteration_line(p, AS_ROLE_MEASURED, rest, err);
	if (!strcmp(word, "warmup"))
		return iteration_line(p, AS_ROLE_WARMUP, rest, err);
	if (!strcmp(word, "value"))
		return as_report_metric_line(p, AS_LEVEL_ITERATION, rest, err);
	if (!strcmp(word, "values"))
		return as_report_values_line(p, rest, err);
	if (!strcmp(word, "execution"))
		return as_report_metric_line(p, AS_LEVEL_EXECUTION, rest, err);
	if (!strcmp(word, "build"))
		return as_report_metric_line(p, AS_LEVEL_BUILD, rest, err);
	if (!strcmp(word, "failed"))
		return failed_line(p, rest, err);
	return as_report_bad(p, err, word,
		"iteration, warmup, value, values, execution, build or failed");
}

/* The line that begins at bytes, or *used 0 if it is not whole yet. */
static enum as_status feed_line(struct as_report_parser *p, const char *bytes, size_t n, bool last,
	size_t *used, struct as_err *err)
{
	char line[AS_REPORT_LINE_BYTES + 1];
	const char *end = memchr(bytes, '\n', n);
	const size_t length = end ? (size_t)(end - bytes) : n;

	*used = 0;
	if (!end && !last && length < AS_REPORT_LINE_BYTES)
		return AS_OK;
	p->line++;
	if (length >= AS_REPORT_LINE_BYTES)
		return as_report_odd(p, err, "a line of over 4096 bytes", "shorter ones");
	memcpy(line, bytes, length);
	line[length] = 0;
	p->unfinished = !end;
	if (strlen(line) < length)
		return as_report_odd(p, err, "a byte of value 0", "text");
	enum as_status st = read_line(p, line, err);
	/* Half of it may be a whole one: of 50 ms, 5 ms, or 50 m. */
	if (!st && p->unfinished && line[strspn(line, " \t\r")])
		st = as_report_odd(p, err, "the end of the file", "the end of the line");
	*used = length + (end != NULL);
	return st;
}

enum as_status as_report_parser_feed(struct as_report_parser *p, const char *bytes, size_t n,
	bool last, size_t *used, struct as_err *err)
{
	enum as_status st = AS_OK;
	size_t at = 0, step = 1;

	while (!st && step && (at < n || (last && p->coming.on))) {
		st = p->coming.on
			? as_report_values_feed(p, bytes + at, n - at, last, &step, err)
			: feed_line(p, bytes + at, n - at, last, &step, err);
		at += st ? 0 : step;
	}
	*used = at;
	return st;
}

void as_report_parser_begin(struct as_report_parser *p, const char *file)
{
	p->file = file;
	p->line = 0;
	p->in_section = false;
	p->unfinished = false;
	p->report.n_files++;
}

void as_report_drop(struct as_report *r, size_t drop)
{
	for (size_t i = 0; !r->n_warmup && i < r->n && i < drop; i++)
		r->role[i] = AS_ROLE_DROPPED;
}

void as_report_release(struct as_report *r)
{
	free(r->ns);
	free(r->role);
	free(r->end_ns);
	free(r->ops);
	free(r->metrics);
	free(r->values);
	for (size_t i = 0; i < r->runs.n; i++)
		free(r->runs.list[i].v);
	free(r->runs.list);
	free(r->sections);
	as_arena_release(&r->arena);
	*r = (struct as_report){0};
}

bool as_combine_parse(const char *word, enum as_combine *out)
{
	static const char *const words[] = {"sum", "max", "pool"};

	if (!word) {
		*out = AS_COMBINE_NONE;
		return true;
	}
	for (int i = 0; i < 3; i++)
		if (!strcmp(word, words[i])) {
			*out = (enum as_combine)(AS_COMBINE_SUM + i);
			return true;
		}
	return false;
}
