import { inline } from '@/components/ui/inline'
import { limits } from '@/lib/site'

/**
 * Calls back when the page is loaded and idle, unless the visitor saves data. Part of inline scripts, so that it must
 * not use outside values.
 */
export function whenIdle(run: () => void): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const savesData = connection?.saveData || /2g/.test(connection?.effectiveType ?? '')
  if (savesData || matchMedia('(prefers-reduced-data: reduce)').matches) return
  // Some browsers never report being idle.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

/** Prefetches nearby links; in lists (`data-ahead="intent"`) only those that are pointed at, focused or pressed. */
function prefetch(margin: number, onIdle: typeof whenIdle) {
  const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1')
  const prefetched = new Set([withoutSlash(location.pathname)])
  const prefetchLink = ({ origin, pathname, search }: HTMLAnchorElement) => {
    const path = withoutSlash(pathname)
    if (origin !== location.origin || prefetched.has(path) || /^\/api\/|\.[a-z]+$/.test(path) || !navigator.onLine)
      return
    prefetched.add(path)
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = pathname + search
    document.head.append(link)
  }
  const isInList = (link: Element) => link.closest('[data-ahead="intent"]') !== null
  onIdle(() => {
    // `pointermove`, because scrolling below a resting pointer fires `pointerover`.
    for (const type of ['pointermove', 'pointerdown', 'focusin'])
      document.addEventListener(type, ({ target }) => {
        const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]')
        if (link && isInList(link)) prefetchLink(link)
      })
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting || !navigator.onLine) continue
          observer.unobserve(target)
          prefetchLink(target as HTMLAnchorElement)
        }
      },
      { rootMargin: `${margin}px` },
    )
    for (const link of document.querySelectorAll('a[href^="/"]')) if (!isInList(link)) observer.observe(link)
  })
}

/** Speculation rules cannot express a distance. */
export const prefetchScript = inline(prefetch, limits.prefetchMarginPx, whenIdle)
