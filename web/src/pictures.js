// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that files and the terminal have as well: frames of marks, which come ready (docs/report.md).
import { figure, h, s } from './dom.js'
import { digits, rough, ticks } from './data.js'

const tones = { ink: 'var(--ink)', ref: 'var(--ref)', mute: 'var(--mute)', worse: 'var(--worse)', better: 'var(--better)', little: 'var(--faint)', some: 'var(--ref)', more: 'var(--mute)', much: 'var(--ink)' }
const dashes = ['', '7 4', '2 3', '10 5', '9 4 2 4', '9 4 2 3 2 4', '6 3 6 3 2 3', '12 4']
const LETTER = 7.2 // pixels, about, at 12 px
const LINE = 16
const cut = (name, letters) => (name.length > letters ? `${name.slice(0, Math.max(3, letters - 1))}…` : name)

function log_ticks(from, to, most) {
	for (const steps of [[1, 2, 5], [1]]) {
		const at = []
		for (let ten = Math.floor(Math.log10(from)); ten <= Math.log10(to); ten++) for (const k of steps) if (k * 10 ** ten >= from && k * 10 ** ten <= to) at.push(k * 10 ** ten)
		if (at.length <= most || steps.length === 1) return { at, text: v => (v >= 1e5 || v < 1e-3 ? v.toExponential(0).replace('e+', '·10^').replace(/^1·/, '') : String(+v.toPrecision(6))) }
	}
}

const place = a => {
	const f = v => (a.log ? Math.log(v) : v)
	return v => Math.max(0, Math.min(1, (f(v) - f(a.from)) / (f(a.to) - f(a.from))))
}
const beyond = (a, v) => v < a.from || v > a.to
const round_ticks = (a, room) => {
	const from = a.from / a.per
	const to = a.to / a.per
	if (a.log) return log_ticks(from, to, room)
	const t = ticks(from, to, room)
	return a.whole ? { at: t.at.filter(Number.isInteger), text: v => digits(String(v)) } : t
}

// How much a frame takes on its left: the widest of its labels.
const left_of = (a, t, width) => (is_bare(a) ? 8 : a.names ? Math.min(width / 3, 8 + LETTER * Math.max(...a.names.map(n => n.length))) : 10 + LETTER * Math.max(1, ...t.at.map(v => t.text(v).length)))

