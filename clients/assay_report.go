// SPDX-License-Identifier: MIT

// Benchmarks in Go for `assay run` (docs/reporter.md). Copy this file beside yours and give it your package's name;
// it needs the standard library alone, on Linux.
//
//	func main() {
//		assayBenchmark("sorting", func() { sort.Ints(append([]int(nil), data...)) })
//		assayMain()
//	}
//
// `assay run ./bench` makes every benchmark a subject of its own. Without assay, a table is printed. Programs that
// `go test -c` makes need none of this: assay knows them.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unsafe"
)

const assayEnough = time.Millisecond // calls are timed together until they take this long

type assayRun struct {
	name string
	run  func()
}

var assayRuns []assayRun

// assayBenchmark registers a function by a name, which is one word.
func assayBenchmark(name string, run func()) {
	assayCheckWord(name, "name")
	for _, other := range assayRuns {
		if other.name == name {
			panic(fmt.Sprintf("the benchmark %q needs a name of its own", name))
		}
	}
	assayRuns = append(assayRuns, assayRun{name, run})
}

// assayKeep makes the compiler believe that x is used, so that it is computed.
//
//go:noinline
func assayKeep[T any](x T) {}

func assayCheckWord(word, what string) {
	if word == "" || len(word) >= 1000 ||
		strings.IndexFunc(word, func(c rune) bool { return unicode.IsSpace(c) || !unicode.IsPrint(c) }) >= 0 {
		panic(fmt.Sprintf("%q is no %s: it takes one word", word, what))
	}
}

// assayAppend appends, with one write.
func assayAppend(path string, what []byte) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err == nil {
		_, err = file.Write(what)
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		panic(err)
	}
}

// assayClock is CLOCK_MONOTONIC in ns, which assay reads, too; assayBegan is the same instant.
var assayClock, assayBegan = func() (int64, time.Time) {
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano(), time.Now()
}()

// assayTime says how long n calls took, and when they ended.
func assayTime(run func(), n int) (time.Duration, int64) {
	start := time.Now()
	for i := 0; i < n; i++ {
		run()
	}
	end := time.Now()
	return end.Sub(start), assayClock + int64(end.Sub(assayBegan))
}

// assayMain lists the benchmarks, reports one to assay, or prints a table of all.
func assayMain() {
	if list := os.Getenv("ASSAY_LIST"); list != "" {
		assayAppend(list, []byte("assay 1\n"))
		for _, b := range assayRuns {
			assayAppend(list, []byte("benchmark "+b.name+"\n"))
		}
		return
	}
	wanted, chosen := os.LookupEnv("ASSAY_BENCHMARK")
	iterations, err := strconv.Atoi(os.Getenv("ASSAY_ITERATIONS"))
	if err != nil {
		iterations = 20
	}
	for _, b := range assayRuns {
		if !chosen || wanted == b.name {
			assayMeasure(b, iterations)
		}
	}
}

func assayMeasure(b assayRun, iterations int) {
	n := 1
	for n < 1<<30 {
		if took, _ := assayTime(b.run, n); took >= assayEnough {
			break
		}
		n *= 2
	}
	least := math.Inf(1)
	lines := []string{"assay 1\n"}
	for i := 0; i < iterations; i++ {
		took, end := assayTime(b.run, n)
		each := float64(took) / float64(n)
		least = math.Min(least, each)
		lines = append(lines, fmt.Sprintf("iteration %v ns n=%d t=%d benchmark=%s\n", each, n, end, b.name))
	}
	report := os.Getenv("ASSAY_REPORT")
	if report == "" {
		fmt.Printf("%s: min %.4g ns, in this process\n", b.name, least)
		return
	}
	for _, line := range lines {
		assayAppend(report, []byte(line))
	}
}

// assayValues are many numbers of one metric, such as the latencies of a load generator: kept while it measures, and
// reported when that is over. `assay run --criterion latency:p99 ./client` takes them.
//
//	latencies := assayNewValues("latency", "ns")
//	latencies.add(float64(ns)) // some ns each
//	latencies.report()
type assayValues struct {
	name, unit string
	list       []float64
}

func assayNewValues(name, unit string) *assayValues {
	assayCheckWord(name, "name")
	assayCheckWord(unit, "unit")
	return &assayValues{name, unit, make([]float64, 0, 1<<16)}
}

func (v *assayValues) add(value float64) {
	v.list = append(v.list, value)
}

// report appends them to the report where assay asks for one, and forgets them.
func (v *assayValues) report() {
	list := v.list
	v.list = v.list[:0]
	report := os.Getenv("ASSAY_REPORT")
	if report == "" || len(list) == 0 {
		return
	}
	path := fmt.Sprintf("%s.%d", report, os.Getpid())
	var out bytes.Buffer
	if _, err := os.Stat(path); err != nil {
		out.WriteString("assay 1\n")
	}
	fmt.Fprintf(&out, "values %s %d %s as float64\n", v.name, len(list), v.unit)
	binary.Write(&out, binary.LittleEndian, list)
	out.WriteByte('\n')
	assayAppend(path, out.Bytes())
}
