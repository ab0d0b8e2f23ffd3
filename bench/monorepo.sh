#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# monorepo.sh [BUILD [FILES]]: what assay diff adds to building and measuring in a large repository of so
# many files (100000) when little has changed: one file between base and head, and one more since the comparison before.
# First with nothing kept, then TIMES (5) times. Beside it what git takes to add all to a copy of the index, which is
# how the working tree is taken and is to stay below 2 s, and `git status`, which looks at as many files. Takes two
# minutes on a quiet machine.
set -eu
build=$(cd "${1:-build}" && pwd)
files=${2:-100000}
assay=$build/src/cli/assay
. "$(dirname "$0")/timing.sh"
export ASSAY_STORE="$tmp/store.db" XDG_CACHE_HOME="$tmp/cache" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git init -q -b main "$tmp/repository"
cd "$tmp/repository"
awk -v n="$files" 'BEGIN {
	print "commit refs/heads/main\ncommitter a <a@example.org> 1700000000 +0000\ndata 3\none"
	for (i = 0; i < n; i++)
		printf "M 644 inline part%03d/folder%02d/file%d.c\ndata %d\nint f%d(void);\n\n", i % 500, i / 500 % 40, i,
			length("int f(void);\n") + length(i ""), i
}' | git fast-import --quiet
git reset -q --hard
printf '/prog\n' >.gitignore
echo 0 >words
cat >build.sh <<'END_OF_BUILD'
printf '#!/bin/sh\n: %s\n' "$(cat words)" >prog
chmod +x prog
END_OF_BUILD
git add .
git -c user.name=a -c user.email=a@example.org commit -qm two

# added: seconds of a comparison, without its builds and executions
added() {
	i=$((i + 1))
	echo "$i" >words
	all=$(nanoseconds "$assay" diff -r 5 --randomize none --build 'sh build.sh' -- ./prog)
	"$assay" show --json @last | jq --argjson all "$all" '$all / 1e9 - ([.subjects[].tree |
		(.builds.cost_s // [] | add // 0) + ((.executions.values.wall | add) / 1e9)] | add)'
}

i=0
echo "a comparison in a repository of $files files, without builds and executions"
printf '  nothing kept             '; added | summary ' s'
while [ $i -le "${TIMES:-5}" ]; do
	added >>"$tmp/again"
	nanoseconds git status >>"$tmp/status"
	cp .git/index "$tmp/index"
	nanoseconds env GIT_INDEX_FILE="$tmp/index" sh -c 'git add --all && git write-tree' >>"$tmp/snapshot"
done
printf '  little changed           '; summary ' s' <"$tmp/again"
printf '  the snapshot (below 2)   '; awk '{ print $1 / 1e9 }' "$tmp/snapshot" | summary ' s'
printf '  git status               '; awk '{ print $1 / 1e9 }' "$tmp/status" | summary ' s'
echo "load average $(cut -d' ' -f1 /proc/loadavg)"
