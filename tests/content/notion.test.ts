import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notionSource } from '@/lib/content/notion'
import type { PostSource } from '@/lib/content/record'

/** Just enough of the vendor: a database of one data source, two pages of pages, and blocks. */
const text = (content: string, more: object = {}, href: string | null = null) => [
  { type: 'text', text: { content }, plain_text: content, href, annotations: { ...more } },
]
const page = (id: string, slug: string, published = true) => ({
  object: 'page',
  id,
  url: 'https://notion.example/x',
  properties: {
    Name: { id: 'title', type: 'title', title: text(`Title of ${id}`) },
    Slug: { id: 's', type: 'rich_text', rich_text: text(slug) },
    description: { id: 'd', type: 'rich_text', rich_text: text('What it says.') },
    Tags: { id: 't', type: 'multi_select', multi_select: [{ name: 'posts' }] },
    Answer: { id: 'a', type: 'rich_text', rich_text: text('Plain, *as it is*: <b>.') },
    Written: { id: 'w', type: 'date', date: { start: '2026-01-02T10:00:00.000Z' } },
    Published: { id: 'p', type: 'checkbox', checkbox: published },
    'Code injection footer': { id: 'c', type: 'rich_text', rich_text: [] },
  },
})
const block = (id: string, type: string, rich_text: object[], children = false) => ({
  object: 'block',
  id,
  type,
  has_children: children,
  [type]: { rich_text, language: 'plain text' },
})
const list = (results: object[], next: string | null = null) => ({
  object: 'list',
  results,
  has_more: next !== null,
  next_cursor: next,
})

const answers: Record<string, object> = {
  'GET /v1/databases/db': {
    object: 'database',
    id: 'db',
    url: 'x',
    title: [],
    data_sources: [{ id: 'ds', name: 'Posts' }],
  },
  'POST /v1/data_sources/ds/query': list([page('one', 'first-post'), page('bad', 'No Slug')], 'more'),
  'POST /v1/data_sources/ds/query more': list([page('two', 'second-post', false)]),
  'GET /v1/blocks/one/children': list([
    block('a', 'heading_2', text('A part')),
    block('b', 'paragraph', text('Press', { bold: true }, 'javascript:alert(1)')),
    block('c', 'bulleted_list_item', text('Outer'), true),
    block('d', 'bulleted_list_item', text('Second')),
    block('e', 'video', []),
    block('f', 'code', text('<script>')),
  ]),
  'GET /v1/blocks/c/children': list([block('g', 'numbered_list_item', text('Inner'))]),
}

let server: Server
let source: PostSource
const asked: string[] = []

beforeEach(async () => {
  asked.length = 0
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const path = `${request.method} ${request.url?.split('?')[0]}`
      const key = body.includes('more') ? `${path} more` : path
      asked.push(key)
      const found = answers[key]
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(found ?? { object: 'error', status: 404, code: 'object_not_found', message: key }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  source = notionSource({ source: 'notion', token: 't', databaseId: 'db', apiBase })
})
afterEach(() => new Promise((done) => server.close(done)))

describe('Notion as a source of posts', () => {
  it('asks for every page, and leaves out a wrong one with a logged reason', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const drafts = await source.drafts()
    expect(drafts.map(({ summary, record }) => [summary.slug, summary.written, record.draft])).toEqual([
      ['first-post', '2026-01-02', false],
      ['second-post', '2026-01-02', true],
    ])
    expect(asked.filter((path) => path.startsWith('POST'))).toHaveLength(2)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"page":"bad"'))
  })

  it('renders blocks through the sanitiser, nests lists, and skips what it does not know with a line', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const [draft] = await source.drafts()
    warn.mockClear()
    const { html, contents, minutes, answer } = await source.body(draft!)
    expect(contents).toEqual([{ id: 'on-a-part', text: 'A part' }])
    expect(minutes).toBe(1)
    expect(answer).toBe('Plain, *as it is*: &#x3C;b>.')
    expect(html).not.toContain('as it is')
    expect(html).toContain('<a><strong>Press</strong></a>')
    expect(html.replaceAll('\n', '')).toMatch(/<ul><li>(<p>)?Outer(<\/p>)?<ol><li>Inner<\/li><\/ol><\/li><li>/)
    expect(html).toContain('&#x3C;script>')
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"type":"video"'))
  })

  it('passes an outage on, so that nobody remembers an empty blog', async () => {
    await new Promise((done) => server.close(done))
    await expect(source.drafts()).rejects.toThrow()
  })
})
