// SPDX-License-Identifier: GPL-3.0-or-later
// The book as a site, in a browser that opens it as files.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { equal, folder, ok, run, test } from './harness.mjs'

const site = join(folder, 'site')
execFileSync(process.env.SITE, [site], { stdio: ['ignore', 'ignore', 'inherit'] })
const pageOf = name => ({ url: `file://${site}/${name}.html`, served: `file://${site}`, ready: '[data-md-component="search-query"]' })

// The rows of what is found for these words, as soon as there are some.
async function found(page, words) {
	await page.locator('[data-md-component="search-query"]').click()
	await page.keyboard.type(words)
	const rows = page.locator('.md-search-result__item')
	await rows.first().waitFor({ state: 'visible' })
	return rows
}

test('words that are typed are found, without a server, and the page that has them is one click away', async open => {
	const page = await open(pageOf('index'))
	const rows = await found(page, 'bisect')
	const first = rows.first().locator('a').first()
	ok(/bisect/i.test(await rows.first().innerText()), 'the first row does not say the word')
	const to = new URL(await first.getAttribute('href'), page.url())
	await first.click()
	await page.waitForURL(url => url.pathname === to.pathname)
	ok(/bisect/i.test(await page.locator('article').innerText()), 'the page does not say the word')
})

test('the search is reached by keyboard, from a page that is not the first one', async open => {
	const page = await open(pageOf('architecture'))
	await page.keyboard.press('/')
	await page.keyboard.type('precision')
	await page.locator('.md-search-result__item').first().waitFor({ state: 'visible' })
	await page.keyboard.press('Escape')
})

test('light becomes dark at a click, and stays so on the next page', async open => {
	const page = await open(pageOf('index'))
	const scheme = () => page.locator('body').getAttribute('data-md-color-scheme')
	const before = await scheme()
	await page.locator('label[for^="__palette"]:visible').first().click()
	const after = await scheme()
	ok(before !== after, `it is ${before} before and after`)
	await page.goto(pageOf('architecture').url)
	equal(await scheme(), after, 'the scheme of the next page')
})

test('a page is as wide as a telephone, and what is wider scrolls in itself', async open => {
	for (const name of ['index', 'screens', 'from-hyperfine']) {
		const page = await open(pageOf(name), { width: 390 })
		ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${name} is wider`)
		await page.close()
	}
})

await run()
