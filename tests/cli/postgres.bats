#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores in PostgreSQL, on a server of our own.
load common
load retention
bats_require_minimum_version 1.5.0

setup_file() {
	# Every folder above it must be passable for the user that the server runs as.
	PG=$(mktemp -d /tmp/assay-postgres-XXXXXX)
	chmod 755 "$PG"
	export PG
	start && return 0
	rm -rf "$PG" "$PG.log"
	[ "$status" = 77 ] || return 1
	skip "PostgreSQL is not installed"
}

# The server of this file; `url` is its address.
start() {
	status=0
	url=$("${POSTGRES:=$BATS_TEST_DIRNAME/../../tools/postgres}" up "$PG/server" 3>&-) || status=$?
	export url POSTGRES
	return "$status"
}

stop() {
	"$POSTGRES" down "$PG/server" >/dev/null
}

teardown_file() {
	stop || true
	rm -rf "$PG" "$PG.log"
}

# sql DATABASE STATEMENT: what it answers.
sql() {
	psql -qAtX "$url/$1" -c "$2"
}

# database NAME: an empty one; its address is in `store`.
database() {
	sql postgres "CREATE DATABASE $1 TEMPLATE template0 ENCODING UTF8"
	store=$url/$1
}

# natively FROM TO...: every experiment of the first store is in the others, the same bytes of JSON.
natively() {
	local from=$1 id
	shift
	"$ASSAY" list --all --json --store "$from" | jq -r '.results[].uuid' >uuids
	[ -s uuids ]
	while read -r id; do
		"$ASSAY" export --store "$from" "$id" >first.json
		for to; do
			"$ASSAY" export --store "$to" "$id" >second.json
			diff <(jq -S 'del(.experiment.id, .experiment.session)' first.json) \
				<(jq -S 'del(.experiment.id, .experiment.session)' second.json)
		done
	done <uuids
}

@test "what is measured is kept there, and found again" {
	database kept
	"$ASSAY" run --store "$store" --label first -r 5 true >screen
	[ ! -e "$HOME/.local/share/assay/assay.db" ]
	"$ASSAY" show --store "$store" | grep -q "^  5 executions in "
	"$ASSAY" show "$store" | grep -q "^  5 executions in "
	[ "$("$ASSAY" list --json --store "$store" | jq -r '.results[0].label')" = first ]
	ASSAY_STORE=$store "$ASSAY" run -r 2 --style none true
	[ "$(ASSAY_STORE=$store "$ASSAY" list --json | jq '.results | length')" = 2 ]
	"$ASSAY" store --store "$store" | grep -q "^  kept     2 experiments of 1 session"
	"$ASSAY" store verify --store "$store" | grep -q ": 2 experiments, all sound$"
	"$ASSAY" compare --store "$store" first @last >screen
	"$ASSAY" history --store "$store" | grep -q "1 version"
}

# bats test_tags=long
@test "iterations go and executions stay, values go and histories stay, as in SQLite" {
	database thinned
	many 60 "$store"
	"$ASSAY" history --store "$store" --json >history
	"$ASSAY" compare --store "$store" 5 40 >compared
	"$ASSAY" store size --store "$store" | grep -q '%  values of iterations'
	"$ASSAY" store thin --store "$store" | grep -qx 'thinned 30 of 60 experiments: iterations go, what each execution came to stays'
	"$ASSAY" compare --store "$store" 5 40 | cmp compared -
	"$ASSAY" store prune --to-history --store "$store" | grep -q '^pruned 2[0-9] of 60 experiments to their histories'
	# of one benchmark by its name, too
	"$ASSAY" history --store "$store" --json | cmp history -
	"$ASSAY" history --store "$store" --json bench | cmp history -
	run -4 --separate-stderr "$ASSAY" show --store "$store" 1
	# shellcheck disable=SC2154 # of run
	[[ $stderr == *'its values were pruned to its history on'* ]]
	"$ASSAY" store verify --store "$store" | grep -q ': 60 experiments, all sound$'
	"$ASSAY" store copy --store "$store" back.db | grep -q 'copied 60 experiments'
	"$ASSAY" history --store back.db --json | cmp history -
}

