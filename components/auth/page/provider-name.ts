import { providerNames } from '@/lib/browser/account-methods'
import type { SignInSettings } from '@/lib/contract/sign-in'

/** What people call a provider, in the middle of a sentence. */
export function providerName(id: string, settings: Pick<SignInSettings, 'signInOptions' | 'tenants'>): string {
  const lists = [settings.signInOptions, ...Object.values(settings.tenants ?? {}).map((tenant) => tenant.signInOptions)]
  const own = lists.flat().find(({ provider }) => provider === id)?.providerName
  return own ?? providerNames[id] ?? 'the provider'
}
