import { inline } from '@/components/ui/inline'
import { runtimeBlock, type RuntimeBlock, type RuntimeData } from '@/lib/contract/runtime'
import { savedPostsConfig, storageKeys } from '@/lib/site'

type Given = { block: string; session: string; cache: string }

/**
 * Loads deferred scripts when a visitor uses an island or has a session, and prefetches them when idle.
 * Earlier clicks and submits are replayed. On failure, forms and links work plainly, with a message.
 */
function runtime({ block, session, cache }: Given) {
  const box = document.getElementById(block)
  // Without the site's own server, scripts are in the page.
  if (!box) return
  const { scripts, data } = JSON.parse(box.textContent) as RuntimeBlock
  type Waiting = { element: HTMLElement; again: () => void; plainly: (() => unknown) | undefined }
  const waiting: Waiting[] = []
  /** Loaded or loading, by address; failed ones are retried. */
  const asked = new Map<string, Promise<unknown>>()
  let started = false
  let isTyping = false

  const load = (src: string) =>
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
  const read = async () => {
    const answer = await fetch(data)
    if (!answer.ok) throw new Error(data)
    return answer.json()
  }
  const once = (address: string, get: (address: string) => Promise<unknown>) => {
    const answer = asked.get(address) ?? get(address)
    asked.set(address, answer)
    answer.catch(() => asked.delete(address))
    return answer
  }
  /** Prefetched scripts wait for the framework's first data. */
  const bring = () =>
    Promise.all([once(data, read), ...scripts.map((src) => once(src, load))]).then(([given]) => given as RuntimeData)
  const ahead = () => void bring().catch(() => undefined)

  const settle = ({ element }: Waiting) => element.removeAttribute('aria-busy')
  const tell = (isMissing: boolean) => {
    const line = document.getElementById('offline')
    const words = line?.dataset.failed ?? ''
    if (line && (isMissing || line.textContent === words)) line.textContent = isMissing ? words : ''
  }
  const giveUp = (reason: unknown) => {
    if (navigator.onLine)
      navigator.sendBeacon?.(
        '/api/errors',
        JSON.stringify({ kind: 'island', message: `${reason}`, page: location.pathname }),
      )
    started = false
    let isMissed = isTyping
    isTyping = false
    for (const each of waiting.splice(0)) {
      settle(each)
      if (each.plainly) each.plainly()
      else isMissed = true
    }
    if (isMissed && navigator.onLine) tell(true)
  }
  const run = () => {
    if (started) return
    started = true
    tell(false)
    // The page has only the rules that it needs without scripts.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]'))
      link.disabled = false
    bring()
      .then(({ first, flight }) => {
        Object.assign(self, { __next_f: flight })
        const words = document.createElement('script')
        words.textContent = first
        document.head.append(words)
      })
      .catch(giveUp)
  }

  const unready = '[data-island]:not([data-ready])'
  const islandOf = ({ target }: Event) => {
    if (!(target instanceof Element)) return null
    return target.closest(unready) ?? (target.closest('[data-held]') && document.querySelector(unready))
  }
  const wait = (event: Event, next: Waiting) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    run()
    if (waiting.some(({ element }) => element === next.element)) return
    next.element.setAttribute('aria-busy', 'true')
    waiting.push(next)
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'])
    document.addEventListener(type, (event) => islandOf(event) && run(), true)
  document.addEventListener(
    'input',
    (event) => (isTyping = !!islandOf(event) && !(event.target as Element).closest('form')),
    true,
  )
  document.addEventListener(
    'click',
    (event) => {
      if (!islandOf(event) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      run()
      const element = (event.target as Element).closest<HTMLElement>(
        'button:not([type=submit],[commandfor],[popovertarget]),[data-held]',
      )
      if (!element) return
      const plainly = element instanceof HTMLAnchorElement ? () => location.assign(element.href) : undefined
      wait(event, { element, plainly, again: () => element.click() })
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      if (!islandOf(event)) return
      const element = event.target as HTMLFormElement
      const { submitter } = event
      // The browser's offline page would discard typed text.
      const plainly = () => navigator.onLine && element.submit()
      wait(event, { element, plainly, again: () => element.requestSubmit(submitter) })
    },
    true,
  )
  document.addEventListener('islandready', ({ target }) => {
    const isOf = ({ element }: Waiting) => (target as Element).contains(element) || element.matches('[data-held]')
    for (const each of waiting.filter(isOf)) {
      waiting.splice(waiting.indexOf(each), 1)
      settle(each)
      setTimeout(each.again)
    }
  })

  const islands = (when: string) => document.querySelectorAll(`[data-island${when && `~=${when}`}]`)
  const isHinted = () => {
    try {
      return localStorage.getItem(session) !== null
    } catch {
      return false
    }
  }
  /** Browsers restore form values on Back without an event. */
  const isTyped = () =>
    [...document.querySelectorAll<HTMLInputElement>('[data-island] :is(input,textarea)')].some(
      ({ value, defaultValue }) => value !== defaultValue,
    )
  const look = () => {
    const isNamed = location.search || location.hash
    if (isHinted() || islands('now').length > 0 || (isNamed && islands('address').length > 0) || isTyped()) run()
  }
  const parsed = () => {
    look()
    if (islands('saved-posts').length === 0 || !('caches' in self)) return
    // The worker notifies all tabs.
    navigator.serviceWorker?.addEventListener('message', run)
    caches.has(cache).then(
      (has) => has && run(),
      () => undefined,
    )
  }
  const idle = () => {
    const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
    const saves = connection?.saveData || /2g/.test(connection?.effectiveType ?? '')
    if (saves || matchMedia('(prefers-reduced-data: reduce)').matches) return
    if (islands('').length > 0) ahead()
    const near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && run(), {
      rootMargin: '200px',
    })
    // Includes all children, because restored scrolling may skip the first.
    for (const part of document.querySelectorAll('[data-island~=seen] > *')) near.observe(part)
  }

  parsed()
  // Some browsers never report being idle.
  const loaded = () =>
    'requestIdleCallback' in window ? requestIdleCallback(idle, { timeout: 2000 }) : setTimeout(idle, 200)
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
  for (const type of ['storage', 'hashchange', 'pageshow', 'online']) addEventListener(type, look)
}

export const runtimeScript = inline(runtime, {
  block: runtimeBlock,
  session: storageKeys.session,
  cache: savedPostsConfig.cacheName,
})
