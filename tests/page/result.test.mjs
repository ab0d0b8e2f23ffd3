// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a result, in a browser.
import { writeFileSync } from 'node:fs'
import { assay, axe, counts, draws, equal, inEach, ok, report, run, table, test } from './harness.mjs'

const random = draws(11)
const around = (mean, spread) => mean * (1 + spread * (random.next().value + random.next().value - 1))
const rows = (name, n, mean, spread = 0.05) => Array.from({ length: n }, (_, i) => [name, i + 1, around(mean, spread)])

const two = report('two', table('two.csv', [...rows('quick', 60, 1e6), ...rows('slow', 60, 1.3e6)]))
const four = report('four', table('four.csv', ['a', 'b', 'c', 'd'].flatMap((name, i) => rows(name, 30, 1e6 * (1 + 0.2 * (i % 3))))))
const hostile = ['<script>alert(1)</script>', '</script><img src=x onerror=alert(2)>', '<!--<script>', '\u202eevil\u2066', '😀 emoji 日本', '"quotes" & \'more\'', 'line\u2028two', 'a'.repeat(300)]
const names = report('names', table('names.csv', hostile.flatMap((name, i) => rows(name, 6, 1e6 + i * 1e4))))

const sentence = page => page.locator('h1').first().innerText()
const flat = t => t.replace(/[\s\u00a0\u2003]+/g, ' ').trim()

