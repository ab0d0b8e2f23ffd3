/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/series/bisect_for_git.h"

#include <stdio.h>
#include <string.h>

#include "cli/files.h"
#include "cli/screen_out.h"
#include "report/history/bisect_screen.h"
#include "store/store.h"

/* "1\n", three commits, a line each, and what git bisect had done until then. */
enum { KEPT_MOST = 1 << 20, COMMIT_MOST = 64 };
#define KEPT_MARK "assay-bisect-for-git 1\n"

static char *line_of(char **at)
{
	char *line = *at, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return line;
}

/* What was found for this git bisect: one that has gone on since. */
static void recall(struct as_for_git *f, struct as_arena *a)
{
	char *kept = as_arena_array(a, KEPT_MOST, 1);
	FILE *file = kept ? fopen(f->path, "re") : NULL;
	const char *ids[3];
	size_t n = 0;

	if (!file)
		return;
	n = fread(kept, 1, KEPT_MOST - 1, file);
	fclose(file);
	kept[n] = '\0';
	if (strncmp(kept, KEPT_MARK, strlen(KEPT_MARK)) != 0)
		return;
	kept += strlen(KEPT_MARK);
	for (size_t i = 0; i < 3; i++)
		if (!(ids[i] = line_of(&kept)) || strlen(ids[i]) > COMMIT_MOST)
			return;
	n = strlen(kept);
	if (!n || strncmp(f->asked.log, kept, n) != 0 || !f->asked.log[n])
		return;
	f->before = ids[0];
	f->first = ids[1];
	f->last = ids[2];
}

/* The newest of the good ends that lead to the bad one along first parents. */
static enum as_status choose_good(const struct as_for_git *f, struct as_version_line *line,
	struct as_arena *a, struct as_err *err)
{
	*line = (struct as_version_line){.until = f->asked.bad};
	enum as_status st = as_version_history(line, a, err);

	for (size_t i = line->commits.n; i-- > 0 && !st && !line->since;)
		for (size_t k = 0; k < f->asked.n_good; k++)
			if (!strcmp(line->commits.v[i].id, f->asked.good[k]))
				line->since = f->asked.good[k];
	if (!st && !line->since)
		return as_fail(err, AS_ERR_USAGE,
			"cannot answer git bisect run: no good commit led to '%.12s' along first "
			"parents; "
			"begin with git bisect start --first-parent BAD GOOD",
			f->asked.bad);
	return st;
}

enum as_status as_for_git_open(struct as_cli *cli, struct as_for_git *out,
	struct as_version_line *line, struct as_err *err)
{
	struct as_store_place place;
	const char *aside;

	*out = (struct as_for_git){0};
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);
	if (!st)
		st = as_version_bisecting(cli->arena, &out->asked, err);
	if (st)
		return st;
	aside = as_store_aside(place.path, cli->arena);
	out->path = aside ? as_arena_printf(cli->arena, "%s.bisect", aside) : NULL;
	if (!out->path)
		return as_fail_memory(err);
	recall(out, cli->arena);
	return out->first ? AS_OK : choose_good(out, line, cli->arena, err);
}

enum as_status as_for_git_keep(struct as_for_git *f, const struct as_bisection *b,
	struct as_arena *a, struct as_err *err)
{
	const struct as_bisecting *m = &b->machine;

	if (!m->n_found)
		return as_fail(err, AS_ERR_DATA,
			"cannot answer git bisect run: no commit was found; git bisect stops here, "
			"and is "
			"where it was");
	f->before = b->commits[m->found[0].first - 1].id;
	f->first = b->commits[m->found[0].first].id;
	f->last = b->commits[m->found[0].last].id;
	const char *kept = as_arena_printf(
		a, KEPT_MARK "%s\n%s\n%s\n%s", f->before, f->first, f->last, f->asked.log);
	return kept ? as_write_file(f->path, kept, strlen(kept),
			      "what git bisect run is answered by", err)
		    : as_fail_memory(err);
}

enum as_status as_for_git_answer(struct as_cli *cli, const struct as_for_git *f,
	struct as_err *err)
{
	static const enum as_exit exits[] = {[AS_SIDE_GOOD] = AS_EXIT_OK,
		[AS_SIDE_BAD] = AS_EXIT_REGRESSION, [AS_SIDE_NEITHER] = AS_EXIT_SKIP};
	const struct as_style style = as_screen_style(cli);
	enum as_bisected_side side = AS_SIDE_NEITHER;
	bool good = false, bad = false;
	struct as_text t = {0};
	enum as_status st = as_version_leads(f->asked.here, f->before, cli->arena, &good, err);

	if (!st && !good)
		st = as_version_leads(f->last, f->asked.here, cli->arena, &bad, err);
	if (st)
		return st;
	side = good ? AS_SIDE_GOOD : bad ? AS_SIDE_BAD : AS_SIDE_NEITHER;
	if (!as_args_has(cli->args, AS_OPT_JSON)) {
		as_report_bisect_side(&t, &style, f->asked.here, side, f->first);
		st = as_screen_print(cli, &t, err);
	}
	as_text_release(&t);
	cli->exit = exits[side]; /* whatever was raised on the way is no answer */
	return st;
}
