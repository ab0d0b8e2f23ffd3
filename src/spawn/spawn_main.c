/* SPDX-License-Identifier: MIT */
/* assay-spawn REQUESTS RESULTS CONTROL: three numbers of open descriptors (protocol.h). */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/num.h"
#include "spawn/child.h"
#include "spawn/serve.h"

static void survive(int signal)
{
	(void)signal;
}

/* assay decides what ctrl-C and the like mean: they only interrupt a call here. A handler instead
 * of SIG_IGN, because execve gives a child the default for what is handled, and keeps what is
 * ignored; for the same reason nothing that our parent ignored stays so. SIGCHLD comes by a
 * descriptor: it is blocked here and let through again in the child. */
static bool set_signals(struct as_spawn *sp)
{
	static const int survived[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE, SIGUSR1,
		SIGUSR2, SIGALRM};
	struct sigaction by_default = {.sa_handler = SIG_DFL};
	struct sigaction handled = {.sa_handler = survive};
	sigset_t blocked;

	for (int i = 1; i <= SIGRTMAX; i++)
		sigaction(i, &by_default, NULL);
	for (size_t i = 0; i < sizeof survived / sizeof survived[0]; i++)
		if (sigaction(survived[i], &handled, NULL) != 0)
			return false;
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	if (sigaction(SIGCHLD, &by_default, NULL) != 0 ||
		sigprocmask(SIG_SETMASK, &blocked, NULL) != 0)
		return false;
	sp->ended = signalfd(-1, &blocked, SFD_NONBLOCK | SFD_CLOEXEC);
	return sp->ended >= 0;
}

static bool take_descriptor(const char *text, int *fd)
{
	int64_t n;

	if (!as_parse_i64(text, 0, 1 << 20, &n))
		return false;
	*fd = (int)n;
	return fcntl(*fd, F_SETFD, FD_CLOEXEC) == 0;
}

/* What we open must not become the 0, 1 or 2 of a child by chance: closed ones are filled first.
 * Then our own 0 and 1 are /dev/null, so that a child for which that is right need not move them;
 * standard error stays, for what a sanitizer has to say. */
static bool open_null(struct as_spawn *sp)
{
	do {
		sp->null = open("/dev/null", O_RDWR);
	} while (sp->null >= 0 && sp->null <= 2);
	sp->out = fcntl(1, F_DUPFD_CLOEXEC, 3);
	return sp->null >= 0 && sp->out >= 0 && fcntl(sp->null, F_SETFD, FD_CLOEXEC) == 0 &&
		dup2(sp->null, 0) == 0 && dup2(sp->null, 1) == 1;
}

static bool set_up(struct as_spawn *sp)
{
	static const char name[] = "ASSAY_PADDING=";

	sp->stack = malloc(AS_CHILD_STACK_BYTES);
	sp->buffer = malloc(AS_SINK_BUFFER_BYTES);
	sp->tail = malloc(sizeof *sp->tail);
	sp->padding = malloc(sizeof name + AS_SPAWN_PADDING_BYTES);
	if (!sp->stack || !sp->buffer || !sp->tail || !sp->padding)
		return false;
	memcpy(sp->padding, name, sizeof name);
	return open_null(sp) && set_signals(sp) && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0 &&
		fcntl(sp->control, F_SETFL, O_NONBLOCK) == 0 &&
		fcntl(sp->requests, F_SETFL, O_NONBLOCK) == 0;
}

static void release(struct as_spawn *sp)
{
	for (int i = 0; i < AS_SINKS; i++)
		as_sink_close(&sp->sinks[i]);
	for (size_t i = 0; i < sp->n_commands; i++) {
		as_command_release(&sp->commands[i].command);
		free(sp->commands[i].frame);
	}
	free(sp->commands);
	as_launch_request_release(&sp->request);
	as_inbox_release(&sp->inbox);
	as_wire_release(&sp->outbox);
	as_kept_release(&sp->kept);
	as_events_close(&sp->counters);
	free(sp->envp);
	free(sp->padding);
	free(sp->tail);
	free(sp->buffer);
	free(sp->stack);
}

int main(int argc, char **argv)
{
	static const char words[] = "assay-spawn: started by assay, not by hand: see assay help\n";
	struct as_spawn sp = {0};
	int status = 2;

	if (argc != 4 || !take_descriptor(argv[1], &sp.requests) ||
		!take_descriptor(argv[2], &sp.results) || !take_descriptor(argv[3], &sp.control)) {
		(void)!write(STDERR_FILENO, words, sizeof words - 1);
		return status;
	}
	if (set_up(&sp)) {
		status = as_spawn_serve(&sp);
		as_spawn_end_all(&sp);
	}
	release(&sp);
	return status;
}
