import { describe, expect, it } from 'vitest'
import type { Block } from '@/lib/content/sources/notion/blocks'
import { dateText } from '@/lib/content/sources/notion/rich-text'
import { block, context as plainContext, html as htmlOf, rich } from './notion-sample'

const here = '5a3b1c70000040008000000000000101'
const other = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const unknown = '99999999999999999999999999999999'
const heading = 'aaaaaaaabbbbccccddddeeeeeeeeeeee'
const dashed = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const context = () =>
  plainContext({
    posts: new Map([
      [other, { slug: 'the-other', title: 'The other' }],
      [here, { slug: 'this-one', title: 'This one' }],
    ]),
  })

async function html(blocks: Block[], input = context()): Promise<string> {
  const markup = await htmlOf(blocks, input)
  expect(input.broken).toBe(0)
  return markup
}
const paragraph = (...rich_text: object[]) => block('paragraph', { rich_text })
const mention = (type: string, value: object, plain_text: string, href: string | null = null) => ({
  ...rich(plain_text, {}, href)[0],
  type: 'mention',
  mention: { type, [type]: value },
})

describe('links into the workspace', () => {
  it.each([
    `https://www.notion.so/team/The-Other-${other}`,
    `https://notion.so/${dashed(other)}?pvs=4`,
    `https://www.notion.so/team/${unknown}?v=${unknown}&p=${other}&pm=s`,
    `https://team.notion.site/The-Other-${other}`,
    `/${other}`,
  ])('to a post lead to its address here: %s', async (href) =>
    expect(await html([paragraph(...rich('x', {}, href))])).toBe('<p><a href="/blog/the-other">x</a></p>'),
  )

  it.each([
    `https://www.notion.so/team/A-Plan-${unknown}`,
    `https://file.notion.so/f/f/${unknown}/a.pdf?table=block`,
    'https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b.png?X-Amz-Expires=3600',
    `/${unknown}`,
  ])('that readers cannot open become text: %s', async (href) =>
    expect(await html([paragraph(...rich('x', { bold: true }, href))])).toBe('<p><strong>x</strong></p>'),
  )

  it.each([
    'https://www.notion.so/help/what-is-a-block',
    `https://somebody.notion.site/Their-page-${unknown}`,
    `https://example.com/${unknown}`,
    `https://notion.so.example.com/${unknown}`,
    '/faq',
  ])('to other sites and to ours stay: %s', async (href) =>
    expect(await html([paragraph(...rich('x', {}, href))])).toBe(`<p><a href="${href}">x</a></p>`),
  )

  it.each(['heading_2', 'to_do', 'table'])('lead to a block of the same page: %s', async (type) => {
    const cells = [block('table_row', { cells: [rich('a')] })]
    const payload = { rich_text: rich('Target'), checked: false, language: 'c', icon: null }
    const target = block(type, payload, type === 'table' ? cells : [], dashed(heading))
    const link = paragraph(...rich('x', {}, `/${here}?pvs=4#${heading}`))
    const markup = await html([link, target])
    const id = `on-${heading}`
    expect(markup).toContain(`<a href="#${id}">x</a>`)
    expect(markup.split(`id="${id}"`)).toHaveLength(2)
  })

  it.each([
    ['bookmark', { url: `https://www.notion.so/x-${other}`, caption: [] }, 'The other'],
    ['link_to_page', { type: 'page_id', page_id: dashed(other) }, 'The other'],
  ])('a block %s becomes a link', async (type, payload, words) =>
    expect(await html([block(type, payload)])).toBe(`<p class="bookmark"><a href="/blog/the-other">${words}</a></p>`),
  )

  it('to a private page as a block become text', async () => {
    const type = 'bookmark'
    const input = context()
    const url = `https://www.notion.so/team/${unknown}`
    expect(await html([block(type, { url, caption: rich('Words') })], input)).toBe('<p>Words</p>')
    expect(input.missing()).toEqual([[type, 'an address that readers can open']])
  })

  it.each([
    ['link_to_page', { type: 'page_id', page_id: unknown }],
    ['child_page', { title: 'Private' }],
  ])('without text are reported to the publisher: %s', async (type, payload) => {
    const input = context()
    expect(await html([block(type, payload)], input)).toBe('')
    expect(input.skipped()).toEqual([[type, undefined]])
  })
})

