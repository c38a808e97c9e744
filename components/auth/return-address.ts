import { exact, paths } from '@/lib/site'

/** Browsers drop control characters and turn backslashes round before they read an address. */
const isTrick = (letter: string) =>
  letter <= ' ' || letter === '\\' || (letter >= '\u007f' && letter <= '\u009f') || /[\u2028\u2029]/.test(letter)

/**
 * Where to go after signing in: the address that was asked for if it is on this origin, else the
 * usual one. Always absolute, so that no path of it can be read as another host.
 * @param asked value of `signInSuccessUrl`, whoever wrote it
 */
export function returnAddress(asked: string | null | undefined, origin: string): string {
  const usual = origin + exact.postLogin
  if (!asked || [...asked].some(isTrick) || !/^(\/|https?:\/\/)/i.test(asked)) return usual
  let url: URL
  try {
    url = new URL(asked, origin)
  } catch {
    return usual
  }
  const plain = url.origin === origin && !url.username && !url.password
  const loops = url.pathname.replace(/\/+$/, '') === paths.auth
  return plain && !loops ? url.href : usual
}
