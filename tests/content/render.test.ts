import type { Element } from 'hast'
import { describe, expect, it, vi } from 'vitest'
import { elementsIn, hasClass, isElement, textOf } from '@/lib/content/render/tree'
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
    const { html, words } = await renderTree({ type: 'root', children: [paragraph('One.[^nidcd] Two.[^made-up]')] })
    expect(warned.mock.lastCall?.[0]).toContain('made-up')
    expect(words, 'without those of the source').toBeLessThan(5)
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

  it('links to existing headings', async () => {
    const { html, contents } = await renderMarkdown('## Main\n\n## Menu\n\n### Main')
    for (const { id } of contents) expect(html).toContain(`id="${id}"`)
    expect(html).not.toMatch(/<h1|id="(main|menu)"/)
  })
})

describe('headings', () => {
  it.each([
    ['leave no level out', '## Two\n\n#### Four\n\n#### Again\n\n## Two', 'h2 h3 h3 h2'],
    ['begin below the title', '### Three\n\n### Three\n\n#### Four', 'h2 h2 h3'],
    ['keep their level if it is in order', '## 2\n\n### 3\n\n#### 4\n\n### 3', 'h2 h3 h4 h3'],
    ['are dropped without text', '## \n\n## Two\n\n### <b></b>', 'h2'],
    ['of HTML are headings, too', '<h1>One</h1>\n\n<h4>Four</h4>', 'h2 h3'],
  ])('%s', async (_, text, expected) => {
    const found = parsed((await renderMarkdown(text)).html).filter((node) => /^h\d$/.test(node.tagName))
    expect(found.map(({ tagName }) => tagName).join(' ')).toBe(expected)
  })

  it('are linked by their text', async () => {
    const { html } = await renderMarkdown('[a](#two) [b](#on-two) [c](#three)\n\n## Two')
    expect(html).toContain('<a href="#on-two">a</a> <a href="#on-two">b</a> <a href="#three">c</a>')
  })

  it.each([
    ['## はじめに', '[a](#はじめに)', 'on-はじめに'],
    ['## Cafe\u0301', '[a](#caf%C3%A9)', 'on-cafe\u0301'],
    ['## First steps {#start}', '[a](#start)', 'on-first-steps'],
    ['<h2 id="start">First steps</h2>', '[a](#start)', 'on-first-steps'],
    ['<p><a name="Part-1"></a>Words</p>', '[a](#part-1)', 'on-Part-1'],
  ])('and other anchors are linked in any script and case: %s', async (part, link, id) => {
    const all = parsed((await renderMarkdown(`${link}\n\n${part}`)).html)
    const target = all.find(({ tagName }) => tagName === 'a')?.properties.href
    expect(target).toBe(`#${id}`)
    expect(all.filter(({ properties }) => properties.id === id)).toHaveLength(1)
  })

  it.each([
    ['One two three four', 'on-one-two-three'],
    ['One two three four\n\n## One two three five', 'on-one-two-three on-one-two-three-five'],
    ['One two three four\n\n## One two three four', 'on-one-two-three on-one-two-three-four-1'],
    ['Eins – zwei, drei (vier)', 'on-eins-zwei-drei'],
  ])('have short ids, or long ones if ambiguous: %s', async (text, expected) => {
    const { html, contents } = await renderMarkdown(`[a](#one-two-three-four)\n\n## ${text}`)
    const ids = expected.split(' ')
    expect(contents.map(({ id }) => id)).toEqual(ids)
    for (const id of ids) expect(html).toContain(`id="${id}"`)
    expect(html).toContain(`<a href="#${expected.includes('one') ? ids[0] : 'one-two-three-four'}">a</a>`)
  })
})