const url = 'https://example.com/'
it.each([
  [
    'with a bold word',
    [...rich('a ', {}, url), ...rich('b', { bold: true }, url), ...rich(' c', {}, url)],
    `<a href="${url}">a <strong>b</strong> c</a>`,
  ],
  [
    'with code, a formula and a line break',
    [
      ...rich('a\n', { italic: true }, url),
      ...rich('b', { code: true }, url),
      { ...rich('c', {}, url)[0], type: 'equation', equation: { expression: '' } },
    ],
    `<a href="${url}"><em>a</em><br><code>b</code></a>`,
  ],
  [
    'next to another link',
    [...rich('a', {}, url), ...rich('b', {}, 'https://example.com/b'), ...rich('c'), ...rich('d', {}, url)],
    `<a href="${url}">a</a><a href="https://example.com/b">b</a>c<a href="${url}">d</a>`,
  ],
  ['but not without text', [...rich('a'), ...rich(' ', {}, url), ...rich('b')], 'a b'],
])('a link stays one link: %s', async (_, spans, inside) =>
  expect(await html([paragraph(...spans)])).toBe(`<p>${inside}</p>`),
)

describe('dates', () => {
  it.each<[string, string | null, string | null, string]>([
    ['2026-03-01', null, null, '<time datetime="2026-03-01">1 March 2026</time>'],
    [
      '2026-03-01',
      '2026-03-05',
      null,
      '<time datetime="2026-03-01">1 March 2026</time> to <time datetime="2026-03-05">5 March 2026</time>',
    ],
    [
      '2026-07-04T09:00:00.000+05:30',
      '2026-07-04T10:15:00.000+05:30',
      null,
      '<time datetime="2026-07-04T09:00+05:30">4 July 2026, 09:00 (UTC+05:30)</time> to <time datetime="2026-07-04T10:15+05:30">4 July 2026, 10:15 (UTC+05:30)</time>',
    ],
    [
      '2026-07-04T09:00:00.000',
      null,
      'America/New_York',
      '<time datetime="2026-07-04T09:00">4 July 2026, 09:00 (New York)</time>',
    ],
  ])('%s to %s in %s', async (start, end, time_zone, markup) => {
    const plain = [start, end].filter(Boolean).join(' → ')
    expect(await html([paragraph(mention('date', { start, end, time_zone }, plain))])).toBe(`<p>${markup}</p>`)
  })

  it.each(['soon', '2026-13-45'])('in another form stay as written: %s', (start) =>
    expect(dateText({ start, end: null, time_zone: null }, 'en')).toBeNull(),
  )
})

describe('other mentions', () => {
  it.each([
    ['user', { id: unknown }, '@Ada', null, '@Ada'],
    ['page', { id: dashed(other) }, 'Title there', null, '<a href="/blog/the-other">Title there</a>'],
    ['page', { id: unknown }, 'A plan', `https://www.notion.so/${unknown}`, 'A plan'],
    [
      'link_preview',
      { url: 'https://example.com/1' },
      'https://example.com/1',
      null,
      '<a href="https://example.com/1">https://example.com/1</a>',
    ],
    [
      'link_mention',
      { href: 'https://example.com/1', title: 'A title' },
      'https://example.com/1',
      null,
      '<a href="https://example.com/1">A title</a>',
    ],
    ['custom_emoji', { id: unknown, name: 'wave', url: 'x' }, ':wave:', null, ':wave:'],
    ['of_the_future', {}, 'Words', 'https://example.com', 'Words'],
  ])('a %s is shown', async (type, value, words, href, inside) =>
    expect(await html([paragraph(mention(type, value, words, href))])).toBe(`<p>${inside}</p>`),
  )

  it('of a template are reported to the publisher', async () => {
    const input = context()
    const value = { type: 'template_mention_date', template_mention_date: 'today' }
    expect(await html([paragraph(mention('template_mention', value, '@Today'))], input)).toBe('<p>@Today</p>')
    expect(input.missing()).toEqual([['template_mention', expect.stringContaining('template')]])
  })
})

