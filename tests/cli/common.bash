# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# For every file here: `load common`. ASSAY is the program; every test has a home, a store and a
# current folder of its own.

setup() {
	ASSAY=${ASSAY:-$BATS_TEST_DIRNAME/../../build/src/cli/assay}
	TEST_DIR=$(mktemp -d)
	export HOME=$TEST_DIR/home
	unset ASSAY_STORE XDG_DATA_HOME
	mkdir "$HOME" "$TEST_DIR/here"
	cd "$TEST_DIR/here" || return 1
}

teardown() {
	cd / && rm -rf "$TEST_DIR"
}

# assay_fails STATUS MESSAGE ARGUMENT...: nothing on standard output, this on standard error, all of it.
assay_fails() {
	local want=$1 message=$2 status=0
	shift 2
	"$ASSAY" "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ] || [ -s out ] || [ "$(cat err)" != "assay: $message" ]; then
		echo "assay $*"
		echo "wanted $want: assay: $message"
		echo "got    $status: $(cat err)"
		cat out
		return 1
	fi
}
