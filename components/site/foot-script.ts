import { asBuilt, guarded, inline } from '@/components/ui/inline'
import { storageKeys } from '@/lib/site'
import { prefetchScript } from './prefetch-script'
import { runtimeScript } from './runtime-script'

/** @param key set if the user has just signed out */
function offline(key: string) {
  const say = () => {
    const line = document.getElementById('offline')
    if (!line) return
    const gone = !navigator.onLine
    const was = line.dataset.state
    line.dataset.state = gone ? 'off' : was ? 'back' : ''
    document.documentElement.toggleAttribute('data-offline', gone)
    line.textContent = (gone ? line.dataset.off : was ? line.dataset.back : '') ?? ''
    if (!gone && was) setTimeout(() => navigator.onLine && (line.textContent = ''), 5000)
  }
  addEventListener('offline', say)
  addEventListener('online', say)
  if (!navigator.onLine) say()
  try {
    const line = document.getElementById('offline')
    if (line && sessionStorage.getItem(key)) line.textContent = line.dataset.out ?? ''
    sessionStorage.removeItem(key)
  } catch {
    // Storage may be blocked.
  }
}

export const offlineScript = inline(offline, storageKeys.signedOut)

/** Printing would omit lazy pictures. */
function print() {
  addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('article img')) picture.loading = 'eager'
  })
}

export const printScript = inline(print)

const afterPaint = (script: string) => `requestAnimationFrame(()=>setTimeout(()=>{${script}}))`

/** At the page's end, so that it does not delay the first text. */
export const footScript = asBuilt(
  'foot',
  afterPaint(guarded([offlineScript, runtimeScript, prefetchScript, printScript])),
)
