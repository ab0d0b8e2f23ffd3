/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/ci_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/slip.h"
#include "cli/files.h"
#include "cli/pictures/report_out.h"
#include "format/json/assay_json.h"

static void as_ci_json(struct as_text *t, const struct as_review *r, size_t limit)
{
	(void)limit;
	as_json_review(t, r);
}

const struct as_ci_format as_ci_formats[] = {
#define AS_CI(name, also, file, limit, write, say, help) \
	{name, also, file, limit, write, say, help},
#include "report/ci/ci.def"
};

const size_t as_ci_formats_known = sizeof as_ci_formats / sizeof as_ci_formats[0];

/* One --ci as it is meant. */
struct wish {
	const struct as_ci_format *format;
	const char *path; /* "-": standard output */
	bool append;      /* others write there, too */
};

/* ---- reading ---- */

static const struct as_ci_format *find_format(const char *word, size_t n)
{
	for (size_t i = 0; i < as_ci_formats_known; i++)
		if (strlen(as_ci_formats[i].name) == n && !strncmp(as_ci_formats[i].name, word, n))
			return &as_ci_formats[i];
	return NULL;
}

static bool has_word(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *s = words; n && *s; s += strcspn(s, " "), s += strspn(s, " "))
		if (strcspn(s, " ") == n && !strncmp(s, word, n))
			return true;
	return false;
}

static enum as_status unknown(const char *value, size_t n, struct as_err *err)
{
	struct as_text t = {0}, word = {0};
	const char *meant = NULL;

	as_text_add(&t, "FORMAT or FORMAT=FILE, where FORMAT is one of");
	as_text_add_n(&word, value, n);
	for (size_t i = 0; i < as_ci_formats_known; i++) {
		const struct as_ci_format *f = &as_ci_formats[i];
		as_text_addf(&t, "%s %s", i ? "," : "", f->name);
		if (as_is_slip(as_text_str(&word), f->name) ||
			has_word(f->also, as_text_str(&word)))
			meant = f->name;
	}
	if (meant)
		as_text_addf(&t, "; did you mean %s?", meant);
	enum as_status st = as_args_bad(AS_OPT_CI, value, as_text_str(&t), err);
	as_text_release(&t);
	as_text_release(&word);
	return st;
}

/* The file that is meant where none is named. */
static enum as_status usual(struct wish *w, struct as_err *err)
{
	w->path = w->format->file;
	if (*w->path != '$')
		return AS_OK;
	w->path = getenv(w->format->file + 1);
	w->append = true;
	if (w->path && *w->path)
		return AS_OK;
	return as_fail(err, AS_ERR_USAGE,
		"cannot use --ci %s here: the variable %s, which names the file for the summary, "
		"is not set, so this is no step of GitHub Actions; --ci %s=FILE writes it to a "
		"file of your own",
		w->format->name, w->format->file + 1, w->format->name);
}

static enum as_status read_wish(const char *value, struct wish *out, struct as_err *err)
{
	const size_t n = strcspn(value, "=");
	struct wish w = {.format = find_format(value, n), .path = value[n] ? value + n + 1 : NULL};
	enum as_status st = AS_OK;

	if (!w.format)
		return unknown(value, n, err);
	if (w.path && !*w.path)
		return as_args_bad(AS_OPT_CI, value, "the name of a file behind =", err);
	if (!w.path)
		st = usual(&w, err);
	if (!st)
		*out = w;
	return st;
}

static const char *value_of(const struct as_args *args, size_t i)
{
	return as_args_nth(args, AS_OPT_CI, i)->values[0];
}

bool as_ci_asked(const struct as_args *args)
{
	return as_args_has(args, AS_OPT_CI) || as_args_has(args, AS_OPT_PAGE);
}

/* ---- before ---- */

/* What was given before it, and the options of a machine's output, leave room for w. */
static enum as_status check_alone(const struct as_args *args, size_t i, const struct wish *w,
	struct as_err *err)
{
	const bool out = !strcmp(w->path, "-") || w->format->say;

