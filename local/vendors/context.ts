/** State and services shared by the stand-ins. */
import { randomInt } from 'node:crypto'
import { emptyInbox, type InboxState, type Message } from '@/local/inbox/messages'
import { type JsonFile, openJsonFile } from '@/local/json-file'
import { emptyBilling, type BillingState } from './records'
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
  stripe: BillingState
  chargebee: BillingState
  inbox: InboxState
  deliveries: Delivery[]
}

export const openState = (path: string): JsonFile<State> =>
  openJsonFile<State>(path, {
    stripe: emptyBilling(),
    chargebee: emptyBilling(),
    inbox: emptyInbox(),
    deliveries: [],
  })

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Such as `cus_` and 24 letters and digits. */
export function newId(prefix = '', length = 24): string {
  return prefix + Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
