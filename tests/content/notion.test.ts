import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { retryAfterSeconds } from '@/lib/content/post-cache'
import { notionSource, parseRow } from '@/lib/content/sources/notion/notion'
import { openNotion } from '@/lib/content/sources/notion/client'
import type { Draft, PostSource } from '@/lib/content/record'
import { htmlOf } from './rendered'
import { startStandIns } from '@/tests/local/stand-ins'

const every = 'sample-every-kind-of-block'
const first = 'sample-how-a-post-gets-here'

let source: PostSource
let lines: string[]
const standIns = await startStandIns()
const { token, databaseId } = standIns.settings.notion
const settings = { source: 'notion' as const, token, databaseId, apiBase: standIns.base }
afterAll(() => standIns.close())

const opened = (timeoutMs?: number) => notionSource(settings, openNotion(settings, timeoutMs))

beforeEach(async () => {
  await control('reset')
  await standIns.post('/faults', { vendor: 'notion', times: 0 })
  standIns.context.calls.clear()
  source = opened()
  lines = []
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
})

async function control(name: string, body: object = {}) {
  const response = await standIns.post(`/notion/control/${name}`, body)
  expect(response.status, await response.text()).toBe(200)
}
const fault = (body: object) => standIns.post('/faults', { vendor: 'notion', ...body })
const requestCount = (path = '') =>
  standIns.context.calls.list('notion').filter((call) => call.path.includes(path)).length

async function draft(slug: string): Promise<Draft> {
  const found = (await source.readDrafts()).find(({ summary }) => summary.slug === slug)
  if (!found) throw new Error(`There is no ${slug}.`)
  return found
}
const body = async (slug: string) => {
  const { tree, answer, ...rest } = await source.readBody(await draft(slug))
  return { ...rest, html: htmlOf(tree), answer: answer && htmlOf({ type: 'root', children: answer }) }
}

describe('records', () => {
  it('come from all pages of the answer, including drafts', async () => {
    const drafts = await source.readDrafts()
    expect(drafts.map(({ record }) => record.draft).toSorted()).toEqual([false, false, false, false, false, true])
    expect(requestCount('/query')).toBe(2)
    expect(lines).toEqual([])
    const { summary, version, record } = await draft(first)
    expect(summary).toMatchObject({
      title: 'Sample: how a post gets here',
      tags: ['information', 'posts'],
      author: { slug: 'unhurried' },
      written: '2026-11-12',
      reviewed: '2026-11-16',
      modified: '2026-11-16T09:00:00.000Z',
    })
    expect(version).toBe('2026-11-16T09:00:00.000Z')
    expect(record.answer).toContain('“Published”')
    expect(summary.keywords).toEqual(['publish', 'database', 'CMS'])
    expect((await draft('sample-short-and-plain')).summary.keywords).toEqual([])
    expect((await draft('sample-short-and-plain')).summary.author.slug).toBe('unhurried')
    expect((await draft('sample-a-footer-of-its-own')).record.codeInjectionFooter).toContain('<script>')
    expect(requestCount('/databases/')).toBe(1)
  })

  it.each([
    [{ slug: 'No Slug' }, 'slug: expected lower-case words'],
    [{ tags: [] }, 'tags: '],
    [{ keywords: ['x'.repeat(41)] }, 'keywords.0: '],
    [{ author: 'nobody' }, 'author: expected one of unhurried, found “nobody”'],
  ])('with %o are left out with a reason', async (change, reason) => {
    await control('edit', { page: first, ...change })
    expect(await source.readDrafts()).toHaveLength(5)
    expect(lines).toEqual([expect.stringContaining('notion page left out')])
    expect(lines[0]).toContain(reason)
  })

  it.each([['2026-11-24T20:00:00.000-05:00', '2026-11-25']])('written at %s are of %s', async (written, day) => {
    await control('edit', { page: first, written })
    expect((await draft(first)).summary.written).toBe(day)
  })

  it('read keywords from text with commas, and translations without a slug', () => {
    const text = (type: string, content: string) => ({ id: type, type, [type]: [{ plain_text: content }] })
    const row = {
      object: 'page',
      id: 'row',
      url: 'https://notion.test/row',
      last_edited_time: '2026-01-01T00:00:00.000Z',
      properties: {
        Name: text('title', 'A'),
        'Translation of': text('rich_text', 'a'),
        Language: { id: 'language', type: 'select', select: { name: 'pt-BR' } },
        Description: text('rich_text', 'D'),
        Keywords: text('rich_text', 'DAF, group call,  50% ,'),
        Tags: { id: 'tags', type: 'multi_select', multi_select: [{ name: 'posts' }] },
        Written: { id: 'written', type: 'date', date: { start: '2026-01-01' } },
      },
    }
    const author = { slug: 'unhurried', name: 'The team', kind: 'organization', description: 'D' } as const
    const draft = parseRow(
      row as unknown as Parameters<typeof parseRow>[0],
      new Map([['pt-BR', new Map([['unhurried', author]])]]),
    )
    expect(draft?.summary).toMatchObject({ slug: 'a', locale: 'pt-BR', keywords: ['DAF', 'group call', '50%'] })
  })

  it('in the bin are left out silently', async () => {
    await control('edit', { page: first, trashed: true })
    expect(await source.readDrafts()).toHaveLength(5)
    expect(lines).toEqual([])
  })

  it('have no version while another edit could share its time', async () => {
    await control('edit', { page: first, title: 'Sample: new' })
    expect(await draft(first)).toMatchObject({ version: null, summary: { title: 'Sample: new' } })
  })
})

