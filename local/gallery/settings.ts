import { parseSignIn, type SignInSettings } from '@/lib/contract/sign-in'
import { exact, paths, siteName } from '@/lib/site'
import type { State } from './state'

const defaults = {
  signInSuccessUrl: exact.postLogin,
  tosUrl: paths.terms,
  privacyPolicyUrl: paths.privacy,
  siteName,
  widgetUrl: paths.auth,
}

/**
 * The settings of a state, judged as a person's own would be.
 * @throws with every problem by its name
 */
export function settingsOf({ name, settings }: Pick<State, 'name' | 'settings'>): SignInSettings {
  const result = parseSignIn(settings, defaults)
  if ('problems' in result) throw new Error(`${name}: ${result.problems.join('; ')}`)
  return result.settings
}

/** What `/api/config` answers while a state is open. */
export function overlaid(config: unknown, state: State): unknown {
  const given = config as { identity: object | null }
  // As in production, so that the vendor's captcha is asked; the stand-ins lead its calls back here.
  const identity = state.captcha ? { ...given.identity, emulator: false } : given.identity
  return { ...given, identity, signIn: settingsOf(state) }
}
