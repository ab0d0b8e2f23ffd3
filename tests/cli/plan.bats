#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# assay plan: from given variances and costs, and from a pilot.
load common

three='iteration=400,execution=25,build=4'
costs='iteration=1s,start=30s,build=10m'

# plan ARGUMENT...: the plan as JSON, in p
plan() {
	"$ASSAY" plan --json "$@" >p
	"$SCHEMA_CHECK" "$SCHEMA" p
}

# value PYTHON: of the plan
value() {
	python3 -c "import json; p = json.load(open('p')); print($1)"
}

@test "a plan from given variances and costs, its unit and its optimum" {
	"$ASSAY" plan --variance $three --cost $costs --mean 1000 --precision 0.2% >out
	cat >want <<-END
	plan: 11 builds x 9 executions x 22 iterations, 3 h 16 min, expected +- 0.2 %
	      (95 % confidence)
	  build    17 min 48 s; its mean varies by 0.3 % (standard deviation)
	  optimum  11.18 executions, 21.91 iterations
	END
	diff want out
}

@test "without a mean the half-width is in the unit of the values" {
	"$ASSAY" plan --variance $three --cost $costs >out
	[[ $(cat out) == *"expected +- 3.5"$'\n'* ]]
	assay_fails 2 "cannot plan for --precision: a percentage of an unknown mean; give --mean" \
		plan --variance $three --cost $costs --precision 1%
}

@test "what a budget gives, and one too small for five units" {
	plan --variance $three --cost $costs --mean 1000 --budget 2h --precision 0.1%
	[ "$(value "p['met'], p['cost_s'] <= 7200, p['half_width'] > 0.001, p['precision_s'] > 7200")" = \
		"False True True True" ]
	"$ASSAY" plan --variance $three --cost $costs --budget 20m >out
	[ "$(cat out)" = "plan: none: this budget buys 1 build; at least 5 are needed, 52 min 35 s" ]
	"$ASSAY" plan --variance $three --cost $costs --budget 1ms --min-top 2 >out
	[ "$(cat out)" = "plan: none: this budget buys 0 builds; at least 2 are needed, 21 min 2 s" ]
}

# bats test_tags=long
@test "how sure a plan from a pilot is, and that no cap but the least share of variance holds it" {
	plan --variance $three --cost $costs --mean 1000 --precision 0.2% \
		--pilot iteration=2,execution=2,build=5
	[ "$(value "p['sure'] > p['levels'][2]['count']")" = True ]
	[ "$(value "p['levels'][0]['count'] < 22, p['levels'][1]['count'] < 9")" = "True True" ]
	plan --variance iteration=400,execution=-3,build=4 --cost $costs \
		--pilot iteration=20,execution=5,build=5 --kappa 0
	[ "$(value "p['levels'][1]['count']")" = 1 ]
	plan --variance iteration=400,execution=-3,build=4 --cost $costs \
		--pilot iteration=20,execution=5,build=5 --kappa 1
	[ "$(value "p['levels'][1]['count'] > 1")" = True ]
	assay_fails 2 "cannot use --kappa with --variance: how much the variances can be trusted depends on the counts they are from; give --pilot" \
		plan --variance $three --cost $costs --kappa 1
}

@test "costs of 0 count as a nanosecond" {
	plan --variance iteration=1,execution=1 --cost iteration=0,execution=0
	[ "$(value "p['unit_cost_s']")" = 2e-09 ]
}

@test "levels by names of their own stand above the others, in the order given" {
	plan --variance machine=1,build=4,room=2,start=25 --cost machine=1h,room=2h,start=3s,build=30m
	[ "$(value "[l['name'] for l in p['levels']]")" = "['execution', 'build', 'machine', 'room']" ]
	"$ASSAY" plan --variance machine=1,build=4 --cost machine=1h,build=30m >out
	[[ $(cat out) == "plan: 5 machines x 3 builds, 12 h 30 min, expected +- 1.9 "* ]]
}

