import { describe, expect, it } from 'vitest'
import { type Block, blocksToTree } from '@/lib/content/sources/notion/blocks'
import { renderTree } from './rendered'
import { block, context, html, rich } from './notion-sample'

const plain = (text: string, more: object = {}) => ({ rich_text: rich(text), ...more })
const paragraph = (text: string) => block('paragraph', plain(text))

describe('text', () => {
  it.each([
    ['bold', '<strong>x</strong>'],
    ['italic', '<em>x</em>'],
    ['strikethrough', '<del>x</del>'],
    ['underline', '<u>x</u>'],
    ['code', '<code>x</code>'],
  ])('keeps its formatting: %s', async (mark, markup) => {
    expect(await html([block('paragraph', { rich_text: rich('x', { [mark]: true }) })])).toBe(`<p>${markup}</p>`)
  })

  it.each([
    ['red', 'tone-red', 'span'],
    ['blue_background', 'tone-blue-ground', 'mark'],
  ])('has its colour by class: %s', async (color, name, tag) => {
    expect(await html([block('paragraph', { rich_text: rich('x', { color }) })])).toBe(
      `<p><${tag} class="${name}">x</${tag}></p>`,
    )
    expect(await html([block('paragraph', plain('x', { color }))])).toBe(`<p class="${name}">x</p>`)
    expect(await html([block('heading_2', plain('x', { color }))])).toBe(`<h2 class="${name}" id="on-x">x</h2>`)
    expect(await html([block('bulleted_list_item', plain('x', { color }))])).toContain(`<li class="${name}">`)
    expect(await html([block('to_do', plain('x', { color, checked: true }))])).toContain(
      `<li class="task-list-item ${name}"><label>`,
    )
  })

  it('combines marks, a link and line breaks', async () => {
    const rich_text = rich('one\ntwo', { bold: true, italic: true, color: 'green' }, 'https://example.com')
    const marked = (text: string) => `<span class="tone-green"><em><strong>${text}</strong></em></span>`
    expect(await html([block('paragraph', { rich_text })])).toBe(
      `<p><a href="https://example.com">${marked('one')}<br>${marked('two')}</a></p>`,
    )
  })

  it('cites sources', async () => {
    expect(await html([paragraph('A claim.[^nidcd]')])).toContain('href="#source-fn-nidcd"')
  })

  it('is left out if empty', async () => {
    const empty = { rich_text: [], checked: false }
    const types = ['paragraph', 'heading_2', 'quote', 'to_do'] as const
    expect(await html(types.map((type) => block(type, empty)))).toBe('')
  })
})

