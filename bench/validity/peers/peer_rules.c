/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peer_rules.h"

#include <math.h>

#define AS_PEER(symbol, called) [AS_PEER_##symbol] = &as_peer_rule_##symbol,
const struct as_peer_rule *const as_peer_rules[AS_PEERS] = {AS_PEER_TOOLS};
#undef AS_PEER

#define AS_PEER(symbol, called) [AS_PEER_##symbol] = (called),
const char *const as_peer_names[AS_PEERS] = {AS_PEER_TOOLS};
#undef AS_PEER

struct as_peer_estimate as_peer_estimate_none(enum as_peer tool)
{
	const double nan = (double)NAN;

	return (struct as_peer_estimate){.tool = tool, .centre = nan, .spread = nan, .lo = nan,
		.hi = nan};
}

struct as_peer_change as_peer_change_none(enum as_peer tool)
{
	const double nan = (double)NAN;

	return (struct as_peer_change){.tool = tool, .ratio = nan, .lo = nan, .hi = nan, .sd = nan,
		.p = nan, .t = nan, .limit = nan};
}
