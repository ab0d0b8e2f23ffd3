/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <fcntl.h>

#include "spawn/launch.h"

/* Opening a FIFO must not block us: only the child may wait for its other end. */
int as_open_file(const char *path, int flags)
{
	assert(path); /* get_stream has seen to it */
	int fd = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);

	if (fd >= 0)
		fcntl(fd, F_SETFL, flags & ~(O_CREAT | O_TRUNC));
	return fd;
}
