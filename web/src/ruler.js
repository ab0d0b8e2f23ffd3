// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler of a change. A band is the interval, a tick the estimate; the grey zone around "same" is what does not
// matter. Decided: filled. Undecided: hollow, and its estimate is not drawn. Never a bar from zero.
import { s } from './dom.js'
import { colour, ticks } from './data.js'

// What all comparisons fit into; one that is far away does not flatten the others.
export function domain(list, pad = 0.18) {
	const c = list.filter(x => x.lo != null)
	const near = c.map(x => Math.max(Math.abs(x.lo - 1), Math.abs(x.hi - 1))).sort((a, b) => a - b)
	const limit = near.length > 3 ? Math.max(0.04, 4 * near[near.length >> 1]) : Infinity
	const zone = Math.max(0.01, ...c.map(x => x.tolerance ?? 0))
	const lo = Math.max(1 - limit, Math.min(1 - 1.4 * zone, ...c.map(x => x.lo)))
	const hi = Math.min(1 + limit, Math.max(1 + 1.4 * zone, ...c.map(x => x.hi)))
	const wide = (hi - lo) * pad
	return [lo - wide, hi + wide]
}

const percent = (ratio, step) => {
	const v = 100 * (ratio - 1)
	if (Math.abs(v) < 1e-9) return 'same'
	return `${v > 0 ? '+' : '−'}${Math.abs(v).toFixed(step < 0.01 ? 1 : 0)}\u202f%`
}

const marks = ([lo, hi], width) => {
	const t = ticks(lo - 1, hi - 1, width / 92)
	const step = t.at.length > 1 ? t.at[1] - t.at[0] : 1
	return t.at.map(v => ({ ratio: 1 + v, text: percent(1 + v, step) }))
}

// Where the middle of a text is: at its place, as far as all of it stays inside.
const inside = (at, text, size, width) => {
	const half = 0.34 * size * text.length
	return Math.max(Math.min(half, width / 2), Math.min(Math.max(width - half, width / 2), at))
}

function band(c, x, y, half, big) {
	const decided = c.kind === 'worse' || c.kind === 'better' || c.kind === 'small'
	const same = c.kind === 'same' || c.kind === 'identical'
	const col = colour(c.kind)
	const lo = x(c.lo)
	const wide = Math.max(3, x(c.hi) - lo)
	return [
		s('rect', {
			x: lo, width: wide, y: y - half, height: 2 * half, rx: big ? 4 : 2.5, class: 'band',
			fill: decided || same ? col : 'var(--bg)', 'fill-opacity': decided || same ? 0.3 : 1,
			stroke: decided || same ? 'none' : 'var(--mute)', 'stroke-width': 1.25, 'stroke-dasharray': decided || same ? null : '3 2.5',
		}),
		decided && s('line', { x1: x(c.ratio), x2: x(c.ratio), y1: y - half - (big ? 4 : 1), y2: y + half + (big ? 4 : 1), stroke: col, 'stroke-width': big ? 3 : 2, 'stroke-linecap': 'round' }),
	]
}

// One in a row of a table; the axis stands in its head.
export function strip(c, { width, range, height = 41 }) {
	const x = r => 2 + ((Math.max(range[0], Math.min(range[1], r)) - range[0]) / (range[1] - range[0])) * (width - 4)
	const zone = c?.tolerance ?? 0
	const far = c?.lo != null && (c.lo > range[1] || c.hi < range[0])
	const say = c?.lo != null ? `${c.word}, ${c.bounds}` : 'no interval'
	return s('svg', { class: 'strip', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': say },
		s('title', {}, say),
		s('rect', { x: x(1 - zone), width: x(1 + zone) - x(1 - zone), y: 0, height, fill: 'var(--zone)' }),
		s('line', { x1: x(1), x2: x(1), y1: 0, y2: height, stroke: 'var(--faint)' }),
		far ? s('text', { x: c.lo > range[1] ? width - 2 : 2, y: height / 2 + 5, 'text-anchor': c.lo > range[1] ? 'end' : 'start', 'font-size': 15, fill: colour(c.kind) }, c.lo > range[1] ? '»' : '«')
			: c?.lo != null && band(c, x, height / 2, 5, false))
}

export function strip_axis(range, width) {
	const x = r => 2 + ((r - range[0]) / (range[1] - range[0])) * (width - 4)
	return s('svg', { class: 'strip', width, height: 16, viewBox: `0 0 ${width} 16`, role: 'img', 'aria-label': 'change' },
		marks(range, width).map(m => s('text', { x: inside(x(m.ratio), m.text, 12, width), y: 12, 'text-anchor': 'middle', 'font-size': 12, class: 'mute' }, m.text)))
}

// The one of the first screen.
export function ruler(c, { width, less, noun }) {
	const range = domain([c], 0.25)
	const m = 16
	const x = r => m + ((Math.max(range[0], Math.min(range[1], r)) - range[0]) / (range[1] - range[0])) * (width - 2 * m)
	const y = 50
	const zone = c.tolerance ?? 0
	const text = (at, row, anchor, words, extra) => s('text', { x: at, y: row, 'text-anchor': anchor, 'font-size': 12, class: 'mute', ...extra }, words)
	const middle = (x(c.lo) + x(c.hi)) / 2
	const decided = c.kind === 'worse' || c.kind === 'better' || c.kind === 'small'
	const say = `${c.word}, ${c.bounds}`
	const words = decided ? c.word : c.bounds
	return s('svg', { class: 'ruler', width, height: 134, viewBox: `0 0 ${width} 134`, role: 'img', 'aria-label': say },
		s('title', {}, say),
		s('rect', { x: x(1 - zone), width: Math.max(1, x(1 + zone) - x(1 - zone)), y: 26, height: 54, fill: 'var(--zone)' }),
		s('line', { x1: x(1), x2: x(1), y1: 26, y2: 80, stroke: 'var(--faint)' }),
		s('line', { x1: m, x2: width - m, y1: 80, y2: 80, stroke: 'var(--rule)' }),
		marks(range, width).map(t => [s('line', { x1: x(t.ratio), x2: x(t.ratio), y1: 80, y2: 84, stroke: 'var(--faint)' }), text(inside(x(t.ratio), t.text, 12, width), 98, 'middle', t.text)]),
		text(m, 124, 'start', `← ${less} ${noun}`),
		zone > 0 && width > 520 && text(width / 2, 124, 'middle', `grey: ±\u202f${+(100 * zone).toFixed(2)}\u202f% does not matter`),
		text(width - m, 124, 'end', `more ${noun} →`),
		band(c, x, y, 11, true),
		text(inside(middle, words, 15, width), 22, 'middle', words, { 'font-size': 15, 'font-weight': 600, class: class_of_ruler(c.kind) }))
}

const class_of_ruler = kind => (kind === 'worse' ? 'worse-text' : kind === 'better' ? 'better-text' : 'ink-text')
