/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/meter.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/num.h"
#include "base/text/fixed.h"
#include "base/vec.h"

static const int64_t second = 1000000000;
static const int64_t slack_ns = 10000000; /* of a time to come: meters round */
static const int64_t stale_ns = 10000000000; /* a first line that is older is of another clock */
static const int64_t least_patience_ns = 2000000000;
static const double seconds_most = 9e9; /* more is no time in ns */
static const double watts_most = 1e12;

void as_meter_release(struct as_meter *m)
{
	free(m->v);
	*m = (struct as_meter){.n = 0};
}

static void lose(struct as_meter *m, const char *fmt, ...) AS_PRINTF(2, 3);

static void lose(struct as_meter *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->why, sizeof m->why, fmt, ap);
	va_end(ap);
	m->lost = true;
}

/* The next word; *s goes behind it. */
static bool word(const char **s, char out[static 40])
{
	*s += strspn(*s, " \t\r");
	size_t n = strcspn(*s, " \t\r");

	const char *begin = *s;
	*s += n;
	return n && as_copy_n(out, 40, begin, n);
}

bool as_meter_line(const char *line, struct as_meter_sample *out)
{
	char first[40], second_word[40];
	double s = 0, w = 0;

	if (!word(&line, first) || !word(&line, second_word) || line[strspn(line, " \t\r")])
		return false;
	if (!as_parse_double(first, &s) || !as_parse_double(second_word, &w))
		return false;
	if (!(s >= 0 && s <= seconds_most) || !(w >= 0 && w <= watts_most))
		return false;
	*out = (struct as_meter_sample){.ns = (int64_t)llround(s * 1e9), .watts = w};
	return true;
}

/* Whether a line can be of that time, when it has come by now. */
static bool is_believed(struct as_meter *m, int64_t ns, int64_t now_ns)
{
	double s = (double)ns / 1e9, now = (double)now_ns / 1e9;

	if (ns > now_ns + slack_ns)
		lose(m, "it printed %.3f s when CLOCK_MONOTONIC was at %.3f s%s", s, now,
			ns > 1000000000 * second
				? ": its times are of another clock, CLOCK_REALTIME probably"
			: m->lines ? ": a time to come"
				   : ": its times are of another clock");
	else if (!m->lines && ns < now_ns - stale_ns)
		lose(m,
			"its first line is of %.3f s when CLOCK_MONOTONIC was at %.3f s: its "
			"times are of another clock",
			s, now);
	else if (m->lines && ns <= m->last_ns)
		lose(m, "its time did not go on: %.3f s after %.3f s", s, (double)m->last_ns / 1e9);
	return !m->lost;
}

static void note_gap(struct as_meter *m, int64_t gap)
{
	size_t i = m->n_gaps;

	if (i == AS_METER_GAPS)
		return;
	for (; i && m->gap[i - 1] > gap; i--)
		m->gap[i] = m->gap[i - 1];
	m->gap[i] = gap;
	m->n_gaps++;
}

static bool take_line(struct as_meter *m, int64_t now_ns)
{
	struct as_meter_sample s;

	if (!m->line_bytes)
		m->line[0] = '\0'; /* of the line before */
	if (!m->line[strspn(m->line, " \t\r")] && m->line_bytes == strlen(m->line))
		return true;
	if (m->line_bytes != strlen(m->line) || m->line_bytes == AS_METER_LINE ||
		!as_meter_line(m->line, &s)) {
		if (!m->garbled++)
			snprintf(m->first_garbled, sizeof m->first_garbled, "%s", m->line);
		return true;
	}
	if (!is_believed(m, s.ns, now_ns))
		return true;
	if (m->lines++)
		note_gap(m, s.ns - m->last_ns);
	m->last_ns = s.ns;
	/* Where there is no room the hole shows as a silence, or is shorter than one. */
	return m->n == AS_METER_SAMPLES || AS_PUSH(m->v, m->n, m->cap, s);
}

