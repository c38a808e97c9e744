import { set } from './attributes'

/** Pages that the widget draws without a heading, by the name in their class. */
const missing: Record<string, string> = {
  'provider-sign-in': 'Ways to sign in',
  'select-tenant': 'Choose where to sign in',
  callback: 'One moment',
  blank: 'One moment',
  spinner: 'One moment',
}

/** Pages that only wait, and are gone before anybody can do something there. */
const waiting = new Set(['callback', 'blank', 'spinner'])

const nameOf = (page: Element) => /firebaseui-id-page-([\w-]+)/.exec(page.className)?.[1] ?? ''

/** The page that the widget shows now; null between two. */
export function shownPage(container: HTMLElement): HTMLElement | null {
  const page = container.querySelector<HTMLElement>(':scope > .firebaseui-container')
  return page && nameOf(page) ? page : null
}

export const onlyWaits = (page: Element) => waiting.has(nameOf(page))

/** Whether the widget's list has one button alone, which is then no list. */
export const isSingleWay = (place: Element) => place.querySelectorAll('.firebaseui-idp-button').length === 1

/** Every page gets one heading, and all of them stand below the site's own. */
export function mendHeadings(container: HTMLElement) {
  const page = shownPage(container)
  if (page && missing[nameOf(page)] && !headingOf(page)) {
    const heading = document.createElement('h2')
    heading.className = 'sr-only'
    heading.dataset.signInHeading = ''
    heading.textContent = isSingleWay(page) ? 'Sign in' : (missing[nameOf(page)] ?? '')
    page.prepend(heading)
  }
  for (const title of container.querySelectorAll('h1')) set(title, { role: 'heading', 'aria-level': '2' })
  for (const title of container.querySelectorAll('h2.firebaseui-subtitle')) {
    set(title, { role: 'heading', 'aria-level': '3' })
  }
}

/** What a page is called: the widget's title, or the one that it got from us. */
export const headingOf = (page: Element) =>
  page.querySelector<HTMLElement>('.firebaseui-title, h2[data-sign-in-heading]')