describe('HTML in a text', () => {
  it.each([
    ['<p class="x" style="color:red">A <em>word</em></p>', '<p>A <em>word</em></p>'],
    ['<span lang="fr">mot</span>', '<p><span lang="fr">mot</span></p>'],
    ['<p dir="rtl" lang="x y">a</p>', '<p dir="rtl">a</p>'],
    ['<details><summary>S</summary>T</details>', '<details><summary>S</summary>T</details>'],
    ['<details><summary></summary>T</details>', '<details><summary>Details</summary>T</details>'],
    ['a<!-- no word -->b', '<p>ab</p>'],
    ['<p id="main">a</p>', '<p>a</p>'],
  ])('%s', async (text, html) => {
    expect((await renderMarkdown(text)).html.trim()).toBe(html)
  })

  it('keeps tables with merged cells', async () => {
    const { html } = await renderMarkdown('<table><tr><th colspan="2">A</th></tr><tr><td>1</td><td>2</td></tr></table>')
    expect(html).toContain('colspan="2"')
    expect(html).toContain('<td>2</td>')
  })
})

it.each([
  ['- פריט', '<ul dir="rtl">'],
  ['> 50% ציטוט in English', '<blockquote dir="rtl">'],
  ['<details><summary>עוד</summary>More</details>', '<details dir="rtl">'],
  ['| א |\n|---|\n| b |', '<section class="wide" dir="rtl" tabindex="0" aria-label="Table"><table dir="rtl">'],
  ['- Item, in Hebrew פריט', '<ul>'],
])('right-to-left text has markers on its own side: %s', async (text, expected) => {
  expect((await renderMarkdown(text)).html).toContain(expected)
})