function paint(layer, k, x, y, box) {
	const col = tones[layer.tone]
	const n = (layer.x ?? layer.y ?? layer.lo ?? []).length
	if (!n) return []
	const all = Array.from({ length: n }, (_, i) => i)
	const has = i => ['x', 'y', 'lo', 'hi'].every(c => layer[c] == null || layer[c][i] != null)
	const one = (i, tag, attributes) => s(tag, attributes)
	const path = values => {
		let d = ''
		let pen = false
		for (const i of all) {
			if (layer.x?.[i] == null || values?.[i] == null) { pen = false; continue }
			d += `${pen ? 'L' : 'M'}${x(layer.x[i]).toFixed(1)} ${y(values[i]).toFixed(1)}`
			pen = true
		}
		return d
	}
	switch (layer.mark) {
	case 'dots':
		return all.filter(has).map(i => one(i, 'circle', { cx: x(layer.x[i]), cy: y(layer.y[i]), r: layer.thin ? 1.3 : 2.4, fill: layer.series % 2 ? 'none' : col, stroke: layer.series % 2 ? col : null, 'fill-opacity': layer.thin ? 0.6 : 0.8 }))
	case 'line':
		return [layer.shaded && s('path', { d: `${path(layer.y)}L${x(layer.x[n - 1]).toFixed(1)} ${box.bottom}L${x(layer.x[0]).toFixed(1)} ${box.bottom}Z`, fill: col, 'fill-opacity': 0.12 }), s('path', { d: path(layer.y), fill: 'none', stroke: col, 'stroke-width': layer.thin ? 0.6 : layer.tone === 'ink' ? 1.8 : 1.3, 'stroke-opacity': layer.thin ? 0.45 : 1, 'stroke-dasharray': layer.thin ? null : dashes[layer.series % dashes.length] || null })]
	case 'band': {
		const runs = []
		let run = []
		for (const i of all) {
			if (layer.x?.[i] != null && layer.lo?.[i] != null && layer.hi?.[i] != null) run.push(i)
			else if (run.length) { runs.push(run); run = [] }
		}
		if (run.length) runs.push(run)
		return runs.map(r => s('path', { d: `M${r.map(i => `${x(layer.x[i]).toFixed(1)} ${y(layer.hi[i]).toFixed(1)}`).join('L')}L${[...r].reverse().map(i => `${x(layer.x[i]).toFixed(1)} ${y(layer.lo[i]).toFixed(1)}`).join('L')}Z`, fill: col, 'fill-opacity': 0.25 }))
	}
	case 'span':
		return all.filter(has).flatMap(i => [s('rect', { x: x(layer.lo[i]), width: Math.max(2, x(layer.hi[i]) - x(layer.lo[i])), y: y(layer.y[i]) - 6, height: 12, rx: 2, fill: col, 'fill-opacity': 0.4 }), s('line', { x1: x(layer.x[i]), x2: x(layer.x[i]), y1: y(layer.y[i]) - 9, y2: y(layer.y[i]) + 9, stroke: col, 'stroke-width': 2 })])
	case 'rise':
		return all.filter(has).flatMap(i => [s('rect', { x: x(layer.x[i]) - 3, width: 6, y: y(layer.hi[i]), height: Math.max(1, y(layer.lo[i]) - y(layer.hi[i])), fill: col, 'fill-opacity': 0.35 }), s('circle', { cx: x(layer.x[i]), cy: y(layer.y[i]), r: 3, fill: col })])
	case 'bar':
		return all.filter(has).flatMap(i => [s('rect', { x: box.left, width: Math.max(1, x(layer.x[i]) - box.left), y: y(layer.y[i] + layer.half), height: Math.max(2, y(layer.y[i] - layer.half) - y(layer.y[i] + layer.half)), fill: col, 'fill-opacity': 0.7 }), layer.text?.[i] && s('text', { x: x(layer.x[i]) + 6, y: y(layer.y[i]) + 4, class: 'mute' }, layer.text[i])])
	case 'column':
		return all.filter(has).map(i => { const [a, b] = [y(layer.y[i]), y(0)]; return s('rect', { x: x(layer.x[i] - layer.half), width: Math.max(1.5, x(layer.x[i] + layer.half) - x(layer.x[i] - layer.half)), y: Math.min(a, b), height: Math.abs(a - b), fill: col, 'fill-opacity': 0.6 }) })
	case 'tick':
		return all.filter(has).map(i => s('line', { x1: x(layer.x[i] - layer.half), x2: x(layer.x[i] + layer.half), y1: y(layer.y[i]), y2: y(layer.y[i]), stroke: col, 'stroke-width': 2 }))
	case 'at':
		return all.filter(has).map(i => s('line', { x1: x(layer.x[i]), x2: x(layer.x[i]), y1: box.top, y2: box.bottom, stroke: col, 'stroke-dasharray': '2 3' }))
	case 'level':
		return all.filter(has).map(i => s('line', { x1: box.left, x2: box.right, y1: y(layer.y[i]), y2: y(layer.y[i]), stroke: col, 'stroke-dasharray': '2 3' }))
	case 'zone':
		return all.filter(has).map(i => s('rect', { x: x(layer.lo[i]), width: x(layer.hi[i]) - x(layer.lo[i]), y: box.top, height: box.bottom - box.top, fill: 'var(--zone)' }))
	}
	return []
}

// What lines are called, at their right ends, pushed apart where these are close; of what has no end there, nothing.
function names_of_lines(frame, y, box, width) {
	const found = frame.layers.filter(l => l.label && ['line', 'band', 'rise'].includes(l.mark)).map(l => {
		let i = (l.x ?? []).length - 1
		while (i >= 0 && (l.x[i] == null || (l.y ?? l.hi)?.[i] == null)) i--
		return i >= 0 && { label: l.label, at: y((l.y ?? l.hi)[i]), mute: l.tone === 'ref' }
	}).filter(Boolean).sort((a, b) => a.at - b.at)
	for (let i = 1; i < found.length; i++) found[i].at = Math.max(found[i].at, found[i - 1].at + LINE)
	for (let i = found.length - 1; i >= 0; i--) found[i].at = Math.min(found[i].at, i + 1 < found.length ? found[i + 1].at - LINE : box.bottom)
	return found.map(f => s('text', { x: box.right + 7, y: f.at + 4, class: f.mute ? 'mute' : 'ink' }, cut(f.label, Math.floor((width - box.right - 7) / LETTER))))
}

