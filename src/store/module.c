/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/module.h"

#include <string.h>

#include "beside/helpers.h"

enum as_status as_store_module_load(const struct as_store_engine **out, struct as_err *err)
{
	const void *found = NULL;
	struct as_err why = {0};
	const enum as_status st =
		as_beside_load(&as_postgres_helper, "as_store_module", &found, &why);
	const struct as_store_module *m = found;

	if (st == AS_ERR_DATA)
		return as_fail(err, AS_ERR_STORE,
			"cannot use a store in PostgreSQL: the module for it does not load (%s); "
			"its library libpq is in the package libpq5 or libpq: install that",
			why.msg);
	if (st)
		return as_fail(err, AS_ERR_STORE,
			"cannot use a store in PostgreSQL: this assay was built without it; "
			"install libpq-dev or libpq-devel, build assay with -Dpostgres=enabled, "
			"and see assay doctor (%s)",
			why.msg);
	if (strcmp(m->version, AS_VERSION) != 0)
		return as_fail(err, AS_ERR_STORE,
			"cannot use a store in PostgreSQL: the module for it is of assay %.40s, "
			"and this is %s; install both of the same build",
			m->version, AS_VERSION);
	*out = m->engine;
	return AS_OK;
}
