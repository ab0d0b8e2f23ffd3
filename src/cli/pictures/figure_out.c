/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pictures/figure_out.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "cli/files.h"
#include "run/scratch.h"
#include "run/spawner/tool.h"

enum { LEAST_CM = 2, MOST_CM = 100, PIECE = 1 << 16, OLDEST = 504 /* of gnuplot */ };

/* Widths that journals have names for. */
static const struct figure_width {
	const char *name;
	double cm;
} widths[] = {{"column", 8.6}, {"page", 17.8}};

static enum as_status read_size(const char *said, double *cm, struct as_err *err)
{
	const size_t n = strlen(said);
	char number[16] = "";

	for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
		if (!strcmp(said, widths[i].name)) {
			*cm = widths[i].cm;
			return AS_OK;
		}
	if (n > 2 && n - 2 < sizeof number && !strcmp(said + n - 2, "cm"))
		memcpy(number, said, n - 2);
	if (as_parse_double(number, cm) && *cm >= LEAST_CM && *cm <= MOST_CM)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use '%.100s' for --size: expected column (8.6 cm), page (17.8 cm), or a "
		"width such as 12cm, from %d to %d cm", said, LEAST_CM, MOST_CM);
}

static const char *said(const struct as_args *args, enum as_option_id id)
{
	return as_args_has(args, id) ? as_args_nth(args, id, 0)->values[0] : NULL;
}

