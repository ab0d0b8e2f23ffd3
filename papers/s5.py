# SPDX-License-Identifier: GPL-3.0-or-later
"""S5: figures 1 to 5 of 2016, the judge, and the delay model, each claim held to a rule that stands with it."""

from beside import CANNOT, claims, verdict

TITLE = "Robust benchmarking in noisy environments (2016)"
ESTIMATES = {"mean": "mean", "trimmed": "trimmed mean", "median": "median", "min": "minimum"}
LEVEL = 250  # executions of branchsum from which figure 2 is level


def two(x):
    """A share in percent, with two digits that say something."""
    return f"{100 * x:.2g}" if x < 0.995 else f"{100 * x:.0f}"


def short(subject):
    """sumindex of "sumindex of micro" or of "drawn (which = sumindex)"."""
    return subject.split("= ")[-1].rstrip(")").split(" ")[0]


def of_all(document, name):
    return next(e["of_all"] for e in document["estimators"] if e["name"] == name)


def spread(document):
    """Of one estimate over all trials: the relative standard deviation."""
    return document["estimators"][0]["rel_sd"][0]


def odd(document):
    """What means of trials are, that a normal sample of one distribution is not."""
    q, middle = document["quantiles"], of_all(document, "median")
    if q["neighbours_alike"] is not None:
        yield "like their neighbours"
    if document["clustered"] is not None:
        yield "slow in clusters"
    if q["q95"] - middle > 3 * (middle - q["q05"]):
        yield "skewed"


def per_n(documents):
    """Of each n the smallest T/n of all calibrations, and how much T varies."""
    return {int(d["subject"].split("=")[-1].strip(" )")): (of_all(d, "min"), spread(d)) for d in documents}


def rate(document, shift, estimate):
    rates = next(g["rates"] for g in document["gating"] if g["shift"] == shift)
    return rates[document["estimators"].index(estimate)]


def judged(trials, judge, minima, delays):
    """Of each claim of the paper its words, the verdict, and the sentence that says why."""
    names = [short(d["subject"]) for d in trials["mean"]]
    is_odd = {short(d["subject"]): list(odd(d)) for d in trials["mean"]}
    yield ("Means of trials are not independent and normal in any of the four benchmarks (figure 1)", verdict(all(is_odd.values())),
           "; ".join(f"{name}: {' and '.join(why) or 'nothing is seen'}" for name, why in is_odd.items())
           + "; skewed means that the 95 % quantile is over 3 times as far from the median as the 5 %")
    sd = {name: {e: spread(next(d for d in trials[e] if short(d["subject"]) == name)) for e in ESTIMATES} for name in names}
    least = {name: min(ESTIMATES, key=sd[name].get) for name in names}
    yield ("The minimum is the most robust estimate of a trial (figure 3)", verdict(set(least.values()) == {"min"}),
           "; ".join(f"of {name} the {ESTIMATES[e]} varies least between trials" for name, e in least.items()))
    sum_sd = sd["sumindex"]
    yield ("Median and trimmed mean go with the mode that a trial is in, the minimum does not (figure 3, sumindex)",
           verdict(min(sum_sd["median"], sum_sd["trimmed"]) > 2 * sum_sd["min"]),
           f"between trials the median varies by {two(sum_sd['median'])} %, the trimmed mean by {two(sum_sd['trimmed'])} %, the minimum by "
           f"{two(sum_sd['min'])} %; reproduced means over twice as much")
    end = minima[max(minima)][0] / max(minima)
    off = max(abs(v[0] / n / end - 1) for n, v in minima.items() if n >= LEVEL)
    wild = min(v[1] for n, v in minima.items() if n >= LEVEL)
    yield ("Single curves of T/n oscillate, their minimum tends to a constant (figure 2)", verdict(off < 0.05 and wild > off),
           f"from n = {LEVEL} on the minimum is within {two(off)} % of that at {max(minima)}, single calibrations vary by {two(wild)} % and more; reproduced "
           "means within 5 %, and less than single ones vary")
    alarms = {short(d["subject"]): rate(d, 0, "min") for d in judge}
    found = {short(d["subject"]): rate(d, 0.3, "min") for d in judge}
    worst, missed = max(alarms, key=alarms.get), min(found, key=found.get)
    yield ("Minima of two trials, held apart by 5 %, find what is 30 % slower, and seldom what is not there",
           verdict(alarms[worst] <= 0.01 and found[missed] >= 0.99),
           f"two trials of the same are called different in {two(alarms[worst])} % of all cases at most ({worst}), a planted change of 30 % is found in "
           f"{two(found[missed])} % at least ({missed}); reproduced means 1 % and 99 %")
    rare, often = delays["rare and long", "table"], delays["every instruction", "table"]
    yield ("In their delay model the minimum has the smallest error, where delays can be absent (10)",
           verdict(min(rare, key=lambda e: rare[e][1]) == "minimum"),
           "of " + ", ".join(f"{name} {two(error)} %" for name, (_, error) in rare.items()))
    yield ("Delays at every instruction do not go away with any n (9)", verdict(all(hit == 0 for hit, _ in often.values())),
           f"the minimum is off by {two(often['minimum'][1])} %, the mean by {two(often['mean'][1])} %, however many are timed together")
    yield ("Dozens of regressions of Julia's library were caught", CANNOT, "there is no such history here")


