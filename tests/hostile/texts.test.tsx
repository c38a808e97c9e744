import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { inline } from '@/components/ui/inline'
import { JsonLd } from '@/components/ui/json-ld'
import type { Block } from '@/lib/content/sources/notion/block-text'
import { feedBody, htmlText, xmlText } from '@/lib/content/feeds/body'
import { atom, jsonFeed, rss, type FeedContent } from '@/lib/content/feeds/formats'
import { textOf } from '@/lib/content/render/html-tree'
import { blocksToTree } from '@/lib/content/sources/notion/blocks'
import { renderMarkdown, renderTree } from '@/lib/content/render/render'
import { ApiFailure } from '@/lib/server/http/errors'
import { contactRefusalPage } from '@/lib/server/contact/refusal-page'
import { html, page } from '@/local/vendors/html'
import { list, one, wellFormed, words } from '@/tests/content/feed-rules'
import { block, rich } from '@/tests/content/notion-sample'
import { unsafeParts, parsed } from '@/tests/content/parsed'
import { sampled } from '@/tests/setup/full'
import { unsafePage } from './contexts'
import { hostileTexts } from './texts'

const origin = 'https://unhurried.example'
const texts = hostileTexts.map(({ text }) => text)
const shown = (text: string) => JSON.stringify(text).slice(0, 120)
/** An HTML parser drops NUL characters and normalises line ends. */
const asParsed = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

const isLink = (finding: string) =>
  /^https?:$|^mailto:$/.test(URL.parse(finding.slice('a href='.length), origin)?.protocol ?? '')
/** Links of http, https and mailto are harmless. */
const dangerIn = (made: string) =>
  unsafeParts(made).filter((finding) => !(finding.startsWith('a href=') && isLink(finding)))

/** Errors for the author, with which nothing is published. */
const refusal = /the picture “|The note "|is neither|expected |must be one paragraph/

/** The texts whose rendering could do harm. */
async function harmful(make: (text: string, n: number) => Promise<string>): Promise<string[]> {
  const wrong: string[] = []
  let refused = 0
  const some = sampled(texts, 7)
  for (const [n, text] of some.entries()) {
    const harm = await make(text, n).then(dangerIn, (error: unknown) => {
      refused += 1
      return refusal.test(String(error)) ? [] : [`fails: ${String(error)}`]
    })
    if (harm.length > 0) wrong.push(`${shown(text)}: ${harm.join(', ').slice(0, 300)}`)
  }
  expect(refused).toBeLessThan(some.length / 10)
  return wrong
}

describe('the texts', () => {
  test('are thousands, without duplicates', () => {
    expect(texts.length).toBeGreaterThan(4000)
    expect(new Set(texts).size).toBe(texts.length)
  })

  // The browser test covers templates, which need an engine.
  const contexts = new Set(hostileTexts.map(({ context }) => context).filter((context) => context !== 'template'))
  test.each([...contexts])('cause harm in an unsafe page: %s', (context) => {
    const made = hostileTexts.filter((each) => each.context === context)
    const baseline = dangerIn(unsafePage({ text: '', context }))
    const seen = made.filter((each) => dangerIn(unsafePage(each)).length > baseline.length)
    // Text within a script is not markup, and encoded text is not markup yet.
    const least = /script/.test(context) ? 0.2 : 0.5
    expect(seen.length / made.length).toBeGreaterThan(least)
  })
})

/** The text as a post's body and, if it is valid there, as its short answer. */
async function asPost(text: string) {
  const body = `Before\n\n${text}\n\nAfter`
  try {
    return await renderMarkdown(body, text.replace(/\n{2,}/g, '\n'))
  } catch {
    return renderMarkdown(body)
  }
}

test('renders every text harmlessly in post, answer and feed', { timeout: 120_000 }, async () => {
  const harm = await harmful(async (text) => {
    const { html, answer } = await asPost(text)
    // Addresses in a feed are absolute.
    const fed = (await feedBody({ html, answer }, `${origin}/blog/x`)).replaceAll(`src="${origin}`, 'src="')
    return [html, answer, fed].join('\n')
  })
  expect(harm).toEqual([])
})

describe('Notion blocks', () => {
  const one = (type: string, payload: object, children: Block[] = []) => block(type, payload, children)
  const usual = (text: string): Block[] => [
    one('paragraph', { rich_text: [...rich(text, { color: text }, text), ...rich('x', { code: true }, text)] }),
    one('bookmark', { url: text, caption: rich(text) }),
    one('image', { type: 'external', external: { url: text }, caption: rich(text, {}, text) }),
    one('toggle', { rich_text: rich(text) }, [one('quote', { rich_text: rich(text), color: text })]),
  ]
  /** Each text uses one of these in turn, because highlighting and formulas are slow. */
  const others: ((text: string) => Block)[] = [
    (text) => one('code', { rich_text: rich(text), language: text, caption: rich(text, {}, text) }),
    (text) => one('code', { rich_text: rich(text), language: 'html', caption: [] }),
    (text) =>
      one('code', { rich_text: rich(`people\nlabel: ${text}\ncaption: ${text}\n3 | ${text}`), language: 'plain text' }),
    (text) => one('equation', { expression: text }),
    (text) => one('callout', { rich_text: rich(text), icon: { type: 'emoji', emoji: text } }),
    (text) => one('callout', { rich_text: rich(text), icon: { type: 'external', external: { url: text } } }),
    (text) => one('heading_2', { rich_text: rich(text) }),
    (text) => one('to_do', { rich_text: rich(text), checked: true }),
    (text) => one('embed', { url: text, caption: rich(text) }),
    (text) => one('video', { type: 'external', external: { url: text }, caption: rich(text) }),
    (text) => one('file', { type: 'external', external: { url: text }, caption: rich(text), name: text }),
    (text) =>
      one('table', { has_column_header: true, has_row_header: true }, [
        one('table_row', { cells: [rich(text), rich('x', {}, text)] }),
      ]),
  ]
  const blocksOf = (text: string, n: number) =>
    [...usual(text), others[n % others.length]?.(text)].filter((each) => !!each)

  it('render every text harmlessly', { timeout: 90_000 }, async () => {
    const harm = await harmful(async (text, n) => {
      const tree = blocksToTree(blocksOf(text, n), {
        reportSkipped: () => {},
        reportMissing: () => {},
        reportBroken: () => {},
        pictures: new Map(),
      })
      return (await renderTree(tree)).html
    })
    expect(harm).toEqual([])
  })
})