	if (out && as_args_has(args, AS_OPT_JSON))
		return as_fail(err, AS_ERR_USAGE,
			"--json and --ci %.60s both write to standard output: give one "
			"of them a file, as in --ci json=FILE",
			value_of(args, i));
	for (size_t k = 0; k < i; k++) {
		struct wish before;
		enum as_status st = read_wish(value_of(args, k), &before, err);
		if (st)
			return st;
		if (!strcmp(before.path, w->path))
			return as_fail(err, AS_ERR_USAGE,
				"--ci %.60s and --ci %.60s both write to '%.300s': give each "
				"a file of its own",
				value_of(args, k), value_of(args, i),
				!strcmp(w->path, "-") ? "standard output" : w->path);
	}
	return AS_OK;
}

enum as_status as_ci_check(const struct as_args *args, struct as_err *err)
{
	const size_t n = as_args_times(args, AS_OPT_CI);
	enum as_status st = AS_OK;

	for (size_t i = 0; i < n && !st; i++) {
		struct wish w = {0};
		st = read_wish(value_of(args, i), &w, err);
		if (!st)
			st = check_alone(args, i, &w, err);
		if (!st && strcmp(w.path, "-") != 0)
			st = as_check_writable(w.path, "--ci", err);
	}
	if (!st && as_args_has(args, AS_OPT_PAGE))
		st = as_report_check(as_args_value(args, AS_OPT_PAGE), "--page", err);
	return st;
}

/* ---- after ---- */

static enum as_status append(const char *path, const struct as_text *t, struct as_err *err)
{
	const char *bytes = as_text_str(t);
	size_t n = t->len;
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	bool good = fd >= 0;

	while (good && n) {
		ssize_t done = write(fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		good = done >= 0;
		bytes += good ? done : 0;
		n -= good ? (size_t)done : 0;
	}
	enum as_status st = good ? AS_OK
				 : as_fail(err, AS_ERR_SYS, "cannot write --ci to '%.300s'", path);
	if (fd >= 0 && close(fd) < 0 && !st)
		st = as_fail(err, AS_ERR_SYS, "cannot write --ci to '%.300s'", path);
	return st;
}

/* What a file that others write to, too, leaves of the room. */
static size_t room_in(const struct wish *w)
{
	enum { LEAST = 1000 };
	struct stat st;
	const size_t limit = w->format->limit;

	if (!w->append || stat(w->path, &st) < 0 || st.st_size <= 0)
		return limit;
	return (size_t)st.st_size + LEAST < limit ? limit - (size_t)st.st_size : LEAST;
}

static enum as_status write_one(struct as_cli *cli, const struct wish *w, const struct as_review *r,
	struct as_err *err)
{
	struct as_text t = {0}, said = {0};
	enum as_status st;

	if (w->format->say)
		w->format->say(&said, r, 0);
	as_out_write(cli->out, as_text_str(&said), said.len);
	w->format->write(&t, r, room_in(w));
	st = as_text_finish(said.failed ? &said : &t, err);
	if (!st && !strcmp(w->path, "-"))
		as_out_write(cli->out, as_text_str(&t), t.len);
	else if (!st && w->append)
		st = append(w->path, &t, err);
	else if (!st)
		st = as_write_file(w->path, as_text_str(&t), t.len, "--ci", err);
	as_text_release(&t);
	as_text_release(&said);
	return st;
}

/* --page */
static enum as_status write_page(struct as_cli *cli, const struct as_review *r, struct as_err *err)
{
	const char *path = as_args_value(cli->args, AS_OPT_PAGE);
	struct as_report_views v = {0};

	if (!path)
		return AS_OK;
	enum as_status st = as_report_add_review(cli, &v, r, NULL, err);
	if (!st)
		st = as_report_add_histories(cli, &v, err);
	if (!st)
		st = as_report_write(cli, &v, r->name, path, err);
	as_report_views_release(&v);
	return st;
}

enum as_status as_ci_write(struct as_cli *cli, const struct as_review *r, struct as_err *err)
{
	const size_t n = as_args_times(cli->args, AS_OPT_CI);
	enum as_status first = AS_OK;

	for (size_t i = 0; i < n; i++) {
		struct wish w = {0};
		enum as_status st = read_wish(value_of(cli->args, i), &w, first ? NULL : err);
		if (!st && w.format)
			st = write_one(cli, &w, r, first ? NULL : err);
		first = first ? first : st;
	}
	enum as_status page = write_page(cli, r, first ? NULL : err);
	return first ? first : page;
}
