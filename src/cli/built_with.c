/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/built_with.h"

#include <stddef.h>

#include "cli/verb.h"

/* The versions come from Meson: asking the libraries would mean to load what --version needs not.
 * */
const char as_version[] = AS_VERSION;

const struct as_library as_libraries[] = {
	{"SQLite", AS_VERSION_SQLITE},
	{"GSL", AS_VERSION_GSL},
	{"zstd", AS_VERSION_ZSTD},
	{"xxHash", AS_VERSION_XXHASH},
	{NULL, NULL},
};
