/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/tokens.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "clock/clock.h"
#include "format/instant.h"
#include "store/store.h"

const char *as_tokens_path(const char *store, struct as_arena *a)
{
	const char *aside = as_store_aside(store, a);

	return aside ? as_arena_printf(a, "%s-tokens", aside) : NULL;
}

enum as_status as_tokens_of(
	const char *store, struct as_arena *a, struct as_tokens *out, struct as_err *err)
{
	const char *path = as_tokens_path(store, a);
	struct as_text text = {0};
	struct stat file;

	*out = (struct as_tokens){0};
	if (!path)
		return as_fail_memory(err);
	if (stat(path, &file) < 0 && errno == ENOENT)
		return AS_OK;
	enum as_status st = as_file_in_all(&text, path, err);
	if (!st)
		st = as_tokens_read(as_text_str(&text), path, a, out, err);
	as_text_release(&text);
	return st;
}

/* ---- the log ---- */

enum as_status as_served_log(
	const char *store, const char *who, const char *what, struct as_err *err)
{
	char when[AS_INSTANT_LENGTH + 1];
	struct as_arena a = {0};
	struct as_text line = {0};
	const char *aside = as_store_aside(store, &a);
	const char *path = aside ? as_arena_printf(&a, "%s-log", aside) : NULL;
	enum as_status st = path ? AS_OK : as_fail_memory(err);

	as_instant_text(as_clock_date(), when);
	as_text_addf(&line, "%s ", when);
	as_text_add_neutral(&line, who, strlen(who), 0);
	as_text_char(&line, ' ');
	as_text_add_neutral(&line, what, strlen(what), 0);
	as_text_char(&line, '\n');
	if (!st)
		st = as_text_finish(&line, err);
	const int fd = st ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (!st && (fd < 0 || write(fd, line.data, line.len) != (ssize_t)line.len))
		st = as_fail(err, AS_ERR_SYS, "cannot write the log '%.300s'", path);
	if (fd >= 0)
		(void)close(fd);
	as_text_release(&line);
	as_arena_release(&a);
	return st;
}
