# SPDX-License-Identifier: GPL-3.0-or-later
# Alerts of planted histories.
# shellcheck shell=bash

# store SQL: what the store of the user is told, in the back of assay.
store() {
	python3 -c 'import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute(sys.argv[2])
store.commit()' "$HOME/.local/share/assay/assay.db" "$1"
}

# series [COUNTx]NUMBER...: as planted, and measured.
series() {
	planted "$@"
	"$ASSAY" backfill "HEAD~$(($(git rev-list --count HEAD) - 1)).." -N -r 3 --builds 2 --seed 1 \
		--build 'sh make.sh' -- ./prog >/dev/null
}

# states STATUS WORDS: those of all alerts, the newest first; the exit status.
states() {
	local status=0
	"$ASSAY" alerts --all --json >out.json || status=$?
	"$SCHEMA_CHECK" "$SCHEMA" out.json
	echo "$status $(jq -r '[.alerts[].state] | join(", ")' out.json)"
	[ "$status $(jq -r '[.alerts[].state] | join(", ")' out.json)" = "$1 $2" ]
}
