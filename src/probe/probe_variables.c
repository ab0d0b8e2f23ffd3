/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "base/text.h"
#include "base/vec.h"

/* Variables that are known to change the speed of programs, and that hold no secret: kept with
 * their values. A name ending in * stands for all that begin so. Of the others only the names are
 * kept, and one hash over names and values, which tells that something changed but not what. */
static const char *const telling[] = {"LANG", "LANGUAGE", "LC_*", "TZ", "GLIBC_TUNABLES",
	"MALLOC_*", "LD_BIND_NOW", "LD_LIBRARY_PATH", "LD_PRELOAD", "OMP_*", "GOMP_*", "KMP_*",
	"MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS", "GOMAXPROCS", "GOGC",
	"PYTHONHASHSEED", "PYTHONOPTIMIZE", "XZ_DEFAULTS", "ZSTD_NBTHREADS", "ZSTD_CLEVEL"};

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	(void)root;
	(void)reason;
	return true;
}

static bool tells(const char *entry, size_t n)
{
	for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++) {
		size_t k = strlen(telling[i]);
		bool all = telling[i][k - 1] == '*';
		if (all ? n >= k - 1 && !memcmp(entry, telling[i], k - 1)
			: n == k && !memcmp(entry, telling[i], k))
			return true;
	}
	return false;
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static char **sorted(char *const *env, size_t *n, bool *failed)
{
	char **v = NULL;
	size_t cap = 0;

	*n = 0;
	for (; env && *env; env++)
		if (!AS_PUSH(v, *n, cap, *env)) {
			*failed = true;
			break;
		}
	if (*n)
		qsort(v, *n, sizeof *v, by_name);
	return v;
}

static void facts(struct as_probe_facts *f)
{
	size_t n = 0, others = 0;
	char **v = sorted(f->root->env ? f->root->env : environ, &n, &f->failed), name[256];
	struct as_text names = {0}, rest = {0};

	for (size_t i = 0; i < n; i++) {
		size_t len = strcspn(v[i], "=");
		if (tells(v[i], len) && len < sizeof name - 4) {
			snprintf(name, sizeof name, "env.%.*s", (int)len, v[i]);
			as_fact_add(f, AS_FACT_ENVIRONMENT, name, v[i][len] ? v[i] + len + 1 : "");
			continue;
		}
		as_text_add(&names, others++ ? " " : "");
		as_text_add_n(&names, v[i], len);
		as_text_add_n(&rest, v[i], strlen(v[i]) + 1);
	}
	as_fact_add(f, AS_FACT_STATE, "variables.names", as_text_str(&names));
	as_fact_addf(f, AS_FACT_STATE, "variables.hash", "%016llx",
		(unsigned long long)XXH3_64bits(as_text_str(&rest), rest.len));
	f->failed |= names.failed || rest.failed;
	as_text_release(&names);
	as_text_release(&rest);
	free(v);
}

const struct as_probe as_probe_variables = {
	.name = "variables",
	.summary = "environment variables: those that change speed, and that others changed",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