// Where height counts nothing by itself, curves are called at their tops.
const is_bare = a => a.names?.length === 1 && !a.names[0]

const STROKE = 26 // pixels of its own line before a name

// Above all curves, as near to its top as there is room in a row.
function tops_of(frame, x, left, right) {
	const put = []
	for (const l of frame.layers.filter(l => l.label && l.mark === 'line' && l.x && l.y)) {
		let top = 0
		for (let i = 0; i < l.y.length; i++) if (l.y[i] > l.y[top]) top = i
		const wide = STROKE + 18 + LETTER * l.label.length
		const at = Math.max(left, Math.min(right - wide, x(l.x[top]) - wide / 2))
		let row = 0
		while (put.some(t => t.row === row && at < t.at + t.wide && t.at < at + wide)) row++
		put.push({ l, at, wide, row })
	}
	return put
}

const names_of_tops = (tops, box) => tops.map(({ l, at, row }) => {
	const up = box.top - 8 - row * LINE
	return [s('line', { x1: at, x2: at + STROKE, y1: up, y2: up, stroke: tones[l.tone], 'stroke-width': 1.3, 'stroke-dasharray': dashes[l.series % dashes.length] || null }),
		s('text', { x: at + STROKE + 6, y: up + 4, class: 'mute' }, l.label)]
})

// Names of places in rows above all data, from the left, so that none lies over another.
function places_of(frame, x, left, right) {
	const taken = []
	return frame.layers.filter(l => ['at', 'zone'].includes(l.mark)).flatMap(l => (l.x ?? l.lo ?? []).map((v, i) => [v, l.text ? l.text[i] : i ? '' : l.label, l.mark])).filter(([v, name]) => v != null && name).map(([v, name, mark]) => {
		const wide = LETTER * name.length + 6
		const at = x(v)
		return { name, wide, from: at + wide <= right ? at + 3 : Math.max(left, mark === 'zone' ? right - wide : at - wide) }
	}).sort((a, b) => a.from - b.from).map(p => {
		let row = 0
		while (taken[row] > p.from) row++
		if (row > 3) return null
		taken[row] = p.from + p.wide
		return { ...p, row }
	}).filter(Boolean)
}

const names_of_places = (places, above) => places.map(p => s('text', { x: p.from, y: above + 8 + p.row * LINE, class: 'ink' }, p.name))

const high_of = (frame, width) => (frame.y.names && !is_bare(frame.y) ? Math.max(60, frame.y.names.length * 34) : Math.max(150, Math.min(300, width * 0.42)))

// What a frame takes beside its axes.
function beside(frame, width) {
	const ends = is_bare(frame.y) ? [] : frame.layers.filter(l => l.label && ['line', 'band', 'rise'].includes(l.mark))
	const texts = frame.layers.filter(l => l.mark === 'bar' && l.text).flatMap(l => l.text)
	return { left: left_of(frame.y, round_ticks(frame.y, high_of(frame, width) / 44), width), right: Math.min(width / 3, Math.max(14, ...ends.map(l => 14 + LETTER * l.label.length), ...texts.map(t => 12 + LETTER * t.length))) }
}

// The names of dots, side by side from `left` on, in as many rows as it takes.
function key_of(frame, left, width) {
	let at = left, row = 0
	return frame.layers.filter(l => l.mark === 'dots' && l.label).map(layer => {
		const wide = LETTER * layer.label.length + 28
		if (at > left && at + wide > width) [at, row] = [left, row + 1]
		at += wide
		return { layer, from: at - wide, row }
	})
}

