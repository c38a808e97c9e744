/** How long a link says that it was copied. */
const copiedMs = 4000
const done = 'Link copied'

/** A press that would open the link elsewhere is left to the browser. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Says on the link that it was copied, and takes it back after a while. */
function tell(link: HTMLAnchorElement, back: () => void) {
  if (link.textContent === done) return
  const [text, label] = [link.textContent, link.getAttribute('aria-label') ?? '']
  link.textContent = done
  link.setAttribute('aria-label', done)
  setTimeout(() => {
    link.textContent = text
    link.setAttribute('aria-label', label)
    back()
  }, copiedMs)
}

/**
 * Copies an answer's address where the browser allows it, and puts it into the address bar without moving the
 * page; elsewhere the link leads to the answer, as any link does.
 * @param say told what a screen reader is to hear: that it is copied, then nothing, so that it can be said again
 */
export function copyLink(event: MouseEvent, say: (words: string) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-copy]') : null
  if (!link || !navigator.clipboard || !isPlain(event)) return
  event.preventDefault()
  navigator.clipboard.writeText(link.href).then(
    () => {
      history.replaceState(null, '', link.hash)
      tell(link, () => say(''))
      say(`${done}.`)
    },
    () => {
      location.hash = link.hash
    },
  )
}
