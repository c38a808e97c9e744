let count = 0

/** Writes only changes, because each write triggers the mutation observer. */
export function setAttributes(element: Element, attributes: Record<string, string>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
}

type Content = { text?: string } & Record<string, string>

/** Creates an element; `text` is its content, and the rest are attributes. */
export function createElementWith<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { text = '', ...attributes }: Content,
) {
  const element = document.createElement(tag)
  element.textContent = text
  setAttributes(element, attributes)
  return element
}

export function removeAttributes(element: Element, ...names: string[]) {
  for (const name of names) if (element.hasAttribute(name)) element.removeAttribute(name)
}

export const idOf = (element: Element) => (element.id ||= `sign-in-part-${++count}`)

/** The widget hides by class and leaves the old text in place. */
export const hiddenClass = 'firebaseui-hidden'
export const isShown = (element: Element) => !element.classList.contains(hiddenClass)

export const closestTo = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

export const isSingleWay = (place: Element) => place.querySelectorAll('.firebaseui-idp-button').length === 1
