import { asBuilt, guarded, inline } from '@/components/ui/inline'
import { prefetchScript } from './prefetch-script'
import { runtimeScript } from './runtime-script'

/** Says when the connection is gone, and when it is back: a page that was read goes on being there. */
function offline() {
  const say = () => {
    const line = document.getElementById('offline')
    if (!line) return
    const gone = !navigator.onLine
    const was = line.dataset.state
    line.dataset.state = gone ? 'off' : was ? 'back' : ''
    line.textContent = (gone ? line.dataset.off : was ? line.dataset.back : '') ?? ''
    if (!gone && was) setTimeout(() => navigator.onLine && (line.textContent = ''), 5000)
  }
  addEventListener('offline', say)
  addEventListener('online', say)
  if (!navigator.onLine) say()
}

export const offlineScript = inline(offline)

/** A picture that nobody has scrolled to would be missing on paper. */
function print() {
  addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('article img')) picture.loading = 'eager'
  })
}

export const printScript = inline(print)

/** What only answers to somebody need not be read before there is something to be seen. */
const afterPaint = (script: string) => `requestAnimationFrame(()=>setTimeout(()=>{${script}}))`

/**
 * The inline script at the end of every page, of what its plain HTML needs beside it. In the head it would stand
 * before the first words on the line.
 */
export const footScript = asBuilt(
  'foot',
  afterPaint(guarded([offlineScript, runtimeScript, prefetchScript, printScript])),
)
