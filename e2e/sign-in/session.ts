/** One opened state of the sign-in page: its accounts, replies and calls, found again by a cookie. */
import { randomUUID } from 'node:crypto'
import { parseSignIn, type SignInSettings } from '@/lib/contract/sign-in'
import { registeredPaths, paths, siteName } from '@/lib/site'
import { newPerson, testAccounts, type TestAccounts } from './accounts'
import { filled, type Reply, type State, type Values } from './states/state'

/** Email enumeration protection. */
export type Protection = 'on' | 'off'

export const cookieName = 'sign-in-state'

export type Session = {
  id: string
  state: State
  protection: Protection
  accounts: TestAccounts
  values: Values
  /** Identity operations that were called, in their order. */
  calls: string[]
  path: string
  /** The next prepared reply to an operation. */
  reply(operation: string): Reply | undefined
}

type Opening = { state: State; protection: Protection; identity: string; origin: string }

/** Creates the accounts and codes that a state needs. */
export async function openSession({ state, protection, identity, origin }: Opening): Promise<Session> {
  const values = { ...newPerson(), origin }
  const accounts = testAccounts(identity, origin, values)
  Object.assign(values, await state.prepare?.(accounts))
  const replies = (state.replies ?? []).map((reply) => ({ ...filled(reply, values), left: reply.times ?? Infinity }))
  return {
    id: randomUUID(),
    state: filled(state, values),
    protection,
    accounts,
    values,
    calls: [],
    path: filled(state.path ?? '/auth', values),
    reply(operation) {
      const found = replies.find((reply) => reply.operation === operation && reply.left > 0)
      if (found) found.left -= 1
      return found
    },
  }
}

const defaults = {
  signInSuccessUrl: registeredPaths.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

/** @throws with every problem of the settings by its name */
export function settingsOf({ name, settings }: Pick<State, 'name' | 'settings'>): SignInSettings {
  const result = parseSignIn(settings, defaults)
  if ('problems' in result) throw new Error(`${name}: ${result.problems.join('; ')}`)
  return result.settings
}

/** The site's `/api/config` with a state's settings in it. */
export function withSettings(config: unknown, state: State): unknown {
  const given = config as { identity: object | null }
  // As in production, so that the SDK asks for a captcha.
  const identity = state.captcha ? { ...given.identity, emulator: false } : given.identity
  return { ...given, identity, signIn: settingsOf(state) }
}
