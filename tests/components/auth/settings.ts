import { parseSignIn, type SignInSettings } from '@/lib/contract/sign-in'
import { signInDefaults } from '@/lib/env'

/** Settings as an owner would write them, with every default filled in. */
export function settingsOf(value: Record<string, unknown> = {}): SignInSettings {
  const result = parseSignIn(value, signInDefaults)
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.settings
}
