import { describe, expect, test } from 'vitest'
import { isFileStore } from '@/lib/content/sources/notion/client'
import { receiptAddress } from '@/lib/contract/receipt'
import { parseSignIn } from '@/lib/contract/sign-in'
import { assertReturnAddress } from '@/lib/server/billing/checkout'
import { isHelperPath, responseHeadersFromHost, targetUrl } from '@/lib/server/identity/proxy-rules'
import { hostileAddresses } from './addresses'

const origin = 'https://unhurried.example'
const shown = (text: string) => JSON.stringify(text).slice(0, 100)

/** Whether an address is on our origin, for a browser and for a parser that does not treat a backslash as a slash. */
const isOurs = (address: string) => {
  const url = URL.parse(address)
  const [, authority = ''] = /^https:\/\/([^/?#]*)/.exec(address) ?? []
  return url?.origin === origin && !url.username && !url.password && authority === 'unhurried.example'
}

test('accepts none as a return address', () => {
  const taken = hostileAddresses.filter((address) => {
    try {
      assertReturnAddress(address, origin, 'stripe')
      return true
    } catch {
      return false
    }
  })
  expect(taken.filter((address) => !isOurs(address)).map(shown)).toEqual([])
})

test('allows only http and https receipt links', () => {
  const results = hostileAddresses.map((url) => receiptAddress({ url })).filter((url) => url !== null)
  expect(results.filter((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? 'https:')).map(shown)).toEqual([])
})

test('accepts none as a file store of Notion', () => {
  expect(hostileAddresses.filter((address) => isFileStore(address, null)).map(shown)).toEqual([])
  expect(hostileAddresses.filter((address) => isFileStore(address, 'http://127.0.0.1:4010')).map(shown)).toEqual([])
})

describe('the identity proxy', () => {
  const base = 'https://project.firebaseapp.com'
  /** As in a request line, which cannot contain white space and control characters. */
  const requested = hostileAddresses.flatMap((text) =>
    ['/', '/__/auth/', '/__/auth/handler?x='].flatMap((before) => {
      const url = URL.parse(
        `${origin}${before}${text.replace(/[\s\p{C}]/gu, (character) => encodeURIComponent(character.toWellFormed()))}`,
      )
      return url ? [url.href] : []
    }),
  )

  test('forwards to the identity host only', () => {
    const results = requested.map((address) => targetUrl(base, address).origin)
    expect(results.filter((each) => each !== base)).toEqual([])
  })

  test('forwards two path prefixes only', () => {
    const results = requested
      .map((address) => targetUrl(base, address))
      .filter(({ pathname }) => isHelperPath(pathname))
    expect(results.length).toBeGreaterThan(100)
    // The host may decode a path twice, or take a backslash for a slash.
    const read = ({ pathname }: URL) => {
      const plain = decodeURIComponent(decodeURIComponent(pathname)).replaceAll('\\', '/').replaceAll('..;', '..')
      return URL.parse(base + plain)?.pathname ?? ''
    }
    const isBelow = (path: string) => /^\/__\/(auth|firebase)\//.test(path) && !path.includes('//')
    expect(results.filter((url) => !isBelow(url.pathname) || !isBelow(read(url))).map(String)).toEqual([])
  })

  test('keeps redirects within the host on our origin', () => {
    const address = new URL('/__/auth/handler', base)
    const redirects = hostileAddresses
      .flatMap((text) => [text, `${base}/${text}`])
      .flatMap((location) => {
        try {
          return URL.parse(location, address.href)?.host === address.host ? [new Headers({ location })] : []
        } catch {
          // Not a valid header value.
          return []
        }
      })
    expect(redirects.length).toBeGreaterThan(100)
    const results = redirects.map((headers) => responseHeadersFromHost(headers, address, origin).get('location') ?? '')
    expect(results.filter((location) => URL.parse(location, origin)?.origin !== origin).map(shown)).toEqual([])
  })
})

describe('sign-in settings', () => {
  const defaults = {
    signInSuccessUrl: '/x',
    tosUrl: '/t',
    privacyPolicyUrl: '/p',
    siteName: 'Unhurried',
    widgetUrl: '/auth',
  }
  const read = (value: object) => {
    const result = parseSignIn(value, defaults)
    return 'settings' in result ? result.settings : null
  }
  const away = (address: string | null | undefined) =>
    typeof address === 'string' && URL.parse(address, origin)?.origin !== origin

  test('redirect to this site only', () => {
    const results = hostileAddresses.map((signInSuccessUrl) => read({ signInSuccessUrl })?.signInSuccessUrl)
    expect(results.filter(away)).toEqual([])
  })

  test('load icons from this site only', () => {
    const results = hostileAddresses.map(
      (iconUrl) =>
        read({ signInOptions: [{ provider: 'google.com', iconUrl }, 'password'] })?.signInOptions[0]?.iconUrl,
    )
    expect(results.filter(away)).toEqual([])
  })

  test('link to https addresses only', () => {
    const results = hostileAddresses.map((tosUrl) => read({ tosUrl })?.tosUrl ?? '/')
    expect(results.filter((address) => URL.parse(address, origin)?.protocol !== 'https:').map(shown)).toEqual([])
  })
})
