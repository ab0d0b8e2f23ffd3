/* SPDX-License-Identifier: MIT */
#include "spawn/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock/clock.h"
#include "spawn/isolate.h"

#define ASK_PERSONALITY 0xffffffffUL

/* Parent and child share this, as they share all memory until the execve. */
struct birth {
	const struct as_child_plan *plan;
	bool in_group; /* it is born in its control group */
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

/* Into the control group. Memory is charged to it from the execve on: until then all is the
 * spawner's. */
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
	if (plan->group && !b->in_group)
		b->group_error = enter(plan->group);
	b->begin_ns = as_clock_now();
	execve(plan->path, words(plan->argv), words(plan->envp));
	return failed(b, AS_STEP_EXEC);
}

/* The folder of the group, if that is of version 2; -1 if not. */
static int open_group(const char *entrance)
{
	const char *slash = entrance ? strrchr(entrance, '/') : NULL;
	char folder[PATH_MAX];
	struct statfs fs;

	if (!slash || slash - entrance >= PATH_MAX)
		return -1;
	snprintf(folder, sizeof folder, "%.*s", (int)(slash - entrance), entrance);
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 && (fstatfs(fd, &fs) || fs.f_type != CGROUP2_SUPER_MAGIC)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* clone(2) for what only clone3(2) can do, which the C library has no function for: the child
 * begins on the stack of args, and finds the old one neither to return to nor to write to. -1: it
 * cannot be done. */
static pid_t clone_by(struct clone_args *args, struct birth *b)
{
#if defined(__x86_64__) && defined(SYS_clone3)
	long pid;

	/* The kernel leaves rbx and rdx as they are. */
	__asm__ volatile("syscall\n\t"
		"test %%rax, %%rax\n\tjnz 1f\n\txor %%ebp, %%ebp\n\tmov %%rdx, %%rdi\n\tcall "
		"*%%rbx\n\tud2\n"
		"1:"
		: "=a"(pid)
		: "0"((long)SYS_clone3), "D"(args), "S"(sizeof *args), "d"(b), "b"(become)
		: "rcx", "r11", "memory");
	return pid < 0 ? -1 : (pid_t)pid;
#else
	(void)args;
	(void)b;
	return -1;
#endif
}

/* Born in its group, which spares the 10 ms and more that the kernel waits when it moves a process
 * after a pause. -1: there is no group of version 2, or the kernel cannot (before Linux 5.7). */
static pid_t clone_into_group(struct birth *b)
{
	/* a cpuset is entered before the group */
	const struct as_isolation *w = b->plan->isolation;
	int folder = w && w->cpuset ? -1 : open_group(b->plan->group);
	struct clone_args args = {.flags = CLONE_VM | CLONE_VFORK | CLONE_INTO_CGROUP,
		.exit_signal = SIGCHLD,
		.stack = (uintptr_t)b->plan->stack,
		.stack_size = AS_CHILD_STACK_BYTES,
		.cgroup = (unsigned)folder};

	if (folder < 0)
		return -1;
	b->in_group = true;
	pid_t pid = clone_by(&args, b);
	b->in_group = pid > 0;
	close(folder);
	return pid;
}

struct as_child as_child_start(const struct as_child_plan *plan)
{
	struct birth b = {.plan = plan};
	char *top = (char *)plan->stack + AS_CHILD_STACK_BYTES;
	pid_t pid = clone_into_group(&b);

	if (pid < 0)
		pid = clone(become, top, CLONE_VM | CLONE_VFORK | SIGCHLD, &b);
	if (pid < 0)
		return (struct as_child){.step = AS_STEP_CLONE, .error = errno};
	if (b.step == AS_STEP_NONE)
		return (struct as_child){.pid = pid, .begin_ns = b.begin_ns,
			.group_error = b.group_error};
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return (struct as_child){.step = (enum as_launch_step)b.step, .error = b.error};
}
