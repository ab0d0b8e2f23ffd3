/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "base/text.h"
#include "base/text/fixed.h"
#include "run/tune/tune_setting.h"

/* The state file: lines
 *
 *   assay-tuned 1
 *   boot 7c9e6679-7425-40de-944b-e07fc1f90ae7
 *   set /sys/... OLD NEW
 *   end 1
 *
 * `end` counts the lines `set`. */

enum { STATE_MAX = 1 << 20 };

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (const char *p = text; (p = strchr(p, '\n')); p++)
		n++;
	return n;
}

/* "", or for a tree "-" and a hash of its path. */
static void name_tree(const struct as_probe_root *root, char out[static 24])
{
	char *path = root->root && *root->root ? realpath(root->root, NULL) : NULL;

	*out = 0;
	if (path)
		snprintf(out, 24, "-%016llx", (unsigned long long)XXH3_64bits(path, strlen(path)));
	else if (root->root && *root->root)
		snprintf(out, 24, "-tree");
	free(path);
}

enum as_status as_tune_state_path(const struct as_probe_root *root,
	char out[static AS_TUNE_STATE_BYTES], struct as_err *err)
{
	const char *folder = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char tree[24];
	int n = 0;

	name_tree(root, tree);
	if (folder && *folder == '/')
		n = snprintf(out, AS_TUNE_STATE_BYTES, "%s/assay/tuned%s", folder, tree);
	else if (home && *home == '/')
		n = snprintf(out, AS_TUNE_STATE_BYTES, "%s/.local/state/assay/tuned%s", home, tree);
	else
		return as_fail(err, AS_ERR_USAGE,
			"cannot remember how the system was: there is no HOME to keep it in; set "
			"XDG_STATE_HOME");
	if (n < 0 || n >= AS_TUNE_STATE_BYTES)
		return as_fail(err, AS_ERR_USAGE,
			"cannot remember how the system was: the path of HOME is too long; set "
			"XDG_STATE_HOME");
	return AS_OK;
}

static bool make_folder(const char *state, char folder[static AS_TUNE_STATE_BYTES])
{
	struct stat sb;

	if (snprintf(folder, AS_TUNE_STATE_BYTES, "%s", state) >= AS_TUNE_STATE_BYTES ||
		!strrchr(folder, '/'))
		return false;
	*strrchr(folder, '/') = 0;
	for (char *p = folder + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = 0;
		bool good = !mkdir(folder, 0700) || !stat(folder, &sb);
		*p = '/';
		if (!good)
			return false;
	}
	return !mkdir(folder, 0700) || errno == EEXIST;
}

enum as_status as_tune_lock(const struct as_tune_place *p, int *folder, struct as_err *err)
{
	char path[AS_TUNE_STATE_BYTES];
	int fd = make_folder(p->state, path) ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd < 0)
		return as_fail(err, AS_ERR_SYS, "cannot remember how the system was in '%s'",
			p->state);
	if (flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		return as_fail(err, AS_ERR_REFUSED,
			"cannot change settings of the system: another assay is doing so right "
			"now");
	}
	*folder = fd;
	return AS_OK;
}

static const char *file_name(const struct as_tune_place *p)
{
	const char *slash = strrchr(p->state, '/');

	return slash ? slash + 1 : p->state;
}

static bool write_all(int fd, const char *data, size_t n)
{
	while (n) {
		ssize_t put = write(fd, data, n);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		data += put;
		n -= (size_t)put;
	}
	return true;
}

static void add_lines(struct as_text *t, const struct as_tune_place *p,
	const struct as_tuning *tuning)
{
	size_t n = 0;

	as_text_addf(t, "assay-tuned 1\nboot %s\n", p->boot_id);
	for (size_t i = 0; i < tuning->n; i++) {
		const struct as_setting *s = &tuning->v[i];
		if (s->state != AS_SETTING_PLANNED)
			continue;
		as_text_addf(t, "set %s %s %s\n", s->path, s->old, s->want);
		n++;
	}
	as_text_addf(t, "end %zu\n", n);
}

