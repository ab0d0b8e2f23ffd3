# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# S3: 30 executions of 50 iterations of seven programs, and 60 builds; QUICK=1: 20 builds of 5 executions.

measure() {
	campaign s3
	if [ "${QUICK-}" = 1 ]; then
		campaign s3-layout --original --builds 20 -r 5
	else
		campaign s3-layout --original
	fi
}

tables() {
	local kind name
	table s3 levels
	table s3 dimension
	table s3-layout impact
	table s3-layout dimension
	for name in warm rijndael; do
		for kind in sequence lags acf; do
			figure "s3-$kind-$name" s3 "$name" --kind "$kind" --execution 1
		done
	done
	figure s3-course-warm s3 warm --kind course
	figure s3-iterations-warm s3 warm --kind iterations
	figure s3-layout s3-layout interpreter --kind layout
	state
}

# state: what assay says of the iterations of each benchmark, and where the original layout stands.
state() {
	if [ -n "$drawn" ]; then
		"$assay" show --json "$(result s3)" >s3.show.json
		return
	fi
	for name in auction fft interpreter rijndael warm wave-parallel words; do
		"$assay" show --json "$(number_of s3 "$name")" >"s3-$name.show.json"
	done
	"$assay" plot --kind layout "$(number_of s3-layout interpreter)" | tail -n 4 | tr -s '\n ' ' ' >s3-original
}
