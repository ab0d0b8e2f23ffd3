/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/counting/control_group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "probe/machine_facts.h"

#define FS "/sys/fs/cgroup"
#define PREFIX "assay-"

enum {
	TRIAL = INT_MAX, /* the number of the group that is made to see whether one can be */
	TRIES = 20,      /* of a millisecond, to remove a group whose processes are just ending */
	STAT_BYTES = 16384,
};

enum control_group_when { NEVER, END, NOW };

static const struct control_group_row {
	enum control_group_when when[2]; /* by version */
	const char *file[2], *key[2];
} rows[AS_GROUPS_KNOWN] = {
#define AS_GROUP(name, when1, file1, key1, when2, file2, key2, describe) \
	{{when1, when2}, {file1, file2}, {key1, key2}},
#include "probe/counting/groups.def"
#undef AS_GROUP
};

const struct as_metric as_group_metrics[AS_GROUPS_KNOWN] = {
#define AS_GROUP(name, when1, file1, key1, when2, file2, key2, describe) \
	{name, "bytes", AS_BETTER_LESS, AS_LEVEL_EXECUTION, describe},
#include "probe/counting/groups.def"
#undef AS_GROUP
};

size_t as_group_find(const char *name)
{
	size_t i = 0;

	while (i < AS_GROUPS_KNOWN && strcmp(as_group_metrics[i].name, name) != 0)
		i++;
	return i;
}

/* What groups are made for. */
struct control_group_kind {
	const char *controller;
	const char *verb; /* what they do then */
};

static const struct control_group_kind memory = {"memory", "count memory"};
static const struct control_group_kind processors = {"cpuset", "have processors of their own"};

static const char *prefix_of(const struct as_probe_root *root)
{
	return root->root ? root->root : "";
}

static bool folder_of(const struct as_group_place *p, uint32_t number, char path[static PATH_MAX])
{
	return snprintf(path, PATH_MAX, "%s%s/" PREFIX "%d-%u", prefix_of(p->root), p->folder,
		       (int)getpid(), (unsigned)number) < PATH_MAX;
}

/* A word of a list with blanks between. */
static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *s = text; *s; s += strspn(s, " \n")) {
		size_t k = strcspn(s, " \n");
		if (k == n && !memcmp(s, word, n))
			return true;
		s += k;
	}
	return false;
}

/* The path of the process's group in a hierarchy: of version 1 with that controller, or 2. */
static bool own_group(const char *groups, const struct control_group_kind *kind, int version,
	char *out,
	size_t size)
{
	const size_t wanted = strlen(kind->controller);

	for (const char *line = groups; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		const char *names = strchr(line, ':'),
			   *path = names ? strchr(names + 1, ':') : NULL;
		size_t n = strcspn(line, "\n");

		if (!path || path >= line + n || path[1] != '/')
			continue;
		size_t len = (size_t)(path - names) - 1, tail = n - (size_t)(path + 1 - line);
		bool is = version == 2 ? !len : false;
		for (const char *s = names + 1; version == 1 && s < path; s += strcspn(s, ",:") + 1)
			is = is ||
			     (strcspn(s, ",:") == wanted && !strncmp(s, kind->controller, wanted));
		if (!is || !as_copy_n(out, size, path + 1, tail))
			continue;
		if (!strcmp(out, "/"))
			*out = '\0';
		return true;
	}
	return false;
}

static bool is_folder(const struct as_probe_root *root, const char *path)
{
	char whole[PATH_MAX];
	struct stat st;

	return snprintf(whole, sizeof whole, "%s%s", prefix_of(root), path) < PATH_MAX &&
		!stat(whole, &st) && S_ISDIR(st.st_mode);
}

/* Groups below this one of version 2 have the controller. */
static bool hands_on(const struct as_probe_root *root, const char *folder, const char *controller)
{
	char path[PATH_MAX], text[1024];

	return snprintf(path, sizeof path, "%s/cgroup.subtree_control", folder) < PATH_MAX &&
		as_probe_slurp(root, path, text, sizeof text, NULL) && has_word(text, controller);
}

/* A group can be made there and removed. */
static bool can_make(struct as_group_place *p, char reason[static AS_PROBE_REASON])
{
	char path[PATH_MAX];

	if (as_group_make(p, TRIAL, path) && as_group_remove(p, TRIAL))
		return true;
	const char *why = strerror(errno);
	snprintf(reason, AS_PROBE_REASON,
		"no control group can be made in %.80s (%.40s); as root, or where "
		"systemd-run --user --scope -p Delegate=yes starts assay, one can",
		p->folder, why);
	return false;
}

