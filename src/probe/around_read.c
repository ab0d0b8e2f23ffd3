/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/around_read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "probe/machine_facts.h"

#define SYS_CPU "/sys/devices/system/cpu/"

static int open_below(const struct as_probe_root *root, const char *path)
{
	char full[PATH_MAX];

	if (snprintf(full, sizeof full, "%s%s", root->root ? root->root : "", path) >= PATH_MAX)
		return -1;
	return open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* The beginning of a file, however long it is; "" where it cannot be read. */
static void read_head(int fd, char *text, size_t size)
{
	ssize_t n = -1;

	do
		n = fd < 0 ? 0 : pread(fd, text, size - 1, 0);
	while (n < 0 && errno == EINTR);
	text[n > 0 ? n : 0] = 0;
}

static double number_in(int fd)
{
	char text[32];
	double v = (double)NAN;

	read_head(fd, text, sizeof text);
	text[strcspn(text, "\n")] = 0;
	return as_parse_double(text, &v) && isfinite(v) ? v : (double)NAN;
}

/* The processors that are there, those that assay may use first: none of the others. */
static size_t list_processors(const struct as_probe_root *root,
	long cpus[static AS_AROUND_PROCESSORS])
{
	char text[4096], list[1024];
	long n = -1;

	if (as_probe_slurp(root, "/proc/self/status", text, sizeof text, NULL) &&
		as_probe_field(text, "Cpus_allowed_list", list, sizeof list))
		n = as_probe_list(list, cpus, AS_AROUND_PROCESSORS);
	if (n <= 0 && as_probe_slurp(root, SYS_CPU "online", list, sizeof list, NULL))
		n = as_probe_list(list, cpus, AS_AROUND_PROCESSORS);
	return n <= 0 ? 0 : n < AS_AROUND_PROCESSORS ? (size_t)n : AS_AROUND_PROCESSORS;
}

static void open_processors(struct as_around *a, const char *file, int *fds, size_t *n)
{
	long cpus[AS_AROUND_PROCESSORS];
	size_t all = list_processors(&a->root, cpus);
	char path[128];

	for (size_t i = 0; i < all; i++) {
		snprintf(path, sizeof path, SYS_CPU "cpu%ld/%s", cpus[i], file);
		int fd = open_below(&a->root, path);
		if (fd >= 0)
			fds[(*n)++] = fd;
	}
}

void as_around_open(struct as_around *a, const struct as_probe_root *root,
	enum as_around_extent extent)
{
	char path[64];

	*a = (struct as_around){.root = *root, .extent = extent, .load = -1, .stat = -1};
	if (extent == AS_AROUND_NONE)
		return;
	a->load = open_below(root, "/proc/loadavg");
	a->stat = open_below(root, "/proc/stat");
	open_processors(a, "cpufreq/scaling_cur_freq", a->frequency, &a->n_frequency);
	if (extent != AS_AROUND_ALL)
		return;
	open_processors(a, "thermal_throttle/core_throttle_count", a->throttle, &a->n_throttle);
	for (int i = 0; i < AS_AROUND_ZONES; i++) {
		snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/temp", i);
		int fd = open_below(root, path);
		if (fd >= 0)
			a->zone[a->n_zone++] = fd;
	}
}

static void close_all(int *fds, size_t *n)
{
	while (*n)
		close(fds[--*n]);
}

void as_around_close(struct as_around *a)
{
	/* One that is all 0 was never opened, and 0 is somebody else's. */
	if (a->load > 0)
		close(a->load);
	if (a->stat > 0)
		close(a->stat);
	close_all(a->frequency, &a->n_frequency);
	close_all(a->throttle, &a->n_throttle);
	close_all(a->zone, &a->n_zone);
	free(a->seen);
	*a = (struct as_around){.load = -1, .stat = -1};
}

/* The word after the next blanks. */
static const char *next_word(const char *p)
{
	p += strcspn(p, " ");
	return p + strspn(p, " ");
}

bool as_around_parse_load(const char *text, struct as_around_reading *out)
{
	const char *five = next_word(text), *tasks = next_word(next_word(five));
	double load = 0, load_5 = 0;

	if (!as_probe_load.parse(text, &load))
		return false;
	out->load = load;
	out->load_5 = as_probe_load.parse(five, &load_5) ? load_5 : (double)NAN;
	/* The reader runs itself. */
	out->run_queue = *tasks >= '0' && *tasks <= '9' && tasks[strspn(tasks, "0123456789")] == '/'
		? fmax((double)strtoull(tasks, NULL, 10) - 1, 0) : (double)NAN;
	return true;
}

bool as_around_parse_stat(const char *text, double *busy_ns, double *steal_ns)
{
	const long ticks_per_s = sysconf(_SC_CLK_TCK);
	double t[AS_TICKS];
	const size_t n = as_parse_ticks(text, t);

	if (n < AS_TICKS_STEAL || ticks_per_s <= 0)
		return false;
	const double ns = 1e9 / (double)ticks_per_s;
	*steal_ns = n > AS_TICKS_STEAL ? t[AS_TICKS_STEAL] * ns : (double)NAN;
	*busy_ns = as_busy_ticks(t) * ns;
	return true;
}

/* The mean of those that can be read, kHz to Hz. */
static double read_frequency(const struct as_around *a)
{
	double sum = 0, n = 0;

	for (size_t i = 0; i < a->n_frequency; i++) {
		double khz = number_in(a->frequency[i]);
		if (khz > 0) {
			sum += khz;
			n++;
		}
	}
	return n > 0 ? sum / n * 1e3 : (double)NAN;
}

/* Thousandths of a degree; what is colder than any machine, or hotter, is a sensor that is not
 * there. */
static double read_temperature(const struct as_around *a)
{
	double hottest = (double)NAN;

	for (size_t i = 0; i < a->n_zone; i++) {
		double degrees = number_in(a->zone[i]) / 1e3;
		if (degrees > -40 && degrees < 200)
			hottest = fmax(hottest, degrees);
	}
	return hottest;
}

static double read_throttles(const struct as_around *a)
{
	double sum = (double)NAN;

	for (size_t i = 0; i < a->n_throttle; i++) {
		double n = number_in(a->throttle[i]);
		if (n >= 0)
			sum = isnan(sum) ? n : sum + n;
	}
	return sum;
}

void as_around_read(const struct as_around *a, struct as_around_reading *out)
{
	const double none = (double)NAN;
	struct as_around_reading r = {none, none, none, none, none, none, none, none};
	char text[512];

	read_head(a->load, text, sizeof text);
	if (!as_around_parse_load(text, &r))
		r.load = none;
	read_head(a->stat, text, sizeof text);
	if (!as_around_parse_stat(text, &r.busy_ns, &r.steal_ns))
		r.busy_ns = none;
	r.frequency = read_frequency(a);
	r.temperature = read_temperature(a);
	r.throttles = read_throttles(a);
	*out = r;
}
