#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Benchmarks that are called otherwise now: assay store rename, and `renamed:` of assay.yaml.
load common
bats_require_minimum_version 1.5.0

# versions FROM TO NAME...: lines of a table of these benchmarks, twice as slow from v6 on.
versions() {
	printf '%s\n' "${@:3}" | awk -v from="$1" -v to="$2" '{ name[NR] = $0 } END {
		for (v = from; v <= to; v++)
			for (i = 1; i <= NR; i++)
				for (e = 1; e <= 5; e++)
					printf "v%d,2026-01-%02d,%s,%d,%d,ms\n", v, v, name[i], e,
						1000 * (1 + (v >= 6)) + (v * 7 + e * 5) % 11
	}'
}

# kept STORE NAME... -- NAME...: v1 to v8 of the first names, v9 to v16 of the others.
kept() {
	local store=$1 first=()
	shift
	while [ "$1" != -- ]; do
		first+=("$1")
		shift
	done
	{ echo version,date,benchmark,execution,value,unit; versions 1 8 "${first[@]}"; versions 9 16 "${@:2}"; } >"$store.csv"
	"$ASSAY" import --store "$store" "$store.csv" >/dev/null
}

# results STORE ID...: all that a store shows of its results, and of these all values, but what benchmarks are called.
results() {
	"$ASSAY" list --store "$1" --all --json | jq -c '.results[] | del(.first_subject)'
	for i in "${@:2}"; do
		"$ASSAY" export --store "$1" "$i" - | jq -c 'del(.. | .name?, .command?)'
	done
}

# series STORE [NAME...]: the names of its histories, with the number of their versions.
series() {
	"$ASSAY" history --json --store "$@" | jq -c '[.series[] | [.name, (.versions | length)]]' | tr -d '"'
}

@test "a renamed benchmark keeps its history, and nothing that was measured changes" {
	kept s.db sort -- sort/all
	kept whole.db sort/all -- sort/all
	[ "$(series s.db)" = "[[sort,8],[sort/all,8]]" ]
	results s.db 1 8 9 16 >before
	"$ASSAY" store rename --store s.db sort sort/all >out
	[ "$(cat out)" = "renamed 'sort' to 'sort/all' in 8 results, and 8 more have that name already" ]
	results s.db 1 8 9 16 | cmp before -
	"$ASSAY" history --store s.db --json >after
	# as if it had been called so from the beginning: the change, too, and no other command or environment between
	cmp after <("$ASSAY" history --store whole.db --json)
	[ "$(jq -c '.series[0].changes | length' after)" = 1 ]
	"$ASSAY" history --store s.db sort/all --json | cmp after -
	"$ASSAY" store verify --store s.db | grep -q ': 16 experiments, all sound$'
	assay_fails 2 "cannot rename 'sort': no benchmark in 's.db' is called so; assay list --all shows what there is" \
		store rename --store s.db sort sort/all
}

# bats test_tags=long
@test "a wildcard carries over what it stood for, also in results of many benchmarks" {
	# more than a pack holds, and names that become one another
	mapfile -t old < <(seq -f 'parse/%03g' 250)
	kept s.db "${old[@]}" parsed -- parser
	[ "$(sqlite3 s.db 'SELECT count(DISTINCT subject_set) FROM packs')" = 2 ]
	results s.db 2 >before
	"$ASSAY" store rename --store s.db 'parse/*' 'parse/parse/*' --dry-run >would
	"$ASSAY" store rename --store s.db 'parse/*' 'parse/parse/*' >out
	diff <(sed 's/^would rename/renamed/' would) out
	[ "$(wc -l <out)" = 250 ]
	[ "$(head -1 out)" = "renamed 'parse/001' to 'parse/parse/001' in 8 results" ]
	"$ASSAY" store rename --store s.db 'parse/*' '*' >/dev/null
	"$ASSAY" store rename --store s.db 'parse/*' 'parser/*.c' >/dev/null
	results s.db 2 | cmp before -
	[ "$(series s.db | tr ',' '\n' | grep -c 'parser/[0-9][0-9][0-9]\.c')" = 250 ]
	[ "$(series s.db parser/007.c)" = "[[parser/007.c,8]]" ]
	[ "$(series s.db parsed)" = "[[parsed,8]]" ]
	[ "$("$ASSAY" show --store s.db --json 3 | jq -r '.subjects[249] | .name, .command' | xargs)" = 'parser/250.c parser/250.c' ]
	"$ASSAY" store verify --store s.db | grep -q ': 16 experiments, all sound$'
	# what names were before leaves nothing behind
	[ "$(sqlite3 s.db "SELECT count(*) FROM subject_set_names WHERE name LIKE 'parse/%'")" = 0 ]
	[ "$(sqlite3 s.db 'SELECT count(*) FROM subject_sets')" = "$(sqlite3 s.db 'SELECT count(DISTINCT subject_set) FROM packs')" ]
}

