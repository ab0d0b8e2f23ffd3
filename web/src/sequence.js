// SPDX-License-Identifier: GPL-3.0-or-later
// Values in the order of time, on a canvas by uPlot: 200 000 of them zoom without a pause.
import uPlot from 'uplot'
import { css, h } from './dom.js'
import { rough, ticks } from './data.js'

const FONT = '12px -apple-system, "Segoe UI", Inter, Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif'

// Dots of all that is in the frame; of many that fall on one place one is drawn.
function draw_dots(u, colour, robust) {
	const { ctx, bbox } = u
	const [xs, ys] = u.data
	const from = Math.max(0, u.valToIdx(u.scales.x.min) - 1)
	const to = Math.min(xs.length - 1, u.valToIdx(u.scales.x.max) + 1)
	const few = to - from < 3000
	const size = (few ? 4 : to - from < 20000 ? 2.5 : 1.5) * devicePixelRatio
	const columns = Math.ceil(bbox.width) + 2
	const seen = few ? null : new Uint8Array(columns * (Math.ceil(bbox.height) + 2))
	const kx = bbox.width / (u.scales.x.max - u.scales.x.min)
	const ky = bbox.height / (u.scales.y.max - u.scales.y.min)
	ctx.save()
	ctx.beginPath()
	ctx.rect(bbox.left - size, bbox.top - size, bbox.width + 2 * size, bbox.height + 2 * size)
	ctx.clip()
	ctx.fillStyle = colour
	ctx.globalAlpha = few ? 0.62 : 0.5
	for (let i = from; i <= to; i++) {
		const px = (xs[i] - u.scales.x.min) * kx
		const y = Math.max(robust.lo, Math.min(robust.hi, ys[i]))
		const py = bbox.height - (y - u.scales.y.min) * ky
		if (px < 0 || px > bbox.width || py < -size || py > bbox.height + size) continue
		if (seen) {
			const cell = (py | 0) * columns + (px | 0)
			if (seen[cell]) continue
			seen[cell] = 1
		}
		ctx.fillRect(bbox.left + px - size / 2, bbox.top + py - size / 2, size, size)
	}
	ctx.restore()
}

/*
 * sequence(host, {values, at, axis, range, width, height, kind, name, zoomed, sync})
 *
 * at(i) is the number of value i among all. Drag zooms, a double click goes back, and so do + - 0 and arrows.
 */
export function sequence(host, o) {
	const n = o.values.length
	const xs = Float64Array.from({ length: n }, (_, i) => o.at(i))
	const full = { min: xs[0] - 0.5, max: xs[n - 1] + 0.5 }
	const read = h('p', { class: 'readout', 'aria-live': 'polite' }, o.hint ?? '')
	const ink = css(o.kind === 'reference' ? '--ref' : '--ink')
	let cursor = -1
	const say = i => {
		if (i == null || i < 0 || i >= n) return
		read.replaceChildren(h('b', {}, `execution ${xs[i]}`), `  ${rough(o.values[i], o.axis)}`)
	}
	const grid = { stroke: css('--rule'), width: 1 }
	const axes = { stroke: css('--mute'), ticks: { show: false }, font: FONT }
	const u = new uPlot({
		width: o.width, height: o.height, legend: { show: false }, padding: [10, 14, 0, 0],
		cursor: { y: false, drag: { x: true, y: false }, points: { show: false } },
		scales: { x: { time: false, min: full.min, max: full.max }, y: { range: [o.range.lo, o.range.hi] } },
		axes: [
			{ ...axes, grid: { show: false }, size: 28, values: (_, v) => v.map(x => (Number.isInteger(x) ? String(x) : '')) },
			{ ...axes, grid, size: 66, splits: (_, __, lo, hi) => ticks(lo / o.axis.per, hi / o.axis.per, o.height / 45).at.map(v => v * o.axis.per), values: (_, v) => {
				const t = ticks(o.range.lo / o.axis.per, o.range.hi / o.axis.per, o.height / 45)
				return v.map((x, i) => t.text(x / o.axis.per) + (i === v.length - 1 && o.axis.unit ? ` ${o.axis.unit}` : ''))
			} },
		],
		series: [{}, { stroke: ink, paths: () => null, points: { show: false } }],
		hooks: { setCursor: [x => say(x.cursor.idx)], draw: [x => draw_dots(x, ink, o.range)] },
	}, [xs, o.values], host)
	u.over.setAttribute('aria-hidden', 'true')
	const zoom = (min, max) => u.setScale('x', { min: Math.max(full.min, min), max: Math.min(full.max, max) })
	u.over.addEventListener('dblclick', () => zoom(full.min, full.max))
	host.tabIndex = 0
	host.setAttribute('role', 'application')
	host.setAttribute('aria-roledescription', 'chart')
	host.setAttribute('aria-label', `${o.label}. Arrows walk, plus and minus zoom, 0 shows all.`)
	host.addEventListener('keydown', e => {
		const { min, max } = u.scales.x
		const middle = cursor >= 0 ? xs[cursor] : (min + max) / 2
		const half = (max - min) / 2
		const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -n, End: n }[e.key]
		if (step) cursor = Math.max(0, Math.min(n - 1, (cursor < 0 ? u.valToIdx(step > 0 ? min : max) : cursor) + step))
		else if (e.key === '+' || e.key === '=') zoom(middle - half / 2, middle + half / 2)
		else if (e.key === '-') zoom(middle - half * 2, middle + half * 2)
		else if (e.key === '0') zoom(full.min, full.max)
		else return
		e.preventDefault()
		if (!step) return
		if (xs[cursor] < min || xs[cursor] > max) zoom(xs[cursor] - half, xs[cursor] + half)
		u.setCursor({ left: u.valToPos(xs[cursor], 'x'), top: 10 })
		say(cursor)
	})
	host.append(read)
	host.dataset.marks = n
	host.dataset.zoom = ''
	const note = () => (host.dataset.zoom = `${Math.round(u.scales.x.min)} ${Math.round(u.scales.x.max)}`)
	u.hooks.setScale = [note]
	note()
	return u
}