/* What only a figure has. */
static enum as_status refuse_without_file(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id of_file[] = {
		AS_OPT_SIZE, AS_OPT_DARK, AS_OPT_KEEP_SCRIPT};
	char name[32];

	for (size_t i = 0; i < sizeof of_file / sizeof of_file[0]; i++) {
		if (!as_args_has(args, of_file[i]))
			continue;
		as_option_spell(of_file[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s for a picture in the terminal: it is for a file (-o "
			"figure.svg)", name);
	}
	return AS_OK;
}

enum as_status as_figure_read(const struct as_args *args, struct as_figure_asked *out,
	struct as_err *err)
{
	const char *size = said(args, AS_OPT_SIZE);

	*out = (struct as_figure_asked){.file = said(args, AS_OPT_FIGURE),
		.script = said(args, AS_OPT_KEEP_SCRIPT),
		.look.dark = as_args_has(args, AS_OPT_DARK)};
	if (!out->file)
		return refuse_without_file(args, err);
	out->look.format = as_figure_format_of(out->file);
	if (out->look.format == AS_FIGURE_FORMATS)
		return as_fail(err, AS_ERR_USAGE,
			"cannot draw '%.200s': expected a name that ends in " AS_FIGURE_ENDS,
			out->file);
	enum as_status st = read_size(size ? size : "column", &out->look.width_cm, err);
	if (!st)
		st = as_try_writing(out->file, "the figure", err);
	return st || !out->script ? st : as_try_writing(out->script, "the script", err);
}

/* Of the moment at which it was drawn nothing stays in the file. */
static void forget_date(char *bytes, size_t n)
{
	static const char mark[] = "/CreationDate (D:";
	char *at = memmem(bytes, n, mark, sizeof mark - 1);

	for (at = at ? at + sizeof mark - 1 : NULL; at && at < bytes + n && *at != ')'; at++)
		if (*at >= '0' && *at <= '9')
			*at = '0';
}

/* The file that gnuplot has drawn, to where it is wanted. */
static enum as_status move_figure(const char *from, const char *to, struct as_err *err)
{
	struct as_file_in in;
	struct as_text all = {0};
	char piece[PIECE];
	size_t n = 0;
	enum as_status st = as_file_in_open(&in, from, err);

	if (st)
		return st;
	const struct as_source source = as_file_in_source(&in);
	do {
		st = source.read(source.from, piece, sizeof piece, &n, err);
		as_text_add_n(&all, piece, st ? 0 : n);
	} while (!st && n);
	as_file_in_close(&in);
	if (!st && all.failed)
		st = as_fail_memory(err);
	if (!st) {
		forget_date(all.data, all.len);
		st = as_write_file(to, all.data, all.len, "the figure", err);
	}
	as_text_release(&all);
	return st;
}

/* What is drawn. */
struct drawn_pictures {
	const struct as_experiment *x;
	const struct as_picture *v;
	size_t n;
};

/* The script, with the file that it writes. */
static enum as_status write_script(const struct as_figure_look *look, const char *path,
	const struct drawn_pictures *p, struct as_err *err)
{
	struct as_text t = {0};

	as_report_figure(&t, look, p->x, p->v, p->n);
	enum as_status st = t.failed ? as_fail_memory(err)
		: as_write_file(path, as_text_str(&t), t.len, "the script", err);
	as_text_release(&t);
	return st;
}

/* What gnuplot says that it is, "gnuplot 5.4 patchlevel 4": 504; 0: nothing. */
static unsigned gnuplot_version(struct as_spawner *s, const char *path, struct as_arena *a)
{
	static const char before[] = "gnuplot ";
	const char *const argv[] = {path, "--version", NULL};
	struct as_launched r;
	int64_t major = 0, minor = 0;
	uint32_t id = 0;

	if (as_tool_prepare(s, path, AS_STREAM_CAPTURE, &id, NULL) ||
		as_tool_run(s, id, argv, &r, NULL))
		return 0;
	const char *words = as_tool_words(&r, a);
	if (strncmp(words, before, sizeof before - 1) != 0)
		return 0;
	words += sizeof before - 1;
	const size_t dot = strcspn(words, "."), end = strcspn(words, " ");
	if (dot >= end)
		return 0;
	const char *first = as_arena_strndup(a, words, dot),
		   *second = as_arena_strndup(a, words + dot + 1, end - dot - 1);
	if (!first || !second || !as_parse_i64(first, 0, 99, &major) ||
		!as_parse_i64(second, 0, 99, &minor))
		return 0;
	return (unsigned)(100 * major + minor);
}

static enum as_status run_gnuplot(struct as_spawner *s, const char *script, struct as_arena *a,
	struct as_err *err)
{
	const char *path = as_program_in_path("gnuplot", a);
	const char *const argv[] = {path, script, NULL};
	struct as_launched r;
	uint32_t id = 0;

	if (!path)
		return as_fail(err, AS_ERR_USAGE,
			"cannot draw a figure: there is no gnuplot in PATH; install gnuplot-nox, "
			"or leave out -o for a picture in the terminal");
	enum as_status st = as_tool_prepare(s, path, AS_STREAM_CAPTURE, &id, err);
	if (!st)
		st = as_tool_run(s, id, argv, &r, err);
	if (st || as_tool_went_well(&r))
		return st;
	const char *words = as_tool_words(&r, a);
	const unsigned version = gnuplot_version(s, path, a);
	if (version && version < OLDEST)
		return as_fail(err, AS_ERR_DATA,
			"cannot draw a figure: '%s' is gnuplot %u.%u, and figures take %d.%d or "
			"newer",
			path, version / 100, version % 100, OLDEST / 100, OLDEST % 100);
	return as_fail(err, AS_ERR_DATA, "cannot draw a figure: gnuplot failed: %s", words);
}

static enum as_status draw_figure(const struct as_figure_asked *asked, const char *folder,
	const struct drawn_pictures *p, struct as_arena *a, struct as_err *err)
{
	struct as_figure_look look = asked->look;
	const char *script = as_arena_printf(a, "%s/figure.gp", folder);
	const char *drawn = as_arena_printf(a, "%s/figure", folder);
	struct as_spawner *s = NULL;

	look.output = drawn;
	if (!script || !drawn)
		return as_fail_memory(err);
	enum as_status st = write_script(&look, script, p, err);
	if (!st)
		st = as_spawner_open(&s, err);
	if (!st)
		st = run_gnuplot(s, script, a, err);
	as_spawner_close(s);
	return st ? st : move_figure(drawn, asked->file, err);
}

enum as_status as_figure_write(const struct as_figure_asked *asked, const struct as_experiment *x,
	const struct as_picture *pictures, size_t n, struct as_err *err)
{
	const struct drawn_pictures drawn = {.x = x, .v = pictures, .n = n};
	struct as_figure_look look = asked->look;
	struct as_scratch scratch = {.lock = -1};
	struct as_arena a = {0};
	const char *uuid = as_scratch_uuid(&a);
	enum as_status st = uuid ? as_scratch_open(&scratch, uuid, err) : as_fail_memory(err);

	look.output = asked->file;
	if (!st && asked->script)
		st = write_script(&look, asked->script, &drawn, err);
	if (!st)
		st = draw_figure(asked, scratch.path, &drawn, &a, err);
	as_scratch_close(&scratch);
	as_arena_release(&a);
	return st;
}
