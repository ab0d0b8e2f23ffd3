/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine's --export-csv: one line a command, times of executions in seconds, a column for each
 * parameter. Where there is no number (the deviation of one value) the field is empty. Quoted as
 * RFC 4180 says, with lines that end in a newline alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "format/export/export.h"
#include "format/table/csv_field.h"

/* Control characters other than newlines are written out. */
static void add_field(struct as_text *t, const char *s, size_t n)
{
	struct as_text plain = {0};

	for (size_t i = 0; i <= n;) {
		const char *end = memchr(s + i, '\n', n - i);
		size_t len = end ? (size_t)(end - s) - i : n - i;
		as_text_add_neutral(&plain, s + i, len, 0);
		if (end)
			as_text_char(&plain, '\n');
		i += len + 1;
	}
	t->failed = t->failed || plain.failed;
	const char *guard = as_csv_wants_guard(as_text_str(&plain)) ? "'" : "";
	if (!strpbrk(as_text_str(&plain), ",\"\n")) {
		as_text_add(t, guard);
		as_text_add(t, as_text_str(&plain));
	} else {
		as_text_char(t, '"');
		as_text_add(t, guard);
		for (const char *c = as_text_str(&plain); *c; c++) {
			if (*c == '"')
				as_text_char(t, '"');
			as_text_char(t, *c);
		}
		as_text_char(t, '"');
	}
	as_text_release(&plain);
}

static void add_seconds(struct as_text *t, double ns)
{
	char buf[32];

	as_text_char(t, ',');
	if (!isfinite(ns))
		return;
	as_double_text(ns / 1e9, buf);
	as_text_add(t, buf);
}

/* Names of the parameters of all subjects, each once, sorted. Gives an array; NULL: out of memory.
 * */
static const char **parameter_names(const struct as_experiment *x, size_t *n)
{
	size_t most = 1;

	for (size_t i = 0; i < x->n_subjects; i++)
		most += x->subjects[i].n_parameters;
	const char **names = calloc(most, sizeof *names);
	for (size_t i = 0; names && i < x->n_subjects; i++)
		for (size_t k = 0; k < x->subjects[i].n_parameters; k++) {
			const char *name = x->subjects[i].parameters[k].name;
			size_t at = 0;
			while (at < *n && strcmp(names[at], name) < 0)
				at++;
			if (at < *n && !strcmp(names[at], name))
				continue;
			memmove(names + at + 1, names + at, (*n - at) * sizeof *names);
			names[at] = name;
			++*n;
		}
	return names;
}

static void add_subject(struct as_text *t, const struct as_export *e, size_t i,
	const char *const *names, size_t n_names)
{
	const struct as_subject *s = &e->x->subjects[i];
	const struct as_summary *wall = as_export_summary(e, as_export_time(e), i);

	const char *name = e->names ? e->names[i] : s->name;
	add_field(t, name, e->names ? strlen(name) : as_export_name_length(s));
	add_seconds(t, wall ? wall->mean : (double)NAN);
	add_seconds(t, wall ? wall->sd : (double)NAN);
	add_seconds(t, wall ? wall->spread.median : (double)NAN);
	add_seconds(t, as_export_mean(e, AS_METRIC_USER, i));
	add_seconds(t, as_export_mean(e, AS_METRIC_SYSTEM, i));
	add_seconds(t, wall ? wall->spread.min : (double)NAN);
	add_seconds(t, wall ? wall->spread.max : (double)NAN);
	for (size_t k = 0; k < n_names; k++) {
		as_text_char(t, ',');
		for (size_t p = 0; p < s->n_parameters; p++)
			if (!strcmp(s->parameters[p].name, names[k]))
				add_field(t, s->parameters[p].value,
					strlen(s->parameters[p].value));
	}
	as_text_char(t, '\n');
}

static void write(const struct as_export *e, struct as_text *t)
{
	size_t n = 0;
	const char **names = parameter_names(e->x, &n);

	if (!names) {
		t->failed = true;
		return;
	}
	as_text_add(t, "command,mean,stddev,median,user,system,min,max");
	for (size_t i = 0; i < n; i++) {
		struct as_text column = {0};
		as_text_addf(&column, "parameter_%s", names[i]);
		as_text_char(t, ',');
		add_field(t, as_text_str(&column), column.len);
		t->failed = t->failed || column.failed;
		as_text_release(&column);
	}
	as_text_char(t, '\n');
	for (size_t i = 0; i < e->x->n_subjects; i++)
		add_subject(t, e, i, names, n);
	free(names);
}

const struct as_exporter as_exporter_csv = {
	.name = "hyperfine_csv",
	.title = "hyperfine's CSV",
	.option = "export-csv",
	.summary = "hyperfine's CSV, a line a command, in seconds",
	.extension = ".csv",
	.holds = AS_HOLDS_PART(CRITERION) | AS_HOLDS_PART(PARAMETERS),
	.times = true,
	.write = write,
};
