import { builtScript, inline } from '@/components/ui/inline'
import { Notice } from '@/components/ui/notice'

/** Only old syntax. The features are the newest that every browser of `browserslist` (package.json) has. */
function markOldBrowser() {
  const isNew =
    'relList' in HTMLFormElement.prototype &&
    'adoptedStyleSheets' in document &&
    'findLast' in [] &&
    'at' in [] &&
    'replaceAll' in String.prototype &&
    'hasOwn' in Object &&
    'structuredClone' in window &&
    'timeout' in AbortSignal
  if (isNew) return
  document.documentElement.setAttribute('data-browser', 'old')
  document.addEventListener(
    'focus',
    (event) => {
      const line = document.getElementById('offline')
      const target = event.target as Element
      if (line && target.closest && target.closest('[data-island]')) line.textContent = line.getAttribute('data-old')
    },
    true,
  )
}

/** A script of its own, because old browsers cannot read the others. */
export const browserScript = builtScript('browser', inline(markOldBrowser))

/** For pages that only work with scripts. */
export const OldBrowserNotice = () => (
  <div className="mx-auto hidden w-full max-w-page px-gut py-6 in-data-[browser=old]:block">
    <Notice kind="warn" title="Your browser is too old for this page.">
      <p>Please update it, or use another one. You can still read all the other pages.</p>
    </Notice>
  </div>
)
