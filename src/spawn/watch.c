/* SPDX-License-Identifier: MIT */
#include "spawn/watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "spawn/tell.h"

enum { ENDED, CONTROL, SINK }; /* order in the set that is polled */

struct watch {
	struct as_spawn *sp;
	const struct as_child *child;
	struct as_launched *out;
	uint32_t cancels; /* that concern this child, as far as acted upon */
	int64_t term_at;  /* when its time is over; INT64_MAX: never */
	int64_t kill_at;  /* when the grace is over */
	struct pollfd fds[SINK + AS_SINKS];
	struct as_tail *tails[AS_SINKS]; /* beside the sinks in fds: what to keep of them */
	const struct as_spawn_sink *sinks[AS_SINKS];
	nfds_t n;
};

static void begin(struct watch *w)
{
	const struct as_launch *l = &w->sp->request.launch;

	w->term_at = w->kill_at = INT64_MAX;
	if (l->timeout_ns && l->timeout_ns < INT64_MAX - w->child->begin_ns)
		w->term_at = w->child->begin_ns + l->timeout_ns;
	w->fds[ENDED] = (struct pollfd){.fd = w->sp->ended, .events = POLLIN};
	w->fds[CONTROL] = (struct pollfd){.fd = w->sp->control, .events = POLLIN};
	w->n = SINK;
	for (size_t i = 0; i < AS_SINKS; i++) {
		const struct as_spawn_sink *s = &w->sp->sinks[i];
		if (!s->open)
			continue;
		w->sinks[w->n - SINK] = s;
		w->tails[w->n - SINK] =
			i == as_sink_index(l->kind, AS_STREAM_CAPTURE) ? w->sp->tail : NULL;
		w->fds[w->n++] = (struct pollfd){.fd = s->rd, .events = POLLIN};
	}
}

/* The whole group, and the leader by itself should it have gone to another one. */
static void signal_group(const struct watch *w, int signal)
{
	kill(-w->child->pid, signal);
	if (getpgid(w->child->pid) != w->child->pid)
		kill(w->child->pid, signal);
}

static void end_it(struct watch *w, int64_t now)
{
	signal_group(w, SIGTERM);
	signal_group(w, SIGCONT); /* one that is stopped would never see it */
	w->term_at = INT64_MAX;
	w->kill_at = now + (int64_t)AS_SPAWN_GRACE_MS * 1000000;
}

static void hear_control(struct watch *w, int64_t now)
{
	as_spawn_listen(w->sp);
	uint32_t cancels = w->sp->epoch - w->sp->request.epoch;

	if (cancels == w->cancels)
		return;
	w->out->cancelled = true;
	if (w->cancels || cancels > 1)
		w->kill_at = now;
	else
		end_it(w, now);
	w->cancels = cancels;
}

static void keep_time(struct watch *w, int64_t now)
{
	if (now >= w->term_at) {
		w->out->timed_out = true;
		end_it(w, now);
	}
	if (now >= w->kill_at) {
		signal_group(w, SIGKILL);
		w->kill_at = INT64_MAX;
	}
}

static int wait_for_news(struct watch *w)
{
	int64_t next = w->term_at < w->kill_at ? w->term_at : w->kill_at, ns;
	int64_t tell_at = as_tell_due(w->sp);
	struct timespec ts;

	if (next > tell_at)
		next = tell_at;
	if (next == INT64_MAX)
		return ppoll(w->fds, w->n, NULL, NULL);
	ns = next - as_clock_now();
	if (ns < 0)
		ns = 0;
	ts = (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
	return ppoll(w->fds, w->n, &ts, NULL);
}

static int64_t of_timeval(struct timeval t)
{
	return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000;
}

static void account(const struct rusage *u, struct as_launched *out)
{
	out->use.user_ns = of_timeval(u->ru_utime);
	out->use.system_ns = of_timeval(u->ru_stime);
	out->use.peak_rss_bytes = (int64_t)u->ru_maxrss * 1024;
	out->use.minor_faults = u->ru_minflt;
	out->use.major_faults = u->ru_majflt;
	out->use.voluntary_switches = u->ru_nvcsw;
	out->use.involuntary_switches = u->ru_nivcsw;
	out->use.blocks_in = u->ru_inblock;
	out->use.blocks_out = u->ru_oublock;
}

/* Reading from the terminal, or changing it, stops a process group in the background; nobody would
 * ever continue it. */
static void see_stop(struct watch *w, int64_t now)
{
	siginfo_t info = {0};

	if (waitid(P_PID, (id_t)w->child->pid, &info, WSTOPPED | WNOHANG) != 0 || !info.si_pid ||
		(info.si_status != SIGTTIN && info.si_status != SIGTTOU) || w->out->wants_terminal)
		return;
	w->out->wants_terminal = true;
	end_it(w, now);
}

/* A child has ended, ours or an orphan: true if it is ours. The signalfd is emptied first, so that
 * an end between the two calls is not overlooked. */
static bool has_ended(struct watch *w, int64_t now)
{
	struct signalfd_siginfo info;
	struct rusage usage;
	int status;

	(void)!read(w->sp->ended, &info, sizeof info);
	if (wait4(w->child->pid, &status, WNOHANG, &usage) != w->child->pid) {
		as_reap_orphans(w->child->pid);
		see_stop(w, now);
		return false;
	}
	w->out->end_ns = now;
	w->out->status = status;
	account(&usage, w->out);
	return true;
}

void as_spawn_watch(struct as_spawn *sp, const struct as_child *child, struct as_launched *out)
{
	struct watch w = {.sp = sp, .child = child, .out = out};

	begin(&w);
	while (!sp->left) {
		int n = wait_for_news(&w);
		int64_t now = as_clock_now();
		if (n > 0 && w.fds[ENDED].revents && has_ended(&w, now))
			return;
		if (n > 0 && w.fds[CONTROL].revents)
			hear_control(&w, now);
		for (nfds_t i = SINK; n > 0 && i < w.n; i++)
			if (w.fds[i].revents)
				as_sink_read(w.sinks[i - SINK], sp->buffer, w.tails[i - SINK]);
		keep_time(&w, now);
		as_tell_if_due(sp, now);
	}
}
