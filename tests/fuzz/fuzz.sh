#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Lets libFuzzer drive every reader of this folder, with the address and the undefined-behaviour
# sanitizer. What it finds lies in BUILD/found: it becomes a test that says what went wrong, and a
# file of the corpus. TAP.
#
# usage: fuzz.sh SECONDS [BUILD [OTHER]]     SECONDS for each reader; BUILD is made if it is not there. OTHER is a
# folder in which all is built: its objects tell which are needed, and no others are compiled.
# FUZZ_RUNS: so many inputs for each are enough. FUZZ_OPTIONS: how Meson is to compile them.
set -eu
seconds=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${2:-$root/build-fuzz}
other=${3:-}

if ! echo 'int LLVMFuzzerTestOneInput(const char *s, long n) { return !s && n; }' |
	clang -x c -fsanitize=fuzzer,address -o /dev/null - 2>/dev/null; then
	echo '1..0 # SKIP there is no clang with libFuzzer'
	exit
fi
compiler=clang
! command -v ccache >/dev/null || compiler='ccache clang' # what was compiled before takes a minute else
linker=${CC_LD:-}
[ -n "$linker" ] || ! command -v mold >/dev/null || linker=mold # a quarter of the rest
make_readers() {
	if [ -n "$other" ]; then
		"$root/tests/fuzz/needed.py" "$other" "$build"
	else
		ninja -C "$build" -j2 fuzzers
	fi
}
# shellcheck disable=SC2086 # options are words
if ! { [ -e "$build/build.ninja" ] || CC="$compiler" CC_LD="$linker" meson setup "$build" "$root" -Dfuzz=true \
	-Db_sanitize=address,undefined -Db_lundef=false ${FUZZ_OPTIONS:--Doptimization=1}; } >"$build.log" 2>&1 ||
	! make_readers >>"$build.log" 2>&1; then
	sed 's/^/# /' "$build.log" | tail -n 30
	printf '1..1\nnot ok 1 - the readers are built for libFuzzer\n'
	exit 1
fi

number=0
mkdir -p "$build/found"
for source in "$root"/tests/fuzz/fuzz_*.c; do
	name=$(basename "$source" .c)
	number=$((number + 1))
	mkdir -p "$build/corpus/$name"
	corpus=$root/tests/fuzz/corpus/${name#fuzz_}
	[ "$name" != fuzz_foreign ] || corpus=$root/tests/data/foreign
	if "$build/tests/fuzz/$name" -max_total_time="$seconds" -runs="${FUZZ_RUNS:--1}" -seed="${FUZZ_SEED:-0}" -timeout=20 -rss_limit_mb=2048 \
		-print_final_stats=1 -verbosity=0 -artifact_prefix="$build/found/$name-" \
		"$build/corpus/$name" "$corpus" >"$build/$name.log" 2>&1; then
		times=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")
		echo "ok $number - $name takes anything ($times inputs)"
	else
		tail -n 40 "$build/$name.log" | sed 's/^/# /'
		echo "not ok $number - $name takes anything; $build/found has what it does not"
	fi
done
echo "1..$number"
