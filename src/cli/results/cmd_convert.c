/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <sys/stat.h>

#include "cli/files.h"
#include "cli/results/converting.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "say/say.h"

/* Standard output, as a sink. What did not arrive is told when the program ends. */
static enum as_status write_screen(void *to, const char *bytes, size_t n, struct as_err *err)
{
	struct as_out *o = to;

	(void)err;
	as_out_write(o, bytes, n);
	return o->failed_errno ? AS_ERR_SYS : AS_OK;
}

static enum as_status unknown_format(const char *what, const char *name, struct as_err *err)
{
	struct as_text known = {0};

	for (size_t i = 0; i < as_exporters_known; i++)
		as_text_addf(&known, "%s%s", i ? ", " : "", as_exporters[i]->name);
	enum as_status st = as_fail(err, AS_ERR_USAGE,
		"cannot convert into %s '%.200s': --to takes %s", what, name, as_text_str(&known));
	as_text_release(&known);
	return st;
}

static enum as_status choose_format(
	struct as_cli *cli, const struct as_exporter **out, struct as_err *err)
{
	const char *name = as_args_value(cli->args, AS_OPT_TO), *file = cli->args->words[1];

	*out = name ? as_exporter_named(name) : as_exporter_of_file(file);
	if (*out)
		return AS_OK;
	return name ? unknown_format("a format called", name, err)
		    : unknown_format("a file whose name does not say its format,", file, err);
}

/* Nothing that is there is replaced unasked. */
static enum as_status check_out(struct as_cli *cli, struct as_err *err)
{
	const char *path = cli->args->words[1];
	struct stat st;

	if (!strcmp(path, "-"))
		return AS_OK;
	if (!as_args_has(cli->args, AS_OPT_OVERWRITE) && !lstat(path, &st) &&
		(S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot convert into '%.300s': it is there already; name another file, or "
			"take --overwrite",
			path);
	return as_try_writing(path, "what was converted", err);
}

/* ---- writing ---- */

static enum as_status write_all(struct as_cli *cli, const struct as_result *r,
	const struct as_exporter *w, struct as_err *err)
{
	const char *path = cli->args->words[1];
	const struct as_sink screen = {write_screen, cli->out};
	struct as_file_out f;

	if (!strcmp(path, "-")) {
		enum as_status st = as_convert_write(r, w, &screen, err);
		return cli->out->failed_errno ? AS_OK : st;
	}
	enum as_status st = as_file_out_open(&f, path, "what was converted", err);
	if (st)
		return st;
	const struct as_sink sink = as_file_out_sink(&f);
	st = as_convert_write(r, w, &sink, err);
	enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

static const size_t lost_words[AS_HELDS] = {
#define AS_LOSS(id) AS_SAY_LOST_##id,
#include "format/export/losses.def"
};

static void say_lost(struct as_cli *cli, const struct as_result *r, const struct as_exporter *w)
{
	const unsigned lost = as_export_lost(r->x, w);
	const struct as_style style = as_screen_style(cli);
	struct as_list list = {.total = (size_t)__builtin_popcount(lost)};
	struct as_text t = {0};

	if (!lost)
		return;
	for (unsigned p = 0; p < AS_HELDS; p++)
		if (lost & 1U << p && as_list_next(&list))
			as_say_add(&list.text, &style, &(const size_t){lost_words[p]});
	as_text_add(&t, "assay: note: ");
	as_say(&t, &style, LOST, cli->args->words[1], w->title, as_list_end(&list));
	as_text_char(&t, '\n');
	as_layout_flat(&t, 0);
	as_out_complain(as_text_str(&t), t.len);
	as_text_release(&t);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	const struct as_exporter *w = NULL;
	struct as_store *store = NULL;
	struct as_experiment *x = NULL;
	struct as_result r = {0};

	if (cli->args->n_words != 2)
		return as_fail(err, AS_ERR_USAGE,
			"cannot convert %zu files: name one to read and one to write, as in assay "
			"convert a.json b.csv",
			cli->args->n_words);
	enum as_status st = choose_format(cli, &w, err);
	if (!st)
		st = check_out(cli, err);
	if (!st)
		st = as_result_read(cli, cli->args->words[0], &store, &x, err);
	as_store_close(store);
	if (st)
		return st;
	st = as_result_init(&r, x, NULL, err);
	if (!st)
		st = as_convert_check(x, w, err);
	if (!st)
		st = write_all(cli, &r, w, err);
	if (!st) {
		as_result_say_unused(cli->args->words[0], x);
		say_lost(cli, &r, w);
	}
	as_result_release(&r);
	return st;
}

static const struct as_example examples[] = {
	{"for pyperf compare_to", "assay convert @last new.json --to pyperf"},
	{"for benchstat", "assay convert jmh.json new.bench"},
	{"a table of what another tool measured", "assay convert criterion/raw.csv values.csv"},
	{"for a paper", "assay convert @last results.tex"},
	{0},
};

const struct as_command_entry as_command_convert = {
	.name = "convert",
	.args = "IN OUT",
	.summary = "convert a file of one tool into that of another",
	.description =
		"IN is a file of any tool that assay reads (docs/formats.md), or a result as assay "
		"show takes it; OUT is written in the format that its name ends in, or that "
		"of --to; - is standard output. What the format has no place for (levels, "
		"warm-ups, other metrics, the machine) is said. A file that is there already is "
		"left alone without --overwrite.",
	.options = AS_GROUP_CONVERT | AS_GROUP_READING | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
};
