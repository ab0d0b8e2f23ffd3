/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many numbers at once: a line that announces them, and the numbers behind it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/vec.h"
#include "histogram/hdr.h"
#include "run/reporter/report_parse.h"

/* Whole numbers up to here are doubles, too. */
#define EXACT (UINT64_C(1) << 53)

enum {
	WIDE = 8,                 /* bytes of a binary number */
	HISTOGRAM_BYTES = 1 << 25 /* base64 of more than what is unpacked of one */
};

static struct as_report_section *section_of(struct as_report_parser *p)
{
	return &p->report.sections[p->report.n_sections - 1];
}

static struct as_report_run *run_of(struct as_report_parser *p)
{
	return &p->report.runs.list[p->report.runs.n - 1];
}

/* ---- the announcement ---- */

static bool form_of(const char *word, enum as_report_form *out)
{
	static const char *const words[] = {[AS_FORM_TEXT] = "text", [AS_FORM_FLOAT64] = "float64",
		[AS_FORM_UINT64] = "uint64", [AS_FORM_HDR] = "hdr"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(word, words[i])) {
			*out = (enum as_report_form)i;
			return true;
		}
	return false;
}

/* [less|more] [as FORM] */
static enum as_status read_rest(struct as_report_parser *p, char *rest,
	struct as_report_metric_line *l, struct as_err *err)
{
	char *word = as_report_word(&rest), *form;

	if (word && as_report_better(word, &l->better)) {
		l->says_better = true;
		word = as_report_word(&rest);
	}
	if (!word)
		return AS_OK;
	if (strcmp(word, "as") != 0)
		return as_report_bad(p, err, word, "less, more, as or the end of the line");
	form = as_report_word(&rest);
	if (!form || !form_of(form, &p->coming.form) || as_report_word(&rest))
		return as_report_bad(p, err, form ? form : word,
			"as text, as float64, as uint64 or as hdr at the end of the line");
	return AS_OK;
}

static enum as_status read_announcement(struct as_report_parser *p, char *rest,
	struct as_report_metric_line *l, struct as_err *err)
{
	char *name = as_report_word(&rest), *number = as_report_word(&rest);
	char *unit = as_report_word(&rest);
	int64_t n = 0;

	if (!unit)
		return as_report_odd(p, err, "the end of the line", "values NAME N UNIT");
	if (as_metric_find(name))
		return as_report_bad(p, err, name, "another name: assay has a metric of that name");
	if (!as_parse_i64(number, 1, AS_REPORT_MAX_VALUES, &n))
		return as_report_bad(p, err, number,
			"how many numbers follow, a whole number from 1 to 100000000");
	p->coming = (struct as_report_coming){.announced = (size_t)n, .line = p->line, .scale = 1,
		.held = p->coming.held};
	l->name = name;
	l->unit = as_unit_kept(unit, &p->coming.scale);
	l->level = AS_LEVEL_ITERATION;
	l->better = strcmp(l->unit, "ns") ? AS_BETTER_NEITHER : AS_BETTER_LESS;
	return read_rest(p, rest, l, err);
}

/* Where numbers of this metric go on in the section: behind the last of them. */
static size_t next_iteration(struct as_report_parser *p, size_t metric)
{
	const struct as_report_section *s = section_of(p);

	for (size_t i = s->run + s->n_runs; i-- > s->run;)
		if (p->report.runs.list[i].metric == metric)
			return p->report.runs.list[i].iteration + p->report.runs.list[i].n;
	return s->iteration;
}

/* Iterations that have times have as many values: which of them another would belong to, nobody
 * knows. */
static enum as_status check_room(struct as_report_parser *p, size_t first, struct as_err *err)
{
	const struct as_report_section *s = section_of(p);
	char found[96];

