/**
 * A state of the sign-in page as data: how to reach, check and leave it. `{email}` and the like are values returned by
 * `prepare`, or known for every user: email, other, password, phone, national.
 */
import type { TestAccounts } from './accounts'

type Role = 'button' | 'link' | 'radio'

export type Step =
  /** A field by its label, or by a selector that begins with #. */
  | { fill: string; with: string }
  /** An element by its name, or by a selector that begins with #. */
  | { press: string; role: Role }
  /** Types the code of the newest text message to a number into a field. */
  | { code: string; to: string }
  /** Opens the newest mail's link to that address. */
  | { mail: string }
  | { open: string }
  /** Continues in another browser (`all`), or signed out in the same one. */
  | { forget: 'all' | 'person' }
  /** Waits for a text. */
  | { see: string }
  /** Waits for a path. */
  | { arrive: string }

export const press = (name: string, role: Role = 'button'): Step => ({ press: name, role })
export const fill = (label: string, text: string): Step => ({ fill: label, with: text })

/** Replaces an answer of the identity service. */
export type Reply = {
  /** Such as `accounts:signUp`. */
  operation: string
  /** By default 400 with a message and 200 with a body. */
  status?: number
  message?: string
  body?: object
  fails?: 'hangs' | 'breaks'
  /** How often; always by default. */
  times?: number
}

export type Expects = {
  /** Name of the dialog that contains the rest. */
  dialog?: string
  heading?: string
  texts?: string[]
  alerts?: string[]
  buttons?: string[]
  links?: string[]
  fields?: string[]
}

export type Exit = { steps: Step[]; leads: { heading?: string; text?: string; path?: string } }

export type Values = Record<string, string>

export type State = {
  /** As in `SIGN_IN_CONFIG`. */
  settings?: Record<string, unknown>
  replies?: Reply[]
  /** Creates accounts and codes at the emulator. */
  prepare?: (accounts: TestAccounts) => Promise<Values | void>
  /** `/auth` by default. */
  path?: string
  steps?: Step[]
  expects: Expects
  exit?: Exit
  /** Milliseconds until the way out is offered. */
  exitAfter?: number
  lacks?: 'storage' | 'database' | 'captcha'
  /** Client id of the account that Google One Tap offers. */
  oneTap?: string
  /** Runs a second time for a project that shows which addresses have an account. */
  both?: true
}

export type States = Record<string, State>

/** Replaces `{name}` by its value everywhere in a piece of the table. */
export function filled<T>(piece: T, values: Values): T {
  if (typeof piece === 'string') return piece.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) as T
  if (Array.isArray(piece)) return piece.map((each: unknown) => filled(each, values)) as T
  if (typeof piece !== 'object' || piece === null) return piece
  return Object.fromEntries(Object.entries(piece).map(([name, value]) => [name, filled(value, values)])) as T
}