function draw_frame(frame, width, said, { left, right }) {
	const key = key_of(frame, left, width)
	const first = frame.title ? LINE : 0
	const bare = is_bare(frame.y)
	const px = place(frame.x)
	const x = v => left + px(v) * (width - right - left)
	const tops = bare ? tops_of(frame, x, left, width - right) : []
	const places = places_of(frame, x, left, width - right)
	const above = first + LINE * (key.length ? key.at(-1).row + 1 : 0) + (frame.y.label ? LINE : 0) + 8
	const head = above + LINE * (Math.max(0, ...tops.map(t => t.row + 1)) + Math.max(0, ...places.map(p => p.row + 1)))
	const inside = high_of(frame, width)
	const height = head + inside + 44
	const yt = round_ticks(frame.y, inside / 44)
	const box = { left, right: width - right, top: head, bottom: head + inside }
	const xt = round_ticks(frame.x, Math.max(2, (box.right - box.left) / 80))
	const py = place(frame.y)
	const y = v => box.bottom - py(v) * (box.bottom - box.top)
	const unit = a => (a.unit && a.unit !== '%' && a.label ? `${a.label} (${a.unit})` : a.label)
	const svg = s('svg', { width, height, viewBox: `0 0 ${width} ${height}`, class: 'drawn', role: 'img', 'aria-label': said },
		s('title', {}, said),
		frame.title && s('text', { x: box.left, y: LINE - 4, class: 'ink' }, cut(frame.title, Math.floor((width - left) / LETTER))),
		key.map(({ layer: l, from, row }) => [s('circle', { cx: from + 4, cy: first + LINE * (row + 1) - 8, r: 3.4, fill: l.series % 2 ? 'none' : tones[l.tone], stroke: tones[l.tone] }), s('text', { x: from + 12, y: first + LINE * (row + 1) - 4, class: 'mute' }, l.label)]),
		frame.y.label && s('text', { x: box.left, y: above - 10, class: 'mute' }, unit(frame.y)),
		frame.y.names ? frame.y.names.map((n, i) => s('text', { x: box.left - 8, y: y(i) + 4, 'text-anchor': 'end', class: 'ink' }, cut(n, Math.floor((left - 8) / LETTER))))
			: yt.at.map(v => [s('line', { x1: box.left, x2: box.right, y1: y(v * frame.y.per), y2: y(v * frame.y.per), stroke: 'var(--rule)' }), s('text', { x: box.left - 6, y: y(v * frame.y.per) + 4, 'text-anchor': 'end', class: 'mute' }, `${yt.text(v)}${!frame.y.metric && frame.y.unit === '%' ? '\u202f%' : ''}`)]),
		frame.x.names ? frame.x.names.map((n, i) => s('text', { x: x(i), y: box.bottom + 16, 'text-anchor': 'middle', class: 'ink' }, cut(n, Math.floor((box.right - box.left) / frame.x.names.length / LETTER))))
			: xt.at.map(v => [frame.y.names && s('line', { x1: x(v * frame.x.per), x2: x(v * frame.x.per), y1: box.top, y2: box.bottom, stroke: 'var(--rule)' }), s('text', { x: x(v * frame.x.per), y: box.bottom + 16, 'text-anchor': 'middle', class: 'mute' }, `${xt.text(v)}${frame.x.unit === '%' ? '\u202f%' : ''}`)]),
		frame.x.label && s('text', { x: (box.left + box.right) / 2, y: box.bottom + 36, 'text-anchor': 'middle', class: 'mute' }, unit(frame.x)),
		['x', 'y'].filter(a => frame[a].broken).map(a => [0, 4].map(d => (a === 'x' ? s('line', { x1: box.left + 5 + d, x2: box.left + 9 + d, y1: box.bottom + 4, y2: box.bottom - 4, stroke: 'var(--mute)', class: 'break' }) : s('line', { x1: box.left - 4, x2: box.left + 4, y1: box.bottom - 5 - d, y2: box.bottom - 9 - d, stroke: 'var(--mute)', class: 'break' })))),
		frame.layers.map((l, k) => s('g', { class: `mark-${l.mark}`, 'data-marks': (l.x ?? l.y ?? l.lo ?? []).length }, paint(l, k, x, y, box))),
		names_of_places(places, above),
		bare ? names_of_tops(tops, box) : names_of_lines(frame, y, box, width))
	return hovered(svg, frame, { x, y, box, width, height })
}

