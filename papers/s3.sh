# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2154 # top, assay: of papers/run
# S3: 30 executions of 50 iterations of seven programs, and 60 builds; QUICK=1: 20 builds of 5 executions.

# shellcheck source=papers/benchmarks.sh
. "$top/papers/benchmarks.sh"

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
			picture "s3-$kind-$name" s3 "$name" --kind "$kind" --execution 1
		done
	done
	picture s3-course-warm s3 warm --kind course
	picture s3-iterations-warm s3 warm --kind iterations
	picture s3-layout s3-layout interpreter --kind layout
	said s3 auction fft interpreter rijndael warm wave-parallel words
	[ -n "$drawn" ] || "$assay" plot --kind layout "$(number_of s3-layout interpreter)" | tail -n 4 | tr -s '\n ' ' ' >s3-original
}
