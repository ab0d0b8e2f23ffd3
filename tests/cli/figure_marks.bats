#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay plot -o: that each mark of a figure is where it is seen, and is told what it is.
load common
bats_require_minimum_version 1.5.0

# ends AXIS SCRIPT: from and to of that axis, of its first frame.
ends() {
	sed -n "s/^set ${1}range \[\(.*\):\(.*\)\]\$/\1 \2/p" "$2" | head -n 1
}

# data NAMES SCRIPT: the rows of all data blocks that are called so.
data() {
	awk -v names="^[$]$1[0-9]+_[0-9]+ " '$0 ~ names { on = 1; next } /^AS_END/ { on = 0 } on && NF' "$2"
}

# versions COUNT FACTORS: a table of so many versions of four executions; FACTORS is awk of the number of the version, v.
versions() {
	awk -v n="$1" 'BEGIN {
		print "version,date,benchmark,execution,value,unit"
		for (v = 1; v <= n; v++)
			for (e = 1; e <= 4; e++)
				printf "v%d-of-a-long-name,2026-%02d-%02d,sort,%d,%.5f,ms\n", v, 1 + int(v / 28), 1 + v % 28, e,
					100 * ('"$2"') * (1 + ((v * 7 + e * 3) % 11 - 5) / 2000)
	}'
}

@test "before its name each curve has a piece of its own line, in SVG too" {
	awk 'BEGIN {
		print "build,execution,value"
		for (b = 1; b <= 5; b++)
			for (e = 1; e <= 9; e++) print b "," e "," 100 + b + e * 7 % 5 / 3
	}' >builds.csv
	"$ASSAY" plot builds.csv --kind by-build -o a.svg --keep-script a.gp
	[ "$(data s a.gp | wc -l)" -eq 10 ]
	[ "$(grep -oE "stroke-dasharray='[^']*' +d='M[0-9.]+,[0-9.]+ L[0-9.]+,[0-9.]+ +'" a.svg | sed "s/ *d=.*//" | sort -u | wc -l)" -eq 4 ]
	"$BATS_TEST_DIRNAME"/text_boxes.py a.svg
}

# bats test_tags=long
@test "what lies beyond an axis stands at its very end, and not a rounding behind it" {
	for scale in 1 3 6 7 12 13 19 24; do
		{ echo execution,value && for i in $(seq 30) 900; do echo "$((++n)),$(awk -v i="$i" -v s="$scale" 'BEGIN { printf "%.12g", (i % 10 + 10) / s + (i == 900) * 99 }')"; done; } >far.csv
		"$ASSAY" plot far.csv --kind sequence -o a.svg --keep-script a.gp
		[ "$(data b a.gp | wc -l)" -eq 2 ]
		data b a.gp | awk -v ends="$(ends y a.gp)" '{ split(ends, e, " "); if ($2 > e[2]) exit 1 }'
	done
}

@test "how many values lie beyond is said once in a figure" {
	{ echo execution,value && for i in $(seq 30); do echo "$i,$((10 + i % 7))"; done && echo 31,900; } >far.csv
	for kind in histogram density sequence lag; do
		"$ASSAY" plot far.csv --kind $kind -o a.svg
		[ "$(xmllint --xpath 'string(/)' a.svg | grep -o '\b900\b' | wc -l)" -eq 1 ]
	done
}

@test "gnuplot has nothing to say of a script that was kept" {
	{ echo execution,value && for i in $(seq 30); do echo "$i,$((10 + i % 7))"; done; } >near.csv
	for kind in sequence lags raincloud density; do
		"$ASSAY" plot near.csv --kind $kind -o a.svg --keep-script a.gp
		gnuplot a.gp 2>err
		[ ! -s err ] || { cat err; false; }
	done
}

# bats test_tags=long
@test "names of changes stand above all versions, and none over another, for worse or for better" {
	versions 60 'v >= 20 && v < 24 ? 1.3 : v >= 40 && v < 44 ? 0.8 : 1' >history.csv
	for size in 8cm column page; do
		"$ASSAY" plot history.csv --kind history --size $size -o a.svg --keep-script a.gp
		[ "$(xmllint --xpath 'string(/)' a.svg | grep -oE '\bv(20|24|40|44)-of-a-long-name' | wc -l)" -eq 4 ]
		"$BATS_TEST_DIRNAME"/text_boxes.py a.svg
	done
	data l a.gp | awk -v ends="$(ends y a.gp)" '{ split(ends, e, " "); for (i = 2; i <= NF; i++) if ($i > e[2] - 0.06 * (e[2] - e[1])) exit 1 }'
}

@test "the interval of a version is in the frame, and one that is very wide flattens no other" {
	versions 30 'v == 9 ? 1 + (e - 2.5) / 40 : v == 19 ? 1 + (e - 2.5) / 3 : 1' >history.csv
	"$ASSAY" plot history.csv --kind history -o a.svg --keep-script a.gp
	read -r from to < <(ends y a.gp)
	data l a.gp | awk -v from="$from" -v to="$to" 'NF == 4 && $1 == 9 { exit !($3 >= from && $4 <= to) }'
	data l a.gp | awk -v from="$from" -v to="$to" 'NF == 4 && $1 == 19 { exit !($3 < from && $4 > to) }'
	awk -v from="$from" -v to="$to" 'BEGIN { exit !(to - from < 20) }'
}

@test "frames below each other begin and end at the same places" {
	awk 'BEGIN {
		print "execution,metric,value,unit"
		for (i = 1; i <= 24; i++) { print i ",time," 1000 + i * i ",us"; print i ",load," int((i - 1) / 6) ",tasks" }
	}' >load.csv
	"$ASSAY" plot load.csv --kind by-load -o a.svg --keep-script a.gp
	[ "$(grep -c '^set lmargin' a.gp)" -eq 2 ]
	[ "$(grep '^set [lr]margin' a.gp | sort -u | wc -l)" -eq 2 ]
}

@test "executions of which the third metric is not known are told: in a scatter by their own mark, in strata by how many are left out" {
	awk 'BEGIN {
		print "execution,metric,value,unit"
		for (i = 1; i <= 24; i++) {
			print i ",time," 1000 + i * 37 % 50 ",us"
			print i ",user," 900 + i * 31 % 40 ",us"
			if (i > 3) print i ",cache_misses," int(i / 6) ","
		}
	}' >misses.csv
	"$ASSAY" plot misses.csv --kind scatter --over user --shade cache_misses -o a.svg
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'not known'* ]]
	"$ASSAY" plot misses.csv --kind strata --by cache_misses:1,3 -o a.svg
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'left out: 3 executions, of which one of the two values is not known'* ]]
}

@test "quantiles whose differences are not known have no frame of differences" {
	rounds_table 25 a=10 b=12 >two.csv
	"$ASSAY" show two.csv --quantiles >screen
	absent against screen
	"$ASSAY" plot two.csv --kind quantiles -o a.svg --keep-script a.gp
	[ "$(grep -c '^set lmargin' a.gp)" -eq 1 ]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" != *difference* ]]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'bands: 95 %'* ]]
}

@test "a violin is drawn around on both sides" {
	{ echo execution,value && for i in $(seq 30); do echo "$i,$((10 + i % 7))"; done; } >near.csv
	"$ASSAY" plot near.csv --kind raincloud -o a.svg --keep-script a.gp
	one=$(data 'l' a.gp | awk 'NF == 2' | wc -l)
	"$ASSAY" plot near.csv --kind violin -o a.svg --keep-script b.gp
	[ "$(data 'l' b.gp | awk 'NF == 2' | wc -l)" -gt $((one + 100)) ]
}
