#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/hardened: what is installed is built to be hard to exploit, and what is not is named.
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	hardened="$PWD/tools/hardened"
	command -v readelf >/dev/null && command -v objdump >/dev/null || skip "readelf (binutils) is not here"
	cc=${CC:-cc}
}

# made FILE OPTION...: a program with a large frame and copies of unknown size.
made() {
	local to=$1
	shift
	cat >"$BATS_TEST_TMPDIR/x.c" <<-'C'
		#include <stdio.h>
		#include <string.h>
		int main(int c, char **v)
		{
			char b[9000], d[100];
			snprintf(b, sizeof b, "%s", v[0]);
			memcpy(d, b, (size_t)c);
			strcpy(d, v[c - 1]);
			return puts(b) + puts(d);
		}
	C
	$cc -std=c17 "$@" -o "$to" "$BATS_TEST_TMPDIR/x.c"
}

# shellcheck disable=SC2054 # commas that the linker takes
all=(-O2 -fPIE -pie -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-clash-protection -fcf-protection
	-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)

@test "all that is installed has everything" {
	for file in "$BUILD"/src/cli/assay "$BUILD"/src/spawn/assay-spawn "$BUILD"/src/run/assay-wrap "$BUILD"/src/run/assay-seat \
		"$BUILD"/src/harness/libassay.so.*.*.* "$BUILD"/src/store/postgres/assay-postgres.so; do
		[ ! -f "$file" ] || installed+=("$file")
	done
	[ "${#installed[@]}" -ge 5 ]
	run -0 "$hardened" "${installed[@]}"
	[ -z "$output" ]
}

@test "every program, library and module that is installed is among those that are looked at" {
	listed=$(meson introspect --installed "$BUILD" | tr ',' '\n' | grep -oE '"/[^"]*(/bin/|/libexec/|\.so)[^"]*"$' | sed 's|.*/||; s|"||' | grep -v '\.a$' | sort -u)
	for name in $listed; do
		case $name in assay | assay-spawn | assay-wrap | assay-seat | libassay.so* | assay-postgres.so) ;; *) echo "$name" && false ;; esac
	done
}

@test "every source of src/ is compiled with all of it" {
	sources=$(jq -r '.[] | select(.file | test("/src/|^src/")) | .command' "$BUILD/compile_commands.json")
	[ "$(wc -l <<<"$sources")" -gt 100 ]
	options='-fstack-protector-strong -fstack-clash-protection'
	[ "$(uname -m)" != x86_64 ] || options+=' -fcf-protection'
	grep -q -- ' -O0 ' <<<"$sources" || options+=' -D_FORTIFY_SOURCE='
	for option in $options; do
		lacking=$(grep -vc -- " $option" <<<"$sources" || true)
		[ "$lacking" = 0 ] || { echo "$lacking sources lack $option" && false; }
	done
}

@test "each option that a program was built without is named" {
	[ "$(uname -m)" = x86_64 ] || skip "options are of x86"
	for debug in -g -g0; do
		made "$BATS_TEST_TMPDIR/whole" $debug "${all[@]}"
		run -0 "$hardened" "$BATS_TEST_TMPDIR/whole"
		[ -z "$output" ]
		while read -r lacking option other; do
			words=()
			for word in "${all[@]}"; do
				[ "$word" = "$option" ] || words+=("$word")
			done
			[ "$lacking" != -D_FORTIFY_SOURCE ] || words+=(-U_FORTIFY_SOURCE)
			made "$BATS_TEST_TMPDIR/one" $debug "${words[@]}" $other
			run -1 "$hardened" "$BATS_TEST_TMPDIR/one"
			[ "$output" = "$BATS_TEST_TMPDIR/one: lacks $lacking" ] || { echo "$debug $lacking: $output" && false; }
		done <<-'END'
			-pie -pie -no-pie
			-fstack-protector-strong -fstack-protector-strong -fno-stack-protector
			-D_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
			-fstack-clash-protection -fstack-clash-protection -fno-stack-clash-protection
			-fcf-protection -fcf-protection -fcf-protection=none
			-Wl,-z,relro -Wl,-z,relro -Wl,-z,norelro
			-Wl,-z,now -Wl,-z,now -Wl,-z,lazy
			-Wl,-z,noexecstack -Wl,-z,noexecstack -Wl,-z,execstack
		END
	done
}
