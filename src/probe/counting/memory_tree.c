/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "base/vec.h"
#include "probe/machine_facts.h"
#include "probe/counting/memory_sample.h"

enum { CHUNK = 8192, STATUS_BYTES = 4096, PATH_BYTES = 128 };

static int open_of(const struct as_probe_root *root, const char *path)
{
	char whole[PATH_MAX];

	if (snprintf(whole, sizeof whole, "%s%s", root->root ? root->root : "", path) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static DIR *folder_of(const struct as_probe_root *root, const char *path)
{
	char whole[PATH_MAX];

	return snprintf(whole, sizeof whole, "%s%s", root->root ? root->root : "", path) < PATH_MAX
		? opendir(whole) : NULL;
}

/* The number that is a name, 0 if it is none. */
static pid_t pid_of(const char *name)
{
	int64_t pid;

	return as_parse_i64(name, 1, INT_MAX, &pid) ? (pid_t)pid : 0;
}

static bool has(const struct as_memory_pids *p, pid_t pid)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i] == pid)
			return true;
	return false;
}

/* Without memory for a number the process is left out, as if it had ended. */
static void add_pid(struct as_memory_pids *p, pid_t pid)
{
	(void)!AS_PUSH(p->v, p->n, p->cap, pid);
}

/* One character of a list of numbers with blanks between; INT_MAX + 1 stands for any that is too
 * large. */
static void take_digit(struct as_memory_sampler *s, int64_t *number, char c)
{
	if (c >= '0' && c <= '9') {
		*number = *number > INT_MAX ? *number : *number * 10 + (c - '0');
		return;
	}
	if (*number > 0 && *number <= INT_MAX)
		add_pid(&s->found, (pid_t)*number);
	*number = 0;
}

/* The children of one thread; false where the kernel does not list them. */
static bool add_listed(struct as_memory_sampler *s, pid_t pid, pid_t thread)
{
	char path[PATH_BYTES], text[CHUNK];
	int64_t number = 0;
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)thread);
	int fd = open_of(s->root, path);
	if (fd < 0)
		return false;
	while ((n = read(fd, text, sizeof text)) > 0)
		for (ssize_t i = 0; i < n; i++)
			take_digit(s, &number, text[i]);
	close(fd);
	take_digit(s, &number, ' ');
	return true;
}

/* "7 (name) S 1 ...": the name may hold anything, so what counts is the last parenthesis. */
static pid_t parent_of(const struct as_probe_root *root, const char *pid)
{
	char path[PATH_BYTES], text[512], word[24];
	size_t n;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	if (!as_probe_slurp(root, path, text, sizeof text, NULL))
		return 0;
	const char *end = strrchr(text, ')');
	if (!end || strlen(end) < 5)
		return 0;
	n = strcspn(end + 4, " ");
	return as_copy_n(AS_ROOM(word), end + 4, n) ? pid_of(word) : 0;
}

/* For kernels without lists of children: every process there is, as pairs of parent and process. */
static void list_all(struct as_memory_sampler *s)
{
	DIR *d = folder_of(s->root, "/proc");
	const struct dirent *e;

	s->all.n = 0;
	while (d && (e = readdir(d))) {
		pid_t pid = pid_of(e->d_name), parent = pid ? parent_of(s->root, e->d_name) : 0;
		if (!parent)
			continue;
		add_pid(&s->all, parent);
		add_pid(&s->all, pid);
	}
	if (d)
		closedir(d);
}

static void add_children(struct as_memory_sampler *s, pid_t pid, bool several)
{
	char path[PATH_BYTES];
	const struct dirent *e;
	DIR *d = NULL;

	for (size_t i = 0; i + 1 < s->all.n; i += 2)
		if (s->all.v[i] == pid)
			add_pid(&s->found, s->all.v[i + 1]);
	if (s->all.n)
		return;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	if (several)
		d = folder_of(s->root, path);
	if (!d)
		add_listed(s, pid, pid);
	while (d && (e = readdir(d)))
		if (pid_of(e->d_name))
			add_listed(s, pid, pid_of(e->d_name));
	if (d)
		closedir(d);
}

