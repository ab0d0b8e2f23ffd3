/* SPDX-License-Identifier: MIT */
#ifndef AS_BASE_ERR_H
#define AS_BASE_ERR_H

/* Status of every fallible call, and the record that carries its words.
 *
 * Folder base: memory, text, checked number parsing, JSON writing, word splitting. It opens no
 * file, reads no clock, keeps no state, and depends on libc and libm only. */

#include <stddef.h>

#if defined(__GNUC__)
#define AS_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define AS_MUST_CHECK __attribute__((warn_unused_result))
#else
#define AS_PRINTF(fmt, args)
#define AS_MUST_CHECK
#endif

enum as_status {
	AS_OK = 0,
	AS_ERR_ARG = -1,         /* the caller broke a contract it could have checked */
	AS_ERR_USAGE = -2,       /* what the user asked for cannot be understood or combined */
	AS_ERR_DATA = -3,        /* input bytes or sample values are not acceptable */
	AS_ERR_SYS = -4,         /* the operating system refused; see as_err.sys */
	AS_ERR_STORE = -5,       /* the store refused */
	AS_ERR_MEM = -6,         /* out of memory */
	AS_ERR_BENCH = -7,       /* a benchmark failed */
	AS_ERR_REFUSED = -8,     /* environments differ */
	AS_ERR_INTERRUPTED = -9, /* the user stopped it */
};

/* What went wrong, in words. Owned by the caller and of fixed size, so that reporting an error
 * can never itself fail. The message is one sentence without a newline: what was tried, on what,
 * where, why, what to do. Bytes of it may come from the user: only the printer neutralises. */
struct as_err {
	enum as_status code;
	int sys; /* errno at the point of failure, else 0; the printer adds its words */
	char msg[1536];
	/* The end of what a program printed before it failed, else ""; the printer shows it below
	 * the sentence. Any byte but 0, newlines included. */
	char output[1024];
};

/*
 * as_fail - fill *err (if not NULL) and return code, so that one line reports and returns
 *
 * For AS_ERR_SYS the current errno is kept in err->sys. A message that does not fit is cut and
 * ends in "...". Never fails, never allocates.
 */
enum as_status as_fail(struct as_err *err, enum as_status code, const char *fmt, ...)
	AS_PRINTF(3, 4);

/* as_fail for AS_ERR_SYS with a given errno (of a child, say) instead of the current one. */
enum as_status as_fail_sys(struct as_err *err, int sys, const char *fmt, ...) AS_PRINTF(3, 4);

/* Keep the end of what a failed program printed with *err (if not NULL), after as_fail: without
 * newlines at its end, from the beginning of a line where it is cut, bytes of value 0 as blanks. */
void as_err_keep_output(struct as_err *err, const char *bytes, size_t n);

/* The one message for AS_ERR_MEM. */
enum as_status as_fail_memory(struct as_err *err);

#endif
