import { expect, test } from 'vitest'
import { processPage } from '@/server/page'
import { hashSource } from '@/server/csp'

const own = 'document.documentElement.dataset.ready=""'
const pinned = new Set([hashSource(own)])
/** Hash sources of allowed scripts, and texts of refused ones. */
function found(html: string) {
  const { scripts: hashes, refused } = processPage(html, {
    allowedScripts: pinned,
    styles: new Map(),
    isDeferred: false,
  })
  return { hashes, refused }
}
const page = (inside: string, end = '', head = '') =>
  `<!DOCTYPE html><html><head>${head}</head><body><main>${inside}</main>${end}</body></html>`
const script = (text: string, attributes = '') => `<script${attributes}>${text}</script>`
const data = String.raw`self.__next_f.push([1,"a:\u003cscript\u003e\n"])`
const first = '(self.__next_f=self.__next_f||[]).push([0])'

test.each([
  ['our script in the head', page('', '', script(own)), [own]],
  ['our script in the text', page(`<p>a</p>${script(own)}`), [own]],
  ['data at the end', page('', script(first) + script(data)), [first, data]],
])('allows %s', (_, html, texts) => {
  expect(found(html)).toEqual({ hashes: texts.map(hashSource), refused: [] })
})

test('does not treat linked data as a script', () => {
  expect(found(page(script('{"a":1}', ' type="application/ld+json"')))).toEqual({ hashes: [], refused: [] })
})

test.each([
  ['anything else', page(script('alert(1)')), 'alert(1)'],
  ['our script with an addition', page(script(`${own};alert(1)`)), `${own};alert(1)`],
  ['data inside the text', page(script(data)), data],
  ['data with something behind it', page('', `${script(data)}<p>more</p>`), data],
  [
    'a call where data should be',
    page('', script('self.__next_f.push([1,alert(1)])')),
    'self.__next_f.push([1,alert(1)])',
  ],
  ['a type that a browser trims', page(script('alert(1)', ' type=" text/javascript "')), 'alert(1)'],
  ['an import map', page(script('{"imports":{}}', ' type="importmap"')), '{"imports":{}}'],
  ['a script in a template', page(`<template>${script('alert(1)')}</template>`), 'alert(1)'],
  ['a script in an SVG', page(`<svg>${script('alert(1)')}</svg>`), 'alert(1)'],
  [
    'a script that breaks out of an attribute',
    page(`</main></body>${script('alert(1)')}<main>`, script(data)),
    'alert(1)',
  ],
])('rejects %s', (_, html, text) => {
  const { refused } = found(html)
  expect(refused).toContain(text)
})
