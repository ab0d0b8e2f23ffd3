# SPDX-License-Identifier: GPL-3.0-or-later
# A front of targets: what each does lies in meson.build and tools/.
PREFIX ?= /usr/local
# How often each cell of docs/validity-runs.md is measured; 4000 take hours.
EXPERIMENTS ?= 100
.PHONY: all demo demo-history demo-serve site gallery layout papers check torture bench validity lint asan fuzz install clean

all:
	tools/setup run
	tools/build build
demo: all
	tools/demo build/src/cli/assay
demo-history: all
	tools/demo-history build/src/cli/assay
demo-serve: all
	tools/demo-serve build/src/cli/assay
site:
	tools/setup site
	tools/site
gallery: all
	tools/gallery build/src/cli/assay
layout: all
	tools/layout --write
papers: all
	papers/run --write
check:
	tools/setup check
	tools/check build -Dwerror=true
torture: all
	tools/setup check
	tests/torture/all.sh build
	meson test -C build --no-rebuild --suite long --num-processes 2 --timeout-multiplier 4 --print-errorlogs
bench:
	tools/setup bench
	tools/build build-release -Dbuildtype=release
	bench/all.sh build-release
	tools/aa --write build-release/src/cli/assay
	bench/diff_proof.py --write build-release/src/cli/assay
	bench/validity.py build-release --runs $(EXPERIMENTS)
validity:
	tools/setup bench
	tools/build build-release -Dbuildtype=release
	bench/validity.py build-release --runs $(EXPERIMENTS)
lint:
	tools/setup check lint
	tools/lint $(if $(QUICK),--quick)
asan:
	tools/setup check
	tools/check build-asan -Db_sanitize=address,undefined -Dbuildtype=debugoptimized
fuzz:
	tests/fuzz/fuzz.sh $(or $(FUZZ_SECONDS),20)
install:
	tools/setup run
	tools/build build-release -Dbuildtype=release -Dprefix=$(PREFIX)
	meson install -C build-release --no-rebuild
	@[ "$$(id -u)" -ne 0 ] || [ -n "$(DESTDIR)" ] || ldconfig # programs find libassay.so
	@[ -n "$(DESTDIR)" ] || tools/installed "$(PREFIX)"
clean:
	rm -rf build build-*
