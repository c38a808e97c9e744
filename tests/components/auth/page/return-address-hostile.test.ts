import { describe, expect, test } from 'vitest'
import { unwrapAction } from '@/components/auth/page/address'
import { askedAddress, returnAddress } from '@/components/auth/page/return-address'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { settingsOf } from '@/tests/components/auth/settings'

const origins = ['https://unhurried.example', 'http://localhost:3000']
const usual = settingsOf()
const renamed = settingsOf({ queryParameterForSignInSuccessUrl: 'next', queryParameterForWidgetMode: 'view' })

/** Holds for every address that the page goes to. */
function isOurs(address: string, origin: string): boolean {
  const url = new URL(address)
  return (
    /^https?:$/.test(url.protocol) &&
    address.startsWith(`${origin}/`) &&
    url.origin === origin &&
    url.username === '' &&
    url.password === '' &&
    !url.pathname.startsWith('//') &&
    !/^\/+auth\/*$/.test(decodeURIComponent(url.pathname)) &&
    address.length <= 4096
  )
}

const shown = (address: string) => JSON.stringify(address).slice(0, 80)
const bad = (check: (asked: string, origin: string) => string | null) =>
  hostileAddresses.flatMap((asked) =>
    origins.flatMap((origin) => {
      const answer = check(asked, origin)
      return answer === null || isOurs(answer, origin) ? [] : [`${shown(asked)} → ${shown(answer)}`]
    }),
  )

test('the list is long and has no duplicates', () => {
  expect(hostileAddresses.length).toBeGreaterThan(900)
  expect(new Set(hostileAddresses).size).toBe(hostileAddresses.length)
})

test('always returns an address on this origin, never the sign-in page', () => {
  expect(bad((asked, origin) => returnAddress(asked, origin, usual.signInSuccessUrl))).toEqual([])
})

test('does so with a wrong default address as well', () => {
  expect(bad((asked, origin) => returnAddress(null, origin, asked))).toEqual([])
})

describe.each([
  ['signInSuccessUrl', usual],
  ['signInSuccessUrl', renamed],
  ['next', renamed],
] as const)('in the query, as %s', (name, settings) => {
  const through = (query: string, origin: string) =>
    returnAddress(askedAddress(query, settings), origin, settings.signInSuccessUrl)

  test('does so for encoded and doubly encoded addresses', () => {
    for (const write of [encodeURIComponent, (text: string) => encodeURIComponent(encodeURIComponent(text)), String]) {
      const written = (asked: string) => {
        try {
          return write(asked)
        } catch {
          return asked
        }
      }
      expect(bad((asked, origin) => through(`?${name}=${written(asked)}`, origin))).toEqual([])
    }
  })

  test('does so for repeated and array parameters', () => {
    for (const query of [
      (asked: string) => `?${name}=${asked}&${name}=${asked}`,
      (asked: string) => `?${name}=/profile&${name}=${asked}`,
      (asked: string) => `?${name}=${asked}&${name}=/profile`,
      (asked: string) => `?${name}[]=${asked}`,
      (asked: string) => `?${name}[0]=${asked}`,
    ]) {
      expect(bad((asked, origin) => through(query(asked), origin))).toEqual([])
    }
  })
})

/** Reads a parameter like the widget: by its text anywhere in the address. */
function asTheWidgetReads(href: string, name: string): string | null {
  const found = new RegExp(`[?&]${name}=([^&#]*)`).exec(href.replace(/#.*$/s, ''))
  return found ? decodeURIComponent((found[1] ?? '').replace(/\+/g, ' ')) : null
}

describe.each([
  'resetPassword',
  'verifyEmail',
  'verifyAndChangeEmail',
  'recoverEmail',
  'RESETPASSWORD',
  'signIn',
  'select',
])('the widget opens no foreign address after %s', (mode) => {
  const queries: [string, (asked: string) => string][] = [
    ['continueUrl', (asked) => `mode=${mode}&oobCode=c&continueUrl=${asked}`],
    ['twice', (asked) => `continueUrl=/profile&mode=${mode}&oobCode=c&continueUrl=${asked}`],
    ['inside another value', (asked) => `mode=${mode}&oobCode=c&x=?continueUrl=${asked}`],
    ['under an encoded name', (asked) => `mode=${mode}&oobCode=c&continue%55rl=${asked}`],
    ['under the configured name of the mode', (asked) => `view=${mode}&oobCode=c&continueUrl=${asked}`],
  ]
  const wrap = (asked: string) => {
    try {
      return encodeURIComponent(asked)
    } catch {
      return encodeURIComponent(asked.toWellFormed())
    }
  }

  test.each(queries)('%s', (_, query) => {
    for (const settings of [usual, renamed]) {
      const goesTo = (asked: string, origin: string) => {
        const to = asTheWidgetReads(unwrapAction(`${origin}/auth?${query(wrap(asked))}`, settings), 'continueUrl')
        // Without another address, an action ends on the sign-in page.
        return to === `${origin}/auth` ? null : to
      }
      expect(bad(goesTo)).toEqual([])
    }
  })

  test('does so inside a continueUrl of this site', () => {
    for (const inner of ['continueUrl', 'signInSuccessUrl', 'mode', 'oobCode']) {
      const goesTo = (asked: string, origin: string) => {
        const own = `${origin}/auth?${inner}=${wrap(asked)}`
        const href = unwrapAction(`${origin}/auth?mode=${mode}&oobCode=c&continueUrl=${wrap(own)}`, usual)
        const to = asTheWidgetReads(href, 'continueUrl')
        const query = new URL(href).search
        expect(query).toContain('oobCode=c')
        expect(isOurs(returnAddress(askedAddress(query, usual), origin, usual.signInSuccessUrl), origin)).toBe(true)
        return to === `${origin}/auth` ? null : to
      }
      expect(bad(goesTo)).toEqual([])
    }
  })
})

test('checks the address that the widget passes on', () => {
  // The widget passes the parameter to its success callback.
  const handed = (asked: string, origin: string) => {
    const href = `${origin}/auth?signInSuccessUrl=${encodeURIComponent(asked.toWellFormed())}`
    const redirectUrl = asTheWidgetReads(href, 'signInSuccessUrl')
    return returnAddress(redirectUrl, origin, usual.signInSuccessUrl)
  }
  expect(bad(handed)).toEqual([])
})
