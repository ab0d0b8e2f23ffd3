/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fleet/fleet_measure.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyse/compare/fleet/fleet_make.h"
#include "analyse/compare/fleet/fleet_pool.h"
#include "cli/files.h"
#include "cli/fleet/fleet_rules.h"
#include "cli/fleet/head.h"
#include "cli/fleet/sent.h"
#include "run/build/copy_file.h"
#include "run/conduct.h"
#include "run/interrupt.h"
#include "run/request/settings.h"

/* What --on cannot be had with, before anything is done. */
static enum as_status check(const struct as_args *args, const struct as_request *r,
	struct as_err *err)
{
	static const enum as_option_id no[] = {AS_OPT_EXPORT, AS_OPT_EXTEND, AS_OPT_SUBTRACT,
		AS_OPT_ORIGINAL};
	char name[32];

	if (!r->amount.runs)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on many machines without a number of rounds, the same for "
			"each: say it with -r 20");
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		if (!as_args_has(args, no[i]))
			continue;
		as_option_spell(no[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside --on: each machine has a result of its own, which "
			"is in the store",
			name);
	}
	if (r->amount.dry_run)
		return as_fail(err, AS_ERR_USAGE,
			"cannot plan for the machines of --on: leave --on out, and the plan is "
			"that of this machine");
	return AS_OK;
}

static bool is_built(const struct as_request *r)
{
	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].build)
			return true;
	return false;
}

static size_t versions_of(const struct as_request *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->what.n_commands; i++)
		if (r->what.commands[i].checkout > n)
			n = r->what.commands[i].checkout;
	return n;
}

/* Build all of it, here; *out is what was built, NULL where the versions are the same program. */
static enum as_status build(struct as_fleet_head *h, const struct as_fleet_task *t,
	struct as_experiment **out, struct as_err *err)
{
	struct as_run_context with = *t->with;
	const struct as_made made = {.folder = as_sent_builds(h->folder, h->cli->arena)};

	if (!made.folder)
		return as_fail_memory(err);
	as_remove_tree(made.folder); /* of one that was killed while it built */
	if (mkdir(made.folder, 0755))
		return as_fail(err, AS_ERR_SYS, "cannot make the folder '%.300s' for builds",
			made.folder);
	with.made = &made;
	with.journal = NULL;
	if (!h->brief)
		as_head_say(h, "builds", "made here, once for all machines");
	enum as_status st = as_conduct(t->request, &with, NULL, out, err);
	if (!st && *out)
		st = as_send_builds(*out, h->folder, h->cli->arena, err);
	if (!st && *out)
		t->request->building.builds = (*out)->plan.builds;
	return st;
}

static enum as_status write_mark(const char *path, const struct as_request *r, struct as_err *err)
{
	struct as_text t = {0};

	as_request_write(&t, r);
	enum as_status st = as_text_finish(&t, err);
	if (!st)
		st = as_write_file(path, as_text_str(&t), t.len, "what was sent", err);
	as_text_release(&t);
	return st;
}

/* An assay that did not end it has sent all: the request as it became by what was built. */
static enum as_status read_mark(struct as_fleet_head *h, const char *path, struct as_request *r,
	struct as_err *err)
{
	struct as_text t = {0};
	enum as_status st = as_file_in_all(&t, path, err);
	const char *text = st ? NULL : as_arena_strdup(h->cli->arena, as_text_str(&t));

	as_text_release(&t);
	if (st || !text)
		return st ? st : as_fail_memory(err);
	return as_request_read(text, strlen(text), path, h->cli->arena, r, err);
}

/* What machines need beside the request; *same: the versions are one program, which nobody needs. */
static enum as_status send(struct as_fleet_head *h, const struct as_fleet_task *t, bool *same,
	struct as_err *err)
{
	const char *mark = as_arena_printf(h->cli->arena, "%s/sent", h->folder);
	struct as_request *r = t->request;
	struct as_experiment *x = NULL;
	enum as_status st = mark ? AS_OK : as_fail_memory(err);

	*same = false;
	if (!st && !access(mark, F_OK))
		return read_mark(h, mark, r, err);
	if (!st && is_built(r))
		st = build(h, t, &x, err);
	*same = !st && is_built(r) && !x;
	as_experiment_free(x);
	if (!st && !*same && versions_of(r))
		st = as_send_versions(t->with->checkouts, versions_of(r), h->folder, h->cli->arena,
			err);
	return st || *same ? st : write_mark(mark, r, err);
}

/* As one result, whose fleet lives as long as the arena. */
static enum as_status put_together(struct as_cli *cli, const struct as_result *v, size_t n,
	struct as_result *out, struct as_err *err)
{
	struct as_fleet *f = as_arena_array(cli->arena, 1, sizeof *f);
	struct as_experiment *x = NULL;
	struct as_fleet_rules rules;
	enum as_status st = f ? as_fleet_rules_read(cli, v, n, &rules, err) : as_fail_memory(err);

	if (!st)
		st = as_fleet_make(v, n, cli->arena, &rules, f, err);

	if (!st && !f->kinds)
		st = as_fleet_pool(f, v, n, &x, err);
	if (!st && x)
		st = as_result_init(out, x, NULL, err);
	if (!st)
		out->fleet = f;
	return st;
}

/* Each program is built once: for these builds, what machines say is t on their numbers
 * (methods-machines.md A4), and a layout that was drawn once would be mistaken for an effect. */
static enum as_status settle_builds(struct as_request *r, struct as_err *err)
{
	if (!is_built(r))
		return AS_OK;
	if (r->building.builds > 1 || r->building.randomize_given)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure several builds of a program on many machines: leave "
			"--builds and --randomize out, and each is built once, as its compiler "
			"lays it out");
	r->building.builds = 1;
	r->building.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	return AS_OK;
}

enum as_status as_fleet_measure(struct as_cli *cli, struct as_fleet_task *task,
	struct as_result *out, struct as_err *err)
{
	const char *uuid = task->with->uuid ? task->with->uuid : as_scratch_uuid(cli->arena);
	struct as_fleet_head h = {.cli = cli, .request = task->request, .store = task->store,
		.uuid = uuid, .jobs = -1, .brief = task->brief};
	struct as_result *v = NULL;
	bool same = false;
	size_t n = 0;
	enum as_status st = h.uuid ? check(cli->args, task->request, err)
				   : as_fail_memory(err);

	as_interrupt_catch();
	if (!st)
		st = as_fleet_rules_check(cli, err);
	if (!st)
		st = settle_builds(task->request, err);
	if (!st)
		st = as_head_open(&h, err);
	if (!st)
		st = send(&h, task, &same, err);
	const bool sent = !st && !same;
	if (sent)
		st = as_head_measure(&h, &v, &n, err);
	if (sent && !st)
		st = put_together(cli, v, n, out, err);
	as_head_close(&h, !sent);
	return st;
}