/* The parent's children, in found. */
static void begin(struct as_memory_sampler *s)
{
	s->found.n = s->all.n = 0;
	if (add_listed(s, s->parent, s->parent))
		return;
	list_all(s);
	add_children(s, s->parent, false);
}

void as_memory_keep(struct as_memory_sampler *s)
{
	begin(s);
	s->kept.n = 0;
	for (size_t i = 0; i < s->found.n; i++)
		add_pid(&s->kept, s->found.v[i]);
}

/* Bytes of "key:  7 kB", or the number of "key: 7"; NaN where it is not there. */
static double of_status(const char *text, const char *key)
{
	char word[48];
	int64_t number;
	double unit = 1;

	if (!as_probe_field(text, key, word, sizeof word))
		return (double)NAN;
	size_t n = strspn(word, "0123456789");
	if (!strcmp(word + n, " kB"))
		unit = 1024;
	else if (word[n])
		return (double)NAN;
	word[n] = '\0';
	return as_parse_i64(word, 0, INT64_MAX / 1024, &number) ? unit * (double)number
								: (double)NAN;
}

static void read_exe(const struct as_probe_root *root, pid_t pid, char out[static PATH_MAX])
{
	char whole[PATH_MAX];
	ssize_t n = -1;

	if (snprintf(whole, sizeof whole, "%s/proc/%d/exe", root->root ? root->root : "",
		    (int)pid) < PATH_MAX)
		n = readlink(whole, out, PATH_MAX - 1);
	out[n > 0 ? n : 0] = '\0';
}

/* One file of mappings; false if nothing came of it. */
static bool read_maps(struct as_memory_sampler *s, pid_t pid, const char *file)
{
	char path[PATH_BYTES], text[CHUNK];
	ssize_t n;

	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
	int fd = open_of(s->root, path);
	if (fd < 0)
		return false;
	while ((n = read(fd, text, sizeof text)) > 0)
		as_memory_maps_feed(&s->maps, text, (size_t)n);
	int why = errno;
	close(fd);
	as_memory_maps_end(&s->maps);
	errno = n < 0 ? why : ESRCH;
	return s->maps.n > 0;
}

static void add_parts(double *sum, const double *part, size_t from, size_t to)
{
	for (size_t i = from; i <= to; i++)
		sum[i] = (isnan(sum[i]) ? 0 : sum[i]) + part[i];
}

static bool add_maps(struct as_memory_sampler *s, pid_t pid, struct as_memory_want want,
	struct as_memory_sample *out)
{
	char own[PATH_MAX] = "";

	if (want.mappings)
		read_exe(s->root, pid, own);
	as_memory_maps_begin(&s->maps, own);
	bool good = !want.mappings && read_maps(s, pid, "smaps_rollup");
	if (!good) { /* Linux before 4.14 has no rollup */
		as_memory_maps_begin(&s->maps, own);
		good = read_maps(s, pid, "smaps");
	}
	if (!good) {
		out->refused += errno == EACCES || errno == EPERM;
		return false;
	}
	add_parts(out->part, s->maps.part, AS_MEMORY_PSS, AS_MEMORY_SWAP);
	if (want.mappings && *own)
		add_parts(out->part, s->maps.part, AS_MEMORY_CODE, AS_MEMORY_FILES);
	return true;
}

