/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/series/history_settings.h"

#include <fnmatch.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "campaign/versions/versions.h"
#include "cli/results/result.h"
#include "clock/clock.h"
#include "papers/divisive.h"

enum { SHOWN = 20, COUNT_MAX = 1000000000, BLOCK_MAX = 100000 };

static const struct as_share_range tolerance_range = {
	0, 1, false, "a percentage from 0% to below 100%, such as 1%"};
static const struct as_share_range confidence_range = {
	0.5, 1, false, "a percentage from 50% to below 100%, such as 95%"};

/* ---- which versions ---- */

bool as_history_day(const char *s, int64_t *out_ns)
{
	struct tm at = {.tm_isdst = -1};
	char part[3][8] = {"", "", ""};
	int64_t v[3];

	if (strlen(s) != 10 || s[4] != '-' || s[7] != '-')
		return false;
	memcpy(part[0], s, 4);
	memcpy(part[1], s + 5, 2);
	memcpy(part[2], s + 8, 2);
	if (!as_parse_i64(part[0], 1970, 9999, &v[0]) || !as_parse_i64(part[1], 1, 12, &v[1]) ||
		!as_parse_i64(part[2], 1, 31, &v[2]))
		return false;
	at.tm_year = (int)v[0] - 1900;
	at.tm_mon = (int)v[1] - 1;
	at.tm_mday = (int)v[2];
	time_t t = mktime(&at);
	if (t == (time_t)-1 || at.tm_mday != v[2])
		return false;
	if (__builtin_mul_overflow((int64_t)t, (int64_t)1000000000, out_ns))
		*out_ns = INT64_MAX; /* the year 2262, after which there are no instants */
	return true;
}

/* --since as an instant; false: it is a revision, if anything. */
static bool parse_when(const char *s, int64_t *out_ns)
{
	int64_t age_ns = 0;

	if (as_history_day(s, out_ns))
		return true;
	if (!as_parse_duration(s, &age_ns) || !age_ns)
		return false;
	*out_ns = as_clock_date() - age_ns;
	return true;
}

/* A revision as --since: where it is not one of the commits that are looked at, its date. */
static void begin_at(struct as_history_asked *out, const struct as_version *from)
{
	for (size_t i = 0; i < out->commits.n; i++)
		if (!strcmp(out->commits.v[i].id, from->commit))
			out->how.since = from->commit;
	if (!out->how.since)
		out->how.since_ns = from->date_ns;
}

/* OLD of OLD..NEW has to lead to NEW; a release may stand on a branch of its own, and then where that
 * has left. */
static enum as_status begin_behind(struct as_history_asked *out, const struct as_version_line *h,
	struct as_err *err)
{
	const size_t n = h->commits.n;

	for (size_t i = 0; i + 1 < n; i++)
		if (!strcmp(h->commits.v[i].id, h->from.commit))
			out->after = h->from.commit;
	if (!out->after && !h->merged && h->behind && h->behind < n)
		out->after = h->commits.v[n - 1 - h->behind].id;
	return out->after ? AS_OK
			  : as_fail(err, AS_ERR_USAGE,
				    "cannot show what changed from '%.100s' to '%.100s': the first "
				    "is not among the commits that led to the second%s; give the "
				    "older one first, or a commit of that branch",
				    h->since, h->until,
				    h->merged ? "" : " along first parents");
}

/* --until, --along, or NEW of a range, of which there may be one. */
static enum as_status find_until(const struct as_cli *cli, const struct as_history_asked *out,
	const char **until, struct as_err *err)
{
	const char *const names[] = {out->range.until, as_args_value(cli->args, AS_OPT_UNTIL),
		as_args_value(cli->args, AS_OPT_ALONG)};
	size_t n = 0;

	*until = NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		*until = names[i] ? names[i] : *until;
		n += names[i] ? 1 : 0;
	}
	if (n > 1 || (out->range.from && as_args_has(cli->args, AS_OPT_SINCE)))
		return as_fail(err, AS_ERR_USAGE,
			"cannot show several ranges of versions at once: give one of OLD..NEW, "
			"--until and --along, and --since with the latter two alone");
	return AS_OK;
}

static enum as_status find_versions(struct as_cli *cli, struct as_history_asked *out,
	struct as_err *err)
{
	const char *until, *since = as_args_value(cli->args, AS_OPT_SINCE);
	enum as_status st = find_until(cli, out, &until, err);

	if (st)
		return st;
	out->how.since_ns = INT64_MIN;
	if (since && parse_when(since, &out->how.since_ns))
		since = NULL;
	since = out->range.from ? out->range.from : since;
	struct as_version_line h = {.until = until ? until : "HEAD", .since = since,
		.merged = as_args_has(cli->args, AS_OPT_MERGED)};
	st = as_version_history(&h, cli->arena, err);
	out->commits = h.commits;
	/* before the first commit there is no HEAD */
	if (st == AS_ERR_USAGE && h.found && !until && !since)
		return AS_OK;
	if (st)
		return st;
	if (h.found && out->range.from)
		st = begin_behind(out, &h, err);
	else if (h.found && since)
		begin_at(out, &h.from);
	if (!h.found && out->range.from)
		return as_fail(err, AS_ERR_USAGE,
			"cannot show what changed from '%.100s' to '%.100s': there is no "
			"repository of git here",
			out->range.from, h.until);
	if (!h.found && since)
		return as_args_bad(AS_OPT_SINCE, since,
			"a date such as 2026-08-01, or an age such as 90d: "
			"for a revision there is no repository of git here",
			err);
	if (!h.found && until)
		return as_args_bad(AS_OPT_UNTIL, until, "a repository of git in the current folder",
			err);
	out->how.commits = h.found ? &out->commits : NULL;
	return st;
}

