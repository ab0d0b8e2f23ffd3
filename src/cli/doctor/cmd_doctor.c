/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyse/diagnose/judge/judge_machine.h"
#include "cli/doctor/doctor_verb.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "probe/examine/examine.h"
#include "probe/examine/quanta.h"
#include "report/doctor/doctor_screen.h"
#include "run/tune/tune_kernel.h"

#define PROBE_SECONDS 2.0

/* A tree has no variables of its own: those of this process would say where its programs are. */
static char tree_path[] = "PATH=/usr/local/bin:/usr/bin:/bin";
static char *const tree_variables[] = {tree_path, NULL};

static enum as_status root_of(struct as_cli *cli, struct as_probe_root *out, struct as_err *err)
{
	const char *given = as_args_value(cli->args, AS_OPT_ROOT);
	struct stat sb;

	*out = (struct as_probe_root){0};
	if (!given || !strcmp(given, "/"))
		return AS_OK;
	if (stat(given, &sb) != 0)
		return as_fail(err, AS_ERR_SYS, "cannot look at the machine of '%.200s'", given);
	if (!S_ISDIR(sb.st_mode))
		return as_fail(err, AS_ERR_USAGE,
			"cannot use '%.200s' for --root: expected a folder with proc and sys in it",
			given);
	*out = (struct as_probe_root){.root = given, .env = tree_variables};
	return AS_OK;
}

/* Where the probe fails that is said, and all else is shown. */
static enum as_status probe_noise(struct as_cli *cli, struct as_diagnosis *d, struct as_err *err)
{
	struct as_quanta_found *found = as_arena_alloc(cli->arena, sizeof *found);
	struct as_err why = {0};
	struct as_quanta q;

	if (!found)
		return as_fail_memory(err);
	enum as_status st = as_quanta_measure(PROBE_SECONDS, cli->arena, &q, &why);
	if (!st)
		st = as_doctor_quanta(&q, cli->arena, found, &why);
	if (!st)
		d->quanta = found;
	else if (!(d->no_quanta = as_arena_printf(cli->arena, "%s%s%s", why.msg,
			   why.sys ? ": " : "", why.sys ? strerror(why.sys) : "")))
		return as_fail_memory(err);
	return AS_OK;
}

static enum as_status show(struct as_cli *cli, const struct as_probe_root *root,
	struct as_diagnosis *d, struct as_text *t, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_machine machine;
	enum as_status st = as_doctor_examine(cli, root, d, &machine, err);

	if (!st && !root->root && !as_args_has(cli->args, AS_OPT_NO_PROBE))
		st = probe_noise(cli, d, err);
	if (st)
		return st;
	as_doctor_abilities(root, &machine, d);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_doctor(t, d);
	else
		as_report_doctor(t, &style, d);
	return AS_OK;
}

/* Where nothing could be changed for want of permission, or not all given back, the status tells.
 * */
static enum as_status tune(struct as_cli *cli, const struct as_probe_root *root,
	struct as_diagnosis *d, struct as_text *t, struct as_err *err)
{
	char *path = as_arena_alloc(cli->arena, AS_TUNE_STATE_BYTES);
	struct as_style style = as_screen_style(cli);
	bool apply = as_args_has(cli->args, AS_OPT_TUNE);
	struct as_tuning tuning = {0};
	struct as_machine machine;
	enum as_status st = path ? as_tune_state_path(root, path, err) : as_fail_memory(err);

	if (!st)
		st = as_doctor_examine(cli, root, d, &machine, err);
	if (st)
		return st;
	const struct as_tune_place place = {
		.root = root, .state = path, .boot_id = machine.boot_id};
	if (apply) {
		st = as_tune_plan(root, d, cli->arena, &tuning, err);
		if (!st)
			st = as_tune_apply(&place, &tuning, err);
	} else {
		st = as_tune_restore(&place, cli->arena, &tuning, err);
	}
	if (st)
		return st;
	if (apply ? tuning.n && !tuning.kept : tuning.kept)
		as_cli_raise(cli, AS_EXIT_REFUSED);
	if (as_args_has(cli->args, AS_OPT_JSON))
		as_json_tuning(t, &tuning);
	else
		as_report_tuning(t, &style, &tuning);
	return AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	bool apply = as_args_has(cli->args, AS_OPT_TUNE),
	     restore = as_args_has(cli->args, AS_OPT_RESTORE);
	struct as_diagnosis *d = as_arena_alloc(cli->arena, sizeof *d);
	struct as_text t = {0};
	struct as_probe_root root;

	if (!d)
		return as_fail_memory(err);
	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay doctor takes no words, but was given '%.200s'", cli->args->words[0]);
	if (apply && restore)
		return as_fail(err, AS_ERR_USAGE,
			"--tune and --restore were given, and only one can be done");
	enum as_status st = root_of(cli, &root, err);
	if (!st)
		st = apply || restore ? tune(cli, &root, d, &t, err) : show(cli, &root, d, &t, err);
	if (!st)
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	return st;
}

static const struct as_example examples[] = {
	{"what disturbs here, and how much", "assay doctor"},
	{"everything it looked at, and why some cannot be known", "assay doctor -v"},
	{"only reading, without the two seconds of work", "assay doctor --no-probe"},
	{"as root: change what may be changed, measure, and give it back",
		"assay doctor --tune && assay run ./bench; assay doctor --restore"},
	{"what matters, for a script",
		"assay doctor --json | jq '.findings[] | select(.weight == \"matters\")'"},
	{0},
};

const struct as_command_entry as_command_doctor = {
	.name = "doctor",
	.args = "",
	.summary = "say what this machine can measure and what disturbs it",
	.description = "Looks at who sets the frequency of the processors, at other tasks and "
		       "guests, at memory, clock and limits, and says what of it disturbs "
		       "measurements, the weightiest first, each with the command that cures it. "
		       "What is fine is only named (-v says all of it).\n\n"
		       "Then it does the same small amount of work again and again for two "
		       "seconds, on every processor that it may use, and says how much of the "
		       "time others took, how often, and how long at the longest. From how 0.1 s "
		       "of that work vary follows which differences can be told here at best.\n\n"
		       "At the end stands what cannot be measured or done on this machine, and "
		       "why; -v also lists what can. Nothing is changed.\n\n"
		       "--tune changes those settings of the kernel that were found to disturb "
		       "and that this user may change: the governor, turbo, address space "
		       "randomisation, transparent huge pages, swappiness, perf_event_paranoid; "
		       "each is said, with its old and new value. What was there is remembered "
		       "before, in a file under $XDG_STATE_HOME or ~/.local/state, and --restore "
		       "gives it back, also after a crash; a setting that somebody else has "
		       "changed since is left alone. A reboot undoes a tune, "
		       "too. Where nothing could be changed for want of permission, the exit "
		       "status is 4.",
	.options = AS_GROUP_DOCTOR | AS_GROUP_SCREEN,
	.examples = examples,
	.run = run,
};
