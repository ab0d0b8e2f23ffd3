#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cmocka.sh PROGRAM: runs a program of tests as TAP. Of a test that skips cmocka says `not ok N #
# SKIP NAME`, which reads as a failure; TAP says `ok N - NAME # SKIP REASON`.
set -o pipefail
CMOCKA_MESSAGE_OUTPUT=TAP "$@" |
	sed -u 's/^not ok \([0-9]*\) # SKIP \(.*\)/ok \1 - \2 # SKIP it cannot be tried here/'
