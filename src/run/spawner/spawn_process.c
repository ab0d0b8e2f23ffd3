/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/spawner/spawn_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "beside/helpers.h"
#include "run/spawner/spawner.h"
#include "spawn/reap.h"

static const struct as_helper spawn_helper = {
	.name = "assay-spawn",
	.variable = "ASSAY_SPAWN",
	.built = "/../spawn",
	.purpose = "starts and times the commands",
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* A descriptor that cannot be taken for one of the three standard ones. */
static bool lift(int *fd)
{
	while (*fd >= 0 && *fd <= 2) {
		int high = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
		close(*fd);
		*fd = high;
	}
	return *fd >= 0;
}

/* The three joints, ours in p, the spawner's in theirs. Sockets towards it, because a write to one
 * that has died must not raise SIGPIPE here. */
static bool make_joints(struct as_spawn_process *p, int theirs[static 3])
{
	int pair[2];
	bool ok = true;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	p->requests = pair[0];
	theirs[0] = pair[1];
	if (pipe2(pair, O_CLOEXEC) != 0)
		return false;
	p->results = pair[0];
	theirs[1] = pair[1];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return false;
	p->control = pair[0];
	theirs[2] = pair[1];
	for (int i = 0; i < 3; i++)
		ok = lift(&theirs[i]) && ok;
	return lift(&p->requests) && lift(&p->results) && lift(&p->control) && ok;
}

/* Words of a seat, which it is started in, come first. */
static int start(struct as_spawn_process *p, const struct as_spawn_seat *seat,
	const int theirs[static 3])
{
	char numbers[3][12];
	char name[] = "assay-spawn", seated[] = "assay-seat";
	char *own[] = {name, numbers[0], numbers[1], numbers[2], NULL};
	char *in_seat[] = {seated, seat ? seat->folder : NULL, seat ? seat->place : NULL,
		seat ? seat->directory : NULL, p->path, numbers[0], numbers[1], numbers[2], NULL};
	char *const *argv = seat ? in_seat : own;
	const char *path = seat ? seat->program : p->path;
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	for (int i = 0; i < 3 && !error; i++) {
		snprintf(numbers[i], sizeof numbers[i], "%d", theirs[i]);
		/* Onto itself: this lets it stay open over exec. */
		error = posix_spawn_file_actions_adddup2(&actions, theirs[i], theirs[i]);
	}
	if (!error)
		error = posix_spawn(&p->pid, path, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		p->pid = 0;
	return error;
}

enum as_status as_spawn_process_start(struct as_spawn_process *out,
	const struct as_spawn_seat *seat, struct as_err *err)
{
	struct as_spawn_process p = {.requests = -1, .control = -1, .results = -1};
	int theirs[3] = {-1, -1, -1}, error;
	enum as_status st = as_beside(&spawn_helper, p.path, err);

	if (st)
		return st;
	if (!make_joints(&p, theirs)) {
		st = as_fail(err, AS_ERR_SYS, "cannot make the pipes to assay-spawn");
		goto out;
	}
	prctl(PR_GET_CHILD_SUBREAPER, &p.was_subreaper);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	error = start(&p, seat, theirs);
	if (error) {
		st = as_fail_sys(err, error,
			"cannot start '%s', which starts and times the commands%s", p.path,
			error == EAGAIN
				? "; end some processes, or raise their limit (ulimit -u, or "
				  "pids.max of the cgroup), and try again"
				: "");
		goto out;
	}
	*out = p;
out:
	for (int i = 0; i < 3; i++)
		close_fd(&theirs[i]);
	if (st)
		as_spawn_process_leave(&p);
	return st;
}

void as_spawn_process_leave(struct as_spawn_process *p)
{
	close_fd(&p->control);
	close_fd(&p->requests);
	close_fd(&p->results);
}

/* A spawner that was killed has not ended its children: they are ours now, as we are a subreaper,
 * and we end them. Other children of assay share its process group and are left alone. */
static void end_orphans(void)
{
	pid_t own = getpgrp();
	const struct as_reap_kept kept = {.id = &own, .n = 1, .groups_only = true};

	as_reap_leftovers(&kept, 0);
}

/* Wait until it has ended; one that somebody has stopped could not. */
static void let_go_on(pid_t pid)
{
	siginfo_t info;
	int error;

	do {
		info = (siginfo_t){0};
		error = waitid(P_PID, (id_t)pid, &info, WEXITED | WSTOPPED | WNOWAIT) ? errno : 0;
		if (!error && info.si_code == CLD_STOPPED) {
			waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG);
			kill(pid, SIGCONT);
		}
	} while (error == EINTR || (!error && info.si_code == CLD_STOPPED));
}

int as_spawn_process_bury(struct as_spawn_process *p)
{
	int status = 0;

	if (!p->pid)
		return 0;
	let_go_on(p->pid);
	while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
		;
	p->pid = 0;
	if (status)
		end_orphans();
	prctl(PR_SET_CHILD_SUBREAPER, p->was_subreaper);
	return status;
}
