import { emptyChargebee, type ChargebeeState } from '@/local/chargebee/records'
import { emptyInbox, type InboxState } from '@/local/inbox/messages'
import { openJsonFile, type JsonFile } from '@/local/json-file'
import { emptyStripe, type StripeState } from '@/local/stripe/records'
import { bareRecord } from './bare-record'
import type { Delivery } from './webhooks'

/** All that the stand-ins remember between starts. */
export type State = {
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
