/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/peers.h"

#include <stdlib.h>
#include <string.h>

#include "model/kept/experiment.h"

const struct as_peer_tool as_peer_tools[AS_PEERS] = {
#define AS_PEER(symbol, called, known_by, beside, failed, same, noise, more, less) \
	[AS_PEER_##symbol] = {.name = (called), .by = (known_by), .spread = AS_PEER_##beside, \
		.counts_failed = (failed), .word = {NULL, same, noise, more, less}},
#include "model/answer/peer_tools.def"
};

const char *const as_peer_findings[AS_PEER_FINDINGS] = {
	[AS_PEER_SILENT] = "none",
	[AS_PEER_SAME] = "same",
	[AS_PEER_NOISE] = "noise",
	[AS_PEER_MORE] = "more",
	[AS_PEER_LESS] = "less",
};

const char *as_peer_word_of(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->machine.n_facts; i++)
		if (!strcmp(x->machine.facts[i].name, AS_FACT_MEASURED_BY))
			return x->machine.facts[i].value;
	return NULL;
}

bool as_is_from_elsewhere(const struct as_experiment *x)
{
	return x->table || as_peer_word_of(x);
}

/* One of the words that | divides. */
static bool is_one_of(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *s = words;; s++) {
		const size_t k = strcspn(s, "|");
		if (k == n && !memcmp(s, word, n))
			return true;
		s += k;
		if (!*s)
			return false;
	}
}

enum as_peer as_peer_of(const struct as_experiment *x)
{
	const char *by = as_peer_word_of(x);
	size_t i = 0;

	while (by && i < AS_PEERS && !is_one_of(as_peer_tools[i].by, by))
		i++;
	return by ? (enum as_peer)i : AS_PEERS;
}

void as_peers_release(struct as_peers *p)
{
	free(p->v);
	free(p->c);
	*p = (struct as_peers){0};
}
