/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of counters by libpfm4, in assay itself: the spawner only gets numbers. */
#include "probe/counting/counter.h"

#include <string.h>

#if AS_HAVE_PFM
#include <dlfcn.h>

#include <perfmon/pfmlib_perf_event.h>

/* Its tables of all processors are 40000 relocations, a fifth of what it takes to start assay: so it
 * is loaded by who names one of its counters. */
static bool encode(const char *word, pfm_perf_encode_arg_t *arg)
{
	pfm_err_t (*begin)(void) = NULL;
	pfm_err_t (*find)(const char *, int, pfm_os_t, void *) = NULL;
	/* It stays: what it has allocated is its own. */
	void *lib = dlopen("libpfm.so.4", RTLD_LAZY | RTLD_NODELETE);

	if (!lib)
		return false;
	/* C has no cast from an object to a function. */
	memcpy(&begin, &(void *){dlsym(lib, "pfm_initialize")}, sizeof begin);
	memcpy(&find, &(void *){dlsym(lib, "pfm_get_os_event_encoding")}, sizeof find);
	const bool known = begin && find && begin() == PFM_SUCCESS &&
		find(word, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, arg) == PFM_SUCCESS;

	dlclose(lib);
	return known;
}

enum as_status as_counter_find_pfm(const char *word, struct as_arena *a, struct as_counter *out,
	bool *found, struct as_err *err)
{
	struct perf_event_attr attr = {.size = sizeof attr};
	pfm_perf_encode_arg_t arg = {.attr = &attr, .size = sizeof arg};

	*found = false;
	/* What is no name of a counter need not start the library. */
	if (!strpbrk(word, ":ABCDEFGHIJKLMNOPQRSTUVWXYZ") || !encode(word, &arg))
		return AS_OK;
	struct as_counter c = {.type = attr.type,
		.config = attr.config,
		.config1 = attr.config1,
		.config2 = attr.config2,
		.no_user = attr.exclude_user,
		.no_kernel = attr.exclude_kernel,
		.metric = {.name = as_arena_strdup(a, word),
			.unit = "count",
			.better = AS_BETTER_LESS,
			.level = AS_LEVEL_EXECUTION,
			.describe = "a counter by libpfm4's name"}};
	if (!c.metric.name)
		return as_fail_memory(err);
	*out = c;
	*found = true;
	return AS_OK;
}

#else

enum as_status as_counter_find_pfm(const char *word, struct as_arena *a, struct as_counter *out,
	bool *found, struct as_err *err)
{
	(void)word;
	(void)a;
	(void)out;
	(void)err;
	*found = false;
	return AS_OK;
}

#endif
