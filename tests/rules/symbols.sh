#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the compiled libraries of src/ ask of others. Includes can be got round by a declaration of
# one's own, symbols cannot. ASSAY_BUILD is the build folder (default: build).
. "$(dirname "$0")/rule.sh"

build=${ASSAY_BUILD:-build}
libm=$(${ASSAY_CC:-cc} -print-file-name=libm.so.6)

# What compilers and sanitizers add of themselves.
added='^(_GLOBAL_OFFSET_TABLE_|__assert_fail|__stack_chk_.*|_*(odr_asan|asan|ubsan|tsan|sanitizer|gcov|llvm)[_.].*)$'

# library FOLDER: its archive, if it is built; libassay.a has files of several folders.
library() {
	find "$build/src/$1" -maxdepth 1 -name '*.a' ! -name 'libassay.a' 2>/dev/null
}

# symbols OPTIONS FOLDER...: their names, sorted. An archive is read once for each list of options.
symbols() {
	options=$1
	shift
	for folder; do
		read=$rule_tmp/read.$(echo "$options $folder" | tr ' /' '__')
		[ -e "$read" ] || for archive in $(library "$folder"); do
			# shellcheck disable=SC2086 # a list of options
			nm $options "$archive" | awk 'NF >= 2 { print $NF }'
		done >"$read"
		cat "$read"
	done | grep -Ev "$added" | sort -u
}

# folders: the folders of src/LAYERS; uses FOLDER: what it may use.
folders() {
	sed -n 's/^\([a-z/]*\):.*/\1/p' src/LAYERS
}
uses() {
	sed -n "s|^$1:||p" src/LAYERS
}

checked=0
: >"$found"
for folder in $(folders); do
	[ "$(library "$folder")" ] || continue
	checked=$((checked + 1))
	# shellcheck disable=SC2046 # a list of folders
	case $(uses "$folder") in
	*'*'*) continue ;;
	*) symbols '-g --defined-only' "$folder" $(uses "$folder") >"$rule_tmp/there" ;;
	esac
	symbols -u "$folder" | grep '^as_' | comm -23 - "$rule_tmp/there" |
		sed "s|^|src/$folder uses a symbol of no folder it may use: |" >>"$found"
done
[ "$checked" -gt 0 ] || echo "no library is built in $build/src" >>"$found"
verdict "no library uses a symbol of a folder it may not use"

# only FOLDER PATTERN: of libraries, FOLDER sees the mathematical functions, mem* and PATTERN.
only() {
	nm -D --defined-only "$libm" | sed 's/.* //; s/@.*//' | sort -u >"$rule_tmp/libm"
	symbols -u "$1" | grep -Ev "^((__)?mem(cpy|move|set|cmp|chr)(_chk)?|as_.*|$2)$" |
		comm -23 - "$rule_tmp/libm" | sed "s|^|src/$1 uses |"
}
only stat/core - >"$found"
verdict "stat/core sees only libm, mem* and base"
only stat/dist 'gsl_(cdf|sf)_.*' >"$found"
verdict "stat/dist sees, beside that, only gsl_cdf_* and gsl_sf_*"

only papers 'gsl_(cdf|sf)_.*' >"$found"
verdict "papers sees no more"

for folder in $(folders); do
	[ "$folder" = harness ] && public=assay_ || public=main$
	symbols '-g --defined-only' "$folder" | grep -Ev "^(as_|$public)" | sed "s|^|src/$folder defines |"
done >"$found"
verdict "every name seen outside its file begins with as_, or assay_ in harness/"

for folder in $(folders); do
	case $folder in cli | run | harness) continue ;; esac
	for archive in $(library "$folder"); do
		nm -f sysv "$archive" | awk -F '|' -v folder="$folder" '
			{ gsub(/ /, "", $1) }
			$NF ~ /^(\.(data|bss|tdata|tbss)|\*COM\*|COMMON)/ && $NF !~ /^\.data\.rel\.ro/ &&
			$1 ~ /^[A-Za-z]/ { print "src/" folder " has the variable " $1 }'
	done
done >"$found"
verdict "no state outlives a call: variables live in cli/, run/ and harness/ alone"

finish
