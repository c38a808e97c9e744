import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PostCache } from '@/lib/content/post-cache'
import { notionSource } from '@/lib/content/sources/notion/notion'
import { serveNotionFile } from '@/lib/content/sources/notion/files'
import { isFileStore, measure, readFile, StoreFailure } from '@/lib/content/sources/notion/client'
import { startStandIns } from '@/tests/local/stand-ins'
import { replaceProcessState } from '@/lib/server/process-state'
import { listen } from '@/tests/setup/listen'

const shared = vi.hoisted(() => ({
  blog: { source: 'markdown' } as object,
  readBodyByKey: async (_key: string, _includesDrafts?: boolean): Promise<object | null> => null,
}))
vi.mock('@/lib/site-settings', async (original) => ({
  ...(await original<typeof import('@/lib/site-settings')>()),
  contentEnv: () => ({ blog: shared.blog }),
}))
vi.mock('@/lib/content/posts', async () => ({
  retryAfterSeconds: (await import('@/lib/content/post-cache')).retryAfterSeconds,
  readBodyByKey: (key: string, includesDrafts?: boolean) => shared.readBodyByKey(key, includesDrafts),
}))

const slug = 'sample-every-kind-of-block'
const draftSlug = 'sample-not-published-yet'
const lasting = 'public, max-age=31536000, immutable'

let postCache: PostCache
const standIns = await startStandIns()
const { token, databaseId } = standIns.settings.notion
const settings = { source: 'notion' as const, token, databaseId, apiBase: standIns.base }
afterAll(() => standIns.close())

const control = (name: string, body: object = {}) => standIns.post(`/notion/control/${name}`, body)
const fault = (body: object) => standIns.post('/faults', { vendor: 'notion', ...body })
const requestsTo = (path = '') =>
  standIns.context.calls.list('notion').filter((call) => call.path.includes(path)).length

beforeEach(async () => {
  await control('reset')
  await fault({ times: 0 })
  vi.spyOn(console, 'warn').mockReturnValue()
  // As in a new process.
  replaceProcessState('notion')
  postCache = new PostCache(notionSource(settings), { listMs: 300_000 })
  shared.blog = settings
  shared.readBodyByKey = async (key, includesDrafts) => {
    const { published, drafts } = await postCache.read()
    const found = (includesDrafts ? drafts : published).find((one) => one.key === key)
    return found ? postCache.body(found) : null
  }
})

/** A published picture: its page's id and its name. */
async function picture() {
  const { published, drafts } = await postCache.read()
  const page = published.find(({ summary }) => summary.slug === slug)?.key ?? ''
  const [file = ''] = ((await shared.readBodyByKey(page)) as { files?: string[] } | null)?.files ?? []
  const unpublished = drafts.find(({ summary }) => summary.slug === draftSlug)?.key ?? ''
  standIns.context.calls.clear()
  return { page, file, unpublished }
}
const get = (page: string, file: string, init: RequestInit = {}) =>
  serveNotionFile(new Request('http://localhost/', init), page, file)

it.each([
  [8000, 6000, true],
  [16_000, 16_000, false],
])('accepts a picture of %s by %s pixels: %s', (width, height, isAccepted) => {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452'.padEnd(52, '0'), 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  expect(measure(header) !== null).toBe(isAccepted)
})

it('shows the picture of a draft in previews only', async () => {
  const { unpublished } = await picture()
  const body = (await shared.readBodyByKey(unpublished, true)) as { files?: string[] } | null
  const [file = ''] = body?.files ?? []
  expect(file).not.toBe('')
  const shown = await serveNotionFile(new Request('http://localhost/'), unpublished, file, true)
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect((await get(unpublished, file)).status).toBe(404)
})

describe('a picture of a published post', () => {
  it('has its type, lasts for ever, and runs no scripts', async () => {
    const { page, file } = await picture()
    const response = await get(page, file)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': lasting,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${file}"`,
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(String(bytes.length)).toBe(response.headers.get('content-length'))
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    // The page already contained its address.
    expect(requestsTo('/v1/blocks/')).toBe(0)
  })

  it('is not sent again if cached, nor for HEAD', async () => {
    const { page, file } = await picture()
    const known = await get(page, file, { headers: { 'if-none-match': `"${file}"` } })
    expect(known.status).toBe(304)
    const reloaded = await get(page, file, { headers: { 'if-none-match': `"${file}"`, 'cache-control': 'no-cache' } })
    expect(reloaded.status).toBe(304)
    expect(requestsTo()).toBe(0)
    const head = await get(page, file, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await head.text()).toBe('')
  })

  it.each([
    ['its time was over', async () => control('file-life', { seconds: 30 })],
    ['it ended early', async () => undefined],
  ])('is shown although %s, with one request for a new address', async (_, before) => {
    await before()
    const { page, file } = await picture()
    await control('reset')
    await control('expire-files')
    expect((await get(page, file)).status).toBe(200)
    expect(requestsTo('/v1/blocks/')).toBe(1)
    expect((await get(page, file)).status).toBe(200)
    expect(requestsTo('/v1/blocks/')).toBe(1)
  })

  it('stays for a while after being replaced, for open pages', async () => {
    const { page, file } = await picture()
    await control('edit', { page: slug, picture: 'reed.png' })
    await postCache.refresh()
    const [now = ''] = ((await shared.readBodyByKey(page)) as { files?: string[] } | null)?.files ?? []
    expect(now).not.toBe(file)
    expect((await get(page, now)).headers.get('cache-control')).toBe(lasting)
    const old = await get(page, file)
    expect([old.status, old.headers.get('cache-control'), old.headers.get('etag')]).toEqual([
      200,
      'public, max-age=60',
      null,
    ])
  })
})

