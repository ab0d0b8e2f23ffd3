/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/metered.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock/clock.h"
#include "run/interrupt.h"

enum {
	CHUNK = 65536,      /* what a pipe holds */
	TICK_MS = 20,
	FIRST_LINES = 3,
};

/* so long the first lines may take, one after the other */
static const int64_t first_ns = 5000000000;

const struct as_metric as_metered_metric = {AS_METERED_METRIC, "J", AS_BETTER_LESS,
	AS_LEVEL_EXECUTION, "energy by the meter of --meter, of all that it is connected to"};

const struct as_metric as_metered_iteration = {AS_METERED_ITERATION, "J", AS_BETTER_LESS,
	AS_LEVEL_ITERATION,
	"the same of an iteration that the program says the end of; of one operation, where "
	"several are timed "
	"together"};

enum as_status as_metered_open(struct as_metered *m, const struct as_scratch *scratch,
	const char *command, char path[static AS_SCRATCH_BYTES + 16], struct as_err *err)
{
	*m = (struct as_metered){.fd = -1, .command = command, .idle_w = (double)NAN};
	snprintf(path, AS_SCRATCH_BYTES + 16, "%s/meter", scratch->path);
	unlink(path);
	if (mkfifo(path, 0600) != 0)
		return as_fail(err, AS_ERR_SYS, "cannot make '%s', which --meter is read through",
			path);
	m->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (m->fd < 0)
		return as_fail(err, AS_ERR_SYS, "cannot open '%s', which --meter is read through",
			path);
	return AS_OK;
}

static void close_fd(struct as_metered *m)
{
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
}

void as_metered_close(struct as_metered *m)
{
	if (!m->command)
		return;
	close_fd(m);
	as_meter_release(&m->meter);
	*m = (struct as_metered){.fd = -1};
}

static void ended(struct as_metered *m)
{
	struct as_meter *meter = &m->meter;

	close_fd(m);
	m->ended = true;
	if (meter->lost)
		return;
	meter->lost = true;
	snprintf(meter->why, sizeof meter->why, "it has ended");
}

void as_metered_read(struct as_metered *m)
{
	char bytes[CHUNK];

	if (m->fd < 0)
		return;
	ssize_t n = read(m->fd, bytes, sizeof bytes);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		ended(m);
	if (n <= 0)
		return;
	if (!as_meter_feed(&m->meter, bytes, (size_t)n, as_clock_now())) {
		m->meter.lost = true;
		snprintf(m->meter.why, sizeof m->meter.why, "there was no memory for its lines");
	}
	if (m->meter.lost)
		close_fd(m); /* it ends when it writes on */
}

/* Wait for something to read, for a little while. */
static void look(struct as_metered *m)
{
	struct pollfd p = {.fd = m->fd, .events = POLLIN};

	poll(&p, 1, TICK_MS);
	as_metered_read(m);
}

bool as_metered_wait(struct as_metered *m, int64_t ns)
{
	int64_t patience = as_meter_patience(&m->meter), from = as_clock_now();
	int64_t until = from > ns ? from : ns;

	as_metered_read(m);
	if (m->meter.last_ns == m->waited_ns)
		return m->meter.last_ns >= ns;
	until = until > INT64_MAX - patience ? INT64_MAX : until + patience;
	while (m->meter.last_ns < ns && m->fd >= 0 && !as_interrupt_count() &&
		as_clock_now() < until)
		look(m);
	if (m->meter.last_ns < ns)
		m->waited_ns = m->meter.last_ns;
	return m->meter.last_ns >= ns;
}

/* Until it has printed so many lines, each within a time. */
static bool hear(struct as_metered *m, size_t lines)
{
	int64_t since = as_clock_now();
	size_t before = 0;

	while (m->meter.lines < lines && m->fd >= 0 && !as_interrupt_count()) {
		look(m);
		if (m->meter.lines > before)
			since = as_clock_now();
		before = m->meter.lines;
		if (as_clock_now() - since > first_ns)
			return false;
	}
	return m->meter.lines >= lines;
}

/* Why its beginning is of no use. */
static void why_not(const struct as_metered *m, char why[static AS_METER_WORDS])
{
	const struct as_meter *meter = &m->meter;

	if (meter->lost && (!m->ended || meter->lines))
		snprintf(why, AS_METER_WORDS, "%.200s", meter->why);
	else if (meter->garbled)
		snprintf(why, AS_METER_WORDS,
			"it printed '%.63s' and no line SECONDS WATTS, the seconds of "
			"CLOCK_MONOTONIC%s",
			meter->first_garbled, m->ended ? ", and has ended" : "");
	else if (m->ended)
		snprintf(why, AS_METER_WORDS, "it has ended without a line");
	else if (as_interrupt_count())
		snprintf(why, AS_METER_WORDS, "it was not waited for");
	else
		snprintf(why, AS_METER_WORDS,
			"it printed %s within 5 s; one that buffers its lines has to flush "
			"each (stdbuf -oL)",
			meter->lines ? "only one or two lines, and no more" : "nothing");
}

bool as_metered_begin(struct as_metered *m, int64_t idle_ns, char why[static AS_METER_WORDS])
{
	char unknown[AS_METER_WORDS];

	if (!hear(m, FIRST_LINES)) {
		why_not(m, why);
		return false;
	}
	int64_t gap = as_meter_gap(&m->meter), from = as_clock_now(), to = from + idle_ns;
	if (idle_ns > 0 && gap < INT64_MAX / 4 && 2 * gap > idle_ns)
		to = from + 2 * gap;
	if (idle_ns > 0 && as_metered_wait(m, to))
		m->idle_w = as_meter_joules(&m->meter, from, to, 1, unknown) /
			    ((double)(to - from) / 1e9);
	m->on = !m->meter.lost;
	if (!m->on)
		why_not(m, why);
	return m->on;
}

void as_metered_next(struct as_metered *m)
{
	as_metered_read(m);
	as_meter_forget(&m->meter, as_clock_now());
}

double as_metered_joules(const struct as_metered *m, int64_t from_ns, int64_t to_ns, char *why)
{
	return as_meter_joules(&m->meter, from_ns, to_ns, AS_METER_LEAST, why);
}

void as_metered_say(const struct as_metered *m, char *out, size_t size)
{
	char idle[64] = "at idle not measured", garbled[160] = "";

	if (isfinite(m->idle_w))
		snprintf(idle, sizeof idle, "%.3g W at idle, before the first execution",
			m->idle_w);
	if (m->meter.garbled)
		snprintf(garbled, sizeof garbled,
			"; lines that are no SECONDS WATTS were left out, the first "
			"'%.63s'",
			m->meter.first_garbled);
	snprintf(out, size, "by the meter, a line every %.3g ms; %s%s",
		(double)as_meter_gap(&m->meter) / 1e6, idle, garbled);
}
