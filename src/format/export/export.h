/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_EXPORT_EXPORT_H
#define AS_FORMAT_EXPORT_EXPORT_H

/* Results as other tools' formats. To add one: write export_x.c with a `const struct as_exporter
 * as_exporter_x`, add AS_EXPORTER(x) to formats.def and the file to format/meson.build; assay
 * convert --to x has it then. One that measuring has, too, has its option in cli/line/options.def.
 *
 * Folder format: bytes in, model out, and back. It opens no file and prints nothing. */

#include <stdbool.h>
#include <stddef.h>

#include "base/stream.h"
#include "base/text.h"
#include "model/answer/compared/gate.h"
#include "model/answer/study/noise.h"
#include "model/answer/summary.h"
#include "model/kept/experiment.h"

/* The values of a subject as tools have them that know of one level: means of its executions that
 * count; where no subject has two of these, its iterations. */
struct as_flat {
	const double *v; /* n of them, in the metric's unit */
	size_t n;
	const uint32_t *units; /* the executions that they are of; NULL: iterations of one */
};

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
	const struct as_flat *flat;  /* of the criterion, one a subject; for those that have no option */
	const char *const *names;    /* of the subjects, each once, harmless; likewise */
};

/* Parts of an experiment that a format may have no place for, as bits. */
enum as_held_part {
#define AS_LOSS(id) AS_HELD_##id,
#include "format/export/losses.def"
	AS_HELDS
};
#define AS_HOLDS_PART(id) (1U << AS_HELD_##id)

struct as_exporter {
	const char *name;      /* "markdown" */
	/* of the command line, without dashes: "export-markdown"; NULL: assay convert alone has it */
	const char *option;
	const char *title;     /* what is written, in words of a sentence: "pyperf's JSON" */
	const char *summary;   /* one line, lower case, no stop */
	const char *extension; /* usual end of a file's name, with its point */
	unsigned holds;        /* bits of enum as_held_part */
	bool times;            /* it holds nothing but times */
	/* Errors stick to the text. */
	void (*write)(const struct as_export *e, struct as_text *t);
	/* Or, of what is larger than memory. */
	enum as_status (*stream)(const struct as_experiment *x, const struct as_sink *to,
		struct as_err *err);
};

#define AS_EXPORTER(name) extern const struct as_exporter as_exporter_##name;
#include "format/export/formats.def"

/* All of them, in the order of formats.def. */
extern const struct as_exporter *const as_exporters[];
extern const size_t as_exporters_known;

/* By its name, or by the end of a file's name, the first that has it; NULL if there is none. */
const struct as_exporter *as_exporter_named(const char *name);
const struct as_exporter *as_exporter_of_file(const char *file);

/* What of the experiment has no place in the format: bits of enum as_held_part. */
unsigned as_export_lost(const struct as_experiment *x, const struct as_exporter *w);

/*
 * as_export_names - names for other tools: each once, valid UTF-8 without what a terminal acts
 * upon, at most AS_EXPORT_NAME_BYTES; those of several versions have the version behind
 *
 * As many as there are subjects, in memory of the arena; NULL when out of it.
 */
enum { AS_EXPORT_NAME_BYTES = 900 };
const char *const *as_export_names(const struct as_experiment *x, struct as_arena *a);

/* By option name; NULL if there is none. */
const struct as_exporter *as_exporter_of_option(const char *option);

/* The summary of a metric (its number in x->metrics) of a subject; NULL if it was not analysed. */
const struct as_summary *as_export_summary(const struct as_export *e, size_t metric,
	size_t subject);

/* What tools call mean and standard deviation: of the executions, also where the answer is the typical run. */
double as_summary_mean(const struct as_summary *s);
double as_summary_sd(const struct as_summary *s);

/* The mean, or NaN where there is no summary. */
double as_export_mean(const struct as_export *e, size_t metric, size_t subject);

/* The metric that a format of whole executions is of: wall, or the criterion where there is none and
 * nothing else is asked for. */
size_t as_export_time(const struct as_export *e);

/* An execution whose values are in the estimate: measured, and ended well. */
bool as_unit_counts(const struct as_unit *u);

/* A name as hyperfine's exports have it: without the parameters that were added to tell apart
 * commands that look alike. Copied into buf if it is shorter than the name. */
size_t as_export_name_length(const struct as_subject *s);

/* Parameters of a subject in the order of their names, as hyperfine writes them; into out, which
 * has s->n_parameters places. */
void as_export_sort_parameters(const struct as_subject *s, const struct as_parameter **out);

#endif
