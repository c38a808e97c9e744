import { inline } from '@/components/ui/inline'
import {
  savedPostsChanged,
  type SavedPostsResponse,
  type SaveFailure,
  type SavedPostsRequest,
  type SavedPostsList,
  type SavedPost,
} from '@/lib/contract/saved-posts'
import { savedPostsConfig, paths } from '@/lib/site'

type ExtendableEvent = { waitUntil(task: Promise<unknown>): void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith(response: Promise<Response>): void }
type RequestMessageEvent = ExtendableEvent & { data: SavedPostsRequest; ports: readonly MessagePort[] }
/** The global scope in part, because DOM and worker types cannot be loaded together. */
type WorkerScope = {
  location: Location
  registration: { unregister(): Promise<boolean> }
  clients: { matchAll(which: object): Promise<{ postMessage(message: unknown): void }[]> }
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: RequestMessageEvent) => void): void
}

type Settings = typeof savedPostsConfig & {
  blogPath: string
  changedMessage: string
  networkTimeoutMs: number
  loadTimeoutMs: number
}

/**
 * The service worker, sent as source text, so it must not use outside values. The list is written last and unlisted
 * files are deleted, so no post is saved in part.
 */
export function savedPostsWorker(settings: Settings): void {
  const scope = self as unknown as WorkerScope
  const { origin } = scope.location
  const { cacheName } = settings
  const emptyList: SavedPostsList = { posts: [], standIn: null }
  const isFile = (path: string) =>
    /^\/(_next\/static\/|_next\/image$|pictures\/|blog\/file\/|app-icon\/|icon\.svg$|favicon\.ico$)/.test(path)

  const readList = async (): Promise<SavedPostsList> => {
    const stored = await caches.match(settings.listPath, { cacheName })
    return stored ? ((await stored.json()) as SavedPostsList) : emptyList
  }

  // Writes are queued, so that two tabs cannot overwrite each other's list.
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    const next = queue.then(task)
    queue = next.catch(() => undefined)
    return next
  }

  const saveError = (failure: SaveFailure) => Object.assign(new Error(failure), { failure })

  /** One key per picture for all widths. */
  const cacheKeyOf = ({ pathname, search, searchParams }: URL) =>
    pathname === '/_next/image'
      ? `${pathname}?url=${encodeURIComponent(searchParams.get('url') ?? '')}`
      : pathname + search

  /** Leaves out personal pages and drafts. */
  const fetchWithoutCookies = async (address: string, options: RequestInit = {}) => {
    const response = await fetch(address, {
      credentials: 'omit',
      signal: AbortSignal.timeout(settings.loadTimeoutMs),
      ...options,
    }).catch(() => {
      throw saveError('load')
    })
    if (response.status >= 500) throw saveError('load')
    return response
  }

  const storableCopy = async (response: Response): Promise<{ copy: Response; bytes: number }> => {
    const headers = new Headers(response.headers)
    for (const name of ['vary', 'content-encoding', 'content-length']) headers.delete(name)
    const body = await response.blob().catch(() => {
      throw saveError('load')
    })
    return { copy: new Response(body, { headers }), bytes: body.size }
  }

  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'" }
  const unescapeHtml = (text: string) =>
    text
      .replaceAll(/&(lt|gt|quot|#x27);/gi, (_, name: string) => entities[name.toLowerCase()] ?? '')
      .replaceAll(/&(?:amp|#x26|#38);/gi, '&')
  const attributeOf = (tag: string, name: string) =>
    unescapeHtml(new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')

  /** Read from the page, because the post may have been renamed. */
  const titleOf = (html: string) => attributeOf(/<div\s[^>]*\sdata-title="[^>]*>/i.exec(html)?.[0] ?? '', 'data-title')

  const urlOf = (address: string, base: string): URL | null => {
    try {
      return new URL(address, base)
    } catch {
      return null
    }
  }

  /** The narrowest picture that fills the column, or the widest. */
  const sourceForWidth = (srcset: string, minWidth: number) => {
    const candidates = srcset
      .split(/,\s+/)
      .map((candidate) => candidate.trim().split(/\s+/))
      .map(([address = '', size = '']) => ({ address, width: Number.parseInt(size, 10) || 0 }))
      .sort((one, other) => one.width - other.width)
    return (candidates.find(({ width }) => width >= minWidth) ?? candidates.at(-1))?.address
  }

  const filesOf = (html: string, base: string, width: number): URL[] => {
    const addresses = [...html.matchAll(/\/_next\/static\/[\w\-./~%@+]+(\?dpl=[\w-]+)?/g)].map(([address]) => address)
    for (const [tag] of html.matchAll(/<(?:img|link)\s[^>]*>/gi)) {
      if (/^<link/i.test(tag) && !/\srel="(?:icon|stylesheet)"/i.test(tag)) continue
      const srcset = attributeOf(tag, 'srcset')
      addresses.push((srcset && sourceForWidth(srcset, width)) || attributeOf(tag, 'src') || attributeOf(tag, 'href'))
    }
    const files = new Map<string, URL>()
    for (const address of addresses) {
      const url = address ? urlOf(address, base) : null
      if (url?.origin === origin && isFile(url.pathname)) files.set(cacheKeyOf(url), url)
    }
    return [...files.values()]
  }

  type PageFiles = { page: string; files: Map<string, Response>; bytes: number }

  /** A page with all its files, in memory. */
  const loadPageFiles = async (address: string, response: Response, width: number): Promise<PageFiles> => {
    const html = await response.clone().text()
    const page = `${address}?kept=${Date.now()}`
    const files = new Map<string, Response>()
    let bytes = 0
    const add = (key: string, file: { copy: Response; bytes: number }) => {
      files.set(key, file.copy)
      bytes += file.bytes
    }
    add(page, await storableCopy(response))
    const addFile = async (url: URL): Promise<void> => {
      const key = cacheKeyOf(url)
      if (files.has(key)) return
      const stored = await caches.match(key, { cacheName })
      const isPicture = url.pathname === '/_next/image'
      const file =
        stored && isImmutable(stored)
          ? stored
          : await fetchWithoutCookies(url.href, isPicture ? { headers: { accept: 'image/webp,*/*' } } : {})
      if (!file.ok || file.redirected || file.type === 'opaque') return
      if (url.pathname.endsWith('.css')) {
        const urls = [...(await file.clone().text()).matchAll(/url\(["']?([^"')]+)["']?\)/g)]
        const fonts = urls
          .flatMap(([, font = '']) => urlOf(font, url.href) ?? [])
          .filter((font) => font.origin === origin && isFile(font.pathname))
        await Promise.all(fonts.map(addFile))
      }
      add(key, await storableCopy(file))
    }
    await Promise.all(filesOf(html, new URL(address, origin).href, width).map(addFile))
    return { page, files, bytes }
  }

  const isImmutable = (response: Response) => /immutable/.test(response.headers.get('cache-control') ?? '')

  const isPage = (response: Response) =>
    response.status === 200 &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('text/html')

  const isDraft = (html: string, response: Response) =>
    /<meta[^>]*(?:name="robots"[^>]*content="[^"]*noindex|content="[^"]*noindex[^>]*name="robots")/i.test(html) ||
    /\bprivate\b/.test(response.headers.get('cache-control') ?? '')

  const notifyTabs = async () => {
    for (const client of await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker, not a window
      client.postMessage(settings.changedMessage)
    }
  }

  const removeEverything = async () => {
    for (const name of await caches.keys()) if (name.startsWith(settings.cachePrefix)) await caches.delete(name)
    await scope.registration.unregister()
  }

  const removeUnlistedFiles = async () => {
    if (!(await caches.has(cacheName))) return
    const { posts, standIn } = await readList()
    const listed = new Set([settings.listPath, ...posts.flatMap(({ files }) => files), ...(standIn?.files ?? [])])
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (!listed.has(pathname + search)) await cache.delete(request)
    }
  }

  const writeList = (cache: Cache, next: SavedPostsList) =>
    cache.put(
      settings.listPath,
      new Response(JSON.stringify(next), { headers: { 'content-type': 'application/json' } }),
    )

  /** @param response the page, if a visit has just loaded it; the post then keeps its place in the list */
  const savePost = async (request: Pick<SavedPost, 'slug' | 'title' | 'width'>, response?: Response) => {
    const { slug, width } = request
    const address = `${settings.blogPath}/${slug}`
    try {
      const page = response ?? (await fetchWithoutCookies(address, { cache: 'no-cache' }))
      if (!isPage(page)) throw saveError('load')
      const html = await page.clone().text()
      if (isDraft(html, page)) throw saveError('draft')
      const title = titleOf(html) || request.title
      const post = await loadPageFiles(address, page, width)
      const offlinePage = await fetchWithoutCookies(settings.offlinePage, { cache: 'no-cache' })
      if (!isPage(offlinePage)) throw saveError('load')
      const standIn = await loadPageFiles(settings.offlinePage, offlinePage, width)
      const cache = await caches.open(cacheName)
      try {
        for (const [key, file] of [...post.files, ...standIn.files]) await cache.put(key, file)
        const { posts } = await readList()
        const entry = { slug, title, width, bytes: post.bytes, page: post.page, files: [...post.files.keys()] }
        await writeList(cache, {
          posts: response
            ? posts.map((other) => (other.slug === slug ? entry : other))
            : [entry, ...posts.filter((other) => other.slug !== slug)],
          standIn: { page: standIn.page, files: [...standIn.files.keys()] },
        })
      } catch {
        throw saveError('full')
      }
      await removeUnlistedFiles()
    } catch (error) {
      await ((await readList()).posts.length > 0 ? removeUnlistedFiles() : removeEverything())
      throw error
    }
  }

  const removePost = async (slug: string) => {
    const before = await readList()
    const posts = before.posts.filter((post) => post.slug !== slug)
    if (posts.length === 0) return removeEverything()
    await writeList(await caches.open(cacheName), { ...before, posts })
    await removeUnlistedFiles()
  }

  /** Updates or removes the saved copy after a visit. On errors the copy stays. */
  const updateSavedPost = async (slug: string, response: Response) => {
    const post = (await readList()).posts.find((each) => each.slug === slug)
    if (!post) return
    if (response.status === 404 || response.status === 410) await removePost(slug)
    else if (isPage(response)) {
      const stored = await caches.match(post.page, { cacheName })
      if ((await stored?.text()) === (await response.clone().text())) return
      await savePost(post, response)
    } else return
    await notifyTabs()
  }

  /** The network's response, or the fallback if the network fails or is too slow. */
  const networkOrFallback = async (network: Promise<Response>, fallback: Response | undefined): Promise<Response> => {
    if (!fallback) return network
    const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), settings.networkTimeoutMs))
    const response = await Promise.race([network, timeout]).catch(() => undefined)
    return response && response.status < 500 ? response : fallback
  }

  const loadPage = async (event: FetchEvent, path: string): Promise<Response> => {
    const slug = path.startsWith(`${settings.blogPath}/`) ? path.slice(settings.blogPath.length + 1) : ''
    const { posts, standIn } = await readList()
    const post = posts.find((each) => each.slug === slug)
    const network = fetch(event.request)
    if (post) {
      // Cloned before the page reads it.
      const copy = network.then((response) => response.clone())
      event.waitUntil(copy.then((response) => enqueue(() => updateSavedPost(slug, response))).catch(() => undefined))
      return networkOrFallback(network, await caches.match(post.page, { cacheName }))
    }
    return network.catch(async (error: unknown) => {
      const page = standIn && (await caches.match(standIn.page, { cacheName }))
      if (page) return page
      throw error
    })
  }

  const loadFile = async (request: Request, url: URL): Promise<Response> => {
    const stored = await caches.match(cacheKeyOf(url), { cacheName })
    return stored && isImmutable(stored) ? stored : networkOrFallback(fetch(request), stored)
  }

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== origin) return
    if (isFile(url.pathname)) return event.respondWith(loadFile(request, url))
    const path = url.pathname.replace(/(.)\/$/, '$1')
    const isBlog = path === settings.blogPath || path.startsWith(`${settings.blogPath}/`)
    // Feeds contain a dot; frames are not pages.
    if (request.mode !== 'navigate' || request.destination !== 'document' || !isBlog || path.includes('.')) return
    event.respondWith(loadPage(event, path))
  })

  scope.addEventListener('message', (event) => {
    const { data, ports } = event
    const task = enqueue(async () => {
      let response: SavedPostsResponse = { failure: null }
      try {
        await (data.order === 'keep' ? savePost(data) : removePost(data.slug))
      } catch (error) {
        response = { failure: (error as { failure?: SaveFailure }).failure ?? 'full' }
      }
      ports[0]?.postMessage(response)
      await notifyTabs()
    })
    event.waitUntil(task)
  })
}

export const savedPostsWorkerScript = inline(savedPostsWorker, {
  ...savedPostsConfig,
  blogPath: paths.blog,
  changedMessage: savedPostsChanged,
  networkTimeoutMs: 4000,
  loadTimeoutMs: 30_000,
})
