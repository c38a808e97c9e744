/** State and services shared by the stand-ins. */
import { randomInt } from 'node:crypto'
import { type ChargebeeState, emptyChargebee } from '@/local/chargebee/records'
import { emptyInbox, type InboxState, type Message } from '@/local/inbox/messages'
import { type JsonFile, openJsonFile } from '@/local/json-file'
import { emptyStripe, type StripeState } from '@/local/stripe/records'
import type { Faults } from './faults'
import type { CallLog } from './call-log'
import type { Settings } from './settings'
import type { Delivery, Webhooks } from './webhooks'

export type Context = {
  settings: Settings
  state: State
  /** Must be called after a change of the state. */
  changed(): void
  /** Seconds. */
  now(): number
  webhooks: Webhooks
  faults: Faults
  calls: CallLog
  mail(message: Omit<Message, 'links' | 'at'>): void
}

type State = {
  stripe: StripeState
  chargebee: ChargebeeState
  inbox: InboxState
  deliveries: Delivery[]
}

export function openState(path: string): JsonFile<State> {
  const file = openJsonFile<State>(path, {
    stripe: emptyStripe(),
    chargebee: emptyChargebee(),
    inbox: emptyInbox(),
    deliveries: [],
  })
  file.value.stripe = { ...emptyStripe(), ...file.value.stripe }
  file.value.chargebee = { ...emptyChargebee(), ...file.value.chargebee }
  removePrototypes(file.value.stripe)
  removePrototypes(file.value.chargebee)
  return file
}

function removePrototypes(records: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(records)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      records[name] = nullPrototypeRecord(value as Record<string, unknown>)
    }
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Such as `cus_` and 24 letters and digits. */
export function newId(prefix = '', length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Safe for ids from requests, such as `constructor` and `__proto__`. */
export const nullPrototypeRecord = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)
