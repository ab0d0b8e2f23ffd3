/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store label, note, pin, unpin, rename. */
#include <stdio.h>

#include "cli/results/result.h"
#include "cli/store/store_action.h"
#include "store/looking.h"

static enum as_status open_for(struct as_cli *cli, const char *word, struct as_store **store,
	int64_t *id, struct as_err *err)
{
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, store, err);

	return st ? st : as_store_find(*store, word, id, err);
}

enum as_status as_store_do_label(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct as_store *s = NULL;
	int64_t id = 0;

	(void)n;
	if (!as_store_is_label(words[1]))
		return as_fail(err, AS_ERR_USAGE,
			"cannot label '%.100s' as '%.100s': expected a text that is no number and "
			"does not begin with @",
			words[0], words[1]);
	enum as_status st = open_for(cli, words[0], &s, &id, err);
	if (!st)
		st = as_store_mark_label(s, id, words[1], err);
	if (!st && *words[1])
		as_store_say(cli, "experiment %lld is labelled '%s'", (long long)id, words[1]);
	else if (!st)
		as_store_say(cli, "experiment %lld has no label", (long long)id);
	as_store_close(s);
	return st;
}

enum as_status as_store_do_note(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	struct as_store *s = NULL;
	int64_t id = 0;
	enum as_status st = open_for(cli, words[0], &s, &id, err);

	(void)n;
	if (!st)
		st = as_store_mark_note(s, id, words[1], err);
	if (!st)
		as_store_say(cli, "experiment %lld has %s note", (long long)id,
			*words[1] ? "this" : "no");
	as_store_close(s);
	return st;
}

static enum as_status pin(struct as_cli *cli, char **words, size_t n, bool pinned,
	struct as_err *err)
{
	struct as_store *s = NULL;
	enum as_status st = as_result_store(cli, AS_STORE_WRITE, &s, err);

	for (size_t i = 0; !st && i < n; i++) {
		int64_t id = 0;
		st = as_store_find(s, words[i], &id, err);
		if (!st)
			st = as_store_mark_pinned(s, id, pinned, err);
		if (!st)
			as_store_say(cli, "experiment %lld is %s", (long long)id,
				pinned ? "pinned: `assay store prune` leaves it" : "not pinned");
	}
	as_store_close(s);
	return st;
}

enum as_status as_store_do_pin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	return pin(cli, words, n, true, err);
}

enum as_status as_store_do_unpin(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	return pin(cli, words, n, false, err);
}

/* A name that is there as it stands is no pattern, so what the * of both names is for is judged by the store. */
enum as_status as_store_do_rename(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	const struct as_rename rule = {.from = words[0], .to = words[1]};
	const bool write = !as_args_has(cli->args, AS_OPT_PRUNE_DRY_RUN);
	struct as_store_renamed *list = NULL;
	struct as_store_place place;
	struct as_store *s = NULL;
	enum as_status st = as_store_locate(as_args_value(cli->args, AS_OPT_STORE), &place, err);

	n = 0;
	/* one that is not there is not made for it */
	if (!st)
		st = as_result_open_store(place.path,
			write && place.exists ? AS_STORE_WRITE : AS_STORE_READ, &s, err);
	if (!st)
		st = as_store_rename(s, &rule, write, cli->arena, &list, &n, err);
	for (size_t i = 0; !st && i < n; i++) {
		const struct as_store_renamed *one = &list[i];
		char more[80] = "";
		if (one->besides)
			snprintf(more, sizeof more, ", and %zu more ha%s that name already",
				one->besides, one->besides == 1 ? "s" : "ve");
		as_store_say(cli, "%s '%s' to '%s' in %zu result%s%s",
			write ? "renamed" : "would rename", one->from, one->to, one->results,
			one->results == 1 ? "" : "s", more);
	}
	as_store_close(s);
	return st;
}
