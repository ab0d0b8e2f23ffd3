/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/tune/tune_setting.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text/fixed.h"

const struct as_tunable as_tunables[] = {
#define AS_TUNABLE(check, path, want) {AS_CHECK_##check, path, want},
#include "model/doctor/tunables.def"
#undef AS_TUNABLE
};

const size_t as_n_tunables = sizeof as_tunables / sizeof as_tunables[0];

enum { CONTENT_BYTES = 512 };

void as_tune_step(const struct as_tune_place *p)
{
	if (p->step)
		p->step(p->of);
}

/* path of the pattern, with # for one or more digits. */
static bool fits(const char *pattern, const char *path)
{
	while (*pattern) {
		if (*pattern == '#') {
			size_t digits = strspn(path, "0123456789");
			if (!digits || digits > 5)
				return false;
			path += digits;
			pattern++;
		} else if (*pattern++ != *path++) {
			return false;
		}
	}
	return !*path;
}

bool as_setting_is_ours(const char *path, const char *want, enum as_check_id *check)
{
	for (size_t i = 0; i < as_n_tunables; i++)
		if (!strcmp(as_tunables[i].want, want) && fits(as_tunables[i].path, path)) {
			*check = as_tunables[i].check;
			return true;
		}
	return false;
}

bool as_setting_is_word(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");

	return n > 0 && n < AS_TUNE_WORD && !s[n];
}

static bool full_path(const struct as_probe_root *root, const char *path, char out[static PATH_MAX])
{
	int n = snprintf(out, PATH_MAX, "%s%s", root->root ? root->root : "", path);

	if (n < 0 || n >= PATH_MAX)
		errno = ENAMETOOLONG;
	return n > 0 && n < PATH_MAX;
}

/* All of a small file; 0 or errno. */
static int content_of(const struct as_probe_root *root, const char *path,
	char out[static CONTENT_BYTES])
{
	char full[PATH_MAX];
	int fd = full_path(root, path, full) ? open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
	ssize_t n = fd >= 0 ? read(fd, out, CONTENT_BYTES - 1) : -1;
	int sys = n < 0 ? errno : n == CONTENT_BYTES - 1 ? EFBIG : 0;

	out[n > 0 ? n : 0] = 0;
	if (n > 0 && strlen(out) != (size_t)n)
		sys = EINVAL;
	if (fd >= 0)
		close(fd);
	return sys;
}

bool as_setting_read(const struct as_probe_root *root, const char *path,
	char word[static AS_TUNE_WORD])
{
	char text[CONTENT_BYTES];

	if (content_of(root, path, text))
		return false;
	char *from = strchr(text, '['), *to = from ? strchr(from, ']') : NULL;
	if (to) {
		*to = 0;
		from++;
	} else {
		from = text;
		size_t n = strlen(text);
		if (n && text[n - 1] == '\n')
			text[n - 1] = 0;
	}
	return as_setting_is_word(from) && as_copy(word, AS_TUNE_WORD, from);
}

/* The kernel takes a word in one write. */
static int write_word(const char *full, const char *word)
{
	char line[AS_TUNE_WORD + 1];
	int fd = open(full, O_WRONLY | O_CLOEXEC | O_NONBLOCK),
	    n = snprintf(line, sizeof line, "%s\n", word);
	ssize_t put = fd >= 0 ? write(fd, line, (size_t)n) : -1;
	int sys = put == n ? 0 : put < 0 ? errno : EIO;

	if (fd >= 0 && close(fd) && !sys)
		sys = errno;
	return sys;
}

/* What the kernel would show after that word: brackets around another of several, or the word
 * alone. */
static void shown(const char *content, const char *word, char out[static 2 * CONTENT_BYTES])
{
	const size_t size = (size_t)2 * CONTENT_BYTES;
	const char *rest = content;
	size_t n = 0;

	if (!strchr(content, '[')) {
		(void)as_putf(out, size, &n, "%s\n", word);
		return;
	}
	while (*rest) {
		size_t blanks = strspn(rest, " \n"), len = strcspn(rest + blanks, " \n");
		const char *w = rest + blanks;
		bool was = len > 1 && w[0] == '[' && w[len - 1] == ']';
		size_t bare = was ? len - 2 : len;
		const char *from = was ? w + 1 : w;
		bool is = bare == strlen(word) && !memcmp(from, word, bare);
		(void)as_putf(out, size, &n, "%.*s%s%.*s%s", (int)blanks, rest, is ? "[" : "",
			(int)bare, from, is ? "]" : "");
		rest = w + len;
	}
}

/* A new file takes the place of the old one, so that a tree never has half a setting. */
static int replace(const struct as_tune_place *p, const char *full, const char *text)
{
	char aside[PATH_MAX];
	size_t n = strlen(text);
	int sys = 0;

	if (snprintf(aside, sizeof aside, "%s.new", full) >= PATH_MAX)
		return ENAMETOOLONG;
	as_tune_step(p);
	int fd = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return errno;
	if (write(fd, text, n) != (ssize_t)n)
		sys = errno ? errno : EIO;
	if (close(fd) && !sys)
		sys = errno;
	as_tune_step(p);
	if (!sys && rename(aside, full))
		sys = errno;
	if (sys)
		unlink(aside);
	return sys;
}

int as_setting_write(const struct as_tune_place *p, const char *path, const char *word)
{
	char full[PATH_MAX], before[CONTENT_BYTES], after[2 * CONTENT_BYTES];
	bool running = !p->root->root || !*p->root->root;

	if (!full_path(p->root, path, full))
		return ENAMETOOLONG;
	if (running) {
		as_tune_step(p);
		return write_word(full, word);
	}
	int sys = content_of(p->root, path, before);
	if (sys)
		return sys;
	shown(before, word, after);
	return replace(p, full, after);
}

void as_setting_tidy(const struct as_tune_place *p, const char *path)
{
	char full[PATH_MAX], aside[PATH_MAX];

	if (p->root->root && *p->root->root && full_path(p->root, path, full) &&
		snprintf(aside, sizeof aside, "%s.new", full) < PATH_MAX)
		unlink(aside);
}

int as_setting_closed(const struct as_probe_root *root, const char *path)
{
	char full[PATH_MAX];

	if (!full_path(root, path, full))
		return ENAMETOOLONG;
	return faccessat(AT_FDCWD, full, W_OK, AT_EACCESS) ? errno : 0;
}
