#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# diff.sh [BUILD [FILES]]: what assay diff adds to building and measuring: how long all of it takes, less
# the builds and executions as they were recorded. In a repository of so many files, a command whose build
# differs in either version, and the same as a suite of four benchmarks. Below 0.3 s each. Takes ten seconds.
set -eu
build=$(cd "${1:-build}" && pwd)
files=${2:-1000}
assay=$build/src/cli/assay
. "$(dirname "$0")/timing.sh"
export ASSAY_STORE="$tmp/store.db" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
cd "$tmp"
git init -q -b main repository
cd repository
mkdir folder
i=0
while [ $i -lt "$files" ]; do
	seq $i $((i + 100)) >folder/file$i
	i=$((i + 1))
done
echo /prog >.gitignore
echo one >words
cat >build.sh <<'END'
printf '#!/bin/sh\n: %s\n' "$(cat words)" >prog
chmod +x prog
END
cat >assay.yaml <<'END'
runs: 5
build: sh build.sh
artifacts: prog
benchmarks:
  a: {execute: ./prog a}
  b: {execute: ./prog b}
  c: {execute: ./prog c}
  d: {execute: ./prog d}
END
git add .
git -c user.name=a -c user.email=a@example.org commit -qm one
echo two >words

# recorded N: seconds of the builds and executions of the last N results
recorded() {
	k=0
	while [ $k -lt "$1" ]; do
		"$assay" show --json "@last~$k"
		k=$((k + 1))
	done | jq -s '[.[].subjects[].tree | (.builds.cost_s // [] | add // 0) + ((.executions.values.wall | add) / 1e9)] | add'
}

# added N COMMAND...: what is left of the time when what was recorded is taken off
added() {
	n=$1
	shift
	all=$(nanoseconds "$@")
	echo "$all $(recorded "$n")" | awk '{ print $1 / 1e9 - $2 }'
}

# many WHAT N COMMAND...
many() {
	what=$1
	shift
	for _ in 1 2 3 4 5; do
		added "$@"
	done | summary ' s' | sed "s/^/$what: /"
}

many 'a command' 1 "$assay" diff -r 5 --build 'sh build.sh' -- ./prog
many 'a suite of 4 benchmarks' 4 "$assay" diff
