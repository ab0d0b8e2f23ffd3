/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/text/slip.h"
#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/store/store_action.h"

static enum as_status do_path(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct as_store_place place;
	enum as_status st =
		as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	(void)words;
	(void)n;
	/* For a script, byte by byte; a terminal is spared what it would act upon. */
	if (!st && !cli->out->is_terminal) {
		as_out_write(cli->out, place.path, strlen(place.path));
		as_out_write(cli->out, "\n", 1);
	} else if (!st) {
		as_store_say(cli, "%s", place.path);
	}
	return st;
}

static const char *const origins[] = {
	[AS_STORE_GIVEN] = "named by --store",
	[AS_STORE_ENVIRONMENT] = "named by ASSAY_STORE",
	[AS_STORE_PROJECT] = "this project's",
	[AS_STORE_USER] = "yours",
};

static enum as_status look(struct as_cli *cli, struct as_store **store, struct as_holdings *h,
	struct as_err *err)
{
	struct as_store_place *place = as_arena_array(cli->arena, 1, sizeof *place);
	enum as_status st = place ? AS_OK : as_fail_memory(err);

	if (!st)
		st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), place, err);
	if (st)
		return st;
	*h = (struct as_holdings){.path = place->path};
	if (place->exists || place->origin != AS_STORE_USER)
		st = as_result_open_store(place->path, AS_STORE_READ, store, err);
	if (!st && *store)
		st = as_store_holdings(*store, h, err);
	h->of = origins[place->origin];
	return st;
}

static enum as_status describe(struct as_cli *cli, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_store *store = NULL;
	struct as_holdings h;
	struct as_text t = {0};
	enum as_status st = look(cli, &store, &h, err);

	if (!st) {
		as_report_holdings(&t, &style, &h);
		st = as_screen_print(cli, &t, err);
	}
	as_text_release(&t);
	as_store_close(store);
	return st;
}

