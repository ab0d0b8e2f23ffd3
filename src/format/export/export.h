/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_EXPORT_EXPORT_H
#define AS_FORMAT_EXPORT_EXPORT_H

/* Results as other tools' formats. To add one: write export_x.c with a `const struct as_exporter
 * as_exporter_x`, add AS_EXPORTER(x) to formats.def, the file to format/meson.build, and its option
 * to cli/options.def.
 *
 * Folder format: bytes in, model out, and back. It opens no file and prints nothing. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "model/experiment.h"
#include "model/gate.h"
#include "model/noise.h"
#include "model/summary.h"

/* What to write. */
struct as_export {
	const struct as_experiment *x;
	/* a[0]: of the criterion; each further one of another metric */
	const struct as_analysis *a;
	size_t n;                    /* how many; wall, user and system should be among them */
	struct as_gates gates;       /* what became of --fail-if; for assay's own JSON */
	const struct as_noise *noise; /* the noise profile cited, likewise; NULL: none */
	const char *noise_refused;    /* why none can be read; NULL: they can */
	double time_unit_ns;         /* of tables: ns in one unit; 0: chosen by the first mean */
	bool by_mean;                /* tables: the least mean first; else as given */
};

struct as_exporter {
	const char *name;      /* "markdown" */
	const char *option;    /* of the command line, without dashes: "export-markdown" */
	const char *summary;   /* one line, lower case, no stop */
	const char *extension; /* usual end of a file's name, with its point */
	/* Errors stick to the text. */
	void (*write)(const struct as_export *e, struct as_text *t);
};

#define AS_EXPORTER(name) extern const struct as_exporter as_exporter_##name;
#include "format/export/formats.def"

/* All of them, in the order of formats.def. */
extern const struct as_exporter *const as_exporters[];
extern const size_t as_exporters_known;

/* By option name; NULL if there is none. */
const struct as_exporter *as_exporter_of_option(const char *option);

/* The summary of a metric (its number in x->metrics) of a subject; NULL if it was not analysed. */
const struct as_summary *as_export_summary(const struct as_export *e, size_t metric,
	size_t subject);

/* The same number, or NaN where there is no summary. */
double as_export_mean(const struct as_export *e, size_t metric, size_t subject);

/* An execution whose values are in the estimate: measured, and ended well. */
bool as_unit_counts(const struct as_unit *u);

/* A name as hyperfine's exports have it: without the parameters that were added to tell apart
 * commands that look alike. Copied into buf if it is shorter than the name. */
size_t as_export_name_length(const struct as_subject *s);

/* Parameters of a subject in the order of their names, as hyperfine writes them; into out, which
 * has s->n_parameters places. */
void as_export_sort_parameters(const struct as_subject *s, const struct as_parameter **out);

#endif