/* ---- which numbers ---- */

static enum as_status find_metrics(struct as_cli *cli, struct as_history_asked *out,
	struct as_err *err)
{
	const char **names = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < as_args_times(cli->args, AS_OPT_HISTORY_METRIC); i++)
		for (const char *s = as_args_nth(cli->args, AS_OPT_HISTORY_METRIC, i)->values[0]; s;
			s = strchr(s + 1, ','))
			room++;
	names = as_arena_array(cli->arena, room, sizeof *names);
	for (size_t i = 0; names && i < as_args_times(cli->args, AS_OPT_HISTORY_METRIC); i++) {
		const char *s = as_args_nth(cli->args, AS_OPT_HISTORY_METRIC, i)->values[0];
		for (bool more = true; more && n < room; s += strcspn(s, ",") + 1) {
			size_t length = strcspn(s, ",");
			more = s[length];
			names[n] = as_arena_strndup(cli->arena, s, length);
			if (!names[n])
				return as_fail_memory(err);
			out->rows.all_metrics = out->rows.all_metrics || !strcmp(names[n], "all");
			n++;
		}
	}
	out->rows.metrics = names;
	out->rows.n_metrics = n;
	return names ? AS_OK : as_fail_memory(err);
}

/* ---- which benchmarks ---- */

static bool is_wanted(void *data, const char *name)
{
	struct as_history_asked *asked = data;
	bool wanted = !asked->n_names;

	for (size_t i = 0; i < asked->n_names; i++) {
		if (strcmp(asked->names[i], name) != 0 && fnmatch(asked->names[i], name, 0))
			continue;
		asked->fits[i] = true;
		wanted = true;
	}
	return wanted;
}

/* "v1.0..v1.1"; v1.1 is HEAD where it is left out. False: it is none. */
static bool read_range(char *word, struct as_arena *a, struct as_history_range *out)
{
	const char *dots = strstr(word, "..");

	if (!dots || dots == word || dots[2] == '.' || strchr(word, '*') || out->from)
		return false;
	out->from = as_arena_strndup(a, word, (size_t)(dots - word));
	out->until = dots[2] ? dots + 2 : "HEAD";
	return out->from;
}

static enum as_status find_names(struct as_cli *cli, struct as_history_asked *out,
	struct as_err *err)
{
	const size_t n = cli->args->n_words;

	out->names = as_arena_array(cli->arena, n, sizeof *out->names);
	out->files = as_arena_array(cli->arena, n, sizeof *out->files);
	out->fits = as_arena_array(cli->arena, n, sizeof *out->fits);
	if (!out->names || !out->files || !out->fits)
		return as_fail_memory(err);
	/* A benchmark may be called as a file might: one that is there is meant. */
	for (size_t i = 0; i < n; i++) {
		char *word = cli->args->words[i];
		if (!strcmp(word, "-") || (as_result_is_file(word) && !access(word, F_OK)))
			out->files[out->n_files++] = word;
		else if (strcmp(cli->verb, as_command_history.name) != 0 ||
			!read_range(word, cli->arena, &out->range))
			out->names[out->n_names++] = word;
	}
	out->how.wanted = is_wanted;
	out->how.data = out;
	return AS_OK;
}

static enum as_history_level level_of(const struct as_args *args)
{
	if (as_args_is(args, AS_OPT_HISTORY_LEVEL, "5%"))
		return AS_HISTORY_5_PERCENT;
	return as_args_is(args, AS_OPT_HISTORY_LEVEL, "0.1%") ? AS_HISTORY_01_PERCENT
		: AS_HISTORY_1_PERCENT;
}

/* The other detector, if one is asked for: there is one. */
static enum as_status find_method(const struct as_args *args, struct as_history_asked *out,
	struct as_err *err)
{
	const char *block = as_args_value(args, AS_OPT_HISTORY_BLOCK);
	uint32_t n = AS_DIVISIVE_BLOCK;

	if (!as_args_has(args, AS_OPT_HISTORY_METHOD))
		return block ? as_args_bad(AS_OPT_HISTORY_BLOCK, block,
				       "--method edivisive beside it, whose permutations it is of",
				       err)
			     : AS_OK;
	enum as_status st = as_args_count(args, AS_OPT_HISTORY_BLOCK, 1, BLOCK_MAX, &n, err);
	out->how.block = n;
	return st;
}

enum as_status as_history_select(struct as_cli *cli, struct as_history_asked *out,
	struct as_err *err)
{
	const struct as_args *args = cli->args;
	uint32_t limit = SHOWN;

	*out = (struct as_history_asked){
		.rows = {.label = as_args_value(args, AS_OPT_WITH_LABEL)},
		.how = {.level = level_of(args), .tolerance = 0.01, .confidence = 0.95,
			.independent = as_args_has(args, AS_OPT_HISTORY_INDEPENDENT)},
	};
	enum as_status st = as_args_count(args, AS_OPT_LIMIT, 1, COUNT_MAX, &limit, err);
	if (!st)
		st = as_args_percent(args, AS_OPT_HISTORY_TOLERANCE, &tolerance_range,
			&out->how.tolerance, err);
	if (!st)
		st = as_args_percent(args, AS_OPT_HISTORY_CONFIDENCE, &confidence_range,
			&out->how.confidence, err);
	if (!st)
		st = find_method(args, out, err);
	if (!st)
		st = find_metrics(cli, out, err);
	if (!st)
		st = find_names(cli, out, err);
	if (!st)
		st = find_versions(cli, out, err);
	out->most = as_args_has(args, AS_OPT_ALL) ? 0 : limit;
	return st;
}
