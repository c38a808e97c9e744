import { describe, expect, it, vi } from 'vitest'
import { elementsIn, hasClass, isElement, textOf } from '@/lib/content/render/markdown'
import { renderCopy } from '@/lib/content/pages/copy'
import { minutesToRead } from '@/lib/content/render/render'
import { renderMarkdown, renderTree } from './rendered'
import { parsed } from './parsed'

describe('notes', () => {
  it('are numbered by first use and cite their sources', async () => {
    const { html, contents } = await renderMarkdown('## One\n\nA claim.[^stamma] Another.[^nidcd] Again.[^stamma]')
    expect(contents).toEqual([
      { id: 'on-one', text: 'One' },
      { id: expect.any(String), text: 'Sources' },
    ])
    expect(html.indexOf('End the Phone Call Nightmares')).toBeLessThan(html.indexOf('fact sheet'))
    for (const [, target = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${target}"`)
  })

  it('have one named link back, below the source', async () => {
    const { html } = await renderMarkdown('One.[^stamma] Two.[^nidcd] Three.[^stamma]')
    const rows = parsed(html).filter((node) => hasClass(node, 'back-links'))
    expect(rows.map((row) => [...elementsIn(row)].flatMap(({ properties }) => properties.ariaLabel ?? []))).toEqual([
      ['Back to where source 1 is named'],
      ['Back to where source 2 is named'],
    ])
    expect(parsed(html).filter(({ properties }) => 'dataFootnoteBackref' in properties)).toHaveLength(2)
  })

  it('have a name that describes the number', async () => {
    const { html } = await renderMarkdown('A.[^nidcd] B.[^stamma]\n\n[^nidcd]: Own.', 'C.[^stamma]')
    const links = parsed(html).filter(({ properties }) => 'dataFootnoteRef' in properties)
    expect(links.map(({ properties }) => [properties.ariaLabel, properties.ariaDescribedBy])).toEqual([
      ['Source 2', undefined],
      ['Source 1', undefined],
    ])
  })

  it('are ignored in code, and may be defined in the text', async () => {
    const { html } = await renderMarkdown('A `[^a-z]` stays.[^own]\n\n```js\n/[^0-9]/\n```\n\n[^own]: A book.')
    expect(html).toContain('<code>[^a-z]</code>')
    expect(html).toContain('A book.')
  })

  it('fail a post if the source is unknown', async () => {
    await expect(renderMarkdown('A claim.[^made-up]')).rejects.toThrow('"made-up"')
    await expect(renderMarkdown('![x](/pictures/lake.jpg "By[^made-up]")')).rejects.toThrow('"made-up"')
  })

  it('work in a tree, and stay as written if unknown', async () => {
    const paragraph = (value: string) => ({ type: 'paragraph' as const, children: [{ type: 'text' as const, value }] })
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const { html, text } = await renderTree({ type: 'root', children: [paragraph('One.[^nidcd] Two.[^made-up]')] })
    expect(warned.mock.lastCall?.[0]).toContain('made-up')
    expect(text).toBe('One. Two.[^made-up]')
    expect(html).toContain('fact sheet')
    expect(html).toContain('Two.[^made-up]')
  })
})

describe('the answer', () => {
  it('is set apart, and its notes come first', async () => {
    const { html, answer } = await renderMarkdown('A claim.[^nidcd] Another.[^stamma]', 'In _short_.[^stamma]')
    expect(answer).toMatch(/^In <em>short<\/em>\.<sup><a href="#source-fn-stamma" id="source-fnref-stamma"[^>]*>1<\/a>/)
    expect(html).not.toContain('In <em>')
    expect(html).toMatch(/^\s*<p>A claim\.<sup><a href="#source-fn-nidcd"[^>]*>2</)
    expect(html).toContain('href="#source-fnref-stamma"')
    expect(await renderMarkdown('A claim.')).toMatchObject({ answer: null, html: '<p>A claim.</p>' })
  })

  it.each(['One.\n\nTwo.', '- A list', '## A heading', '![x](/pictures/lake.jpg)'])(
    'must be one paragraph: %j',
    async (text) => {
      await expect(renderMarkdown('Body.', text)).rejects.toThrow('one paragraph')
    },
  )
})

describe('the table of contents', () => {
  it('has two levels, and ends with the sources', async () => {
    const text = '# Top\n\n### Its _part_[^nidcd]\n\n#### Deeper\n\n## Next\n\n> ## Quoted\n\n### A\n\n### A'
    expect((await renderMarkdown(text)).contents).toEqual([
      { id: 'on-top', text: 'Top', parts: [{ id: expect.any(String), text: 'Its part' }] },
      {
        id: 'on-next',
        text: 'Next',
        parts: [
          { id: 'on-a', text: 'A' },
          { id: 'on-a-1', text: 'A' },
        ],
      },
      { id: 'footnote-label', text: 'Sources' },
    ])
  })
})

describe('headings', () => {
  it.each([
    ['leave no level out', '## Two\n\n#### Four\n\n#### Again\n\n## Two', 'h2 h3 h3 h2'],
    ['begin below the title', '### Three\n\n### Three\n\n#### Four', 'h2 h2 h3'],
    ['are dropped without text', '## \n\n## Two\n\n### <b></b>', 'h2'],
    ['of HTML are headings, too', '<h1>One</h1>\n\n<h4>Four</h4>', 'h2 h3'],
  ])('%s', async (_, text, expected) => {
    const found = parsed((await renderMarkdown(text)).html).filter((node) => /^h\d$/.test(node.tagName))
    expect(found.map(({ tagName }) => tagName).join(' ')).toBe(expected)
  })

  it.each([
    ['## Two', '[a](#two)', 'on-two'],
    ['## Two', '[a](#on-two)', 'on-two'],
    ['## はじめに', '[a](#はじめに)', 'on-はじめに'],
    ['## Cafe\u0301', '[a](#caf%C3%A9)', 'on-cafe\u0301'],
    ['## First steps {#start}', '[a](#start)', 'on-start'],
    ['<p id="Part-1">Words</p>', '[a](#part-1)', 'on-Part-1'],
  ])('and other elements are linked in any script and case: %s', async (part, link, id) => {
    const all = parsed((await renderMarkdown(`${link}\n\n${part}`)).html)
    const target = all.find(({ tagName }) => tagName === 'a')?.properties.href
    expect(target).toBe(`#${id}`)
    expect(all.filter(({ properties }) => properties.id === id)).toHaveLength(1)
  })

  it('that are missing leave the link as it is, and are logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const { html } = await renderMarkdown('[c](#three)\n\n## Two', null, { file: 'x.md' })
    expect(html).toContain('<a href="#three">c</a>')
    expect(warn.mock.lastCall?.[0]).toContain('#three')
  })
})

describe('HTML in a text', () => {
  it.each([
    ['<p class="x" style="color:red">A <em>word</em></p>', '<p>A <em>word</em></p>'],
    ['<span lang="fr">mot</span>', '<p><span lang="fr">mot</span></p>'],
    ['<p dir="rtl" lang="x y">a</p>', '<p dir="rtl">a</p>'],
    ['<details><summary>S</summary>T</details>', '<details><summary>S</summary>T</details>'],
    ['a<!-- no word -->b', '<p>ab</p>'],
    ['<p id="main">a</p>', '<p>a</p>'],
  ])('%s', async (text, html) => {
    expect((await renderMarkdown(text)).html.trim()).toBe(html)
  })
})

describe('pictures', () => {
  it('from other sites inside a link become text', async () => {
    expect((await renderMarkdown('[![b](https://e.com/x.png)](https://e.com)')).html).toBe(
      '<p><a href="https://e.com">b</a></p>',
    )
  })

  it('alone in a paragraph become figures with optimised sizes', async () => {
    const { html } = await renderMarkdown('![A lake.](/pictures/lake.jpg "By _night_.[^nidcd]")')
    const [figure, img] = parsed(html)
    expect(figure?.tagName).toBe('figure')
    expect(img?.properties).toMatchObject({
      alt: 'A lake.',
      loading: 'lazy',
      decoding: 'async',
      width: 1600,
      src: '/_next/image?url=%2Fpictures%2Flake.jpg&w=1536&q=80',
    })
    expect(img?.properties.height).toBeGreaterThan(800)
    expect(String(img?.properties.srcSet)).toMatch(/w=320&q=80 320w.*w=768&q=80 768w/)
    expect(html).toMatch(/<figcaption>By <em>night<\/em>\.<sup>/)
  })

  it('stay inline in a line', async () => {
    const { html } = await renderMarkdown('Before ![A lake.](/pictures/lake.jpg) after')
    expect(html).toMatch(/^<p>Before <img [^>]+> after<\/p>$/)
  })

  it.each([
    ['![Elsewhere](https://example.com/a.jpg)', '<p><a href="https://example.com/a.jpg">Elsewhere</a></p>'],
    ['![](https://example.com/a.jpg)', '<p><a href="https://example.com/a.jpg">example.com</a></p>'],
    ['![x](//example.com/a.jpg)', '<p><a href="//example.com/a.jpg">x</a></p>'],
    ['![x](data:image/png;base64,AA)', '<p>x</p>'],
  ])('from other sites are not loaded: %s', async (text, html) => {
    expect((await renderMarkdown(text)).html).toBe(html)
  })

  it.each([
    ['/pictures/none.jpg', 'line 1: the picture public/pictures/none.jpg cannot be read'],
    ['/pictures/100%.jpg', 'public/pictures/100%.jpg cannot be read'],
    ['/pictures/../../package.json', 'is not in public/'],
    ['/pictures/%2e%2e/%2e%2e/package.json', 'is not in public/'],
    ['/favicon.ico', 'in public/pictures'],
    ['lake.jpg', 'in public/pictures'],
  ])('fail a post if unreadable: %s', async (url, message) => {
    await expect(renderMarkdown(`![x](${url})`)).rejects.toThrow(message)
  })

  it('fail a post if their address stands apart, because they would be lost', async () => {
    await expect(renderMarkdown('![x][l]\n\n[l]: /pictures/lake.jpg')).rejects.toThrow('in round brackets')
  })
})

it('highlights code by class names, and scrolls it by keyboard', async () => {
  const { html } = await renderMarkdown('```ts\nconst a = 1\n```\n\n```\nplain\n```\n\n```klingon\nqapla\n```')
  expect(html).toContain('<span class="hljs-keyword">const</span>')
  expect(html).not.toContain('style=')
  const boxes = parsed(html).filter((node) => isElement(node, 'pre'))
  expect(boxes.map(({ properties }) => properties)).toEqual(
    Array.from({ length: 3 }, () => ({ tabIndex: 0, role: 'group', ariaLabel: 'Code' })),
  )
})

describe('formulas', () => {
  it('become MathML, and one dollar sign is money', async () => {
    const { html } = await renderMarkdown('From $5 to $6: $$x^2$$.\n\n$$\ny\n$$')
    expect(html).toContain('From $5 to $6: ')
    const maths = parsed(html).filter(({ tagName }) => tagName === 'math')
    expect(maths.map(({ properties }) => properties.display)).toEqual([undefined, 'block'])
    expect(parsed(html).filter(({ properties }) => properties.ariaLabel === 'Equation')).toHaveLength(1)
    expect(html).not.toMatch(/katex-html|style=/)
  })

  it.each([
    ['\\frac{1', '\\frac{1'],
    ['\\href{https://a.example}{x+1}', '\\href'],
  ])('show what was rejected: %s', async (formula, shown) => {
    const { html } = await renderMarkdown(`Wrong: $$${formula}$$.`)
    expect(html).toContain(shown)
    expect(html).not.toContain('<a ')
  })
})

describe('tables and task lists', () => {
  it('tables scroll in numbered regions', async () => {
    const table = '| A | B |\n| - | -: |\n| 1 | 2 |'
    const regions = parsed((await renderMarkdown(`${table}\n\ntext\n\n${table}`)).html)
    expect(
      regions
        .filter((node) => hasClass(node, 'wide'))
        .map(({ properties }) => [properties.ariaLabel, properties.tabIndex]),
    ).toEqual([
      ['Table 1', 0],
      ['Table 2', 0],
    ])
  })

  it.each([
    ['|  | B |\n| - | - |\n| A | 2 |', 'td|th col B|th row A|td 2'],
    ['| A | B |\n| - | - |\n| x | 2 |\n| y | 2 |', 'th col A|th col B|th row x|td 2|th row y|td 2'],
    ['| A |\n| - |\n| x |', 'th col A|td x'],
  ])('tables have headers: %j', async (text, cells) => {
    const found = parsed((await renderMarkdown(text)).html)
      .filter((node) => isElement(node, 'th', 'td'))
      .map((node) => `${node.tagName} ${String(node.properties.scope ?? '')} ${textOf(node)}`.replace('  ', ' ').trim())
    expect(found.join('|')).toBe(cells)
  })

  it('task boxes are named by their text, and read-only', async () => {
    const { html } = await renderMarkdown('- [x] Done [there](/faq)\n- [ ] Not yet\n  - inner')
    expect(html).toContain('<label><input type="checkbox" checked disabled> Done <a href="/faq">there</a></label>')
    expect(html.replaceAll('\n', '')).toMatch(/<label><input type="checkbox" disabled> Not yet<\/label><ul>/)
    const nested = (await renderMarkdown('- a\n  - [ ] inner\n- [ ]  ')).html
    expect(nested.match(/<input/g)).toHaveLength(1)
  })
})

describe('markup that Markdown would not show', () => {
  it.each([
    ['Dear <first name>, say this.', '<first name>'],
    ['Dear </name>', '</name>'],
    ['<p>Dear <first_name></p>', '<first_name>'],
    ['| a |\n| - |\n| <name> |', '<name>'],
    ['<img src="/pictures/lake.jpg" alt="x">', '<img src="/pictures/lake.jpg" alt="x">'],
    ['<input type="checkbox">', '<input type="checkbox">'],
    ['<script>x</script>', '<script>'],
    ['<?php x ?>', '<?'],
    ['<!-- x', '<!'],
  ])('is refused with its line: %s', async (markup, words) => {
    const text = `\`\`\`\n${markup}\n\`\`\`\n\nWords.\n\n${markup}`
    const lines = markup.split('\n')
    const line = 10 + 5 + lines.length - 1 + lines.findIndex((one) => one.includes(words))
    await expect(renderMarkdown(text, null, { line: 10 })).rejects.toThrow(`line ${line + 1}: “${words}`)
  })

  it('is refused in answers, captions and the copy of pages', async () => {
    await expect(renderMarkdown('Words.', 'By <name>')).rejects.toThrow('“<name>”')
    await expect(renderMarkdown('![x](/pictures/lake.jpg "By <name>")')).rejects.toThrow('“<name>”')
    await expect(renderCopy('en', [{ file: 'faq.md', text: 'Dear <name>' }])).rejects.toThrow('faq.md: “<name>”')
  })
})

it.each([
  ['Practise 5~10 minutes, 15~20 at weekends.', 'Practise 5~10 minutes, 15~20 at weekends.'],
  ['From $5 and $10, or $5~$10.', 'From $5 and $10, or $5~$10.'],
  ['1 < 2 and <3, <名前> and a<1>', '1 &#x3C; 2 and &#x3C;3, &#x3C;名前> and a&#x3C;1>'],
  ['`<name>` and \\<name>', '<code>&#x3C;name></code> and &#x3C;name>'],
  ['A set {a, b}, {{c}}', 'A set {a, b}, {{c}}'],
  ['~~gone~~', '<del>gone</del>'],
  ['a <!-- a note --> b', 'a  b'],
  ['H<sub>2</sub>O<br>x <span lang="fr">oui</span>', 'H<sub>2</sub>O<br>x <span lang="fr">oui</span>'],
])('ordinary text stays: %s', async (text, html) => expect((await renderMarkdown(text)).html).toBe(`<p>${html}</p>`))

it.each([
  ['', 1],
  ['a '.repeat(299), 1],
  ['a '.repeat(300), 2],
  ['а — '.repeat(299), 1],
])('takes as long to read as its words: “%.20s”', (text, minutes) => expect(minutesToRead(text)).toBe(minutes))
