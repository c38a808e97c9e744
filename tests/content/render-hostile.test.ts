import { describe, expect, it, vi } from 'vitest'
import type { Block } from '@/lib/content/sources/notion/blocks'
import { renderMarkdown, renderTree } from './rendered'
import { block, html, rich } from './notion-sample'
import { unsafeParts, parsed } from './parsed'

const figure = (kind: string, label: string, caption: string, line: string) =>
  `\`\`\`${kind}\nlabel: ${label}\ncaption: ${caption}\n${line}\n\`\`\``
const breakOut = '"><script>alert(1)</script><svg onload=alert(1)>'

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]><x xmlns:xlink="x" xlink:href="javascript:alert(1)">&y;</x>',
  '<h2 id="main" onclick=alert(1)>x</h2>',
  '<a href="vbscript:x" onclick="y">z</a>',
  '[x](javascript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](tel:+15550100)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[x](/faq "\\" onmouseover=alert(1) x=\\"")',
  'javascript:alert(1) and www.example.com/<script>alert(1)</script> and https://example.com/"onmouseover=alert(1)',
  '![" onerror="alert(1)](/pictures/lake.jpg "\\" onerror=\\"alert(1)")',
  `![x](/pictures/lake.jpg '${breakOut} [y](javascript:alert(1))')`,
  '# main\n\n## menu\n\n### __proto__\n\n## constructor',
  'x[^a] and [^"><script>]\n\n[^a]: <script>alert(1)</script> [y](javascript:alert(1)) <img src=x onerror=alert(1)>',
  '```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```',
  '$$\\href{javascript:alert(1)}{x}$$ and $$\\url{javascript:alert(1)}$$',
  '$$\\htmlData{x=y}{z} \\htmlStyle{position:fixed}{z} \\htmlId{main}{z} \\htmlClass{a}{z}$$',
  '$$\\def\\a{\\a\\a}\\a$$',
  '$$\\rule{1000em}{1000em} \\color{red;position:fixed}{x}$$',
  '| <script>alert(1)</script> | [x](javascript:alert(1)) |\n| - | - |\n| <img src=x onerror=alert(1)> | `</td><script>` |',
  figure('score', breakOut, breakOut, 'above 60'),
  figure('bars', breakOut, '[x](javascript:alert(1))', `50 | ${breakOut.replace('|', '')} | ${breakOut}`),
]

describe('a hostile text', () => {
  it.each(hostile)('is inert or refused as Markdown: %j', async (text) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const rendered = await renderMarkdown(text, text.includes('\n\n') ? 'Short.' : text).catch(String)
    if (typeof rendered === 'string') expect(rendered).toMatch(/is not shown by Markdown|one paragraph/)
    else expect([...unsafeParts(rendered.html), ...unsafeParts(rendered.answer ?? '')]).toEqual([])
  })

  it.each(hostile)('is inert as HTML: %j', async (text) =>
    expect(unsafeParts((await renderTree({ type: 'root', children: [{ type: 'html', value: text }] })).html)).toEqual(
      [],
    ),
  )

  it('shows a refused address as text', async () => {
    expect((await renderMarkdown('Do not [ring](tel:1), [_look_](javascript:x).')).html).toBe(
      '<p>Do not ring, <em>look</em>.</p>',
    )
  })

  it('keeps allowed addresses', async () => {
    const text = '[a](https://example.com) [b](/faq#x) [c](#on-x) [d](mailto:a@example.com) www.example.com'
    const links = parsed((await renderMarkdown(text)).html).filter(({ tagName }) => tagName === 'a')
    expect(links.map(({ properties }) => properties.href)).toEqual([
      'https://example.com',
      '/faq#x',
      '#on-x',
      'mailto:a@example.com',
      'http://www.example.com',
    ])
  })
})

const addresses = ['java\nscript:alert(1)', '\u0001javascript:x']
const one = (type: string, payload: object, children: Block[] = []) => [block(type, payload, children)]
const cases: [string, Block[]][] = [
  ...addresses.map((href): [string, Block[]] => [href, one('paragraph', { rich_text: rich('x', {}, href) })]),
  ...addresses.map((url): [string, Block[]] => [url, one('bookmark', { url, caption: rich('x') })]),
  ...addresses.map((url): [string, Block[]] => [
    url,
    one('image', { type: 'external', external: { url }, caption: rich('x') }),
  ]),
  [
    'a colour',
    one('paragraph', { rich_text: rich('x', { color: 'red" onclick="alert(1)' }), color: 'x;position:fixed' }),
  ],
  [
    'a language',
    one('code', { rich_text: rich(breakOut), language: breakOut, caption: rich(breakOut, {}, 'javascript:x') }),
  ],
  [
    'a figure',
    one('code', {
      rich_text: rich(`people\nlabel: ${breakOut}\ncaption: ${breakOut}\n3 | ${breakOut}`),
      language: 'plain text',
    }),
  ],
  ['a formula', one('equation', { expression: '\\href{javascript:alert(1)}{x}' })],
  [
    'a cell',
    one(
      'table',
      { has_column_header: true },
      one('table_row', { cells: [rich(breakOut), rich('x', {}, 'javascript:x')] }),
    ),
  ],
  ['a callout', one('callout', { rich_text: rich('x'), icon: { type: 'emoji', emoji: breakOut } })],
  ['a toggle', one('toggle', { rich_text: rich(breakOut) }, one('paragraph', { rich_text: rich(breakOut) }))],
]
it.each(cases)('hostile blocks are inert: %s', async (_, blocks) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  expect(unsafeParts(await html(blocks))).toEqual([])
})
