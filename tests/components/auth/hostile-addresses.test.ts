import { expect, test } from 'vitest'
import { unwrapAction, requestedReturnAddress, returnAddress } from '@/components/auth/address'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { settingsOf } from './settings'

const origins = ['https://unhurried.example', 'http://localhost:3000']
const usual = settingsOf()
const renamed = settingsOf({ queryParameterForSignInSuccessUrl: 'next', queryParameterForWidgetMode: 'view' })

/** Holds for every address that the page goes to. */
function isOurs(address: string, origin: string): boolean {
  const url = new URL(address)
  return (
    address.startsWith(`${origin}/`) &&
    url.origin === origin &&
    url.username + url.password === '' &&
    !url.pathname.startsWith('//') &&
    !/^\/+auth\/*$/.test(decodeURIComponent(url.pathname))
  )
}

const bad = (answerTo: (requested: string, origin: string) => string | null) =>
  hostileAddresses.flatMap((requested) =>
    origins.flatMap((origin) => {
      const answer = answerTo(requested, origin)
      return answer === null || isOurs(answer, origin) ? [] : [`${JSON.stringify(requested).slice(0, 80)} → ${answer}`]
    }),
  )

test('always returns an address on this origin, never the sign-in page', () => {
  expect(bad((requested, origin) => returnAddress(requested, origin, usual.signInSuccessUrl))).toEqual([])
})

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

test.each<[string, (requested: string) => string]>([
  ['as it is', (requested) => `?signInSuccessUrl=${requested}`],
  ['encoded', (requested) => `?signInSuccessUrl=${encoded(requested)}`],
  ['encoded twice', (requested) => `?next=${encoded(encoded(requested))}`],
  ['twice', (requested) => `?next=/profile&next=${requested}`],
  ['in an array', (requested) => `?next[]=${requested}`],
])('rejects it in the query, %s', (_, query) => {
  for (const settings of [usual, renamed]) {
    const goesTo = (requested: string, origin: string) =>
      returnAddress(requestedReturnAddress(query(requested), settings), origin, settings.signInSuccessUrl)
    expect(bad(goesTo)).toEqual([])
  }
})

/** Reads a parameter like the widget: by its text anywhere in the address. */
function asTheWidgetReads(href: string, name: string): string | null {
  const found = new RegExp(`[?&]${name}=([^&#]*)`).exec(href.replace(/#.*$/s, ''))
  return found ? decodeURIComponent((found[1] ?? '').replace(/\+/g, ' ')) : null
}

test.each<[string, (requested: string, origin: string) => string]>([
  ['continueUrl', (requested) => `mode=resetPassword&oobCode=c&continueUrl=${requested}`],
  ['the continueUrl of a sign-in', (requested) => `mode=signIn&oobCode=c&continueUrl=${requested}`],
  ['a second one', (requested) => `continueUrl=/profile&mode=verifyEmail&oobCode=c&continueUrl=${requested}`],
  ['another value', (requested) => `mode=RESETPASSWORD&oobCode=c&x=?continueUrl=${requested}`],
  ['an encoded name', (requested) => `view=recoverEmail&oobCode=c&continue%55rl=${requested}`],
  [
    'a continueUrl of this site',
    (requested, origin) =>
      `mode=resetPassword&oobCode=c&continueUrl=${encoded(`${origin}/auth?continueUrl=${requested}`)}`,
  ],
])('opens no foreign address in %s', (_, query) => {
  for (const settings of [usual, renamed]) {
    const goesTo = (requested: string, origin: string) => {
      const href = unwrapAction(`${origin}/auth?${query(encoded(requested), origin)}`, settings)
      const to = asTheWidgetReads(href, 'continueUrl')
      // Without another address, an action ends on the sign-in page.
      return to === `${origin}/auth` ? null : to
    }
    expect(bad(goesTo)).toEqual([])
  }
})
