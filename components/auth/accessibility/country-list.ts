import { idOf, set } from './attributes'
import { matchCountries, type Country } from './country-match'

type Entry = Country & { button: HTMLElement }

/** Names of countries in the person's own language, where the browser knows them. */
function localNames(): (iso: string) => string {
  try {
    const names = new Intl.DisplayNames([...navigator.languages], { type: 'region', fallback: 'none' })
    return (iso) => names.of(iso) ?? ''
  } catch {
    // A language that is none: the widget's names are enough.
    return () => ''
  }
}

function entryOf(button: HTMLElement, nameOf: (iso: string) => string): Entry {
  const [code = '', iso = ''] = (button.dataset.listboxid ?? '').split('-')
  const label = (button.textContent ?? '').replace(/[\u200e\u200f]/g, '')
  const localName = /^[A-Z]{2}$/.test(iso) ? nameOf(iso) : ''
  return { button, iso, code, name: label.replace(/\s*\+\d+\s*$/, '').trim(), localName }
}

const many = (count: number, typed: string) =>
  count > 0
    ? `${count} ${count === 1 ? 'country' : 'countries'}`
    : `No country fits “${typed.trim()}”. Try its name, its two letters or its code.`

function searchField() {
  const box = document.createElement('div')
  box.className = 'sign-in-search'
  const label = document.createElement('label')
  label.className = 'firebaseui-label'
  label.textContent = 'Search by country or code'
  const field = document.createElement('input')
  field.className = 'firebaseui-input'
  set(field, { type: 'search', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'done' })
  label.htmlFor = idOf(field)
  const found = document.createElement('p')
  found.setAttribute('role', 'status')
  set(field, { 'aria-describedby': idOf(found) })
  box.append(label, field, found)
  return { box, field, found }
}

/**
 * Puts a search over the widget's list of more than two hundred countries. What is chosen is still the
 * widget's own button, so that lists of allowed and refused countries keep their meaning. Arrow keys
 * move, Enter chooses, Escape closes; one button is a stop of Tab, because two hundred would be a wall.
 */
export function searchCountries(dialog: HTMLDialogElement) {
  const list = dialog.querySelector<HTMLElement>('.firebaseui-list-box-actions')
  const buttons = [...dialog.querySelectorAll<HTMLElement>('.firebaseui-id-list-box-dialog-button')]
  if (!list || buttons.length === 0) return
  const nameOf = localNames()
  const entries = buttons.map((button) => entryOf(button, nameOf))
  const { box, field, found } = searchField()
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'firebaseui-button'
  close.textContent = 'Close'
  close.addEventListener('click', () => dialog.close())
  // The widget takes every click in its dialog for one of its own, and undoes what it would have done.
  for (const ours of [box, close]) ours.addEventListener('click', (event) => event.stopPropagation())
  set(list, { role: 'group', 'aria-label': 'Countries' })

  const current = buttons.find((button) => button === document.activeElement)
  if (current) set(current, { 'aria-current': 'true' })
  let shown = buttons
  let stop = current ?? buttons[0]
  const moveStop = (next: HTMLElement | undefined) => {
    if (stop) stop.tabIndex = -1
    stop = next
    if (stop) stop.tabIndex = 0
  }
  for (const button of buttons) button.tabIndex = -1
  moveStop(stop)
  dialog.prepend(box)
  dialog.append(close)

  const show = () => {
    shown = matchCountries(entries, field.value).map(({ button }) => button)
    const fits = new Set(shown)
    for (const button of buttons) button.hidden = !fits.has(button)
    list.append(...shown, ...buttons.filter((button) => button.hidden))
    found.textContent = field.value.trim() === '' ? '' : many(shown.length, field.value)
    moveStop(field.value.trim() === '' ? (current ?? shown[0]) : shown[0])
    list.toggleAttribute('data-searched', field.value.trim() !== '')
    list.scrollTop = 0
  }
  const move = (to: number) => {
    const next = shown[Math.min(to, shown.length - 1)]
    if (to < 0 || !next) return field.focus()
    moveStop(next)
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }
  const steps: Record<string, (at: number) => number> = {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    PageDown: (at) => at + 8,
    PageUp: (at) => Math.max(at - 8, 0),
    Home: () => 0,
    End: () => shown.length - 1,
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const { key, target } = event
    const inField = target === field
    const at = target instanceof HTMLElement ? shown.indexOf(target) : -1
    // The first country that fits is where the list begins from the field.
    const step = inField || at >= 0 ? steps[key] : undefined
    if (key === 'Escape') {
      event.preventDefault()
      dialog.close()
    } else if (step && !(inField && (key === 'Home' || key === 'End' || key.startsWith('Page') || key === 'ArrowUp'))) {
      event.preventDefault()
      move(inField && !field.value.trim() && stop ? shown.indexOf(stop) : step(at))
    } else if (key === 'Enter' && inField) {
      event.preventDefault()
      event.stopPropagation()
      if (field.value.trim() !== '') shown[0]?.click()
    } else if (at >= 0 && key.length === 1 && key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // Typing goes on in the field, where this key arrives next.
      field.focus()
    }
  }
  // Before the widget, which would take Enter in the field for a choice.
  dialog.addEventListener('keydown', press, true)
  field.addEventListener('input', show)
  current?.scrollIntoView({ block: 'center' })
  // In a low window that scrolled the dialog, too, and took the name of the field out of sight.
  dialog.scrollTop = 0
  // A keyboard on the screen would cover the list before anybody asked for it.
  if (matchMedia('(pointer: coarse)').matches) stop?.focus()
  else field.focus()
}