describe('blocks', () => {
  it.each<[string, Block[], string]>([
    [
      'headings',
      [block('heading_1', plain('A')), block('heading_2', plain('B')), block('heading_3', plain('C'))],
      '<h2 id="on-a">A</h2><h2 id="on-b">B</h2><h3 id="on-c">C</h3>',
    ],
    [
      'a heading that opens',
      [block('heading_2', plain('A', { is_toggleable: true }), [paragraph('x')])],
      '<details><summary><h2 id="on-a">A</h2></summary><p>x</p></details>',
    ],
    [
      'a toggle',
      [block('toggle', plain('A'), [paragraph('x')])],
      '<details><summary><span>A</span></summary><p>x</p></details>',
    ],
    [
      'an indented paragraph',
      [block('paragraph', plain('A'), [paragraph('x')])],
      '<p>A</p><div class="indented"><p>x</p></div>',
    ],
    ['a quotation', [block('quote', plain('A'), [paragraph('x')])], '<blockquote><p>A</p><p>x</p></blockquote>'],
    [
      'a callout',
      [block('callout', plain('A', { icon: { type: 'emoji', emoji: '🌊' }, color: 'gray_background' }))],
      '<aside class="callout tone-gray-ground"><span class="icon">🌊</span><div><p>A</p></div></aside>',
    ],
    ['a divider', [block('divider', {})], '<hr>'],
    ['a synced block', [block('synced_block', { synced_from: null }, [paragraph('x')])], '<p>x</p>'],
    [
      'columns',
      [block('column_list', {}, [block('column', {}, [paragraph('a')]), block('column', {}, [paragraph('b')])])],
      '<div class="columns"><div class="column"><p>a</p></div><div class="column"><p>b</p></div></div>',
    ],
    [
      'a bookmark',
      [block('bookmark', { url: 'https://example.com/a', caption: rich('Words') })],
      '<p class="bookmark"><a href="https://example.com/a">Words</a></p>',
    ],
  ])('%s', async (_, blocks, markup) => {
    const input = context()
    expect(await html(blocks, input)).toBe(markup)
    expect(input.skipped()).toEqual([])
    expect(input.broken).toBe(0)
  })

  it('lists nest, and neighbours of one kind are joined', async () => {
    const markup = await html([
      block('bulleted_list_item', plain('a'), [
        block('numbered_list_item', plain('b')),
        block('numbered_list_item', plain('c')),
      ]),
      block('bulleted_list_item', plain('d')),
      block('to_do', plain('e', { checked: true })),
      block('to_do', plain('f', { checked: false })),
      block('numbered_list_item', plain('g')),
    ])
    expect(markup).toBe(
      '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>' +
        '<ul class="contains-task-list"><li class="task-list-item"><label><input type="checkbox" checked disabled> e</label></li>' +
        '<li class="task-list-item"><label><input type="checkbox" disabled> f</label></li></ul><ol><li>g</li></ol>',
    )
  })

  it.each([
    [
      true,
      true,
      '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row">c</th><td>d</td></tr></tbody>',
    ],
    [false, false, '<tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody>'],
  ])('a table, with a head: %s, with row names: %s', async (has_column_header, has_row_header, markup) => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ].map((cells) => block('table_row', { cells: cells.map((cell) => rich(cell)) }))
    expect(await html([block('table', { has_column_header, has_row_header }, rows)])).toContain(
      `<table>${markup}</table>`,
    )
  })

  it('code keeps its lines, is highlighted and has its caption', async () => {
    const code = { rich_text: rich('const a = 1\n\nif (a) {}'), language: 'typescript', caption: rich('Words') }
    const { html: markup } = await renderTree(blocksToTree([block('code', code)], context()))
    expect(markup).toMatch(/^<figure class="listing"><pre tabindex="0" role="group" aria-label="Code">/)
    expect(markup).toContain('<span class="hljs-number">1</span>\n\n')
    expect(markup).toContain('<figcaption>Words</figcaption>')
    expect(await html([block('code', { rich_text: rich('a'), language: 'plain text', caption: [] })])).toContain(
      '<code>a',
    )
  })

  it('turns plain text starting with a figure’s name into a figure', async () => {
    const lines = 'people\nlabel: Dots.\ncaption: Who.[^nidcd]\n3 | 3 people'
    const markup = await html([block('code', { rich_text: rich(lines), language: 'plain text', caption: [] })])
    expect(markup).toContain('<figcaption><b>Figure 1.</b> Who.<sup>')
  })

  it('formulas are shown inline and as blocks', async () => {
    const inline = { type: 'equation', plain_text: 'x^2', equation: { expression: 'x^2' }, annotations: {}, href: null }
    expect(await html([block('paragraph', { rich_text: [inline] })])).toMatch(/^<p><span class="katex"><math/)
    expect(await html([block('equation', { expression: 'x^2' })])).toContain(
      'aria-label="Equation"><span class="katex"><math',
    )
  })
})

describe('pictures', () => {
  const file = (caption = rich('A caption')) => block('image', { type: 'file', file: { url: 'x' }, caption }, [], 'pic')
  const external = { type: 'external', external: { url: 'https://example.com/a.png' }, caption: rich('Words') }

  it('have our addresses, a size and a caption', async () => {
    const input = context({ pictures: new Map([['pic', { url: '/blog/file/page/pic.png', width: 800, height: 600 }]]) })
    const markup = await html([file()], input)
    expect(markup).toMatch(/^<figure><img alt="A caption" width="800" height="600" loading="lazy" decoding="async"/)
    expect(markup).toContain('url=%2Fblog%2Ffile%2Fpage%2Fpic.png&#x26;w=768')
    expect(markup).toContain('<figcaption>A caption</figcaption>')
    expect(input.missing()).toEqual([])
  })

  it('are shown without a caption, and this is logged', async () => {
    const input = context({ pictures: new Map([['pic', { url: '/blog/file/page/pic.png', width: 800, height: 600 }]]) })
    expect(await html([file([])], input)).toContain('<img alt=""')
    expect(input.missing()).toEqual([['image', expect.stringContaining('caption')]])
  })

  it('leave their caption if the file is missing', async () => {
    expect(await html([file()])).toBe('<p>A caption</p>')
    expect(await html([file([])])).toBe('')
  })

  it('from other sites become links', async () => {
    expect(await html([block('image', external)])).toBe(
      '<p class="bookmark"><a href="https://example.com/a.png">Words</a></p>',
    )
  })
})

