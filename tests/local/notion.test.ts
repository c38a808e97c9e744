import {
  APIErrorCode,
  APIResponseError,
  Client,
  collectAllDataSourceRows,
  collectPaginatedAPI,
  isFullBlock,
  isFullPage,
} from '@notionhq/client'
import { afterAll, describe, expect, test } from 'vitest'
import { startStandIns } from './stand-ins'

const standIns = await startStandIns()
const notion = new Client({
  auth: standIns.settings.notion.token,
  baseUrl: standIns.base,
  retry: false,
  logger: () => {},
})
afterAll(() => standIns.close())

async function pages() {
  const database = await notion.databases.retrieve({ database_id: standIns.settings.notion.databaseId })
  const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
  const found = await collectAllDataSourceRows(notion, { data_source_id: id ?? '', page_size: 100 })
  return found.filter(isFullPage)
}

test('serves database, data source and pages in parts', async () => {
  const found = await pages()
  expect(found).toHaveLength(6)
  expect(
    found.filter(({ properties }) => properties.Published?.type === 'checkbox' && properties.Published.checkbox),
  ).toHaveLength(5)
  const [first] = found
  expect(Object.keys(first?.properties ?? {})).toEqual(
    expect.arrayContaining(['Title', 'Slug', 'Description', 'Tags', 'Written', 'Reviewed', 'Published']),
  )
})

test('sorts rows by creation, and refuses other queries', async () => {
  const created = (await pages()).map(({ created_time: time }) => time)
  expect(created).toEqual(created.toSorted())
  expect(new Set(created).size).toBe(6)
  const data_source_id = '5a3b1c70-0000-4000-8000-000000000002'
  const sorts = [{ timestamp: 'created_time', direction: 'ascending' }] as const
  const filter = { property: 'Published', checkbox: { equals: true } }
  for (const other of [{}, { sorts: [], filter }, { sorts: [...sorts], filter }]) {
    const refused = notion.dataSources.query({ data_source_id, ...other })
    await expect(refused).rejects.toMatchObject({ code: APIErrorCode.ValidationError })
  }
})

test('serves all blocks of a page in parts, with children', async () => {
  const every = await Promise.all(
    (await pages()).map(({ id }) => collectPaginatedAPI(notion.blocks.children.list, { block_id: id, page_size: 100 })),
  )
  expect(Math.max(...every.map((blocks) => blocks.length))).toBe(41)
  const parent = every.flat().find((block) => isFullBlock(block) && block.has_children)
  const inner = await notion.blocks.children.list({ block_id: parent?.id ?? '' })
  expect(inner.results.length).toBeGreaterThan(0)
  const ids = every.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('files', () => {
  async function cover() {
    const [page] = await pages()
    return page?.cover?.type === 'file' ? page.cover.file : { url: '', expiry_time: '' }
  }

  test('are served as PNG until they expire', async () => {
    const { url, expiry_time: end } = await cover()
    expect(Date.parse(end) - Date.now()).toBeGreaterThan(3_500_000)
    const answer = await fetch(url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    standIns.pass(0.05)
    expect((await fetch(url)).status).toBe(403)
    expect((await fetch((await cover()).url)).status).toBe(200)
  })

  test('are not served with another signature or name', async () => {
    const { url } = await cover()
    const longer = new URL(url)
    longer.searchParams.set('expires', '99999999999')
    expect((await fetch(longer)).status).toBe(403)
    expect((await fetch(url.replace(/files\/[a-z]+/, 'files/other'))).status).toBe(403)
  })

  test('can expire sooner', async () => {
    await standIns.post('/notion/control/file-life', { seconds: -1 })
    expect((await fetch((await cover()).url)).status).toBe(403)
    await standIns.post('/notion/control/file-life', { seconds: 3600 })
  })
})

describe('controls', () => {
  const turn = async (name: string, body: object = {}) => (await standIns.post(`/notion/control/${name}`, body)).status
  const first = async () => {
    const all = await pages()
    const page = all.find(({ id }) => id.endsWith('101'))
    return { all, page, title: page?.properties.Title?.type === 'title' && page.properties.Title.title[0]?.plain_text }
  }

  test('update a page and its edit time, and restore it', async () => {
    const before = await first()
    expect(await turn('edit', { page: 'sample-how-a-post-gets-here', title: 'New', trashed: true })).toBe(200)
    const edited = await first()
    expect(edited.title).toBe('New')
    expect(edited.page?.in_trash).toBe(true)
    expect(edited.page?.last_edited_time).toMatch(/:00\.000Z$/)
    expect(Date.parse(edited.page?.last_edited_time ?? '')).toBeGreaterThan(
      Date.parse(before.page?.last_edited_time ?? ''),
    )
    expect(await turn('empty')).toBe(200)
    expect(await pages()).toEqual([])
    expect(await turn('reset')).toBe(200)
    expect(await first()).toMatchObject({ title: before.title, page: { in_trash: false } })
  })

  test('change a block in three ways', async () => {
    const id = '5a3b1c70-0000-4000-8000-000000000101'
    const blocks = async () => (await notion.blocks.children.list({ block_id: id })).results
    for (const [at, how] of ['form', 'id-only', 'contents'].entries()) {
      expect(await turn('break', { page: 'sample-how-a-post-gets-here', block: at, how })).toBe(200)
    }
    const [form, bare, closed] = await blocks()
    expect(form).toMatchObject({ type: 'callout', callout: null })
    expect(Object.keys(bare ?? {})).toEqual(['object', 'id'])
    expect(closed).toMatchObject({ has_children: true })
    await expect(notion.blocks.children.list({ block_id: closed?.id ?? '' })).rejects.toMatchObject({ status: 404 })
    expect(await turn('reset')).toBe(200)
  })

  test('fail the file store', async () => {
    const [page] = await pages()
    const url = page?.cover?.type === 'file' ? page.cover.file.url : ''
    expect(await turn('file-status', { status: 503 })).toBe(200)
    expect((await fetch(url)).status).toBe(503)
    expect(await turn('file-status', { status: null })).toBe(200)
    expect((await fetch(url)).status).toBe(200)
    expect(await turn('expire-files')).toBe(200)
    expect((await fetch(url)).status).toBe(403)
  })

  test.each([
    ['nothing-of-the-kind', {}, 404],
    ['toString', {}, 404],
    ['edit', { page: 'no-such-page' }, 400],
    ['edit', { page: 'sample-short-and-plain', colour: 'red' }, 400],
    ['break', { page: 'sample-short-and-plain', how: 'badly' }, 400],
    ['file-life', { seconds: 'long' }, 400],
  ])('reject %s with %o', async (name, body, status) => expect(await turn(name, body)).toBe(status))
})

describe('refusals', () => {
  test('answer a wrong token', async () => {
    const stranger = new Client({ auth: 'ntn_wrong', baseUrl: standIns.base, retry: false, logger: () => {} })
    await expect(stranger.databases.retrieve({ database_id: 'x' })).rejects.toMatchObject({ status: 401 })
  })

  test('answer too many calls with Retry-After', async () => {
    await standIns.post('/faults', { vendor: 'notion', status: 429, times: 1, retryAfter: 3 })
    const error = await notion.blocks
      .retrieve({ block_id: '5a3b1c70000040008000000000000101' })
      .catch((e: unknown) => e)
    expect(error).toBeInstanceOf(APIResponseError)
    expect(error).toMatchObject({ code: APIErrorCode.RateLimited, status: 429 })
    expect((error as APIResponseError).headers).toBeDefined()
    expect(new Headers((error as APIResponseError).headers as Headers).get('retry-after')).toBe('3')
  })
})
