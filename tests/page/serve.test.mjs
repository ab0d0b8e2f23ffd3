// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of assay serve in a browser, by a real server over a real store.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assay, axe, counts, draws, equal, folder, inEach, ok, run, table, test } from './harness.mjs'

// Versions of ten benchmarks; parse becomes slower in number 20, faster in 30; two names are scripts.
const random = draws(29)
const commit = v => createHash('sha1').update(String(v)).digest('hex')
const names = ['parse', 'render', 'lex', '<img src=x onerror=alert(1)>', '\u202e"onload=', 'emit', 'sort', 'index', 'glyphs', 'search']
const lines = ['commit,date,benchmark,execution,value,unit']
for (let v = 0; v < 40; v++)
	for (const [k, name] of names.entries())
		for (let e = 1; e <= 4; e++) {
			const step = k === 0 ? (v >= 30 ? 0.9 : v >= 20 ? 1.2 : 1) : k === 1 && v >= 25 ? 1.3 : 1
			lines.push([commit(v), `2026-0${1 + Math.floor(v / 20)}-${String(1 + (v % 20)).padStart(2, '0')}`, `"${name.replaceAll('"', '""')}"`, e, (1000 + 100 * k) * step * (1 + 0.01 * random.next().value), 'us'].join(','))
		}
writeFileSync(join(folder, 'versions.csv'), `${lines.join('\n')}\n`)
assay('import', join(folder, 'versions.csv'))
for (const factor of [1, 1.3]) assay('import', table(`pair${factor}.csv`, ['a', 'b'].flatMap((n, k) => Array.from({ length: 12 }, (_, i) => [n, i + 1, 1e6 * (1 + k) * (k ? factor : 1) * (1 + 0.01 * random.next().value)]))))
assay('import', table('tail.csv', ['a', 'b'].flatMap((n, k) => Array.from({ length: 60 }, (_, i) => [n, i + 1, 1e6 * (1 + 0.1 * k) * (1 + 0.1 * random.next().value)]))))
assay('alerts')
assay('ack', '1', 'worth it')

const server = spawn(process.env.ASSAY, ['serve', '--store', join(folder, 's.db'), '--listen', '127.0.0.1:0'], { cwd: folder })
process.on('exit', () => server.kill())
let said = ''
server.stderr.on('data', d => console.log(`# ${d}`))
server.stdout.on('data', d => { said += d })
while (!said.includes('\n')) await once(server.stdout, 'data')
const base = /http:\S+(?=\/ )/.exec(said)[0]
const at = path => ({ url: `${base}${path}`, served: base })

test('the commit of a planted regression is two clicks from the front page', async open => {
	const page = await open(at('/'))
	ok((await page.locator('h1').innerText()).includes('1 worse'), 'the answer does not say that one is worse')
	await page.locator('tr[data-kind=worse] td.name a').first().click()
	await page.waitForSelector('svg.history')
	equal(await page.locator('h1 .strong').first().innerText(), 'render', 'the benchmark')
	equal(await page.locator('.changes tbody tr[data-kind=worse] code').innerText(), commit(25).slice(0, 9), 'the commit')
	await page.locator('.changes tbody tr[data-kind=worse] a').click()
	await page.waitForSelector('.commands')
	ok(page.url().includes('/result?id='), 'the version has no experiment')
})

test('alerts are by their life, and lead to the history that they are of', async open => {
	const page = await open(at('/'))
	await page.getByRole('link', { name: /alerts? (is|are) open/ }).click()
	await page.waitForSelector('table.alerts')
	equal(await page.locator('tbody').evaluateAll(l => l.map(b => b.dataset.stage)), ['open', 'dealt'], 'the stages')
	ok((await page.locator('tbody[data-stage=dealt]').innerText()).includes('worth it'), 'the reason is not there')
	const open_rows = page.locator('tbody[data-stage=open] tr[data-state]')
	ok((await page.locator('h1').innerText()).replaceAll('\u00a0', ' ').startsWith(`${await open_rows.count()} alert`), 'the answer counts otherwise')
	const row = page.locator('tr[data-state]', { hasText: commit(25).slice(0, 9) })
	equal(await row.getAttribute('data-kind'), 'worse', 'the kind')
	ok(/^\+[23]\d(\.\d+)? %$/.test((await row.locator('td.n.strong').innerText()).replaceAll('\u00a0', ' ')), 'the size')
	await row.locator('td.name a').click()
	await page.waitForSelector('svg.history')
	equal(await page.locator('h1 .strong').first().innerText(), 'render', 'the benchmark')
})

test('a version that is clicked opens its experiment, and two are compared', async open => {
	const page = await open(at('/benchmark?name=parse'))
	await page.locator('.version[data-at="10"] rect').click()
	ok((await page.locator('.picks').innerText()).includes(`Open the experiment of ${commit(10).slice(0, 9)}`), 'it cannot be opened')
	await page.locator('.version[data-at="25"] rect').click()
	await page.getByRole('link', { name: 'Compare' }).last().click()
	await page.waitForSelector('.suite')
	ok(/compare\?a=11&b=26/.test(page.url()), `it is ${page.url()}`)
	await counts(page.locator('.suite tbody tr'), 10, 'benchmarks that are compared')
})

