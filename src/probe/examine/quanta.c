/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/examine/quanta.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock/clock.h"
#include "probe/probe.h"

enum { TRIES = 20, ROUNDS_FIRST = 1000, SECONDS_MAX = 60 };

/* A chain of multiplications: it touches no memory, so that caches do not matter. */
static void work(uint64_t rounds)
{
	uint64_t x = rounds;

	for (uint64_t i = 0; i < rounds; i++) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		__asm__ volatile("" : "+r"(x)); /* so that the compiler leaves the loop as it is */
	}
}

uint64_t as_quanta_calibrate(const struct as_quanta_clock *clock, int64_t quantum_ns)
{
	int64_t best = INT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		int64_t began = clock->now(clock->of);
		work(ROUNDS_FIRST);
		int64_t took = clock->now(clock->of) - began;
		best = took < best ? took : best;
	}
	best = best > 0 ? best : 1;
	uint64_t rounds = (uint64_t)(quantum_ns > 0 ? quantum_ns : 1) * ROUNDS_FIRST /
			  (uint64_t)best;
	return rounds ? rounds : 1;
}

size_t as_quanta_record(const struct as_quanta_clock *clock, uint64_t rounds, int64_t until_ns,
	uint32_t *ns, size_t room)
{
	int64_t before = clock->now(clock->of);
	size_t n = 0;

	while (n < room && (!n || before < until_ns)) {
		work(rounds);
		int64_t now = clock->now(clock->of), took = now - before;
		ns[n++] = took < 0 ? 0 : took > UINT32_MAX ? UINT32_MAX : (uint32_t)took;
		before = now;
	}
	return n;
}

/* What a child leaves for its parent, in memory that both have. */
struct quanta_desk {
	uint64_t switches;
	size_t n;
	uint32_t ns[];
};

struct crew {
	const cpu_set_t *allowed;
	int64_t duration_ns;
	size_t room, n;
	size_t desk_bytes;
	char *desks;
	long cpu[CPU_SETSIZE];
	pid_t pid[CPU_SETSIZE];
	int gate[2]; /* its closing starts all at once */
};

static int64_t now(void *of)
{
	(void)of;
	return as_clock_now();
}

static struct quanta_desk *desk_of(const struct crew *c, size_t i)
{
	return (struct quanta_desk *)(void *)(c->desks + i * c->desk_bytes);
}

/* Each calibrates for its own processor, as some machines have two kinds of them. */
static void child(const struct crew *c, size_t i)
{
	const struct as_quanta_clock clock = {.now = now};
	struct quanta_desk *d = desk_of(c, i);
	struct rusage before, after;
	cpu_set_t one;
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	CPU_ZERO(&one);
	CPU_SET((size_t)c->cpu[i], &one);
	close(c->gate[1]);
	if (sched_setaffinity(0, sizeof one, &one))
		_exit(1);
	uint64_t rounds = as_quanta_calibrate(&clock, AS_QUANTUM_NS);
	memset(d->ns, 0, c->room * sizeof *d->ns); /* else the first touch of each page is noise */
	while (read(c->gate[0], &byte, 1) < 0 && errno == EINTR)
		continue;
	getrusage(RUSAGE_SELF, &before);
	d->n = as_quanta_record(&clock, rounds, as_clock_now() + c->duration_ns, d->ns, c->room);
	getrusage(RUSAGE_SELF, &after);
	d->switches = (uint64_t)(after.ru_nivcsw - before.ru_nivcsw);
	_exit(0);
}

static bool start(struct crew *c)
{
	size_t n = 0;

	for (long cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET((size_t)cpu, c->allowed))
			c->cpu[n++] = cpu;
	for (; c->n < n; c->n++) {
		pid_t pid = fork();
		if (pid == 0)
			child(c, c->n);
		if (pid < 0)
			return false;
		c->pid[c->n] = pid;
	}
	return n > 0;
}

