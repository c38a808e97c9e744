import type { Words } from '@/components/auth/answers'
import { latinDigitsOf } from '@/lib/browser/account-rules'
import { isolate } from '@/lib/locales'
import { idOf, createElementWith, setAttributes } from './forms'

type Country = {
  iso: string
  name: string
  /** In the visitor's other languages, in the widget's, and short forms. */
  otherNames: readonly string[]
  code: string
}

/** "cote d'iv" finds "Côte d’Ivoire". */
const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A country code comes first, then names that begin with the typed text. A number matches dialling codes. */
export function matchCountries<T extends Country>(countries: readonly T[], typed: string): T[] {
  const query = normalize(typed)
  const dialled = /^(?:\+|00|٠٠)?([\p{Nd} ]*)$/u.exec(query)?.[1]
  if (dialled !== undefined) return countries.filter(({ code }) => code.startsWith(latinDigitsOf(dialled)))
  const ranked = countries.map((country) => {
    const names = [country.name, ...country.otherNames].map(normalize)
    const inName = names.some((each) => each.startsWith(query)) ? 1 : names.some((each) => each.includes(query)) ? 2 : 3
    return { country, rank: query === normalize(country.iso) ? 0 : inName }
  })
  return [0, 1, 2].flatMap((rank) => ranked.filter((each) => each.rank === rank).map(({ country }) => country))
}

/** Names by ISO code, in the first of these languages that the browser knows; empty for others. */
export function regionNames(languages: readonly string[]): (iso: string) => string {
  try {
    const names = new Intl.DisplayNames([...languages], { type: 'region', fallback: 'none' })
    return (iso) => (/^[A-Z]{2}$/.test(iso) && names.of(iso)) || ''
  } catch {
    // The language tag is invalid.
    return () => ''
  }
}

/** Reads the widget's list, whose names are English. */
function readCountries(buttons: readonly HTMLElement[], { auth, locale }: Words) {
  const nameOf = regionNames([locale])
  const localNameOf = regionNames(navigator.languages)
  const aliases: Record<string, string> = {
    AE: auth('country.aliases.AE'),
    GB: auth('country.aliases.GB'),
    NL: auth('country.aliases.NL'),
    US: auth('country.aliases.US'),
  }
  const countries = buttons.map((button) => {
    const [code = '', iso = ''] = (button.dataset.listboxid ?? '').split('-')
    const label = (button.textContent ?? '').replace(/[\u200e\u200f]/g, '')
    const widgetName = label.replace(/\s*\+\d+\s*$/, '').trim()
    const otherNames = [widgetName, localNameOf(iso), aliases[iso] ?? '']
    return { button, iso, code, name: nameOf(iso) || widgetName, otherNames }
  })
  const { compare } = new Intl.Collator(locale)
  return countries.sort((a, b) => compare(a.name, b.name))
}

function resultText(count: number, typed: string, { auth, locale }: Words): string {
  if (count > 0) return auth('country.results', { count })
  return auth('country.noMatch', { typed: isolate(typed.trim(), locale) })
}

function createSearch({ auth }: Words) {
  const box = createElementWith('div', { class: 'sign-in-search' })
  const field = createElementWith('input', {
    class: 'firebaseui-input',
    type: 'search',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'done',
  })
  const label = createElementWith('label', {
    class: 'firebaseui-label',
    for: idOf(field),
    text: auth('country.search'),
  })
  const result = createElementWith('p', { role: 'status' })
  setAttributes(field, { 'aria-describedby': idOf(result) })
  box.append(label, field, result)
  return { box, field, result }
}

const moves: Record<string, (at: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
}

type Handlers = { field: HTMLInputElement; shown: () => HTMLElement[]; tabStop: () => HTMLElement | undefined }

function handleKeys(dialog: HTMLDialogElement, { field, shown, tabStop }: Handlers, focus: (at: number) => void) {
  return (event: KeyboardEvent) => {
    if (event.isComposing) return
    const { key, target } = event
    const inField = target === field
    const at = target instanceof HTMLElement ? shown().indexOf(target) : -1
    const move = (inField ? key === 'ArrowDown' : at >= 0) ? moves[key] : undefined
    if (key === 'Escape') {
      event.preventDefault()
      dialog.close()
    } else if (move) {
      event.preventDefault()
      const stop = tabStop()
      focus(inField && !field.value.trim() && stop ? shown().indexOf(stop) : move(at))
    } else if (key === 'Enter' && inField) {
      event.preventDefault()
      event.stopPropagation()
      if (field.value.trim() !== '') shown()[0]?.click()
    } else if (at >= 0 && key.length === 1 && key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      field.focus()
    }
  }
}