@test "bad lists of levels" {
	local list="expected LEVEL=NUMBER with commas between, such as iteration=400,execution=25,build=4"
	local times="expected LEVEL=TIME with commas between, such as build=30m,start=3s,iteration=2ms"
	for bad in build build= =4 build=nan build=inf build=1s 'a b=3' ''; do
		assay_fails 2 "cannot use '$bad' for --variance: $list" plan --variance "$bad"
	done
	for bad in build=-3s build=nan build=3 build=; do
		assay_fails 2 "cannot use '$bad' for --cost: $times" plan --variance build=1 --cost "$bad"
		assay_fails 2 "cannot use '$bad' for --cost: $times" run --cost "$bad" true
	done
	assay_fails 2 "cannot use 'bild' for --variance: there is no such level; did you mean build?" \
		plan --variance bild=3
	assay_fails 2 "cannot use 'room' for --cost: there is no such level; the levels are iteration, execution (or start) and build" \
		run --cost room=3s true
	assay_fails 2 "cannot use 'execution' for --cost twice: give each level once" \
		run --cost execution=3s,start=3s true
	assay_fails 2 "cannot plan from --variance: --cost does not have the level build; give each level" \
		plan --variance $three --cost iteration=1s,start=3s
	assay_fails 2 "cannot plan from --variance: --variance does not have the level build; give each level" \
		plan --variance execution=1 --cost build=1s,start=3s
	assay_fails 2 "cannot use 'i' for --variance: 8 levels are the most" \
		plan --variance a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1
	assay_fails 2 "cannot plan how many executions: what units cost is not known; give --cost" \
		plan --variance build=4,execution=3
	assay_fails 2 "cannot plan for --budget: what units cost is not known; give --cost" \
		plan --variance execution=3 --budget 3s
}

@test "numbers that are none, and options without effect" {
	assay_fails 2 "cannot use '0' for --mean: expected a number other than 0, such as 12.5" \
		plan --variance $three --cost $costs --mean 0
	assay_fails 2 "cannot use 'nan' for --mean: expected a number other than 0, such as 12.5" \
		plan --variance $three --cost $costs --mean nan
	assay_fails 2 "cannot use '1.5' for --kappa: expected a number from 0 to 1, such as 0.25" \
		run --kappa 1.5 true
	assay_fails 2 "cannot use '1' for --min-top: expected a whole number from 2 to 100000000" \
		run --min-top 1 true
	assay_fails 2 "cannot use --build with --variance: nothing is measured; leave one out" \
		plan --variance $three --cost $costs --build make
	assay_fails 2 "cannot plan './x' from --variance: with given variances nothing is measured; leave one out" \
		plan --variance $three --cost $costs ./x
	assay_fails 2 "cannot use --mean without --variance: what is measured is not given" \
		plan --mean 3 ./x
	assay_fails 2 "cannot plan a single build: it is the top level, and one unit has no interval; 2 are the least" \
		plan --variance $three --cost $costs --builds 1
}

@test "given costs decide the plan of a program, and are kept with its result" {
	"$ASSAY" run --seed 3 --stage1 5 -M 6 --cost start=2s,iteration=1ms \
		"$TARGET execution=0.001 iteration=0.05"
	"$ASSAY" show --json >r
	[ "$(python3 -c "import json; p = json.load(open('r'))['plan']
print(p['cost_s']['execution'], p['cost_s']['iteration'], p['iterations'] > 200)")" = "2 0.001 True" ]
}

@test "a plan measures a pilot, prints what it takes, and keeps no result" {
	plan --seed 3 --cost build=30s,start=1s,iteration=1s --build "$TARGET build prog" \
		'./prog build=0.05 execution=0.01' --precision 10% --budget 1h
	[ "$(value "[l['name'] for l in p['levels']], p['met'], p['sure'] > 0")" = \
		"['iteration', 'execution', 'build'] True True" ]
	run "$ASSAY" list
	[[ $output != *prog* ]]
}

# bats test_tags=long
@test "what a result has taught: what a precision would cost, and what a budget would give" {
	"$ASSAY" run --seed 3 --builds 5 -r 5 --iterations 4 --build "$TARGET build prog" \
		'./prog build=0.05 execution=0.02 iteration=0.05' --label taught --export here.assay
	rm prog
	for result in @last @1 @taught here.assay; do
		plan "$result" --cost build=30s,start=1s,iteration=1ms --precision 2%
		[ "$(value "[l['name'] for l in p['levels']], p['met'], p['half_width'] <= 0.02")" = \
			"['iteration', 'execution', 'build'] True True" ]
		plan "$result" --cost build=30s,start=1s,iteration=1ms --budget 10m
		[ "$(value "p['precision'], p['cost_s'] <= 600, p['half_width'] > 0")" = "None True True" ]
	done
	plan @last --iterations 3 -r 7 --builds 9
	[ "$(value "[l['count'] for l in p['levels']]")" = "[3, 7, 9]" ]
	plan @last --criterion wall
	[ "$(value "[l['name'] for l in p['levels']]")" = "['execution', 'build']" ]
	"$ASSAY" plan @last --budget 1us >out
	[[ $(cat out) == "plan: none: this budget buys 0 builds; at least 5 are needed, "* ]]
	[ ! -e prog ]
}