static void add_process(struct as_memory_sampler *s, pid_t pid, struct as_memory_want want,
	struct as_memory_sample *out)
{
	char path[PATH_BYTES], text[STATUS_BYTES];
	double part[AS_MEMORY_PARTS], threads;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	if (!as_probe_slurp(s->root, path, text, sizeof text, NULL))
		return;
	threads = of_status(text, "Threads");
	part[AS_MEMORY_PAGE_TABLES] = of_status(text, "VmPTE");
	part[AS_MEMORY_KERNEL_STACK] = threads * s->stack_bytes;
	/* it has ended, and waits to be asked for its status */
	if (isnan(part[AS_MEMORY_PAGE_TABLES])) {
		add_children(s, pid, threads > 1);
		return;
	}
	bool read = !(want.mappings || want.totals) || add_maps(s, pid, want, out);
	if (read) {
		add_parts(out->part, part, AS_MEMORY_PAGE_TABLES, AS_MEMORY_KERNEL_STACK);
		out->processes++;
	}
	add_children(s, pid, threads > 1);
}

/* Children of the parent that are none of the program's. A child shares the memory of what starts
 * it until it has become the program. */
static bool is_left_out(const struct as_memory_sampler *s, pid_t pid)
{
	char own[PATH_MAX];

	if (has(&s->kept, pid))
		return true;
	read_exe(s->root, pid, own);
	return *own && !strcmp(own, s->starter);
}

void as_memory_take(struct as_memory_sampler *s, struct as_memory_want want,
	struct as_memory_sample *out)
{
	*out = (struct as_memory_sample){.processes = 0};
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++)
		out->part[i] = (double)NAN;
	begin(s);
	size_t new = 0;
	for (size_t i = 0; i < s->found.n; i++)
		if (!is_left_out(s, s->found.v[i]))
			s->found.v[new++] = s->found.v[i];
	s->found.n = new;
	for (size_t i = 0; i < s->found.n; i++) /* which grows by the children of each */
		add_process(s, s->found.v[i], want, out);
}

/* What a thread's stack takes in the kernel: all of them over the number of threads, of which it is
 * the nearest power of two (processors have some that are no threads'). */
static double stack_of_thread(const struct as_probe_root *root)
{
	char text[CHUNK], word[48];
	int64_t threads;

	if (!as_probe_slurp(root, "/proc/meminfo", text, sizeof text, NULL))
		return (double)NAN;
	double all = of_status(text, "KernelStack");
	if (!as_probe_slurp(root, "/proc/loadavg", text, sizeof text, NULL))
		return (double)NAN;
	const char *slash = strchr(text, '/');
	size_t n = slash ? strcspn(slash + 1, " ") : 0;
	if (!n || !as_copy_n(AS_ROOM(word), slash + 1, n) ||
		!as_parse_i64(word, 1, INT_MAX, &threads) || !(all > 0))
		return (double)NAN;
	double each = exp2(round(log2(all / (double)threads)));
	return each >= 4096 && each <= 256 * 1024 ? each : (double)NAN;
}

bool as_memory_open(struct as_memory_sampler *out, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON])
{
	char text[STATUS_BYTES];

	if (!as_probe_slurp(root, "/proc/self/status", text, sizeof text, NULL)) {
		snprintf(reason, AS_PROBE_REASON,
			"there is no /proc; mount -t proc proc /proc, in a container as its root, "
			"mounts it");
		return false;
	}
	if (!as_probe_slurp(root, "/proc/self/smaps", text, sizeof text, NULL) ||
		!strstr(text, "\nPss:")) {
		snprintf(reason, AS_PROBE_REASON,
			"the kernel was built without /proc/PID/smaps (CONFIG_PROC_PAGE_MONITOR)");
		return false;
	}
	*out = (struct as_memory_sampler){.root = root, .stack_bytes = stack_of_thread(root)};
	return true;
}

void as_memory_below(struct as_memory_sampler *s, pid_t parent)
{
	s->parent = parent;
	s->kept.n = 0;
	read_exe(s->root, parent, s->starter);
}

void as_memory_close(struct as_memory_sampler *s)
{
	free(s->kept.v);
	free(s->found.v);
	free(s->all.v);
	s->kept = s->found = s->all = (struct as_memory_pids){0};
}
