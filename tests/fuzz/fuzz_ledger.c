/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger of a campaign: what is taken of it is whole, and is taken again as the same. */
#include <string.h>

#include "campaign/ledger/ledger_file.h"
#include "fuzz.h"

static const char uuid[] = "0123456789abcdef0123456789abcdef";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_ledger *l = as_ledger_alloc("/nowhere", uuid);
	struct as_ledger *again = as_ledger_alloc("/nowhere", uuid);
	size_t good = 0, same = 0;

	MUST(l && again);
	bool any = as_ledger_parse(l, (const char *)data, size, &good);
	MUST(good <= size && (!good || data[good - 1] == '\n') && (!any || good));
	MUST(as_ledger_parse(again, (const char *)data, good, &same) == any && same == good);
	MUST(l->n_pieces == again->n_pieces && l->n_facts == again->n_facts);
	for (size_t i = 0; i < l->n_pieces; i++)
		MUST(strlen(l->pieces[i].uuid) == AS_LEDGER_UUID && l->pieces[i].name);
	as_ledger_release(l);
	as_ledger_release(again);
	return 0;
}
