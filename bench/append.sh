#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# append.sh [BUILD]: what one more version costs in a store that has 100, 1000 and 10000 of them: instructions of the
# whole process, counted by valgrind, so that other work on the machine changes nothing. They should not grow with
# the store; more than a tenth is an error. About two minutes.
set -eu
build=$(cd "${1:-build}" && pwd)
assay=$build/src/cli/assay
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

"$assay" run --store s.db --style none -N -w 0 -r 10 --label template true
"$assay" export --store s.db @last one.json
have=1 first=
for many in 100 1000 10000; do
	"$build/bench/copies" s.db $((many - have)) >/dev/null
	python3 - one.json more.json <<-'END'
		import re, sys, uuid
		text = open(sys.argv[1]).read()
		open(sys.argv[2], "w").write(re.sub(r'("uuid": *")[0-9a-f]{32}', r"\g<1>" + uuid.uuid4().hex, text, count=1))
	END
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$assay" import --store s.db more.json >/dev/null 2>counted
	now=$(sed -n 's/.*Collected : //p' counted)
	first=${first:-$now}
	echo "one more of $many versions: $now instructions"
	have=$((many + 1))
done
[ "$now" -lt $((first + first / 10)) ] || {
	echo "append.sh: $now instructions at 10000 versions, $first at 100: an append grows with the store" >&2
	exit 1
}
