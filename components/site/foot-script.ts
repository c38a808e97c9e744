import { builtScript, isolateScripts, inline } from '@/components/ui/inline'
import { storageKeys } from '@/lib/site'
import { languagesScript } from './frame-scripts'
import { prefetchScript } from './prefetch-script'
import { runtimeScript } from './runtime-script'
import { servedPageScript } from './served-page-script'

/** @param signedOutKey set if the user has just signed out */
function connectionStatus(signedOutKey: string) {
  const line = document.getElementById('offline')
  if (!line) return
  const showStatus = () => {
    const isOffline = !navigator.onLine
    const previous = line.dataset.state
    line.dataset.state = isOffline ? 'off' : previous ? 'back' : ''
    document.documentElement.toggleAttribute('data-offline', isOffline)
    line.textContent = (isOffline ? line.dataset.off : previous ? line.dataset.back : '') ?? ''
    if (!isOffline && previous) setTimeout(() => navigator.onLine && (line.textContent = ''), 5000)
  }
  addEventListener('offline', showStatus)
  addEventListener('online', showStatus)
  if (!navigator.onLine) showStatus()
  try {
    if (sessionStorage.getItem(signedOutKey)) line.textContent = line.dataset.out ?? ''
    sessionStorage.removeItem(signedOutKey)
  } catch {
    // Storage may be blocked.
  }
}

export const offlineScript = inline(connectionStatus, storageKeys.signedOut)

/** Tells the style sheet to hide the header of small screens while the page is scrolled down. */
function headerOnScroll() {
  let last = scrollY
  addEventListener('scroll', () => {
    document.documentElement.toggleAttribute('data-away', scrollY > 120 && scrollY > last)
    last = scrollY
  })
}

const headerScript = inline(headerOnScroll)

const afterPaint = (script: string) => `requestAnimationFrame(()=>setTimeout(()=>{${script}}))`

/** At the page's end, so that it does not delay the first text. */
export const footScript = builtScript(
  'foot',
  isolateScripts([
    servedPageScript,
    afterPaint(isolateScripts([offlineScript, runtimeScript, prefetchScript, headerScript, languagesScript])),
  ]),
)
