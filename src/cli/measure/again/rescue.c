/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/rescue.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/measure/again/waiting.h"

/* Into the first of the folders that are on other disks as a rule and has room; for this user's eyes
 * alone. */
static bool rescue_elsewhere(const struct as_result *r, char path[static AS_STORE_PATH_BYTES])
{
	const char *const folders[] = {getenv("TMPDIR"), "/tmp", getenv("HOME"), "/var/tmp",
		"/dev/shm"};
	const mode_t was = umask(077);
	bool done = false;

	for (size_t i = 0; i < sizeof folders / sizeof *folders && !done; i++)
		done = folders[i] && *folders[i] == '/' &&
			!as_store_rescue(folders[i], r->x, &r->analyses[0], path, NULL);
	umask(was);
	return done;
}

enum as_status as_rescue(struct as_store *store, struct as_result *r,
	struct as_journal *journal, const struct as_err *why, struct as_err *err)
{
	char path[AS_STORE_PATH_BYTES];

	r->rescued = store && as_waiting_keep(as_store_path(store), r, path);
	if (r->rescued)
		return as_fail(err, why->code,
			"%s; the experiment waits in %s: assay store flush sends it when the "
			"server is back, as does whatever uses the store next",
			why->msg, path);
	r->rescued = !as_store_rescue(".", r->x, &r->analyses[0], path, NULL);
	if (!r->rescued && as_journal_is_whole(journal))
		return as_fail(err, why->code,
			"%s; it could not be written to the current folder either, but all of it "
			"is in the journal, which the next assay run or list keeps once that is "
			"mended",
			why->msg);
	if (!r->rescued)
		r->rescued = rescue_elsewhere(r, path);
	if (!r->rescued)
		return as_fail(err, why->code,
			"%s; it could not be written to the current folder either, nor to "
			"TMPDIR, /tmp, the home folder, /var/tmp or /dev/shm, so the values are "
			"only on this screen",
			why->msg);
	return as_fail(err, why->code,
		"%s; the experiment is kept in %s instead: assay show %s", why->msg, path, path);
}