test('versions are walked and picked by keyboard, and zoomed', async open => {
	const page = await open(at('/benchmark?name=parse'))
	await page.locator('.chart').focus()
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
	ok((await page.locator('.readout').innerText()).startsWith(commit(2).slice(0, 9)), 'the third version is not read')
	await page.keyboard.press('Enter')
	equal(await page.locator('.version.picked').getAttribute('data-at'), '2', 'what is picked')
	await page.keyboard.press('+')
	ok(await page.locator('.version').count() < 40, 'it does not zoom')
	await page.keyboard.press('0')
	await counts(page.locator('.version'), 40, 'versions that are shown')
	await page.locator('h1').focus() // the chart has keys of its own
	await page.keyboard.press('t')
	await page.waitForSelector('details.data tbody tr')
	await counts(page.locator('details.data tbody tr'), 40, 'rows of the table behind')
})

test('names that are scripts are text', async open => {
	for (const path of ['/', '/benchmarks', '/results', `/benchmark?name=${encodeURIComponent(names[3])}`]) {
		const page = await open(at(path))
		equal(await page.locator('img').count(), 0, `pictures in ${path}`)
		ok(!(await page.content()).includes('\u202e'), `${path} is turned around`)
		await page.close()
	}
})

test('the server searches, and what was searched for is in the address', async open => {
	const page = await open(at('/benchmarks'))
	await counts(page.locator('.cards li'), 10, 'benchmarks')
	await page.keyboard.press('/')
	await page.keyboard.type('RENDER')
	await page.keyboard.press('Enter')
	await page.waitForURL(/q=RENDER/)
	await page.waitForSelector('body[data-ready]')
	await counts(page.locator('.cards li'), 1, 'benchmarks that are found')
	equal(await page.locator('input[name=q]').inputValue(), 'RENDER', 'what stands in the field')
})

test('two results that are ticked are compared', async open => {
	const page = await open(at('/results'))
	await page.getByLabel('Compare result 42').check()
	await page.getByLabel('Compare result 41').check()
	await page.getByRole('link', { name: 'Compare 42 with 41' }).click()
	await page.waitForSelector('.suite')
	await page.goto(`${base}/compare`)
	await page.getByLabel('base').fill('41')
	await page.getByLabel('against it').fill('42')
	await page.getByRole('button', { name: 'Compare' }).click()
	await page.waitForSelector('.suite')
	ok(/worse|slower|undecided|sessions/i.test(await page.locator('main').innerText()), 'it says nothing')
})

test('versions of all benchmarks say what changed there, and two that are ticked are compared', async open => {
	const page = await open(at('/suites'))
	await counts(page.locator('.versions tbody tr'), 40, 'versions')
	equal(await page.locator('h1').innerText().then(t => t.replaceAll('\u00a0', ' ')), '40 versions, 10 benchmarks', 'the answer')
	const planted = page.locator('.versions tr[data-kind=worse]', { hasText: commit(25).slice(0, 9) })
	ok((await planted.innerText()).includes('1 worse'), 'what is planted there')
	await planted.getByRole('link', { name: 'against the one before' }).click()
	await page.waitForSelector('.suite')
	await counts(page.locator('.suite tbody tr'), 10, 'benchmarks that are compared')
	const row = name => page.locator('.suite tbody tr', { hasText: name }).innerText().then(t => t.replaceAll('\u00a0', ' '))
	ok(/[23]\d(\.\d+)? … [23]\d(\.\d+)? % more/.test(await row('render')), 'render is not slower')
	await page.goto(`${base}/suites`)
	await page.getByLabel(`Compare ${commit(19).slice(0, 9)}`).check()
	await page.getByLabel(`Compare ${commit(24).slice(0, 9)}`).check()
	await page.getByRole('link', { name: `Compare ${commit(19).slice(0, 9)} with` }).click()
	await page.waitForSelector('.suite')
	ok(/[12]\d(\.\d+)? … 2\d(\.\d+)? % more/.test(await row('parse')), 'parse is not slower')
})

test('a result leads to its quantiles, which have their picture and their data', async open => {
	const page = await open(at(`/result?id=43`))
	await page.getByRole('link', { name: /^Quantiles/ }).click()
	await page.waitForSelector('.quantiles')
	const rows = await page.locator('.quantiles tbody').count()
	ok(rows >= 1, 'there is no quantile')
	await counts(page.locator('.quantiles tbody tr'), 2 * rows, 'rows of two commands')
	ok(await page.locator('main svg.drawn').count() >= 1, 'there is no picture')
	const json = await page.evaluate(async to => (await fetch(to)).json(), await page.getByRole('link', { name: 'JSON' }).getAttribute('href'))
	equal([json.schema, json.quantiles.length], ['assay-quantiles-1', rows], 'the data')
})