# bats test_tags=long
@test "a renamed benchmark keeps its history, as in SQLite" {
	database renamed
	{
		echo version,date,benchmark,execution,value,unit
		for v in $(seq 16); do
			for b in $(seq 12); do
				for e in 1 2 3; do echo "v$v,2026-01-$(printf %02d "$v"),$([ "$v" -lt 9 ] && echo parse || echo parser)/$b,$e,$((1000 * (1 + (v >= 6)) + (v * 7 + e * 5 + b) % 11)),ms"; done
			done
		done
	} >h.csv
	"$ASSAY" import --store s.db h.csv >/dev/null
	"$ASSAY" import --store "$store" h.csv >/dev/null
	"$ASSAY" alerts --store "$store" --json >/dev/null || true
	[ "$(sql renamed 'SELECT count(*) > 0 FROM assay.packs')" = t ]
	echo 'renamed: {parse/*: parser/*}' >assay.yaml
	"$ASSAY" history --store "$store" --json >shown
	rm assay.yaml
	assay_fails 2 "cannot rename 'parse/1' to 'parse/2': result 1 has a benchmark 'parse/2' already, so both would be one; nothing was renamed" \
		store rename --store "$store" parse/1 parse/2
	"$ASSAY" store rename --store s.db 'parse/*' 'parser/*' >here
	"$ASSAY" store rename --store "$store" 'parse/*' 'parser/*' --dry-run | sed 's/^would rename/renamed/' | cmp here -
	"$ASSAY" store rename --store "$store" 'parse/*' 'parser/*' | cmp here -
	"$ASSAY" history --store s.db --json >here
	[ "$(jq '.series | length' here)" = 12 ]
	"$ASSAY" history --store "$store" --json | cmp here -
	cmp here shown
	"$ASSAY" history --store "$store" --json parser/7 | jq -e '.series[0].versions | length == 16'
	[ "$(sql renamed "SELECT count(*) FROM assay.alerts WHERE name LIKE 'parse/%'")" = 0 ]
	"$ASSAY" store verify --store "$store" | grep -q ': 16 experiments, all sound$'
}

# bats test_tags=long
@test "copies there and back are the same, byte for byte" {
	database copied
	for file in "$BATS_TEST_DIRNAME"/../data/store/schema-*.db; do
		cp "$file" old.db
		"$ASSAY" store copy --store old.db all.db
	done
	sqlite3 all.db "INSERT INTO alerts (name, parameters, command, metric, unit, better, state, found_by, up, relative, at, date_ns, first, last,
		before, after, rounds, suspected_ns, changed_ns, newest, first_rerun, first_ended_ns, second_rerun, rest_rerun, reason, told, edits)
		VALUES ('a', '', 'a', 'wall', 'ns', 0, 5, 0, 1, 1, 'c1', 3, 'c1', 'c1', 'c0', 'c1', 12, 1, 2, 'c1', 2, 4, 3, 0, 'it''s meant', 0, 1)"
	"$ASSAY" store copy --store all.db "$store"
	"$ASSAY" store copy --store "$store" back.db
	[ "$(sqlite3 back.db 'SELECT * FROM alerts')" = "$(sqlite3 all.db 'SELECT * FROM alerts')" ]
	natively all.db "$store" back.db
	natively back.db all.db
	"$ASSAY" store copy --store all.db "$store" | grep -q "copied 0 experiments"
	[ "$("$ASSAY" list --all --store "$store" | sed 1d)" = "$("$ASSAY" list --all --store back.db | sed 1d)" ]
	"$ASSAY" history --store "$store" >there
	"$ASSAY" history --store back.db >here
	diff there here
}

