import { limits } from '@/lib/site'
import { network } from './error-words'

const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#0': '' }

/** The widget writes a name as HTML before it hands it over, and O’Brien would be called `O&#39;Brien` for good. */
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|#0);/g, (_, name: string) => letters[name] ?? '').slice(0, limits.nameLength)

const profile = (given: unknown) =>
  typeof given === 'object' && given !== null && 'displayName' in given && typeof given.displayName === 'string'
    ? { ...given, displayName: unescaped(given.displayName) }
    : given

const asksByPhone = new Set<string>(['signInWithPhoneNumber', 'linkWithPhoneNumber'])

async function phoneNumber(text: string): Promise<string | null> {
  const reader = await import('@/lib/browser/phone-number').catch((cause: unknown) => {
    throw Object.assign(new Error('The reader of phone numbers could not be loaded.', { cause }), { code: network })
  })
  return reader.phoneNumber(text)
}

/** What the widget hands over in a call, as the person meant it: one phone number has one form. */
export async function asTyped(name: string, args: readonly unknown[]): Promise<unknown[]> {
  const [first, ...others] = args
  if (name === 'updateProfile') return [profile(first), ...others]
  if (asksByPhone.has(name) && typeof first === 'string') return [(await phoneNumber(first)) ?? first, ...others]
  return [...args]
}

/**
 * @throws `auth/invalid-phone-number` for what cannot be one: an emulator would take anything, and the provider would
 * have to be asked
 */
export async function refuseWrongPhone(name: string, args: readonly unknown[]): Promise<void> {
  if (!asksByPhone.has(name) || typeof args[0] !== 'string' || (await phoneNumber(args[0]))) return
  throw Object.assign(new Error('This is no phone number.'), { code: 'auth/invalid-phone-number' })
}