/* Waits for all that were started; those that did not record have n = 0. */
static void finish(struct crew *c)
{
	for (size_t i = 0; i < c->n; i++)
		while (waitpid(c->pid[i], NULL, 0) < 0 && errno == EINTR)
			continue;
}

static enum as_status collect_quanta(
	const struct crew *c, struct as_arena *a, struct as_quanta *out, struct as_err *err)
{
	struct as_quanta_core *core = as_arena_array(a, c->n, sizeof *core);
	size_t n = 0;

	if (!core)
		return as_fail_memory(err);
	for (size_t i = 0; i < c->n; i++) {
		const struct quanta_desk *d = desk_of(c, i);
		uint32_t *ns = d->n ? as_arena_array(a, d->n, sizeof *ns) : NULL;
		if (!d->n)
			continue;
		if (!ns)
			return as_fail_memory(err);
		memcpy(ns, d->ns, d->n * sizeof *ns);
		core[n] = (struct as_quanta_core){
			.cpu = c->cpu[i], .ns = ns, .n = d->n, .switches = d->switches};
		n++;
	}
	if (!n)
		return as_fail(err, AS_ERR_SYS,
			"cannot probe the noise of this machine: no process could be kept "
			"on one of its %zu processors; --no-probe leaves it out",
			c->n);
	*out = (struct as_quanta){.core = core, .n_cores = n, .n_failed = c->n - n};
	return AS_OK;
}

static double steal_ns(void)
{
	const struct as_probe_root root = {0};
	struct as_probe_reader r = {.fd = -1};
	double ns = (double)NAN;

	if (as_probe_open(&as_probe_steal, &root, &r, NULL))
		return (double)NAN;
	if (as_probe_read(&r, &ns, NULL))
		ns = (double)NAN;
	as_probe_close(&r);
	return ns;
}

enum as_status as_quanta_measure(double seconds, struct as_arena *a, struct as_quanta *out,
	struct as_err *err)
{
	struct crew c = {.gate = {-1, -1}, .desks = MAP_FAILED};
	enum as_status st = AS_OK;
	cpu_set_t allowed;
	size_t bytes = 0;

	if (!(seconds > 0 && seconds <= SECONDS_MAX))
		return as_fail(err, AS_ERR_ARG, "cannot probe the noise for %g s", seconds);
	if (sched_getaffinity(0, sizeof allowed, &allowed) || pipe2(c.gate, O_CLOEXEC))
		return as_fail(err, AS_ERR_SYS,
			"cannot probe the noise of this machine; --no-probe leaves it out");
	c.allowed = &allowed;
	c.duration_ns = (int64_t)(seconds * 1e9);
	c.room = (size_t)(seconds * 1e9 / AS_QUANTUM_NS) * 2; /* should it calibrate too short */
	c.desk_bytes = (sizeof(struct quanta_desk) + c.room * sizeof(uint32_t) + 63) / 64 * 64;
	bytes = c.desk_bytes * (size_t)CPU_COUNT(&allowed);
	c.desks = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c.desks == MAP_FAILED) {
		st = as_fail_memory(err);
		goto out;
	}
	bool good = start(&c);
	double before = steal_ns();
	int64_t began = as_clock_now();
	close(c.gate[1]);
	c.gate[1] = -1;
	finish(&c);
	if (!good)
		st = as_fail(err, AS_ERR_SYS,
			"cannot start a process on each processor to probe the noise; "
			"--no-probe leaves it out");
	else
		st = collect_quanta(&c, a, out, err);
	if (!st) {
		out->seconds = (double)(as_clock_now() - began) / 1e9;
		out->steal_ns = steal_ns() - before;
	}
out:
	if (c.desks != MAP_FAILED)
		munmap(c.desks, bytes);
	close(c.gate[0]);
	if (c.gate[1] >= 0)
		close(c.gate[1]);
	return st;
}
