/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <unistd.h>

#include "cli/verb.h"
#include "cli/store/store_action.h"
#include "store/store.h"

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	char here[AS_STORE_PATH_BYTES], path[AS_STORE_PATH_BYTES];
	bool made = false;

	if (cli->args->n_words)
		return as_fail(err, AS_ERR_USAGE,
			"assay init takes no word, but was given '%.200s': it makes the store of "
			"the current folder",
			cli->args->words[0]);
	if (!getcwd(here, sizeof here))
		return as_fail_sys(err, errno, "cannot make a store in the current folder");
	enum as_status st = as_store_init_project(here, path, &made, err);
	if (!st)
		as_store_say(cli, "%s '%s'; what is measured here and below is kept in it",
			made ? "made the store" : "there is a store already:", path);
	return st;
}

const struct as_command_entry as_command_init = {
	.name = "init",
	.args = "",
	.summary = "make a store for the project in the current folder",
	.description = "Makes .assay/ with a store in it. What is measured in this folder and "
		       "below it is kept there from now on, and not in the user's store. A "
		       ".gitignore beside it keeps it out of git.",
	.run = run,
};
