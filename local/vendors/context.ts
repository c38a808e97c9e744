/** What every stand-in works with, and the state that it keeps. */
import { randomInt } from 'node:crypto'
import { type ChargebeeState, emptyChargebee } from '@/local/chargebee/records'
import { emptyInbox, type InboxState, type Message } from '@/local/inbox/messages'
import { type JsonFile, openJsonFile } from '@/local/json-file'
import { emptyStripe, type StripeState } from '@/local/stripe/records'
import type { Faults } from './faults'
import type { Calls } from './call-log'
import type { Settings } from './settings'
import type { Delivery, Webhooks } from './webhooks'

/** What every stand-in works with. */
export type Desk = {
  settings: Settings
  state: State
  /** To be called after the state was changed. */
  changed(): void
  /** Seconds. */
  now(): number
  webhooks: Webhooks
  faults: Faults
  calls: Calls
  /** Puts a message into the inbox. */
  mail(message: Omit<Message, 'links' | 'at'>): void
}

/** All that the stand-ins remember between starts. */
type State = {
  stripe: StripeState
  chargebee: ChargebeeState
  inbox: InboxState
  deliveries: Delivery[]
}

/** Opens the file that remembers it, such as `.data/vendors.json`. */
export function openState(path: string): JsonFile<State> {
  const file = openJsonFile<State>(path, {
    stripe: emptyStripe(),
    chargebee: emptyChargebee(),
    inbox: emptyInbox(),
    deliveries: [],
  })
  // What an earlier start has written lacks what is new.
  file.value.stripe = { ...emptyStripe(), ...file.value.stripe }
  file.value.chargebee = { ...emptyChargebee(), ...file.value.chargebee }
  bareRecords(file.value.stripe)
  bareRecords(file.value.chargebee)
  return file
}

/** What a vendor keeps is asked for by ids that a call names, whatever they are. */
function bareRecords(kept: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(kept)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      kept[name] = bareRecord(value as Record<string, unknown>)
    }
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of letters and digits, as the vendors make them: `cus_` and the like in front. */
export function newId(prefix = '', length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * A record with these entries and nothing else: what the world names may be any text, and a plain object has
 * something at `constructor` and `__proto__` too.
 */
export const bareRecord = <T>(entries: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, entries)