describe('fields that change the content', () => {
  const item = (text: string, more: object = {}, children: Block[] = []) =>
    block('numbered_list_item', { rich_text: rich(text), ...more }, children)

  it.each<[string, Block[], string]>([
    ['letters', [item('a', { list_format: 'letters' }), item('b')], '<ol type="a"><li>a</li><li>b</li></ol>'],
    [
      'Roman numbers from the fourth on',
      [item('a', { list_format: 'roman', list_start_index: 4 }), item('b', { list_format: 'roman' })],
      '<ol start="4" type="i"><li>a</li><li>b</li></ol>',
    ],
    [
      'separate numbers, in order',
      [item('a', { list_start_index: 3 }), item('b', { list_start_index: 4 })],
      '<ol start="3"><li>a</li><li>b</li></ol>',
    ],
    [
      'a new number within',
      [item('a'), item('b', { list_start_index: 7 })],
      '<ol><li>a</li></ol><ol start="7"><li>b</li></ol>',
    ],
    ['an unknown format', [item('a', { list_format: 'runes' })], '<ol><li>a</li></ol>'],
  ])('lists have %s', async (_, blocks, markup) => expect(await html(blocks)).toBe(markup))

  it.each([' '])('an empty equation is left out: %j', async (expression) => {
    const inline = { ...rich(expression)[0], type: 'equation', equation: { expression } }
    expect(await html([block('equation', { expression }), paragraph(...rich('a'), inline)])).toBe('<p>a</p>')
  })

  it('links in a bookmark’s caption stay', async () => {
    const caption = [...rich('By '), ...rich('Ada', {}, 'https://example.com/ada')]
    expect(
      await html([block('video', { type: 'external', external: { url: 'https://example.com/v' }, caption })]),
    ).toBe(
      '<p class="bookmark"><a href="https://example.com/v">example.com</a></p><p>By <a href="https://example.com/ada">Ada</a></p>',
    )
  })

  it('tabs become disclosures', async () => {
    const tab = (name: string, words: string) =>
      block('paragraph', { rich_text: rich(name), icon: null }, [paragraph(...rich(words))])
    expect(await html([block('tab', {}, [tab('One', 'a'), tab('Two', 'b')])])).toBe(
      '<details><summary><span>One</span></summary><p>a</p></details><details><summary><span>Two</span></summary><p>b</p></details>',
    )
  })

  it('an unsupported icon is reported to the publisher', async () => {
    const icon = { type: 'external', external: { url: 'https://example.com/x.png' } }
    const input = context()
    expect(await html([block('callout', { rich_text: rich('x'), icon })], input)).toBe(
      '<aside class="callout"><div><p>x</p></div></aside>',
    )
    expect(input.missing()).toEqual([['callout', expect.stringContaining('emoji')]])
  })

  it('hidden blocks are left out with all their content', async () => {
    const input = context()
    const inside = [paragraph(...rich('Said in confidence.'))]
    const blocks = ['meeting_notes', 'template'].map((type) => block(type, {}, inside))
    expect(await html([...blocks, block('unsupported', { block_type: 'button' })], input)).toBe('')
    expect(input.skipped()).toEqual([
      ['meeting_notes', undefined],
      ['template', undefined],
      ['unsupported', 'button'],
    ])
  })
})
