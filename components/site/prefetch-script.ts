import { inline } from '@/components/ui/inline'
import { limits } from '@/lib/site'

/**
 * Fetches the pages ahead to which the links lead that a person is near: within `margin` pixels of the
 * window. It begins when the page has loaded and has nothing else to do, fetches each page once, and
 * nothing at all for somebody who saves data or has a slow line. Files, the API and this page are left out.
 */
function prefetch(margin: number) {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const saves = connection?.saveData || /2g/.test(connection?.effectiveType ?? '')
  if (saves || matchMedia('(prefers-reduced-data: reduce)').matches || !('IntersectionObserver' in window)) return
  const plain = (path: string) => path.replace(/(.)\/$/, '$1')
  const done = new Set([plain(location.pathname)])
  const ahead = ({ origin, pathname, search }: HTMLAnchorElement) => {
    const path = plain(pathname)
    if (origin !== location.origin || done.has(path) || /^\/api\/|\.[a-z]+$/.test(path)) return
    done.add(path)
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = pathname + search
    document.head.append(link)
  }
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
    for (const link of document.querySelectorAll('a[href^="/"]')) near.observe(link)
  }
  addEventListener('load', () =>
    'requestIdleCallback' in window ? requestIdleCallback(watch) : setTimeout(watch, 200),
  )
}

/** The inline script that fetches near pages ahead; speculation rules cannot say a distance. */
export const prefetchScript = inline(prefetch, limits.prefetchMarginPx)
