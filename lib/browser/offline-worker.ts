/** The service worker: stores posts and tools with their files, and serves them while the site is away. */
import { CacheFirst, NetworkFirst, Serwist, type SerwistPlugin } from 'serwist'
import { defaultLocale, localPath, splitPath, type Locale } from '@/lib/locales'
import { isPrivatePath, offlinePage } from '@/lib/site'
import {
  cacheNames,
  postPath,
  readSavedPosts,
  savedPostHeader,
  savedPostsChanged,
  type OfflineRequest,
  type OfflineResponse,
  type PostId,
  type SavedPost,
  type SaveFailure,
} from './offline'
import { parseUrl } from './page-address'

type ExtendableEvent = { waitUntil(task: Promise<unknown>): void }
type RequestMessageEvent = ExtendableEvent & { data: OfflineRequest; ports: readonly MessagePort[] }
/** The global scope in part, because DOM and worker types cannot be loaded together. */
const scope = self as unknown as {
  registration: { unregister(): Promise<boolean> }
  clients: { matchAll(which: object): Promise<{ postMessage(message: unknown): void }[]> }
  addEventListener(type: 'fetch', listener: Serwist['handleFetch']): void
  addEventListener(type: 'message', listener: (event: RequestMessageEvent) => void): void
}

const isFile = (path: string) =>
  /^\/(_next\/static\/|_next\/image$|pictures\/|blog\/file\/|app-icon\/|icon\.svg$|favicon\.ico$)/.test(path)

const isOwnFile = (url: URL) => url.origin === location.origin && isFile(url.pathname)

/** Pictures have one key for all widths, and pages one for all queries. */
function storageKey({ pathname, search, searchParams }: URL): string {
  if (pathname === '/_next/image') return `${pathname}?url=${encodeURIComponent(searchParams.get('url') ?? '')}`
  return isFile(pathname) ? pathname + search : pathname.replace(/(.)\/$/, '$1')
}

/** Addresses in HTML escape ampersands. */
const attributeOf = (tag: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '').replaceAll(/&(?:amp|#x26|#38);/gi, '&')

/** The narrowest picture that fills the column, or the widest. */
function sourceForWidth(srcset: string, minWidth: number): string | undefined {
  const candidates = srcset
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .map(([address = '', size = '']) => ({ address, width: Number.parseInt(size, 10) || 0 }))
    .sort((one, other) => one.width - other.width)
  return (candidates.find(({ width }) => width >= minWidth) ?? candidates.at(-1))?.address
}

function ownFiles(addresses: readonly string[], base: string): URL[] {
  return addresses.flatMap((address) => {
    const url = address ? parseUrl(address, base) : null
    return url && isOwnFile(url) ? [url] : []
  })
}

/** @param width of the column, in device pixels */
function filesOfPage(html: string, base: string, width: number): URL[] {
  const addresses = [...html.matchAll(/\/_next\/static\/[\w\-./~%@+]+(\?dpl=[\w-]+)?/g)].map(([address]) => address)
  for (const [tag] of html.matchAll(/<(?:img|link)\s[^>]*>/gi)) {
    if (/^<link/i.test(tag) && !/\srel="(?:icon|stylesheet)"/i.test(tag)) continue
    const srcset = attributeOf(tag, 'srcset')
    addresses.push((srcset && sourceForWidth(srcset, width)) || attributeOf(tag, 'src') || attributeOf(tag, 'href'))
  }
  return ownFiles(addresses, base)
}

/** Fonts. */
function filesOfStyleSheet(css: string, base: string): URL[] {
  return ownFiles(
    [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address = '']) => address),
    base,
  )
}

const networkTimeoutSeconds = 4
const loadTimeoutMs = 30_000

// Writes are queued, so that two tabs cannot overwrite each other's pages.
let queue: Promise<unknown> = Promise.resolve()
function enqueue<T>(task: () => Promise<T>): Promise<T> {
  const next = queue.then(task)
  queue = next.catch(() => undefined)
  return next
}

class SaveError extends Error {
  constructor(readonly failure: SaveFailure) {
    super(failure)
  }
}

const findStored = (url: URL) => caches.match(storageKey(url), { ignoreVary: true })

