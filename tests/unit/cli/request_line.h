/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_UNIT_CLI_REQUEST_LINE_H
#define AS_TESTS_UNIT_CLI_REQUEST_LINE_H

#include "base/text/words.h"
#include "cli/request/request_options.h"
#include "cli/verb.h"

/* What `assay run LINE` asks for; LINE is split as a shell splits words. */
static enum as_status request(struct as_arena *a, const char *line, struct as_request *r,
	struct as_err *err)
{
	const as_option_groups all = (UINT64_C(1) << AS_OPTION_GROUPS) - 1;
	struct as_words w = {0};
	struct as_args args = {0};
	enum as_status st = as_words_split(line, a, &w, err);

	if (st || w.syntax)
		return as_fail(err, AS_ERR_ARG, "the test's own line is wrong: %s", line);
	st = as_args_parse("run", all, w.v, a, &args, err);
	return st ? st : as_request_fill(&args, a, r, err);
}

#endif
