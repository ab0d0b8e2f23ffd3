#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/setup, with a list of packages of our own and a pretended system around it.

setup() {
	cd "$BATS_TEST_TMPDIR"
	mkdir tools bin
	cp "$BATS_TEST_DIRNAME/../../tools/setup" tools/
	printf 'run:\n\tcoreutils command ls lists\ncheck: run\n\tabsent command no-such-program shows that it is absent\n' \
		>tools/packages
	for program in awk cat cc cut dirname echo env id mktemp paste pkg-config rm sed sh sort xargs ls; do
		ln -s "$(type -P $program)" bin/$program
	done
}

# pretend NAME: a program of that name, with standard input as its script.
pretend() {
	{ echo '#!/bin/sh'; cat; } >"bin/$1"
	chmod +x "bin/$1"
}

@test "it is silent when all is there" {
	PATH=$PWD/bin run tools/setup run
	[ "$status" -eq 0 ]
	[ "$output" = "" ]
}

@test "what is missing is installed by apt, after an update" {
	echo 'echo "$@" >>calls; case $* in *" install "*) /bin/ln -s /bin/true bin/no-such-program ;; esac' |
		pretend apt-get
	echo 'echo 0' | { rm bin/id; pretend id; }
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 0 ]
	[ "$output" = $'tools/setup: reading Debian\'s lists of packages (apt-get update)\ntools/setup: installing absent' ]
	[[ "$(sed -n 1p calls)" = *" update" ]]
	[[ "$(sed -n 2p calls)" = *" install -y --no-install-recommends absent" ]]
}

@test "what a folder was built without is looked for again after it was installed" {
	mkdir -p build/meson-private
	echo 'case $* in *" install "*) /bin/ln -s /bin/true bin/no-such-program ;; esac' | pretend apt-get
	echo 'echo 0' | { rm bin/id; pretend id; }
	echo 'echo "$@" >>configured' | pretend meson
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 0 ]
	[ "$(cat configured)" = "configure --clearcache $PWD/build" ]
	[ "${lines[-1]}" = "tools/setup: build was configured before; it looks for them when it is built next" ]
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 0 ]
	[ "$(wc -l <configured)" -eq 1 ]
}

@test "a library of clang's own is found where clang says" {
	printf 'run:\n\tabsent runtime fuzzer is wanted\n' >tools/packages
	echo "echo $PWD/runtime" | pretend clang
	PATH=$PWD/bin run tools/setup run
	[ "$status" -ne 0 ]
	mkdir runtime
	touch runtime/libclang_rt.fuzzer-x86_64.a
	PATH=$PWD/bin run tools/setup run
	[ "$status" -eq 0 ]
	[ "$output" = "" ]
}

@test "without apt the packages are named" {
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 1 ]
	[ "$output" = "tools/setup: cannot install what is missing, as there is no apt-get on this system; install these (they bear Debian's names here) and try again: absent (shows that it is absent)" ]
}

@test "without root and sudo the command to say is named" {
	echo 'exit 1' | pretend apt-get
	echo 'echo 1000' | { rm bin/id; pretend id; }
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 1 ]
	[ "$output" = "tools/setup: cannot install what is missing without being root, and there is no sudo; say this as root and try again: apt-get install -y absent" ]
}

@test "the words of a failing apt are shown" {
	echo 'echo "E: no such package"; exit 100' | pretend apt-get
	echo 'echo 0' | { rm bin/id; pretend id; }
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 1 ]
	[[ "$output" = *"E: no such package"* ]]
	[[ "$output" = *"could not install what is missing"*"wanted: absent" ]]
}

@test "an installation that changes nothing is not believed" {
	echo 'exit 0' | pretend apt-get
	echo 'echo 0' | { rm bin/id; pretend id; }
	PATH=$PWD/bin run tools/setup check
	[ "$status" -eq 1 ]
	[[ "$output" = *"installed, and still not found"*": absent" ]]
}

@test "a package that is known by a file is missing until the file is there" {
	printf 'run:\n\tabsent file %s/there is wanted\n' "$PWD" >tools/packages
	PATH=$PWD/bin run tools/setup run
	[[ "$output" = *absent* ]]
	touch there
	PATH=$PWD/bin run tools/setup run
	[ "$status" -eq 0 ]
	[ "$output" = "" ]
}

@test "an unknown set is refused" {
	PATH=$PWD/bin run tools/setup nothing
	[ "$status" -eq 1 ]
	[ "$output" = "tools/setup: there is no set 'nothing' in tools/packages" ]
}

@test "every line of the list says how its package is recognised" {
	run awk '/^\t/ && $2 !~ /^(command|library|header|python|runtime|file)$/ || /^\t/ && NF < 4 { print }' \
		"$BATS_TEST_DIRNAME/../../tools/packages"
	[ "$output" = "" ]
}

# The lines of meson.build on libpfm, with a header that is not there yet.
@test "a header that came after a folder was configured is found when it is configured again" {
	mkdir -p project include/came
	{
		echo "project('p', 'c', meson_version: '>=1.0')"
		echo "cc = meson.get_compiler('c')"
		sed -n '/^pfm/,/[^,]$/p' "$BATS_TEST_DIRNAME/../../meson.build" |
			sed "s,perfmon/pfmlib_perf_event.h,came/late.h,; s,library('pfm',library('m',"
		echo "message('found: @0@'.format(pfm.found()))"
	} >project/meson.build
	echo "option('pfm', type: 'feature', value: 'auto')" >project/meson_options.txt
	meson setup build project >said
	grep -q 'found: false' said
	touch include/came/late.h
	export CPATH=$PWD/include
	meson configure --clearcache build
	ninja -C build build.ninja >said
	grep -q 'found: true' said
}
