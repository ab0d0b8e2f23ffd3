/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "format/export/export.h"

#include <math.h>
#include <string.h>

const struct as_exporter *const as_exporters[] = {
#define AS_EXPORTER(name) &as_exporter_##name,
#include "format/export/formats.def"
};

const size_t as_exporters_known = sizeof as_exporters / sizeof as_exporters[0];

const struct as_exporter *as_exporter_of_option(const char *option)
{
	for (size_t i = 0; i < as_exporters_known; i++)
		if (as_exporters[i]->option && !strcmp(as_exporters[i]->option, option))
			return as_exporters[i];
	return NULL;
}

const struct as_exporter *as_exporter_named(const char *name)
{
	for (size_t i = 0; i < as_exporters_known; i++)
		if (!strcmp(as_exporters[i]->name, name))
			return as_exporters[i];
	return NULL;
}

const struct as_exporter *as_exporter_of_file(const char *file)
{
	const size_t n = strlen(file);

	for (size_t i = 0; i < as_exporters_known; i++) {
		const char *end = as_exporters[i]->extension;
		const size_t k = strlen(end);
		if (n > k && !strcmp(file + n - k, end))
			return as_exporters[i];
	}
	return NULL;
}

const struct as_summary *as_export_summary(const struct as_export *e, size_t metric, size_t subject)
{
	for (size_t i = 0; i < e->n; i++)
		if (subject < e->a[i].n_subjects &&
			e->a[i].summaries[subject].metric == metric)
			return &e->a[i].summaries[subject];
	return NULL;
}

double as_summary_mean(const struct as_summary *s)
{
	return s->is_typical ? s->means.value : s->mean;
}

double as_summary_sd(const struct as_summary *s)
{
	return s->is_typical ? s->means.sd : s->sd;
}

double as_export_mean(const struct as_export *e, size_t metric, size_t subject)
{
	const struct as_summary *s = as_export_summary(e, metric, subject);

	return s ? as_summary_mean(s) : (double)NAN;
}

size_t as_export_time(const struct as_export *e)
{
	return e->flat && e->x->criterion != AS_METRIC_WALL ? e->x->criterion
							    : (size_t)AS_METRIC_WALL;
}

bool as_unit_counts(const struct as_unit *u)
{
	return u->role == AS_ROLE_MEASURED && u->ending == AS_ENDED_OK;
}

size_t as_export_name_length(const struct as_subject *s)
{
	size_t n = strlen(s->command);

	if (s->n_parameters && !strncmp(s->name, s->command, n) && !strncmp(s->name + n, " (", 2))
		return n;
	return strlen(s->name);
}

void as_export_sort_parameters(const struct as_subject *s, const struct as_parameter **out)
{
	for (size_t i = 0; i < s->n_parameters; i++) {
		size_t k = i;
		for (; k > 0 && strcmp(out[k - 1]->name, s->parameters[i].name) > 0; k--)
			out[k] = out[k - 1];
		out[k] = &s->parameters[i];
	}
}