/** Leaves out personal pages and drafts. */
async function fetchWithoutCookies(address: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, {
    credentials: 'omit',
    signal: AbortSignal.timeout(loadTimeoutMs),
    ...options,
  }).catch(() => null)
  if (!response || response.status >= 500) throw new SaveError('load')
  return response
}

/** Previews of drafts are private. */
const isPage = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  !/\bprivate\b/.test(response.headers.get('cache-control') ?? '') &&
  (response.headers.get('content-type') ?? '').startsWith('text/html')

async function fetchPage(path: string): Promise<Response> {
  const page = await fetchWithoutCookies(path, { cache: 'no-cache' })
  if (!isPage(page)) throw new SaveError('load')
  return page
}

async function fetchFile(url: URL): Promise<Response> {
  const stored = await findStored(url)
  // Their names change with their contents.
  if (stored && url.pathname.startsWith('/_next/static/')) return stored
  const isPicture = url.pathname === '/_next/image'
  return fetchWithoutCookies(url.href, isPicture ? { headers: { accept: 'image/webp,*/*' } } : {})
}

const readBody = (response: Response): Promise<Blob> =>
  response.blob().catch(() => {
    throw new SaveError('load')
  })

function storable(body: Blob, { headers: given }: Response, more: Record<string, string> = {}): Response {
  const headers = new Headers(given)
  for (const name of ['vary', 'content-encoding', 'content-length']) headers.delete(name)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(body, { headers })
}

/** The files of a page by their keys, in memory. Files that the site lacks are left out. */
async function loadFiles(html: string, path: string, width: number) {
  const files = new Map<string, { file: Response; body: Blob }>()
  const add = async (url: URL): Promise<void> => {
    const key = storageKey(url)
    if (files.has(key)) return
    const file = await fetchFile(url)
    if (!file.ok || file.redirected || file.type === 'opaque') return
    const body = await readBody(file)
    files.set(key, { file, body })
    if (url.pathname.endsWith('.css')) await Promise.all(filesOfStyleSheet(await body.text(), url.href).map(add))
  }
  await Promise.all(filesOfPage(html, new URL(path, location.origin).href, width).map(add))
  return files
}

type StoredPage = {
  path: string
  cacheName: string
  page: Response
  width?: number
  post?: PostId & { title: string }
}

/** Stores a page after its files, so that it is never there without them. On errors an earlier copy stays. */
async function storePage({ path, cacheName, page, width = 0, post }: StoredPage): Promise<void> {
  const pageBody = await readBody(page)
  const files = await loadFiles(await pageBody.text(), path, width)
  const bytes = [...files.values()].reduce((sum, { body }) => sum + body.size, pageBody.size)
  const saved = post && encodeURIComponent(JSON.stringify({ ...post, width, bytes } satisfies SavedPost))
  const isNew = !(await caches.has(cacheName))
  const cache = await caches.open(cacheName)
  try {
    for (const [key, { file, body }] of files) await cache.put(key, storable(body, file))
    await cache.put(path, storable(pageBody, page, saved ? { [savedPostHeader]: saved } : {}))
  } catch {
    if (isNew) await caches.delete(cacheName)
    throw new SaveError('full')
  }
  for (const request of await cache.keys()) {
    const key = storageKey(new URL(request.url))
    if (key !== path && !files.has(key)) await cache.delete(request)
  }
}

/** In English as well, which the other languages fall back to, and which tells pages that something is stored. */
async function storeOfflinePage(language: Locale): Promise<void> {
  for (const locale of new Set<Locale>([defaultLocale, language])) {
    const path = localPath(offlinePage.path, locale)
    await storePage({ path, cacheName: cacheNames.offlinePage(locale), page: await fetchPage(path) })
  }
}

async function findOfflinePage(url: URL): Promise<Response | undefined> {
  for (const locale of new Set<Locale>([splitPath(url.pathname).locale, defaultLocale])) {
    const cacheName = cacheNames.offlinePage(locale)
    const page = await caches.match(localPath(offlinePage.path, locale), { cacheName })
    if (page) return page
  }
  return undefined
}

type PostRequest = Omit<SavedPost, 'bytes'>

