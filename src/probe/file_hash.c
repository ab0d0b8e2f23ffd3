/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

enum { BUFFER_BYTES = 64 * 1024 };

static enum as_status hash_bytes(int fd, const char *path, XXH3_state_t *state, struct as_err *err)
{
	unsigned char buffer[BUFFER_BYTES];
	ssize_t got;

	while ((got = read(fd, buffer, sizeof buffer)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return as_fail(err, AS_ERR_SYS, "cannot read '%s' to hash it", path);
		XXH3_128bits_update(state, buffer, (size_t)got);
	}
	return AS_OK;
}

enum as_status as_probe_file_hash(const char *path, char hex[static AS_HASH_HEX],
	struct as_err *err)
{
	XXH3_state_t *state = NULL;
	enum as_status st = AS_OK;
	struct stat sb;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &sb)) {
		st = as_fail(err, AS_ERR_SYS, "cannot open '%s' to hash it", path);
		goto out;
	}
	if (!S_ISREG(sb.st_mode)) {
		st = as_fail(err, AS_ERR_DATA, "cannot hash '%s': it is not a regular file", path);
		goto out;
	}
	state = XXH3_createState();
	if (!state) {
		st = as_fail_memory(err);
		goto out;
	}
	XXH3_128bits_reset(state);
	st = hash_bytes(fd, path, state, err);
	if (!st) {
		XXH128_hash_t h = XXH3_128bits_digest(state);
		snprintf(hex, AS_HASH_HEX, "%016llx%016llx", (unsigned long long)h.high64,
			(unsigned long long)h.low64);
	}
out:
	XXH3_freeState(state);
	if (fd >= 0)
		close(fd);
	return st;
}