test('what is not there is said, with the reason', async open => {
	const page = await open(at('/result?id=nothing'))
	ok((await page.locator('.sure').innerText()).includes('nothing'), 'it does not say what')
}, /404/)

test('what is kept while a page is open is on it without a reload', async open => {
	const page = await open(at('/results'))
	await page.evaluate(() => { window.same = true })
	assay('import', table('late.csv', Array.from({ length: 12 }, (_, i) => ['late', i + 1, 1e6 + i])))
	await page.getByText('late', { exact: true }).waitFor()
	equal(await page.evaluate(() => window.same), true, 'that it is the same page')
})

for (const [name, path] of Object.entries({ front: '/', benchmarks: '/benchmarks', history: '/benchmark?name=parse', alerts: '/alerts', machines: '/machines', suites: '/suites', versions: `/compare?of=suite&a=${commit(19)}&b=${commit(25)}`, quantiles: '/quantiles?id=43', results: '/results', compare: '/compare?a=41&b=42', choice: '/compare', result: '/result?id=42' }))
	test(`${name}: accessible in both looks, and no phone has to be pushed sideways`, async open => {
		await inEach(open, at(path), [{}, { colorScheme: 'dark' }, { width: 320 }], async (page, { width, colorScheme }) => {
			const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
			ok(wide <= 0, `${wide} pixels too wide at ${width}`)
			await page.evaluate(axe)
			const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }))
			equal(found.violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`), [], `what axe finds at ${width} ${colorScheme}`)
		})
	})

test('the same pages are files, which ask no server', async open => {
	const out = join(folder, 'public')
	assay('serve', '--static', out)
	const file = { url: `file://${out}/index.html`, served: `file://${out}` }
	const page = await open(file)
	ok((await page.locator('h1').innerText()).includes('1 worse'), 'the answer does not say that one is worse')
	await page.locator('tr[data-kind=worse] td.name a').first().click()
	await page.waitForSelector('svg.history')
	equal(await page.locator('.changes tbody tr[data-kind=worse] code').innerText(), commit(25).slice(0, 9), 'the commit')
	await counts(page.locator('.version'), 40, 'versions that are drawn')
	await page.getByRole('navigation').getByRole('link', { name: 'Benchmarks' }).click()
	await page.waitForSelector('ul.cards')
	await page.locator('input[type=search]').fill('par')
	equal(await page.locator('ul.cards > li:visible h3 a').allInnerTexts(), ['parse'], 'what is searched for')
	await page.getByRole('navigation').getByRole('link', { name: 'Results' }).click()
	await page.waitForSelector('table.results')
	await page.locator('table.results td.name a[href]').first().click()
	await page.waitForSelector('.commands, .suite')
	equal(await page.locator('nav a', { hasText: 'Compare' }).count(), 0, 'what takes a server')
	await page.goto(`file://${out}/r/43.html`)
	await page.getByRole('link', { name: /^Quantiles/ }).click()
	await page.waitForSelector('.quantiles')
	await page.getByRole('navigation').getByRole('link', { name: 'Suites' }).click()
	await counts(page.locator('.versions tbody tr'), 40, 'versions')
	equal(await page.locator('.versions input, .versions a').count(), 0, 'what takes a server, of suites')
})

test('two browsers that deal with one alert: the second is told', async open => {
	const token = assay('serve', 'token', 'add', 'ann', '--may', 'triage').trim()
	const sign = async () => {
		const page = await open(at('/'), { httpCredentials: { username: 'x', password: token } })
		await page.goto(`${base}/alerts`)
		await page.getByRole('link', { name: 'Sign in' }).click()
		await page.waitForSelector('details.deal')
		return page
	}
	const [one, two] = [await sign(), await sign()]
	ok((await one.locator('main').innerText()).includes('Signed in as ann'), 'it does not say who')
	const row = page => page.locator('tr[data-state]', { hasText: commit(25).slice(0, 9) })
	for (const page of [one, two]) {
		await row(page).locator('summary').click()
		await row(page).locator('input').fill(page === one ? '<b>known</b>' : 'late')
	}
	await row(one).getByRole('button', { name: 'Acknowledge' }).click()
	await one.waitForFunction(() => document.querySelector('tbody[data-stage=dealt]')?.innerText.includes('<b>known</b> (ann)'))
	await row(two).getByRole('button', { name: 'Expected' }).click({ timeout: 2000 }).catch(() => null)
	await two.waitForFunction(() => document.body.innerText.includes('has changed meanwhile') || document.querySelector('tbody[data-stage=dealt]')?.innerText.includes('known'))
	assay('serve', 'token', 'revoke', 'ann')
}, /40[19]/)

await run()
server.kill()
