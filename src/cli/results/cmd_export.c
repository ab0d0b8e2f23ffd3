/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "cli/files.h"
#include "cli/results/result.h"
#include "format/compress.h"
#include "format/export/export.h"
#include "format/native/data.h"
#include "format/native/native.h"
#include "format/redact.h"
#include "model/joined/table.h"
#include "model/kept/thinned.h"

/* Standard output, as a sink. What did not arrive is told when the program ends. */
static enum as_status write_screen(void *to, const char *bytes, size_t n, struct as_err *err)
{
	struct as_out *o = to;

	(void)err;
	as_out_write(o, bytes, n);
	return o->failed_errno ? AS_ERR_SYS : AS_OK;
}

static enum as_status write_packed(const struct as_data_format *format,
	const struct as_experiment *x, const struct as_sink *to, struct as_err *err)
{
	struct as_zstd *z = as_zstd_new(to);

	if (!z)
		return as_fail_memory(err);
	const struct as_sink sink = as_zstd_sink(z);
	enum as_status st = format->write(x, &sink, err);
	if (!st)
		st = as_zstd_finish(z, err);
	as_zstd_free(z);
	return st;
}

/* The format that the file's name asks for, and whether it is to be compressed. */
static const struct as_data_format *format_of(const char *path, bool *packed)
{
	const size_t n = strlen(path);
	char name[AS_STORE_PATH_BYTES];

	*packed = n > 4 && n < sizeof name && !strcmp(path + n - 4, ".zst");
	if (*packed) {
		memcpy(name, path, n - 4);
		name[n - 4] = '\0';
		path = name;
	}
	const struct as_data_format *format = as_data_of_name(path);
	return format && format->write ? format : &as_data_native;
}

static enum as_status write_file(const struct as_experiment *x, const char *path,
	struct as_err *err)
{
	struct as_file_out f;
	bool packed;
	const struct as_data_format *format = format_of(path, &packed);
	enum as_status st = as_file_out_open(&f, path, "the experiment", err);

	if (st)
		return st;
	const struct as_sink sink = as_file_out_sink(&f);
	st = packed ? write_packed(format, x, &sink, err) : format->write(x, &sink, err);
	enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

static enum as_status write_output(struct as_cli *cli, const struct as_experiment *x,
	struct as_err *err)
{
	const struct as_sink sink = {write_screen, cli->out};
	enum as_status st = as_data_native.write(x, &sink, err);

	return cli->out->failed_errno ? AS_OK : st;
}

/* Of a table there is nothing but the table. */
static enum as_status check_table(const struct as_experiment *x, const char *path,
	struct as_err *err)
{
	bool packed;

	if (!x->table || as_experiment_has_table_facts(x) ||
		format_of(path, &packed) == &as_data_csv)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot export '%s' as JSON: it is a table, which says nothing of "
		"how it was measured; name a file that ends in .csv, or assay import it first",
		x->table);
}

/* An end that says another tool's format is not answered with ours. */
static enum as_status check_end(const char *path, struct as_err *err)
{
	bool packed;
	const struct as_exporter *w = as_exporter_of_file(path);
	const size_t n = strlen(path);

	if (n > 6 && !strcmp(path + n - 6, ".assay"))
		return as_fail(err, AS_ERR_USAGE,
			"cannot export to '%s': that is the end of a store, which assay store copy "
			"FILE RESULT makes; name a file that ends in .json or .csv",
			path);
	if (!w || !strcmp(w->extension, format_of(path, &packed)->extension))
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot export to '%s': that is the end of %s, which holds a part of a result, and "
		"export writes all of it; say assay convert RESULT FILE, or name a file that ends "
		"in .json or .csv",
		path, w->title);
}

static enum as_status redact(struct as_experiment *x, struct as_err *err)
{
	struct as_text t = {0};
	enum as_status st = as_redact(x, err);

	if (st)
		return st;
	as_text_addf(&t, "assay: note: left out: %s\n", as_redacted_words);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
	return AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const size_t n = cli->args->n_words;
	const char *path = n > 1 ? cli->args->words[1] : "-";
	struct as_store *store = NULL;
	struct as_experiment *x = NULL;

	if (!n || n > 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot export %s: name one result and one file, as in assay export @last "
			"x.json",
			n ? "more than one result at a time" : "nothing");
	enum as_status st = check_end(path, err);
	if (st)
		return st;
	st = as_result_read(cli, cli->args->words[0], &store, &x, err);
	as_store_close(store);
	if (!st && as_args_has(cli->args, AS_OPT_REDACT))
		st = redact(x, err);
	if (!st)
		st = check_table(x, path, err);
	const struct as_subject *thinned = st ? NULL : as_experiment_thinned(x);
	if (thinned)
		st = as_thinned_refuse(thinned, err,
			"export '%.100s', of which assay store copy writes all there is",
			cli->args->words[0]);
	if (!st)
		st = strcmp(path, "-") != 0 ? write_file(x, path, err) : write_output(cli, x, err);
	as_experiment_free(x);
	return st;
}

static const struct as_example examples[] = {
	{"the newest result", "assay export @last fft.json"},
	{"to give away", "assay export --redact @last fft.json"},
	{"compressed", "assay export @last fft.json.zst"},
	{"its values as a table, a line each", "assay export @last fft.csv"},
	{"its values of a metric, by jq",
		"assay export @last | jq '.subjects[0].tree.executions.columns[0].values'"},
	{0},
};

const struct as_command_entry as_command_export = {
	.name = "export",
	.args = "RESULT [FILE]",
	.summary = "write a result with all its data as JSON",
	.description = "Writes everything that is kept of one experiment, in a documented format "
		       "(docs/formats.md), to FILE or to standard output; a FILE that ends in "
		       ".zst is compressed. assay import reads it back as it was, and show and "
		       "compare take it as it is. A FILE that ends in .csv gets the values alone, "
		       "a line each with the units they belong to.\n\n"
		       "With --redact it can be given away: the file is of the same experiment "
		       "(its uuid stays), without what may be private; what was left out is "
		       "said.\n\n"
		       "To export tables and other tools' formats, see assay show --export-csv "
		       "and its like.",
	.options = AS_GROUP_DATA | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
