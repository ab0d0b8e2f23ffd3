# SPDX-License-Identifier: GPL-3.0-or-later
"""S4: tables 1 and 2 and figures 1 to 5 of 2001, each claim held to a rule that stands with it."""

from beside import CANNOT, claims, verdict

TITLE = "Some Statistical Performance Estimation Techniques for Dynamic Machines (2001)"
SIZES = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
ESTIMATORS = {"mean": "average", "median": "median", "q1": "quartile", "min": "minimum"}
# Table 1: relative standard deviations in percent, of low (L) and of high (H) load.
TABLE_1 = {
    ("mean", "L"): (16, 9.5, 7.0, 5.6, 5.0, 4.5, 4.0, 3.5, 3.2, 2.9),
    ("mean", "H"): (19, 11, 8.9, 7.8, 6.9, 6.4, 5.9, 5.6, 5.3, 5.1),
    ("median", "L"): (16, 10, 9.0, 6.1, 4.6, 2.9, 3.0, 2.9, 1.4, 1.2),
    ("median", "H"): (19, 15, 13, 11, 11, 9.5, 8.4, 8.0, 7.8, 7.6),
    ("q1", "L"): (16, 4.4, 1.2, 0.88, 0.67, 0.56, 0.36, 0.19, 0.096, 0.071),
    ("q1", "H"): (19, 9.9, 7.6, 7.6, 6.6, 6.6, 5.8, 5.7, 5.3, 5.3),
    ("min", "L"): (16, 4.4, 0.64, 0.14, 0.095, 0.089, 0.083, 0.080, 0.076, 0.072),
    ("min", "H"): (19, 9.9, 6.0, 4.3, 2.7, 2.0, 0.67, 0.52, 0.44, 0.41),
}
# Table 2: the same of the minimum, over all loads.
ANY = (19, 10, 5.8, 3.5, 2.2, 1.7, 0.95, 0.86, 0.80, 0.75)


def two(x):
    """A share in percent, with two digits that say something."""
    return f"{100 * x:.2g}"


class Load:
    """What the estimators say of the executions of a stratum."""

    def __init__(self, stratum, sizes):
        self.executions, self.sizes = stratum["executions"], stratum.get("sizes", sizes)
        self.of = {e["name"]: e for e in stratum["estimators"]}

    def known(self):
        return bool(self.of)

    def sd(self, name, k):
        e = self.of.get(name)
        return e["rel_sd"][self.sizes.index(k)] if e and k in self.sizes else None

    def average(self, name, k):
        return self.of[name]["average"][self.sizes.index(k)]


def strata(document):
    """Of low load, of high load, and of any."""
    sizes = document["sizes"]
    return Load(document["strata"][0], sizes), Load(document["strata"][-1], sizes), Load(document, sizes)


def smallest(load, k):
    return min(ESTIMATORS, key=lambda name: load.sd(name, k))


def largest(load, k):
    return max(ESTIMATORS, key=lambda name: load.sd(name, k))


def judged(seismod, instances):
    """Of each claim of the paper its words, the verdict, and the sentence that says why."""
    low, high, any_load = strata(seismod)
    if not (low.known() and high.known()):
        yield ("tables 1 and 2", CANNOT, "there are fewer than 20 executions at low or at high load")
        return
    yield ("High load adds processor time: 344 s at low load, 387 s at high", verdict(high.average("mean", 1) > low.average("mean", 1)),
           f"the mean at high load is {high.average('mean', 1) / low.average('mean', 1):.3f} times that at low load; reproduced means above 1")
    yield ("The minimum is the best estimator: it varies least", verdict(smallest(low, 11) == smallest(high, 11) == "min"),
           f"of 11 executions the {ESTIMATORS[smallest(low, 11)]} varies least at low load, the {ESTIMATORS[smallest(high, 11)]} at high load")
    yield ("The average varies most", verdict(largest(low, 11) == "mean"),
           f"of 11 executions at low load the {ESTIMATORS[largest(low, 11)]} does")
    yield ("At low load the minimum of 5 varies by less than 1 %", verdict(low.sd("min", 5) < 0.01), f"by {two(low.sd('min', 5))} %")
    yield ("At high load, and at any, the minimum of 11 varies by 2 % at most",
           verdict(max(high.sd("min", 11), any_load.sd("min", 11)) < 0.0205),
           f"by {two(high.sd('min', 11))} % at high load, by {two(any_load.sd('min', 11))} % at any")
    yield ("More observations are needed at high load: spreads fall more rapidly at low",
           verdict(all(low.sd("min", k) < high.sd("min", k) for k in (5, 11))),
           "of the minimum of 5 and of 11, by " + " and ".join(
               f"{two(low.sd('min', k))} % at low and {two(high.sd('min', k))} % at high load" for k in (5, 11)))
    yield from shapes(instances)
    yield ("The newer machine is 1.6 times as fast as the older", CANNOT, "there is one machine")