// The nearest dot under the pointer says what it is.
function hovered(svg, frame, { x, y, box, width, height }) {
	const points = frame.layers.filter(l => ['dots', 'rise', 'tick', 'line'].includes(l.mark) && !l.thin && l.x && l.y).flatMap(l => l.x.map((v, i) => (v == null || l.y[i] == null ? null : { v, w: l.y[i], name: l.label })).filter(Boolean))
	if (!points.length) return svg
	const say = (a, v) => (a.names ? (a.names[Math.round(v)] ?? '') : rough(v, { per: a.per, unit: a.unit }))
	const tip = s('text', { class: 'ink tip', 'aria-hidden': 'true' })
	svg.append(tip)
	svg.addEventListener('pointermove', e => {
		const r = svg.getBoundingClientRect()
		const at = { x: ((e.clientX - r.left) * width) / r.width, y: ((e.clientY - r.top) * height) / r.height }
		let best = null
		let least = 400
		for (const p of points) {
			const d = (x(p.v) - at.x) ** 2 + (y(p.w) - at.y) ** 2
			if (d < least) { least = d; best = p }
		}
		tip.textContent = best ? [best.name, `${say(frame.x, best.v)}: ${say(frame.y, best.w)}`].filter(Boolean).join(', ') : ''
		if (!best) return
		const far = x(best.v) > (box.left + box.right) / 2
		tip.setAttribute('x', x(best.v) + (far ? -8 : 8))
		tip.setAttribute('y', Math.max(box.top + 12, y(best.w) - 8))
		tip.setAttribute('text-anchor', far ? 'end' : 'start')
	})
	svg.addEventListener('pointerleave', () => { tip.textContent = '' })
	return svg
}

// The numbers of a picture, one step away.
function rows_of(picture) {
	return picture.frames.flatMap(f => f.layers.flatMap(l => (l.x ?? l.y ?? l.lo ?? []).map((_, i) => ['x', 'y', 'lo', 'hi'].map(c => (l[c]?.[i] == null ? '' : String(l[c][i])))).filter(r => r.some(Boolean)).map(r => [f.title || '', l.label || l.mark, ...r])))
}

// One picture: its frames beside each other where there is room.
export function picture(p, { width, narrow, name }) {
	const columns = narrow || width < 520 ? 1 : Math.min(p.columns, 4)
	const said = `${name ? `${name}: ` : ''}${p.shows}`
	const rows = []
	for (let i = 0; i < p.frames.length; i += columns) rows.push(p.frames.slice(i, i + columns))
	const gap = 24
	// Frames that the document has below each other begin and end at the same places.
	const all = p.frames.map(f => beside(f, width))
	const line = p.columns === 1 && { left: Math.max(...all.map(m => m.left)), right: Math.max(...all.map(m => m.right)) }
	const drawn = h('div', {}, rows.map(r => {
		const whole = r.reduce((n, f) => n + f.wide, 0)
		return h('div', { class: 'beside' }, r.map(f => {
			const own = Math.floor(((width - gap * (r.length - 1)) * f.wide) / whole)
			return draw_frame(f, own, f.title ? `${said}, ${f.title}` : said, line || beside(f, own))
		}))
	}))
	return figure(said, drawn, {
		canvas: true,
		caption: [p.notes.length > 0 && `${p.notes.join('; ')}. `, h('code', {}, `assay plot --kind ${p.kind}`)],
		head: ['frame', 'what', 'x', 'y', 'from', 'to'], rows: () => rows_of(p),
	})
}

// All of them, each drawn when it is opened.
export function pictures(view, id, { width, narrow }) {
	return view.pictures.map(p => {
		const name = p.subject == null ? '' : view.subjects[p.subject].name
		const d = h('details', { class: 'fold', id: `${id}-${p.kind}${p.subject > 0 ? `-${p.subject + 1}` : ''}`, 'data-kind': p.kind }, h('summary', {}, `${p.kind}: `, h('span', { class: 'mute' }, `${p.shows}${name && view.subjects.length > 1 ? `; of ${name}` : ''}`)))
		d.fill = () => d.children.length > 1 || d.append(picture(p, { width, narrow, name }))
		d.addEventListener('toggle', () => d.open && d.fill())
		return d
	})
}
