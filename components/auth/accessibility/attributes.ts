let count = 0

/** Sets what differs: writing the same again would be a change, and wake the observer once more. */
export function set(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

export function unset(element: Element, ...names: string[]) {
  for (const name of names) if (element.hasAttribute(name)) element.removeAttribute(name)
}

/** The element's id; it gets one of ours if it has none. */
export const idOf = (element: Element) => (element.id ||= `sign-in-part-${++count}`)

/** Whether the widget shows it: it hides by a class, and leaves the text of last time in place. */
export const isShown = (element: Element) => !element.classList.contains('firebaseui-hidden')
