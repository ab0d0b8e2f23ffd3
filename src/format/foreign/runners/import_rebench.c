/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of ReBench, .data: an invocation is a process, so it is an execution; none of its iterations
 * is marked as warm-up. `total` is the time, other criteria stand beside it. A file is appended to
 * each time it runs, after lines with #, of which Source has the commit of the lines below it: they
 * get it as a column here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/foreign/parts/columns.h"

enum { LINE_MOST = 1 << 20, PIECE = 1 << 14, COMMIT_MOST = 64 };

static const struct as_column_row rows[] = {
	{.column = "assay commit", .is = AS_COLUMN_COMMIT},
	{.column = "benchmark", .is = AS_COLUMN_KEY},
	{.column = "executor", .is = AS_COLUMN_KEY},
	{.column = "suite", .is = AS_COLUMN_KEY},
	{.column = "extraArgs", .is = AS_COLUMN_KEY, .name = "extraArgs"},
	{.column = "cores", .is = AS_COLUMN_KEY, .name = "cores"},
	{.column = "inputSize", .is = AS_COLUMN_KEY, .name = "inputSize"},
	{.column = "varValue", .is = AS_COLUMN_KEY, .name = "varValue"},
	{.column = "tag", .is = AS_COLUMN_KEY, .name = "tag"},
	{.column = "invocation", .is = AS_COLUMN_EXECUTION},
	{.column = "iteration", .is = AS_COLUMN_ITERATION},
	{.column = "criterion", .is = AS_COLUMN_METRIC_NAME, .name = "total"},
	{.column = "unit", .is = AS_COLUMN_UNIT},
	{.column = "value", .is = AS_COLUMN_VALUE},
};

static const struct as_columns table = {
	.tool = "ReBench",
	.head = "invocation\titeration\tvalue\tunit\tcriterion",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

/* Lines of the file as a table. */
struct lines {
	const struct as_source *from;
	struct as_text in, out;
	size_t at; /* of out, that was not given yet */
	char commit[COMMIT_MOST + 1];
	bool head, ended;
};

static void note_source(struct lines *l, const char *line)
{
	static const char key[] = "\"commitId\":\"";
	const char *at = strstr(line, key);

	if (strncmp(line, "# Source:", 9) != 0 || !at)
		return;
	at += sizeof key - 1;
	const size_t n = strspn(at, "0123456789abcdef");
	snprintf(l->commit, sizeof l->commit, "%.*s", n <= COMMIT_MOST ? (int)n : 0, at);
}

static void add_line(struct lines *l, char *line)
{
	if (*line == '#') {
		note_source(l, line);
		return;
	}
	if (!*line)
		return;
	as_text_addf(&l->out, "%s\t%s\n", l->head ? l->commit : "assay commit", line);
	l->head = true;
}

/* What is whole of the bytes at hand, and at the end of the file all of it. */
static enum as_status add_lines(struct lines *l, struct as_err *err)
{
	char *line = l->in.data, *end;

	for (; l->in.len && (end = memchr(line, '\n', l->in.len - (size_t)(line - l->in.data)));
		line = end + 1) {
		*end = '\0';
		add_line(l, line);
	}
	const size_t rest = l->in.len - (size_t)(line - l->in.data);
	if (rest && l->ended)
		add_line(l, line);
	else if (rest > LINE_MOST)
		return as_fail(err, AS_ERR_DATA, "a line has more than %d bytes", LINE_MOST);
	if (l->in.len)
		memmove(l->in.data, line, rest);
	l->in.len = l->ended ? 0 : rest;
	return l->in.failed || l->out.failed ? as_fail_memory(err) : AS_OK;
}

static enum as_status read_lines(void *from, char *to, size_t room, size_t *n, struct as_err *err)
{
	struct lines *l = from;
	char piece[PIECE];

	if (l->at == l->out.len) {
		as_text_clear(&l->out);
		l->at = 0;
	}
	while (!l->out.len && !l->ended) {
		size_t got = 0;
		enum as_status st = l->from->read(l->from->from, piece, sizeof piece, &got, err);
		if (st)
			return st;
		l->ended = !got;
		as_text_add_n(&l->in, piece, got);
		if ((st = add_lines(l, err)))
			return st;
	}
	*n = l->out.len - l->at < room ? l->out.len - l->at : room;
	if (*n)
		memcpy(to, l->out.data + l->at, *n);
	l->at += *n;
	return AS_OK;
}

static int probe(const struct as_head *head)
{
	return as_columns_probe(&table, head);
}

static enum as_status read_rebench(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct lines l = {.from = from};
	const struct as_source plain = {read_lines, &l};
	enum as_status st = as_columns_read(&table, &plain, name, out, err);

	as_text_release(&l.in);
	as_text_release(&l.out);
	return st;
}

const struct as_data_format as_data_rebench = {
	.name = "rebench",
	.summary = "data of ReBench",
	.extension = ".data",
	.probe = probe,
	.read = read_rebench,
};