describe('data for programs', () => {
  it('keeps one intact script element', () => {
    const markup = renderToStaticMarkup(
      <JsonLd data={{ '@context': 'https://schema.org', '@type': 'Thing', name: texts }} />,
    )
    const elements = parsed(markup)
    expect(elements.map(({ tagName }) => tagName)).toEqual(['script'])
    const [script] = elements
    expect(script && JSON.parse(textOf(script))).toMatchObject({ name: texts })
    // These could end the script, or start another.
    expect(markup.slice(1, -'</script>'.length)).not.toMatch(/<[/!s]/i)
  })

  it('keeps an inline script intact', () => {
    const received: string[] = []
    const script = inline(
      (given: string[]) => void (globalThis as { received?: string[] }).received?.push(...given),
      texts,
    )
    Object.assign(globalThis, { received })
    Function(script)()
    expect(received).toEqual(texts)
    expect(script.replace(/^\(.*?\)\(\[/s, '')).not.toContain('<')
  })
})

describe('feeds', () => {
  const day = new Date('2026-11-01')
  const content = (some: string[]): FeedContent => ({
    title: 'T',
    description: 'D',
    link: 'https://unhurried.example/blog',
    home: 'https://unhurried.example/',
    updated: day,
    items: some.map((text, n) => ({
      link: `https://unhurried.example/blog/${n}`,
      title: text,
      description: text,
      html: `<p>${htmlText(text).replaceAll(']]>', ']]&gt;')}</p>`,
      author: { name: text, address: 'https://unhurried.example/blog/by/x' },
      tags: [{ name: 'posts', address: 'https://unhurried.example/blog/tag/posts' }],
      written: day,
      modified: day,
    })),
  })
  const self = 'https://unhurried.example/blog/rss.xml'
  const parts = Array.from({ length: Math.ceil(texts.length / 150) }, (_, n) => texts.slice(n * 150, (n + 1) * 150))

  it('keep titles as plain text', () => {
    for (const part of parts) {
      expect(list(one(one(wellFormed(rss(content(part), self)).rss).channel).item)).toHaveLength(part.length)
      expect(list(one(wellFormed(atom(content(part), self)).feed).entry)).toHaveLength(part.length)
      const json = JSON.parse(jsonFeed(content(part), self)) as { items: { title: string }[] }
      expect(json.items.map(({ title }) => title)).toEqual(part.map(xmlText))
    }
  })

  it('contain no harmful titles, summaries or texts', () => {
    for (const part of parts) {
      const items = list(one(one(wellFormed(rss(content(part), self)).rss).channel).item)
      const entries = list(one(wellFormed(atom(content(part), self)).feed).entry)
      const asHtml = [
        ...items.flatMap((item) => [item.description, item['content:encoded']]),
        ...entries.flatMap(({ title, summary, content: text }) => [title, summary, text]),
      ].map(words)
      expect(asHtml).toHaveLength(part.length * 5)
      expect(asHtml.filter((text) => text === '')).toEqual([])
      expect(dangerIn(asHtml.join('\n'))).toEqual([])
    }
  })
})

describe('typed text is shown as plain text', () => {
  it('in the contact form without JavaScript', async () => {
    const failure = new ApiFailure('invalid-request', { fields: { email: 'invalid-email' } })
    for (let n = 0; n < texts.length; n += 3) {
      const [name = '', email = '', message = ''] = texts.slice(n, n + 3)
      const elements = parsed(await contactRefusalPage(failure, { name, email, message }).text())
      const values = elements.filter(({ tagName }) => tagName === 'input').map(({ properties }) => properties.value)
      const area = elements.find(({ tagName }) => tagName === 'textarea')
      expect([...values, area && textOf(area)].map(String)).toEqual([name, email, message].map(asParsed))
      expect(elements.filter(({ tagName }) => /^(script|img|svg|iframe)$/.test(tagName))).toEqual([])
    }
  })

  it('in the pages of the local stand-ins', () => {
    for (const text of texts) {
      const elements = parsed(
        page(
          text,
          html`<p title="${text}">${text}</p>
            <a href="${text}">x</a>`,
        ),
      )
      const names = elements.map(({ tagName }) => tagName)
      expect(names).toEqual(['meta', 'meta', 'meta', 'link', 'title', 'style', 'main', 'p', 'a'])
    }
  })
})
