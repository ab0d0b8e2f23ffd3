/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/context.h"

as_rows_reader *as_rows_reader_of(const struct as_run_context *with, enum as_speaks speaks)
{
	if (speaks == AS_SPEAKS_GOOGLE)
		return with->google;
	return speaks == AS_SPEAKS_GO || speaks == AS_SPEAKS_GO_TEST ? with->go : NULL;
}

const struct as_checkout *as_checkout_of(const struct as_run_context *with,
	const struct as_command *c)
{
	return c->checkout && with->checkouts ? &with->checkouts[c->checkout - 1] : NULL;
}
