/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/out.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/num.h"

enum { LEAST = 20, USUAL = 80 }; /* columns */

static const char *first_set(const char *a, const char *b, const char *c)
{
	const char *names[] = {a, b, c};

	for (int i = 0; i < 3; i++) {
		const char *value = getenv(names[i]);
		if (value && *value)
			return value;
	}
	return NULL;
}

struct as_out_facts as_out_look(void)
{
	struct winsize size = {0};
	struct as_out_facts f = {
		.out_is_terminal = isatty(1),
		.err_is_terminal = isatty(2),
		.term = getenv("TERM"),
		.no_color = getenv("NO_COLOR"),
		.columns = getenv("COLUMNS"),
		.locale = first_set("LC_ALL", "LC_CTYPE", "LANG"),
	};

	if (f.out_is_terminal && ioctl(1, TIOCGWINSZ, &size) == 0)
		f.terminal_width = size.ws_col;
	return f;
}

/* Whether COLUMNS says it. */
static bool is_told(const struct as_out_facts *f, int64_t *n)
{
	return f->columns && as_parse_i64(f->columns, LEAST, 10000, n);
}

static int width_of(const struct as_out_facts *f)
{
	int64_t n = 0;

	if (is_told(f, &n))
		return (int)n;
	return f->terminal_width >= LEAST ? f->terminal_width : USUAL;
}

static bool is_utf8(const char *locale)
{
	const char *dot = locale ? strchr(locale, '.') : NULL;

	return dot && (!strncasecmp(dot + 1, "utf-8", 5) || !strncasecmp(dot + 1, "utf8", 4));
}

static bool is_plain_terminal(const struct as_out_facts *f)
{
	return !f->term || !strcmp(f->term, "dumb") || !strcmp(f->term, "unknown") ||
		(f->no_color && *f->no_color);
}

void as_out_init(struct as_out *o, const struct as_out_facts *facts, const char *style,
	bool inherits)
{
	bool terminal = facts->out_is_terminal;
	int64_t told = 0;

	*o = (struct as_out){
		.fd = 1, .is_terminal = terminal, .width = width_of(facts),
		.told = is_told(facts, &told)};
	if (!style || !strcmp(style, "auto")) {
		bool plain = !terminal || inherits;
		style = plain ? "basic" : is_plain_terminal(facts) ? "nocolor" : "full";
	}
	o->silent = !strcmp(style, "none");
	o->colour = !strcmp(style, "full") || !strcmp(style, "color");
	/* A progress line needs a terminal that can rewrite it, except where it was asked for. */
	o->progress = !strcmp(style, "full") || !strcmp(style, "nocolor");
	if (!facts->err_is_terminal || (facts->term && !strcmp(facts->term, "dumb")))
		o->progress = false;
	o->unicode = is_utf8(facts->locale) && (terminal || o->colour) && !o->silent;
}

int as_out_width(const struct as_out *o, int fd)
{
	struct winsize size = {0};

	if (o->told || !isatty(fd) || ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col)
		return o->width;
	return size.ws_col >= LEAST ? size.ws_col : LEAST;
}

static void write_all(struct as_out *o, const char *bytes, size_t n)
{
	while (n && !o->failed_errno) {
		ssize_t done = write(o->fd, bytes, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			o->failed_errno = errno;
			return;
		}
		bytes += done;
		n -= (size_t)done;
	}
}

void as_out_show(struct as_out *o, const struct as_text *t)
{
	if (!o->silent)
		write_all(o, as_text_str(t), t->len);
}

void as_out_write(struct as_out *o, const char *bytes, size_t n)
{
	write_all(o, bytes, n);
}

enum as_status as_out_finish(const struct as_out *o, struct as_err *err)
{
	if (!o->failed_errno)
		return AS_OK;
	if (o->failed_errno == EPIPE)
		return as_fail_sys(err, EPIPE,
			"cannot write all of the output to standard output: its reader has left");
	return as_fail_sys(err, o->failed_errno,
		"cannot write all of the output to standard output");
}

void as_out_complain(const char *bytes, size_t n)
{
	struct as_out o = {.fd = 2};

	write_all(&o, bytes, n);
}
