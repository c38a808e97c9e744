import { builtScript, inline } from '@/components/ui/inline'
import { savedPostsConfig, siteName } from '@/lib/site'

/** Shows the share buttons that this browser supports. Without script they stay hidden. */
function share(messages: { copied: string; refused: string; ms: number }) {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const { dataset } = find('[data-share]')
  const status = find('[data-share] [role=status]')
  const copyButton = find('[data-share-copy]')
  const shareButton = find('[data-share-sheet]')
  const url = new URL(dataset.share ?? '', location.href).href
  // Missing on insecure origins and in old browsers.
  const supported = navigator as Partial<Navigator>
  copyButton.hidden = !supported.clipboard
  shareButton.hidden = !supported.share
  let timer: ReturnType<typeof setTimeout> | undefined
  const showMessage = (message: string) => {
    status.textContent = message
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = ''), messages.ms)
  }
  copyButton.addEventListener('click', () => {
    navigator.clipboard.writeText(url).then(
      () => showMessage(messages.copied),
      () => showMessage(messages.refused),
    )
  })
  shareButton.addEventListener('click', () => {
    navigator.share({ title: dataset.title, url }).catch(() => undefined)
  })
}

export const shareScript = builtScript(
  'share',
  inline(share, {
    copied: 'Copied.',
    refused: 'Your browser blocked that.',
    ms: 6000,
  }),
)

export const offlinePageTitle = `Not on this device · ${siteName}`

/** Marks the offline page if it is shown for another address. Runs before the first paint. */
function offlinePage(ownPath: string, title: string) {
  if (location.pathname.replace(/\/$/, '') === ownPath) return
  document.documentElement.setAttribute('data-offline-page', '')
  document.title = title
}

export const offlinePageScript = builtScript(
  'offline-page',
  inline(offlinePage, savedPostsConfig.offlinePage, offlinePageTitle),
)