describe('external media', () => {
  const url = 'https://example.com/a'
  it.each(['file', 'video', 'bookmark'])('turns a %s into a link, by its caption or host', async (type) => {
    const payload = {
      caption: [],
      ...(type === 'bookmark' ? { url } : { type: 'external', external: { url }, name: '' }),
    }
    expect(await html([block(type, payload)])).toBe(`<p class="bookmark"><a href="${url}">example.com</a></p>`)
    expect(await html([block(type, { ...payload, caption: rich('Words') })])).toContain('>Words</a>')
  })

  it.each([
    ['notes.zip', '', 'notes.zip'],
    ['notes.zip', 'Words', 'Words'],
    [' ', '', 'example.com'],
  ])('labels a file “%s” with the caption “%s” as “%s”', async (name, caption, expected) => {
    const external = { url: 'https://example.com/1' }
    const words = caption === '' ? [] : rich(caption)
    expect(await html([block('file', { type: 'external', external, name, caption: words })])).toBe(
      `<p class="bookmark"><a href="https://example.com/1">${expected}</a></p>`,
    )
  })

  it('reports a file stored by Notion, and leaves its caption', async () => {
    const type = 'file'
    const input = context()
    const payload = { type: 'file', file: { url, expiry_time: '' }, caption: rich('Words') }
    expect(await html([block(type, payload)], input)).toBe('<p>Words</p>')
    expect(input.skipped()).toEqual([[type, undefined]])
  })

  it('reports an empty bookmark, but not as broken', async () => {
    const type = 'bookmark'
    const input = context()
    expect(await html([block(type, { url: '', caption: [] }), paragraph('b')], input)).toBe('<p>b</p>')
    expect(input.missing()).toEqual([[type, 'an address']])
    expect(input.broken).toBe(0)
  })
})

it.each<[string, Block[], string]>([
  [
    'a heading of the fourth level',
    [block('heading_2', plain('A')), block('heading_3', plain('B')), block('heading_4', plain('C'))],
    '<h4 id="on-c">C</h4>',
  ],
  [
    'a list that begins with another number',
    [block('numbered_list_item', plain('x', { list_start_index: 3 })), block('numbered_list_item', plain('y'))],
    '<ol start="3"><li>x</li><li>y</li></ol>',
  ],
  ['an unknown kind with its children', [block('tab', {}, [paragraph('inside')])], '<p>inside</p>'],
  [
    'a task without text',
    [block('to_do', plain('', { checked: false })), block('to_do', plain('a', { checked: false }))],
    '<ul class="contains-task-list"><li class="task-list-item"><label><input type="checkbox" disabled> a</label></li></ul>',
  ],
])('renders a less common block: %s', async (_, blocks, markup) => {
  const input = context()
  expect(await html(blocks, input)).toContain(markup)
  expect(input.broken).toBe(0)
})

describe('unsupported blocks', () => {
  it.each(['child_page', 'unsupported', '__proto__'])('reports and omits %s', async (type) => {
    const input = context()
    expect(await html([paragraph('a'), block(type, {}), paragraph('b')], input)).toBe('<p>a</p><p>b</p>')
    expect(input.skipped()).toEqual([[type, undefined]])
  })

  it.each<[string, unknown]>([
    ['paragraph', undefined],
    ['bulleted_list_item', {}],
    ['code', { rich_text: rich('score\nlabel: x'), language: 'plain text' }],
  ])('reports a %s with invalid data %j, and shows the rest', async (type, payload) => {
    const input = context()
    const columns = block('column_list', {}, [block('column', {}, [block(type, payload), paragraph('b')])])
    expect(await html([paragraph('a'), columns], input)).toContain('<p>b</p>')
    expect(input.broken).toBe(1)
    expect(input.skipped()).toEqual([])
  })
})
