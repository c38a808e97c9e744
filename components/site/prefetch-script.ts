import { inline } from '@/components/ui/inline'
import { limits } from '@/lib/site'

/**
 * Prefetches nearby links when the page is idle; in lists (`data-ahead="intent"`) only hovered, focused or pressed ones.
 * Disabled for slow connections and data saving.
 */
function prefetch(margin: number, hoverMs: number) {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const savesData = connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')
  if (savesData || matchMedia('(prefers-reduced-data: reduce)').matches || !self.IntersectionObserver) return
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
  const linkOf = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    return link && isInList(link) ? link : null
  }
  let hovered: HTMLAnchorElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const prefetchAfterDelay = (event: Event) => {
    const link = linkOf(event)
    if (link === hovered) return
    hovered = link
    clearTimeout(timer)
    if (link) timer = setTimeout(() => prefetchLink(link), hoverMs)
  }
  // `pointermove`, because scrolling below a resting pointer fires `pointerenter`.
  document.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && prefetchAfterDelay(event))
  document.addEventListener('focusin', prefetchAfterDelay)
  document.addEventListener('pointerdown', (event) => {
    const link = linkOf(event)
    if (link) prefetchLink(link)
  })
  const observeLinks = () => {
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
  }
  // Some browsers never report being idle.
  const startWhenIdle = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(observeLinks, { timeout: 2000 })
      : setTimeout(observeLinks, 200)
  if (document.readyState === 'complete') startWhenIdle()
  else addEventListener('load', startWhenIdle)
}

/** A shorter hover is only passing by. */
const minHoverMs = 80

/** Speculation rules cannot express a distance. */
export const prefetchScript = inline(prefetch, limits.prefetchMarginPx, minHoverMs)
