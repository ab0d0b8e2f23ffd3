/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <unistd.h>

#include "spawn/state.h"

void as_spawn_listen(struct as_spawn *sp)
{
	char said[16];
	ssize_t n = read(sp->control, said, sizeof said);

	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		sp->left = true;
	for (ssize_t i = 0; i < n; i++) {
		if (said[i] == AS_CONTROL_CANCEL) {
			sp->epoch++;
			continue;
		}
		sp->fault = "a byte on control that is no message";
		sp->left = true;
	}
}
