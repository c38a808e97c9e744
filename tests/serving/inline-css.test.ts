import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileSheet } from '@/server/build/css-compiler'
import { styleSheets, usedStyles, type Vocabulary } from '@/server/html/inline-css'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const address = '/_next/static/chunks/a.css'
const styleSheet = (css: string) => (page: Vocabulary) => usedStyles(compileSheet(css, address), page)

const page = { tags: new Set(['html', 'body', 'p', 'a']), classes: new Set(['lead', 'md:p-4', 'w-1/2', 'group']) }

test.each([
  ['a class of the page', '.lead{color:red}', true],
  ['an absent class', '.gone{color:red}', false],
  ['a class with signs that CSS escapes', String.raw`.w-1\/2{width:50%}`, true],
  ['a tag of the page', 'p{color:red}', true],
  ['an absent tag', 'table{color:red}', false],
  ['a tag below an absent class', '.gone p{color:red}', false],
  ['a state such as hover', '.lead:hover{color:red}', true],
  ['an attribute that a script may set', '[data-session=in] .lead{color:red}', true],
  ['the class that the head sets on the root', '.dark .lead{color:red}', true],
  ['one present alternative of several', ':is(.gone,.lead){color:red}', true],
  ['no present alternative of several', ':is(.gone,.away) p{color:red}', false],
  ['a negation', 'p:not(.gone){color:red}', true],
  ['a pseudo-element of an absent field', '::placeholder,::-webkit-datetime-edit{color:red}', false],
  ['a pseudo-element of an absent element', '::file-selector-button{color:red}', false],
  ['a part that anything may have', '::selection{color:red}', true],
  ['a part of the name of a class', '.lead[class*=grou]{color:red}', true],
  ['a part of no class’s name', '.lead[class*="tone-"]{color:red}', false],
  ['a class that the head sets on the root', '[class*=dar] .lead{color:red}', true],
  ['the universal selector', '*,::before{box-sizing:border-box}', true],
])('%s', (_, css, isKept) => {
  expect(styleSheet(css)(page)).toBe(isKept ? css : '')
})

test('keeps pseudo-elements of fields if the page has one', () => {
  const css = '::placeholder{color:red}::-webkit-date-and-time-value{color:red}'
  expect(styleSheet(css)({ tags: new Set(['input']), classes: new Set() })).toBe(css)
  expect(styleSheet(css)({ tags: new Set(['textarea']), classes: new Set() })).toBe('::placeholder{color:red}')
})

test('drops selectors that cannot match, and empty groups', () => {
  expect(styleSheet('.gone,.lead{color:red}')(page)).toBe('.lead{color:red}')
  const groups = String.raw`@media (width>1px){.gone{color:red}}@media (width>2px){.md\:p-4{padding:1rem}}`
  expect(styleSheet(groups)(page)).toBe(String.raw`@media (width>2px){.md\:p-4{padding:1rem}}`)
})

test('keeps the order of layers, keyframes and fonts', () => {
  const css = '@layer a,b;@font-face{font-family:f}@keyframes k{0%{opacity:0}}'
  expect(styleSheet(css)(page)).toBe(css)
})

test('drops unused registered properties and their defaults', () => {
  const css =
    '@layer properties{*,::before{--a:0;--b:0}}.lead{margin:var(--a)}.gone{margin:var(--b)}@property --a{syntax:"*";inherits:false}@property --b{syntax:"*";inherits:false}'
  expect(styleSheet(css)(page)).toBe(
    '@layer properties{*,::before{--a:0}}.lead{margin:var(--a)}@property --a{syntax:"*";inherits:false}',
  )
})

test('reduces one sheet for several pages', () => {
  const used = styleSheet('.lead{color:red}p{color:blue}')
  expect(used({ tags: new Set(['p']), classes: new Set() })).toBe('p{color:blue}')
  expect(used(page)).toBe('.lead{color:red}p{color:blue}')
})

test('makes addresses in a sheet absolute', () => {
  const css = 'p{background:url(../media/a.woff2)}a{background:url(data:x)}'
  expect(styleSheet(css)(page)).toBe('p{background:url(/_next/static/media/a.woff2)}a{background:url(data:x)}')
})

test('accepts only sheets of this build', () => {
  const folder = temporaryFolder('sheets')
  const file = join(folder, 'style-sheets.json')
  writeFileSync(file, JSON.stringify({ [address]: compileSheet('p{color:red}', address) }))
  const sheets = styleSheets(file)
  expect(sheets(address, page)).toBe('p{color:red}')
  for (const other of ['/_next/static/chunks/b.css', '/a.css', '', 'toString', '__proto__'])
    expect(sheets(other, page), other).toBeNull()
  expect(styleSheets(join(folder, 'gone.json'))(address, page)).toBeNull()
})
