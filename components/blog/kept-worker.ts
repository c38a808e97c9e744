import { inline } from '@/components/ui/inline'
import {
  keptChanged,
  type KeepAnswer,
  type KeepFailure,
  type KeepOrder,
  type KeptList,
  type KeptPost,
} from '@/lib/contract/kept'
import { keeping, paths } from '@/lib/site'

type Extendable = { waitUntil(work: Promise<unknown>): void }
type Fetched = Extendable & { request: Request; respondWith(answer: Promise<Response>): void }
type Asked = Extendable & { data: KeepOrder; ports: readonly MessagePort[] }
/** The global scope in part, because DOM and worker types cannot be loaded together. */
type Scope = {
  location: Location
  registration: { unregister(): Promise<boolean> }
  clients: { matchAll(which: object): Promise<{ postMessage(words: unknown): void }[]> }
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
  addEventListener(type: 'message', listener: (event: Asked) => void): void
}

type Settings = typeof keeping & { blog: string; changed: string; patienceMs: number; giveUpMs: number }

/**
 * The service worker, registered when the first post is saved. Sent as source text, so it must not use outside values.
 * The list is written last and everything else is deleted, so no post is saved in part.
 */
export function keepWorker(settings: Settings): void {
  const scope = self as unknown as Scope
  const { origin } = scope.location
  const cacheName = settings.cache
  const empty: KeptList = { posts: [], standIn: null }
  const isFile = (path: string) =>
    /^\/(_next\/static\/|_next\/image$|pictures\/|blog\/file\/|app-icon\/|icon\.svg$|favicon\.ico$)/.test(path)

  const list = async (): Promise<KeptList> => {
    const kept = await caches.match(settings.list, { cacheName })
    return kept ? ((await kept.json()) as KeptList) : empty
  }

  // Writes are queued, so that two tabs cannot overwrite each other's list.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work)
    queue = next.catch(() => undefined)
    return next
  }

  const failure = (name: KeepFailure) => Object.assign(new Error(name), { failure: name })

  /** One key per picture for all widths. */
  const keyOf = ({ pathname, search, searchParams }: URL) =>
    pathname === '/_next/image'
      ? `${pathname}?url=${encodeURIComponent(searchParams.get('url') ?? '')}`
      : pathname + search

  /** Without cookies, to leave out personal pages and drafts. */
  const get = async (address: string, options: RequestInit = {}) => {
    const response = await fetch(address, {
      credentials: 'omit',
      signal: AbortSignal.timeout(settings.giveUpMs),
      ...options,
    }).catch(() => {
      throw failure('load')
    })
    if (response.status >= 500) throw failure('load')
    return response
  }

  const copyOf = async (response: Response): Promise<{ copy: Response; bytes: number }> => {
    const headers = new Headers(response.headers)
    for (const name of ['vary', 'content-encoding', 'content-length']) headers.delete(name)
    const body = await response.blob().catch(() => {
      throw failure('load')
    })
    return { copy: new Response(body, { headers }), bytes: body.size }
  }

  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'" }
  const unescaped = (text: string) =>
    text
      .replaceAll(/&(lt|gt|quot|#x27);/gi, (_, name: string) => signs[name.toLowerCase()] ?? '')
      .replaceAll(/&(?:amp|#x26|#38);/gi, '&')
  const attribute = (tag: string, name: string) =>
    unescaped(new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')

  /** Read from the page, because the post may have been renamed. */
  const titleOf = (html: string) => attribute(/<div\s[^>]*\sdata-title="[^>]*>/i.exec(html)?.[0] ?? '', 'data-title')

  /** The narrowest picture that fills the column, or the widest. */
  const fitting = (srcset: string, width: number) => {
    const offered = srcset
      .split(/,\s+/)
      .map((candidate) => candidate.trim().split(/\s+/))
      .map(([address = '', size = '']) => ({ address, wide: Number.parseInt(size, 10) || 0 }))
      .toSorted((one, other) => one.wide - other.wide)
    return (offered.find(({ wide }) => wide >= width) ?? offered.at(-1))?.address
  }

  const filesOf = (html: string, base: string, width: number): URL[] => {
    const named = [...html.matchAll(/\/_next\/static\/[\w\-./~%@+]+(\?dpl=[\w-]+)?/g)].map(([address]) => address)
    for (const [tag] of html.matchAll(/<(?:img|link)\s[^>]*>/gi)) {
      if (/^<link/i.test(tag) && !/\srel="(?:icon|stylesheet)"/i.test(tag)) continue
      const srcset = attribute(tag, 'srcset')
      named.push((srcset && fitting(srcset, width)) || attribute(tag, 'src') || attribute(tag, 'href'))
    }
    const known = new Map<string, URL>()
    for (const address of named) {
      if (!address || !URL.canParse(address, base)) continue
      const url = new URL(address, base)
      if (url.origin === origin && isFile(url.pathname)) known.set(keyOf(url), url)
    }
    return [...known.values()]
  }

  type Collected = { page: string; files: Map<string, Response>; bytes: number }

  /** A page with all its files, in memory. */
  const collect = async (address: string, answer: Response, width: number): Promise<Collected> => {
    const html = await answer.clone().text()
    const page = `${address}?kept=${Date.now()}`
    const files = new Map<string, Response>()
    let bytes = 0
    const add = (key: string, { copy, bytes: more }: { copy: Response; bytes: number }) => {
      files.set(key, copy)
      bytes += more
    }
    add(page, await copyOf(answer))
    const one = async (url: URL): Promise<void> => {
      const key = keyOf(url)
      if (files.has(key)) return
      const known = await caches.match(key, { cacheName })
      const isPicture = url.pathname === '/_next/image'
      const response =
        known && isLasting(known)
          ? known
          : await get(url.href, isPicture ? { headers: { accept: 'image/webp,*/*' } } : {})
      if (!response.ok || response.redirected || response.type === 'opaque') return
      if (url.pathname.endsWith('.css')) {
        const inside = [...(await response.clone().text()).matchAll(/url\(["']?([^"')]+)["']?\)/g)]
        const fonts = inside
          .map(([, font = '']) => font)
          .filter((font) => URL.canParse(font, url.href))
          .map((font) => new URL(font, url.href))
          .filter((font) => font.origin === origin && isFile(font.pathname))
        await Promise.all(fonts.map(one))
      }
      add(key, await copyOf(response))
    }
    await Promise.all(filesOf(html, new URL(address, origin).href, width).map(one))
    return { page, files, bytes }
  }

  const isLasting = (response: Response) => /immutable/.test(response.headers.get('cache-control') ?? '')

  const isPage = (response: Response) =>
    response.status === 200 &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('text/html')

  const isDraft = (html: string, response: Response) =>
    /<meta[^>]*(?:name="robots"[^>]*content="[^"]*noindex|content="[^"]*noindex[^>]*name="robots")/i.test(html) ||
    /\bprivate\b/.test(response.headers.get('cache-control') ?? '')

  const tell = async () => {
    for (const client of await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' })) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker, not a window
      client.postMessage(settings.changed)
    }
  }

  const wipe = async () => {
    for (const name of await caches.keys()) if (name.startsWith(settings.caches)) await caches.delete(name)
    await scope.registration.unregister()
  }

  const sweep = async () => {
    if (!(await caches.has(cacheName))) return
    const { posts, standIn } = await list()
    const named = new Set([settings.list, ...posts.flatMap(({ files }) => files), ...(standIn?.files ?? [])])
    const cache = await caches.open(cacheName)
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (!named.has(pathname + search)) await cache.delete(request)
    }
  }

  const write = (cache: Cache, next: KeptList) => cache.put(settings.list, Response.json(next))

  const keep = async (order: Pick<KeptPost, 'slug' | 'title' | 'width'>, answer?: Response) => {
    const { slug, width } = order
    const address = `${settings.blog}/${slug}`
    try {
      const page = answer ?? (await get(address, { cache: 'no-cache' }))
      if (!isPage(page)) throw failure('load')
      const html = await page.clone().text()
      if (isDraft(html, page)) throw failure('draft')
      const title = titleOf(html) || order.title
      const post = await collect(address, page, width)
      const shown = await get(settings.standIn, { cache: 'no-cache' })
      if (!isPage(shown)) throw failure('load')
      const standIn = await collect(settings.standIn, shown, width)
      const cache = await caches.open(cacheName)
      try {
        for (const [key, file] of [...post.files, ...standIn.files]) await cache.put(key, file)
        const { posts } = await list()
        const entry = { slug, title, width, bytes: post.bytes, page: post.page, files: [...post.files.keys()] }
        await write(cache, {
          posts: answer
            ? posts.map((other) => (other.slug === slug ? entry : other))
            : [entry, ...posts.filter((other) => other.slug !== slug)],
          standIn: { page: standIn.page, files: [...standIn.files.keys()] },
        })
      } catch {
        throw failure('full')
      }
      await sweep()
    } catch (error) {
      await ((await list()).posts.length > 0 ? sweep() : wipe())
      throw error
    }
  }

  const remove = async (slug: string) => {
    const before = await list()
    const posts = before.posts.filter((post) => post.slug !== slug)
    if (posts.length === 0) return wipe()
    await write(await caches.open(cacheName), { ...before, posts })
    await sweep()
  }

  /** Updates or removes the saved copy after a visit. On errors the copy stays. */
  const renew = async (slug: string, answer: Response) => {
    const post = (await list()).posts.find((one) => one.slug === slug)
    if (!post) return
    if (answer.status === 404 || answer.status === 410) await remove(slug)
    else if (isPage(answer)) {
      const kept = await caches.match(post.page, { cacheName })
      if ((await kept?.text()) === (await answer.clone().text())) return
      await keep(post, answer)
    } else return
    await tell()
  }

  /** The network's answer, or the fallback if it is late or fails. */
  const orInstead = async (network: Promise<Response>, instead: Response | undefined): Promise<Response> => {
    if (!instead) return network
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), settings.patienceMs))
    const answer = await Promise.race([network, late]).catch(() => undefined)
    return answer && answer.status < 500 ? answer : instead
  }

  const showPage = async (event: Fetched, path: string): Promise<Response> => {
    const slug = path.startsWith(`${settings.blog}/`) ? path.slice(settings.blog.length + 1) : ''
    const { posts, standIn } = await list()
    const post = posts.find((one) => one.slug === slug)
    const network = fetch(event.request)
    if (post) {
      // Cloned before the page reads it.
      const copy = network.then((answer) => answer.clone())
      event.waitUntil(copy.then((answer) => inTurn(() => renew(slug, answer))).catch(() => undefined))
      return orInstead(network, await caches.match(post.page, { cacheName }))
    }
    return network.catch(async (error: unknown) => {
      const page = standIn && (await caches.match(standIn.page, { cacheName }))
      if (page) return page
      throw error
    })
  }

  const showFile = async (request: Request, url: URL): Promise<Response> => {
    const kept = await caches.match(keyOf(url), { cacheName })
    return kept && isLasting(kept) ? kept : orInstead(fetch(request), kept)
  }

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== origin) return
    if (isFile(url.pathname)) return event.respondWith(showFile(request, url))
    const path = url.pathname.replace(/(.)\/$/, '$1')
    const isBlog = path === settings.blog || path.startsWith(`${settings.blog}/`)
    // Feeds contain a dot; frames are not pages.
    if (request.mode !== 'navigate' || request.destination !== 'document' || !isBlog || path.includes('.')) return
    event.respondWith(showPage(event, path))
  })

  scope.addEventListener('message', (event) => {
    const { data, ports } = event
    const work = inTurn(async () => {
      let result: KeepAnswer = { failure: null }
      try {
        await (data.order === 'keep' ? keep(data) : remove(data.slug))
      } catch (error) {
        result = { failure: (error as { failure?: KeepFailure }).failure ?? 'full' }
      }
      ports[0]?.postMessage(result)
      await tell()
    })
    event.waitUntil(work)
  })
}

export const keepScript = inline(keepWorker, {
  ...keeping,
  blog: paths.blog,
  changed: keptChanged,
  patienceMs: 4000,
  giveUpMs: 30_000,
})
