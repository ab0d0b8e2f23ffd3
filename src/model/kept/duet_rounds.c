/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/duet_rounds.h"

#include <stdlib.h>
#include <string.h>

#include "model/kept/machine.h"

uint32_t as_duet_pair(uint32_t round)
{
	return round / AS_DUET_ROUNDS;
}

bool as_duet_is_second(uint32_t round)
{
	return round % AS_DUET_ROUNDS == 1;
}

bool as_duet_takes_turns(uint32_t round)
{
	const uint32_t pairs = as_duet_pair(round) + 1;

	return as_duet_is_second(round) &&
		(pairs <= AS_DUET_TURNS || pairs % AS_DUET_TURNS_EVERY == 0);
}

bool as_duet_cores(const struct as_machine *m, unsigned out[2])
{
	const char *value = NULL;
	char *end = NULL, *last = NULL;

	for (size_t i = 0; i < m->n_facts; i++)
		if (!strcmp(m->facts[i].name, AS_FACT_DUET))
			value = m->facts[i].value;
	if (!value)
		return false;
	out[0] = (unsigned)strtoul(value, &end, 10);
	out[1] = *end == ',' ? (unsigned)strtoul(end + 1, &last, 10) : 0;
	return *end == ',' && end != value && last != end + 1 && !*last;
}
