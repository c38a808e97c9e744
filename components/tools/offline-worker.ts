import { inline } from '@/components/ui/inline'
import { offlineToolsConfig } from '@/lib/site'

type ExtendableEvent = { waitUntil(task: Promise<unknown>): void }
type FetchEvent = { request: Request; respondWith(response: Promise<Response>): void }
/** The global scope in part, because DOM and worker types cannot be loaded together. */
type WorkerScope = {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: string }) => void): void
}

/**
 * The tools' service worker: stores the tool's page and files, and never typed text. Sent as source text, so it must
 * not use outside values.
 */
export function toolWorker({ cachePrefix, networkTimeoutMs }: typeof offlineToolsConfig): void {
  const scope = self as unknown as WorkerScope
  const { origin } = scope.location
  const findStored = ({ pathname }: URL) => caches.match(pathname, { ignoreVary: true, ignoreSearch: true })
  const pathOf = (url: URL) => url.pathname.replace(/(.)\/$/, '$1')

  const filesOf = async (html: string): Promise<string[]> => {
    const addresses = [...new Set(html.match(/\/_next\/static\/[\w\-./~%@+]+(?:\?dpl=[\w-]+)?/g))]
    const styleSheets = addresses.filter((name) => /\.css\b/.test(name))
    const fonts = styleSheets.map(async (sheet) => {
      const css = await (await fetch(sheet)).text()
      const names = [...css.matchAll(/url\(["']?([^"')]+\.woff2)/g)].map(([, name = '']) => name)
      return names.map((name) => new URL(name, new URL(sheet, origin)).pathname)
    })
    return [...new Set([...addresses, ...(await Promise.all(fonts)).flat()])]
  }

  /** The page is stored last, so it is never there without its files. */
  const storePage = async (path: string): Promise<void> => {
    const response = await fetch(path, { credentials: 'omit', cache: 'no-cache' })
    if (response.status !== 200 || response.redirected) return
    const html = await response.clone().text()
    const cacheName = `${cachePrefix}${path}`
    const previous = await caches.match(path, { cacheName, ignoreVary: true })
    if ((await previous?.text()) === html) return
    const files = await filesOf(html)
    const cache = await caches.open(cacheName)
    await cache.addAll(files)
    await cache.put(path, response)
    const current = new Set([path, ...files])
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url)
      if (!current.has(pathname + search)) await cache.delete(request)
    }
  }

  /** The network's response, or the stored page if the network fails or is too slow. */
  const loadPage = async (request: Request, url: URL): Promise<Response> => {
    const network = fetch(request)
    const fallback = await findStored(new URL(pathOf(url), origin))
    if (!fallback) return network
    const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), networkTimeoutMs))
    const page = await Promise.race([network, timeout]).catch(() => undefined)
    return page && page.status < 500 ? page : fallback
  }

  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  // Without room or connection the page is not stored, and works as before.
  scope.addEventListener('message', (event) =>
    event.waitUntil(storePage(pathOf(new URL(event.data, origin))).catch(() => undefined)),
  )
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== origin) return
    if (request.mode === 'navigate') event.respondWith(loadPage(request, url))
    else if (url.pathname.startsWith('/_next/static/'))
      event.respondWith(findStored(url).then((file) => file ?? fetch(request)))
  })
}

export const toolWorkerScript = inline(toolWorker, offlineToolsConfig)
