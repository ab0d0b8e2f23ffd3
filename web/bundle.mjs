// SPDX-License-Identifier: GPL-3.0-or-later
// bundle.mjs FOLDER: page.script, page.style, page.hash and page.version in FOLDER, which has node_modules.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = dirname(fileURLToPath(import.meta.url))
const folder = process.argv[2]
const packages = createRequire(join(folder, 'package.json'))
const { build } = packages('esbuild')
const made = await build({
	entryPoints: [join(web, 'src/main.js')],
	bundle: true,
	minify: true,
	format: 'iife',
	target: 'es2022',
	charset: 'ascii',
	legalComments: 'inline',
	nodePaths: [join(folder, 'node_modules')],
	banner: { js: '/* of assay, GPL-3.0-or-later; with Observable Plot and d3 (ISC), uPlot (MIT) */' },
	write: false,
	metafile: true,
	logLevel: 'warning',
})
// Whose text is in it, for packaging/sbom; the style is uPlot's, too.
const bundled = new Set(['uplot'])
for (const [path, { bytesInOutput }] of Object.values(made.metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))) {
	const name = path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
	if (name && bytesInOutput > 0) bundled.add(name)
}
const lines = [...bundled].sort().map((name) => {
	const { version, license } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
	return `${name}\t${version}\t${license}\n`
})
writeFileSync(join(folder, 'page.packages'), lines.join(''))
// The script stands between tags: nothing in it may end the element or begin a comment.
const script = made.outputFiles[0].text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--').trim()
const style = readFileSync(packages.resolve('uplot/dist/uPlot.min.css'), 'utf8') + readFileSync(join(web, 'page.css'), 'utf8')
if (/<\//.test(style)) throw new Error('page.css has what ends its element')
writeFileSync(join(folder, 'page.script'), script)
writeFileSync(join(folder, 'page.style'), style)
writeFileSync(join(folder, 'page.hash'), createHash('sha256').update(script).digest('base64'))
writeFileSync(join(folder, 'page.version'), createHash('sha256').update(script).update(style).digest('hex').slice(0, 16))
