// SPDX-License-Identifier: GPL-3.0-or-later

// Two benchmarks in Go: go build -o bench bench.go assay_report.go && assay run ./bench
package main

import "sort"

func main() {
	numbers := make([]int, 1000)
	for i := range numbers {
		numbers[i] = i * 7919 % 1000
	}
	assayBenchmark("quick", func() {
		sum := 0
		for _, x := range numbers[:10] {
			sum += x
		}
		assayKeep(sum)
	})
	assayBenchmark("sort/1000", func() {
		sort.Ints(append([]int(nil), numbers...))
	})
	assayMain()
}
