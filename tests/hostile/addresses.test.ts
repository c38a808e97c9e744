import { describe, expect, test } from 'vitest'
import { isStore } from '@/lib/content/sources/notion/file-store'
import { receiptAddress } from '@/lib/contract/receipt'
import { parseSignIn } from '@/lib/contract/sign-in'
import { assertReturnAddress } from '@/lib/server/billing/checkout-checks'
import { authPaths, responseHeadersFromHost, targetUrl } from '@/lib/server/identity/proxy-rules'
import { hostileAddresses } from './addresses'

const origin = 'https://unhurried.example'
const shown = (text: string) => JSON.stringify(text).slice(0, 100)

/** Whether readers agree that an address is on our origin: a browser, and one for whom a backslash is a letter. */
const isOurs = (address: string) => {
  const url = URL.parse(address)
  const [, authority = ''] = /^https:\/\/([^/?#]*)/.exec(address) ?? []
  return url?.origin === origin && !url.username && !url.password && authority === 'unhurried.example'
}

test('the addresses are many, and the same at every run', () => {
  expect(hostileAddresses.length).toBeGreaterThan(900)
  expect(new Set(hostileAddresses).size).toBe(hostileAddresses.length)
  // Most of them do lead away, or run something, for who follows them as they are.
  const dangerous = hostileAddresses.filter((text) => URL.parse(text, origin)?.origin !== origin)
  expect(dangerous.length).toBeGreaterThan(350)
})

test('no provider is told to send a person back to one', () => {
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

test('none is a page of a receipt but one of the web', () => {
  const led = hostileAddresses.map((url) => receiptAddress({ url })).filter((url) => url !== null)
  expect(led.filter((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? 'https:')).map(shown)).toEqual([])
})

test('none is a store of Notion’s', () => {
  expect(hostileAddresses.filter((address) => isStore(address, null)).map(shown)).toEqual([])
  expect(hostileAddresses.filter((address) => isStore(address, 'http://127.0.0.1:4010')).map(shown)).toEqual([])
})

describe('what passes to the identity service’s host', () => {
  const base = 'https://project.firebaseapp.com'
  /** As a request line may bring it: after the origin, with the signs that no request line can hold written as escapes. */
  const asked = hostileAddresses.flatMap((text) =>
    ['/', '/__/auth/', '/__/auth/handler?x='].flatMap((before) => {
      const url = URL.parse(
        `${origin}${before}${text.replace(/[\s\p{C}]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))}`,
      )
      return url ? [url.href] : []
    }),
  )

  test('goes to that host', () => {
    const led = asked.map((address) => targetUrl(base, address)?.origin ?? base)
    expect(led.filter((each) => each !== base)).toEqual([])
  })

  test('and to its two areas alone', () => {
    const led = asked.map((address) => targetUrl(base, address, authPaths)).filter((url) => url !== null)
    expect(led.length).toBeGreaterThan(500)
    // As the host may read it, which may decode a path that was decoded before, or take a backslash for a slash.
    const read = ({ pathname }: URL) => {
      const plain = decodeURIComponent(decodeURIComponent(pathname)).replaceAll('\\', '/').replaceAll('..;', '..')
      return URL.parse(base + plain)?.pathname ?? ''
    }
    const isBelow = (path: string) => authPaths.some((area) => path.startsWith(area) && !path.includes('//'))
    expect(led.filter((url) => !isBelow(url.pathname) || !isBelow(read(url))).map(String)).toEqual([])
  })

  test('a way that it leads within itself stays on our origin', () => {
    const address = new URL('/__/auth/handler', base)
    const told = hostileAddresses
      .flatMap((text) => [text, `${base}/${text}`])
      .flatMap((location) => {
        try {
          return URL.parse(location, address.href)?.host === address.host ? [new Headers({ location })] : []
        } catch {
          // No header can carry it.
          return []
        }
      })
    expect(told.length).toBeGreaterThan(100)
    const led = told.map((headers) => responseHeadersFromHost(headers, address, origin).get('location') ?? '')
    expect(led.filter((location) => URL.parse(location, origin)?.origin !== origin).map(shown)).toEqual([])
  })
})

describe('as a setting of the sign-in', () => {
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

  test('none is where people go afterwards, unless it is on this site', () => {
    const led = hostileAddresses.map((signInSuccessUrl) => read({ signInSuccessUrl })?.signInSuccessUrl)
    expect(led.filter(away)).toEqual([])
  })

  test('none is an icon that another host is asked for', () => {
    const led = hostileAddresses.map(
      (iconUrl) =>
        read({ signInOptions: [{ provider: 'google.com', iconUrl }, 'password'] })?.signInOptions[0]?.iconUrl,
    )
    expect(led.filter(away)).toEqual([])
  })

  test('none is a link that runs something', () => {
    const led = hostileAddresses.map((tosUrl) => read({ tosUrl })?.tosUrl ?? '/')
    expect(led.filter((address) => URL.parse(address, origin)?.protocol !== 'https:').map(shown)).toEqual([])
  })
})
