/* SPDX-License-Identifier: MIT */

/* Counts of repetitions kept per benchmark and machine: a file each, of a few lines, written beside
 * its name and renamed, so that nobody reads half of one. */

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text.h"
#include "harness/run.h"

enum { FILE_BYTES = 2048 };

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* What a file is about: its name is a hash of this, and its first lines are this. */
static void add_key(struct as_text *t, const char *program, const char *name)
{
	char host[256] = "", id[64] = "";
	int fd = open("/etc/machine-id", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		ssize_t n = read(fd, id, sizeof id - 1);
		id[n > 0 ? strcspn(id, "\n") : 0] = 0;
		close(fd);
	}
	if (gethostname(host, sizeof host - 1))
		host[0] = 0;
	as_text_addf(t, "assay repetitions 1\nmachine %s %s\nprogram %s\nbenchmark %s\n", host, id,
		base_name(program), name);
}

/* FNV-1a: names need no more. */
static uint64_t hash(const char *s)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 0x100000001b3;
	return h;
}

static bool name_file(struct as_text *path, struct as_text *key, const char *folder,
	const char *program, const char *name)
{
	add_key(key, program, name);
	as_text_addf(path, "%s/%016" PRIx64, folder, hash(as_text_str(key)));
	return !key->failed && !path->failed;
}

/* "\nNAME VALUE\n", as written below. */
static bool read_line(const char *at, const char *label, char value[32])
{
	size_t n = strlen(label), length;

	if (strncmp(at, label, n) != 0)
		return false;
	length = strcspn(at + n, "\n");
	if (!length || length > 31)
		return false;
	memcpy(value, at + n, length);
	value[length] = 0;
	return true;
}

static bool parse(const char *s, const char *key, struct as_harness_kept *out)
{
	static const char repetitions[] = "repetitions ", ns[] = "ns ";
	struct as_harness_kept k = {0};
	size_t n = strlen(key);
	int64_t count = 0;
	char value[32];

	if (strncmp(s, key, n) != 0 || !read_line(s + n, repetitions, value) ||
		!as_parse_i64(value, 1, AS_REPETITIONS_MAX, &count))
		return false;
	const char *next = strchr(s + n, '\n');
	if (!next || !read_line(next + 1, ns, value) || !as_parse_double(value, &k.ns) ||
		!(k.ns > 0))
		return false;
	k.repetitions = (uint64_t)count;
	*out = k;
	return true;
}

bool as_cache_read(const char *folder, const char *program, const char *name,
	struct as_harness_kept *out)
{
	struct as_text path = {0}, key = {0};
	char bytes[FILE_BYTES];
	ssize_t n = 0;
	int fd = -1;

	if (name_file(&path, &key, folder, program, name))
		fd = open(path.data, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd >= 0) {
		n = read(fd, bytes, sizeof bytes - 1);
		close(fd);
	}
	bytes[n > 0 ? n : 0] = 0;
	bool found = n > 0 && parse(bytes, key.data, out);
	as_text_release(&path);
	as_text_release(&key);
	return found;
}

/* The folder, with those above it that are missing. */
static void make_folder(const char *folder)
{
	struct as_text path = {0};

	for (const char *at = strchr(folder + 1, '/'); at; at = strchr(at + 1, '/')) {
		as_text_clear(&path);
		as_text_add_n(&path, folder, (size_t)(at - folder));
		mkdir(as_text_str(&path), 0777);
	}
	mkdir(folder, 0777);
	as_text_release(&path);
}

static bool write_file(const char *path, const struct as_text *content)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0)
		return false;
	bool done = write(fd, content->data, content->len) == (ssize_t)content->len;
	return !close(fd) && done;
}

void as_cache_write(const char *folder, const char *program, const char *name,
	const struct as_harness_kept *kept)
{
	struct as_text path = {0}, other = {0}, content = {0};
	char number[32];

	make_folder(folder);
	as_double_text(kept->ns, number);
	if (name_file(&path, &content, folder, program, name)) {
		as_text_addf(&content, "repetitions %" PRIu64 "\nns %s\n", kept->repetitions,
			number);
		as_text_addf(&other, "%s.%ld", path.data, (long)getpid());
		if (!content.failed && !other.failed &&
			(!write_file(other.data, &content) || rename(other.data, path.data)))
			unlink(other.data);
	}
	as_text_release(&path);
	as_text_release(&other);
	as_text_release(&content);
}
