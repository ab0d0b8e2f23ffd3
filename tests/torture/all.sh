#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# All of it: all.sh BUILD. The log is in BUILD/torture.log; exit status 1 if anything was not ok.
build=$(cd "${1:-build}" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
export ASSAY="$build/src/cli/assay" ASSAY_SPAWN="$build/src/spawn/assay-spawn"
export TARGET="$build/tests/target/target"
export KILLS_LIBRARY="$build/tests/support/libtest_kills.so"
export FAULTS_LIBRARY="$build/tests/support/libtest_faults.so"
{
	"$here/faults.py" -n "${FAULTS:-0}"
	bash "$here/kill.sh" "${COUNT:-200}"
	bash "$here/kill.sh" "${COUNT:-200}" 1 aimed
	bash "$here/writers.sh" "${COUNT:-200}"
	bash "$here/planted.sh" "${SEEDS:-20}"
	bash "$here/many.sh" "${VALUES:-10000000}"
	bash "$here/nodes.sh" "${NODES:-100}"
} | tee "$build/torture.log"
! grep -q '^not ok' "$build/torture.log"