static bool try_1(const char *groups, const struct control_group_kind *kind,
	struct as_group_place *p,
	char reason[static AS_PROBE_REASON])
{
	char own[PATH_MAX / 4], top[64];

	snprintf(top, sizeof top, FS "/%.30s", kind->controller);
	if (!own_group(groups, kind, 1, own, sizeof own) || !is_folder(p->root, top))
		return false;
	p->version = 1;
	snprintf(p->folder, sizeof p->folder, "%s%s", top, own);
	if (!is_folder(p->root, p->folder)) /* in a container its root is what is seen */
		snprintf(p->folder, sizeof p->folder, "%s", top);
	return can_make(p, reason);
}

static bool try_2(const char *groups, const struct control_group_kind *kind,
	struct as_group_place *p,
	char reason[static AS_PROBE_REASON])
{
	char own[PATH_MAX / 4];

	if (!own_group(groups, kind, 2, own, sizeof own))
		return false;
	p->version = 2;
	snprintf(p->folder, sizeof p->folder, FS "%s", own);
	if (!is_folder(p->root, p->folder))
		snprintf(p->folder, sizeof p->folder, FS);
	bool on = hands_on(p->root, p->folder, kind->controller);
	/* processes and controllers for others exclude each other */
	if (!on && strlen(p->folder) > sizeof FS) {
		*strrchr(p->folder, '/') = '\0';
		on = hands_on(p->root, p->folder, kind->controller);
	}
	if (!on) {
		snprintf(reason, AS_PROBE_REASON,
			"the control groups of version 2 do not %s here; "
			"where systemd-run --user --scope -p Delegate=yes starts assay, they do",
			kind->verb);
		return false;
	}
	return can_make(p, reason);
}

static bool open_place(const struct as_probe_root *root, const struct control_group_kind *kind,
	struct as_group_place *out, char reason[static AS_PROBE_REASON])
{
	struct as_group_place p = {.root = root};
	char groups[8192];

	if (!as_probe_slurp(root, "/proc/self/cgroup", groups, sizeof groups, NULL)) {
		snprintf(reason, AS_PROBE_REASON,
			"the kernel has no control groups (no /proc/self/cgroup)");
		return false;
	}
	snprintf(reason, AS_PROBE_REASON, "no control groups that %s are mounted at " FS,
		kind->verb);
	if (!try_1(groups, kind, &p, reason) && !try_2(groups, kind, &p, reason))
		return false;
	*out = p;
	return true;
}

bool as_group_open(const struct as_probe_root *root, struct as_group_place *out,
	char reason[static AS_PROBE_REASON])
{
	return open_place(root, &memory, out, reason);
}

bool as_group_open_cpuset(const struct as_probe_root *root, struct as_group_place *out,
	char reason[static AS_PROBE_REASON])
{
	return open_place(root, &processors, out, reason);
}

bool as_group_states(const struct as_group_place *p, size_t row,
	char reason[static AS_PROBE_REASON])
{
	if (rows[row].when[p->version - 1] != NEVER)
		return true;
	snprintf(reason, AS_PROBE_REASON,
		"control groups of version %d do not state it; memory_page_tables and "
		"memory_kernel_stack are there without",
		p->version);
	return false;
}

bool as_group_is_sampled(const struct as_group_place *p, size_t row)
{
	return rows[row].when[p->version - 1] == NOW;
}

bool as_group_lasts(const struct as_group_place *p, size_t row)
{
	return !*rows[row].key[p->version - 1];
}

