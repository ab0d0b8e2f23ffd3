/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tools/lint puts this before every file for the analysers, which look into one file at a time: here
 * they learn that as_fail and its like never return AS_OK. */
#include "base/err.h"

int as_tidy_words(const char *fmt, ...);

static inline enum as_status as_tidy_fail(const struct as_err *err, enum as_status code, int words)
{
	(void)err;
	(void)words;
	return code;
}

#define as_fail(err, code, ...) as_tidy_fail((err), (code), as_tidy_words(__VA_ARGS__))
#define as_fail_sys(err, sys, ...) as_tidy_fail((err), AS_ERR_SYS, as_tidy_words(__VA_ARGS__, (sys)))
#define as_fail_memory(err) as_tidy_fail((err), AS_ERR_MEM, 0)
