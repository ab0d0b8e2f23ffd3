#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What releases are made with: the version, the bill of materials, recipes for other packages, and the installer. (What
# takes minutes, packages themselves and a bare root, is tests/packages.)

bats_require_minimum_version 1.5.0

setup() {
	top=$BATS_TEST_DIRNAME/../..
	cd "$BATS_TEST_TMPDIR" || return
	export HOME=$BATS_TEST_TMPDIR GIT_CONFIG_NOSYSTEM=1
}

# repository: one commit that has packaging/version, as r.
repository() {
	git init -q -b main r
	git -C r config user.name nobody
	git -C r config user.email nobody@example.org
	mkdir r/packaging
	cp "$top/packaging/version" r/packaging
	cp "$top/.gitattributes" r
	git -C r add -A
	git -C r commit -qm one
}

@test "the version is that of the commit's tag, in sources that were archived, too" {
	repository
	[ "$(r/packaging/version)" = 0.1.0 ]
	git -C r tag nightly
	git -C r tag v12.3.0-rc1
	[ "$(r/packaging/version)" = 0.1.0 ]
	git -C r tag v12.3.4
	[ "$(r/packaging/version)" = 12.3.4 ]
	mkdir archived && git -C r archive HEAD | tar -x -C archived
	[ "$(archived/packaging/version)" = 12.3.4 ]
	git -C r commit -q --allow-empty -m two
	[ "$(r/packaging/version)" = 0.1.0 ]
	mkdir later && git -C r archive HEAD | tar -x -C later
	[ "$(later/packaging/version)" = 0.1.0 ]
	# A tag of the repository in which unpacked sources lie is not theirs.
	cp -R later r/vendored && git -C r tag v9.9.9
	[ "$(r/vendored/packaging/version)" = 0.1.0 ]
}

@test "the bill of materials has what the linker takes, what headers bring and what is in the page, the same each time" {
	command -v dpkg-query >/dev/null || skip "no dpkg"
	SOURCE_DATE_EPOCH=1700000000 "$top/packaging/sbom" "$BUILD" >one.json
	SOURCE_DATE_EPOCH=1700000000 "$top/packaging/sbom" "$BUILD" >two.json
	cmp one.json two.json
	jq -e '.bomFormat == "CycloneDX" and .specVersion == "1.5" and .metadata.timestamp == "2023-11-14T22:13:20Z"' one.json
	jq -e '.serialNumber | test("^urn:uuid:[0-9a-f-]{36}$")' one.json
	for name in gsl sqlite3 libfyaml libzstd zlib bzip2 expat xxhash glibc librandom123; do
		jq -e --arg name "$name" '[.components[] | select(.name == $name and (.version | length) > 0)] | length >= 1' one.json ||
			{ echo "$name is missing"; jq -c '[.components[].name]' one.json; false; }
	done
	# Each that something depends on is there, once.
	jq -e '([.dependencies[].dependsOn[]] | unique) - [.components[]."bom-ref"] == []' one.json
	jq -e '[.components[]."bom-ref"] | length == (unique | length)' one.json
	jq -e '.components[] | select(.name == "gsl").licenses[0].license.name | test("GPL")' one.json
	# What only the tests take is not in it.
	run ! grep -qE 'cmocka|jansson' one.json
	# assay-spawn is small: it has none of the libraries but C's and the compiler's own.
	jq -e '.dependencies[] | select(.ref == "assay-spawn").dependsOn | all(test("^(libc|libgcc|gcc)"))' one.json
}

