import type { Message } from '@/local/inbox/messages'
import type { Calls } from './requests'
import type { Faults } from './faults'
import type { Settings } from './settings'
import type { State } from './state'
import type { Webhooks } from './webhooks'

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
