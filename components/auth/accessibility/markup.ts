import type { Words } from '@/components/auth/answers'
import { isFirst, pageOf, nameOf, isWait } from '@/components/auth/state'
import type { CountryLists } from '@/lib/browser/phone-number'
import { fixDialogs } from './country-dialog'
import {
  closestTo,
  setAttributes,
  addEmailField,
  addReveal,
  fixErrors,
  fixForms,
  fixHints,
  fixKnownAddress,
  fixWords,
  fixInfoBars,
  focusInvalid,
  handlePaste,
  normalizeInput,
  isSingleWay,
  createElementWith,
  removeAttributes,
} from './forms'
import { announceResend, fixPhoneCode, announceCountry, clickOnEnter, fixPhoneNumber, readPhoneNumber } from './phone'

type LegalAddresses = { tosUrl?: string; privacyPolicyUrl?: string }

type Options = {
  words: Words
  legal?: LegalAddresses
  countries?: () => CountryLists
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

/** Fixes the widget's markup now and after each of its changes. */
export function fixMarkup(container: HTMLElement, { words, legal = {}, countries = () => ({}) }: Options) {
  const announce = createStatus(container)
  const followPage = followFocus(container, announce, () => isFirst(pageOf(container)))
  const setTitle = followTitle(container)
  const number = readPhoneNumber(container, countries, words)
  const announcements = [
    announceResend(container, announce, words),
    announceBusy(container, announce, words),
    announceCountry(container, announce),
  ]

  const fix = () => {
    // The page shows its own step instead of the widget.
    if (container.closest('[hidden]')) return
    const parts = [
      fixWords,
      addEmailField,
      fixHeadings,
      fixForms,
      fixKnownAddress,
      fixHints,
      addReveal,
      fixPhoneNumber,
      fixPhoneCode,
    ]
    for (const part of parts) part(container, words)
    fixLists(container)
    fixLinks(container, legal)
    fixColours(container)
    fixInfoBars(container)
    fixDialogs(words)
    const hasNewError = fixErrors(container)
    followPage()
    if (hasNewError) focusInvalid(container)
    for (const each of announcements) each()
    number.update()
    setTitle()
  }

  const observer = new MutationObserver(() => {
    fix()
    observer.takeRecords()
  })
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['class'], characterData: true })
  observer.observe(document.body, { childList: true })
  fix()
  observer.takeRecords()

  // Capturing, to run before the widget's listeners.
  const before = { capture: true }
  for (const each of [clickOnEnter, keepFocusOnDismiss]) container.addEventListener('keydown', each, before)
  for (const each of [number.onClick, keepFocusOnDismiss]) container.addEventListener('click', each, before)
  container.addEventListener('input', normalizeInput, before)
  container.addEventListener('paste', handlePaste, before)
  container.addEventListener('submit', (event) => event.preventDefault(), before)
}

const missingHeadings: Record<string, 'ways' | 'chooseTenant' | 'oneMoment'> = {
  'provider-sign-in': 'ways',
  'select-tenant': 'chooseTenant',
  callback: 'oneMoment',
  blank: 'oneMoment',
  spinner: 'oneMoment',
}

function shownPage(container: HTMLElement): HTMLElement | null {
  const page = container.querySelector<HTMLElement>(':scope > .firebaseui-container')
  return page && nameOf(page) ? page : null
}

const headingOf = (page: Element) => page.querySelector<HTMLElement>('.firebaseui-title, h2[data-sign-in-heading]')

function focusHeading(heading: HTMLElement, options: FocusOptions) {
  setAttributes(heading, { tabindex: '-1' })
  heading.focus(options)
}

function fixHeadings(container: HTMLElement, { auth }: Words) {
  const page = shownPage(container)
  const missing = page && missingHeadings[nameOf(page)]
  if (missing && !headingOf(page)) {
    const text = auth(`page.${isSingleWay(page) ? 'signIn' : missing}`)
    page.prepend(createElementWith('h2', { class: 'sr-only', 'data-sign-in-heading': '', text }))
  }
  for (const title of container.querySelectorAll('h1')) {
    // The page has its own h1.
    const heading = createElementWith('h2', { class: title.className })
    heading.append(...title.childNodes)
    title.replaceWith(heading)
  }
  for (const title of container.querySelectorAll('h2.firebaseui-subtitle')) {
    setAttributes(title, { role: 'heading', 'aria-level': '3' })
  }
}

function followTitle(container: HTMLElement) {
  const original = document.title
  const [, ...rest] = original.split(' · ')
  return () => {
    const page = shownPage(container)
    const heading = page && headingOf(page)
    const step = heading?.matches('.firebaseui-title') ? heading.textContent?.trim() : ''
    const title = step ? [step, ...rest].join(' · ') : original
    if (document.title !== title) document.title = title
  }
}

/** Returns a function that takes the text back unless another one has followed. */
type Announce = (text: string) => () => void

