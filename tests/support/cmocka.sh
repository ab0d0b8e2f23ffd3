#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cmocka.sh PROGRAM: runs a program of tests as TAP. Of a test that skips cmocka says `not ok N #
# SKIP NAME`, which reads as a failure; TAP says `ok N - NAME # SKIP REASON`. UNDER is what PROGRAM is
# run under, if anything (tools/valgrind).
set -o pipefail
# shellcheck disable=SC2086 # words
CMOCKA_MESSAGE_OUTPUT=TAP ${UNDER:-} "$@" |
	sed -u 's/^not ok \([0-9]*\) # SKIP \(.*\)/ok \1 - \2 # SKIP it cannot be tried here/'
