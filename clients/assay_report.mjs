// SPDX-License-Identifier: MIT
// Benchmarks in JavaScript for `assay run` (docs/reporter.md). Copy this file; it needs Node.js alone.
//
//	import { benchmark, main } from "./assay_report.mjs";
//
//	benchmark("sorting", () => [...data].sort());
//	main();
//
// `assay run 'node bench.mjs'` makes every benchmark a subject of its own. Without assay, a table is printed.

import { appendFileSync, existsSync } from "node:fs";

const ENOUGH_NS = 1_000_000n; // calls are timed together until they take this long
const benchmarks = new Map();

// Register a function without parameters under a name, which is one word.
export function benchmark(name, run) {
	if (benchmarks.has(name) || !/^[^\s\p{Cc}]+$/u.test(name))
		throw new Error(`the benchmark ${JSON.stringify(name)} needs a name of its own, without blanks`);
	benchmarks.set(name, run);
}

// Many numbers of one metric, such as the latencies of a load generator: kept while it measures, and reported
// when that is over. `assay run --criterion latency:p99 'node client.mjs'` takes them.
//
//	const latencies = new Values("latency", "ns");
//	latencies.add(Number(end - start)); // some ns each
//	latencies.report();
export class Values {
	#name; #unit; #n = 0; #list = new Float64Array(1 << 16);

	constructor(name, unit) {
		for (const word of [name, unit])
			if (!/^[^\s\p{Cc}]{1,199}$/u.test(word))
				throw new Error(`${JSON.stringify(word)} is no name or unit: it takes one word`);
		this.#name = name;
		this.#unit = unit;
	}

	add(value) {
		if (this.#n === this.#list.length) {
			const more = new Float64Array(2 * this.#n);
			more.set(this.#list);
			this.#list = more;
		}
		this.#list[this.#n++] = value;
	}

	// Append them to the report where assay asks for one, and forget them.
	report() {
		const { ASSAY_REPORT } = process.env, n = this.#n;
		this.#n = 0;
		if (!ASSAY_REPORT || !n)
			return;
		const path = `${ASSAY_REPORT}.${process.pid}`;
		const bytes = Buffer.alloc(8 * n);
		for (let i = 0; i < n; i++)
			bytes.writeDoubleLE(this.#list[i], 8 * i);
		appendFileSync(path, (existsSync(path) ? "" : "assay 1\n") +
			`values ${this.#name} ${n} ${this.#unit} as float64\n`);
		appendFileSync(path, bytes);
		appendFileSync(path, "\n");
	}
}

// Append lines, each with one write.
function write(path, lines) {
	for (const line of lines)
		appendFileSync(path, line + "\n");
}

function time(run, n) {
	const start = process.hrtime.bigint(); // CLOCK_MONOTONIC
	for (let i = 0; i < n; i++)
		run();
	const end = process.hrtime.bigint();
	return { ns: end - start, end };
}

// So many calls take long enough for the clock.
function calls(run) {
	let n = 1;
	while (time(run, n).ns < ENOUGH_NS && n < 2 ** 30)
		n *= 2;
	return n;
}

// List the benchmarks, report one to assay, or print a table of all.
export function main() {
	const { ASSAY_LIST, ASSAY_REPORT, ASSAY_BENCHMARK, ASSAY_ITERATIONS = "20" } = process.env;
	if (ASSAY_LIST) {
		write(ASSAY_LIST, ["assay 1", ...[...benchmarks.keys()].map((name) => `benchmark ${name}`)]);
		return;
	}
	for (const [name, run] of benchmarks) {
		if (ASSAY_BENCHMARK !== undefined && ASSAY_BENCHMARK !== name)
			continue;
		const n = calls(run), times = [];
		for (let i = 0; i < Number(ASSAY_ITERATIONS); i++)
			times.push(time(run, n));
		const each = times.map(({ ns }) => Number(ns) / n);
		if (ASSAY_REPORT)
			write(ASSAY_REPORT, ["assay 1", ...times.map(({ end }, i) =>
				`iteration ${each[i]} ns n=${n} t=${end} benchmark=${name}`)]);
		else
			console.log(`${name}: min ${Math.min(...each).toPrecision(4)} ns, in this process`);
	}
}
