import { useCallback, useEffect, useState } from 'react'
import {
  keptChanged,
  type KeepAnswer,
  type KeepFailure,
  type KeepOrder,
  type KeptList,
  type KeptPost,
} from '@/lib/contract/kept'
import { keeping } from '@/lib/site'

/** What can be the matter: the worker's reasons, and a browser, or a window of it, that keeps nothing. */
export type KeepTrouble = KeepFailure | 'unable'

/** Said where nothing can be kept on the device. */
export const keepsNothing = 'This browser keeps no pages here, perhaps because the window is private.'

/** Longer than all that the worker may wait for. */
const silenceMs = 150_000

/** As wide as the column of text, in the device's own pixels. */
const pictureWidth = () => Math.ceil(Math.min(innerWidth, 704) * devicePixelRatio)

/** Whether this browser could keep a post at all; an address without TLS cannot. */
const isAble = () => 'serviceWorker' in navigator && 'caches' in globalThis

/**
 * The posts that are kept on this device, the last kept first. Reading makes no cache.
 * @throws where the browser forbids it
 */
async function keptPosts(): Promise<KeptPost[]> {
  const kept = await caches.match(keeping.list, { cacheName: keeping.cache })
  return kept ? ((await kept.json()) as KeptList).posts : []
}

/** Resolves when the registration's worker can be spoken to. */
async function workerOf({ active, waiting, installing }: ServiceWorkerRegistration): Promise<ServiceWorker> {
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

const ask = (worker: ServiceWorker, order: KeepOrder): Promise<KeepAnswer> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const answered = (said: KeepAnswer) => {
      clearTimeout(timer)
      port1.close()
      resolve(said)
    }
    const timer = setTimeout(() => answered({ failure: 'load' }), silenceMs)
    port1.addEventListener('message', ({ data }: MessageEvent<KeepAnswer>) => answered(data))
    port1.start()
    worker.postMessage(order, [port2])
  })

const register = () =>
  navigator.serviceWorker.register(keeping.worker, { scope: keeping.scope, updateViaCache: 'none' })

/** Registers the worker and has it keep a post. Returns what went wrong, or null. */
async function keep(slug: string, title: string): Promise<KeepTrouble | null> {
  if (!isAble()) return 'unable'
  let worker
  try {
    worker = await workerOf(await register())
  } catch (error) {
    // What is forbidden is said by a DOMException, a script that does not come by a TypeError.
    return error instanceof DOMException ? 'unable' : 'load'
  }
  const { failure } = await ask(worker, { order: 'keep', slug, title, width: pictureWidth() })
  // Another tab may have removed its last post, and the worker with it, just before this one was kept.
  if (!failure && !(await navigator.serviceWorker.getRegistration(keeping.scope))) await register()
  return failure
}

/** Has the worker remove a post, and itself with the last one. */
async function remove(slug: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(keeping.scope)
  if (registration?.active) await ask(registration.active, { order: 'remove', slug })
  else await caches.delete(keeping.cache)
}

type Standing = {
  /** Empty where nothing can be kept, and until it is known. */
  posts: KeptPost[]
  /** Whether this browser can keep anything; null until this is known. */
  able: boolean | null
}

async function look(): Promise<Standing> {
  try {
    if (isAble()) return { posts: await keptPosts(), able: true }
  } catch {
    // The browser forbids it, in a private window for example.
  }
  return { posts: [], able: false }
}

/**
 * What is kept on this device, also when another tab changes it. Nothing is stored or registered by looking.
 * @returns with it `keep`, which says what went wrong, and `remove`
 */
export function useKept() {
  const [standing, setStanding] = useState<Standing>({ posts: [], able: null })
  const renew = useCallback(() => look().then(setStanding), [])

  useEffect(() => {
    void renew()
    if (!isAble()) return
    const { serviceWorker } = navigator
    const hear = ({ data }: MessageEvent) => data === keptChanged && void renew()
    const back = ({ persisted }: PageTransitionEvent) => persisted && void renew()
    serviceWorker.addEventListener('message', hear)
    addEventListener('pageshow', back)
    return () => {
      serviceWorker.removeEventListener('message', hear)
      removeEventListener('pageshow', back)
    }
  }, [renew])

  return {
    ...standing,
    keep: async (slug: string, title: string) => {
      const trouble = await keep(slug, title)
      await renew()
      return trouble
    },
    remove: async (slug: string) => {
      await remove(slug)
      await renew()
    },
  }
}