/** @param response the page, if a visit has just loaded it */
async function savePost({ slug, locale, title, width }: PostRequest, response?: Response): Promise<void> {
  const path = postPath({ slug, locale })
  const page = response ?? (await fetchPage(path))
  // First, so that no post is saved without it.
  await storeOfflinePage(locale ?? defaultLocale)
  const cacheName = cacheNames.post({ slug, locale })
  await storePage({ path, cacheName, page, width, post: { slug, locale, title } })
}

async function storeTool(path: string): Promise<void> {
  const page = await fetchPage(path)
  const stored = await caches.match(path, { cacheName: cacheNames.tool(path), ignoreVary: true })
  if ((await stored?.text()) === (await page.clone().text())) return
  await storeOfflinePage(splitPath(path).locale)
  await storePage({ path, cacheName: cacheNames.tool(path), page })
}

/** With the last stored page, the page for missing ones and the worker go. */
async function removeUnneeded(): Promise<void> {
  const names = await caches.keys()
  const isOfflinePage = (name: string) => name.startsWith(offlinePage.cacheName)
  if (names.some((name) => name.startsWith('unhurried-') && !isOfflinePage(name))) return
  for (const name of names.filter(isOfflinePage)) await caches.delete(name)
  await scope.registration.unregister()
}

async function notifyTabs(): Promise<void> {
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker, not a window
    client.postMessage(savedPostsChanged)
  }
}

async function run(request: OfflineRequest): Promise<OfflineResponse> {
  try {
    if (request.order === 'keep') await savePost(request)
    else if (request.order === 'remove') await caches.delete(cacheNames.post(request))
    else await storeTool(request.path)
    return { failure: null }
  } catch (error) {
    return { failure: error instanceof SaveError ? error.failure : 'full' }
  } finally {
    await removeUnneeded()
  }
}

/** Updates or removes the saved copy after a visit. On errors the copy stays. */
async function updateSavedPost(path: string, response: Response): Promise<void> {
  const post = (await readSavedPosts()).find((saved) => postPath(saved) === path)
  if (!post) return
  const stored = await caches.match(path, { cacheName: cacheNames.post(post) })
  if (response.status === 404 || response.status === 410)
    await run({ order: 'remove', slug: post.slug, locale: post.locale })
  else if (isPage(response) && (await stored?.text()) !== (await response.clone().text()))
    await savePost(post, response)
  else return
  await notifyTabs()
}

/** Nothing is stored by a visit alone. Errors of the site count as no answer if there is a stored copy. */
const stored: SerwistPlugin = {
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(location.origin + storageKey(new URL(request.url))),
  cachedResponseWillBeUsed: ({ request }) => findStored(new URL(request.url)),
  cacheWillUpdate: () => Promise.resolve(null),
  async fetchDidSucceed({ request, response }) {
    if (response.status >= 500 && (await findStored(new URL(request.url)))) throw new Error('The site has failed.')
    return response
  },
}

const pagePlugin: SerwistPlugin = {
  ...stored,
  async cacheWillUpdate({ request, response }) {
    await enqueue(() => updateSavedPost(storageKey(new URL(request.url)), response)).catch(() => undefined)
    return null
  },
  handlerDidError: ({ request }) => findOfflinePage(new URL(request.url)),
}

/** Files contain a dot. */
const isReadingPage = (path: string) => !isPrivatePath(splitPath(path).path) && !/^\/(api|__)\/|\./.test(path)

const isImmutable = (url: URL) => url.pathname.startsWith('/_next/static/')

const serwist = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      // Frames are not pages.
      matcher: ({ request, url, sameOrigin }) =>
        sameOrigin && request.mode === 'navigate' && request.destination === 'document' && isReadingPage(url.pathname),
      handler: new NetworkFirst({ networkTimeoutSeconds, plugins: [pagePlugin] }),
    },
    {
      matcher: ({ url }) => isOwnFile(url) && isImmutable(url),
      handler: new CacheFirst({ plugins: [stored] }),
    },
    {
      matcher: ({ url }) => isOwnFile(url),
      handler: new NetworkFirst({ networkTimeoutSeconds, plugins: [stored] }),
    },
  ],
})
// Its other listeners are for files that are known in advance, of which there are none.
scope.addEventListener('fetch', serwist.handleFetch)

scope.addEventListener('message', (event) => {
  const task = enqueue(async () => {
    event.ports[0]?.postMessage(await run(event.data))
    await notifyTabs()
  })
  event.waitUntil(task)
})
