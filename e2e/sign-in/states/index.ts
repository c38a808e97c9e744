import type { State } from './state'
import { actionStates } from './actions'
import { linkStates } from './link'
import { linkingStates } from './linking'
import { messageStates } from './messages'
import { passwordStates } from './password'
import { phoneStates } from './phone'
import { refusalStates } from './refusals'
import { startStates } from './start'
import { tenantStates } from './tenants'

/** Every state of the sign-in page, in order. */
export const states: readonly State[] = [
  ...startStates,
  ...passwordStates,
  ...linkStates,
  ...linkingStates,
  ...phoneStates,
  ...refusalStates,
  ...actionStates,
  ...tenantStates,
  ...messageStates,
]
