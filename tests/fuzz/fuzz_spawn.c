/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages between assay and the spawner: frames through a descriptor, and what is in them. */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "spawn/wire/inbox.h"
#include "spawn/wire/message.h"

static void get_all(const struct as_wire_in *body)
{
	struct as_spawn_command command = {0};
	struct as_launch_request launch = {0};
	struct as_launched launched = {0};
	struct as_wire_in r = *body;
	uint32_t id = 0;

	as_get_command(&r, &id, &command);
	as_command_release(&command);
	r = *body;
	as_get_launch(&r, &launch);
	as_launch_request_release(&launch);
	r = *body;
	if (as_get_launched(&r, &launched))
		for (size_t i = 0; i < launched.tail_bytes; i++)
			MUST(launched.tail + i < (const char *)body->end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_inbox inbox = {0};
	struct as_wire_in body;
	enum as_inbox_state state = AS_INBOX_PARTIAL;
	uint32_t type;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	MUST(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	while (state != AS_INBOX_BAD && as_inbox_fill(&inbox, fd) > 0)
		while ((state = as_inbox_next(&inbox, &type, &body)) == AS_INBOX_FRAME)
			get_all(&body);
	as_inbox_release(&inbox);
	close(fd);
	return 0;
}
