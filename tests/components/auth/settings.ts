import type { Words } from '@/components/auth/answers'
import { parseSignIn, type SignInSettings } from '@/lib/contract/sign-in'
import { signInDefaults } from '@/lib/env'
import { translatorOf } from '@/lib/i18n/messages'

/** In English. */
export const words: Words = {
  locale: 'en',
  auth: await translatorOf('en', 'auth'),
  requests: await translatorOf('en', 'requests'),
  identity: await translatorOf('en', 'identity'),
}

/** Settings as an owner would write them, with every default filled in. */
export function settingsOf(value: Record<string, unknown> = {}): SignInSettings {
  const result = parseSignIn(value, signInDefaults)
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.settings
}
