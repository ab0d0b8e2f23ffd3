/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_BESIDE_PEER_ANSWERS_H
#define AS_ANALYSE_BESIDE_PEER_ANSWERS_H

#include "analyse/result/question.h"
#include "model/answer/peers.h"

/*
 * as_answer_peers - what the tools that wrote these places' files say of each, and of each match
 *
 *   of   n places; subject of estimate i is i
 *   out  released by as_peers_release; a place whose tool has no rule here has no estimate, and a
 *        match of two tools is refused
 */
enum as_status as_answer_peers(const struct as_place *of, size_t n, const struct as_match *match,
	size_t n_matches, struct as_peers *out, struct as_err *err) AS_MUST_CHECK;

#endif
