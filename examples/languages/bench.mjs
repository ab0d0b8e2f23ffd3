// SPDX-License-Identifier: GPL-3.0-or-later
// Two benchmarks in JavaScript: assay run 'node bench.mjs'
import { benchmark, main } from "./assay_report.mjs";

const numbers = Array.from({ length: 1000 }, (_, i) => i * 7919 % 1000);

benchmark("quick", () => numbers.slice(0, 10).reduce((a, b) => a + b));
benchmark("sort/1000", () => numbers.slice().sort((a, b) => a - b));
main();
