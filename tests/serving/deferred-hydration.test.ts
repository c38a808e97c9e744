import { expect, test } from 'vitest'
import { runtimeDataId, runtimeId } from '@/lib/contract/runtime'
import { hashSource } from '@/server/csp'
import { processPage } from '@/server/page'

const own = 'document.documentElement.dataset.ready=""'
const first = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({})'
const allowedScripts = new Set([own, first].map(hashSource))
const pieces = ['(self.__next_f=self.__next_f||[]).push([0])', String.raw`self.__next_f.push([1,"a:\u003cp>\n"])`]

const styles = new Map<string, string>()
const defer = (html: string) => processPage(html, { allowedScripts, styles, isDeferred: true })

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

const inert = (id: string, html: string) =>
  JSON.parse(new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null')

test('leaves the text, the style sheet and our own scripts, and carries the rest as JSON', () => {
  const { html, scripts, refused } = defer(page())
  expect(inert(runtimeId, html)).toEqual(['2', '3', '1'].map((name) => `/_next/static/chunks/${name}.js`))
  expect(inert(runtimeDataId, html)).toEqual({ first, flight: [[0], [1, 'a:<p>\n']] })
  expect(html.replaceAll(/<script type="application\/json" id="(.*?)">.*?<\/script>/g, '[$1]')).toBe(
    '<!DOCTYPE html><html><head><link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>' +
      `[runtime]<title>t</title><script>${own}</script></head>` +
      `<body><main class="lead">a</main>${linked}[runtime-data]</body></html>`,
  )
  expect(scripts, 'the first words come back later').toEqual([own, first].map(hashSource))
  expect(refused).toEqual([])
})

test.each([
  ['without its boot script', page().replace(first, 'somethingElse()')],
  ['without data', pieces.reduce((html, piece) => html.replace(piece, ''), page())],
  ['without files', page().replaceAll('/_next/static/', '/elsewhere/')],
])('leaves a page %s unchanged', (_, html) => {
  expect(defer(html).html).toBe(html)
})

test('carries the style sheet in the page, and allows it', () => {
  const style = 'b{color:red}'
  const sheets = new Map([['/_next/static/chunks/a.css', style]])
  const { html, styles: sources } = processPage(page(), { allowedScripts, styles: sheets, isDeferred: true })
  expect(html).toContain(`<style>${style}</style><link rel="stylesheet" href="/_next/static/chunks/a.css"`)
  expect(html).toContain('disabled=""/>')
  expect(sources).toEqual([hashSource(style)])
})

test('refuses an injected script and defers the others', () => {
  const { html, scripts, refused } = defer(page('<script>alert(1)</script>'))
  expect(html).toContain('<script>alert(1)</script>')
  expect(refused).toEqual(['alert(1)'])
  expect(scripts).not.toContain(hashSource('alert(1)'))
})

test('escapes data that looks like the end of its block', () => {
  const name = '/_next/static/chunks/<!--<script>.js'
  const { html } = defer(page().replace('/_next/static/chunks/3.js', name))
  expect(inert(runtimeId, html)).toContain(name)
  expect(html).not.toContain(name)
})

test('without deferral, leaves the page unchanged and allows its data', () => {
  const { html, scripts } = processPage(page(), { allowedScripts, styles, isDeferred: false })
  expect(html).toBe(page())
  expect(scripts).toEqual([own, first, ...pieces].map(hashSource))
})