# bats test_tags=long
@test "a result of two commands is planned by their ratio" {
	"$ASSAY" run --seed 3 -r 8 --iterations 4 "$TARGET execution=0.02" \
		"$TARGET execution=0.02 seed=2"
	plan @last --precision 0.1%
	[ "$(value "p['of_ratio'], p['commands'], p['precision'], p['half_width'] <= 0.001")" = \
		"True 2 0.001 True" ]
	plan @last --budget 1us # no machine is so quick
	[ "$(value "p['needed']")" = 6 ]
	plan @last --precision 0.1% --precision-each
	[ "$(value "p['of_ratio']")" = False ]
}

# bats test_tags=long
@test "how many rounds see a change follows from how much a result varied" {
	awk 'BEGIN {
		srand(7)
		print "subject,execution,round,value,unit"
		for (r = 1; r <= 20; r++)
			for (s = 0; s < 2; s++)
				printf "%s,%d,%d,%.6f,ms\n", s ? "new" : "old", r, r, 100 + 3 * rand()
	}' >pairs.csv
	"$ASSAY" import pairs.csv >/dev/null
	plan @last --cost start=1s --detect 0.5%,1%,3%
	[ "$(value "p['schema'], p['power'], p['paired'], [c['change'] for c in p['changes']]")" = \
		"assay-detect-1 0.9 True [0.005, 0.01, 0.03]" ]
	# each costs a second of both commands, and half the change some four times the rounds
	[ "$(value "[c['cost_s'] == 2 * c['rounds'] for c in p['changes']], \
		3.5 < p['changes'][0]['rounds'] / p['changes'][1]['rounds'] < 4.5, \
		p['changes'][2]['rounds'], all(c['sure'] >= c['rounds'] or c['rounds'] == 6 \
		or c['sure'] > 0 for c in p['changes'])")" = "[True, True, True] True 6 True" ]
	many=$(value "p['changes'][1]['rounds']")
	plan @last --cost start=1s --detect 1% --power 50%
	[ "$(value "p['changes'][0]['rounds'] < $many")" = True ]
	plan @last --cost start=1s --detect 1% --confidence 99%
	[ "$(value "p['confidence'], p['changes'][0]['rounds'] > $many")" = "0.99 True" ]
	"$ASSAY" plan @last --cost start=1s --detect 0.5%,1%,3% >out
	[[ $(cat out) == "plan: to see a change with 90 % (95 % confidence; log ratios of rounds vary"* ]]
	[[ $(cat out) == *"  change "*" rounds "*" time "*" 80 % sure"* ]]
}

@test "a change that no number of rounds shows is refused in a sentence" {
	rounds_table 20 a=10 b=10.02 >t.csv
	"$ASSAY" import t.csv >/dev/null
	assay_fails 6 "cannot plan for a change of 1e-07 %: it takes more than 1000000000000 rounds; ask for a larger one" \
		plan @last --cost start=1s --detect 0.0000001%
}

@test "of builds, a result says how many of them see a change" {
	"$ASSAY" run --seed 3 -r 2 --builds 6 --iterations 1 -w 0 --build "$TARGET build ./p" \
		"./p build=0.03 execution=0.01 seed=1" "./p build=0.03 execution=0.01 seed=2" >/dev/null
	plan @last --cost build=10s,start=1s --detect 1%,3%
	[ "$(value "p['paired'], all(c['rounds'] == 2 * c['builds'] for c in p['changes']), \
		p['changes'][0]['builds'] > p['changes'][1]['builds'] >= 5, \
		all(c['cost_s'] > 20 * c['builds'] for c in p['changes'])")" = "False True True True" ]
	"$ASSAY" plan @last --detect 1%,3% >out
	[[ $(cat out) == *"  change "*" executions "*" builds "*" time"* ]]
}

