/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/alerts/alerts_tell.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text/words.h"
#include "cli/files.h"
#include "format/json/assay_json.h"
#include "report/history/alerts_screen.h"
#include "run/interrupt.h"
#include "run/scratch.h"
#include "run/spawner/tool.h"
#include "store/store_alerts.h"

#define LIMIT_NS INT64_C(30000000000) /* of --notify-timeout */

/* A command that is told, and the file that it is told by. */
struct alert_teller {
	struct as_cli *cli;
	const char *said; /* as the user gave it */
	int64_t limit_ns;
	struct as_words words;
	struct as_spawner *spawner;
	struct as_scratch scratch;
	const char *input;
	uint32_t id;
};

static enum as_status understand(struct alert_teller *t, struct as_err *err)
{
	enum as_status st = as_words_split(t->said, t->cli->arena, &t->words, err);

	if (!st && t->words.syntax)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot run '%.200s' for --notify: '%c' needs a shell, and it is started "
			"without one; put it in a script",
			t->said, t->words.syntax);
	return st;
}

static enum as_status prepare(struct alert_teller *t, struct as_err *err)
{
	struct as_arena *a = t->cli->arena;
	const char *name = t->words.v[0];
	const char *path = strchr(name, '/') ? name : as_program_in_path(name, a);
	const struct as_stream kept = {.kind = AS_STREAM_CAPTURE};

	t->input = as_arena_printf(a, "%s/alert.json", t->scratch.path);
	if (!t->input)
		return as_fail_memory(err);
	if (!path)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run '%.200s' for --notify: there is no such program in PATH", name);
	const struct as_command_spec spec = {.path = path,
		.argv = (const char *const *)t->words.v, .envp = (const char *const *)environ,
		.input = t->input, .out = kept, .err = kept};
	return as_spawner_prepare(t->spawner, &spec, &t->id, err);
}

/* Why it has not told it, to standard error. */
static void complain(struct alert_teller *t, const struct as_alert *a, const struct as_launched *r)
{
	const char *words = as_tool_words(r, t->cli->arena);
	struct as_text why = {0};

	if (r->timed_out)
		as_text_addf(&why, "it took longer than %g s", (double)t->limit_ns / 1e9);
	else
		as_text_add(&why, r->exec_errno ? strerror(r->exec_errno) : "it failed");
	fprintf(stderr, "assay: '%s' has not told alert %lld: %s%s%s; it is tried again the next "
		"time\n", t->said, (long long)a->id, as_text_str(&why), words && *words ? ": " : "",
		words ? words : "");
	as_text_release(&why);
	as_cli_raise(t->cli, AS_EXIT_SYSTEM);
}

static enum as_status tell(struct alert_teller *t, struct as_alert *a, bool *told,
	struct as_err *err)
{
	const struct as_launch launch = {.command = t->id, .timeout_ns = t->limit_ns};
	const struct as_alert *const one[] = {a};
	struct as_launched r;
	struct as_text text = {0};

	as_json_alerts(&text, one, 1);
	enum as_status st = text.failed ? as_fail_memory(err)
		: as_write_file(t->input, as_text_str(&text), text.len, "the alert", err);
	as_text_release(&text);
	if (!st)
		st = as_tool_launch(t->spawner, &launch, "the command of --notify", &r, err);
	*told = !st && as_tool_went_well(&r);
	if (!st && !*told)
		complain(t, a, &r);
	return st;
}

static enum as_status tell_all(struct alert_teller *t, struct as_alerting *u, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < u->n; i++) {
		struct as_alert *a = &u->v[i];
		bool told = false;
		if (!as_alert_is_due(a))
			continue;
		st = tell(t, a, &told, err);
		if (st || !told)
			continue;
		a->told = a->state;
		a->dirty = true;
		st = as_store_put_alerts(u->store, u->v, u->n, err);
	}
	return st;
}

enum as_status as_alerts_notify(struct as_cli *cli, const char *command, struct as_alerting *u,
	struct as_err *err)
{
	struct alert_teller t = {.cli = cli, .said = command, .limit_ns = LIMIT_NS,
		.scratch = {.lock = -1}};
	enum as_status st = as_args_duration(cli->args, AS_OPT_NOTIFY_TIMEOUT, &t.limit_ns, err);

	if (!st)
		st = understand(&t, err);
	const char *uuid = st ? NULL : as_scratch_uuid(cli->arena);

	if (!st && !uuid)
		st = as_fail_memory(err);
	as_interrupt_catch();
	if (!st)
		st = as_scratch_open(&t.scratch, uuid, err);
	if (!st)
		st = as_spawner_open(&t.spawner, err);
	if (!st)
		st = prepare(&t, err);
	if (!st)
		st = tell_all(&t, u, err);
	as_spawner_close(t.spawner);
	as_scratch_close(&t.scratch);
	return st;
}

enum as_status as_alerts_feed(struct as_cli *cli, const char *path, const struct as_alerting *u,
	struct as_err *err)
{
	const char **titles = as_arena_array(cli->arena, u->n, sizeof *titles);
	const struct as_style plain = {.unicode = true};
	struct as_text text = {0};

	if (!titles)
		return as_fail_memory(err);
	for (size_t i = 0; i < u->n; i++) {
		struct as_text line = {0};
		as_report_alert_line(&line, &plain, &u->v[i]);
		titles[i] = as_arena_strdup(cli->arena, as_text_str(&line));
		as_text_release(&line);
		if (!titles[i])
			return as_fail_memory(err);
	}
	as_json_feed(&text, u->v, titles, u->n);
	enum as_status st = text.failed ? as_fail_memory(err)
		: as_write_file(path, as_text_str(&text), text.len, "the feed", err);
	as_text_release(&text);
	return st;
}