/* How much has come within a second by the clock. */
static void look_for_flood(struct as_meter *m, size_t lines, size_t bytes, int64_t now_ns)
{
	if (now_ns - m->window_ns > second) {
		m->window_ns = now_ns;
		m->window_lines = m->window_bytes = 0;
	}
	m->window_lines += lines;
	m->window_bytes += bytes;
	if (m->window_lines > AS_METER_FLOOD || m->window_bytes > AS_METER_FLOOD_BYTES)
		lose(m, "it printed over %s within a second; a hundred lines are plenty",
			m->window_lines > AS_METER_FLOOD ? "20000 lines" : "1 MiB");
}

bool as_meter_feed(struct as_meter *m, const char *bytes, size_t n, int64_t now_ns)
{
	bool good = true;
	size_t lines = 0;

	for (size_t i = 0; i < n && good && !m->lost; i++) {
		if (bytes[i] != '\n') {
			(void)as_put_char(AS_ROOM(m->line), &m->line_bytes, bytes[i]);
			continue;
		}
		lines++;
		good = take_line(m, now_ns);
		m->line_bytes = 0;
	}
	if (!m->lost)
		look_for_flood(m, lines, n, now_ns);
	return good;
}

/* The last sample that is not after then; n if there is none. */
static size_t last_before(const struct as_meter *m, int64_t ns)
{
	size_t lo = 0, hi = m->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (m->v[mid].ns <= ns)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? lo - 1 : m->n;
}

void as_meter_forget(struct as_meter *m, int64_t before_ns)
{
	size_t keep = last_before(m, before_ns);

	if (keep == m->n || !keep)
		return;
	memmove(m->v, m->v + keep, (m->n - keep) * sizeof *m->v);
	m->n -= keep;
}

int64_t as_meter_gap(const struct as_meter *m)
{
	return m->n_gaps ? m->gap[m->n_gaps / 2] : 0;
}

int64_t as_meter_patience(const struct as_meter *m)
{
	int64_t gap = as_meter_gap(m);

	return gap > least_patience_ns / 5 ? gap <= INT64_MAX / 5 ? 5 * gap : INT64_MAX
					   : least_patience_ns;
}

/* Joules of the part of a stretch between two lines that lies inside. */
static double part(const struct as_meter_sample *a, const struct as_meter_sample *b, int64_t from,
	int64_t to)
{
	double whole = (double)(b->ns - a->ns), slope = (b->watts - a->watts) / whole;
	double begin = a->ns < from ? (double)(from - a->ns) : 0;
	double end = b->ns > to ? (double)(to - a->ns) : whole;

	return (a->watts + slope * (begin + end) / 2) * (end - begin) / 1e9;
}

double as_meter_joules(const struct as_meter *m, int64_t from, int64_t to, size_t least, char *why)
{
	size_t i = last_before(m, from), inside = 0;
	int64_t silent = 0;
	double sum = 0;

	if (i == m->n || m->v[m->n - 1].ns < to) {
		snprintf(why, AS_METER_WORDS, "%s",
			m->lost     ? m->why
			: i == m->n ? "it printed nothing before they began"
				    : "it printed nothing after they had ended; a meter "
				      "that buffers its lines has to flush each (stdbuf -oL)");
		return (double)NAN;
	}
	for (; m->v[i].ns < to; i++) {
		int64_t gap = m->v[i + 1].ns - m->v[i].ns;

		silent = gap > silent ? gap : silent;
		inside += m->v[i + 1].ns < to;
		sum += part(&m->v[i], &m->v[i + 1], from, to);
	}
	if (silent > as_meter_patience(m))
		snprintf(why, AS_METER_WORDS, "it was silent for %.3g s", (double)silent / 1e9);
	else if (inside < least)
		snprintf(why, AS_METER_WORDS,
			"they are too short for it: fewer than %zu lines fell into them, one "
			"every %.3g ms",
			least, (double)as_meter_gap(m) / 1e6);
	else
		return sum;
	return (double)NAN;
}
