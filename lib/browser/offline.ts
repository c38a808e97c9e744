/** What pages and the service worker share: stored pages, messages, and the worker's registration. */
import { defaultLocale, localeOfSegment, localPath, segmentOf, type Locale } from '@/lib/locales'
import { offlinePage, paths } from '@/lib/site'

/** English has no `locale`. */
export type PostId = { slug: string; locale?: Locale }

export type SavedPost = PostId & { title: string; bytes: number; width: number }

export type OfflineRequest =
  ({ order: 'keep' } & Omit<SavedPost, 'bytes'>) | ({ order: 'remove' } & PostId) | { order: 'tool'; path: string }

export type SaveFailure = 'full' | 'load'
export type OfflineResponse = { failure: SaveFailure | null }

export const savedPostsChanged = 'kept-changed'

export const postPath = ({ slug, locale = defaultLocale }: PostId) => localPath(paths.post(slug), locale)

const postPrefix = 'unhurried-post-'

/** Each stored page has a cache of its own, with all of its files. */
export const cacheNames = {
  offlinePage: (locale: Locale) => offlinePage.cacheName + (locale === defaultLocale ? '' : `-${segmentOf(locale)}`),
  /** `unhurried-post-the-telephone`, and `unhurried-post-es/the-telephone`. */
  post: ({ slug, locale }: PostId) => `${postPrefix}${locale ? `${segmentOf(locale)}/` : ''}${slug}`,
  tool: (path: string) => `unhurried-tool-${path}`,
}

/** Has the `SavedPost` of a stored page, in JSON. */
export const savedPostHeader = 'x-saved-post'

/** Newest first. @throws if the browser forbids storage */
export async function readSavedPosts(): Promise<SavedPost[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(postPrefix)).reverse()
  const pages = names.map((cacheName) => {
    const [slug = '', segment] = cacheName.slice(postPrefix.length).split('/').reverse()
    return caches.match(postPath({ slug, locale: localeOfSegment(segment) }), { cacheName })
  })
  return (await Promise.all(pages)).flatMap((page) => {
    const text = page?.headers.get(savedPostHeader)
    return text ? [JSON.parse(decodeURIComponent(text)) as SavedPost] : []
  })
}

async function activated({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = active ?? waiting ?? installing
  if (!worker) throw new Error('The registration has no worker.')
  if (worker.state === 'activated') return worker
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      if (worker.state === 'redundant') reject(new Error('The worker could not start.'))
    })
  })
}

export const startWorker = async (): Promise<ServiceWorker> =>
  activated(await navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' }))

/** Longer than the worker's own timeouts. */
const responseTimeoutMs = 150_000

export const sendRequest = (worker: ServiceWorker, request: OfflineRequest): Promise<OfflineResponse> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (response: OfflineResponse) => {
      clearTimeout(timer)
      port1.close()
      resolve(response)
    }
    const timer = setTimeout(() => finish({ failure: 'load' }), responseTimeoutMs)
    port1.addEventListener('message', ({ data }: MessageEvent<OfflineResponse>) => finish(data))
    port1.start()
    worker.postMessage(request, [port2])
  })