@test "names and values of any bytes" {
	database bytes
	name=$(printf 'a\xff\xfe\xed\xa0\x80 \xf4\x8f\xbe\x80 \xf0\x9f\x98\x80 \xc3( "[?1] ''%%s; DROP TABLE experiments')
	"$ASSAY" run --store s.db -r 3 --style none -n "$name" --label "$name" true
	"$ASSAY" store copy --store s.db "$store"
	natively s.db "$store"
	"$ASSAY" show --store "$store" "$name" >/dev/null
	[ "$(sql bytes "SELECT count(*) FROM assay.experiments")" = 1 ]
}

@test "what can be said of a result, and what goes" {
	database marked
	for i in 1 2 3 4; do "$ASSAY" run --store "$store" -r 2 --style none true; done
	"$ASSAY" store label 1 keep --store "$store"
	"$ASSAY" store note 2 "a note" --store "$store"
	"$ASSAY" store pin 3 --store "$store"
	assay_fails 2 "cannot find '9' in '$store': no experiment there has that number; \`assay list\` shows what is" \
		store pin 9 --store "$store"
	"$ASSAY" store prune --keep 1 --store "$store" >out
	[ "$("$ASSAY" list --json --store "$store" | jq -c '[.results[].id]')" = '[4,3,1]' ]
	[ "$(sql marked 'SELECT count(*) FROM assay.series WHERE experiment = 2')" = 0 ]
	"$ASSAY" run --store "$store" -r 2 --style none true
	[ "$("$ASSAY" list --json --store "$store" | jq -c '.results[0].id')" = 5 ]
}

@test "an extended and a resumed experiment" {
	database extended
	"$ASSAY" run --store "$store" -r 3 --style none true
	"$ASSAY" run --store "$store" --extend @last -r 3 --style none
	"$ASSAY" show --store "$store" | grep -q " 6 executions"
}

@test "noise profiles are kept there, too" {
	database noisy
	"$ASSAY" aa --store "$store" -r 12 true >out || [ $? -lt 2 ]
	[ "$(sql noisy 'SELECT count(*) FROM assay.noise_profiles')" = 1 ]
	"$ASSAY" store copy --store "$store" copy.db | grep -q "and 1 noise profile"
}

@test "many writers at once" {
	database many
	for i in 1 2 3 4 5 6; do
		{
			"$ASSAY" run --store "$store" -r 2 --style none true &&
				"$ASSAY" run --store "$store" -r 2 --style none true
			echo "$?" >"done.$i"
		} &
	done
	wait
	cat done.*
	[ "$(cat done.* | sort -u)" = 0 ]
	"$ASSAY" store verify --store "$store" | grep -q ": 12 experiments, all sound$"
	[ "$("$ASSAY" list --json --all --store "$store" | jq -c '[.results[].id] | sort == [range(1; 13)]')" = true ]
}

@test "a password in an address is refused, and not shown" {
	for address in postgresql://me:secret@localhost/x 'postgresql://localhost/x?password=secret' \
		'postgres://localhost/x?sslmode=require&p%61ssword=secret' postgresql://me:secret@localhost; do
		run -2 "$ASSAY" run --store "$address" -r 1 'touch ran'
		[[ $output == *"its address has a password in it"* ]]
		[[ $output != *secret* ]]
		ASSAY_STORE=$address run -2 "$ASSAY" list
		[[ $output != *secret* ]]
	done
	[ ! -e ran ]
}

