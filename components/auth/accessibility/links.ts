import { set } from './attributes'

/** Addresses of the legal pages; both or none, as in `legalLinks`. */
export type LegalAddresses = { tosUrl?: string; privacyPolicyUrl?: string }

/**
 * Writes into the legal links where they lead, which the widget keeps to itself: so they can be seen before they are
 * followed, copied, and opened with any button. A plain press stays the widget's own, and opens one page.
 */
export function mendLinks(container: HTMLElement, { tosUrl, privacyPolicyUrl }: LegalAddresses) {
  const addresses = [
    ['.firebaseui-tos-link', tosUrl],
    ['.firebaseui-pp-link', privacyPolicyUrl],
  ] as const
  for (const [selector, href] of addresses) {
    if (href) for (const link of container.querySelectorAll(selector)) set(link, { href })
  }
}

/** A link that only acts has no page: the middle button would open an empty one, against the site's policy. */
export function openNothing(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.getAttribute('href')?.startsWith('javascript:')) event.preventDefault()
}
