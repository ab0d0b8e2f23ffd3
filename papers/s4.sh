# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # top is that of papers/run
# S4: 600 executions beside busy programs, in blocks of 20, and 400 beside others of itself; QUICK=1: 150 of
# each in blocks of 10, about 4 minutes.

# With the processors of this machine, up to four busy programs to each: 0 to 8 on two; strata below one to each, and
# from two.
processors=$(nproc)
[ "$processors" -le 8 ] || processors=8
export BUSY_MOST=$((4 * processors)) BUSY_INSTANCES=$((2 * processors - 1)) BUSY_BLOCK=20

measure() {
	local counts=()
	cp "$top/papers/busy" .
	if [ "${QUICK-}" = 1 ]; then
		BUSY_BLOCK=10
		counts=(-r 150 --iterations 250)
	fi
	campaign s4-seismod "${counts[@]}"
	campaign s4-instances "${counts[@]}"
}

tables() {
	shown s4-seismod estimators --estimators --by "busy:$processors,$((2 * processors))"
	shown s4-instances estimators --estimators --by "busy:$processors"
	figure s4-seismod scatter --over busy
	figure s4-seismod strata --by "busy:$processors,$((2 * processors))"
	figure s4-instances strata --by "busy:$processors"
}
