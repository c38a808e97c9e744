import { set, unset } from './attributes'

type Colour = { red: number; green: number; blue: number; alpha: number }

/** Reads what a browser computes a colour to: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)`, `rgb(1 2 3 / 50%)`. */
export function readColour(computed: string): Colour | null {
  const parts = /^rgba?\(([^)]*)\)$/.exec(computed.trim())?.[1]?.match(/[\d.]+%?/g) ?? []
  const [red, green, blue, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? parseFloat(part) / 100 : Number(part),
  )
  if (red === undefined || green === undefined || blue === undefined) return null
  return { red, green, blue, alpha }
}

/** Relative luminance by WCAG 2: 0 for black, 1 for white. */
export function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Which text stands out more on a ground: at this luminance black and white have the same contrast. */
const middle = Math.sqrt(1.05 * 0.05) - 0.05

/** `null` where the theme's own ground shows through, and its text is right. */
export function toneOf(computed: string): 'light' | 'dark' | null {
  const colour = readColour(computed)
  if (!colour || colour.alpha < 0.5) return null
  return luminance(colour) > middle ? 'light' : 'dark'
}

/** A colour that the configuration gives to a button stays, and its text follows: the style sheet reads the tone. */
export function mendColours(container: HTMLElement) {
  for (const button of container.querySelectorAll<HTMLElement>('.firebaseui-idp-button, .firebaseui-tenant-button')) {
    // A policy for styles leaves the attribute without effect; set from here it has one.
    const written = /background-color:\s*([^;]+)/.exec(button.getAttribute('style') ?? '')?.[1]
    if (written && button.style.backgroundColor === '') button.style.backgroundColor = written
    const tone = toneOf(getComputedStyle(button).backgroundColor)
    if (tone) set(button, { 'data-tone': tone })
    else unset(button, 'data-tone')
  }
}
