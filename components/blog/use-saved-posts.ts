import { useCallback, useEffect, useState } from 'react'
import {
  savedPostsChanged,
  type SavedPostsResponse,
  type SaveFailure,
  type SavedPostsRequest,
  type SavedPostsList,
  type SavedPost,
} from '@/lib/contract/saved-posts'
import { savedPostsConfig } from '@/lib/site'

export type SaveProblem = SaveFailure | 'unsupported'

export const removalFailed = 'We couldn’t remove the post from this device. Please try again.'

export const savingUnsupported = 'This browser can’t save pages here, perhaps because it’s a private window.'

/** Longer than the worker's own timeouts. */
const responseTimeoutMs = 150_000

/** The column width in device pixels. */
const pictureWidth = () => Math.ceil(Math.min(innerWidth, 704) * devicePixelRatio)

/** Service workers need HTTPS. */
const isSavingSupported = () => 'serviceWorker' in navigator && 'caches' in globalThis

/** @throws if the browser forbids storage */
async function readSavedPosts(): Promise<SavedPost[]> {
  const stored = await caches.match(savedPostsConfig.listPath, { cacheName: savedPostsConfig.cacheName })
  return stored ? ((await stored.json()) as SavedPostsList).posts : []
}

async function activeWorker({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
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

const sendRequest = (worker: ServiceWorker, request: SavedPostsRequest): Promise<SavedPostsResponse> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (response: SavedPostsResponse) => {
      clearTimeout(timer)
      port1.close()
      resolve(response)
    }
    const timer = setTimeout(() => finish({ failure: 'load' }), responseTimeoutMs)
    port1.addEventListener('message', ({ data }: MessageEvent<SavedPostsResponse>) => finish(data))
    port1.start()
    worker.postMessage(request, [port2])
  })

const register = () =>
  navigator.serviceWorker.register(savedPostsConfig.workerPath, {
    scope: savedPostsConfig.scope,
    updateViaCache: 'none',
  })

/** @returns what went wrong, or null */
async function savePost(slug: string, title: string): Promise<SaveProblem | null> {
  if (!isSavingSupported()) return 'unsupported'
  let worker
  try {
    worker = await activeWorker(await register())
  } catch (error) {
    // Browsers report forbidden access as DOMException, and network errors as TypeError.
    return error instanceof DOMException ? 'unsupported' : 'load'
  }
  const { failure } = await sendRequest(worker, { order: 'keep', slug, title, width: pictureWidth() })
  // Another tab may have unregistered the worker.
  if (!failure && !(await navigator.serviceWorker.getRegistration(savedPostsConfig.scope))) await register()
  return failure
}

async function removePost(slug: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(savedPostsConfig.scope)
  if (registration?.active) await sendRequest(registration.active, { order: 'remove', slug })
  else await caches.delete(savedPostsConfig.cacheName)
}

type SavedPostsState = {
  posts: SavedPost[]
  /** Null while unknown. */
  isSupported: boolean | null
}

async function readState(): Promise<SavedPostsState> {
  try {
    if (isSavingSupported()) return { posts: await readSavedPosts(), isSupported: true }
  } catch {
    // For example in a private window.
  }
  return { posts: [], isSupported: false }
}

/** Posts saved on this device, kept in sync between tabs. Reading stores and registers nothing. */
export function useSavedPosts() {
  const [state, setState] = useState<SavedPostsState>({ posts: [], isSupported: null })
  const refresh = useCallback(
    () =>
      readState().then((next) => {
        setState(next)
        return next
      }),
    [],
  )

  useEffect(() => {
    void refresh()
    if (!isSavingSupported()) return
    const { serviceWorker } = navigator
    const onMessage = ({ data }: MessageEvent) => data === savedPostsChanged && void refresh()
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && void refresh()
    serviceWorker.addEventListener('message', onMessage)
    addEventListener('pageshow', onPageShow)
    return () => {
      serviceWorker.removeEventListener('message', onMessage)
      removeEventListener('pageshow', onPageShow)
    }
  }, [refresh])

  return {
    ...state,
    save: async (slug: string, title: string) => {
      const problem = await savePost(slug, title)
      await refresh()
      return problem
    },
    /** @returns whether the post is gone */
    remove: async (slug: string) => {
      await removePost(slug).catch(() => undefined)
      const { posts, isSupported } = await refresh()
      return isSupported === true && !posts.some((post) => post.slug === slug)
    },
  }
}
