#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# writers.sh COUNT: eight at once put COUNT experiments each into one store, and about one in six is
# killed on the way. All that assay said it kept are there, once, and the store is sound.
# TAP on standard output. Needs ASSAY and ASSAY_SPAWN.
set -u
count=$1
top=$(mktemp -d "${TMPDIR:-/tmp}/assay-torture-XXXXXX")
trap 'cd /; rm -rf "$top"' EXIT
export HOME=$top/home TMPDIR=$top/tmp LC_ALL=C.UTF-8 NO_COLOR=
unset ASSAY_STORE XDG_DATA_HOME
mkdir "$HOME" "$TMPDIR"
mkfifo "$top/never"
cd "$top" || exit 1

# writer NUMBER: the labels of what was kept go to kept.NUMBER, of what was killed to killed.NUMBER.
writer() {
	RANDOM=$1
	for ((i = 0; i < count; i++)); do
		"$ASSAY" run --style none -r 2 -w 0 --store s.db --label "w$1-$i" true >"out.$1" 2>&1 &
		if [ $((RANDOM % 6)) = 0 ]; then
			read -rt "0.0$((RANDOM % 90 + 10))" <>never
			kill -KILL $! 2>/dev/null
		fi
		if wait $! 2>/dev/null; then
			echo "w$1-$i" >>"kept.$1"
		elif [ $? = 137 ]; then
			echo "w$1-$i" >>"killed.$1"
		else
			sed "s/^/# w$1-$i: /" "out.$1"
		fi
	done
}

echo 1..3
for ((w = 1; w <= 8; w++)); do
	writer "$w" 2>/dev/null &
done
wait
"$ASSAY" run --style none -r 1 --store s.db true # keeps what the last ones have left
"$ASSAY" list --all --store s.db --json | jq -r '.results[] | select(.outcome == "complete") | .label' | sort >there
cat kept.* | sort >kept
cat killed.* 2>/dev/null | wc -l >killed
# One that was killed after it had committed may be there, too.
[ -z "$(comm -23 kept there)" ] || echo -n 'not '
echo "ok 1 $(wc -l <kept) of $((8 * count)) were kept and are there; $(cat killed) were killed"
[ -z "$(uniq -d there)" ] && [ $(($(wc -l <kept) + $(cat killed))) = $((8 * count)) ] || echo -n 'not '
echo 'ok 2 none is there twice, and none has failed'
"$ASSAY" store verify --store s.db >out 2>&1 || { sed 's/^/# /' out; echo -n 'not '; }
echo 'ok 3 the store is sound'
