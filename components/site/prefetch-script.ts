import { inline } from '@/components/ui/inline'
import { limits } from '@/lib/site'

/**
 * Prefetches nearby links when the page is idle; in lists (`data-ahead="intent"`) only hovered, focused or pressed
 * ones.
 * Disabled for slow connections and data saving.
 */
function prefetch(margin: number, stay: number) {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const saves = connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')
  if (saves || matchMedia('(prefers-reduced-data: reduce)').matches || !self.IntersectionObserver) return
  const plain = (path: string) => path.replace(/(.)\/$/, '$1')
  const done = new Set([plain(location.pathname)])
  const ahead = ({ origin, pathname, search }: HTMLAnchorElement) => {
    const path = plain(pathname)
    if (origin !== location.origin || done.has(path) || /^\/api\/|\.[a-z]+$/.test(path) || !navigator.onLine) return
    done.add(path)
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = pathname + search
    document.head.append(link)
  }
  const listed = (link: Element) => link.closest('[data-ahead="intent"]') !== null
  const linkOf = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    return link && listed(link) ? link : null
  }
  let meant: HTMLAnchorElement | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  const consider = (event: Event) => {
    const link = linkOf(event)
    if (link === meant) return
    meant = link
    clearTimeout(waiting)
    if (link) waiting = setTimeout(() => ahead(link), stay)
  }
  // `pointermove`, because scrolling below a resting pointer fires `pointerenter`.
  document.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && consider(event))
  document.addEventListener('focusin', consider)
  document.addEventListener('pointerdown', (event) => {
    const link = linkOf(event)
    if (link) ahead(link)
  })
  const watch = () => {
    const near = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting || !navigator.onLine) continue
          near.unobserve(target)
          ahead(target as HTMLAnchorElement)
        }
      },
      { rootMargin: `${margin}px` },
    )
    for (const link of document.querySelectorAll('a[href^="/"]')) if (!listed(link)) near.observe(link)
  }
  // Some browsers never report being idle.
  const loaded = () =>
    'requestIdleCallback' in window ? requestIdleCallback(watch, { timeout: 2000 }) : setTimeout(watch, 200)
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
}

/** A shorter hover is only passing by. */
const stayMs = 80

/** Speculation rules cannot express a distance. */
export const prefetchScript = inline(prefetch, limits.prefetchMarginPx, stayMs)
