import { describe, expect, test } from 'vitest'
import { unwrapAction, requestedReturnAddress, returnAddress } from '@/components/auth/address'
import { settingsOf } from './settings'
import { hostileAddresses } from '@/tests/hostile/addresses'

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
const bad = (check: (requested: string, origin: string) => string | null) =>
  hostileAddresses.flatMap((requested) =>
    origins.flatMap((origin) => {
      const answer = check(requested, origin)
      return answer === null || isOurs(answer, origin) ? [] : [`${shown(requested)} → ${shown(answer)}`]
    }),
  )

test('always returns an address on this origin, never the sign-in page', () => {
  expect(bad((requested, origin) => returnAddress(requested, origin, usual.signInSuccessUrl))).toEqual([])
})

describe.each([
  ['signInSuccessUrl', usual],
  ['signInSuccessUrl', renamed],
  ['next', renamed],
] as const)('in the query, as %s', (name, settings) => {
  const through = (query: string, origin: string) =>
    returnAddress(requestedReturnAddress(query, settings), origin, settings.signInSuccessUrl)

  test('rejects encoded and doubly encoded addresses', () => {
    for (const write of [encodeURIComponent, (text: string) => encodeURIComponent(encodeURIComponent(text)), String]) {
      const written = (requested: string) => {
        try {
          return write(requested)
        } catch {
          return requested
        }
      }
      expect(bad((requested, origin) => through(`?${name}=${written(requested)}`, origin))).toEqual([])
    }
  })

  test('rejects repeated and array parameters', () => {
    for (const query of [
      (requested: string) => `?${name}=${requested}&${name}=${requested}`,
      (requested: string) => `?${name}=/profile&${name}=${requested}`,
      (requested: string) => `?${name}=${requested}&${name}=/profile`,
      (requested: string) => `?${name}[]=${requested}`,
      (requested: string) => `?${name}[0]=${requested}`,
    ]) {
      expect(bad((requested, origin) => through(query(requested), origin))).toEqual([])
    }
  })
})

/** Reads a parameter like the widget: by its text anywhere in the address. */
function asTheWidgetReads(href: string, name: string): string | null {
  const found = new RegExp(`[?&]${name}=([^&#]*)`).exec(href.replace(/#.*$/s, ''))
  return found ? decodeURIComponent((found[1] ?? '').replace(/\+/g, ' ')) : null
}

const modes = 'resetPassword verifyEmail verifyAndChangeEmail recoverEmail RESETPASSWORD signIn select'.split(' ')

describe.each(modes)('opens no foreign address after %s', (mode) => {
  const queries: [string, (requested: string) => string][] = [
    ['continueUrl', (requested) => `mode=${mode}&oobCode=c&continueUrl=${requested}`],
    ['twice', (requested) => `continueUrl=/profile&mode=${mode}&oobCode=c&continueUrl=${requested}`],
    ['inside another value', (requested) => `mode=${mode}&oobCode=c&x=?continueUrl=${requested}`],
    ['under an encoded name', (requested) => `mode=${mode}&oobCode=c&continue%55rl=${requested}`],
    ['under the configured name of the mode', (requested) => `view=${mode}&oobCode=c&continueUrl=${requested}`],
  ]
  const wrap = (requested: string) => {
    try {
      return encodeURIComponent(requested)
    } catch {
      return encodeURIComponent(requested.toWellFormed())
    }
  }

  test.each(queries)('%s', (_, query) => {
    for (const settings of [usual, renamed]) {
      const goesTo = (requested: string, origin: string) => {
        const to = asTheWidgetReads(unwrapAction(`${origin}/auth?${query(wrap(requested))}`, settings), 'continueUrl')
        // Without another address, an action ends on the sign-in page.
        return to === `${origin}/auth` ? null : to
      }
      expect(bad(goesTo)).toEqual([])
    }
  })

  test('opens none inside a continueUrl of this site', () => {
    for (const inner of ['continueUrl', 'signInSuccessUrl', 'mode', 'oobCode']) {
      const goesTo = (requested: string, origin: string) => {
        const own = `${origin}/auth?${inner}=${wrap(requested)}`
        const href = unwrapAction(`${origin}/auth?mode=${mode}&oobCode=c&continueUrl=${wrap(own)}`, usual)
        const to = asTheWidgetReads(href, 'continueUrl')
        const query = new URL(href).search
        expect(query).toContain('oobCode=c')
        expect(
          isOurs(returnAddress(requestedReturnAddress(query, usual), origin, usual.signInSuccessUrl), origin),
        ).toBe(true)
        return to === `${origin}/auth` ? null : to
      }
      expect(bad(goesTo)).toEqual([])
    }
  })
})
