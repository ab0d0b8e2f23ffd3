/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "beside/helpers.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_there(const char *folder, const char *relative, const struct as_helper *helper,
	char out[static PATH_MAX])
{
	int n = snprintf(out, PATH_MAX, "%s%s/%s", folder, relative, helper->name);

	return n > 0 && n < PATH_MAX && access(out, helper->module ? R_OK : X_OK) == 0;
}

/* The folder of the running program; false where /proc does not say. The current folder is none to
 * look in: what lies there may be anybody's. */
static bool own_folder(char out[static PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", out, PATH_MAX - 1);
	char *slash;

	out[n > 0 ? n : 0] = '\0';
	slash = *out == '/' ? strrchr(out, '/') : NULL;
	if (slash)
		*slash = '\0';
	return slash;
}

enum as_status as_beside(const struct as_helper *helper, char out[static PATH_MAX],
	struct as_err *err)
{
	const char *const beside[] = {"", "/../libexec/assay", helper->built};
	const char *given = getenv(helper->variable);
	char folder[PATH_MAX];

	if (given && *given) {
		int n = snprintf(out, PATH_MAX, "%s", given);
		if (n < PATH_MAX && access(out, helper->module ? R_OK : X_OK) == 0)
			return AS_OK;
		return as_fail(err, AS_ERR_SYS,
			"cannot use '%s' as %s, which %s names: unset it, or name %s file",
			given, helper->name, helper->variable,
			helper->module ? "a readable" : "an executable");
	}
	const bool known = own_folder(folder);
	for (size_t i = 0; known && i < sizeof beside / sizeof beside[0]; i++)
		if (is_there(folder, beside[i], helper, out))
			return AS_OK;
	if (is_there(AS_LIBEXECDIR, "", helper, out))
		return AS_OK;
	if (!known)
		return as_fail(err, AS_ERR_SYS,
			"cannot find %s, which %s: where assay itself lies is not known, as /proc "
			"is not there, and it is not in '%s'; mount /proc, or name it in %s",
			helper->name, helper->purpose, AS_LIBEXECDIR, helper->variable);
	return as_fail(err, AS_ERR_SYS,
		"cannot find %s, which %s, in '%s', its ../libexec/assay, or '%s': install it "
		"there, or name it in %s",
		helper->name, helper->purpose, folder, AS_LIBEXECDIR, helper->variable);
}

const struct as_helper as_postgres_helper = {.name = "assay-postgres.so",
	.variable = "ASSAY_POSTGRES", .built = "/../store/postgres",
	.purpose = "speaks to PostgreSQL", .module = true};

enum as_status as_beside_load(const struct as_helper *helper, const char *symbol, const void **out,
	struct as_err *err)
{
	char path[PATH_MAX];
	enum as_status st = as_beside(helper, path, err);

	if (st)
		return st;
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	*out = lib ? dlsym(lib, symbol) : NULL;
	if (*out)
		return AS_OK;
	return as_fail(err, AS_ERR_DATA, "%.400s", dlerror());
}
