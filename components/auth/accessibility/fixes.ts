import type { CountryLists } from '@/lib/browser/phone-number'
import { isFirst, pageOf } from '@/components/auth/widget/pages'
import { fixDialogs } from './country-dialog'
import { closestTo, setAttributes } from './dom'
import {
  addReveal,
  fixErrors,
  fixForms,
  fixHints,
  fixKnownAddress,
  fixWords,
  fixInfoBars,
  focusInvalid,
  handleEnter,
  handlePaste,
  normalizeInput,
  pressToggle,
  preventSubmit,
} from './forms'
import { announceBusy, createStatus, fixHeadings, followFocus, followTitle, keepFocusOnDismiss } from './page-changes'
import { announceResend, fixPhoneCode, resendCode, type Resend } from './phone-code'
import { announceCountry, clickOnEnter, fixPhoneNumber, keepEarlyPress, readPhoneNumber } from './phone-number'
import { fixColours, fixLists } from './provider-list'

type LegalAddresses = { tosUrl?: string; privacyPolicyUrl?: string }

type Options = {
  legal?: LegalAddresses
  countries?: () => CountryLists
  resend?: Resend
}

function fixLinks(container: HTMLElement, { tosUrl, privacyPolicyUrl }: LegalAddresses) {
  const addresses = [
    ['.firebaseui-tos-link', tosUrl],
    ['.firebaseui-pp-link', privacyPolicyUrl],
  ] as const
  for (const [selector, href] of addresses) {
    if (href) for (const link of container.querySelectorAll(selector)) setAttributes(link, { href })
  }
}

/** A middle click on a `javascript:` link would open an empty page. */
function preventEmptyTab(event: MouseEvent) {
  if (closestTo(event, 'a')?.getAttribute('href')?.startsWith('javascript:')) event.preventDefault()
}

/** Fixes the widget's markup now and after each of its changes. Returns a function that stops. */
export function fixMarkup(
  container: HTMLElement,
  { legal = {}, countries = () => ({}), resend }: Options = {},
): () => void {
  const status = createStatus(container)
  const focus = followFocus(container, status, () => isFirst(pageOf(container)))
  const title = followTitle(container)
  const earlyPress = keepEarlyPress(container)
  const number = readPhoneNumber(container, countries)
  const announcements = [
    announceResend(container, status),
    announceBusy(container, status),
    announceCountry(container, status.announce),
  ]

  const fix = () => {
    // The page shows its own step instead of the widget.
    if (container.closest('[hidden]')) return
    fixWords(container)
    fixHeadings(container)
    fixForms(container)
    fixKnownAddress(container)
    fixHints(container)
    addReveal(container)
    fixPhoneNumber(container)
    fixPhoneCode(container)
    fixLists(container)
    fixLinks(container, legal)
    fixColours(container)
    fixInfoBars(container)
    fixDialogs()
    const hasNewError = fixErrors(container)
    focus.update()
    if (hasNewError) focusInvalid(container)
    for (const announce of announcements) announce()
    number.update()
    title.update()
  }

  const observer = new MutationObserver(() => {
    fix()
    observer.takeRecords()
    earlyPress.update()
  })
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['class'], characterData: true })
  observer.observe(document.body, { childList: true })
  fix()
  observer.takeRecords()

  // Capturing, to run before the widget's listeners.
  const ended = new AbortController()
  const before = { capture: true, signal: ended.signal }
  for (const each of [pressToggle, handleEnter, clickOnEnter, keepFocusOnDismiss])
    container.addEventListener('keydown', each, before)
  for (const each of [number.onClick, keepFocusOnDismiss, earlyPress.onClick])
    container.addEventListener('click', each, before)
  if (resend) container.addEventListener('click', resendCode(resend), before)
  for (const each of [normalizeInput, earlyPress.onInput]) container.addEventListener('input', each, before)
  container.addEventListener('auxclick', preventEmptyTab, before)
  container.addEventListener('paste', handlePaste, before)
  container.addEventListener('submit', preventSubmit, before)
  return () => {
    observer.disconnect()
    ended.abort()
    for (const each of [earlyPress, focus, status, title]) each.stop()
  }
}