static const struct action {
	const char *name, *args;
	size_t least, most; /* words after the name */
	enum as_status (*run)(struct as_cli *cli, char **words, size_t n, struct as_err *err);
} actions[] = {
	{"path", "", 0, 0, do_path},
	{"verify", "", 0, 0, as_store_do_verify},
	{"size", "", 0, 0, as_store_do_size},
	{"prune", " --older-than 90d", 0, 0, as_store_do_prune},
	{"thin", "", 0, 0, as_store_do_thin},
	{"copy", " DESTINATION [RESULT...]", 1, SIZE_MAX, as_store_do_copy},
	{"flush", "", 0, 0, as_store_do_flush},
	{"send", "", 0, 0, as_store_do_send},
	{"rename", " OLD NEW", 2, 2, as_store_do_rename},
	{"label", " RESULT TEXT", 2, 2, as_store_do_label},
	{"note", " RESULT TEXT", 2, 2, as_store_do_note},
	{"pin", " RESULT...", 1, SIZE_MAX, as_store_do_pin},
	{"unpin", " RESULT...", 1, SIZE_MAX, as_store_do_unpin},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static const char *action(size_t i)
{
	return i < ACTIONS ? actions[i].name : NULL;
}

static size_t find_action(const char *word)
{
	size_t i = 0;

	while (i < ACTIONS && strcmp(actions[i].name, word) != 0)
		i++;
	return i;
}

static enum as_status no_action(const char *word, struct as_err *err)
{
	for (size_t i = 0; i < ACTIONS; i++)
		if (as_is_slip(word, actions[i].name))
			return as_fail(err, AS_ERR_USAGE,
				"assay store has no action '%.200s'; did you mean %s?", word,
				actions[i].name);
	return as_fail(err, AS_ERR_USAGE,
		"assay store has no action '%.200s'; it has path, verify, size, prune, thin, copy, "
		"flush, send, rename, label, note, pin and unpin",
		word);
}

/* The options of prune mean nothing elsewhere, and it would be dangerous to pass over them. */
static enum as_status check_options(const struct as_cli *cli, const char *action,
	struct as_err *err)
{
	for (size_t i = 0; i < cli->args->n_given; i++) {
		enum as_option_id id = cli->args->given[i].id;
		char name[32];
		const bool dry = id == AS_OPT_PRUNE_DRY_RUN && !strcmp(action, "rename");
		const bool of_prune = id == AS_OPT_LABELLED || id == AS_OPT_PINNED ||
			id == AS_OPT_TO_HISTORY;
		if (as_options[id].group != AS_GROUP_PRUNE || dry || !strcmp(action, "prune") ||
			(!strcmp(action, "thin") && !of_prune))
			continue;
		as_option_spell(id, name);
		if (!of_prune)
			return as_fail(err, AS_ERR_USAGE,
				"%s has no meaning here: it is an option of assay store prune and "
				"thin",
				name);
		return as_fail(err, AS_ERR_USAGE,
			"%s has no meaning here: it is an option of assay store prune", name);
	}
	return AS_OK;
}

static enum as_status act(struct as_cli *cli, struct as_err *err)
{
	char **words = cli->args->words;
	size_t i = find_action(words[0]), n = cli->args->n_words - 1;

	if (i == ACTIONS)
		return no_action(words[0], err);
	const struct action *a = &actions[i];
	if (n < a->least || n > a->most)
		return as_fail(err, AS_ERR_USAGE,
			"assay store %s was given %zu word%s, but it is written: assay store %s%s",
			a->name, n, n == 1 ? "" : "s", a->name, a->args);
	return a->run(cli, words + 1, n, err);
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	bool plain = cli->args->n_words == 0;
	enum as_status st = check_options(cli, plain ? "" : cli->args->words[0], err);

	if (st)
		return st;
	return plain ? describe(cli, err) : act(cli, err);
}

static const struct as_example examples[] = {
	{"where it is and what it holds", "assay store"},
	{"is everything in it sound?", "assay store verify"},
	{"what is older than three months and bears no label",
		"assay store prune --older-than 90d --dry-run"},
	{"iterations of what is older than the newest 30 versions", "assay store thin"},
	{"and of what is older than a year all that no history takes",
		"assay store prune --to-history --older-than 365d"},
	{"a backup, or what another machine shall have", "assay store copy backup.db"},
	{"all of it into the team's store", "assay store copy postgresql://db.example.org/assay"},
	{"benchmarks that are called otherwise now keep their histories",
		"assay store rename 'parse/*' 'parser/*'"},
	{"the newest result gets a name", "assay store label @last before"},
	{0},
};

const struct as_command_entry as_command_store = {
	.name = "store",
	.args = "[path | verify | size | prune | thin | copy DESTINATION [RESULT...] | flush "
		"| send | rename OLD NEW | label RESULT TEXT | note RESULT TEXT | pin RESULT... "
		"| unpin RESULT...]",
	.summary = "maintain the store: verify, prune, copy, flush, send, rename, label, pin",
	.description =
		"Without a word: where the store is and what it holds.\n\n"
		"path writes the path of the file. verify reads everything, computes the "
		"summaries anew, and says what is not as it should be, with exit status "
		"6.\n\n"
		"prune removes old experiments and gives the room back to the disk: those "
		"of --older-than, all but those of --keep, or, with both, what both let "
		"go. What has a label or is pinned stays.\n\n"
		"prune --to-history takes away all values of old versions, and leaves what "
		"histories, lists and alerts go by, which say the same afterwards. What is "
		"near a change or an alert (5 versions), the newest 30 versions (--keep) of "
		"each benchmark, and what is in no history stays. thin takes away iterations "
		"alone: of each execution stay its mean and its squares, so that every "
		"interval, comparison, gate and plan is bit by bit the same; what would take "
		"the iterations themselves, such as another quantile, is refused by name. size "
		"says what takes the room.\n\n"
		"copy puts experiments, all or the named ones, into another store, which "
		"is made if it is not there. Those that it has already stay as they "
		"are.\n\n"
		"flush sends what waits on this machine for a store in PostgreSQL whose "
		"server could not be reached. send does so with what --send could not "
		"give to a server of assay, by the token of ASSAY_TOKEN.\n\n"
		"rename OLD NEW gives a benchmark another name in all results and alerts, so that "
		"its history goes on under it; nothing that was measured changes. With a * in "
		"both names, what it stands for is carried over. Where a result has NEW already, "
		"nothing is renamed. --dry-run lists what would be renamed. A line "
		"`renamed: {OLD: NEW}` of assay.yaml does so for what is shown, and leaves the "
		"store as it is.\n\n"
		"label gives an experiment a name, by which other commands find it; note "
		"keeps a text with it; an empty text takes either away. pin keeps it from "
		"being pruned. RESULT is what assay show takes, but no file.",
	.options = AS_GROUP_PRUNE | AS_GROUP_STORE,
	.examples = examples,
	.run = run,
	.action = action,
};
