import { isSingleWay, setAttributes, removeAttributes } from './dom'

type Colour = { red: number; green: number; blue: number; alpha: number }

export function readColour(computed: string): Colour | null {
  const parts = /^rgba?\(([^)]*)\)$/.exec(computed.trim())?.[1]?.match(/[\d.]+%?/g) ?? []
  const [red, green, blue, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? parseFloat(part) / 100 : Number(part),
  )
  if (red === undefined || green === undefined || blue === undefined) return null
  return { red, green, blue, alpha }
}

export function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const middle = Math.sqrt(1.05 * 0.05) - 0.05

/** Null for a mostly transparent background, which keeps the theme's text colour. */
export function toneOf(computed: string): 'light' | 'dark' | null {
  const colour = readColour(computed)
  if (!colour || colour.alpha < 0.5) return null
  return luminance(colour) > middle ? 'light' : 'dark'
}

export function fixColours(container: HTMLElement) {
  for (const button of container.querySelectorAll<HTMLElement>('.firebaseui-idp-button, .firebaseui-tenant-button')) {
    // The policy ignores style attributes in markup, but allows setting them by script.
    const written = /background-color:\s*([^;]+)/.exec(button.getAttribute('style') ?? '')?.[1]
    if (written && button.style.backgroundColor === '') button.style.backgroundColor = written
    const tone = toneOf(getComputedStyle(button).backgroundColor)
    if (tone) setAttributes(button, { 'data-tone': tone })
    else removeAttributes(button, 'data-tone')
  }
}

export function fixLists(container: HTMLElement) {
  for (const list of container.querySelectorAll('ul[class]')) {
    const isSingle = list.matches('.firebaseui-idp-list') && isSingleWay(list)
    // Without bullets, Safari needs the role to announce a list.
    setAttributes(list, { role: isSingle ? 'none' : 'list' })
    for (const item of list.children) if (isSingle) setAttributes(item, { role: 'none' })
  }
}