@test "a change or a power that cannot be planned for is refused" {
	"$ASSAY" run -r 3 true >/dev/null
	wanted="expected percentages above 0 % with commas between, 16 at most, such as 0.5%,1%,3%"
	for bad in 0% 1 '1%,' ',1%' '' x% '1%,0%'; do
		assay_fails 2 "cannot use '$bad' for --detect: $wanted" plan @last "--detect=$bad"
	done
	wanted="expected a percentage above 0 % and below 100 %, such as 90%"
	for bad in 0% 100% 90; do
		assay_fails 2 "cannot use '$bad' for --power: $wanted" \
			plan @last --detect 1% "--power=$bad"
	done
	assay_fails 6 "cannot plan for a change from this result: it compares nothing; name one of two commands or versions" \
		plan @last --detect 1%
	assay_fails 2 "cannot use --power without --detect: it is the power to see a change of some size; give that, such as --detect 1%" \
		plan @last --power 80%
	assay_fails 2 "cannot use --budget with --detect: nothing is measured; leave one out" \
		plan @last --detect 1% --budget 3s
	assay_fails 2 "cannot use --detect without a result: what changes are seen follows from how much it varied; measure it once, then ask assay plan @last" \
		plan --detect 1% true
}

# lasting N STATE SHUFFLED: a table of N executions whose machine keeps a share STATE of its state from
# one to the next; shuffled, the same values at other times.
lasting() {
	awk -v n="$1" -v state="$2" -v shuffled="$3" 'BEGIN {
		srand(5)
		print "execution,order,value,unit"
		for (i = 1; i <= n; i++) {
			s = state * s + sqrt(1 - state * state) * (rand() + rand() + rand() - 1.5)
			at[i] = i
			value[i] = 1000 + 20 * s + 4 * rand()
		}
		for (i = n; i > 1 && shuffled; i--) {
			k = 1 + int(rand() * i)
			t = at[i]; at[i] = at[k]; at[k] = t
		}
		for (i = 1; i <= n; i++) printf "%d,%d,%.6f,ms\n", i, at[i], value[i]
	}' >"lasting-$1-$2-$3.csv"
	"$ASSAY" import "lasting-$1-$2-$3.csv" >/dev/null
}

# bats test_tags=long
@test "a plan from executions that depend on each other has as many more as these tell less" {
	lasting 400 0.9 ""
	plan @last --cost start=1s --precision 0.01%
	[ "$(value "p['confidence_holds'], p['met'], p['half_width'] <= 0.0001")" = "yes True True" ]
	depending=$(value "p['levels'][0]['count']")
	lasting 400 0.9 yes
	plan @last --cost start=1s --precision 0.01%
	[ "$(value "p['confidence_holds'], $depending > 4 * p['levels'][0]['count']")" = "yes True" ]
	plan @last --cost start=1s --budget 100s
	[ "$(value "p['precision'], p['levels'][0]['count']")" = "None 100" ]
}

@test "a plan from few executions holds if they are independent, one from a lasting state not at all" {
	lasting 30 0 ""
	plan @last --cost start=1s --precision 0.1%
	[ "$(value "p['confidence_holds']")" = "if independent" ]
	"$ASSAY" plan @last --cost start=1s --precision 0.1% >out
	[[ $(tr -s ' \n' ' ' <out) == *"(95 % if executions are independent)"* ]]
	lasting 60 0.999 ""
	"$ASSAY" plan @last --cost start=1s --precision 0.1% >out
	[[ $(tr -s ' \n' ' ' <out) == "plan: none: the machine's state lasted as long as the pilot; more executions in this session would not settle it "* ]]
	plan @last --cost start=1s --precision 0.1%
	[ "$(value "p['confidence_holds'], p['met'], p['half_width']")" = "below False None" ]
}

@test "a result cannot be planned from together with commands, nor from what it does not have" {
	"$ASSAY" run -r 1 --iterations 1 "$TARGET execution=0.02"
	assay_fails 6 "'$TARGET execution=0.02' has too few units to plan from; 2 are the least" plan @last
	assay_fails 2 "cannot plan from '@last' and './x' together: a plan is of one result, or of commands; leave one out" \
		plan @last ./x
	assay_fails 2 "cannot use --build with a result: nothing is measured; leave one out" \
		plan @last --build make
	assay_fails 2 "cannot plan for 'speed': the result has no such metric" plan @last --criterion speed
}

@test "without a warm-up a plan is made all the same" {
	"$ASSAY" plan -w 0 "$TARGET execution=0.01" >out
	[[ $(cat out) == plan:*executions*iteration* ]]
}

@test "the numbers of golden/02, by the command line" {
	python3 "$BATS_TEST_DIRNAME/plan_golden.py" "$ASSAY" "$GOLDEN"
}

@test "the variance of the lowest level cannot be below 0, those above it can" {
	assay_fails 2 "cannot plan from a variance of -4 of executions: that of the lowest level is no difference of others, and cannot be below 0" \
		plan --variance execution=-4 --cost execution=1s
	"$ASSAY" plan --variance iteration=4,execution=-1 --cost execution=1s,iteration=1ms
}

