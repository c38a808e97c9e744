import { set } from './attributes'
import { headingOf, onlyWaits, shownPage } from './headings'
import type { Status } from './status'

type FocusFollower = {
  /** To be called after each change that the widget made. */
  look: () => void
  stop: () => void
}

/**
 * Each new page of the widget begins at its heading, so that it is read from the start; the widget
 * alone jumps to a field or a button, past what the page says. The very first page takes the focus
 * from nowhere, and somebody who is at a choice of ours beside the widget is left there and told.
 * @param isUsual whether the page that shows is the one that people come here for, which nobody has to be told of
 */
export function followFocus(container: HTMLElement, status: Status, isUsual: () => boolean): FocusFollower {
  let known = shownPage(container)
  let isFirst = known === null
  /** Where the person is, as far as the widget did not put them there with a new page. */
  let person: Element | null = document.activeElement

  const came = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    if (container.contains(target) && shownPage(container) !== known) return
    person = target
  }
  const left = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) person = null
  }

  const look = () => {
    const page = shownPage(container)
    if (page === known) return
    known = page
    // A page that only waits is announced as a wait; the focus would have to move on at once.
    if (!page || onlyWaits(page)) return
    const first = isFirst
    isFirst = false
    // A dialog over the page has the focus, and is what counts.
    if (document.activeElement?.closest('dialog.firebaseui-dialog')) return
    const heading = headingOf(page)
    const isBeside =
      person instanceof HTMLElement &&
      person !== document.body &&
      person.isConnected &&
      !container.contains(person) &&
      !person.closest('dialog.firebaseui-dialog')
    if (isBeside) {
      ;(person as HTMLElement).focus({ preventScroll: true })
      if (!first && heading?.textContent) status.say(heading.textContent)
    } else if (first && isUsual()) {
      if (container.contains(document.activeElement)) (document.activeElement as HTMLElement).blur()
    } else if (heading) {
      // Also as the very first one: an e-mailed link has done something, and the page says what.
      set(heading, { tabindex: '-1' })
      heading.focus({ preventScroll: first })
    }
  }

  document.addEventListener('focusin', came)
  document.addEventListener('focusout', left)
  return {
    look,
    stop: () => {
      document.removeEventListener('focusin', came)
      document.removeEventListener('focusout', left)
    },
  }
}

/** A note that is dismissed would take the focus with it; the page's heading is the next place to be. */
export function keepFocus(event: Event) {
  const target = event.target instanceof Element ? event.target : null
  if (!target?.closest('.firebaseui-id-dismiss-info-bar')) return
  if (event instanceof KeyboardEvent && event.key !== 'Enter') return
  const page = target.closest('.firebaseui-container')
  const heading = page && headingOf(page)
  if (!heading) return
  set(heading, { tabindex: '-1' })
  heading.focus({ preventScroll: true })
}