	if (!s->n || isnan(p->report.ns[s->iteration]) ||
		p->coming.announced <= s->iteration + s->n - first)
		return AS_OK;
	snprintf(found, sizeof found, "%zu values behind %zu iterations",
		first - s->iteration + p->coming.announced, s->n);
	return as_report_odd(p, err, found,
		"one for each iteration, or no `iteration` lines at all");
}

static enum as_status check_total(struct as_report_parser *p, struct as_err *err)
{
	size_t all = p->coming.announced;

	for (size_t i = 0; i < p->report.runs.n; i++)
		all += p->report.runs.list[i].n;
	return all <= AS_REPORT_MAX_VALUES
		? AS_OK
		: as_report_odd(p, err, "over 100000000 values of an execution", "fewer");
}

enum as_status as_report_values_line(struct as_report_parser *p, char *rest, struct as_err *err)
{
	struct as_report *r = &p->report;
	struct as_report_metric_line l = {.name = "", .unit = ""};
	struct as_report_run run = {0};
	enum as_status st = read_announcement(p, rest, &l, err);

	if (!st)
		st = as_report_metric_of(p, &l, &run.metric, err);
	if (!st && section_of(p)->n_values)
		st = as_report_odd(p, err, "`values` behind a value", "one kind of them");
	if (!st)
		st = check_total(p, err);
	if (st)
		return st;
	run.iteration = next_iteration(p, run.metric);
	st = check_room(p, run.iteration, err);
	if (st)
		return st;
	if (!AS_PUSH(r->runs.list, r->runs.n, r->runs.cap, run))
		return as_fail_memory(err);
	section_of(p)->n_runs++;
	p->coming.on = true;
	return AS_OK;
}

/* ---- the numbers ---- */

static enum as_status add_value(struct as_report_parser *p, double v, struct as_err *err)
{
	struct as_report *r = &p->report;
	struct as_report_run *run = run_of(p);
	const struct as_report_iteration timeless = {.ns = (double)NAN};
	const bool is_time = !strcmp(r->metrics[run->metric].metric.unit, "ns");

	v *= p->coming.scale;
	if (!isfinite(v) || (is_time && !(v >= 0)))
		return as_report_odd(p, err,
			is_time && v < 0 ? "a negative time among the values"
					 : "a value that is no finite number",
			is_time ? "times of 0 or more" : "finite numbers");
	if (!AS_PUSH(run->v, run->n, run->cap, v))
		return as_fail_memory(err);
	p->coming.came++;
	p->coming.on = p->coming.came < p->coming.announced;
	return run->iteration + run->n <= r->n
		? AS_OK
		: as_report_add_iteration(p, &timeless, AS_ROLE_MEASURED, err);
}

static enum as_status missing(const struct as_report_parser *p, struct as_err *err)
{
	const struct as_report *r = &p->report;

	return as_fail(err, AS_ERR_DATA,
		"line %zu%s%s announces %zu values of %.60s, and %zu came: the program may have "
		"died while writing them",
		p->coming.line, *p->file ? " of " : "", p->file, p->coming.announced,
		r->metrics[r->runs.list[r->runs.n - 1].metric].metric.name, p->coming.came);
}

static enum as_status feed_text(struct as_report_parser *p, const char *bytes, size_t n,
	size_t *used, struct as_err *err)
{
	char line[AS_REPORT_LINE_BYTES], *rest = line, *word;
	const char *end = memchr(bytes, '\n', n);
	const size_t length = end ? (size_t)(end - bytes) : n;
	enum as_status st = AS_OK;
	double v;

	if (length >= AS_REPORT_LINE_BYTES) {
		p->line++;
		return as_report_odd(p, err, "a line of over 4096 bytes", "shorter ones");
	}
	if (!end)
		return AS_OK;
	p->line++;
	memcpy(line, bytes, length);
	line[length] = 0;
	if (strlen(line) < length)
		return as_report_odd(p, err, "a byte of value 0", "numbers");
	while (!st && p->coming.on && (word = as_report_word(&rest)))
		st = as_parse_double(word, &v) ? add_value(p, v, err)
					       : as_report_bad(p, err, word, "a finite number");
	*used = length + 1;
	word = st ? NULL : as_report_word(&rest);
	return word ? as_report_bad(p, err, word,
			      "the end of the line: all numbers announced are there")
		    : st;
}

