# SPDX-License-Identifier: GPL-3.0-or-later
# Energy by the processor's counters, of which the files are made here: constructed, untested on hardware.
load common

# with_counter COMMAND...: COMMAND where /sys/class is a tree with one counter of energy, which a process of
# ours moves by a microjoule again and again, each STEP seconds, and by 2.5 J for each file named add.
with_counter() {
	local user=() status=0
	[ "$(id -u)" = 0 ] || user=(--user --map-root-user)
	cat >move.py <<-'END'
		import os, sys, time
		zone = "/sys/class/powercap/intel-rapl:0/"
		os.makedirs(zone)
		for name, text in (("name", "package-0"), ("max_energy_range_uj", "65532610987")):
		    with open(zone + name, "w") as f:
		        print(text, file=f)
		counter = os.open(zone + "energy_uj", os.O_RDWR | os.O_CREAT, 0o644)
		value = 1000
		os.pwrite(counter, b"%019d\n" % value, 0)
		if os.fork() == 0:
		    os.execvp(sys.argv[1], sys.argv[1:])
		while True:
		    value += 1
		    if os.path.exists("add"):
		        value += 2500000
		        os.pwrite(counter, b"%019d\n" % value, 0)
		        os.unlink("add")
		    os.pwrite(counter, b"%019d\n" % value, 0)
		    if os.waitpid(-1, os.WNOHANG) != (0, 0):
		        break
		    time.sleep(float(os.environ.get("STEP", "0.0005")))
	END
	unshare "${user[@]}" --mount true 2>/dev/null || skip "no file system can be mounted here"
	unshare "${user[@]}" --mount sh -c 'mount -t tmpfs tmpfs /sys/class && exec python3 move.py "$@"' sh "$@"
}

@test "an execution has the energy that was counted around it, and idle stands beside" {
	script adds <<-'END'
		: >add
		while [ -e add ]; do sleep 0.01; done
		sleep 1
	END
	with_counter "$ASSAY" run -w 0 -r 2 --metric energy-package ./adds >out 2>err
	"$ASSAY" show --json >json
	case $(rows metric) in
	# Where the counter seldom got its turn its steps are long.
	*'missing in some executions: they are shorter than '*) return ;;
	'energy_package: all that the machine took (powercap, 1 socket, in steps of '*' ms); '*' W at idle, before the first execution') ;;
	*) cat out err && return 1 ;;
	esac
	[ "$(jq '[.subjects[0].summaries[] | select(.metric == "energy_package")][0].mean | . > 2.5 and . < 2.52' json)" = true ]
	[ "$(jq '[.subjects[0].summaries[] | select(.metric == "energy_package.idle")][0].mean | . > 0 and . < 0.02' json)" = true ]
	[ "$(jq -r '.metrics[] | select(.name == "energy_package") | .unit + " " + .better + " " + .level' json)" = "J less execution" ]
}

@test "an execution that is shorter than the counter's steps has no energy, and never 0 J" {
	# On a busy machine one takes a while, but not 20 of these steps.
	STEP=0.05 with_counter "$ASSAY" run -r 3 --metric energy_package true >out
	rows metric | grep -q '; missing in some executions: they are shorter than [0-9.e+]* ms, 20 steps of the counter, and would be known worse than to 10 %$'
	[ "$(grep -c 'energy package' out)" -eq 0 ]
}

@test "doctor tries the counter before it says that there is one" {
	with_counter "$ASSAY" doctor -v --no-probe >out
	tr -s ' \n' '  ' <out >line
	grep -q 'yes energy of the processor: energy_package (powercap); assay run --metric asks for it' line
}
