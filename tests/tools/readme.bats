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
drifted = "    min 1.5 ns   median 1.7 ns\n  disturbed the machine's speed drifted: 583 executions are worth 472\n           independent ones\n" \
    "  583 executions x 1 iteration in 0.8 s   #..   more: assay show -v 1\n"
calm = "    min 1.5 ns\n  200 executions x 58 iterations in 0.4 s   .#:   more: assay show -v 1\n"
assert readme.shape(drifted) == readme.shape(calm), (readme.shape(drifted), readme.shape(calm))
here = "  machine  vm: AMD EPYC, 2 processors, kernel 6.1\n- Measured side by side, in the same rounds, on `AMD EPYC`, Linux `6.1`.\n"
there = "  machine  box: Intel(R) Xeon(R) Processor, 64 processors, kernel 5.10\n- Measured side by side, in the same rounds, on `Intel`, Linux `5.10`.\n"
assert readme.shape(here) == readme.shape(there), (readme.shape(here), readme.shape(there))
for verdict in ("equivalent within 1 %", "no difference found; if any, below 1.5 %"):
    assert "VERDICT" in " ".join(readme.shape(f"b and a: {verdict}\n  (1 % less .. 1 % more)\n")), verdict
assert readme.shape(one) != readme.shape(two.replace("user", "utime"))
assert readme.shape(one) != readme.shape(two.replace("for this session", "for all sessions"))
END
	[ "$status" = 0 ] || { echo "$output"; false; }
}

@test "a screen that has fences of its own stands whole inside a longer one" {
	run /usr/bin/python3 - <<'END'
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = SourceFileLoader("readme", "tools/readme")
readme = module_from_spec(spec_from_loader("readme", loader))
loader.exec_module(readme)
body = "$ cat assay.md\n### a comment\n```sh\nassay diff\n```\n</details>\n"
fence = readme.fence_around(body)
assert readme.fence_around("$ assay list\n") == "```" and fence == "````"
page = f"<!-- tools/readme: patch -->\n{fence}\n{body}{fence}\nwords\n```\nother\n```\n"
assert [found["body"] for found in readme.BLOCK.finditer(page)] == [body]
END
	[ "$status" = 0 ] || { echo "$output"; false; }
}
