# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Stores of many versions.

# many N [STORE]: a store, s.db, of so many versions of a benchmark, 5 % slower from the middle on, and the folder outside of a
# repository to ask from
many() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TZ=UTC
	mkdir template many
	cd template || return 1
	cat >bench <<-'SH'
		#!/bin/sh
		{
			echo assay 1
			i=0
			while [ $i -lt 48 ]; do
				i=$((i + 1))
				echo "iteration 100.$i ms"
			done
		} >>"$ASSAY_REPORT"
	SH
	chmod +x bench
	git init -q -b main . && git add . && git commit -q -m template
	"$ASSAY" run --store ../template.db --style none -N -w 0 -r 6 -n bench ./bench
	"$ASSAY" export --store ../template.db @last ../template.json
	cd ..
	python3 "$BATS_TEST_DIRNAME/retention.py" template.json "$1" many
	"$ASSAY" import --store "${2:-s.db}" many/*.json >/dev/null
}
