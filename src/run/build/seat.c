/* SPDX-License-Identifier: GPL-3.0-or-later */

/* assay-seat: starts a build in a folder of its own that the build sees at the place where all
 * versions are built, so that several can be built at one path at the same time.
 *
 *	assay-seat FOLDER PLACE DIRECTORY PROGRAM WORD...
 *
 * In a mount namespace of its own FOLDER is bound to PLACE; then it goes to DIRECTORY and becomes
 * PROGRAM, called with the words. Without PROGRAM it only tells by its exit status whether that can
 * be done. The user stays who he is; where he is not root that takes a user namespace, in which
 * groups other than his own have no names. */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

enum { NOT_FOUND = 127, NOT_STARTED = 126, FOLDER = 1, PLACE, DIRECTORY, PROGRAM };

static bool write_text(const char *path, const char *text)
{
	const size_t n = strlen(text);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	const bool ok = fd >= 0 && write(fd, text, n) == (ssize_t)n;

	if (fd >= 0)
		close(fd);
	return ok;
}

/* A user namespace in which we are who we were. */
static bool map_ourselves(uid_t user, gid_t group)
{
	char users[64], groups[64];

	snprintf(users, sizeof users, "%u %u 1\n", (unsigned)user, (unsigned)user);
	snprintf(groups, sizeof groups, "%u %u 1\n", (unsigned)group, (unsigned)group);
	return write_text("/proc/self/setgroups", "deny") &&
		write_text("/proc/self/uid_map", users) && write_text("/proc/self/gid_map", groups);
}

static bool leave_namespace(void)
{
	const uid_t user = geteuid();
	const gid_t group = getegid();

	if (!unshare(CLONE_NEWNS))
		return true;
	return !unshare(CLONE_NEWUSER | CLONE_NEWNS) && map_ourselves(user, group);
}

int main(int argc, char **argv)
{
	if (argc <= DIRECTORY)
		return NOT_STARTED;
	if (!leave_namespace() || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		mount(argv[FOLDER], argv[PLACE], NULL, MS_BIND | MS_REC, NULL) ||
		chdir(argv[DIRECTORY])) {
		dprintf(STDERR_FILENO, "assay-seat: cannot put '%s' at '%s': %s\n", argv[FOLDER],
			argv[PLACE], strerror(errno));
		return NOT_STARTED;
	}
	if (argc == PROGRAM)
		return 0;
	execv(argv[PROGRAM], argv + PROGRAM);
	dprintf(STDERR_FILENO, "assay-seat: cannot start '%s': %s\n", argv[PROGRAM],
		strerror(errno));
	return errno == ENOENT ? NOT_FOUND : NOT_STARTED;
}
