import { inline } from '@/components/ui/inline'

/** Parts of a page that are left until it has loaded, as the style sheet leaves them (`app/styles/site.css`). */
const parts = '[data-late],main>section~section,main>[data-questions]~[data-questions],main~section,main~footer'

/**
 * Runs in the head. On a slow line the style sheet lays out what is below the window after the load. Not where the page
 * opens elsewhere than at its top, and no longer once somebody goes elsewhere: heights are guesses until then.
 */
function defer() {
  const { dataset } = document.documentElement
  const { navigation } = window as { navigation?: EventTarget }
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!dataset.line || !navigation || visit?.type !== 'navigate') return
  // Unlike the location, the visit's name includes a text fragment (`#:~:text=`).
  if (/#/.test(visit.name + location.hash)) return
  const layOut = () => delete dataset.layout
  dataset.layout = 'deferred'
  navigation.addEventListener('navigate', layOut)
  addEventListener('keydown', layOut)
}

/**
 * Runs at the page's end. Has what lies below the window laid out once the page has loaded, a few parts a frame, so that
 * no frame is long, where the root says that it was left. From then on the page is as if it had been laid out at once.
 */
function layOut(selector: string, atOnce: number) {
  const { dataset } = document.documentElement
  if (!dataset.layout) return
  const left = [...document.querySelectorAll<HTMLElement>(selector)]
  const step = () => {
    for (const part of left.splice(0, atOnce)) part.dataset.laid = ''
    if (left.length === 0) delete dataset.layout
    if (dataset.layout) requestAnimationFrame(step)
  }
  if (document.readyState === 'complete') step()
  else addEventListener('load', step)
}

export const deferLayoutScript = inline(defer)
export const layOutScript = inline(layOut, parts, 2)
