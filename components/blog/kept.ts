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

export type KeepTrouble = KeepFailure | 'unable'

export const keepsNothing = 'This browser can’t save pages here, perhaps because it’s a private window.'

/** Longer than the worker's own timeouts. */
const silenceMs = 150_000

/** The column width in device pixels. */
const pictureWidth = () => Math.ceil(Math.min(innerWidth, 704) * devicePixelRatio)

/** Service workers need HTTPS. */
const isAble = () => 'serviceWorker' in navigator && 'caches' in globalThis

/** @throws if the browser forbids storage */
async function keptPosts(): Promise<KeptPost[]> {
  const kept = await caches.match(keeping.list, { cacheName: keeping.cache })
  return kept ? ((await kept.json()) as KeptList).posts : []
}

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
    const answered = (answer: KeepAnswer) => {
      clearTimeout(timer)
      port1.close()
      resolve(answer)
    }
    const timer = setTimeout(() => answered({ failure: 'load' }), silenceMs)
    port1.addEventListener('message', ({ data }: MessageEvent<KeepAnswer>) => answered(data))
    port1.start()
    worker.postMessage(order, [port2])
  })

const register = () =>
  navigator.serviceWorker.register(keeping.worker, { scope: keeping.scope, updateViaCache: 'none' })

/** @returns what went wrong, or null */
async function keep(slug: string, title: string): Promise<KeepTrouble | null> {
  if (!isAble()) return 'unable'
  let worker
  try {
    worker = await workerOf(await register())
  } catch (error) {
    // Browsers report forbidden access as DOMException, and network errors as TypeError.
    return error instanceof DOMException ? 'unable' : 'load'
  }
  const { failure } = await ask(worker, { order: 'keep', slug, title, width: pictureWidth() })
  // Another tab may have unregistered the worker.
  if (!failure && !(await navigator.serviceWorker.getRegistration(keeping.scope))) await register()
  return failure
}

async function remove(slug: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(keeping.scope)
  if (registration?.active) await ask(registration.active, { order: 'remove', slug })
  else await caches.delete(keeping.cache)
}

type DeviceState = {
  posts: KeptPost[]
  able: boolean | null
}

async function look(): Promise<DeviceState> {
  try {
    if (isAble()) return { posts: await keptPosts(), able: true }
  } catch {
    // For example in a private window.
  }
  return { posts: [], able: false }
}

/** Posts saved on this device, kept in sync between tabs. Reading stores and registers nothing. */
export function useKept() {
  const [state, setState] = useState<DeviceState>({ posts: [], able: null })
  const renew = useCallback(() => look().then(setState), [])

  useEffect(() => {
    void renew()
    if (!isAble()) return
    const { serviceWorker } = navigator
    const onMessage = ({ data }: MessageEvent) => data === keptChanged && void renew()
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && void renew()
    serviceWorker.addEventListener('message', onMessage)
    addEventListener('pageshow', onReturn)
    return () => {
      serviceWorker.removeEventListener('message', onMessage)
      removeEventListener('pageshow', onReturn)
    }
  }, [renew])

  return {
    ...state,
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