@test "a password comes from a file, and is neither shown nor kept" {
	database guarded
	sql postgres "CREATE ROLE clerk LOGIN PASSWORD 'opensesame'"
	sql guarded "GRANT CREATE ON DATABASE guarded TO clerk"
	conf=$PG/server/data/pg_hba.conf
	sed -i '1i host guarded clerk 127.0.0.1/32 scram-sha-256' "$conf"
	sql postgres "SELECT pg_reload_conf()" >/dev/null
	store=${store/assay@/clerk@}
	assay_fails 6 "cannot open '$store': the server wants a password; put it into ~/.pgpass (HOST:PORT:DATABASE:USER:PASSWORD, mode 0600) or a service file" \
		list --store "$store"
	echo "*:*:guarded:clerk:wrong" >"$HOME/.pgpass"
	chmod 600 "$HOME/.pgpass"
	run -6 "$ASSAY" list --store "$store"
	[[ $output == *'password authentication failed for user "clerk"'* ]]
	[[ $output != *wrong* ]]
	echo "*:*:guarded:clerk:opensesame" >"$HOME/.pgpass"
	"$ASSAY" run --store "$store" -r 2 true >screen
	printf '[team]\nhost=127.0.0.1\nport=%s\nuser=clerk\ndbname=guarded\npassword=opensesame\n' \
		"${url##*:}" >"$HOME/.pg_service.conf"
	rm "$HOME/.pgpass"
	"$ASSAY" run --store 'postgresql://?service=team' -r 2 true >>screen
	PGPASSWORD=opensesame "$ASSAY" run --store "$store" -r 2 true >>screen
	"$ASSAY" show --json --store 'postgresql://?service=team' >>screen
	"$ASSAY" export --store 'postgresql://?service=team' @last >>screen
	run ! grep opensesame screen
	psql -qAtX "$url/guarded" -c "SELECT * FROM assay.experiments, assay.facts" >all
	run ! grep -q opensesame all
	run ! grep -rq opensesame "$HOME/.local"
}

# bats test_tags=long
@test "a server of pages shows such a store, follows its alerts, and keeps what is sent" {
	database served
	{
		printf 'commit,date,benchmark,execution,value,unit\n'
		for v in $(seq 24); do
			for e in 1 2 3; do
				printf '%040x,2026-01-%02d,sort,%d,%d,us\n' "$((0xa000 + v))" "$v" "$e" "$((1000 + (v > 12) * 300 + (v * 7 + e * 3) % 5))"
			done
		done
	} >h.csv
	"$ASSAY" import h.csv --store "$store" >/dev/null 2>&1
	"$ASSAY" serve token add all --may admin --store "$store" >token 2>/dev/null || skip "assay is built without its tokens"
	"$ASSAY" serve --store "$store" --listen 127.0.0.1:0 >said 2>complained 3>&- &
	pages=$!
	until grep -q http said; do
		kill -0 "$pages" || {
			grep -q "built without" complained && skip "assay is built without its server or page"
			cat complained
			false
		}
	done
	base=$(grep -o 'http://[^ ]*[0-9]' said)
	get() { curl -s -H "Authorization: Bearer $(cat token)" "$base$1"; }
	get / | grep -q '"name":"sort"'
	old=$(get /api/v1/health | jq -r .stamp)
	"$ASSAY" alerts --store "$store" >/dev/null || true
	new=$(get /api/v1/health | jq -r .stamp)
	[ "$new" != "$old" ]
	"$ASSAY" ack 1 'worth it' --store "$store" >/dev/null
	[ "$(get /api/v1/health | jq -r .stamp)" != "$new" ]
	[ "$(get /api/v1/alerts.json | jq -r '.alerts[0].reason')" = 'worth it' ]
	# what is said of a result, too: the server of the database may tell so a little later
	old=$(get /api/v1/health | jq -r .stamp)
	"$ASSAY" store label 1 'of old' --store "$store" >/dev/null
	until [ "$(get /api/v1/health | jq -r .stamp)" != "$old" ]; do kill -0 "$pages"; done
	[ "$(get '/api/v1/results.json' | jq '[.results[] | select(.label == "of old")] | length')" = 1 ]
	ASSAY_TOKEN=$(cat token) "$ASSAY" run --store mine.db -r 2 -w 0 -N --label sent --send "$base" 'sh -c :' >/dev/null 2>&1
	"$ASSAY" show sent --store "$store" >/dev/null
	# the database goes, and is back
	stop
	[ "$(get /api/v1/results.json | jq .status)" = 500 ]
	run ! grep -q . <(get / | grep '"name":"sort"')
	ASSAY_TOKEN=$(cat token) "$ASSAY" run --store mine.db -r 2 -w 0 -N --label waited --send "$base" 'sh -c :' >/dev/null 2>complained
	grep -q "^assay: 1 result for $base waits: .*there is no connection to the server" complained
	start
	ASSAY_TOKEN=$(cat token) run -0 "$ASSAY" store send --store mine.db
	[ "$output" = 'assay: sent 1 result' ]
	[ "$(get /api/v1/results.json | jq '[.results[] | select(.label == "waited")] | length')" = 1 ]
	kill "$pages"
	wait "$pages"
}

