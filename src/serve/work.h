/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_WORK_H
#define AS_SERVE_WORK_H

/* Work that is done beside the thread that speaks HTTP. There are lanes, each with threads of its own, so that what takes
 * long never keeps waiting what does not. In a lane the next piece is that of the client of whom the fewest are being
 * worked on; of these the first that came. Internal to serve/ and its tests.
 *
 * All calls are made by one thread; `run` alone is called by others. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum as_lane {
	AS_LANE_PAGES, /* what somebody waits for before a screen */
	AS_LANE_DATA, /* what may take long: of less weight for the processor */
	AS_LANES,
};

struct as_work {
	void (*run)(struct as_work *w);
	enum as_lane lane;
	const char *client; /* borrowed until it is done */
	struct as_work *next;
};

struct as_workers;

/* wake: a descriptor (eventfd) that is written to when a piece is done. Threads begin when they are wanted. AS_ERR_MEM,
 * AS_ERR_SYS. */
enum as_status as_workers_new(int wake, struct as_workers **out, struct as_err *err) AS_MUST_CHECK;

/* w is borrowed until as_workers_take gives it back. */
void as_workers_add(struct as_workers *all, struct as_work *w);

/* One that is done; NULL: none is at the moment. */
struct as_work *as_workers_take(struct as_workers *all);

/* Take back what nobody has begun yet; false: it has been begun. */
bool as_workers_drop(struct as_workers *all, struct as_work *w);

/* End: what was not begun is not done, and what is being worked on is waited for, a second at most. false: something still
 * is, so that nothing it uses may be freed. */
bool as_workers_rest(struct as_workers *all);
void as_workers_free(struct as_workers *all); /* of those at rest; takes NULL */

#endif
