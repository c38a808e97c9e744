import { set } from './attributes'
import { isSingleWay } from './headings'

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The country that the selector stands for, as far as its flag's class tells. */
function countryOf(selector: Element): string {
  const flag = selector.querySelector('.firebaseui-id-country-selector-flag')?.className ?? ''
  const code = /firebaseui-flag-([A-Z]{2})\b/.exec(flag)?.[1]
  return (code && regions.of(code)) ?? ''
}

/** A digit or a plus, without the marks of direction that the widget puts around it. */
const plain = (text: string | null) => (text ?? '').replace(/[\u200e\u200f]/g, '').trim()

/** Codes of several countries, of which the widget takes the first by the alphabet: Guernsey for every British number. */
const shared = new Set(['+7', '+44', '+262', '+358', '+599'])

/** Whether the country is no more than a guess: nobody chose it, and the number that was typed names its code alone. */
function isGuessed(selector: Element, code: string): boolean {
  const number = selector.closest('form')?.querySelector<HTMLInputElement>('.firebaseui-id-phone-number')?.value ?? ''
  return shared.has(code) && number.trim().startsWith('+')
}

/** What the selector says of itself: "Country code: United Kingdom +44". */
function nameOfSelector(selector: Element): string {
  const code = plain(selector.textContent)
  const country = isGuessed(selector, code) ? '' : countryOf(selector)
  return `Country code: ${[country, code].filter(Boolean).join(' ')}`
}

/** Gives names, roles and states to what the widget draws without them. */
export function mendNames(container: HTMLElement) {
  for (const toggle of container.querySelectorAll('.firebaseui-id-password-toggle')) {
    // One name and a state: a name that changed with the state would be said twice.
    const pressed = toggle.classList.contains('firebaseui-input-toggle-off')
    set(toggle, { role: 'button', 'aria-label': 'Show password', 'aria-pressed': String(pressed) })
  }
  for (const selector of container.querySelectorAll('.firebaseui-id-country-selector')) {
    set(selector, { 'aria-label': nameOfSelector(selector), 'aria-haspopup': 'dialog' })
  }
  for (const captcha of container.querySelectorAll('.firebaseui-recaptcha-container')) {
    set(captcha, { role: 'group', 'aria-label': 'Check against robots', tabindex: '-1' })
  }
  for (const link of container.querySelectorAll('.firebaseui-id-change-phone-number-link')) {
    set(link, { title: 'Change this number' })
  }
  // A list without bullets is no list to Safari's reader until it says so.
  for (const list of container.querySelectorAll('ul[class]')) {
    const isSingle = list.matches('.firebaseui-idp-list') && isSingleWay(list)
    set(list, { role: isSingle ? 'none' : 'list' })
    for (const item of list.children) if (isSingle) set(item, { role: 'none' })
  }
}

/** The toggle is a link that calls itself a button: Space has to press it, and the focus has to stay. */
export function pressToggle(event: KeyboardEvent) {
  const target = event.target instanceof HTMLElement ? event.target : null
  const toggle = target?.closest<HTMLElement>('.firebaseui-id-password-toggle')
  if (!toggle || (event.key !== ' ' && event.key !== 'Enter')) return
  event.preventDefault()
  event.stopPropagation()
  if (event.repeat) return
  toggle.click()
  // The widget goes on to the field, away from the state that was just changed.
  toggle.focus()
}