def shapes(instances):
    """Figures 2 to 5, by where the lower quartile lies between the minimum and the mean."""
    low, high, _ = strata(instances)
    if not (low.known() and high.known()):
        yield ("figures 4 and 5", CANNOT, "there are fewer than 20 executions at low or at high load")
        return

    def above(load):
        of = {name: load.of[name]["of_all"] for name in ESTIMATORS}
        return (of["q1"] - of["min"]) / (of["mean"] - of["min"])

    yield ("At low load times lie close to their minimum, with a tail; at high load the spike at the minimum is gone (figures 4 and 5)",
           verdict(above(low) < 0.5 < above(high)),
           f"the lower quartile lies at {100 * above(low):.0f} % of the way from the minimum to the mean at low load, at {100 * above(high):.0f} % at "
           "high; reproduced means below and above 50 %")


def table_1(low, high):
    yield "| estimator | load | " + " | ".join(f"k = {k}" for k in SIZES) + " |"
    yield "|:---|:---|" + "---:|" * len(SIZES)
    for name, title in ESTIMATORS.items():
        for letter, load in (("L", low), ("H", high)):
            cells = (f"{two(load.sd(name, k))} ({p:g})" if load.sd(name, k) is not None else f"- ({p:g})"
                     for k, p in zip(SIZES, TABLE_1[name, letter]))
            yield f"| {title} | {letter} | " + " | ".join(cells) + " |"


def averages(low, high, unit):
    yield "| estimator | load | " + " | ".join(f"k = {k}" for k in SIZES) + " |"
    yield "|:---|:---|" + "---:|" * len(SIZES)
    for name, title in ESTIMATORS.items():
        for letter, load in (("L", low), ("H", high)):
            yield f"| {title} | {letter} | " + " | ".join(
                f"{load.average(name, k) / unit:.1f}" if load.sd(name, k) is not None else "-" for k in SIZES) + " |"


def table_2(low, high, any_load):
    yield "| load | " + " | ".join(f"k = {k}" for k in SIZES) + " |"
    yield "|:---|" + "---:|" * len(SIZES)
    for title, load, published in (("low", low, TABLE_1["min", "L"]), ("high", high, TABLE_1["min", "H"]), ("any", any_load, ANY)):
        yield f"| {title} | " + " | ".join(
            f"{two(load.sd('min', k))} ({p:g})" if load.sd("min", k) is not None else f"- ({p:g})" for k, p in zip(SIZES, published)) + " |"


def needed(document, low, high, any_load):
    """How many observations of each of two programs tell a difference, by assay's rule, and by the published one."""
    yield "| estimator | load | " + " | ".join(f"{100 * d:g} %" for d in document["differences"]) + " |"
    yield "|:---|:---|" + "---:|" * len(document["differences"])
    for name, title in ESTIMATORS.items():
        for words, load in (("low", low), ("high", high), ("any", any_load)):
            e = load.of[name]
            cells = (f"{ours or 'more'}" if ours == published else f"{ours or 'more'} ({published or 'more'})"
                     for ours, published in zip(e["needed"], e["needed_published"]))
            yield f"| {title} | {words} | " + " | ".join(cells) + " |"


def section(study):
    seismod, instances = study.load("estimators", "s4-seismod"), study.load("estimators", "s4-instances")
    low, high, any_load = strata(seismod)
    cuts = [s["to"] for s in seismod["strata"][:-1]]
    yield "Haveraaen and Hundvebakke observed the processor time of a seismic simulation 600 times on a machine of 128 processors as others used it, at"
    yield "low load (below 80, 87 times) and at high (90 to 125, 338 times), and 400 times on one of 4 with up to 4 of it at once. Here it is a wave"
    yield "over a square (`examples/papers/wave`), and the experiment makes its load itself, so many busy programs, or others of the same, beside it as its block of executions says (`papers/busy`):"
    yield f"low load is below {cuts[0]:g} of them, one to a processor, high from {cuts[-1]:g}."
    yield ""
    yield f"{study.run()}; {study.command('s4-seismod')}, {seismod['executions']} executions beside busy programs,"
    yield f"of which {low.executions} at low load and {high.executions} at high; {instances['executions']} beside others of itself."
    if study.began() > cuts[0]:
        yield ""
        yield f"The load that others made ({study.began():.1f}) was above {cuts[0]:g} by itself: no execution was at low load, whatever was beside it, so that the claims"
        yield "below that set low load against high are to be asked again of a quiet machine."
    yield ""
    yield from claims(judged(seismod, instances))
    if not (low.known() and high.known()):
        return
    yield ""
    yield "### Table 1: how much estimates of k executions vary"
    yield ""
    yield "In percent; in brackets as published. L: low load, H: high."
    yield ""
    yield from table_1(low, high)
    yield ""
    yield "Their averages, in ms:"
    yield ""
    yield from averages(low, high, 1e6)
    yield ""
    yield "### Table 2: how much the minimum of k executions varies"
    yield ""
    yield from table_2(low, high, any_load)
    yield ""
    yield "Executions of each of two programs that tell a difference between them, by 2 sqrt(2) of these; in brackets, where it differs, by the published"
    yield "rule of 2. `more`: more than can be said, as of larger groups fewer than five share nothing."
    yield ""
    yield from needed(seismod, low, high, any_load)
    yield ""
    yield from study.figures(
        ("s4-seismod-scatter", "Figure 1: processor time over the load"),
        ("s4-seismod-strata", "Figures 2 and 3: processor times at low and at high load, busy programs beside it"),
        ("s4-instances-strata", "Figures 4 and 5: the same, others of itself beside it"))
