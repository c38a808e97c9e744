type Way = { text: string } & ({ press: () => void } | { href: string })

/** The way on under a page of the widget that has none of its own. */
export function foot() {
  const element = document.createElement('p')
  element.className = 'mt-4'
  return {
    element,
    show(way: Way | null) {
      element.replaceChildren()
      if (!way) return
      const control = document.createElement('href' in way ? 'a' : 'button')
      control.className = 'link inline-flex min-h-11 cursor-pointer items-center font-semibold'
      control.textContent = way.text
      if (control instanceof HTMLAnchorElement) control.href = 'href' in way ? way.href : ''
      else {
        control.type = 'button'
        control.addEventListener('click', () => 'press' in way && way.press())
      }
      element.append(control)
    },
  }
}
