/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_verb.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/slip.h"
#include "cli/files.h"
#include "cli/screen_out.h"
#include "format/json/assay_json.h"
#include "format/suite/suite_file.h"
#include "format/suite/yaml.h"
#include "report/suite_screen.h"

static const char here[] = "assay.yaml";

bool as_suite_is_meant(const struct as_args *args)
{
	return !args->n_words && !as_args_has(args, AS_OPT_REFERENCE);
}

bool as_suite_is_there(const struct as_args *args)
{
	return as_args_has(args, AS_OPT_FILE) || !access(here, F_OK) || errno != ENOENT;
}

enum as_status as_suite_check_options(const struct as_args *args, bool own, struct as_err *err)
{
	const char *command = args->n_words ? args->words[0]
					    : as_args_value(args, AS_OPT_REFERENCE);
	char name[32];

	if (as_suite_is_meant(args))
		return AS_OK;
	for (size_t i = 0; i < args->n_given; i++) {
		const enum as_option_id id = args->given[i].id;
		if (!(as_options[id].group & AS_GROUP_SUITE) ||
			(own && (id == AS_OPT_ONLY || id == AS_OPT_LIST)))
			continue;
		as_option_spell(args->given[i].id, name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside the command '%.200s': it is about the "
			"suite; leave one out",
			name, command);
	}
	return AS_OK;
}

static enum as_status load(void *context, const char *path, struct as_arena *a, const char **bytes,
	size_t *n, struct as_err *err)
{
	bool *included = context;
	struct as_file_in f;
	struct as_text t = {0};
	char piece[65536];
	struct stat sb;
	size_t got = 1;

	/* The suite itself may come through a pipe; one that it names may never have a writer. */
	if (*included && !stat(path, &sb) && !S_ISREG(sb.st_mode))
		return as_fail(err, AS_ERR_USAGE,
			"cannot include '%.300s': it is not a file but a %s", path,
			S_ISDIR(sb.st_mode) ? "folder" : "pipe, a device or a socket");
	*included = true;
	enum as_status st = as_file_in_open(&f, path, err);
	if (st)
		return st;
	const struct as_source source = as_file_in_source(&f);
	while (!st && got && t.len <= AS_YAML_BYTES) {
		st = source.read(source.from, piece, sizeof piece, &got, err);
		as_text_add_n(&t, piece, got);
	}
	as_file_in_close(&f);
	if (!st)
		st = as_text_finish(&t, err);
	*n = t.len;
	*bytes = st ? NULL : as_arena_strndup(a, as_text_str(&t), t.len);
	as_text_release(&t);
	return st || *bytes ? st : as_fail_memory(err);
}

/* The name of the folder, for a suite that has none. */
static enum as_status name_it(struct as_suite *s, struct as_err *err)
{
	char cwd[4096];
	const char *slash = strrchr(s->files[0], '/');
	const char *folder = slash ? as_arena_strndup(&s->arena, s->files[0],
					     (size_t)(slash - s->files[0]))
				   : getcwd(cwd, sizeof cwd);

	if (s->name)
		return AS_OK;
	slash = folder ? strrchr(folder, '/') : NULL;
	s->name = as_arena_strdup(&s->arena, slash && slash[1] ? slash + 1
					     : folder          ? folder
							       : "suite");
	return s->name ? AS_OK : as_fail_memory(err);
}

static bool has_tag(const struct as_suite_benchmark *b, const char *pattern)
{
	for (size_t i = 0; i < b->set.v[AS_SUITE_TAGS].list.n; i++)
		if (!fnmatch(pattern, b->set.v[AS_SUITE_TAGS].list.v[i], 0))
			return true;
	return false;
}

/* A name is itself before it is a pattern. */
static bool is_named(const struct as_suite_benchmark *b, const char *word)
{
	if (!strncmp(word, "tag:", 4))
		return has_tag(b, word + 4);
	return !strcmp(word, b->name) || !fnmatch(word, b->name, 0);
}

static enum as_status fail_only(const struct as_suite *s, const char *word, struct as_err *err)
{
	const char *tag = !strncmp(word, "tag:", 4) ? word + 4 : NULL;
	const char *best = NULL;

	if (tag)
		return as_fail(err, AS_ERR_USAGE,
			"cannot choose '%.200s': no benchmark of %.200s has such a tag; "
			"assay run --list shows them",
			word, s->files[0]);
	for (size_t i = 0; i < s->n; i++)
		if (as_is_slip(word, s->v[i].name) && (!best ||
			as_edit_distance(word, s->v[i].name) < as_edit_distance(word, best)))
			best = s->v[i].name;
	if (best)
		return as_fail(err, AS_ERR_USAGE,
			"cannot choose '%.200s': no benchmark of %.200s is called so; "
			"did you mean '%.200s'?",
			word, s->files[0], best);
	return as_fail(err, AS_ERR_USAGE,
		"cannot choose '%.200s': no benchmark of %.200s is called so; assay "
		"run --list shows them",
		word, s->files[0]);
}

