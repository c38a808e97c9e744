/**
 * One state of the sign-in page, as data: how it comes up, what stands there, and the way out. The gallery
 * shows it to a person, the matrix in `e2e/sign-in` holds the page to it. `{email}` and the like stand for
 * values that `prepare` returns, or that every opening has: email, other, password, phone, national.
 */
import type { Kit } from './kit'

type Role = 'button' | 'link' | 'radio'

/** What a person does, by the names that they see. */
export type Step =
  /** By the field's label, or by its id after a #. */
  | { fill: string; with: string }
  /** By its name, or by a selector that begins with #, for pages of others that give it none. */
  | { press: string; role: Role }
  /** Presses Enter in the field of that name. */
  | { enter: string }
  /** Types the code of the newest text message to that number into the field of that name. */
  | { code: string; to: string }
  /** Opens the newest mail's link to that address. */
  | { mail: string }
  | { open: string }
  /** Another browser from here on; or the same one, in which the person has signed out. */
  | { forget: 'all' | 'person' }
  /** Waits until this text stands on the page. */
  | { see: string }
  /** Waits until the page has this path. */
  | { arrive: string }

export const press = (name: string, role: Role = 'button'): Step => ({ press: name, role })
export const fill = (label: string, text: string): Step => ({ fill: label, with: text })

/** An answer of the identity service that is given in place of its own. */
export type Reply = {
  /** As in the address: `accounts:signUp`. */
  operation: string
  /** 400 with a message, 200 with a body, unless said otherwise. */
  status?: number
  message?: string
  body?: object
  /** No answer ever, or a connection that breaks. */
  fails?: 'hangs' | 'breaks'
  /** How often, before the service answers itself again; always by default. */
  times?: number
}

export type Expects = {
  /** Name of the dialog in which all the rest stands; else it is the page. */
  dialog?: string
  /** Name of a heading of the widget's own page. */
  heading?: string
  texts?: string[]
  /** Texts in an element with the role `alert`. */
  alerts?: string[]
  buttons?: string[]
  links?: string[]
  fields?: string[]
}

export type Exit = { steps: Step[]; leads: { heading?: string; text?: string; path?: string } }

export type Values = Record<string, string>

export type State = {
  /** In lower case and hyphens: its address in the gallery. */
  name: string
  group: string
  /** Over the site's own settings, as `SIGN_IN_CONFIG` would have them. */
  settings?: object
  replies?: Reply[]
  /** Makes the accounts and codes that the state needs, at the emulator alone. */
  prepare?: (kit: Kit) => Promise<Values>
  /** `/auth` by default. */
  path?: string
  steps?: Step[]
  expects: Expects
  /** Null where the page has no way out of its own. */
  exit: Exit | null
  /** Milliseconds until the way out is there; the matrix lets them go by at once. */
  exitAfter?: number
  /** Identity operations that bringing it up, or leaving it, must call. */
  calls?: string[]
  /** What the browser lacks; `database`: nobody who has signed in is ever written down. */
  lacks?: 'storage' | 'scripts' | 'database'
  /** The vendor's captcha, which an emulator otherwise switches off. */
  captcha?: 'solves' | 'waits'
  /** The vendor's One Tap, which offers an account of this client. */
  oneTap?: string
  /** Why the browser's console may hold errors: statuses that it reports by itself, and the widget's own notes. */
  console?: RegExp[]
}

/** Puts the values in place of their names, everywhere in a piece of the table. */
export function filled<T>(piece: T, values: Values): T {
  if (typeof piece === 'string') return piece.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) as T
  if (Array.isArray(piece)) return piece.map((each: unknown) => filled(each, values)) as T
  if (typeof piece !== 'object' || piece === null || piece instanceof RegExp) return piece
  return Object.fromEntries(Object.entries(piece).map(([name, value]) => [name, filled(value, values)])) as T
}
