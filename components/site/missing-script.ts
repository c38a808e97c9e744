import { asBuilt, inline } from '@/components/ui/inline'

/**
 * For a page that is nothing without its scripts: where one that stands in it does not come, the line at the foot says so,
 * and the root, by which the page may say more. What is loaded later is answered for by whoever loads it.
 */
function missing() {
  const tell = () => {
    const line = document.getElementById('offline')
    if (line && !line.textContent) line.textContent = line.dataset.failed ?? ''
  }
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement && target.matches('[async][src^="/_next/"]'))) return
      document.documentElement.dataset.scripts = 'missing'
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', tell)
      else tell()
    },
    true,
  )
}

export const missingScript = asBuilt('missing', inline(missing))
