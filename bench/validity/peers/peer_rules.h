/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_BENCH_VALIDITY_PEERS_PEER_RULES_H
#define AS_BENCH_VALIDITY_PEERS_PEER_RULES_H

/* How other tools sum up values and tell a change, written anew from what they document and do; one
 * file each. tests/prop/test_peers.c holds them against recorded output of the tools themselves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* AS_PEER(symbol, name): a tool whose rule is peer_*.c, as_peer_rule_SYMBOL. */
#define AS_PEER_TOOLS \
	AS_PEER(HYPERFINE, "hyperfine") \
	AS_PEER(PYPERF, "pyperf") \
	AS_PEER(GOOGLE, "Google Benchmark") \
	AS_PEER(GO, "benchstat") \
	AS_PEER(CRITERION, "Criterion.rs") \
	AS_PEER(JMH, "JMH") \
	AS_PEER(BENCHMARKTOOLS, "BenchmarkTools") \
	AS_PEER(ASV, "asv")

#define AS_PEER(symbol, called) AS_PEER_##symbol,
enum as_peer { AS_PEER_TOOLS AS_PEERS };
#undef AS_PEER

enum as_peer_finding {
	AS_PEER_SILENT = 0, /* it has no rule that decides */
	AS_PEER_SAME,
	AS_PEER_NOISE, /* a difference that it takes for noise all the same */
	AS_PEER_MORE,
	AS_PEER_LESS,
};

/* Of the values of one side, in their unit; NaN: there is no such number. */
struct as_peer_estimate {
	enum as_peer tool;
	double centre, spread, lo, hi;
};

/* Of two. */
struct as_peer_change {
	enum as_peer tool;
	enum as_peer_finding finding;
	double ratio, lo, hi, sd; /* new / old */
	double p, t, limit;       /* |t| from `limit` on is a difference */
};

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

#define AS_PEER(symbol, called) extern const struct as_peer_rule as_peer_rule_##symbol;
AS_PEER_TOOLS
#undef AS_PEER

/* By enum as_peer. */
extern const struct as_peer_rule *const as_peer_rules[AS_PEERS];
extern const char *const as_peer_names[AS_PEERS];

/* An estimate and a change whose numbers do not exist. */
struct as_peer_estimate as_peer_estimate_none(enum as_peer tool);
struct as_peer_change as_peer_change_none(enum as_peer tool);

/* What Criterion.rs says of two, of so many draws from this seed. */
enum as_status as_peer_criterion(const struct as_peer_side *old, const struct as_peer_side *new,
	size_t draws, uint64_t seed, struct as_peer_change *out, struct as_err *err) AS_MUST_CHECK;

#endif