test('a page opens without an error, a warning or a request, and is one file', async open => {
	for (const r of [two, four, names]) await open(r)
	ok(!/<(link|iframe|object|embed)\b|\bsrc=|@import|url\((?!data:)/.test(two.html.replace(/<script[\s\S]*?<\/script>/g, '')), 'the page refers to something outside of it')
})

test('its first sentence is the terminal\'s', async open => {
	const page = await open(two)
	const shown = flat(assay('show', two.files[0], '--style', 'basic'))
	ok(shown.includes(flat(await sentence(page))), `the page says "${flat(await sentence(page))}", the terminal "${shown.slice(0, 200)}"`)
})

test('there are as many marks as data', async open => {
	const page = await open(two)
	const view = two.views[0]
	equal(view.metrics[0].values.map(v => v.of), [60, 60], 'values in the document')
	await counts(page.locator('#r1-speed .dot circle'), 120, 'dots of the distribution')
	await counts(page.locator('.commands tbody tr'), 2, 'rows of commands')
	equal(await page.locator('#r1-steady .sequence').first().getAttribute('data-marks'), '60', 'values in the order of time')
	await counts(page.locator('#r1-steady .four figure').nth(0).locator('.dot circle'), 59, 'dots of lag 1')
	await counts(page.locator('#r1-steady .four figure').nth(3).locator('.dot circle'), 56, 'dots of lag 4')
})

test('the curve of a distribution begins and ends at its foot', async open => {
	const wide = report('wide', table('wide.csv', Array.from({ length: 25 }, (_, i) => ['wide', i + 1, 1e6 * (i % 3 ? 1 : 2) * (1 + (i % 5) / 40)])))
	const page = await open(wide)
	await page.locator('#r1-speed .dot circle').first().waitFor()
	const curves = await page.locator('#r1-speed svg g[fill=none] > path').evaluateAll(all => all.map(p => [...p.getAttribute('d').matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(m => Number(m[2]))))
	equal(curves.length, 1, 'curves')
	const [y] = curves
	const [top, foot] = [Math.min(...y), Math.max(...y)]
	for (const end of [y[0], y.at(-1)]) ok(foot - end < 0.1 * (foot - top), `it is cut at ${(100 * (foot - end)) / (foot - top)} % of its height`)
})

test('names that are markup, scripts, right-to-left or emoji stay text', async open => {
	const page = await open(names)
	equal(await page.locator('#page script, #page img, #page iframe').count(), 0, 'elements made of names')
	const text = await page.locator('.commands').innerText()
	for (const part of ['<script>alert(1)</script>', '</script><img src=x onerror=alert(2)>', '<!--<script>', '😀 emoji 日本', '"quotes" & \'more\''])
		ok(flat(text).includes(part), `the table does not show ${part}`)
	ok(!/[\u202e\u2066\u2028]/.test(text), 'a character that turns text around is shown as it is')
	equal(names.html.match(/<script/gi).length, 2, 'script elements in the file')
})

test('a script that is not its own does not run', async open => {
	const page = await open(two)
	const ran = await page.evaluate(() => { const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.body.append(s); return window.ran === true }).catch(() => false)
	equal(ran, false, 'a foreign script')
}, /Content Security Policy/)

test('names break at their spaces, and what to do is a sentence whose options stay whole', async open => {
	const names = ['a b c d', 'the second of them', 'third']
	const three = report('three', table('three.csv', names.flatMap(name => rows(name, 4, 1e6))))
	equal(three.views[0].subjects.map(y => y.name), names, 'names in the document')
	const next = (text, importance) => ({ section: 'next', label: 'next', warn: false, importance, subjects: [], text, lines: '' })
	const added = [next('if it is real, about 55162 rounds of each in another run would show it (--runs 55162)', 2), next('--budget 110s would do', 1)]
	writeFileSync(three.page, three.html.replaceAll('"rows":[', `"rows":[${JSON.stringify(added).slice(1, -1)},`))
	const page = await open(three, { width: 390 })
	equal((await page.locator('.next p').allInnerTexts()).map(t => t.slice(0, 10)), ['If the dif', 'If it is r', '--budget 1'], 'beginnings of what to do')
	equal(await page.locator('.next .whole').evaluateAll(all => all.map(e => [e.textContent, e.getClientRects().length])), [['--runs 55162', 1], ['--budget 110s', 1]], 'options, and their lines')
})

test('a metric, a reference and what changed are chosen by mouse and by keyboard, and stay in the address', async open => {
	const page = await open(four)
	const changed = page.getByLabel('only what changed')
	await changed.check()
	ok((await page.locator('.commands tbody tr').count()) < 4, 'all are shown still')
	ok(page.url().includes('changed'), 'the address does not say so')
	await changed.focus()
	await page.keyboard.press('Space')
	await counts(page.locator('.commands tbody tr'), 4, 'rows after it was taken back')
	const reference = page.getByLabel('Reference')
	await reference.selectOption('c')
	ok(page.url().includes('reference=c'), 'the address does not name the reference')
	const row = page.locator('.commands tbody tr', { hasText: 'the reference' })
	equal(await row.locator('th').innerText(), 'c', 'the reference')
	await page.reload()
	await page.waitForSelector('body[data-ready]')
	equal(await row.locator('th').innerText(), 'c', 'the reference after the page was opened again')
})

test('a link to a part opens that part', async open => {
	const page = await open(four, { hash: '#r1-compare' })
	const at = await page.locator('#r1-compare').evaluate(e => e.getBoundingClientRect().top)
	ok(at >= -2 && at < 400, `it lies at ${at}`)
})

test('values in the order of time zoom by mouse and by keyboard, and go back', async open => {
	const page = await open(two)
	const chart = page.locator('#r1-steady .sequence').first()
	const all = await chart.getAttribute('data-zoom')
	await chart.scrollIntoViewIfNeeded()
	const box = await chart.locator('.u-over').boundingBox()
	await page.mouse.move(box.x + box.width * 0.3, box.y + 50)
	await page.mouse.down()
	await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 })
	await page.mouse.up()
	const near = await chart.getAttribute('data-zoom')
	ok(near !== all, 'dragging does not zoom')
	await chart.focus()
	await page.keyboard.press('0')
	equal(await chart.getAttribute('data-zoom'), all, 'what 0 shows')
	await page.keyboard.press('+')
	ok((await chart.getAttribute('data-zoom')) !== all, '+ does not zoom')
	await page.keyboard.press('ArrowRight')
	ok(/execution \d+/.test(await chart.locator('.readout').innerText()), 'an arrow does not name an execution')
})

