# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # assay: of papers/run
# What studies use that look at single benchmarks of a suite: S1 and S3.

# number_of NAME BENCHMARK: of its newest result in the store.
number_of() {
	"$assay" list --json | python3 -c 'import json, sys
print(next(r["id"] for r in json.load(sys.stdin)["results"]
	if r["label"] == sys.argv[1] and r["first_subject"] == sys.argv[2]))' "$@"
}

# picture FILE NAME BENCHMARK ARGUMENT...: of a benchmark of the result NAME, as FILE.svg. Of drawn tables there is none.
picture() {
	[ -z "$drawn" ] && [ "${FIGURES-}" != no ] || return 0
	"$assay" plot -o "$1.svg" --size page "${@:4}" "$(number_of "$2" "$3")"
}

# said NAME BENCHMARK...: all that assay says of them, as NAME-BENCHMARK.show.json.
said() {
	local name=$1 benchmark
	shift
	if [ -n "$drawn" ]; then
		"$assay" show --json "$(result "$name")" >"$name.show.json"
		return
	fi
	for benchmark; do
		"$assay" show --json "$(number_of "$name" "$benchmark")" >"$name-$benchmark.show.json"
	done
}
