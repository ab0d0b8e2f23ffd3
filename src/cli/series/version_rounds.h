/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_SERIES_VERSION_ROUNDS_H
#define AS_CLI_SERIES_VERSION_ROUNDS_H

/* One command in several versions, measured in the same rounds: what the verbs that measure more
 * than two of them have in common. */

#include "analyse/result/question.h"
#include "cli/verb.h"
#include "model/settings/suite.h"
#include "run/context.h"
#include "run/request/request.h"
#include "store/store.h"

struct as_version_rounds {
	struct as_cli *cli;
	struct as_args own; /* without the revisions */
	struct as_request request; /* of the command, in no version */
	const char *command; /* what it is called */
	struct as_suite *suite; /* that the command is of; NULL: it was given */
	struct as_store *store;
	struct as_trouble trouble; /* of the last try: which version, its `command`, does not build
				    * or run */
};

/* What is measured together. */
struct as_versions_together {
	const char *const *commits;
	size_t n;
	const char *name;         /* of the piece of the campaign */
	struct as_amount amount;  /* how much of it */
	uint32_t builds;          /* of each, exactly; 0: as the request says */
	bool brief;               /* of the machines of --on only what goes wrong is told */
};

/*
 * as_version_rounds_read - the request that follows the revisions on the command line: a command, or
 * else the one benchmark of the suite that --only names
 *
 *   verb      for sentences
 *   example   of a whole call, the same
 *
 * AS_ERR_USAGE: no command, or several; --extend, --resume, --export; --build auto. It is released in
 * any case.
 */
enum as_status as_version_rounds_read(struct as_version_rounds *m, const char *verb,
	const char *example, struct as_err *err) AS_MUST_CHECK;

void as_version_rounds_release(struct as_version_rounds *m);

/* What is gone on with has the suite of then: AS_ERR_REFUSED. After as_campaign_begin. */
enum as_status as_version_rounds_same(const struct as_version_rounds *m, struct as_err *err)
	AS_MUST_CHECK;

/* Measure them, and keep the result. Where a version does not build or run, m->trouble tells which
 * one, and nothing of the others is there. Memory is the arena's. */
enum as_status as_version_rounds_measure(struct as_version_rounds *m,
	const struct as_versions_together *which, struct as_arena *a, struct as_result *out,
	struct as_err *err) AS_MUST_CHECK;

/* That failure is of the version that m->trouble names, and the others may be measured without it. */
bool as_version_rounds_can_do_without(const struct as_version_rounds *m, enum as_status st);

#endif
