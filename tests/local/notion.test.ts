import { APIErrorCode, APIResponseError, Client, collectPaginatedAPI, isFullBlock, isFullPage } from '@notionhq/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStandIns, type StandIns } from './stand-ins'

let standIns: StandIns
let notion: Client
beforeAll(async () => {
  standIns = await startStandIns()
  notion = new Client({ auth: standIns.settings.notion.token, baseUrl: standIns.base, retry: false, logger: () => {} })
})
afterAll(() => standIns.close())

async function pages() {
  const database = await notion.databases.retrieve({ database_id: standIns.settings.notion.databaseId })
  const id = 'data_sources' in database ? database.data_sources[0]?.id : undefined
  const found = await collectPaginatedAPI(notion.dataSources.query, { data_source_id: id ?? '', page_size: 100 })
  return found.filter(isFullPage)
}

test('database, data source and pages, over several answers', async () => {
  const found = await pages()
  expect(found).toHaveLength(6)
  expect(
    found.filter(({ properties }) => properties.Published?.type === 'checkbox' && properties.Published.checkbox),
  ).toHaveLength(5)
  const [first] = found
  expect(Object.keys(first?.properties ?? {})).toEqual(
    expect.arrayContaining(['Title', 'Slug', 'Description', 'Tags', 'Written', 'Reviewed', 'Published']),
  )
  expect(await notion.pages.retrieve({ page_id: first?.id.replaceAll('-', '') ?? '' })).toMatchObject({ id: first?.id })
})

test('a query filters and sorts, and refuses what it does not know', async () => {
  const dataSource = '5a3b1c70-0000-4000-8000-000000000002'
  const answer = await notion.dataSources.query({
    data_source_id: dataSource,
    filter: { property: 'Published', checkbox: { equals: false } },
    sorts: [{ property: 'Written', direction: 'ascending' }],
  })
  expect(answer.results).toHaveLength(1)
  const wrong = notion.dataSources.query({
    data_source_id: dataSource,
    filter: { property: 'Colour', checkbox: { equals: true } },
  })
  await expect(wrong).rejects.toMatchObject({ code: APIErrorCode.ValidationError })
})

test('all blocks of a page, over several answers, and what they hold', async () => {
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

  test('are served as PNG until their time is over', async () => {
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

  test('are not served with another end or to another name', async () => {
    const { url } = await cover()
    const longer = new URL(url)
    longer.searchParams.set('expires', '99999999999')
    expect((await fetch(longer)).status).toBe(403)
    expect((await fetch(url.replace(/files\/[a-z]+/, 'files/other'))).status).toBe(403)
  })

  test('may be told to live shorter', async () => {
    await standIns.post('/notion/control/file-life', { seconds: -1 })
    expect((await fetch((await cover()).url)).status).toBe(403)
    await standIns.post('/notion/control/file-life', { seconds: 3600 })
  })
})

describe('refusals', () => {
  test('a wrong token', async () => {
    const stranger = new Client({ auth: 'ntn_wrong', baseUrl: standIns.base, retry: false, logger: () => {} })
    await expect(stranger.databases.retrieve({ database_id: 'x' })).rejects.toMatchObject({ status: 401 })
  })

  test('too many calls, with the time to wait', async () => {
    await standIns.post('/faults', { vendor: 'notion', status: 429, times: 1, retryAfter: 3 })
    const error = await notion.pages.retrieve({ page_id: '5a3b1c70000040008000000000000101' }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(APIResponseError)
    expect(error).toMatchObject({ code: APIErrorCode.RateLimited, status: 429 })
    expect((error as APIResponseError).headers).toBeDefined()
    expect(new Headers((error as APIResponseError).headers as Headers).get('retry-after')).toBe('3')
  })
})