describe('pictures', () => {
  it('from other sites inside a link become text', async () => {
    expect((await renderMarkdown('[![b](https://e.com/x.png)](https://e.com)')).html).toBe(
      '<p><a href="https://e.com">b</a></p>',
    )
  })

  it.each([
    ['/pictures/100%.jpg', /%25/],
    ['/pictures/lake.jpg?v=2', /without \? or #/],
  ])('with the address %s are refused with what was expected', async (url, message) => {
    await expect(renderMarkdown(`![x](${url})`)).rejects.toThrow(message)
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

  it('work by reference', async () => {
    expect((await renderMarkdown('![A lake.][l]\n\n[l]: /pictures/lake.jpg')).html).toMatch(/^<figure><img /)
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
    ['/pictures/none.jpg', 'public/pictures/none.jpg'],
    ['/pictures/../../package.json', 'is not in public/'],
    ['/pictures/%2e%2e/%2e%2e/package.json', 'is not in public/'],
    ['/favicon.ico', 'in public/pictures'],
    ['lake.jpg', 'in public/pictures'],
  ])('fail a post if unreadable: %s', async (url, message) => {
    await expect(renderMarkdown(`![x](${url})`)).rejects.toThrow(message)
  })
})

it('highlights code by class names, and scrolls it by keyboard', async () => {
  const { html } = await renderMarkdown('```ts\nconst a = 1\n```\n\n```\nplain\n```\n\n```klingon\nqapla\n```')
  expect(html).toContain('<span class="hljs-keyword">const</span>')
  expect(html).not.toContain('style=')
  const boxes = parsed(html).filter((node) => isElement(node, 'pre'))
  expect(boxes.map(({ properties }) => properties)).toEqual(
    ['Code in ts', 'Code', 'Code in klingon'].map((ariaLabel) => ({ tabIndex: 0, role: 'group', ariaLabel })),
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

  it.each(['\\frac{1', '\\href{https://a.example}{x+1}', '\\htmlClass{a}{y}', '\\nonsense{1}'])(
    'show their source, and are logged, if rejected: %s',
    async (formula) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { html } = await renderMarkdown(`Wrong: $$${formula}$$.`)
      expect(html).toBe(`<p>Wrong: <code>${formula}</code>.</p>`)
      expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('formula left as text'))
    },
  )
})

describe('tables and task lists', () => {
  it('tables scroll in regions named by their headings', async () => {
    const table = '| A | B |\n| - | -: |\n| 1 | 2 |'
    const text = [table, '## What _each_ did[^nidcd]', table, 'text', table, '### Then', table].join('\n\n')
    const regions = parsed((await renderMarkdown(text)).html).filter((node) => hasClass(node, 'wide'))
    expect(regions.map(({ properties }) => [properties.ariaLabel, properties.tabIndex])).toEqual([
      ['Table', 0],
      ['Table under “What each did”', 0],
      ['Table 2 under “What each did”', 0],
      ['Table under “Then”', 0],
    ])
  })

  const headers = (html: string) =>
    parsed(html)
      .filter((node) => isElement(node, 'th', 'td'))
      .map((node) => `${node.tagName} ${String(node.properties.scope ?? '')} ${textOf(node)}`.replace('  ', ' ').trim())

  it.each([
    [
      'an empty corner',
      '|  | B |\n| - | - |\n| A long sentence stands here. | 2 |',
      'td|th col B|th row A long sentence stands here.|td 2',
    ],
    [
      'names in the first column',
      '| A | B |\n| - | - |\n| x | 2 |\n| y | 2 |',
      'th col A|th col B|th row x|td 2|th row y|td 2',
    ],
    [
      'a repeated word in the first column',
      '| A | B |\n| - | - |\n| x | 2 |\n| x | 3 |',
      'th col A|th col B|td x|td 2|td x|td 3',
    ],
    ['a question in the first column', '| A | B |\n| - | - |\n| Is it? | 2 |', 'th col A|th col B|td Is it?|td 2'],
    ['one column', '| A |\n| - |\n| x |', 'th col A|td x'],
  ])('tables have headers: %s', async (_, text, cells) => {
    expect(headers((await renderMarkdown(text)).html).join('|')).toBe(cells)
  })

  it('task boxes are named by their text, and read-only', async () => {
    const { html } = await renderMarkdown('- [x] Done [there](/faq)\n- [ ] Not yet\n  - inner')
    expect(html).toContain('<label><input type="checkbox" checked disabled> Done <a href="/faq">there</a></label>')
    expect(html.replaceAll('\n', '')).toMatch(/<label><input type="checkbox" disabled> Not yet<\/label><ul>/)
    const nested = (await renderMarkdown('- a\n  - [ ] inner\n- [ ]  ')).html
    expect(nested.match(/<input/g)).toHaveLength(1)
  })
})

describe('a text of another language', () => {
  const langs = (html: string, find: (node: Element) => boolean) =>
    parsed(html)
      .filter(find)
      .map(({ properties: { lang, dir } }) => [lang, dir])

  it('has our words in our language', async () => {
    const text =
      '## Un\n\nOui.[^nidcd] Non.[^n]\n\n| a |\n| - |\n| b |\n\n<details>\n<summary></summary>\n\nx\n\n</details>\n\n[^n]: Un livre.'
    const figure = '\n\n```people\nlabel: L\ncaption: C\n3 | x\n```'
    const { html, contents } = await renderMarkdown(text + figure, null, { lang: 'ar' })
    const ours = ['en-GB', 'ltr']
    expect(langs(html, ({ properties }) => properties.id === 'footnote-label')).toEqual([ours])
    expect(langs(html, ({ properties }) => 'dataFootnoteRef' in properties)).toEqual([ours, ours])
    expect(langs(html, ({ properties }) => 'dataFootnoteBackref' in properties)).toEqual([ours, ours])
    expect(langs(html, (node) => node.tagName === 'p' && textOf(node).includes('fact sheet'))).toEqual([ours])
    expect(langs(html, (node) => node.tagName === 'p' && textOf(node).includes('Un livre'))).toEqual([
      [undefined, undefined],
    ])
    expect(langs(html, (node) => node.tagName === 'b' && textOf(node) === 'Figure 1.')).toEqual([ours])
    expect(langs(html, (node) => node.tagName === 'table')).toEqual([['ar', 'rtl']])
    expect(langs(html, (node) => hasClass(node, 'wide'))).toEqual([['en-GB', 'rtl']])
    expect(langs(html, (node) => node.tagName === 'span' && textOf(node) === 'Details')).toEqual([ours])
    expect(contents.map(({ isOurs }) => isOurs)).toEqual([undefined, true])
  })

  it('needs no marks in English', async () => {
    expect((await renderMarkdown('A.[^nidcd]', null, { lang: 'en-US' })).html).not.toContain('lang=')
  })
})
