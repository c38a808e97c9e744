import { idOf, createElementWith, setAttributes } from './forms'

type Country = {
  iso: string
  name: string
  localName: string
  code: string
}

const nicknames: Record<string, string> = {
  uk: 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  america: 'US',
  uae: 'AE',
  holland: 'NL',
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

function rank({ iso, name, localName, code }: Country, query: string): number | null {
  const dialled = /^(?:\+|00)?\s?(\d[\d\s]*)$/.exec(query)?.[1]?.replace(/\s/g, '')
  if (dialled !== undefined) return code === dialled ? 0 : code.startsWith(dialled) ? 1 : null
  if (query === normalize(iso) || nicknames[query] === iso) return 0
  const ranks = [normalize(name), normalize(localName)].flatMap((each) => {
    const at = each.indexOf(query)
    if (at < 0) return []
    return at === 0 ? 1 : /[^\p{L}]/u.test(each.charAt(at - 1)) ? 2 : 3
  })
  return ranks.length > 0 ? Math.min(...ranks) : null
}

export function matchCountries<T extends Country>(countries: readonly T[], typed: string): T[] {
  const query = normalize(typed)
  if (query === '' || query === '+') return [...countries]
  return countries
    .map((country) => ({ country, rank: rank(country, query) }))
    .filter((each): each is { country: T; rank: number } => each.rank !== null)
    .sort((one, other) => one.rank - other.rank)
    .map(({ country }) => country)
}

function localNames(): (iso: string) => string {
  try {
    const names = new Intl.DisplayNames([...navigator.languages], { type: 'region', fallback: 'none' })
    return (iso) => names.of(iso) ?? ''
  } catch {
    // The language tag is invalid.
    return () => ''
  }
}

function countryOf(button: HTMLElement, nameOf: (iso: string) => string): Country & { button: HTMLElement } {
  const [code = '', iso = ''] = (button.dataset.listboxid ?? '').split('-')
  const label = (button.textContent ?? '').replace(/[\u200e\u200f]/g, '')
  const localName = /^[A-Z]{2}$/.test(iso) ? nameOf(iso) : ''
  return { button, iso, code, name: label.replace(/\s*\+\d+\s*$/, '').trim(), localName }
}

const resultText = (count: number, typed: string) =>
  count > 0
    ? `${count} ${count === 1 ? 'country' : 'countries'}`
    : `No country matches “${typed.trim()}”. Try its name, its two-letter code or its dialling code.`

function createSearch() {
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
    text: 'Search by country or code',
  })
  const result = createElementWith('p', { role: 'status' })
  setAttributes(field, { 'aria-describedby': idOf(result) })
  box.append(label, field, result)
  return { box, field, result }
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 8,
  PageUp: (at) => Math.max(at - 8, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
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
      focus(inField && !field.value.trim() && stop ? shown().indexOf(stop) : move(at, shown().length))
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
function addCountrySearch(dialog: HTMLDialogElement) {
  const list = dialog.querySelector<HTMLElement>('.firebaseui-list-box-actions')
  const buttons = [...dialog.querySelectorAll<HTMLElement>('.firebaseui-id-list-box-dialog-button')]
  if (!list || buttons.length === 0) return
  const nameOf = localNames()
  const countries = buttons.map((button) => countryOf(button, nameOf))
  const { box, field, result } = createSearch()
  const close = createElementWith('button', { type: 'button', class: 'firebaseui-button', text: 'Close' })
  close.addEventListener('click', () => dialog.close())
  // The widget handles every click in its dialog.
  for (const each of [box, close]) each.addEventListener('click', (event) => event.stopPropagation())
  setAttributes(list, { role: 'group', 'aria-label': 'Countries' })

  const current = buttons.find((button) => button === document.activeElement)
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
    result.textContent = isSearched ? resultText(shown.length, field.value) : ''
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
export function fixDialogs() {
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
      setAttributes(dialog, { 'aria-label': 'Choose a country code' })
      addCountrySearch(dialog)
    } else {
      setAttributes(dialog, { 'aria-label': 'Signing in' })
    }
  }
}

/** Closing a progress dialog early would allow sending a code twice. */
function keepOpen(dialog: HTMLDialogElement) {
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault())
}