# tarball: a small one where tools/package would lay it, as release/.
tarball() {
	local name=assay-1.2.3-linux-x86_64
	mkdir -p "release" "$name/bin" "$name/include" "$name/lib" "$name/libexec" "$name/share" "$name/LICENSES"
	printf '#!/bin/sh\necho assay 1.2.3\n' >"$name/bin/assay"
	chmod +x "$name/bin/assay"
	touch "$name/README.md" "$name/CHANGELOG.md" "$name/LICENSES/MIT.txt"
	tar -czf "release/$name.tar.gz" "$name"
	(cd release && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
	url=file://$PWD/release/$name.tar.gz
}

@test "the tarball is installed from its URL, and nothing that is not what its sum says" {
	command -v curl >/dev/null || skip "no curl"
	tarball
	"$top/packaging/install" "$url" there
	[ "$(there/bin/assay version)" = "assay 1.2.3" ]
	echo more >>release/assay-1.2.3-linux-x86_64.tar.gz
	run "$top/packaging/install" "$url" elsewhere
	[ "$status" -eq 1 ]
	[[ "$output" = *"is not what $url.sha256 says"*"nothing was installed" ]]
	[ ! -e elsewhere ]
	run "$top/packaging/install" "file://$PWD/nowhere" elsewhere
	[ "$status" -eq 1 ]
	[[ "$output" = *"cannot fetch file://$PWD/nowhere" ]]
}

@test "recipes for Arch and Homebrew have the tarball's place, version and sum" {
	tarball
	run "$top/tools/package" recipes "$PWD/release"
	[ "$status" -eq 1 ]
	[[ "$output" = *"say where the tarball will lie"* ]]
	DEBEMAIL=nobody@example.org DEBFULLNAME=Nobody "$top/tools/package" recipes "$PWD/release" https://example.org/v1.2.3/ >/dev/null 2>&1
	read -r sum _ <release/assay-1.2.3-linux-x86_64.tar.gz.sha256
	cd release
	run ! grep -n '@[A-Z0-9]*@' PKGBUILD assay.rb
	shellcheck -s bash -e SC2034,SC2154,SC2148 PKGBUILD
	# As makepkg does it: what it names is fetched, its sum held, and package() copies it.
	(
		# shellcheck disable=SC1091
		. ./PKGBUILD
		# shellcheck disable=SC2154 # of PKGBUILD
		[ "$pkgver" = 1.2.3 ] && [ "${sha256sums[0]}" = "$sum" ]
		# shellcheck disable=SC2154 # of PKGBUILD
		[ "${source[0]}" = https://example.org/v1.2.3/assay-1.2.3-linux-x86_64.tar.gz ]
		tar -xzf assay-*.tar.gz
		# shellcheck disable=SC2034 # package() reads it
		pkgdir=$PWD/pkg
		package
	)
	[ "$(pkg/usr/bin/assay)" = "assay 1.2.3" ]
	[ -e pkg/usr/share/licenses/assay-bin/MIT.txt ]
	command -v ruby >/dev/null || skip "no ruby for the recipe of Homebrew"
	ruby -wc assay.rb
	cat >formula.rb <<-'END'
		class Formula
		  def self.method_missing(name, *words) = (@said ||= {})[name] = words
		  def self.said = @said
		  def self.test = nil
		  def prefix = Place.new
		end
		class Place
		  def install(*names) = puts(names.join(" "))
		end
		require "./assay.rb"
		p Assay.said.values_at(:url, :version, :sha256).flatten
		Assay.new.install
	END
	[ "$(ruby formula.rb)" = "[\"https://example.org/v1.2.3/assay-1.2.3-linux-x86_64.tar.gz\", \"1.2.3\", \"$sum\"]
bin include lib libexec share" ]
}

@test "the image's recipe has shell that shellcheck passes, and names packages that Debian has" {
	command -v shellcheck >/dev/null || skip "no shellcheck"
	sed -n '/^RUN /,/[^\\]$/p' "$top/packaging/recipes/Containerfile" | sed 's/^RUN //' >run.sh
	shellcheck -s sh run.sh
	[ "$(grep -cE '^(FROM|COPY|RUN|WORKDIR|ENTRYPOINT|CMD) ' "$top/packaging/recipes/Containerfile")" -eq 6 ]
	command -v apt-cache >/dev/null || skip "no apt"
	for name in $(grep -oE 'assay_\*.deb .*' run.sh | cut -d ' ' -f 2- | tr -d '\\'); do
		apt-cache show "$name" >/dev/null
	done
}

@test "the hook for pre-commit names a command of assay, with options that it has" {
	python=/usr/bin/python3
	"$python" -c 'import yaml' || skip "no yaml"
	"$python" - "$top/.pre-commit-hooks.yaml" >words <<-'END'
		import sys, yaml
		[hook] = yaml.safe_load(open(sys.argv[1]))
		assert hook["stages"] == ["pre-push"] and hook["language"] == "system" and hook["pass_filenames"] is False
		print("\n".join(hook["entry"].split()[1:] + hook["args"]))
	END
	mapfile -t words <words
	git init -q -b main r && cd r
	git config user.name nobody && git config user.email nobody@example.org
	echo 'exit 0' >bench.sh && git add -A && git commit -qm one
	git checkout -qb topic
	echo 'exit 3' >bench.sh && git commit -qam two
	# What is pushed fails: the push is stopped.
	run "$ASSAY" "${words[@]}" -r 3 -- sh bench.sh
	[ "$status" -eq 5 ]
	git checkout -q main
	echo '# as before' >>bench.sh && git commit -qam three
	run "$ASSAY" "${words[@]}" -r 3 HEAD^1 HEAD -- sh bench.sh
	[ "$status" -eq 0 ]
}
