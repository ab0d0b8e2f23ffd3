// SPDX-License-Identifier: GPL-3.0-or-later
// Charts that Observable Plot draws: the data come ready, here they get a place.
import { areaY, dot, line, lineY, link, plot as plain_plot, rect, ruleX, ruleY, text, tip, pointer } from '@observablehq/plot'
import { colour, digits, numbers, robust, rough } from './data.js'

const looks = {
	className: 'plot',
	style: { background: 'none', fontSize: '12px', color: 'var(--mute)', overflow: 'visible', fontFamily: 'inherit' },
}
// Groups of marks are no things that a reader of the screen stops at: what Plot calls them becomes their class.
function plot(options) {
	const chart = plain_plot(options)
	// Its style is in page.css: a served page takes none from elsewhere.
	for (const style of chart.querySelectorAll('style')) style.remove()
	for (const g of chart.querySelectorAll('g[aria-label]')) {
		g.classList.add(g.getAttribute('aria-label').replace(/[^a-z]+/g, '-'))
		g.removeAttribute('aria-label')
		g.removeAttribute('aria-description')
	}
	return chart
}
const cut = (name, width) => (name.length * 7 > width ? `${name.slice(0, Math.max(4, Math.floor(width / 7) - 1))}…` : name)

// Noise that is the same each time.
function* jitter() {
	for (let k = 7; ; k = (k * 16807 + 11) % 2147483647) yield k / 2147483647
}

const MOST_DOTS = 3000

// Which of n values get a dot: all, or as many as can be seen, evenly spread in time.
export function dots_of(n, subjects) {
	const most = Math.max(60, Math.floor(MOST_DOTS / subjects))
	const shown = Math.min(n, most)
	return Array.from({ length: shown }, (_, i) => Math.floor((i * n) / shown))
}

// Density above, the mean with its interval between, every execution below; all on one axis.
export function rainclouds(rows, { width, axis, title }) {
	const narrow = width < 620
	const left = narrow ? 4 : 168
	const tall = rows.length > 6 ? 92 : 132
	const cloud = tall * 0.42
	const top = Math.max(...rows.flatMap(r => (r.density ? [Math.max(...r.density.map(d => d[1]))] : [0]))) || 1
	const range = robust(rows.map(r => r.values), rows.flatMap(r => [r.lo, r.hi]).filter(v => v != null))
	// Room for the tails of curves, but where an amount ends, and where values lie beyond.
	const tail = 0.7 * (range.hi - range.lo)
	const curves = rows.flatMap(r => (r.density ? [r.density[0][0], r.density.at(-1)[0]] : []))
	if (!range.below) range.lo = Math.max(range.least >= 0 ? 0 : -Infinity, range.lo - tail, Math.min(range.lo, ...curves))
	if (!range.above) range.hi = Math.min(range.hi + tail, Math.max(range.hi, ...curves))
	const inside = v => v >= range.lo && v <= range.hi
	const random = jitter()
	const marks = []
	const points = []
	rows.forEach((r, i) => {
		const y0 = i * tall + cloud + 24
		const col = colour(r.kind)
		const near = (r.density ?? []).filter(d => inside(d[0]))
		marks.push(areaY(near, { x: d => d[0], y1: y0, y2: d => y0 - (cloud * d[1]) / top, fill: col, fillOpacity: 0.16 }),
			lineY(near, { x: d => d[0], y: d => y0 - (cloud * d[1]) / top, stroke: col, strokeWidth: 1.5 }))
		if (r.lo != null)
			marks.push(rect([r], { x1: Math.max(r.lo, range.lo), x2: Math.min(r.hi, range.hi), y1: y0 + 4, y2: y0 + 14, fill: col, fillOpacity: 0.42, rx: 2 }))
		marks.push(ruleX([r.mean].filter(inside), { y1: y0 + 1, y2: y0 + 17, stroke: col, strokeWidth: 2.5 }))
		for (const k of dots_of(r.values.length, rows.length)) {
			const v = r.values[k]
			points.push({ v: Math.max(range.lo, Math.min(range.hi, v)), out: !inside(v), y: y0 + 23 + tall * 0.12 * random.next().value, col, words: `${r.name}, execution ${r.at(k)}: ${rough(v, axis)}${inside(v) ? '' : ', beyond the axis'}` })
		}
		const at = { frameAnchor: 'left', textAnchor: 'start', dx: narrow ? 2 : -left + 4 }
		marks.push(text([cut(r.name, narrow ? width / 2 : left - 14)], { ...at, y: y0 - (narrow ? cloud + 10 : 22), text: d => d, fill: 'var(--ink)', fontWeight: 600, fontSize: 14 }),
			narrow ? null : text([r.note], { ...at, y: y0 - 4, text: d => d }))
	})
	const inks = [...new Set(points.map(p => p.col))]
	for (const ink of inks) {
		const of = { x: 'v', y: 'y' }
		marks.push(dot(points.filter(p => p.col === ink && !p.out), { ...of, r: 2.1, fill: ink, fillOpacity: 0.5 }),
			dot(points.filter(p => p.col === ink && p.out), { ...of, r: 2.6, fill: 'none', stroke: ink }))
	}
	marks.push(tip(points, pointer({ x: 'v', y: 'y', title: 'words', fontSize: 12, fill: 'var(--panel)', stroke: 'var(--rule)' })))
	return {
		dots: points.length,
		range,
		chart: plot({
			...looks, width, height: rows.length * tall + 46, marginLeft: left, marginTop: 4, marginBottom: 40, marginRight: 14,
			x: { domain: [range.lo, range.hi], transform: null, label: `${title}${axis.unit ? `, ${axis.unit}` : ''}`, labelAnchor: 'left', labelArrow: 'none', labelOffset: 36, grid: true, ticks: width / 110, tickFormat: v => tick(v, axis, range), tickSize: 0 },
			y: { axis: null, domain: [rows.length * tall, 0] },
			marks: marks.filter(Boolean),
		}),
	}
}

