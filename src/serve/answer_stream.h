/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_ANSWER_STREAM_H
#define AS_SERVE_ANSWER_STREAM_H

/* An answer that is sent while it is made. The thread that makes it writes into a file without a name, and the one that
 * speaks HTTP sends from there what there is: a slow reader holds neither memory nor the thread that writes, and a reader
 * who has gone ends the writing. Internal to serve/ and its tests; what the maker calls is in server.h. */

#include <stdatomic.h>
#include <sys/types.h>

#include "serve/server.h"

struct MHD_Connection;
struct as_http_visit;
struct as_http_library;

struct as_serve_stream {
	/* of the maker until `begun` */
	int fd; /* -1: none yet */
	struct as_serve_answer head; /* status, type and name */
	int wake; /* eventfd of the thread that speaks HTTP */
	/* said by the maker */
	_Atomic bool begun, ended, broken; /* broken: it ended before all of it was written */
	_Atomic uint64_t written;
	/* said by the thread that speaks HTTP */
	_Atomic bool gone; /* nobody waits for it */
	_Atomic bool waits; /* it wants to know of more */
	/* of that thread alone */
	struct as_serve_stream *next;
	struct as_http_visit *visit; /* NULL: that is over */
	struct MHD_Connection *connection; /* it is sent to; NULL: it is not */
	const struct as_http_library *http;
	bool asleep; /* the connection is suspended until there is more */
	bool cut; /* its time is over */
	unsigned held; /* by visit and response */
};

/* NULL: out of memory. It is held once. */
struct as_serve_stream *as_serve_stream_new(int wake);
void as_serve_stream_drop(struct as_serve_stream *s);

/* What there is from `at` on, to out: how many bytes; 0: nothing yet; -1: it is over, or with *broken broken off. */
ssize_t as_serve_stream_read(
	struct as_serve_stream *s, uint64_t at, char *out, size_t room, bool *broken);

/* By the maker, when it has returned. */
void as_serve_stream_end(struct as_serve_stream *s, bool whole);

#endif
