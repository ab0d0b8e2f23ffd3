/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_ANSWER_PEERS_H
#define AS_MODEL_ANSWER_PEERS_H

/* What the tool that wrote a file would say of its values by its own rule, beside the analysis that
 * the design decides on: for information. Values are in the metric's unit; NaN: there is no such
 * number. */

#include <stdbool.h>
#include <stddef.h>

struct as_experiment;

enum as_peer {
#define AS_PEER(symbol, ...) AS_PEER_##symbol,
#include "model/answer/peer_tools.def"
	AS_PEERS, /* none of them */
};

enum as_peer_spread { AS_PEER_AMOUNT, AS_PEER_SHARE, AS_PEER_BOUNDS };

enum as_peer_finding {
	AS_PEER_SILENT = 0, /* it has no rule that decides */
	AS_PEER_SAME,
	AS_PEER_NOISE, /* a difference that it takes for noise all the same */
	AS_PEER_MORE,
	AS_PEER_LESS,
	AS_PEER_FINDINGS,
};

struct as_peer_tool {
	const char *name, *by;
	enum as_peer_spread spread;
	bool counts_failed;
	const char *word[AS_PEER_FINDINGS]; /* its own; NULL: none */
};
extern const struct as_peer_tool as_peer_tools[AS_PEERS];

/* "none", "same", "noise", "more", "less": what a finding is called in documents. */
extern const char *const as_peer_findings[AS_PEER_FINDINGS];

/* The tool that wrote the file of which the experiment was read; AS_PEERS: none of those. */
enum as_peer as_peer_of(const struct as_experiment *x);

/* What wrote it, in words, whether its rule is known or not; NULL: assay measured it. */
const char *as_peer_word_of(const struct as_experiment *x);

/* Not assay measured it: it was read from a table, or from another tool's file. */
bool as_is_from_elsewhere(const struct as_experiment *x);

/* Of one subject. */
struct as_peer_estimate {
	enum as_peer tool;
	size_t subject, metric;
	size_t n, n_failed; /* values it takes, and those of failed executions among them */
	double centre, spread, lo, hi;
};

/* Of two. */
struct as_peer_change {
	enum as_peer tool; /* AS_PEERS: the files are of two */
	size_t subject, reference, metric;
	char refused[200]; /* why it says nothing here; "" if it does, and only then the rest holds */
	enum as_peer_finding finding;
	double ratio, lo, hi, sd; /* subject / reference */
	double p, t, limit;       /* |t| from `limit` on is a difference */
	size_t n, n_reference;
};

/* Of a result: each subject's, then each comparison's. On the heap. */
struct as_peers {
	struct as_peer_estimate *v;
	size_t n;
	struct as_peer_change *c;
	size_t n_changes;
};
void as_peers_release(struct as_peers *p); /* takes a zeroed one */

#endif
