/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_BESIDE_PEER_RULES_H
#define AS_ANALYSE_BESIDE_PEER_RULES_H

/* How other tools sum up values and tell a change, written anew from what they document and do; one
 * file each. tests/prop/test_peers.c holds them against recorded output of the tools themselves. */

#include <stdint.h>

#include "base/err.h"
#include "model/answer/peers.h"

/* All values of one side, whatever execution they are from, in their order. */
struct as_peer_side {
	const double *v;
	size_t n;
	bool linear; /* value i, from 1, is the mean over i times as many runs as the first */
};

struct as_peer_rule {
	/* centre and what is beside it of n >= 1 values; the rest of out is set, its numbers NaN */
	enum as_status (*one)(const struct as_peer_side *side, struct as_peer_estimate *out,
		struct as_err *err);
	/* ratio and what is said of it of n >= 1 values each; the rest of out is set, its numbers NaN */
	enum as_status (*two)(const struct as_peer_side *old, const struct as_peer_side *new,
		struct as_peer_change *out, struct as_err *err);
};

#define AS_PEER(symbol, ...) extern const struct as_peer_rule as_peer_rule_##symbol;
#include "model/answer/peer_tools.def"

/* By enum as_peer. */
extern const struct as_peer_rule *const as_peer_rules[AS_PEERS];

/* An estimate and a change whose numbers do not exist. */
struct as_peer_estimate as_peer_estimate_none(enum as_peer tool);
struct as_peer_change as_peer_change_none(enum as_peer tool);

/* What Criterion.rs says of two, of so many draws from this seed. */
enum as_status as_peer_criterion(const struct as_peer_side *old, const struct as_peer_side *new,
	size_t draws, uint64_t seed, struct as_peer_change *out, struct as_err *err) AS_MUST_CHECK;

#endif
