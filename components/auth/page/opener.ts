/** The window that opened this page as its own small one, if it is of this site. */
function openerOf(page: Window): Window | null {
  try {
    const opener = page.opener as Window | null
    return opener && !opener.closed && opener.location.origin === page.location.origin ? opener : null
  } catch {
    // A page of another site: it is not ours to lead anywhere.
    return null
  }
}

/**
 * Goes on to the address after signing in. In pop-up mode the window that opened this one goes there and
 * this one closes; where there is none, or this one may not close, this one goes.
 * @param next absolute address on this origin
 */
export function leaveFor(next: string, popupMode: boolean, page: Window = window) {
  const opener = popupMode ? openerOf(page) : null
  if (!opener) return page.location.assign(next)
  opener.location.assign(next)
  page.close()
  if (!page.closed) page.location.assign(next)
}
