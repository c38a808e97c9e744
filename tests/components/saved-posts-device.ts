/** A device for the service worker: caches, a site, open pages. */
import { vi } from 'vitest'
import { savedPostsWorker } from '@/components/blog/saved-posts-worker'
import {
  savedPostsChanged,
  type SavedPostsResponse,
  type SavedPostsRequest,
  type SavedPostsList,
} from '@/lib/contract/saved-posts'
import { savedPostsConfig, paths } from '@/lib/site'

export const origin = 'https://site.test'

const keyOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).href

/** The used part of the browser's caches, limited to this many entries. */
export class Caches {
  readonly stores = new Map<string, Map<string, Response>>()
  room = Infinity
  opened = 0

  async keys() {
    return [...this.stores.keys()]
  }
  async has(name: string) {
    return this.stores.has(name)
  }
  async delete(name: string) {
    return this.stores.delete(name)
  }
  async match(key: string | Request, { cacheName }: { cacheName: string }) {
    return this.stores.get(cacheName)?.get(keyOf(key))?.clone()
  }
  async open(name: string) {
    this.opened += 1
    const store = this.stores.get(name) ?? new Map<string, Response>()
    this.stores.set(name, store)
    return {
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async (key: string | Request) => store.delete(keyOf(key)),
      put: async (key: string, response: Response) => {
        if (!store.has(keyOf(key)) && store.size >= this.room) throw new DOMException('full', 'QuotaExceededError')
        if (response.headers.has('vary')) throw new TypeError('It would not be found again.')
        store.set(keyOf(key), response.clone())
      },
    }
  }
}

type Answer = Response | (() => Promise<Response>)
type Listener = (event: object) => void

/** Starts the worker on a new device. `site` has the server's answers by path and query. */
export function startDevice(site: Record<string, Answer>) {
  const listeners: Record<string, Listener> = {}
  const caches = new Caches()
  const unregister = vi.fn(async () => true)
  const sentMessages: unknown[] = []
  const requests: { path: string; options: RequestInit | undefined }[] = []
  const device = { online: true, caches, unregister, sentMessages, requests, site }

  const fetched = async (request: string | Request, options?: RequestInit) => {
    const url = new URL(keyOf(request))
    const path = url.pathname + url.search
    requests.push({ path: url.origin === origin ? path : url.href, options })
    if (!device.online) throw new TypeError('Failed to fetch')
    const answer = site[path]
    return typeof answer === 'function' ? answer() : (answer?.clone() ?? new Response('Not here', { status: 404 }))
  }
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('self', {
    location: new URL(origin),
    registration: { unregister },
    clients: { matchAll: async () => [{ postMessage: (words: unknown) => sentMessages.push(words) }] },
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener
    },
  })
  savedPostsWorker({
    ...savedPostsConfig,
    blogPath: paths.blog,
    changedMessage: savedPostsChanged,
    networkTimeoutMs: 4000,
    loadTimeoutMs: 30_000,
  })

  return {
    ...device,
    get online() {
      return device.online
    },
    set online(value: boolean) {
      device.online = value
    },
    /** Sends a message to the worker, and waits for all effects. */
    async tell(data: SavedPostsRequest): Promise<SavedPostsResponse | undefined> {
      let reply: SavedPostsResponse | undefined
      let work: Promise<unknown> = Promise.resolve()
      listeners.message?.({
        data,
        ports: [{ postMessage: (words: SavedPostsResponse) => (reply = words) }],
        waitUntil: (promise: Promise<unknown>) => (work = promise),
      })
      await work
      return reply
    },
    /** Sends a page's request; null if the worker ignores it. */
    request(path: string, init: { method?: string; mode?: string; destination?: string } = {}) {
      let answer: Promise<Response> | null = null
      const works: Promise<unknown>[] = []
      const { method = 'GET', mode = 'navigate', destination = 'document' } = init
      listeners.fetch?.({
        request: { url: new URL(path, origin).href, method, mode, destination },
        respondWith: (promise: Promise<Response>) => (answer = promise),
        waitUntil: (promise: Promise<unknown>) => works.push(promise),
      })
      const given = answer as Promise<Response> | null
      return given && { answer: given, after: async () => void (await Promise.allSettled([given, ...works])) }
    },
    async list(): Promise<SavedPostsList | null> {
      const kept = await caches.match(savedPostsConfig.listPath, { cacheName: savedPostsConfig.cacheName })
      return kept ? kept.json() : null
    },
    keys: () =>
      [...(caches.stores.get(savedPostsConfig.cacheName)?.keys() ?? [])]
        .map((key) => key.slice(origin.length))
        .toSorted(),
  }
}

export type Device = ReturnType<typeof startDevice>

export const html = (body: string, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><html>${body}</html>`, {
    headers: { 'content-type': 'text/html; charset=utf-8', vary: 'rsc', ...headers },
  })
export const file = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } })
