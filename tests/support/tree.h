/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_TREE_H
#define AS_TESTS_TREE_H

/* A tree of files that a test makes and that changes while it is read: constructed. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "probe/probe.h"

struct tree {
	char path[64];
	struct as_probe_root root;
	pid_t mover; /* 0: nothing moves */
};

static inline int tree_begin(struct tree *t)
{
	*t = (struct tree){.path = "/tmp/assay-test-tree-XXXXXX"};
	if (!mkdtemp(t->path))
		return 1;
	t->root.root = t->path;
	return 0;
}

static inline void tree_stop(struct tree *t)
{
	if (!t->mover)
		return;
	kill(t->mover, SIGKILL);
	waitpid(t->mover, NULL, 0);
	t->mover = 0;
}

static inline int tree_end(struct tree *t)
{
	char command[128];

	tree_stop(t);
	snprintf(command, sizeof command, "rm -rf '%s'", t->path);
	return system(command);
}

/* A file, and the folders above it. */
static inline int tree_open(struct tree *t, const char *path)
{
	char whole[512];

	snprintf(whole, sizeof whole, "%s%s", t->path, path);
	for (char *s = strchr(whole + strlen(t->path) + 1, '/'); s; s = strchr(s + 1, '/')) {
		*s = '\0';
		if (mkdir(whole, 0755) != 0 && errno != EEXIST)
			return -1;
		*s = '/';
	}
	return open(whole, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
}

/* In place and with one write, so that whoever reads sees the old text or the new. */
static inline bool tree_write(struct tree *t, const char *path, const char *text)
{
	int fd = tree_open(t, path);
	size_t n = strlen(text);
	bool good = fd >= 0 && pwrite(fd, text, n, 0) == (ssize_t)n && ftruncate(fd, (off_t)n) == 0;

	if (fd >= 0)
		close(fd);
	return good;
}

/* From now on a process of its own adds to the number in a file every millisecond, until tree_stop. */
static inline bool tree_move(struct tree *t, const char *path, int64_t from, int64_t by)
{
	const struct timespec nap = {.tv_nsec = 1000000};
	int fd = tree_open(t, path);
	char text[32];
	int n = snprintf(text, sizeof text, "%019lld\n", (long long)from);

	/* Its length must not change while somebody reads it. */
	if (fd < 0 || pwrite(fd, text, (size_t)n, 0) != n || ftruncate(fd, n) != 0)
		return false;
	t->mover = fork();
	while (t->mover == 0) {
		nanosleep(&nap, NULL);
		snprintf(text, sizeof text, "%019lld\n", (long long)(from += by));
		if (pwrite(fd, text, (size_t)n, 0) != n)
			_exit(1);
	}
	if (fd >= 0)
		close(fd);
	return t->mover > 0;
}

#endif
