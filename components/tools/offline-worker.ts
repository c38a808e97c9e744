import { inline } from '@/components/ui/inline'
import { toolKeeping } from '@/lib/site'

type Extendable = { waitUntil(work: Promise<unknown>): void }
type Fetched = { request: Request; respondWith(answer: Promise<Response>): void }
/** The global scope in part, because DOM and worker types cannot be loaded together. */
type Scope = {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
  addEventListener(type: 'message', listener: (event: Extendable & { data: string }) => void): void
}

/**
 * The tools' service worker, registered at first use. Stores the tool's page and files, and never typed text. Sent as
 * source text, so it must not use outside values.
 */
export function toolWorker({ caches: prefix, patienceMs }: typeof toolKeeping): void {
  const scope = self as unknown as Scope
  const { origin } = scope.location
  const stored = ({ pathname }: URL) => caches.match(pathname, { ignoreVary: true, ignoreSearch: true })
  const pathOf = (url: URL) => url.pathname.replace(/(.)\/$/, '$1')

  const filesOf = async (html: string): Promise<string[]> => {
    const named = [...new Set(html.match(/\/_next\/static\/[\w\-./~%@+]+(?:\?dpl=[\w-]+)?/g))]
    const sheets = named.filter((name) => /\.css\b/.test(name))
    const fonts = sheets.map(async (sheet) => {
      const css = await (await fetch(sheet)).text()
      const names = [...css.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map(([, name = '']) => name)
      return names.map((name) => new URL(name, new URL(sheet, origin)).pathname)
    })
    return [...new Set([...named, ...(await Promise.all(fonts)).flat()])]
  }

  /** The page is stored last, so it is never there without its files. */
  const store = async (path: string): Promise<void> => {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-cache' })
    if (response.status !== 200 || response.redirected) return
    const html = await response.clone().text()
    const cacheName = `${prefix}${path}`
    const before = await caches.match(path, { cacheName, ignoreVary: true })
    if ((await before?.text()) === html) return
    const files = await filesOf(html)
    const cache = await caches.open(cacheName)
    await cache.addAll(files)
    await cache.put(path, response)
    const wanted = new Set([path, ...files])
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (!wanted.has(pathname + search)) await cache.delete(request)
    }
  }

  /** The network's answer, or the stored page if it is late or fails. */
  const show = async (request: Request, url: URL): Promise<Response> => {
    const network = fetch(request)
    const instead = await stored(new URL(pathOf(url), origin))
    if (!instead) return network
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))
    const answer = await Promise.race([network, late]).catch(() => undefined)
    return answer && answer.status < 500 ? answer : instead
  }

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  // Without room or connection the page is not stored, and works as before.
  scope.addEventListener('message', (event) =>
    event.waitUntil(store(pathOf(new URL(event.data, origin))).catch(() => undefined)),
  )
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== origin) return
    if (request.mode === 'navigate') event.respondWith(show(request, url))
    else if (url.pathname.startsWith('/_next/static/'))
      event.respondWith(stored(url).then((file) => file ?? fetch(request)))
  })
}

export const toolWorkerScript = inline(toolWorker, toolKeeping)
