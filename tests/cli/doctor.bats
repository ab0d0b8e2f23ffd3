#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay doctor: what disturbs a machine. Machines are the trees of tests/data/probe.
load common

# looks TREE ARGUMENT...: what doctor says of a tree, in the file out.
looks() {
	local tree=$1
	shift
	(cd "$TREES" && "$ASSAY" doctor --root "$tree" "$@") >out 2>err || { cat err; return 1; }
	[ ! -s err ]
}

# Each tree has its two screens in tests/golden/doctor; ASSAY_REWRITE_GOLDEN=1 writes them anew.
@test "every tree has the screen that is expected of it" {
	for tree in "$TREES"/*/; do
		tree=$(basename "$tree")
		looks "$tree"
		mv out screen
		looks "$tree" -v
		{ cat screen && echo '======== -v' && cat out; } >both
		[ -z "$ASSAY_REWRITE_GOLDEN" ] || cp both "$GOLDEN/doctor/$tree.txt"
		diff -u "$GOLDEN/doctor/$tree.txt" both
	done
	[ "$(ls "$GOLDEN"/doctor/*.txt | wc -l)" -eq "$(ls -d "$TREES"/*/ | wc -l)" ]
}

@test "looking changes nothing" {
	cp -r "$TREES/constructed-laptop" tree
	"$ASSAY" doctor --root tree >out
	"$ASSAY" doctor --root tree --restore >out
	diff -r "$TREES/constructed-laptop" tree
	[ "$(find "$HOME" -mindepth 1)" = '' ]
}

@test "every tree states its origin, and constructed ones say that they are" {
	for tree in "$TREES"/*/; do
		case $tree in
		*/constructed-*) grep -q 'untested on$\|untested on hardware' "$tree/ORIGIN" && grep -q Constructed "$tree/ORIGIN" ;;
		*/recorded-*) grep -q '^Recorded' "$tree/ORIGIN" ;;
		*) false ;;
		esac
	done
}

@test "a folder with nothing in it has a reason for everything" {
	mkdir empty
	"$ASSAY" doctor --root empty --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq '[.findings[] | select(.weight == "unknown" and (.says | length) > 0)] | length' out)" -ge 15 ]
	[ "$(jq '[.findings[] | select(.weight == "matters")] | length' out)" -eq 0 ]
	[ "$(jq '[.abilities[] | select(.says == "")] | length' out)" -eq 0 ]
	"$ASSAY" doctor --root empty >out
	[ "$(head -n 1 out)" = "the machine of this tree: nothing that disturbs was found, but 18 of 18 cannot" ]
}

@test "what cannot be read says so" {
	cp -r "$TREES/constructed-laptop" tree
	chmod 0 tree/proc/loadavg
	if [ "$(id -u)" = 0 ]; then # who reads everything
		as_nobody sh -c '"$ASSAY" doctor --root tree -v' >out
	else
		looks "$PWD/tree" -v
	fi
	grep -q 'load: no permission to read /proc/loadavg' out
	chmod 600 tree/proc/loadavg
}

@test "bytes of a file that a terminal would act upon are shown, not sent" {
	cp -r "$TREES/constructed-laptop" tree
	for i in 0 1 2 3 4 5 6 7; do
		printf '\033[31mred' >"tree/sys/devices/system/cpu/cpu$i/cpufreq/scaling_governor"
	done
	printf '0::/$(touch here)/x\n' >tree/proc/self/cgroup
	mkdir -p 'tree/sys/fs/cgroup/$(touch here)'
	echo '1000 100000' >'tree/sys/fs/cgroup/$(touch here)/cpu.max'
	looks "$PWD/tree"
	grep -qF 'governor: \e[31mred' out
	grep -q 'cgroup: 0.01 processors' out
	absent -F 'touch here' out
	"$NEUTRAL_CHECK" <out
}

@test "the running system: a document as the schema says, without the probe" {
	"$ASSAY" doctor --no-probe --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -c '[.schema, .root, .noise]' out)" = '["assay-doctor-1",null,null]' ]
	[ "$(jq '.findings | length' out)" -eq 18 ]
}

@test "the running system: the probe records every processor" {
	"$ASSAY" doctor --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq '.noise.processors | length' out)" -eq "$(nproc)" ]
	[ "$(jq '[.noise.processors[] | select(.quanta > 0 and .median_ns > 0 and .taken >= 0 and .taken < 1)] | length' out)" \
		-eq "$(nproc)" ]
}

