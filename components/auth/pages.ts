/** The pages of the widget where both a change of mind and a restart cost nothing. */
const first = new Set(['provider-sign-in', 'sign-in'])
/** Where it still matters whether the person is new, and whether they want a link or a password. */
const open = new Set([...first, 'password-sign-in', 'password-sign-up'])

/** The widget's page that is showing, by the name in its class; empty between two pages. */
export function pageOf(container: HTMLElement): string {
  return /firebaseui-id-page-([\w-]+)/.exec(container.firstElementChild?.className ?? '')?.[1] ?? ''
}

export const isFirst = (page: string) => first.has(page)

/** Elsewhere, as at the code of a text message, our own choices would throw away what was entered. */
export const leavesChoice = (page: string) => open.has(page)