test('each execution is named under the pointer', async open => {
	const page = await open(two)
	await page.locator('#r1-speed .dot circle').nth(5).scrollIntoViewIfNeeded()
	const box = await page.locator('#r1-speed .dot circle').nth(5).boundingBox()
	await page.mouse.move(box.x + 2, box.y + 2)
	await page.mouse.move(box.x + 1, box.y + 1)
	await page.waitForSelector('#r1-speed [aria-label="tip"] text')
	ok(/execution \d+/.test(await page.locator('#r1-speed [aria-label="tip"]').textContent()), 'no tip names it')
})

test('axe finds nothing serious, in light and in dark', async open => {
	for (const r of [two, four, names])
		await inEach(open, r, [{}, { colorScheme: 'dark' }], async (page, { colorScheme }) => {
			await page.evaluate(axe)
			const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
			const bad = violations.filter(v => ['serious', 'critical'].includes(v.impact))
			equal(bad.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 160)}`), [], `what is wrong in ${colorScheme}`)
		}, { bypassCSP: true })
})

test('nothing scrolls sideways, and no two texts lie over each other, at three widths', async open => {
	for (const r of [two, four, names])
		await inEach(open, r, [{}, { width: 768 }, { width: 390 }, { width: 320 }], async (page, { width }) => {
			equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `fitting into ${width}`)
			const over = await page.evaluate(() => {
				const out = []
				for (const svg of document.querySelectorAll('#page svg')) {
					const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim() && !t.closest('[aria-label="tip"]')).map(t => [t.textContent, t.getBoundingClientRect()])
					for (let i = 0; i < texts.length; i++)
						for (let k = i + 1; k < texts.length; k++) {
							const [a, b] = [texts[i][1], texts[k][1]]
							if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) out.push(`${texts[i][0]} / ${texts[k][0]}`)
						}
				}
				return out
			})
			equal(over, [], `texts over each other at ${width}`)
		})
})

test('one value far away flattens nothing, and is told', async open => {
	const far = report('far', table('far.csv', [...rows('a', 40, 1e6), ...rows('b', 40, 1e6).map((r, i) => (i === 7 ? [r[0], r[1], 1e9] : r))]))
	const page = await open(far)
	ok((await page.locator('.commands + .caption').innerText()).startsWith('1 value'), 'it does not say how many lie beyond')
	const box = await page.locator('#r1-speed .dot circle').evaluateAll(all => all.map(e => e.getBoundingClientRect().x).sort((x, y) => x - y))
	ok(box[70] - box[10] > 150, 'the others are squeezed')
})

test('one value, equal values and many commands have a page', async open => {
	for (const [name, list] of [['one', [['a', 1, 5e6]]], ['equal', Array.from({ length: 40 }, (_, i) => ['ab'[i % 2], (i >> 1) + 1, 5e6])], ['many', Array.from({ length: 240 }, (_, i) => [`c${i % 40}`, Math.floor(i / 40) + 1, around(1e6, 0.1)])]]) {
		const page = await open(report(name, table(`${name}.csv`, list)))
		ok((await page.locator('.commands tbody tr').count()) > 0, `${name}: no command`)
	}
})

test('it prints to a PDF, in light, with all its parts', async open => {
	const page = await open(two, { colorScheme: 'dark' })
	const pdf = await page.pdf({ format: 'A4' })
	equal(pdf.subarray(0, 5).toString(), '%PDF-', 'its beginning')
	ok(pdf.length > 20000, 'the PDF is empty')
})

test('without a script the answer and all rows are there in words', async open => {
	const shown = /<noscript>([\s\S]*?)<\/noscript>/.exec(names.html)[1]
	ok(!shown.includes('<script'), 'a name is markup')
	ok(/quick/.test(/<noscript>([\s\S]*?)<\/noscript>/.exec(two.html)[1]), 'the words are not there')
})

await run()
