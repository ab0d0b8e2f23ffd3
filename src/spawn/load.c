/* SPDX-License-Identifier: MIT */
#include "spawn/load.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "spawn/launch.h"

enum {
	LOOK_AGAIN_NS = 100000,
	/* before one that has failed is begun again: it may fail at once, and always */
	FAILED_NS = 10000000,
};

static const int64_t patience_ns = 2000000000;

struct as_load_seat {
	pid_t keeper;
	volatile pid_t copy; /* leader of its group, not yet reaped; 0: none */
	atomic_bool begun;    /* the first one */
	atomic_bool starting; /* one that may not be noted yet */
	atomic_bool ending;   /* no more are wanted */
	atomic_uint failed;
};

static void rest(long ns)
{
	const struct timespec nap = {.tv_nsec = ns};

	nanosleep(&nap, NULL);
}

/* It stays a zombie until its group was killed and its number forgotten, so that the number is
 * never that of another process. */
static bool wait_for_copy(struct as_load_seat *seat, pid_t pid)
{
	siginfo_t info = {0};

	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
		;
	kill(-pid, SIGKILL);
	seat->copy = 0;
	waitid(P_PID, (id_t)pid, &(siginfo_t){0}, WEXITED);
	return info.si_code == CLD_EXITED && info.si_status == 0;
}

/* One copy from its beginning to its end; whether it ended well. */
static bool run_copy(struct as_load_seat *seat, const struct as_load_plan *plan)
{
	struct as_child_plan own = plan->child;
	struct as_child child = {0};

	own.noted = &seat->copy;
	if (plan->input)
		own.fd[0] = as_open_file(plan->input, O_RDONLY);
	atomic_store(&seat->starting, true);
	while (atomic_load(&seat->ending)) {
		atomic_store(&seat->starting, false);
		pause();
	}
	if (!plan->input || own.fd[0] >= 0)
		child = as_child_start(&own);
	atomic_store(&seat->starting, false);
	if (plan->input && own.fd[0] >= 0)
		close(own.fd[0]);
	atomic_store(&seat->begun, true);
	if (child.pid)
		return wait_for_copy(seat, child.pid);
	seat->copy = 0;
	return false;
}

/* Runs in a process of its own, until it is killed. */
static _Noreturn void keep_load(struct as_load_seat *seat, const struct as_load_plan *plan,
	pid_t spawner)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != spawner)
		_exit(1);
	for (;;) {
		if (run_copy(seat, plan))
			continue;
		atomic_fetch_add(&seat->failed, 1);
		rest(FAILED_NS);
	}
}

static void begin_seat(struct as_spawn *sp, const struct as_load_plan *plan,
	struct as_load_seat *seat)
{
	pid_t spawner = getpid(), pid = fork();

	if (pid == 0) {
		close(sp->requests);
		close(sp->results);
		close(sp->control);
		close(sp->ended);
		keep_load(seat, plan, spawner);
	}
	seat->keeper = pid > 0 ? pid : 0;
	if (pid < 0) {
		atomic_fetch_add(&seat->failed, 1);
		atomic_store(&seat->begun, true);
	}
}

void as_load_begin(struct as_spawn *sp, const struct as_load_plan *plan, struct as_load *out)
{
	const uint32_t n = plan->n;
	struct as_load_seat *seats = mmap(NULL, n * sizeof *seats, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int64_t end = as_clock_now() + patience_ns;

	*out = (struct as_load){.n = n};
	if (seats == MAP_FAILED)
		return;
	out->seats = seats;
	for (uint32_t i = 0; i < n; i++)
		begin_seat(sp, plan, &seats[i]);
	for (uint32_t i = 0; i < n; i++)
		while (!atomic_load(&seats[i].begun) && as_clock_now() < end)
			rest(LOOK_AGAIN_NS);
}

/* From then on the seats tell of every copy there is, unless one cannot be started for seconds. */
static void end_beginnings(struct as_load *l)
{
	int64_t end = as_clock_now() + patience_ns;

	for (uint32_t i = 0; i < l->n; i++)
		atomic_store(&l->seats[i].ending, true);
	for (uint32_t i = 0; i < l->n; i++)
		while (atomic_load(&l->seats[i].starting) && as_clock_now() < end)
			rest(LOOK_AGAIN_NS);
}

/* Nothing is waited for that is no child of ours any more. */
static void end_process(pid_t pid)
{
	siginfo_t info = {0};

	if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0)
		return;
	kill(pid, SIGKILL);
	while (waitid(P_PID, (id_t)pid, &info, WEXITED) != 0 && errno == EINTR)
		;
}

/* Its keeper is gone, so that it is a child of ours now, or a zombie of that. */
static void end_group(pid_t group)
{
	kill(-group, SIGKILL);
	for (int64_t end = as_clock_now() + patience_ns; as_clock_now() < end;) {
		siginfo_t info = {0};

		while (waitid(P_PGID, (id_t)group, &info, WEXITED | WNOHANG) == 0 && info.si_pid)
			info.si_pid = 0;
		if (kill(-group, 0) != 0)
			break;
		rest(LOOK_AGAIN_NS);
	}
}

uint32_t as_load_end(struct as_spawn *sp, struct as_load *l)
{
	uint32_t failed = 0;

	if (!l->seats)
		return l->n;
	end_beginnings(l);
	for (uint32_t i = 0; i < l->n; i++)
		if (l->seats[i].keeper)
			end_process(l->seats[i].keeper);
	for (uint32_t i = 0; i < l->n; i++) {
		pid_t copy = l->seats[i].copy;

		if (copy) {
			as_kept_forget(&sp->kept, copy);
			end_group(copy);
		}
		failed += atomic_load(&l->seats[i].failed);
	}
	munmap(l->seats, l->n * sizeof *l->seats);
	*l = (struct as_load){0};
	return failed;
}
