/* SPDX-License-Identifier: MIT */
#include "spawn/reap.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "clock/clock.h"

enum { LOOK_AGAIN_NS = 200000 }; /* killed processes are gone within some 100 us, */

static const int64_t patience_ns = 2000000000; /* unless the kernel has them in its hands */

typedef void child_fn(pid_t child, void *arg);

static bool each_listed_child(child_fn *fn, void *arg)
{
	char text[1024];
	ssize_t n;
	long pid = 0;
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	while ((n = read(fd, text, sizeof text)) > 0) {
		for (ssize_t i = 0; i < n; i++) {
			if (isdigit((unsigned char)text[i])) {
				pid = pid * 10 + (text[i] - '0');
			} else if (pid) {
				fn((pid_t)pid, arg);
				pid = 0;
			}
		}
	}
	close(fd);
	return true;
}

static pid_t parent_of(const char *pid)
{
	char path[64], text[512];

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	/* "7 (name) S 1 ...": the name may hold anything, so what counts is the last parenthesis. */
	const char *end = strrchr(text, ')');
	return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

/* For kernels without the list of children: ask every process for its parent. */
static void each_child(child_fn *fn, void *arg)
{
	struct dirent *e;
	DIR *d;

	if (each_listed_child(fn, arg))
		return;
	d = opendir("/proc");
	while (d && (e = readdir(d)))
		if (isdigit((unsigned char)e->d_name[0]) && parent_of(e->d_name) == getpid())
			fn((pid_t)strtol(e->d_name, NULL, 10), arg);
	if (d)
		closedir(d);
}

void as_kept_release(struct as_reap_kept *k)
{
	free(k->id);
	*k = (struct as_reap_kept){0};
}

static bool holds(const struct as_reap_kept *k, pid_t id)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->id[i] == id)
			return true;
	return false;
}

void as_kept_forget(struct as_reap_kept *k, pid_t id)
{
	for (size_t i = k->n; i-- > 0;)
		if (k->id[i] == id)
			k->id[i] = k->id[--k->n];
}

/* Without memory for a number nothing better can be done than to treat it as any leftover. */
static void add_process(struct as_reap_kept *k, pid_t id)
{
	if (id > 0 && id != getpgrp() && id != getsid(0) && !holds(k, id))
		(void)!AS_PUSH(k->id, k->n, k->cap, id);
}

static void note_child(pid_t child, void *arg)
{
	add_process(arg, getpgid(child));
	add_process(arg, getsid(child));
}

void as_kept_note(struct as_reap_kept *k, pid_t group)
{
	bool alive = kill(-group, 0) == 0, children = as_reap_ended(NULL);

	if (!alive && !children)
		return;
	for (size_t i = k->n; i-- > 0;)
		if (kill(-k->id[i], 0) != 0 && errno == ESRCH)
			k->id[i] = k->id[--k->n];
	if (alive)
		add_process(k, group);
	each_child(note_child, k);
}

bool as_reap_ended(uint32_t *killed)
{
	for (;;) {
		siginfo_t info = {0};
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG) != 0)
			return errno == EINTR;
		if (!info.si_pid)
			return true;
		if (killed && info.si_code == CLD_KILLED && info.si_status == SIGKILL)
			++*killed;
	}
}

void as_reap_orphans(pid_t leader)
{
	for (;;) {
		siginfo_t info = {0};
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || !info.si_pid ||
			info.si_pid == leader)
			return;
		waitid(P_PID, (id_t)info.si_pid, &info, WEXITED | WNOHANG);
	}
}

struct hunt {
	const struct as_reap_kept *kept;
	size_t found;
};

static void kill_unless_kept(pid_t child, void *arg)
{
	struct hunt *h = arg;

	if (holds(h->kept, getpgid(child)) ||
		(!h->kept->groups_only && holds(h->kept, getsid(child))))
		return;
	kill(child, SIGKILL);
	h->found++;
}

/* Each round kills the children there are; the next one sees what these had started themselves,
 * which by then is ours. */
uint32_t as_reap_leftovers(const struct as_reap_kept *k, pid_t group)
{
	const struct timespec nap = {.tv_nsec = LOOK_AGAIN_NS};
	uint32_t killed = 0;
	bool alive = group > 0 && kill(-group, SIGKILL) == 0;

	if (!alive && !as_reap_ended(NULL))
		return 0;
	for (int64_t end = as_clock_now() + patience_ns; as_clock_now() < end;) {
		struct hunt h = {.kept = k};
		if (!as_reap_ended(&killed))
			break;
		each_child(kill_unless_kept, &h);
		if (!h.found)
			break;
		nanosleep(&nap, NULL);
	}
	return killed;
}

struct call {
	int signal;
	pid_t last; /* group that has heard it: twice may mean something else to a server */
};

static void signal_child(pid_t child, void *arg)
{
	struct call *c = arg;
	pid_t group = getpgid(child);

	if (group <= 0 || group == getpgrp()) {
		kill(child, c->signal);
	} else if (group != c->last) {
		kill(-group, c->signal);
		c->last = group;
	}
}

void as_reap_signal_all(int signal)
{
	struct call c = {.signal = signal};

	each_child(signal_child, &c);
}