static uint64_t little_endian(const char *from)
{
	uint64_t v = 0;

	for (size_t i = WIDE; i-- > 0;)
		v = v << 8 | (unsigned char)from[i];
	return v;
}

static enum as_status feed_binary(struct as_report_parser *p, const char *bytes, size_t n,
	size_t *used, struct as_err *err)
{
	const bool whole = p->coming.form == AS_FORM_UINT64;
	enum as_status st = AS_OK;
	size_t at = 0;

	/* With the last one goes its newline. */
	for (; !st && p->coming.on; at += WIDE) {
		const bool last = p->coming.came + 1 == p->coming.announced;
		if (n - at < WIDE + (size_t)last)
			break;
		const uint64_t bits = little_endian(bytes + at);
		double v;
		memcpy(&v, &bits, sizeof v);
		if (whole && bits > EXACT)
			return as_report_odd(p, err, "a whole number of over 2^53",
				"smaller ones, or as float64");
		if (last && bytes[at + WIDE] != '\n')
			return as_report_odd(p, err, "other bytes behind the last value",
				"a newline: fewer values were announced than came, or they are "
				"not 8 bytes each");
		st = add_value(p, whole ? (double)bits : v, err);
		at += last;
	}
	*used = at;
	p->line += !st && !p->coming.on;
	return st;
}

static enum as_status take_histogram(struct as_report_parser *p, struct as_err *err)
{
	struct as_err why = {0};
	struct as_hdr h = {0};
	char found[96];

	if (as_text_finish(&p->coming.held, err))
		return AS_ERR_MEM;
	enum as_status st = as_hdr_decode(p->coming.held.data, p->coming.held.len, &h, &why);
	if (st)
		return as_fail(err, st, "line %zu%s%s: %s", p->line, *p->file ? " of " : "",
			p->file, why.msg);
	if (h.total != p->coming.announced) {
		snprintf(found, sizeof found, "a histogram of %llu values",
			(unsigned long long)h.total);
		as_hdr_release(&h);
		return as_report_odd(p, err, found, "as many as were announced");
	}
	double *v = malloc(h.total * sizeof *v);
	if (v)
		as_hdr_values(&h, v);
	st = v ? AS_OK : as_fail_memory(err);
	for (size_t i = 0; !st && i < h.total; i++)
		st = add_value(p, v[i], err);
	free(v);
	as_hdr_release(&h);
	return st;
}

static enum as_status feed_histogram(struct as_report_parser *p, const char *bytes, size_t n,
	size_t *used, struct as_err *err)
{
	const char *end = memchr(bytes, '\n', n);
	const size_t length = end ? (size_t)(end - bytes) : n;

	if (p->coming.held.len + length > HISTOGRAM_BYTES)
		return as_report_odd(p, err, "a histogram of over 32 MiB", "a smaller one");
	as_text_add_n(&p->coming.held, bytes, length);
	*used = length + (end != NULL);
	if (!end)
		return AS_OK;
	p->line++;
	enum as_status st = take_histogram(p, err);
	as_text_clear(&p->coming.held);
	return st;
}

enum as_status as_report_values_feed(struct as_report_parser *p, const char *bytes, size_t n,
	bool last, size_t *used, struct as_err *err)
{
	enum as_status st;

	*used = 0;
	if (p->coming.form == AS_FORM_TEXT)
		st = feed_text(p, bytes, n, used, err);
	else if (p->coming.form == AS_FORM_HDR)
		st = feed_histogram(p, bytes, n, used, err);
	else
		st = feed_binary(p, bytes, n, used, err);
	return !st && last && p->coming.on && *used == 0 ? missing(p, err) : st;
}
