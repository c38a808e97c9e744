import type { CountryLists } from '@/lib/browser/phone-number'
import { captchaWait } from '@/components/auth/widget/captcha-wait'
import { mendColours } from './colours'
import { mendDialogs } from './dialogs'
import { focusWrong, mendErrors, mendNotes } from './errors'
import { keepEarlyPress } from './early-press'
import { mendFields } from './fields'
import { followFocus, keepFocus } from './focus'
import { enterField, keepHere, mendForms, pressByKey } from './forms'
import { mendHeadings } from './headings'
import { mendLinks, openNothing, type LegalAddresses } from './links'
import { mendNames, pressToggle } from './names'
import { politeStatus } from './status'
import { followTitle } from './title'
import { readPhoneNumber } from './phone-number'
import { resendCode, type Resend } from './resend'
import { paste, typed } from './typed'
import { placeResend, watchWaits } from './waits'
import { isFirst, pageOf } from '@/components/auth/widget/pages'

type PhoneStep = {
  /** The countries whose numbers the configuration allows. */
  countries?: () => CountryLists
  /** Without it "Resend" stays the widget's own. */
  resend?: Resend
}

/**
 * Puts right what the widget's markup leaves out, on each of its pages and dialogs: names, headings,
 * errors that are announced and tied to their fields, the focus at the start of a new page, waits that
 * are said, fields that understand what is pasted, and a list of countries that can be searched.
 * @param container the widget's place; the widget may be there already, or come later
 * @param legal where its links to the terms and the privacy policy lead
 * @param phone what the phone step needs of the page
 * @returns stops doing so
 */
export function mendMarkup(
  container: HTMLElement,
  legal: LegalAddresses = {},
  { countries = () => ({}), resend }: PhoneStep = {},
): () => void {
  const status = politeStatus(container)
  const focus = followFocus(container, status, () => isFirst(pageOf(container)))
  const sayWaits = watchWaits(container, status)
  const press = keepEarlyPress(container, captchaWait.isOn)
  const stopWaiting = captchaWait.onEnd(press.look)
  const number = readPhoneNumber(container, countries)
  const title = followTitle(container)
  let selector = ''

  const mend = () => {
    // Behind a step of the page's own, nothing of the widget is announced, focused or named.
    if (container.closest('[hidden]')) return
    mendHeadings(container)
    mendForms(container)
    mendFields(container)
    mendNames(container)
    mendLinks(container, legal)
    mendColours(container)
    mendNotes(container)
    placeResend(container)
    mendDialogs()
    const wrong = mendErrors(container)
    focus.look()
    if (wrong) focusWrong(container)
    sayWaits()
    sayCountry()
    number.look()
    title.look()
  }
  /** A number with a plus chooses another country, which nobody hears otherwise. */
  const sayCountry = () => {
    const name = container.querySelector('.firebaseui-id-country-selector')?.getAttribute('aria-label') ?? ''
    if (selector && name && name !== selector) status.say(name)
    selector = name
  }

  const observer = new MutationObserver(() => {
    mend()
    // What was just mended is no news.
    observer.takeRecords()
    press.look()
  })
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['class'], characterData: true })
  observer.observe(document.body, { childList: true })
  mend()
  observer.takeRecords()

  // Before the widget's own listeners, which stand on the fields themselves.
  const ours = new AbortController()
  const before = { capture: true, signal: ours.signal }
  for (const each of [pressToggle, enterField, pressByKey, keepFocus])
    container.addEventListener('keydown', each, before)
  for (const each of [number.pressed, keepFocus, press.pressed]) container.addEventListener('click', each, before)
  if (resend) container.addEventListener('click', resendCode(resend), before)
  for (const each of [typed, press.changed]) container.addEventListener('input', each, before)
  container.addEventListener('auxclick', openNothing, before)
  container.addEventListener('paste', paste, before)
  container.addEventListener('submit', keepHere, before)
  return () => {
    observer.disconnect()
    ours.abort()
    stopWaiting()
    focus.stop()
    status.stop()
    title.stop()
  }
}