# bats test_tags=long
@test "a server that is not there, or goes away in the middle: nothing is lost" {
	database gone
	"$ASSAY" run --store "$store" -r 2 --style none true
	# It goes while assay measures, and is back before that is done. What an execution starts ends
	# with it, so that others start the server.
	mkfifo going back
	{
		read -r _ <going
		stop && start
		echo "$?" >back
	} 3>&- &
	script between <<-'END'
		[ ! -e gone ] || exit 0
		touch gone
		echo >going
		read -r status <back && exit "$status"
	END
	"$ASSAY" run --store "$store" -r 2 --style none -p ./between true
	wait
	[ "$("$ASSAY" list --json --store "$store" | jq '.results | length')" = 2 ]
	# It goes, and stays away.
	run ! "$ASSAY" run --store "$store" -r 3 --style none --label late -p "$POSTGRES down $PG/server || true" true
	[[ $output == *"the connection was lost"* ]]
	[[ $output == *"assay store flush sends it when the server is back"* ]]
	[ "$(ls "$HOME"/.local/share/assay/away/*.waiting/*.assay | wc -l)" = 1 ]
	"$ASSAY" export "$(ls "$HOME"/.local/share/assay/away/*.waiting/*.assay)" >waited.json
	run -6 "$ASSAY" store flush --store "$store"
	[[ $output == *"there is no connection to the server"* ]]
	run -6 "$ASSAY" run --store "$store" -r 1 'touch ran'
	[ ! -e ran ]
	start
	[ "$("$ASSAY" store flush --store "$store")" = "sent 1 experiment to '$store'" ]
	[ "$("$ASSAY" store flush --store "$store")" = "sent 0 experiments to '$store'" ]
	[ -z "$(find "$HOME/.local/share/assay/away" -name "*.waiting")" ]
	"$ASSAY" export --store "$store" late >sent.json
	diff <(jq -S 'del(.experiment.id, .experiment.session)' waited.json) \
		<(jq -S 'del(.experiment.id, .experiment.session)' sent.json)
	# What waits goes along with whatever uses the store next.
	run ! "$ASSAY" run --store "$store" -r 3 --style none -p "$POSTGRES down $PG/server || true" true
	start
	[ "$("$ASSAY" list --json --store "$store" | jq '.results | length')" = 4 ]
}

@test "assay is killed in the middle: its journal is kept here, and sent by the next" {
	database killed
	script stop <<-'END'
		echo x >>times
		[ "$(wc -l <times)" != 4 ] || kill -9 "$(cat assay.pid)"
	END
	(echo "$BASHPID" >assay.pid && exec "$ASSAY" run --store "$store" -r 9 --style none ./stop) || true
	[ "$("$ASSAY" list --json --store "$store" | jq -r '.results[0].outcome')" = interrupted ]
	"$ASSAY" run --store "$store" --resume --style none
	"$ASSAY" list --json --store "$store" >list
	[ "$(jq '.results | length' list)" = 1 ]
	[ "$(jq -r '.results[0].outcome' list)" != interrupted ]
	[ -z "$(find "$HOME/.local/share/assay/away" -name "*.journals")" ]
}