// Digits that tell neighbours on this axis apart.
export function tick(v, axis, range) {
	const wide = (range.hi - range.lo) / axis.per
	const decimals = Math.max(0, 1 - Math.floor(Math.log10(wide / 2)))
	return digits(String(+(v / axis.per).toFixed(Math.min(decimals, 9))))
}

// The autocorrelation by distance; independent values stay within the dotted lines, 95 of 100.
export function correlogram(acf, { width }) {
	const r = [...numbers(acf.r)].map((v, i) => ({ lag: i + 1, r: v, out: Math.abs(v) > acf.bound }))
	return plot({
		...looks, width, height: 200, marginLeft: 40, marginBottom: 38, marginTop: 10, marginRight: 8,
		x: { label: 'distance', labelAnchor: 'left', labelArrow: 'none', tickSize: 0, domain: [0.3, r.length + 0.7], ticks: Math.min(8, r.length), tickFormat: v => (Number.isInteger(v) ? String(v) : '') },
		y: { label: null, domain: [-1, 1], grid: true, ticks: 5, tickSize: 0, tickFormat: v => String(v).replace('-', '−') },
		marks: [ruleY([0], { stroke: 'var(--faint)' }),
			Number.isFinite(acf.bound) ? ruleY([acf.bound, -acf.bound], { stroke: 'var(--mute)', strokeDasharray: '2,3' }) : null,
			link(r, { x1: 'lag', x2: 'lag', y1: 0, y2: 'r', stroke: 'var(--ink)', strokeWidth: 2, strokeOpacity: d => (d.out ? 1 : 0.45) }),
			dot(r, { x: 'lag', y: 'r', r: 2.6, fill: 'var(--ink)', fillOpacity: d => (d.out ? 1 : 0.45), title: d => `distance ${d.lag}: ${d.r.toFixed(3).replace('-', '−')}`, tip: true })].filter(Boolean),
	})
}

// Each value over the one so many before it.
export function lag(values, distance, { width, axis, range }) {
	const n = values.length - distance
	const step = Math.max(1, Math.ceil(n / 700))
	const points = []
	for (let i = 0; i < n; i += step) points.push([values[i], values[i + distance]])
	const tidy = { domain: [range.lo, range.hi], ticks: width < 170 ? 2 : 3, tickSize: 0, grid: true, tickFormat: v => tick(v, axis, range), label: null }
	return {
		dots: points.length,
		chart: plot({
			...looks, width, height: width * 0.92, marginLeft: 44, marginBottom: 24, marginTop: 6, marginRight: 10,
			x: { ...tidy, clamp: true }, y: { ...tidy, clamp: true },
			marks: [link([0], { x1: range.lo, x2: range.hi, y1: range.lo, y2: range.hi, stroke: 'var(--faint)' }),
				dot(points, { x: d => d[0], y: d => d[1], r: 1.7, fill: 'var(--ink)', fillOpacity: Math.max(0.15, Math.min(0.55, 60 / points.length)) })],
		}),
	}
}

// Names of curves stand at heights of their own, where there is room: left of what lies in the right half.
function named(points, i, n, range) {
	const p = n > 1 ? 8 + (84 * i) / (n - 1) : 50
	const { v } = points[Math.round((p / 100) * (points.length - 1))]
	return { at: { v, p }, beside: (v - range.lo) / (range.hi - range.lo) > 0.6 ? { textAnchor: 'end', dx: -8 } : { textAnchor: 'start', dx: 8 } }
}

// Which share of the executions lies below a value.
export function shares_below(rows, { width, axis, title }) {
	const range = robust(rows.map(r => r.values))
	const curves = rows.map(r => {
		const sorted = Float64Array.from(r.values).sort()
		const step = Math.max(1, Math.floor(sorted.length / 600))
		const out = []
		for (let i = 0; i < sorted.length; i += step) out.push({ v: Math.max(range.lo, Math.min(range.hi, sorted[i])), p: (100 * (i + 0.5)) / sorted.length })
		return { ...r, points: out }
	})
	return plot({
		...looks, width, height: 300, marginLeft: 48, marginBottom: 42, marginTop: 12, marginRight: 12,
		x: { domain: [range.lo, range.hi], label: `${title}${axis.unit ? `, ${axis.unit}` : ''}`, labelAnchor: 'left', labelArrow: 'none', labelOffset: 36, grid: true, ticks: width / 90, tickSize: 0, tickFormat: v => tick(v, axis, range) },
		y: { label: null, domain: [0, 100], ticks: [0, 25, 50, 75, 100], tickFormat: v => `${v} %`, grid: true, tickSize: 0 },
		marks: [...curves.map(c => line(c.points, { x: 'v', y: 'p', stroke: colour(c.kind), strokeWidth: 2, strokeOpacity: 0.9, curve: 'step-after' })),
			...curves.map((c, i) => text([named(c.points, i, curves.length, range).at], { x: 'v', y: 'p', text: () => cut(c.name, width / 4), ...named(c.points, i, curves.length, range).beside, fill: c.kind === 'reference' ? 'var(--mute)' : colour(c.kind), fontWeight: 600, fontSize: 12, stroke: 'var(--bg)', strokeWidth: 4 })),
			tip(curves.flatMap(c => c.points.map(p => ({ ...p, words: `${Math.round(p.p)} % of ${c.name} below ${rough(p.v, axis)}` }))), pointer({ x: 'v', y: 'p', title: 'words', fill: 'var(--panel)', stroke: 'var(--rule)' }))],
	})
}
