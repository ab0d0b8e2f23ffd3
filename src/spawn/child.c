/* SPDX-License-Identifier: MIT */
#include "spawn/child.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock/clock.h"
#include "spawn/isolate.h"

#define ASK_PERSONALITY 0xffffffffUL

/* Parent and child share this, as they share all memory until the execve. */
struct birth {
	const struct as_child_plan *plan;
	volatile int64_t begin_ns;
	volatile int step, error, group_error;
};

static int failed(struct birth *b, enum as_launch_step step)
{
	b->step = (int)step;
	b->error = errno;
	_exit(127);
}

/* execve does not write to the words it is given; its type is older than const. */
static char *const *words(const char *const *v)
{
	return (char *const *)(uintptr_t)v;
}

/* With or without ASLR from the execve on, whatever assay itself was started with (setarch -R). The
 * personality is the child's own: the spawner's stays. */
static bool set_addresses(bool fixed)
{
	int now = personality(ASK_PERSONALITY);

	if (now == -1)
		return !fixed;
	int want = fixed ? now | ADDR_NO_RANDOMIZE : now & ~ADDR_NO_RANDOMIZE;
	return want == now || personality((unsigned long)want) != -1;
}

/* Into the control group. Memory is charged to it from the execve on: until then all is the spawner's. */
static int enter(const char *group)
{
	int fd = open(group, O_WRONLY | O_CLOEXEC), error = 0;

	if (fd < 0)
		return errno;
	if (write(fd, "0", 1) != 1)
		error = errno;
	close(fd);
	return error;
}

/* Runs in the child, on a stack of its own, while the parent waits in clone. */
static int become(void *arg)
{
	struct birth *b = arg;
	const struct as_child_plan *plan = b->plan;
	enum as_launch_step step;
	sigset_t none;

	setpgid(0, 0);
	if (plan->noted)
		*plan->noted = getpid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (int i = 0; i < 3; i++)
		if (plan->fd[i] >= 0 && dup2(plan->fd[i], i) < 0)
			return failed(b, AS_STEP_CLONE);
	if (plan->cwd && chdir(plan->cwd) != 0)
		return failed(b, AS_STEP_CHDIR);
	if (!set_addresses(plan->fixed_addresses))
		return failed(b, AS_STEP_FIXED);
	step = as_isolate(plan->isolation);
	if (step)
		return failed(b, step);
	if (plan->group)
		b->group_error = enter(plan->group);
	b->begin_ns = as_clock_now();
	execve(plan->path, words(plan->argv), words(plan->envp));
	return failed(b, AS_STEP_EXEC);
}

struct as_child as_child_start(const struct as_child_plan *plan)
{
	struct birth b = {.plan = plan};
	char *top = (char *)plan->stack + AS_CHILD_STACK_BYTES;
	pid_t pid = clone(become, top, CLONE_VM | CLONE_VFORK | SIGCHLD, &b);

	if (pid < 0)
		return (struct as_child){.step = AS_STEP_CLONE, .error = errno};
	if (b.step == AS_STEP_NONE)
		return (struct as_child){.pid = pid, .begin_ns = b.begin_ns,
			.group_error = b.group_error};
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return (struct as_child){.step = (enum as_launch_step)b.step, .error = b.error};
}