/** Screen readers drop polite messages during a change of focus. */
const afterFocusMs = 300

/** A live region must exist before its text changes. */
function createStatus(container: HTMLElement): Announce {
  const line = createElementWith('p', { class: 'sr-only', role: 'status' })
  container.after(line)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const announce = (text: string) => {
    const turn = ++last
    clearTimeout(timer)
    timer = setTimeout(() => (line.textContent = text), afterFocusMs)
    return () => void (turn === last && announce(''))
  }
  return announce
}

function announceBusy(container: HTMLElement, announce: Announce, { auth }: Words) {
  let retract: (() => void) | null = null
  return () => {
    const indicators = container.querySelectorAll('.firebaseui-busy-indicator')
    const text = auth('page.oneMomentStatus')
    for (const indicator of indicators)
      setAttributes(indicator, { role: 'progressbar', 'aria-label': auth('page.loading'), 'data-text': text })
    if (indicators.length > 0) return void (retract ??= announce(text))
    retract?.()
    retract = null
  }
}

const inDialog = (element: Element | null) => Boolean(element?.closest('dialog.firebaseui-dialog'))

const emptyField = (page: Element) =>
  [...page.querySelectorAll<HTMLInputElement>('input.firebaseui-input, input.firebaseui-input-invalid')].find(
    (field) => field.value === '' && !field.closest('[hidden]'),
  )

function scrollToTop(heading: HTMLElement | null) {
  scrollTo({ top: 0, behavior: 'instant' })
  heading?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/**
 * Focuses the first empty field of each new page, or its heading; the widget may focus a filled field or a button. The
 * first list of ways and a focus elsewhere are left alone.
 */
function followFocus(container: HTMLElement, announce: Announce, isFirstStep: () => boolean) {
  let current = shownPage(container)
  let isInitial = current === null
  let chosen: Element | null = document.activeElement

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    if (container.contains(target) && shownPage(container) !== current) return
    chosen = target
  }
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) chosen = null
  }
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)

  return () => {
    const page = shownPage(container)
    if (page === current) return
    current = page
    // Waiting pages are only announced.
    if (!page || isWait(nameOf(page))) return
    const initial = isInitial
    isInitial = false
    const { activeElement } = document
    if (inDialog(activeElement)) return
    const heading = headingOf(page)
    const field = initial || nameOf(page) === 'provider-sign-in' ? undefined : emptyField(page)
    const isBeside = chosen !== document.body && chosen?.isConnected && !container.contains(chosen) && !inDialog(chosen)
    if (chosen instanceof HTMLElement && isBeside) {
      chosen.focus({ preventScroll: true })
      if (!initial && heading?.textContent) announce(heading.textContent)
    } else if (initial && isFirstStep()) {
      if (activeElement instanceof HTMLElement && container.contains(activeElement)) activeElement.blur()
    } else if (field) {
      field.focus({ preventScroll: true })
      if (heading?.textContent) announce(heading.textContent)
      scrollToTop(heading)
    } else if (heading) {
      // The page is the result of an emailed link and should be read.
      focusHeading(heading, { preventScroll: true })
      if (!initial) scrollToTop(heading)
    }
  }
}

function keepFocusOnDismiss(event: Event) {
  if (event instanceof KeyboardEvent && event.key !== 'Enter') return
  const page = closestTo(event, '.firebaseui-id-dismiss-info-bar')?.closest('.firebaseui-container')
  const heading = page && headingOf(page)
  if (heading) focusHeading(heading, { preventScroll: true })
}

const middle = Math.sqrt(1.05 * 0.05) - 0.05

/** Null for a mostly transparent background, which keeps the theme's text colour. */
function toneOf(computed: string): 'light' | 'dark' | null {
  const [red, green, blue, alpha = 1] = (computed.match(/[\d.]+/g) ?? []).map(Number)
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return null
  const linear = (value: number) => ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) > middle ? 'light' : 'dark'
}

function fixColours(container: HTMLElement) {
  for (const button of container.querySelectorAll<HTMLElement>('.firebaseui-idp-button, .firebaseui-tenant-button')) {
    // The policy ignores style attributes in markup, but allows setting them by script.
    const written = /background-color:\s*([^;]+)/.exec(button.getAttribute('style') ?? '')?.[1]
    if (written && button.style.backgroundColor === '') button.style.backgroundColor = written
    const tone = toneOf(getComputedStyle(button).backgroundColor)
    if (tone) setAttributes(button, { 'data-tone': tone })
    else removeAttributes(button, 'data-tone')
  }
}

function fixLists(container: HTMLElement) {
  for (const list of container.querySelectorAll('ul[class]')) {
    const isSingle = list.matches('.firebaseui-idp-list') && isSingleWay(list)
    // Without bullets, Safari needs the role to announce a list.
    setAttributes(list, { role: isSingle ? 'none' : 'list' })
    for (const item of list.children) if (isSingle) setAttributes(item, { role: 'none' })
  }
}