static bool file_of(const struct as_group_place *p, uint32_t number, const char *file,
	char path[static PATH_MAX])
{
	char folder[PATH_MAX];

	if (folder_of(p, number, folder) &&
		snprintf(path, PATH_MAX, "%s/%s", folder, file) < PATH_MAX)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/* A thread that moves itself need not wait for those that fork, as one does that moves a process:
 * for 12 ms, if nothing was moved for a while. Whoever enters has one thread. */
bool as_group_entrance(const struct as_group_place *p, uint32_t number, char path[static PATH_MAX])
{
	return file_of(p, number, p->version == 1 ? "tasks" : "cgroup.procs", path);
}

bool as_group_make(const struct as_group_place *p, uint32_t number, char path[static PATH_MAX])
{
	char folder[PATH_MAX];

	if (!as_group_entrance(p, number, path) || !folder_of(p, number, folder))
		return false;
	return mkdir(folder, 0755) == 0 || errno == EEXIST;
}

int as_group_open_peak(const struct as_group_place *p, uint32_t number, size_t row)
{
	const char *file = rows[row].file[p->version - 1];
	char path[PATH_MAX];

	errno = ENOENT;
	if (p->version != 1 || !strstr(file, ".max_usage_") || !file_of(p, number, file, path))
		return -1;
	return open(path, O_RDWR | O_CLOEXEC);
}

bool as_group_write(const struct as_group_place *p, uint32_t number, const char *file,
	const char *line)
{
	char path[PATH_MAX];
	int fd = file_of(p, number, file, path) ? open(path, O_WRONLY | O_CLOEXEC) : -1;

	if (fd < 0)
		return false;
	ssize_t n = write(fd, line, strlen(line));
	int error = errno;
	close(fd);
	errno = error;
	return n == (ssize_t)strlen(line);
}

bool as_group_line(const struct as_group_place *p, uint32_t number, const char *file, char *out,
	size_t size)
{
	char path[PATH_MAX];
	int fd = file_of(p, number, file, path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;

	if (fd < 0)
		return false;
	ssize_t n = read(fd, out, size - 1);
	close(fd);
	out[n > 0 ? n : 0] = '\0';
	out[strcspn(out, "\n")] = '\0';
	return n >= 0;
}

/* The number behind a key at the beginning of a line: "total_cache 28672". */
static bool keyed(const char *text, const char *key, char *out, size_t size)
{
	size_t n = strlen(key);

	for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		size_t k = strcspn(line, "\n");
		if (k <= n + 1 || strncmp(line, key, n) != 0 || line[n] != ' ')
			continue;
		if (as_copy_n(out, size, line + n + 1, k - n - 1))
			return true;
	}
	return false;
}

static bool read_file(const struct as_group_place *p, uint32_t number, const char *file,
	char text[static STAT_BYTES])
{
	char path[PATH_MAX];

	return snprintf(path, sizeof path, "%s/" PREFIX "%d-%u/%s", p->folder, (int)getpid(),
		       (unsigned)number, file) < PATH_MAX &&
	       as_probe_slurp(p->root, path, text, STAT_BYTES, NULL);
}

static double value_of(const char *text, const char *key)
{
	char word[32];
	int64_t bytes = 0;

	if (*key && !keyed(text, key, word, sizeof word))
		return (double)NAN;
	if (!as_parse_i64(*key ? word : text, 0, INT64_MAX, &bytes))
		return (double)NAN;
	return (double)bytes;
}

void as_group_read(const struct as_group_place *p, uint32_t number, const bool *rows_wanted,
	double *out)
{
	char text[STAT_BYTES];
	const char *in = ""; /* the file that text is of */

	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++) {
		const char *file = rows[i].file[p->version - 1];

		out[i] = (double)NAN;
		if (!rows_wanted[i] || rows[i].when[p->version - 1] == NEVER)
			continue;
		if (strcmp(file, in) != 0)
			in = read_file(p, number, file, text) ? file : "";
		if (*in)
			out[i] = value_of(text, rows[i].key[p->version - 1]);
	}
}

static bool remove_folder(const char *folder)
{
	const struct timespec nap = {.tv_nsec = 1000000};

	for (int i = 0; i < TRIES; i++) {
		if (rmdir(folder) == 0 || errno == ENOENT)
			return true;
		if (errno != EBUSY)
			return false;
		nanosleep(&nap, NULL);
	}
	return false;
}

bool as_group_remove(const struct as_group_place *p, uint32_t number)
{
	char folder[PATH_MAX];

	return folder_of(p, number, folder) && remove_folder(folder);
}

/* The process that made a group of that name; 0: it is none of ours. */
static pid_t maker_of(const char *name)
{
	const char *s = name + sizeof PREFIX - 1;
	char *end;

	if (strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
		return 0;
	long pid = strtol(s, &end, 10);
	if (end == s || *end != '-' || !end[1] || end[1 + strspn(end + 1, "0123456789")])
		return 0;
	return pid > 0 && pid <= INT_MAX ? (pid_t)pid : 0;
}

size_t as_group_sweep(const struct as_group_place *p, bool left)
{
	char path[PATH_MAX];
	const struct dirent *e;
	size_t stay = 0;

	snprintf(path, sizeof path, "%s%s", prefix_of(p->root), p->folder);
	DIR *d = opendir(path);
	while (d && (e = readdir(d))) {
		pid_t pid = maker_of(e->d_name);
		bool wanted = left ? pid != getpid() && pid && kill(pid, 0) != 0 && errno == ESRCH
				   : pid == getpid();

		if (wanted && snprintf(path, sizeof path, "%s%s/%s", prefix_of(p->root), p->folder,
			e->d_name) < PATH_MAX)
			stay += !remove_folder(path);
	}
	if (d)
		closedir(d);
	return stay;
}
