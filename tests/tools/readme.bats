#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/readme: README.md is one page, and its screens are those of its commands.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR
}

@test "README.md is one page, and each command that is run has its screen" {
	run tools/readme --look
	[ "$status" = 0 ] || { echo "$output"; false; }
	[ "$(grep -c '^ok' <<<"$output")" -ge 5 ]
}

@test "more than 150 lines, or a command without a screen, are refused" {
	{ cat README.md; yes word | head -n 100; } >"$BATS_TEST_TMPDIR/page"
	run tools/readme --look --page "$BATS_TEST_TMPDIR/page"
	[ "$status" = 1 ]
	grep -q '^not ok 1' <<<"$output"
	printf '<!-- tools/readme: c -->\n```\n$ assay version\n```\n' >"$BATS_TEST_TMPDIR/page"
	run tools/readme --look --page "$BATS_TEST_TMPDIR/page"
	[ "$status" = 1 ]
	grep -q '^not ok 2' <<<"$output"
}

@test "a screen keeps its shape whatever its numbers, its verdict and the rows that it may have" {
	run /usr/bin/python3 - <<'END'
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = SourceFileLoader("readme", "tools/readme")
readme = module_from_spec(spec_from_loader("readme", loader))
loader.exec_module(readme)
one = """a takes 3.9 times as long as b
  (3.77 .. 3.97 times, 95 %, 175 rounds, for this session)
  a   23.1 ms +- 6.0 %   user 21 ms
  note     the typical run and the mean
           are apart by 0.7 %
           more: assay show -v 3
"""
two = """a takes 2 times as long as b (1 .. 3 times, 95 %, 9 rounds,
  for this session)
  a   1 s +- 22 %   user 900 us
  next     other advice
  disturbed something
           more: assay show -v 12
"""
assert readme.shape(one) == readme.shape(two), (readme.shape(one), readme.shape(two))
assert readme.shape(one) != readme.shape(two.replace("user", "utime"))
assert readme.shape(one) != readme.shape(two.replace("for this session", "for all sessions"))
END
	[ "$status" = 0 ] || { echo "$output"; false; }
}
