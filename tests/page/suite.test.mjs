// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a review, in a browser: what changed between two versions.
import { join } from 'node:path'
import { mkdirSync, readFileSync } from 'node:fs'
import { assay, axe, counts, draws, equal, folder, inEach, ok, run, table, test } from './harness.mjs'

const random = draws(23)
const factors = { 'render/text': 0.8, inflate: 1.3, '<b>bold</b>': 1, '\u202eleft': 1, emit: 1.01 }
const side = (name, factor) => table(name, Object.keys(factors).flatMap((n, k) => Array.from({ length: 20 }, (_, i) => [n, i + 1, (1e6 + 2e5 * k) * factor(n) * (1 + 0.004 * random.next().value)])))
// In a folder whose name is long: names of results may be paths.
mkdirSync(join(folder, 'a-folder-whose-name-is-long/and-another-one-inside'), { recursive: true })
const base = side('a-folder-whose-name-is-long/and-another-one-inside/base.csv', () => 1)
const head = side('a-folder-whose-name-is-long/and-another-one-inside/head.csv', n => factors[n])

function review() {
	const page = join(folder, 'review.html')
	assay('compare', base, head, '-o', page)
	assay('compare', base, head, '-o', join(folder, 'review.json'))
	return { page, url: `file://${page}`, html: readFileSync(page, 'utf8'), views: readFileSync(join(folder, 'review.json'), 'utf8').trim().split('\n').map(l => JSON.parse(l)) }
}
const two = review()
const names = page => page.locator('.suite tbody tr td.name').allInnerTexts()

test('every benchmark has a row, and each result is behind it', async open => {
	const page = await open(two)
	equal(two.views.map(v => v.schema), ['assay-view-suite-1', 'assay-view-result-1', 'assay-view-result-1'].slice(0, two.views.length), 'documents')
	await counts(page.locator('.suite tbody tr'), 5, 'rows')
	await counts(page.locator('.suite svg.strip'), 6, 'strips, with that of the head')
	equal(await page.locator('.behind article').count(), 0, 'results that are drawn before they are opened')
	await page.locator('.behind > summary').first().click()
	await page.locator('#r2-speed .dot circle').first().waitFor({ state: 'visible' }) // drawn once it is open
})

test('the table is searched, filtered and sorted, by mouse and by keyboard', async open => {
	const page = await open(two)
	await page.keyboard.press('/')
	await page.keyboard.type('rEnder')
	equal(await names(page), ['render/text'], 'what a search finds')
	await page.getByLabel('Search benchmarks').fill('nothing of that name')
	equal(await names(page), [], 'what no name has')
	await page.getByLabel('Search benchmarks').fill('')
	const sort = page.getByRole('button', { name: 'benchmark' })
	await sort.focus()
	await page.keyboard.press('Enter')
	const sorted = await names(page)
	equal(sorted, [...sorted].sort(), 'names in their order')
	await page.keyboard.press('Enter')
	equal(await names(page), [...sorted].sort().reverse(), 'names in the other order')
	equal(await page.locator('th[aria-sort=descending]').innerText(), 'benchmark', 'what it is sorted by')
	await page.getByRole('button', { name: 'change' }).click()
	equal((await names(page))[0], 'inflate', 'the largest change')
	const chip = page.locator('.chip').nth(1)
	const count = Number(/\d+$/.exec(await chip.innerText())[0])
	await chip.click()
	equal(await page.locator('.suite tbody tr').count(), count, 'rows of that kind')
	equal(await chip.getAttribute('aria-pressed'), 'true', 'the chip')
})

test('one benchmark is one, and words of a ruler stay inside of it, at three widths', async open => {
	const one = join(folder, 'one.html')
	const [b, h] = [['old', 1], ['new', 1.327]].map(([name, factor]) => table(`${name}.csv`, Array.from({ length: 20 }, (_, i) => ['a/benchmark', i + 1, 1e6 * factor * (1 + 0.004 * random.next().value)])))
	assay('compare', b, h, '-o', one)
	const two = join(folder, 'rounds.html')
	assay('report', table('rounds.csv', ['old', 'new'].flatMap((n, k) => Array.from({ length: 20 }, (_, i) => [n, i + 1, 1e6 * (1 + 0.327 * k) * (1 + 0.004 * random.next().value)]))), '-o', two)
	for (const [k, file] of [one, two].entries())
		await inEach(open, { url: `file://${file}` }, [{}, { width: 768 }, { width: 360 }], async (page, { width }) => {
			if (!k) equal(await page.locator('.caption[role=status]').innerText(), '1 benchmark', 'how many')
			const out = await page.evaluate(() => [...document.querySelectorAll('svg.ruler text, th svg.strip text')].map(t => [t.textContent, t.getBoundingClientRect(), t.closest('svg').getBoundingClientRect()]).filter(([, t, s]) => t.left < s.left - 1 || t.right > s.right + 1).map(([words, t, s]) => `${words}: ${t.left} to ${t.right} in ${s.left} to ${s.right}`))
			equal(out, [], `words beyond at ${width}`)
		})
})

test('a link to a result opens it', async open => {
	const page = await open(two, { hash: '#r2-measured' })
	ok(await page.locator('#r2-measured').isVisible(), 'it is not open')
})

test('names that are markup stay text, and turn nothing around', async open => {
	const page = await open(two)
	const all = await names(page)
	ok(all.includes('<b>bold</b>'), `they are ${all}`)
	equal(await page.locator('#page td b').count(), 0, 'elements made of names')
	ok(!/\u202e/.test(await page.locator('.suite').innerText()), 'a character turns text around')
})

test('axe finds nothing serious, and nothing scrolls sideways', async open => {
	await inEach(open, two, [{}, { colorScheme: 'dark', width: 390 }, { width: 320 }], async (page, { width }) => {
		equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `fitting into ${width}`)
		await page.evaluate(axe)
		const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
		equal(violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`), [], `what is wrong at ${width}`)
	}, { bypassCSP: true })
})

await run()
