import { asBuilt, inline } from '@/components/ui/inline'
import { keeping, siteName } from '@/lib/site'

/** Shows the share buttons that this browser supports. Without script they stay hidden. */
function share(messages: { copied: string; refused: string; ms: number }) {
  const box = document.querySelector<HTMLElement>('[data-share]')
  const status = box?.querySelector('[role=status]')
  const copy = box?.querySelector<HTMLElement>('[data-share-copy]')
  const sheet = box?.querySelector<HTMLElement>('[data-share-sheet]')
  if (!box || !status || !copy || !sheet) return
  const url = new URL(box.dataset.share ?? '', location.href).href
  const what = { title: box.dataset.title ?? '', url }
  // Missing on insecure origins and in old browsers.
  const can = navigator as Partial<Navigator>
  copy.hidden = !can.clipboard
  sheet.hidden = !can.share
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (words: string) => {
    status.textContent = words
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = ''), messages.ms)
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-share-copy], [data-share-sheet]') : null
    if (button?.matches('[data-share-copy]')) {
      navigator.clipboard.writeText(url).then(
        () => say(messages.copied),
        () => say(messages.refused),
      )
    } else if (button) {
      navigator.share(what).catch(() => undefined)
    }
  })
}

export const shareScript = asBuilt(
  'share',
  inline(share, {
    copied: 'Copied.',
    refused: 'Your browser blocked that.',
    ms: 6000,
  }),
)

export const standInTitle = `Not on this device · ${siteName}`

/** Runs before the first paint. */
function standIn(own: string, title: string) {
  if (location.pathname.replace(/\/$/, '') === own) return
  document.documentElement.setAttribute('data-standin', '')
  document.title = title
}

export const standInScript = asBuilt('stand-in', inline(standIn, keeping.standIn, standInTitle))
