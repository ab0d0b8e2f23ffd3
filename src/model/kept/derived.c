/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/derived.h"

#include <string.h>

#include "base/num.h"

enum { STATISTIC_BYTES = 16 };

size_t as_statistic_base_length(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? (size_t)(colon - name) : strlen(name);
}

const char *as_statistic_name(const char *name)
{
	const char *colon = strrchr(name, ':');

	return colon ? colon + 1 : name;
}

/* "p99.9"; *share is in per cent. */
static bool is_quantile(const char *s, double *share)
{
	const size_t n = strlen(s);
	size_t points = 0;

	if (*s != 'p' || n < 2 || n > STATISTIC_BYTES || s[1] == '.')
		return false;
	for (size_t i = 1; i < n; i++) {
		points += s[i] == '.';
		if (s[i] != '.' && !(s[i] >= '0' && s[i] <= '9'))
			return false;
	}
	return points < 2 && as_parse_double(s + 1, share);
}

static bool read_statistic(const char *s, struct as_derived *out)
{
	double share = 50;

	if (!strcmp(s, "trimmed") || !strcmp(s, "min")) {
		out->statistic = *s == 't' ? AS_STATISTIC_TRIMMED : AS_STATISTIC_MINIMUM;
		return true;
	}
	if ((strcmp(s, "median") != 0 && !is_quantile(s, &share)) || !(share > 0 && share < 100))
		return false;
	out->statistic = AS_STATISTIC_QUANTILE;
	out->p = share / 100;
	return true;
}

bool as_statistic_is(const char *text, struct as_derived *out)
{
	struct as_derived d = {0};

	if (!read_statistic(text, &d))
		return false;
	if (out)
		*out = d;
	return true;
}

bool as_experiment_derived(const struct as_experiment *x, size_t metric, struct as_derived *out)
{
	const struct as_metric *m = &x->metrics[metric];
	const size_t n = as_statistic_base_length(m->name);
	struct as_derived d = {0};

	if (metric < AS_METRICS_BUILTIN || m->level != AS_LEVEL_EXECUTION || !m->name[n] ||
		!read_statistic(m->name + n + 1, &d))
		return false;
	while (d.base < x->n_metrics && (strlen(x->metrics[d.base].name) != n ||
						strncmp(x->metrics[d.base].name, m->name, n) != 0))
		d.base++;
	if (d.base == x->n_metrics || x->metrics[d.base].level > AS_LEVEL_EXECUTION)
		return false;
	for (size_t i = 0; i < x->n_subjects; i++)
		if (as_subject_column(&x->subjects[i], AS_LEVEL_EXECUTION, metric))
			return false;
	if (out)
		*out = d;
	return true;
}

size_t as_experiment_base(const struct as_experiment *x, size_t metric)
{
	struct as_derived d;

	return as_experiment_derived(x, metric, &d) ? d.base : metric;
}

/* A metric that every assay reads: what stands behind its colon can be nothing else. */
static bool is_builtin(const char *name, size_t n)
{
	size_t i = 0;

	while (i < AS_METRICS_BUILTIN &&
		(strlen(as_metrics[i].name) != n || strncmp(as_metrics[i].name, name, n) != 0))
		i++;
	return i < AS_METRICS_BUILTIN;
}

enum as_status as_statistic_check(const char *name, struct as_err *err)
{
	const size_t n = as_statistic_base_length(name);
	const char *s = name + n + 1;
	struct as_derived d;
	double share = 0;

	if (!name[n] || read_statistic(s, &d))
		return AS_OK;
	if (is_quantile(s, &share))
		return as_fail(err, AS_ERR_USAGE, "cannot take '%.60s' of %.*s: %s", s,
			n < 60 ? (int)n : 60, name,
			share > 0 ? "the largest of n values grows with n; take p99"
				  : "the smallest of n values falls with n; take p1 or min");
	if (!is_builtin(name, n))
		return AS_OK; /* an event of the kernel may have a colon in its name */
	return as_fail(err, AS_ERR_USAGE,
		"cannot take '%.60s' of %.*s: there are median, p1 to p99.99 (as p90), trimmed and "
		"min",
		s, n < 60 ? (int)n : 60, name);
}

const char *as_statistic_base(struct as_arena *a, const char *name)
{
	const size_t n = as_statistic_base_length(name);
	struct as_derived d;

	if (!name[n] || !read_statistic(name + n + 1, &d))
		return name;
	char *out = as_arena_strdup(a, name);
	if (out)
		out[n] = '\0';
	return out;
}

const char *as_statistic_of(struct as_arena *a, const char *metric, const char *base,
	const char *whole)
{
	if (base == whole)
		return metric;
	return as_arena_printf(a, "%s:%s", metric, as_statistic_name(whole));
}
