import { inline } from '@/components/ui/inline'

/** Parts of a page that are left until it has loaded, as the style sheet leaves them (`app/styles/site.css`). */
const parts = '[data-late],main>section~section,main>[data-questions]~[data-questions],main~section,main~footer'

/**
 * Has what lies below the window laid out once the page has loaded, a few parts a frame, so that no frame is long, where
 * the root says that it was left. From then on the page is as if it had been laid out at once.
 */
function layOut(selector: string, atOnce: number) {
  if (!document.documentElement.dataset.line) return
  const left = [...document.querySelectorAll<HTMLElement>(selector)]
  const step = () => {
    for (const part of left.splice(0, atOnce)) part.dataset.laid = ''
    if (left.length > 0) requestAnimationFrame(step)
  }
  if (document.readyState === 'complete') step()
  else addEventListener('load', step)
}

export const layOutScript = inline(layOut, parts, 2)