@test "a tree is tuned and given back, byte for byte, and both say old and new" {
	cp -r "$TREES/constructed-laptop" tree
	"$ASSAY" doctor --root tree --tune >out
	grep -q '^12 settings changed, until' out
	grep -q '^  governor  *powersave -> performance$' out
	grep -q '^  swap  *60 -> 1   /proc/sys/vm/swappiness$' out
	[ "$(cat tree/proc/sys/vm/swappiness)" = 1 ]
	state=$(echo "$HOME"/.local/state/assay/tuned-*)
	[ "$(stat -c %a "$state")" = 600 ]
	assay_fails 4 "cannot tune: this machine is tuned already, as '$state' remembers; assay doctor --restore gives back what was there" \
		doctor --root tree --tune
	"$ASSAY" doctor --root tree --restore >out
	[ "$(head -n 1 out)" = "everything is as it was" ]
	diff -r "$TREES/constructed-laptop" tree
	"$ASSAY" doctor --root tree --restore >out
	[ "$(cat out)" = "nothing to give back: no tune of this user is active" ]
}

@test "tuning one tree does not touch what is remembered of another" {
	cp -r "$TREES/constructed-laptop" one
	cp -r "$TREES/constructed-aarch64" other
	"$ASSAY" doctor --root one --tune >out
	"$ASSAY" doctor --root other --tune >out
	"$ASSAY" doctor --root one --restore >out
	diff -r "$TREES/constructed-laptop" one
	"$ASSAY" doctor --root other --restore >out
	diff -r "$TREES/constructed-aarch64" other
}

@test "documents of tuning are as the schema says" {
	cp -r "$TREES/constructed-laptop" tree
	"$ASSAY" doctor --root tree --tune --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -c '[.action, .active, ([.settings[] | select(.state == "changed")] | length)]' out)" = '["tune",true,12]' ]
	echo 100 >tree/proc/sys/vm/swappiness
	"$ASSAY" doctor --root tree --restore --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -c '.settings[] | select(.state == "foreign") | [.id, .found]' out)" = '["swap","100"]' ]
}

@test "without rights nothing is changed, and each setting is said with the command that does it" {
	mkdir closed
	cp -r "$TREES/constructed-laptop" closed/tree
	chmod -R a-w closed/tree
	[ "$(id -u)" != 0 ] || chown -R root closed
	status=0
	if [ "$(id -u)" = 0 ]; then
		chmod 755 closed
		as_nobody true
		chown -R root closed
		as_nobody "$PWD/bin/assay" doctor --root closed/tree --tune >out || status=$?
	else
		"$ASSAY" doctor --root closed/tree --tune >out || status=$?
	fi
	[ "$status" -eq 4 ]
	grep -q '^nothing was changed: no permission; as root: sudo assay doctor --tune$' out
	grep -qF 'echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor' out
	grep -qF 'echo 1 | sudo tee /proc/sys/kernel/perf_event_paranoid' out
	[ -z "$(ls "$HOME/.local/state/assay")" ]
	chmod -R u+w closed/tree
	diff -r "$TREES/constructed-laptop" closed/tree
}

@test "what cannot be combined or remembered is refused" {
	assay_fails 2 "--tune and --restore were given, and only one can be done" doctor --tune --restore
	cp -r "$TREES/constructed-laptop" tree
	HOME='' assay_fails 2 "cannot remember how the system was: there is no HOME to keep it in; set XDG_STATE_HOME" \
		doctor --root tree --tune
	diff -r "$TREES/constructed-laptop" tree
}

# No process can be started: the probe is what fails then.
@test "where the probe fails that is said, and all else is shown" {
	[ "$(id -u)" = 0 ] || skip "only root can be a user without any process"
	as_nobody true
	export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 # which needs a process
	as_nobody prlimit --nproc=1 "$PWD/bin/assay" doctor >out
	grep -q '^noise probe: cannot start a process on each processor to probe the noise' out
	grep -q '^what cannot be measured' out
	as_nobody prlimit --nproc=1 "$PWD/bin/assay" doctor --json >out
	"$SCHEMA_CHECK" "$SCHEMA" out
	[ "$(jq -r '.noise' out)" = null ]
	[[ $(jq -r '.noise_refused' out) == "cannot start a process on each processor"* ]]
}

@test "words and folders that cannot be are refused" {
	assay_fails 2 "assay doctor takes no words, but was given 'x'" doctor x
	touch file
	assay_fails 2 "cannot use 'file' for --root: expected a folder with proc and sys in it" doctor --root file
	assay_fails 6 "cannot look at the machine of 'nowhere': No such file or directory" doctor --root nowhere
}