describe('a body', () => {
  it('has blocks of every kind in order, and logs skipped ones', async () => {
    const { html, broken, files, contents } = await body(every)
    expect(broken).toBe(0)
    const words = ['stressed', 'Deeper still', 'folded away, too', 'second paragraph', 'right column', 'two places']
    const places = words.map((word) => html.indexOf(word))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(html.split('This stands in two places.')).toHaveLength(3)
    expect(html).not.toContain('Not a part of the post')
    expect(contents.map(({ text }) => text)).toContain('Lists')
    expect(files).toEqual([expect.stringMatching(/^[0-9a-f-]{36}-[0-9a-f]{10}\.png$/)])
    expect(html).toContain(files?.[0])
    expect(html).not.toContain('127.0.0.1')
    const skipped = lines.flatMap((line) => /"notion block skipped".*"type":"(\w+)"/.exec(line)?.[1] ?? [])
    expect(skipped.toSorted()).toEqual(['child_page', 'table_of_contents', 'unsupported'])
  })

  it('links to published posts here, and to no other page', async () => {
    const { html, dependsOnOthers } = await body(every)
    expect(dependsOnOthers).toBe(true)
    expect(html).toContain(`<a href="/blog/${first}">how a post <strong>gets here</strong></a>`)
    expect(html).toContain(', which is not a private plan. ')
    expect(html).toContain('<a href="/blog/sample-short-and-plain">Sample: short and plain</a>')
    expect(html).not.toContain('notion.so')
    await control('edit', { page: first, published: false })
    expect((await body(every)).html).toContain('Read how a post <strong>gets here</strong>, which')
    expect((await body('sample-short-and-plain')).dependsOnOthers).toBe(false)
  })

  it('is read over several answers', async () => {
    const { html } = await body('sample-a-long-list')
    expect(html.match(/Paragraph \d+ of forty/g)).toHaveLength(40)
    expect(requestCount('/children')).toBe(3)
  })

  it('has the answer as plain text', async () => {
    await control('edit', { page: first, answer: 'Plain, *as it is*: <b>.' })
    const { answer, html } = await body(first)
    expect(answer).toBe('Plain, *as it is*: &#x3C;b>.')
    expect(html).not.toContain('as it is')
  })

  it.each(['form', 'id-only', 'contents'])('counts a block as broken by its %s, and keeps the rest', async (how) => {
    await control('break', { page: first, block: 1, how })
    const { broken, html } = await body(first)
    expect(broken).toBe(1)
    expect(html).toContain('That is all.')
    expect(lines.filter((line) => line.includes('left out'))).toHaveLength(1)
  })

  it('fails as a whole if Notion fails midway', async () => {
    const known = await draft(first)
    await fault({ status: 500, times: 100 })
    await expect(source.readBody(known)).rejects.toThrow()
  })
})

describe('pictures', () => {
  it('are measured once, external ones never', async () => {
    await body(every)
    expect(requestCount('/files/')).toBe(1)
    await control('edit', { page: every, text: 'More.' })
    standIns.context.calls.clear()
    const before = await body(every)
    // A new edit time may mean another picture.
    expect(requestCount('/files/')).toBe(1)
    const after = await body(every)
    expect(requestCount('/files/')).toBe(1)
    expect(after.files).toEqual(before.files)
  })

  it('count as broken while unavailable', async () => {
    await control('file-status', { status: 503 })
    const { broken, files, html } = await body(every)
    expect({ broken, files }).toEqual({ broken: 1, files: [] })
    expect(html).toContain('Another picture.')
    expect(lines.filter((line) => line.includes('notion picture left out'))).toHaveLength(1)
  })

  it.each(['script.svg', 'large.png'])('are left out if invalid: %s', async (picture) => {
    await control('edit', { page: every, picture })
    const { broken, files } = await body(every)
    expect({ broken, files }).toEqual({ broken: 0, files: [] })
    expect(lines.filter((line) => line.includes('notion picture left out'))).toHaveLength(1)
  })
})

describe('failures', () => {
  it('are retried once if temporary', async () => {
    const known = await draft(first)
    await fault({ status: 503, times: 1 })
    expect(await source.readBody(known)).toMatchObject({ broken: 0 })
  })

  it.each([
    ['503', { status: 503 }, /asked for at/],
    ['a dropped connection', { drop: true }, /could not be reached/],
    ['no answer', { delayMs: 2000 }, /could not be reached: .*timeout/],
  ])('are reported if permanent: %s', async (_, how, message) => {
    source = opened(200)
    await fault({ ...how, times: 100 })
    await expect(source.readDrafts()).rejects.toThrow(message)
    expect(requestCount()).toBeLessThanOrEqual(2)
  })

  it('wait for a short Retry-After', async () => {
    await fault({ status: 429, retryAfter: 1, times: 1 })
    expect(await source.readDrafts()).toHaveLength(6)
    const [refused, again] = standIns.context.calls.list('notion').map(({ at }) => Date.parse(at))
    expect((again ?? 0) - (refused ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('report a long Retry-After', async () => {
    await fault({ status: 429, retryAfter: 40, times: 2 })
    const error = await source.readDrafts().catch((each: unknown) => each)
    expect(retryAfterSeconds(error)).toBe(40)
    expect(requestCount()).toBe(2)
  })
})
