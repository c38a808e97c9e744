import { asBuilt, inline } from '@/components/ui/inline'
import { keeping, siteName } from '@/lib/site'

/**
 * Shows what this browser can do: copy the link, or hand it to the system's own sheet. It stands behind the
 * buttons, which are hidden until then, so nobody sees one that does nothing.
 * @param said what is told after a press, and for how many milliseconds
 */
function share(said: { copied: string; refused: string; ms: number }) {
  const box = document.querySelector<HTMLElement>('[data-share]')
  const status = box?.querySelector('[role=status]')
  const copy = box?.querySelector<HTMLElement>('[data-share-copy]')
  const sheet = box?.querySelector<HTMLElement>('[data-share-sheet]')
  if (!box || !status || !copy || !sheet) return
  const url = new URL(box.dataset.share ?? '', location.href).href
  const what = { title: box.dataset.title ?? '', url }
  // `navigator` has neither where the address is not a safe one or the browser is old.
  const can = navigator as Partial<Navigator>
  copy.hidden = !can.clipboard
  sheet.hidden = !can.share
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (words: string) => {
    status.textContent = words
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = ''), said.ms)
  }
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-share-copy], [data-share-sheet]') : null
    if (button?.matches('[data-share-copy]')) {
      navigator.clipboard.writeText(url).then(
        () => say(said.copied),
        () => say(said.refused),
      )
    } else if (button) {
      // Closing the sheet without choosing is no mistake.
      navigator.share(what).catch(() => undefined)
    }
  })
}

export const shareScript = asBuilt(
  'share',
  inline(share, {
    copied: 'Copied.',
    refused: 'The browser did not allow it. The link stands in its address bar.',
    ms: 6000,
  }),
)

/** The window's title while the page stands in for another one. */
export const standInTitle = `Not on this device · ${siteName}`

/** Marks the page, before it is painted, where it stands in for another one. */
function standIn(own: string, title: string) {
  if (location.pathname.replace(/\/$/, '') === own) return
  document.documentElement.setAttribute('data-standin', '')
  document.title = title
}

export const standInScript = asBuilt('stand-in', inline(standIn, keeping.standIn, standInTitle))
