/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_MODULE_H
#define AS_STORE_MODULE_H

/* The engine for PostgreSQL lies in a module beside the program, which has one name to be found by:
 * as_store_module. */

#include "store/engine.h"

struct as_store_module {
	const char *version; /* of the assay that it was built with */
	const struct as_store_engine *engine;
};

/* Load it; AS_ERR_STORE says why it cannot be and how to get it. Stays until the program ends. */
enum as_status as_store_module_load(const struct as_store_engine **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