static bool has_name(const struct as_suite *s, const char *word)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(word, s->v[i].name))
			return true;
	return false;
}

/* Mark what a word of --only names. */
static enum as_status mark(const struct as_suite *s, const char *word, bool *chosen,
	struct as_err *err)
{
	bool exact = has_name(s, word), any = false;

	for (size_t i = 0; i < s->n; i++) {
		bool yes = exact ? !strcmp(word, s->v[i].name) : is_named(&s->v[i], word);
		any = any || yes;
		chosen[i] = chosen[i] || yes;
	}
	return any ? AS_OK : fail_only(s, word, err);
}

static enum as_status choose_benchmarks(
	const struct as_args *args, struct as_suite *s, struct as_err *err)
{
	size_t n = as_args_times(args, AS_OPT_ONLY), left = 0;
	bool *chosen = as_arena_array(&s->arena, s->n, sizeof *chosen);
	enum as_status st = chosen ? AS_OK : as_fail_memory(err);

	if (!n)
		return st;
	for (size_t i = 0; i < n && !st; i++)
		st = mark(s, as_args_nth(args, AS_OPT_ONLY, i)->values[0], chosen, err);
	if (st)
		return st;
	s->variants = 0;
	for (size_t i = 0; i < s->n; i++)
		if (chosen[i]) {
			s->variants += s->v[i].variants;
			s->v[left++] = s->v[i];
		}
	s->n = left;
	return AS_OK;
}

enum as_status as_suite_open(const struct as_args *args, struct as_suite **out, struct as_err *err)
{
	bool included = false;
	const struct as_suite_loader from = {.context = &included, .load = load};
	const char *path = as_args_value(args, AS_OPT_FILE);
	struct as_suite *s = NULL;

	if (!as_suite_is_there(args))
		return as_fail(err, AS_ERR_USAGE,
			"assay run needs a command to measure, such as assay run "
			"'sleep 0.1', or a suite in ./%s (assay help suite)",
			here);
	enum as_status st = as_suite_read(path ? path : here, &from, &s, err);
	if (!st && !s->n)
		st = as_fail(err, AS_ERR_USAGE, "%.300s: there are no 'benchmarks:' in it",
			s->files[0]);
	if (!st)
		st = name_it(s, err);
	if (!st)
		st = choose_benchmarks(args, s, err);
	if (!st)
		*out = s;
	else
		as_suite_free(s);
	return st;
}

enum as_status as_suite_renames(const struct as_args *args, struct as_arena *a,
	const struct as_rename **out, size_t *n, struct as_err *err)
{
	bool included = false;
	const struct as_suite_loader from = {.context = &included, .load = load};
	const char *given = as_args_value(args, AS_OPT_FILE), *path = given ? given : here;
	const char *bytes = NULL;
	struct as_suite *s = NULL;
	struct as_rename *list = NULL;
	struct stat sb;
	size_t size = 0;

	*out = NULL;
	*n = 0;
	/* what comes through a pipe comes once, for who measures it */
	if (stat(path, &sb) || !S_ISREG(sb.st_mode))
		return AS_OK;
	enum as_status st = load(&included, path, a, &bytes, &size, err);
	if (st || !memmem(bytes, size, "renamed", strlen("renamed")))
		return st;
	included = false;
	st = as_suite_read(path, &from, &s, err);
	if (st || !s->n_renames) {
		as_suite_free(s);
		return st;
	}
	list = as_arena_array(a, s->n_renames, sizeof *list);
	for (size_t i = 0; list && i < s->n_renames; i++) {
		list[i] = (struct as_rename){.from = as_arena_strdup(a, s->renames[i].from),
			.to = as_arena_strdup(a, s->renames[i].to)};
		if (!list[i].from || !list[i].to) {
			list = NULL;
			break;
		}
	}
	*out = list;
	*n = list ? s->n_renames : 0;
	as_suite_free(s);
	return list ? AS_OK : as_fail_memory(err);
}

enum as_status as_suite_show(struct as_cli *cli, struct as_err *err)
{
	struct as_style style = as_screen_style(cli);
	struct as_suite *s = NULL;
	struct as_text t = {0};

	enum as_status st = as_suite_open(cli->args, &s, err);
	if (!st && as_args_has(cli->args, AS_OPT_JSON))
		as_json_suite(&t, s);
	else if (!st)
		as_report_suite_list(&t, &style, s);
	if (!st)
		st = as_screen_print(cli, &t, err);
	as_text_release(&t);
	as_suite_free(s);
	return st;
}
