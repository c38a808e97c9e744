import { inline } from '@/components/ui/inline'
import { runtimeDataId, runtimeId, type RuntimeData } from '@/lib/contract/runtime'
import { offlinePage } from '@/lib/site'
import { whenIdle } from './prefetch-script'

type RuntimeSettings = { list: string; data: string; cache: string; reloaded: string }

/**
 * Loads deferred scripts on the use of an island or for a session, prefetches them when idle, and replays earlier
 * clicks and submits. On failure, a message is shown, and links and forms work without scripts.
 */
function runtime({ list, data, cache, reloaded }: RuntimeSettings, onIdle: typeof whenIdle) {
  const box = document.getElementById(list)
  // Without the site's own server, scripts are in the page.
  if (!box) return
  const scripts = JSON.parse(box.textContent) as string[]
  type PendingAction = { element: HTMLElement; replay: () => void; fallback: (() => unknown) | undefined }
  const pending: PendingAction[] = []
  /** Loaded or loading, by address; failed ones are retried. */
  const requests = new Map<string, Promise<unknown>>()
  let started = false

  const loadScript = (src: string) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.async = true
      script.src = src
      script.addEventListener('load', resolve)
      script.addEventListener('error', () => {
        script.remove()
        reject(new Error(src))
      })
      document.head.append(script)
    })
  /** At the end of the page, which a slow line may still bring. */
  const readData = new Promise<RuntimeData>((resolve) => {
    const read = () => resolve(JSON.parse(document.getElementById(data)?.textContent ?? '') as RuntimeData)
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', read)
    else read()
  })
  const loadOnce = (src: string) => {
    const request = requests.get(src) ?? loadScript(src)
    requests.set(src, request)
    request.catch(() => requests.delete(src))
    return request
  }
  /** Prefetched scripts wait for the framework's first data. */
  const loadAll = () => Promise.all([readData, ...scripts.map(loadOnce)]).then(([result]) => result)

  const unready = '[data-island]:not([data-ready])'
  /** Browsers restore form values on Back without an event. */
  const changedControls = () => (self.servedPage?.changedControls() ?? []).filter((control) => control.closest(unready))
  const clearBusy = ({ element }: PendingAction) => element.removeAttribute('aria-busy')
  /** An old browser keeps its message. */
  const showMissing = (isMissing: boolean) => {
    const line = document.getElementById('offline')
    const { failed = '', old = '' } = line?.dataset ?? {}
    if (!line || (!isMissing && line.textContent !== failed)) return
    const message = document.documentElement.dataset.browser ? old : failed
    line.textContent = isMissing ? message : ''
  }
  const controls = () =>
    [...document.querySelectorAll<HTMLInputElement>('[data-island] :is(input,textarea,select)')].filter(
      ({ type }) => type !== 'password' && type !== 'file',
    )
  /** A deploy removes the scripts of pages that are open. Loads the page again, once, with what was typed. */
  const reloadIfGone = async ({ message }: Error) => {
    const { status } = await fetch(message, { method: 'HEAD' })
    if (status !== 404 || sessionStorage.getItem(reloaded)) return
    sessionStorage.setItem(reloaded, JSON.stringify(controls().map(({ value, checked }) => [value, checked])))
    location.reload()
  }
  const restoreTyped = () => {
    const typed = JSON.parse(sessionStorage.getItem(reloaded) ?? '[]') as [value: string, checked: boolean][]
    const all = controls()
    for (const [n, [value, checked]] of typed.entries()) Object.assign(all[n] ?? {}, { value, checked })
  }
  const recover = (reason: unknown) => {
    if (navigator.onLine)
      navigator.sendBeacon?.(
        '/api/errors',
        JSON.stringify({ kind: 'island', message: `${reason}`, page: location.pathname }),
      )
    started = false
    let isActionLost = changedControls().some((control) => !control.closest('form'))
    for (const each of pending.splice(0)) {
      clearBusy(each)
      if (each.fallback) each.fallback()
      else isActionLost = true
    }
    if (!isActionLost || !navigator.onLine) return
    showMissing(true)
    if (reason instanceof Error) void reloadIfGone(reason).catch(() => undefined)
  }
  const run = () => {
    if (started) return
    started = true
    showMissing(false)
    loadAll()
      .then(({ first, flight }) => {
        sessionStorage.removeItem(reloaded)
        Object.assign(self, { __next_f: flight })
        const script = document.createElement('script')
        script.textContent = first
        document.head.append(script)
      })
      .catch(recover)
  }

  const islandOf = ({ target }: Event) => {
    if (!(target instanceof Element)) return null
    return target.closest(unready) ?? (target.closest('[data-wait]') && document.querySelector(unready))
  }
  const postpone = (event: Event, next: PendingAction) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    run()
    next.element.setAttribute('aria-busy', 'true')
    pending.push(next)
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'])
    document.addEventListener(type, (event) => islandOf(event) && run(), true)
  document.addEventListener(
    'click',
    (event) => {
      if (!islandOf(event) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      run()
      const element = (event.target as Element).closest<HTMLElement>(
        'button:not([type=submit],[commandfor],[popovertarget]),[data-wait]',
      )
      if (!element) return
      const fallback = element instanceof HTMLAnchorElement ? () => location.assign(element.href) : undefined
      postpone(event, { element, fallback, replay: () => element.click() })
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      if (!islandOf(event)) return
      const element = event.target as HTMLFormElement
      const { submitter } = event
      if (pending.some((each) => each.element === element)) return event.preventDefault()
      // The browser's offline page would discard typed text.
      const fallback = () => navigator.onLine && element.submit()
      postpone(event, { element, fallback, replay: () => element.requestSubmit(submitter) })
    },
    true,
  )
  document.addEventListener('keydown', (event) => {
    const element = event.target as HTMLElement
    if (!islandOf(event) || element.matches('input,textarea,select')) return
    const replay = () => element.dispatchEvent(new KeyboardEvent('keydown', event))
    pending.push({ element, fallback: () => undefined, replay })
  })
  document.addEventListener('hydrated', () => {
    for (const each of pending.splice(0)) {
      clearBusy(each)
      setTimeout(each.replay)
    }
  })

  const islands = (when: string) => document.querySelectorAll(`[data-island${when && `~=${when}`}]`)
  const runIfNeeded = () => {
    const hasQuery = location.search || location.hash
    const isSignedIn = document.documentElement.dataset.session === 'in'
    const isNeeded = isSignedIn || islands('now').length > 0 || (hasQuery && islands('address').length > 0)
    if (isNeeded || changedControls().length > 0) run()
  }
  const start = () => {
    try {
      restoreTyped()
    } catch {
      // Storage may be blocked.
    }
    runIfNeeded()
    if (islands('saved').length === 0 || !('caches' in self)) return
    // The worker notifies all tabs.
    navigator.serviceWorker?.addEventListener('message', run)
    caches.has(cache).then(
      (has) => has && run(),
      () => undefined,
    )
  }
  start()
  onIdle(() => {
    if (islands('').length > islands('use').length) loadAll().catch(() => undefined)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && run(),
      { rootMargin: '200px' },
    )
    // Includes all children, because restored scrolling may skip the first.
    for (const part of document.querySelectorAll('[data-island~=seen] > *')) observer.observe(part)
  })
  for (const type of ['storage', 'hashchange', 'pageshow', 'online']) addEventListener(type, runIfNeeded)
}

const settings: RuntimeSettings = {
  list: runtimeId,
  data: runtimeDataId,
  reloaded: 'unhurried-reloaded',
  cache: offlinePage.cacheName,
}

export const runtimeScript = inline(runtime, settings, whenIdle)