@test "names that take each other's place are renamed at once" {
	kept s.db x xx y -- xxx
	"$ASSAY" store rename --store s.db 'x*' 'xx*' >out
	[ "$(cat out)" = "renamed 'x' to 'xx' in 8 results
renamed 'xx' to 'xxx' in 8 results
renamed 'xxx' to 'xxxx' in 8 results" ]
	[ "$(series s.db)" = "[[xx,8],[xxx,8],[xxxx,8],[y,8]]" ]
}

@test "what cannot be renamed is refused by name, and changes nothing" {
	kept s.db parse/json parse/xml 'ls *' sort -- sort
	cp s.db before.db
	assay_fails 2 "cannot rename 'parse/json' to 'sort': result 1 has a benchmark 'sort' already, so both would be one; nothing was renamed" \
		store rename --store s.db parse/json sort
	assay_fails 2 "cannot rename 'parse/xml' to 'parse/json': result 1 has a benchmark 'parse/json' already, so both would be one; nothing was renamed" \
		store rename --store s.db 'p*xml' 'p*json' --dry-run
	assay_fails 2 "cannot rename 'parse/jsno': no benchmark in 's.db' is called so; did you mean 'parse/json'?" \
		store rename --store s.db parse/jsno x
	assay_fails 2 "cannot rename 'pasre/*': no benchmark in 's.db' has a name that fits it; did you mean 'parse/json'?" \
		store rename --store s.db 'pasre/*' 'parser/*'
	assay_fails 2 "cannot rename 'parse/*' to 'parser': 'parse/*' has a * and 'parser' has none: what it stands for is carried over, so give one to both, or to neither" \
		store rename --store s.db 'parse/*' parser
	assay_fails 2 "cannot rename 'sort' to 'sort/*': 'sort/*' has a * and 'sort' has none: what it stands for is carried over, so give one to both, or to neither" \
		store rename --store s.db sort 'sort/*'
	assay_fails 2 "cannot rename 'p*e/*' to 'q*': 'p*e/*' has more than one *" store rename --store s.db 'p*e/*' 'q*'
	assay_fails 2 "cannot rename 'sort' to 'sort': both names are the same" store rename --store s.db sort sort
	assay_fails 2 "cannot rename 'sort' to '': a name is empty" store rename --store s.db sort ''
	assay_fails 2 "assay store rename was given 1 word, but it is written: assay store rename OLD NEW" store rename --store s.db sort
	assay_fails 2 "--keep has no meaning here: it is an option of assay store prune and thin" store rename --store s.db sort x --keep 3
	assay_fails 6 "cannot open 'none.db': there is no such file; \`assay run\` makes a store, and --store names another" store rename --store none.db sort x
	[ ! -e none.db ]
	"$ASSAY" store rename --store s.db sort other --dry-run >out
	[ "$(cat out)" = "would rename 'sort' to 'other' in 16 results" ]
	cmp s.db before.db
	# a name that is there as it stands is no pattern
	[ "$("$ASSAY" store rename --store s.db 'ls *' 'list all')" = "renamed 'ls *' to 'list all' in 8 results" ]
	[ "$(series s.db)" = "[[list all,8],[parse/json,8],[parse/xml,8],[sort,16]]" ]
}

# bats test_tags=long
@test "a locked store is not renamed in" {
	kept s.db sort -- sort
	mkfifo release
	exec 9<>release
	"${STORE_LOCK:?}" s.db <release >locked 9>&- &
	while [ ! -s locked ]; do
		kill -0 $!
		sleep 0.05
	done
	status=0
	"$ASSAY" store rename --store s.db sort other >out 2>err || status=$?
	exec 9>&-
	wait
	[ "$status" = 6 ]
	[ ! -s out ]
	grep -q "^assay: cannot rename benchmarks of 's.db': another program (process [0-9]*, 'store-lock') has kept it locked for 10 s" err
	[ "$(series s.db)" = "[[sort,16]]" ]
}

@test "labels, notes, pins and alerts follow, and the command that was measured stays" {
	kept s.db sort -- sort
	"$ASSAY" alerts --store s.db --json | jq -e '.alerts[0].name == "sort"'
	"$ASSAY" ack --store s.db 1 'worth it' >/dev/null
	"$ASSAY" store label --store s.db 3 third
	"$ASSAY" store note --store s.db 3 'why it is so'
	"$ASSAY" store pin --store s.db 3
	"$ASSAY" run --store s.db --style none -r 2 'sh -c :' >/dev/null
	"$ASSAY" store rename --store s.db sort other >/dev/null
	"$ASSAY" store rename --store s.db 'sh -c :' nothing >/dev/null
	"$ASSAY" alerts --store s.db --all --json >out
	[ "$(jq -r '.alerts[] | .name, .state, .reason' out | xargs)" = 'other acknowledged worth it' ]
	[ "$("$ASSAY" list --store s.db --all --json | jq -c '.results[] | select(.id == 3) | [.label, .note, .pinned, .first_subject]')" = '["third","why it is so",true,"other"]' ]
	[ "$("$ASSAY" show --store s.db --json 17 | jq -r '.subjects[0] | .name, .command')" = 'nothing
sh -c :' ]
	# more of it can be measured
	"$ASSAY" run --store s.db --extend 17 -r 2 | grep -q '^nothing   4 runs'
	[ "$("$ASSAY" show --store s.db --json 18 | jq -r '.subjects[0].name')" = nothing ]
}

@test "a line of assay.yaml shows the old name's results as the new one's, and leaves the store as it is" {
	mapfile -t old < <(seq -f 'parse/%03g' 20)
	mapfile -t new < <(seq -f 'parser/%03g' 20)
	kept s.db sort "${old[@]}" -- order "${new[@]}"
	cp s.db renamed.db
	"$ASSAY" store rename --store renamed.db sort order >/dev/null
	"$ASSAY" store rename --store renamed.db 'parse/*' 'parser/*' >/dev/null
	"$ASSAY" alerts --store s.db --json | jq -e '[.alerts[] | select(.name == "sort")] | length == 1'
	cp s.db before.db
	printf 'renamed:\n  sort: order\n  parse/*: parser/*\n' >assay.yaml
	"$ASSAY" history --store s.db --json >shown
	[ "$(jq '.series | length' shown)" = 21 ]
	rm assay.yaml
	"$ASSAY" history --store renamed.db --json | cmp - shown
	[ "$("$ASSAY" history --store s.db --json | jq '.series | length')" = 42 ]
	printf 'renamed:\n  sort: order\n  parse/*: parser/*\n' >assay.yaml
	"$ASSAY" history --store s.db --json order parser/007 | jq -e '[.series[] | .name, (.versions | length)] == ["order", 16, "parser/007", 16]'
	"$ASSAY" compare --store s.db 1 16 >compared
	grep -q '^ *order ' compared
	grep -q '^ *parser/007 ' compared
	"$ASSAY" list --store s.db --all --json | jq -e '[.results[].first_subject] | unique == ["order"]'
	cmp s.db before.db
	"$ASSAY" alerts --store s.db --json >alerts || true
	jq -e '[.alerts[] | select(.name == "order")] | length == 1' alerts
	"$ASSAY" ack --store s.db "$(jq '.alerts[] | select(.name == "order") | .id' alerts)" meant >/dev/null
	"$ASSAY" alerts --store s.db --all --json | jq -e '.alerts[] | select(.name == "order") | .state == "acknowledged"'
	[ "$(sqlite3 s.db "SELECT count(*) FROM alerts WHERE name = 'sort' AND reason = 'meant'")" = 1 ]
	# `assay store` is about what is in it
	"$ASSAY" store rename --store s.db sort other --dry-run | grep -q "^would rename 'sort' to 'other' in 8 results"
	[ "$(sqlite3 s.db "SELECT count(*) FROM subjects WHERE name = 'sort'")" = 8 ]
}

@test "where a result has both names, it keeps both" {
	kept s.db sort order -- order
	echo 'renamed: {sort: order}' >assay.yaml
	[ "$(series s.db)" = "[[order,16],[sort,8]]" ]
}

@test "what is wrong with renamed in assay.yaml is said where it stands" {
	kept s.db sort -- order
	echo 'renamed: {sort: order/*}' >assay.yaml
	assay_fails 2 "assay.yaml:1:11: cannot show 'sort' as 'order/*': 'order/*' has a * and 'sort' has none: what it stands for is carried over, so give one to both, or to neither" history --store s.db
	echo 'renamed: [sort]' >assay.yaml
	assay_fails 2 "assay.yaml:1:10: cannot use a list for 'renamed': expected old names with the new one of each, such as {parse/*: parser/*}" history --store s.db
	printf 'renamed:\n  sort: [a, b]\n' >assay.yaml
	assay_fails 2 "assay.yaml:2:9: cannot use a list for 'renamed': expected old names with the new one of each, such as {parse/*: parser/*}" history --store s.db
	echo 'renamed: {sort: order}' >assay.yaml
	assay_fails 2 "assay.yaml: there are no 'benchmarks:' in it" run
	echo 'include: more.yaml' >assay.yaml
	printf 'renamed: {sort: order}\nbenchmarks: {a: {execute: "true"}}\n' >more.yaml
	assay_fails 2 "more.yaml:1:1: 'renamed' stands at the top of the suite itself, not of a file that it includes" run --list
}