describe('other addresses answer 404 without a request to Notion', () => {
  const id = '5a3b1c70-0000-4000-8000-000000000102'
  it.each([
    ['a page that never was', '5a3b1c70-0000-4000-8000-00000000ffff', null],
    ['a parent folder', '../../etc', null],
    ['another file', null, `${id}-0123456789.png`],
    ['a file up', null, '../passwd'],
    ['a drawing', null, `${id}-0123456789.svg`],
  ])('%s', async (_, page, file) => {
    const right = await picture()
    const response = await get(page ?? right.page, file ?? right.file)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(requestsTo()).toBe(0)
  })

  it('another version, and the picture at a page that is a draft', async () => {
    const { page, file, unpublished } = await picture()
    expect((await get(page, file.replace(/-[0-9a-f]{10}\./, '-0000000000.'))).status).toBe(404)
    expect((await get(unpublished, file)).status).toBe(404)
    expect(requestsTo()).toBe(0)
  })

  it('with Markdown posts', async () => {
    const { page, file } = await picture()
    shared.blog = { source: 'markdown', folder: 'content/posts' }
    expect((await get(page, file)).status).toBe(404)
    expect(requestsTo()).toBe(0)
  })
})

describe('while unavailable', () => {
  const end = () => control('expire-files')

  it.each<[string, number, string, () => unknown]>([
    ['the store fails', 502, '30', () => control('file-status', { status: 500 })],
    ['Notion fails', 503, '30', async () => (await end(), fault({ status: 500, times: 9 }))],
    ['Notion is cut off', 503, '30', async () => (await end(), fault({ drop: true, times: 9 }))],
    ['Notion asks for a pause', 503, '5', async () => (await end(), fault({ status: 429, retryAfter: 5, times: 2 }))],
    ['the posts are unavailable', 503, '30', () => (shared.readBodyByKey = () => Promise.reject(new Error('down')))],
  ])('if %s, answers %i with a wait of %s seconds', async (_, status, wait, prepare) => {
    const { page, file } = await picture()
    await prepare()
    const response = await get(page, file)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'retry-after': wait,
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(response.headers.get('etag')).toBeNull()
  })
})

describe('files are requested from Notion’s stores only', () => {
  it.each([
    ['https://prod-files-secure.s3.us-west-2.amazonaws.com/a/b/c.png?X-Amz-Expires=3600', true],
    ['https://s3.us-west-2.amazonaws.com/secure.notion-static.com/a/c.png', true],
    ['https://file.notion.so/f/f/a/c.png', true],
    ['https://img.notionusercontent.com/s3/a', true],
    ['http://prod-files-secure.s3.us-west-2.amazonaws.com/a.png', false],
    ['https://s3.us-west-2.amazonaws.com/another-bucket/a.png', false],
    ['https://evil.s3.us-west-2.amazonaws.com/secure.notion-static.com/a.png', false],
    ['https://prod-files-secure.s3.us-west-2.amazonaws.com.evil.example/a.png', false],
    ['https://prod-files-secure.s3.us-west-2.amazonaws.com:8443/a.png', false],
    ['https://name:word@file.notion.so/a.png', false],
    ['http://127.0.0.1:4010/notion/files/tide.png', false],
  ])('%s: %s', (address, expected) => expect(isFileStore(address, null)).toBe(expected))
})

describe('store answers', () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/file': (response) => response.end('bytes'),
    '/moved': (response) => response.writeHead(302, { location: '/file' }).end(),
    '/gone': (response) => response.writeHead(404).end(),
    '/endless': (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
      }
      response.on('drain', more)
      more()
    },
    '/cut': (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
    },
  }
  let server: Awaited<ReturnType<typeof listen>>
  let origin: string
  beforeAll(async () => {
    server = await listen((request, response) => void answers[request.url ?? '']?.(response))
    origin = server.url
  })
  afterAll(() => server.close())

  it('return the file', async () => {
    expect((await readFile(`${origin}/file`, origin)).toString()).toBe('bytes')
  })

  it.each([
    ['/moved', /could not be read/, true],
    ['/gone', /404/, true],
    ['/endless', /larger than 10 MB/, false],
    ['/cut', /could not be read/, true],
  ])('%s returns none', async (path, message, isRetryable) => {
    const error = await readFile(origin + path, origin).catch((each: unknown) => each)
    expect(error).toBeInstanceOf(StoreFailure)
    expect(error).toMatchObject({ message: expect.stringMatching(message), isRetryable })
  })
})