@test "databases that are not ours, too new, too old, closed, or in another encoding" {
	database foreign_one
	sql foreign_one "CREATE SCHEMA assay; CREATE TABLE assay.things (x int)" 2>/dev/null
	assay_fails 6 "cannot open '$store': it is a schema 'assay' of another program, not a store of assay; name another with --store" \
		run --store "$store" -r 1 true
	database newer
	"$ASSAY" run --store "$store" -r 1 --style none true
	sql newer "UPDATE assay.assay_store SET version = 99"
	run -6 "$ASSAY" list --store "$store"
	[[ $output == *"a newer assay has written it (its schema is 99"* ]]
	sql newer "UPDATE assay.assay_store SET version = 1"
	run -6 "$ASSAY" list --store "$store"
	[[ $output == *"an older assay has made it (its schema is 1,"* ]]
	database empty
	run -6 "$ASSAY" list --store "$store"
	[[ $output == *"nothing has been kept in it yet"* ]]
	sql postgres "CREATE ROLE guest LOGIN"
	run -6 "$ASSAY" run --store "${store/assay@/guest@}" -r 1 'touch ran'
	[[ $output == *"this user may not do that there"* ]]
	[ ! -e ran ]
	sql postgres "CREATE DATABASE latin TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'"
	run -6 "$ASSAY" run --store "$url/latin" -r 1 true
	[[ $output == *"the database is in LATIN1, and texts need UTF8"* ]]
	run -6 "$ASSAY" list --store "$url/nosuch"
	[[ $output == *'database "nosuch" does not exist'* ]]
}

@test "a database that is full: what was measured waits here" {
	database filled
	"$ASSAY" run --store "$store" -r 2 --style none true
	sql filled "CREATE FUNCTION assay.fail() RETURNS trigger LANGUAGE plpgsql AS \$\$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END \$\$"
	sql filled 'CREATE TRIGGER fails BEFORE INSERT ON assay.summaries FOR EACH ROW EXECUTE FUNCTION assay.fail()'
	run ! "$ASSAY" run --store "$store" -r 2 --style none --label late true
	[[ $output == *"the server's disk is full; free some space there"* ]]
	[[ $output == *"the experiment waits in "* ]]
	[ "$("$ASSAY" list --json --store "$store" | jq '.results | length')" = 1 ]
	sql filled 'DROP TRIGGER fails ON assay.summaries'
	[ "$("$ASSAY" store flush --store "$store")" = "sent 1 experiment to '$store'" ]
	"$ASSAY" show late --store "$store" >/dev/null
	"$ASSAY" store verify --store "$store"
}

@test "who may only read reads" {
	database readable
	"$ASSAY" run --store "$store" -r 3 --style none true
	sql readable "CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA assay TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA assay TO reader"
	store=${store/assay@/reader@}
	"$ASSAY" show --store "$store" | grep -q "^  3 executions in "
	run -6 "$ASSAY" store label @last x --store "$store"
	[[ $output == *"this user may not do that there"* ]]
}

# bats test_tags=long
@test "without the module: what is missing, and how to get it" {
	export ASSAY_POSTGRES=/nonexistent
	run -6 "$ASSAY" list --store postgresql://localhost/x
	[[ $output == *"this assay was built without it; install libpq-dev or libpq-devel, build assay with -Dpostgres=enabled"* ]]
	"$ASSAY" doctor | tr -s ' \n' ' ' >screen
	grep -q "no stores in PostgreSQL (--store=postgresql://...): there is no assay-postgres.so beside assay; apt install libpq-dev" screen
	echo nothing >module.so
	ASSAY_POSTGRES=$PWD/module.so run -6 "$ASSAY" list --store postgresql://localhost/x
	[[ $output == *"the module for it does not load"* ]]
	unset ASSAY_POSTGRES
	"$ASSAY" doctor -v | tr -s ' \n' ' ' | grep -q "yes stores in PostgreSQL"
}

@test "the program itself does not know libpq" {
	ldd "$ASSAY" >libraries
	run ! grep -qE "libpq|ssl|ldap|krb5" libraries
}
