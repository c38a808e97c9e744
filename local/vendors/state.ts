import { emptyChargebee, type ChargebeeState } from '@/local/chargebee/records'
import { emptyInbox, type InboxState } from '@/local/inbox/messages'
import { openJsonFile, type JsonFile } from '@/local/json-file'
import { emptyStripe, type StripeState } from '@/local/stripe/records'
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
  return openJsonFile(path, {
    stripe: emptyStripe(),
    chargebee: emptyChargebee(),
    inbox: emptyInbox(),
    deliveries: [],
  })
}