def read_delays(text):
    """Of each world and oracle, of each estimate how often it is within 1 %, and how far off it is."""
    found = {}
    for line in text.strip().split("\n"):
        cell, judge, hits, n, off = line.split("\t")[:5]
        _, world, oracle = cell.split("/")
        found.setdefault((world, oracle), {})[judge] = (int(hits) / int(n), float(off))
    return found


def trials_table(trials):
    yield "| benchmark | " + " | ".join(ESTIMATES.values()) + " |"
    yield "|:---|" + "---:|" * len(ESTIMATES)
    for i, d in enumerate(trials["mean"]):
        yield f"| {short(d['subject'])} | " + " | ".join(
            f"{of_all(trials[e][i], 'mean') / 1e3:.3g} us ± {two(spread(trials[e][i]))} %" for e in ESTIMATES) + " |"


def judge_table(judge):
    yield "| benchmark | change | " + " | ".join(ESTIMATES.values()) + " |"
    yield "|:---|:---|" + "---:|" * len(ESTIMATES)
    for d in judge:
        for shift in (0, 0.05, 0.3):
            yield f"| {short(d['subject'])} | {100 * shift:.0f} % | " + " | ".join(two(rate(d, shift, e)) for e in ESTIMATES) + " |"


def delays_table(delays):
    names = ("mean", "trimmed mean", "median", "lower quartile", "minimum")
    yield "| delays | n by | " + " | ".join(names) + " |"
    yield "|:---|:---|" + "---:|" * len(names)
    for (world, oracle), found in delays.items():
        yield f"| {world} | {oracle} | " + " | ".join(f"{two(found[e][0])} ({two(found[e][1])})" for e in names) + " |"


def section(study):
    trials = {e: study.documents(f"s5-trials-{e}.json") for e in ESTIMATES}
    judge = study.documents("s5-judge.json")
    minima, delays = per_n(study.documents("s5-calibrations-calibrations.json")), read_delays(study.text("s5-delays.tsv"))
    oracle = study.documents("s5-oracle.json")
    yield "Chen and Revels measured four benchmarks of Julia, 100 trials of 10 000 measurements each. Here they are `examples/micro`, in C by libassay: a trial is an"
    yield "execution, a measurement so many operations together as Algorithm 1 says. The calibrations of figure 2 are `examples/papers/batch`."
    yield ""
    yield f"{study.run()}; {study.command('s5')}, {trials['mean'][0]['executions']} trials of each;"
    yield f"{study.documents('s5-calibrations-calibrations.json')[0]['executions']} calibrations."
    yield ""
    yield from claims(judged(trials, judge, minima, delays))
    yield ""
    yield "### Figure 3: what estimates say of a trial, and ± how much that varies between trials"
    yield ""
    yield from trials_table(trials)
    yield ""
    yield "### The judge: how often two trials are called different"
    yield ""
    yield "In percent of all pairs: estimates of two trials of the same program that are more than 5 % apart, one of them as it is, or made slower by so much."
    yield ""
    yield from judge_table(judge)
    yield ""
    yield "### Figure 2: T/n over n"
    yield ""
    yield "| n | smallest T/n, ns | T varies by |"
    yield "|---:|---:|---:|"
    for n, (least, varies) in minima.items():
        yield f"| {n} | {least / n:.4g} | {two(varies)} % |"
    yield ""
    yield "### Figure 5: two oracles"
    yield ""
    yield f"How many to time together, with the clock of this machine: steps of {oracle[0]['resolution_ns']:.0f} ns, error up to {oracle[0]['accuracy_ns']:.0f} ns."
    yield ""
    yield "| one takes, ns | table | (11) |"
    yield "|---:|---:|---:|"
    for o in oracle:
        yield f"| {o['cost_ns']:g} | {o['count']} | {o['logistic']} |"
    yield ""
    yield "### The delay model, (2) to (9)"
    yield ""
    yield "Drawn by `bench/validity/delays.c`: 200 instructions that cost 200 ns without delays, 100 measurements, a clock that errs by up to 1000 ns. In percent: how often"
    yield "an estimate is within 1 % of the cost, and in brackets how far off it is on average. n by the table, by (11), 1, and the most that Algorithm 1 allows."
    yield ""
    yield from delays_table(delays)
    yield ""
    yield from study.figures(
        ("s5-sequence", "Figure 1: means of trials in the order of time, beside random order"),
        ("s5-calibrations-per-n", "Figure 2: T/n over n, a line a calibration"),
        ("s5-trials", "Figure 3: estimates of each trial"),
        ("s5-by-execution", "Figure 4: densities of trials over each other"))
