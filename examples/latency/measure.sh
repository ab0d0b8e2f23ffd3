#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# measure.sh [WORK [DIE]]: one execution: a server of its own, and a client that loads it. REQUESTS, RATE and SLOW (how
# many times as long each hundredth request takes) may stand in the environment, and BIN, where the programs are. Its status is that of the client.
here=${BIN:-$(dirname "$0")}
room=$(mktemp -d) || exit 1
"$here/server" "$room/socket" "${1:-1000}" "${SLOW:-10}" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$room"' EXIT
"$here/client" "$room/socket" "${REQUESTS:-2000}" "${RATE:-5000}" ${2:+"$2"}
