/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What assay asks other programs for. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beside/helpers.h"
#include "probe/examine/examine.h"

static const char *path_variable(const struct as_probe_root *root)
{
	if (!root->env)
		return getenv("PATH");
	for (char *const *e = root->env; *e; e++)
		if (!strncmp(*e, "PATH=", 5))
			return *e + 5;
	return NULL;
}

/* A program of $PATH of the root's variables, below its root; out receives where it is. */
static bool find_program(const struct as_probe_root *root, const char *name, char *out, size_t size)
{
	const char *p = path_variable(root);
	char full[PATH_MAX];

	for (p = p ? p : "/usr/bin:/bin"; *p; p += strcspn(p, ":"), p += *p == ':') {
		int n = (int)strcspn(p, ":");
		if (!n || *p != '/' || n > PATH_MAX / 2)
			continue;
		int len = snprintf(out, size, "%.*s/%s", n, p, name);
		if (len < 0 || (size_t)len >= size)
			continue;
		len = snprintf(full, sizeof full, "%s%s", root->root ? root->root : "", out);
		if (len > 0 && len < PATH_MAX && access(full, X_OK) == 0)
			return true;
	}
	return false;
}

/* One program that has to be there, which Debian has in that package; `yes` stands before where it is. */
static void try_program(const struct as_sight *s, const char *name, const char *package,
	const char *yes, struct as_ability *out)
{
	char path[PATH_MAX / 8];

	if (find_program(s->root, name, path, sizeof path))
		as_ability_answer(out, AS_ABILITY_YES, "%s%s", yes, path);
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no %s in $PATH; apt install %s, or dnf install %s", name, package,
			name);
}

void as_try_layout(const struct as_sight *s, struct as_ability *out)
{
	static const char *const compilers[] = {"cc", "gcc", "clang"};
	char path[PATH_MAX / 8], ccache[PATH_MAX / 8];

	for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++)
		if (find_program(s->root, compilers[i], path, sizeof path)) {
			as_ability_answer(out, AS_ABILITY_YES, "%s%s", path,
				find_program(s->root, "ccache", ccache, sizeof ccache)
					? ""
					: "; each build compiles everything, for want of ccache: "
					  "apt install ccache, or dnf install ccache");
			return;
		}
	as_ability_answer(out, AS_ABILITY_NO,
		"there is no compiler in $PATH; apt install gcc, or dnf install gcc");
}

void as_try_counts(const struct as_sight *s, struct as_ability *out)
{
	try_program(s, "valgrind", "valgrind", "counted by ", out);
}

void as_try_figures(const struct as_sight *s, struct as_ability *out)
{
	try_program(s, "gnuplot", "gnuplot-nox", "drawn by ", out);
}

void as_try_page(const struct as_sight *s, struct as_ability *out)
{
	if (s->root->root && *s->root->root)
		as_ability_answer(out, AS_ABILITY_NO,
			"the tree does not say how assay was built there");
	else if (s->page)
		as_ability_answer(out, AS_ABILITY_YES, "built in; it needs nothing beside it");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"this assay was built without it, which takes node and npm; apt install "
			"nodejs npm, or dnf install nodejs npm, and build again");
}

/* What is loaded when it is wanted: `without` says why it cannot be. */
static void try_loaded(const struct as_sight *s, const char *without, const char *with,
	struct as_ability *out)
{
	if (s->root->root && *s->root->root)
		as_ability_answer(out, AS_ABILITY_NO, "not looked for in another root");
	else if (without)
		as_ability_answer(out, AS_ABILITY_NO, "%s", without);
	else
		as_ability_answer(out, AS_ABILITY_YES, "by %s, which is loaded for it", with);
}

void as_try_served(const struct as_sight *s, struct as_ability *out)
{
	try_loaded(s, s->unserved, "libmicrohttpd", out);
}

void as_try_tokens(const struct as_sight *s, struct as_ability *out)
{
	try_loaded(s, s->untokened, "libgcrypt", out);
}

void as_try_git(const struct as_sight *s, struct as_ability *out)
{
	try_program(s, "git", "git", "", out);
}

void as_try_teams(const struct as_sight *s, struct as_ability *out)
{
	const void *module = NULL;
	struct as_err why = {0};

	if (s->root->root && *s->root->root) {
		as_ability_answer(out, AS_ABILITY_NO, "not looked for in another root");
		return;
	}
	const enum as_status st =
		as_beside_load(&as_postgres_helper, "as_store_module", &module, &why);
	if (st == AS_ERR_DATA)
		as_ability_answer(out, AS_ABILITY_NO,
			"its module does not load (%.160s); apt install libpq5, or dnf install "
			"libpq", why.msg);
	else if (st)
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no %s beside assay; apt install libpq-dev, or dnf install "
			"libpq-devel, and build assay with -Dpostgres=enabled",
			as_postgres_helper.name);
	else
		as_ability_answer(out, AS_ABILITY_YES, "by libpq, which is loaded for them");
}