enum as_status as_tune_remember(const struct as_tune_place *p, int folder,
	const struct as_tuning *t, struct as_err *err)
{
	static const char aside[] = "tuned.new"; /* ours: the folder is locked */
	struct as_text text = {0};
	enum as_status st = AS_OK;
	int fd = -1;

	add_lines(&text, p, t);
	st = as_text_finish(&text, err);
	if (st)
		goto out;
	as_tune_step(p);
	if (unlinkat(folder, aside, 0) && errno != ENOENT) {
		st = as_fail(err, AS_ERR_SYS, "cannot remember how the system was in '%s'",
			p->state);
		goto out;
	}
	fd = openat(folder, aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0 || !write_all(fd, as_text_str(&text), text.len) || fsync(fd)) {
		st = as_fail(err, AS_ERR_SYS,
			"cannot remember how the system was in '%s', so nothing is changed",
			p->state);
		goto out;
	}
	as_tune_step(p);
	if (renameat(folder, aside, folder, file_name(p)) || fsync(folder))
		st = as_fail(err, AS_ERR_SYS,
			"cannot remember how the system was in '%s', so nothing is changed",
			p->state);
out:
	if (fd >= 0)
		close(fd);
	as_text_release(&text);
	return st;
}

enum as_status as_tune_forget(const struct as_tune_place *p, int folder, struct as_err *err)
{
	as_tune_step(p);
	if ((unlinkat(folder, file_name(p), 0) && errno != ENOENT) || fsync(folder))
		return as_fail(err, AS_ERR_SYS,
			"cannot remove '%s', though what it remembers is settled", p->state);
	return AS_OK;
}

/* The file if it is this user's and nobody else can have written it. NULL with *there false: none.
 * */
static enum as_status load(const struct as_tune_place *p, struct as_arena *a, char **out,
	struct as_err *err)
{
	int fd = open(p->state, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	enum as_status st = AS_OK;
	struct stat sb;
	ssize_t n = -1;

	*out = NULL;
	if (fd < 0)
		return errno == ENOENT ? AS_OK
				       : as_fail(err, AS_ERR_SYS, "cannot open '%s'", p->state);
	if (fstat(fd, &sb) || !S_ISREG(sb.st_mode) || sb.st_uid != geteuid() || sb.st_mode & 022 ||
		sb.st_size > STATE_MAX)
		st = as_fail(err, AS_ERR_DATA,
			"cannot trust '%s': it is not a file of this user alone; "
			"remove it if it is not assay's",
			p->state);
	char *text = st ? NULL : as_arena_alloc(a, (size_t)sb.st_size + 1);
	if (!st && !text)
		st = as_fail_memory(err);
	if (!st) {
		n = read(fd, text, (size_t)sb.st_size);
		if (n != sb.st_size)
			st = as_fail(err, AS_ERR_SYS, "cannot read all of '%s'", p->state);
	}
	close(fd);
	if (!st)
		*out = text;
	return st;
}

/* "set PATH OLD NEW", of tunables.def. */
static bool parse_set(char *line, struct as_setting *out)
{
	static const char set[] = "set ";
	char *path, *old, *want;

	if (strncmp(line, set, strlen(set)) != 0)
		return false;
	path = line + strlen(set);
	old = strchr(path, ' ');
	want = old ? strchr(old + 1, ' ') : NULL;
	if (!want)
		return false;
	*old++ = 0;
	*want++ = 0;
	return as_setting_is_word(old) && as_setting_is_word(want) &&
	       as_setting_is_ours(path, want, &out->check) && as_copy(AS_ROOM(out->path), path) &&
	       as_copy(AS_ROOM(out->old), old) && as_copy(AS_ROOM(out->want), want);
}

bool as_tune_parse(char *text, struct as_arena *a, struct as_tuning *t, const char **boot)
{
	size_t n = 0, room = count_lines(text);
	struct as_setting *v = as_arena_array(a, room, sizeof *v);
	char *line = strsep(&text, "\n"), end[32];

	if (!line || strcmp(line, "assay-tuned 1") != 0 || !(line = strsep(&text, "\n")) ||
		strncmp(line, "boot ", 5) != 0 || !line[5])
		return false;
	*boot = line + 5;
	while (v && n < room && (line = strsep(&text, "\n")) && parse_set(line, &v[n]))
		n++;
	if (!v || !line || !text || *text)
		return false;
	snprintf(end, sizeof end, "end %zu", n);
	t->v = v;
	t->n = n;
	return !strcmp(line, end);
}

enum as_status as_tune_remembered(const struct as_tune_place *p, struct as_arena *a,
	struct as_tuning *t, enum as_tune_there *out, struct as_err *err)
{
	const char *boot = NULL;
	char *text = NULL;
	enum as_status st = load(p, a, &text, err);

	*out = AS_TUNE_NONE;
	if (st || !text)
		return st;
	if (!as_tune_parse(text, a, t, &boot))
		return as_fail(err, AS_ERR_DATA,
			"cannot understand '%s', which remembers how the system was: "
			"it has been changed; look into it, and remove it",
			p->state);
	*out = strcmp(boot, p->boot_id) ? AS_TUNE_OTHER_BOOT : AS_TUNE_THIS_BOOT;
	return AS_OK;
}
