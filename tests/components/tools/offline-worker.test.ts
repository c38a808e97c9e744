import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toolWorker } from '@/components/tools/offline-worker'
import { paths, offlineToolsConfig } from '@/lib/site'

const origin = 'https://site.test'
const [page, sheet, font, script] = [
  paths.toolCards,
  '/_next/static/css/a.css',
  '/_next/static/media/f.woff2',
  '/_next/static/a.js',
]
const html = (build = 'a') =>
  `<link href="/_next/static/css/a.css"><script type="application/json">["/_next/static/${build}.js"]</script>`

type Listener = (event: object) => void
const keyOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).pathname

/** A browser with one open tool: caches by name, and the site's answers by path. */
function startBrowser(site: Record<string, string>) {
  const stores = new Map<string, Map<string, Response>>()
  const listeners: Record<string, Listener> = {}
  const browser = { online: true, site, stores }
  const get = async (address: string | Request) => {
    if (!browser.online) throw new TypeError('Failed to fetch')
    const text = browser.site[keyOf(address)]
    return new Response(text ?? 'Not here', { status: text === undefined ? 404 : 200 })
  }
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      keys: async () => [...store.keys()].map((key) => new Request(origin + key)),
      delete: async (key: Request) => store.delete(keyOf(key)),
      put: async (key: string, response: Response) => void store.set(keyOf(key), response),
      async addAll(names: string[]) {
        const all = await Promise.all(names.map(get))
        if (all.some(({ ok }) => !ok)) throw new TypeError('A file is missing.')
        for (const [index, response] of all.entries()) store.set(keyOf(names[index] ?? ''), response)
      },
    }
  }
  const match = async (key: string, { cacheName }: { cacheName?: string }) =>
    [...stores]
      .filter(([name]) => cacheName === undefined || name === cacheName)
      .map(([, store]) => store.get(keyOf(key))?.clone())
      .find(Boolean)
  vi.stubGlobal('fetch', get)
  vi.stubGlobal('caches', { open, match })
  vi.stubGlobal('self', {
    location: new URL(origin),
    addEventListener: (type: string, listener: Listener) => (listeners[type] = listener),
  })
  toolWorker(offlineToolsConfig)
  return {
    browser,
    async use(path: string) {
      let work: Promise<unknown> = Promise.resolve()
      listeners.message?.({ data: path, waitUntil: (promise: Promise<unknown>) => (work = promise) })
      await work
    },
    /** The worker's answer, or null if it ignores the request. */
    async request(path: string, mode = 'navigate', method = 'GET') {
      let answer: Promise<Response> | null = null
      const request = { url: new URL(path, origin).href, mode, method }
      listeners.fetch?.({ request, respondWith: (promise: Promise<Response>) => (answer = promise) })
      return answer && (await (answer as Promise<Response>)).text()
    },
    stored: () => [...stores.values()].flatMap((store) => [...store.keys()]).toSorted(),
  }
}

let tool: ReturnType<typeof startBrowser>
beforeEach(() => {
  const css = '@font-face{src:url(../media/f.woff2)}'
  tool = startBrowser({ [page]: html(), [sheet]: css, [font]: 'font', [script]: 'script', '/faq': 'faq' })
})
afterEach(() => vi.unstubAllGlobals())

describe('a tool that was used', () => {
  it.each([page, `${page}/`])('is stored with its files: %s', async (path) => {
    await tool.use(path)
    expect(tool.stored()).toEqual([page, sheet, font, script].toSorted())
    tool.browser.online = false
    expect(await tool.request(`${path}?x=1`)).toBe(html())
    expect(await tool.request(script, 'no-cors')).toBe('script')
  })

  it('is loaded from the network if online, and stored when changed', async () => {
    await tool.use(page)
    Object.assign(tool.browser.site, { [page]: html('b'), '/_next/static/b.js': 'newer' })
    expect(await tool.request(page)).toBe(html('b'))
    await tool.use(page)
    expect(tool.stored()).toEqual([page, sheet, font, '/_next/static/b.js'].toSorted())
  })

  it('stays the same if a newer page’s file does not load', async () => {
    await tool.use(page)
    tool.browser.site[page] = html('missing')
    await tool.use(page)
    tool.browser.online = false
    expect(await tool.request(page)).toBe(html())
  })
})

it('stores no other page, and leaves other requests to the browser', async () => {
  await tool.use('/tools/nothing')
  expect(tool.stored()).toEqual([])
  expect(await tool.request('/api/plans', 'cors')).toBeNull()
  expect(await tool.request('https://elsewhere.test/', 'navigate')).toBeNull()
  expect(await tool.request(page, 'navigate', 'POST')).toBeNull()
  tool.browser.online = false
  await expect(tool.request(paths.toolScore)).rejects.toThrow('Failed to fetch')
})