/** Adds a search to the widget's list of countries, and makes the list a single tab stop. */
function addCountrySearch(dialog: HTMLDialogElement, words: Words) {
  const list = dialog.querySelector<HTMLElement>('.firebaseui-list-box-actions')
  const given = [...dialog.querySelectorAll<HTMLElement>('.firebaseui-id-list-box-dialog-button')]
  if (!list || given.length === 0) return
  const current = given.find((button) => button === document.activeElement)
  const countries = readCountries(given, words)
  const buttons = countries.map(({ button }) => button)
  for (const { button, name, code } of countries) {
    const label = button.querySelector('.firebaseui-list-box-label-wrapper')
    if (label) label.textContent = `${name} \u200e+${code}`
  }
  list.append(...buttons)
  const { box, field, result } = createSearch(words)
  const text = words.auth('country.close')
  const close = createElementWith('button', { type: 'button', class: 'firebaseui-button', text })
  close.addEventListener('click', () => dialog.close())
  // The widget handles every click in its dialog.
  for (const each of [box, close]) each.addEventListener('click', (event) => event.stopPropagation())
  setAttributes(list, { role: 'group', 'aria-label': words.auth('country.list') })

  if (current) setAttributes(current, { 'aria-current': 'true' })
  let shown = buttons
  let tabStop: HTMLElement | undefined
  const setTabStop = (next: HTMLElement | undefined) => {
    if (tabStop) tabStop.tabIndex = -1
    tabStop = next
    if (tabStop) tabStop.tabIndex = 0
  }
  for (const button of buttons) button.tabIndex = -1
  setTabStop(current ?? buttons[0])
  dialog.prepend(box)
  dialog.append(close)

  const search = () => {
    shown = matchCountries(countries, field.value).map(({ button }) => button)
    const matches = new Set(shown)
    for (const button of buttons) button.hidden = !matches.has(button)
    list.append(...shown, ...buttons.filter((button) => button.hidden))
    const isSearched = field.value.trim() !== ''
    result.textContent = isSearched ? resultText(shown.length, field.value, words) : ''
    setTabStop(isSearched ? shown[0] : (current ?? shown[0]))
    list.toggleAttribute('data-searched', isSearched)
    list.scrollTop = 0
  }
  const focus = (at: number) => {
    const next = shown[Math.min(at, shown.length - 1)]
    if (at < 0 || !next) return field.focus()
    setTabStop(next)
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }
  // Capturing, because the widget treats Enter as a choice.
  dialog.addEventListener(
    'keydown',
    handleKeys(dialog, { field, shown: () => shown, tabStop: () => tabStop }, focus),
    true,
  )
  field.addEventListener('input', search)
  current?.scrollIntoView({ block: 'center' })
  // In a low window, scrolling the list also moves the dialog and hides the label.
  dialog.scrollTop = 0
  // On touch screens, focusing the field would open a keyboard.
  if (matchMedia('(pointer: coarse)').matches) tabStop?.focus()
  else field.focus()
}

const fixed = new WeakSet<Element>()

/** Fixes each dialog once. The widget creates them outside of its container. */
export function fixDialogs(words: Words) {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.firebaseui-dialog')) {
    if (fixed.has(dialog)) continue
    fixed.add(dialog)
    const isList = dialog.classList.contains('firebaseui-list-box-dialog')
    const opener = document.querySelector<HTMLElement>('.firebaseui-id-country-selector')
    dialog.addEventListener('close', () => {
      // The widget would find this dialog again, though it is closed.
      dialog.remove()
      // The browser does not always restore the focus.
      if (isList && document.activeElement === document.body) opener?.focus()
    })
    const message = dialog.querySelector('.firebaseui-progress-dialog-message')
    if (message) {
      setAttributes(dialog, { 'aria-labelledby': idOf(message) })
      keepOpen(dialog)
    } else if (isList) {
      setAttributes(dialog, { 'aria-label': words.auth('country.dialog') })
      addCountrySearch(dialog, words)
    } else {
      setAttributes(dialog, { 'aria-label': words.auth('signingInDialog') })
    }
  }
}

/** Closing a progress dialog early would allow sending a code twice. */
function keepOpen(dialog: HTMLDialogElement) {
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault())
}
