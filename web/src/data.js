// SPDX-License-Identifier: GPL-3.0-or-later
// What a document holds, as numbers to draw (docs/report.md). No statistic is computed here.

const digit = new Uint8Array(128)
for (const [i, c] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) digit[c.charCodeAt(0)] = i

// A list of numbers, plain or coded: four characters of base64 are 24 bits, a number is from + step * bits.
export function numbers(list) {
	if (!list || Array.isArray(list)) return list ?? []
	const { from, step, code } = list
	const out = new Float64Array(code.length / 4)
	for (let i = 0, k = 0; i < out.length; i++, k += 4) {
		const bits = (digit[code.charCodeAt(k)] << 18) | (digit[code.charCodeAt(k + 1)] << 12) | (digit[code.charCodeAt(k + 2)] << 6) | digit[code.charCodeAt(k + 3)]
		out[i] = from + step * bits
	}
	return out
}

// The documents of this page, in their order.
export function documents(page = document) {
	return [...page.querySelectorAll('script.view')].map(e => JSON.parse(e.textContent))
}

const count = (list, holds) => list.reduce((n, x) => n + holds(x), 0)

// An axis that a few values far away do not flatten: how many of them lie beyond is told. Values are in no order; ends of
// intervals are drawn on it, too, and are no values.
export function robust(lists, ends = []) {
	const all = []
	const values = []
	for (const v of lists) for (const x of v) if (Number.isFinite(x)) values.push(x)
	for (const x of values) all.push(x)
	for (const x of ends) if (Number.isFinite(x)) all.push(x)
	if (!all.length) return { lo: 0, hi: 1, below: 0, above: 0 }
	const sorted = Float64Array.from(all).sort()
	const at = p => sorted[Math.round(p * (sorted.length - 1))]
	const width = at(0.98) - at(0.02)
	let lo = sorted[0]
	let hi = sorted.at(-1)
	if (sorted.length >= 20 && width > 0) {
		if (hi > at(0.98) + 2 * width) hi = at(0.98) + width
		if (lo < at(0.02) - 2 * width) lo = at(0.02) - width
	}
	// Noise of a quiet benchmark looks quiet: never narrower than 2 % around the middle.
	const middle = at(0.5)
	const least = Math.abs(middle) * 0.02
	lo = Math.min(lo, middle - least)
	hi = Math.max(hi, middle + least)
	if (!(hi > lo)) [lo, hi] = [lo - 1, hi + 1]
	const pad = (hi - lo) * 0.03
	return { lo: lo - pad, hi: hi + pad, below: count(values, x => x < lo - pad), above: count(values, x => x > hi + pad), least: sorted[0], most: sorted.at(-1) }
}

// Round numbers from lo to hi, about so many.
export function ticks(lo, hi, count) {
	const raw = (hi - lo) / Math.max(1, count)
	const power = 10 ** Math.floor(Math.log10(raw))
	const step = [1, 2, 5, 10].map(k => k * power).find(k => k >= raw)
	const out = []
	for (let k = Math.ceil(lo / step); k * step <= hi + step * 1e-9; k++) out.push(k * step)
	const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
	return { at: out, text: v => digits(v.toFixed(decimals)) }
}

// A number's digits as all pages have them: a true minus, and thousands apart where there is no fraction.
export const digits = text => text.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, text.includes('.') ? '' : '\u202f')

// A value on an axis, with a few digits: a place, not an estimate.
export const rough = (value, axis) => {
	const v = value / axis.per
	const text = Math.abs(v) >= 1000 ? v.toFixed(0) : v.toPrecision(4)
	return `${digits(text)}${axis.unit ? `\u00a0${axis.unit}` : ''}`
}

export const kinds = {
	worse: { mark: '▲', word: 'worse', of_time: 'slower' },
	better: { mark: '▼', word: 'better', of_time: 'faster' },
	undecided: { mark: '?', word: 'undecided' },
	small: { mark: '≈', word: 'too small to matter' },
	same: { mark: '=', word: 'no difference' },
	newly_failing: { mark: '✕', word: 'fails now' },
	failing: { mark: '✕', word: 'fails in both' },
	works_again: { mark: '✓', word: 'works again' },
	gone: { mark: '−', word: 'gone' },
	new: { mark: '+', word: 'new' },
	identical: { mark: '=', word: 'same program' },
	none: { mark: '', word: 'no verdict' },
}
export const changed = kind => kind === 'worse' || kind === 'better' || kind === 'newly_failing'
export const colour = kind => ({ worse: 'var(--worse)', newly_failing: 'var(--worse)', better: 'var(--better)', reference: 'var(--ref)' })[kind] ?? 'var(--ink)'
export const class_of = kind => ({ worse: 'worse', newly_failing: 'worse', better: 'better' })[kind] ?? 'mute'