@test "how many short operations to time together: fewer the longer one takes, by the clock of the machine" {
	"$ASSAY" plan --oracle 1ns --oracle 50ns --oracle 400ns --oracle 2us --oracle 1ms --json | jq -s . >out
	[ "$(jq -c 'map(.count) | . == (sort | reverse)' out)" = true ]
	[ "$(jq -c 'map(1 <= .count and .count <= .limit) | all' out)" = true ]
	[ "$(jq '.[-1].count' out)" = 1 ]
	plan --oracle 1ns
	[ "$(value "p['limit'] == min(1000000, -(-p['accuracy_ns'] // p['resolution_ns']))")" = True ]
	"$ASSAY" plan --oracle 5s >out
	[[ $(cat out) == "plan: time 1 operation together, of 5"*s$'\n'"  clock "*": steps of "* ]]
}

@test "an oracle that is asked of several costs reads the clock once" {
	"$ASSAY" plan --oracle 1ns --oracle 400ns --oracle 1ms --json | jq -s . >out
	[ "$(jq -c 'map(.cost_ns)' out)" = '[1,400,1000000]' ]
	[ "$(jq 'map([.resolution_ns, .accuracy_ns, .limit]) | unique | length' out)" = 1 ]
	"$ASSAY" plan --oracle 1ns --oracle 1ms >out
	[ "$(grep -c '^plan: ' out)" = 2 ]
	[ "$(grep -c '^  clock ' out)" = 1 ]
	assay_fails 2 "cannot use '0' for --oracle: expected what one operation takes, of 1 ns or more, such as 50ns" \
		plan --oracle 1ns --oracle 0
}

@test "an oracle that is asked for something else" {
	local wanted="expected what one operation takes, of 1 ns or more, such as 50ns"
	for bad in 0 50 -3ns x 0.2ns; do
		assay_fails 2 "cannot use '$bad' for --oracle: $wanted" plan "--oracle=$bad"
	done
	assay_fails 2 "cannot plan 'true' with --oracle: nothing is measured; leave one out" \
		plan --oracle 5ns true
	assay_fails 2 "cannot use --variance with --oracle: nothing is measured; leave one out" \
		plan --oracle 5ns --variance build=3
}

# four: 5 machines of 4 builds of 4 executions of 6 iterations, whose machines differ and whose builds do not, as four.csv.
four() {
	awk 'BEGIN {
		srand(2)
		print "machine,build,execution,iteration,value,unit"
		for (m = 1; m <= 5; m++) {
			of_machine = 2 * (rand() - 0.5)
			for (b = 1; b <= 4; b++)
				for (e = 1; e <= 4; e++) {
					of_execution = rand() - 0.5
					for (i = 1; i <= 6; i++)
						printf "%d,%d,%d,%d,%.6f,ms\n", m, b, e, i, 100 + of_machine + of_execution + 3 * (rand() - 0.5)
				}
		}
	}' >four.csv
}

@test "a table with levels of its own is planned from, and what that saves against its own counts is said" {
	four
	plan --precision 0.5% --cost machine=1h,build=10s,execution=2s,iteration=10ms four.csv
	[ "$(value "[l['name'] for l in p['levels']]")" = "['iteration', 'execution', 'build', 'machine']" ]
	[ "$(value "p['met'], p['half_width'] <= 0.005, p['flat']['counts'][:3]")" = 'True True [6, 4, 4]' ]
	# by hand: machines of the flat plan times what one of them costs
	[ "$(value "abs(p['flat']['counts'][3] * (3600 + 4 * (10 + 4 * (2 + 6 * .01))) - p['flat']['cost_s']) < 1e-6")" = True ]
	"$ASSAY" plan -v --kappa 0 --precision 0.5% --cost machine=1h,build=10s,execution=2s,iteration=10ms four.csv | tr -s '\n ' ' ' >out
	grep -q 'as many of each as were measured, would take [0-9]* h.*: the plan saves' out
	grep -q '2013 as published, rounded up: ' out
}

@test "a level of which nothing is seen is said with its number" {
	four
	"$ASSAY" show --json four.csv | jq -e '.subjects[0].summaries[0].levels[2].t2 < 0'
	"$ASSAY" plan --precision 0.5% --cost machine=1h,build=10s,execution=2s,iteration=10ms four.csv | tr -s '\n ' ' ' >out
	grep -q 'note builds show no variation of their own (T^2 -' out || grep -q 'note builds show no variation of their own (T² -' out
}

@test "costs of a table are those of its levels, and what it tells is not given" {
	four
	assay_fails 2 "cannot plan from four.csv: --cost does not have the level iteration; give each level" \
		plan --cost machine=1h,build=10s,execution=2s four.csv
	assay_fails 2 "cannot plan from four.csv: four.csv does not have the level node; give each level" \
		plan --cost machine=1h,build=10s,execution=2s,iteration=1ms,node=1s four.csv
	assay_fails 2 "cannot use --mean with 'four.csv', which tells that itself: leave one out" plan --mean 3 four.csv
	sed 's/^machine/subject/' four.csv >several.csv
	assay_fails 2 "cannot plan from 'several.csv': it has 5 subjects, and a plan is of one; keep the rows of that alone" \
		plan --cost build=10s,execution=2s,iteration=1ms several.csv
}

@test "how many machines are worth it is that of the reference, with what half and twice as many give" {
	given=(--machines 50 --variance 'machine=1e-4,session=1e-5,round=4e-4' --cost 'machine=60s,session=5s,round=10s')
	# a half-width of ln 1.01 is less than the 0.01 of 33_machines.json, plan1: as many machines or more
	"$ASSAY" plan "${given[@]}" --precision 1% --json >json
	"$SCHEMA_CHECK" "$SCHEMA" json
	jq -e '.met and .plan.half_width <= 0.01 and .plan.machines >= 12 and .half.cost_s <= .plan.cost_s and
		.half.machines == (.plan.machines / 2 | floor) and .half.half_width > .plan.half_width' json
	# plan7 of it
	"$ASSAY" plan "${given[@]}" --budget 1h --json >json
	jq -e '[.plan | .machines, .sessions, .rounds, .cost_s] == [31, 1, 5, 3565]' json
	"$ASSAY" plan "${given[@]}" --budget 1h >out
	rows machines | grep -qE '^31 machines, each with 1 session of 5 rounds: (±|\+-) 0.5 % on the ratio for machines like these \(95 %\)$'
	[ "$(rows takes)" = "59 min 25 s of all machines together, 115 s where they run at the same time" ]
}

@test "a precision that machines cannot give is said, with the narrowest that they can" {
	"$ASSAY" plan --machines 10 --variance machine=1e-4,round=4e-4 --cost machine=60s,round=10s --precision 0.5% >out
	rows warning | grep -q 'cannot be had with 10 machines at most: this is the narrowest$'
	rows machines | grep -q '^10 machines, each with 1 session of 200 rounds'
}

@test "what a plan for machines lacks is said" {
	local one='--variance machine=1,round=1'
	assay_fails 2 "cannot plan machines (--machines) for nothing: say --precision, or --budget in machine time" \
		plan --machines 9 $one --cost machine=1s,round=1s
	assay_fails 2 "cannot plan machines without the level round of --cost: such as --cost machine=..,round=.." \
		plan --machines 9 $one --cost machine=1s --precision 1%
	assay_fails 2 "cannot plan machines from the level build of --variance: with --machines there are machine, session and round" \
		plan --machines 9 --variance build=1 --cost machine=1s --precision 1%
	assay_fails 2 "cannot plan machines: the budget of 1 s pays for no two machines with a round each" \
		plan --machines 9 $one --cost machine=1s,round=1s --budget 1s
	assay_fails 2 "cannot plan 'true' for machines: how they vary is not measured here; give --variance and --cost, and leave it out" \
		plan --machines 9 $one --cost machine=1s,round=1s --budget 1s true
}

@test "a result without its @ is no program: the message says how it is named" {
	"$ASSAY" run -r 3 -w 0 --label nightly true >out
	for name in 1 nightly 77; do
		assay_fails 2 "cannot plan '$name': there is no such program in PATH; to plan from the result of that name, write: assay plan @$name" \
			plan "$name"
	done
	assay_fails 5 "cannot run 'no-such-program': there is no such program in PATH; check the spelling, or give its path" \
		plan no-such-program
}

@test "assay plan of nothing says what it takes" {
	assay_fails 2 'assay plan needs a command, such as assay plan --precision 0.5% ./bench, a result, such as assay plan @last, or a suite in ./assay.yaml (assay help suite)' plan
	assay_fails 2 'assay plan needs a command, such as assay plan --precision 0.5% ./bench, a result, such as assay plan @last, or a suite in ./assay.yaml (assay help suite)' plan --precision 1%
}
