#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# bench/fleet.sh [BUILD [NODES]]: the head of many machines with 1000 nodes, whose jobs are drawn to measure, to
# be killed at once or in the middle, to write garbage or what is another's, or to be started twice; and
# the same with a head that is killed while it collects. The test that it is says whether anything is
# lost or there twice.
set -eu
build=$(realpath "${1:-build}")
ASSAY_SPAWN="$build/src/spawn/assay-spawn" FLEET_NODES=${2:-1000} "$build/tests/unit/cli_test_fleet"
