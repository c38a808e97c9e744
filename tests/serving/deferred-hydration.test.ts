import { expect, test } from 'vitest'
import { runtimeElementId } from '@/lib/contract/runtime'
import { isSamePage, processHtml as read, type ProcessOptions } from '@/server/html/deferred-hydration'
import { hashSource } from '@/server/csp'

const own = 'document.documentElement.dataset.ready=""'
const first = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})'
const allowedScripts = new Set([own, first].map(hashSource))
const pieces = ['(self.__next_f=self.__next_f||[]).push([0])', String.raw`self.__next_f.push([1,"a:\u003cp>\n"])`]
const css = '.lead{color:red}'
const sheets = (address: string) => (address === '/_next/static/chunks/a.css' ? css : null)

const processPage = (html: string, options: Partial<ProcessOptions> = {}) =>
  read(html, { allowedScripts, sheets, sizeOf: () => 0, isDeferred: true, ...options })

const head =
  '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>' +
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/1.js"/>' +
  '<script src="/_next/static/chunks/2.js" async=""></script><script src="/_next/static/chunks/3.js" async=""></script>' +
  `<title>t</title><script>${own}</script><script src="/_next/static/chunks/old.js" noModule=""></script>`
const end =
  `<script id="_R_">${first}</script><script src="/_next/static/chunks/1.js" async=""></script>` +
  pieces.map((text) => `<script>${text}</script>`).join('')
const linked = '<script type="application/ld+json">{"a":1}</script>'
const page = (more = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body><main class="lead">a${more}</main>${linked}${end}</body></html>`

const blockOf = (html: string) =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="${runtimeElementId}">(.*?)</script>`).exec(html)?.[1] ?? 'null',
  )

test('leaves the text, the style sheet and our own scripts', () => {
  const { html, scripts, styles, refused, deferred } = processPage(page())
  const block = blockOf(html)
  expect(html).toBe(
    `<!DOCTYPE html><html><head><style>${css}</style>` +
      '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next" disabled>' +
      `<script type="application/json" id="runtime">${JSON.stringify(block)}</script>` +
      `<title>t</title><script>${own}</script></head><body><main class="lead">a</main>${linked}</body></html>`,
  )
  expect(block).toEqual({
    scripts: ['2', '3', '1'].map((name) => `/_next/static/chunks/${name}.js`),
    data: deferred?.address,
  })
  expect(scripts, 'the first words come back later').toEqual([own, first].map(hashSource))
  expect(styles).toEqual([hashSource(css)])
  expect(refused).toEqual([])
})

test('lists the longest script first', () => {
  const sizes: Record<string, number> = { '1': 5, '2': 60, '3': 400 }
  const sizeOf = (address: string) => sizes[/(\d)\.js$/.exec(address)?.[1] ?? ''] ?? 0
  const { scripts } = blockOf(processPage(page(), { sizeOf }).html)
  expect(scripts).toEqual(['3', '2', '1'].map((name) => `/_next/static/chunks/${name}.js`))
})

test('names the data file by page and content', () => {
  const { deferred } = processPage(page())
  expect(deferred?.address).toMatch(/^\/_next\/static\/pages\/[\w-]{27}\.json$/)
  expect(JSON.parse(deferred?.data.toString() ?? '')).toEqual({ first, flight: [[0], [1, 'a:<p>\n']] })
  const address = deferred?.address ?? ''
  const addressOf = (html: string) => processPage(html).deferred?.address ?? ''
  const others = [addressOf(page().replace('a:', 'b:')), addressOf(page(' more'))]
  expect(others).not.toContain(address)
  expect(others.map((other) => isSamePage(other, address))).toEqual([true, false])
  const swapped = page().replace(/2\.js(.*?)3\.js/, '3.js$12.js')
  expect(isSamePage(addressOf(swapped), address), 'the same scripts in another order').toBe(true)
  expect(isSamePage(addressOf(page().replace('2.js', '4.js')), address), 'other scripts').toBe(false)
})

test.each([
  ['without its boot script', page().replace(first, 'somethingElse()')],
  [
    'without data',
    page()
      .replace(pieces[0] ?? '', '')
      .replace(pieces[1] ?? '', ''),
  ],
  ['without files', page().replaceAll('/_next/static/', '/elsewhere/')],
  ['that is truncated', '<!DOCTYPE html><html><head>'],
])('leaves a page %s unchanged', (_, html) => {
  expect(processPage(html)).toMatchObject({ html, styles: [], deferred: null })
})

test('refuses an injected script and defers the others', () => {
  const { html, scripts, refused } = processPage(page('<script>alert(1)</script>'))
  expect(html).toContain('<script>alert(1)</script>')
  expect(refused).toEqual(['alert(1)'])
  expect(scripts).not.toContain(hashSource('alert(1)'))
})

test('escapes data that looks like the end of its block', () => {
  const name = '/_next/static/chunks/<!--<script>.js'
  const { html } = processPage(page().replace('/_next/static/chunks/3.js', name))
  expect(blockOf(html).scripts).toContain(name)
  expect(html).not.toContain(name)
})

test('keeps the link of a sheet that cannot be inlined', () => {
  const away = processPage(page(), { sheets: () => null })
  expect(away.html).toContain('<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>')
  expect(away.styles).toEqual([])
  expect(processPage(page(), { sheets: () => 'a{content:"</style>"}' }).styles).toEqual([])
})

test('without deferral, keeps scripts and links the sheet at the end', () => {
  const { html, scripts, styles, deferred } = processPage(page(), { isDeferred: false })
  const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"'
  expect(html).toBe(page().replace(`${link}/>`, `<style>${css}</style>`).replace('</body>', `${link}></body>`))
  expect(deferred).toBeNull()
  expect(scripts).toEqual([own, first, ...pieces].map(hashSource))
  expect(styles).toEqual([hashSource(css)])
})

test('keeps the link in place if the page has no end', () => {
  const open = page().replace('</body></html>', '')
  expect(processPage(open, { isDeferred: false })).toMatchObject({ html: open, styles: [] })
})
