import { api, end, plan, session, show, press, words } from './render-plan-section'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { datesOf } from '@/components/pricing/thank-you-words'
import { calendarEntry } from '@/components/profile/renewal-calendar'
import { failure } from '@/lib/browser/answer'
import type { Subscription } from '@/lib/contract/plan'
import { translatorOf } from '@/lib/i18n/messages'

const lastDay = '3000-02-23T12:00:00.000Z'
const charge = (amount: number | null, at: string | null = end) => ({
  nextCharge: { at, amount, currency: amount === null ? null : 'USD' },
})
const thankYou = await translatorOf('en', 'thankYou')
const textOf = () => document.body.textContent ?? ''

type Row = [what: string, change: Partial<Subscription>, amount: string | null]

const rows: Row[] = [
  ['a plain plan', charge(1900), '$19'],
  ['a discount', { adjusted: true, ...charge(950) }, '$9.50'],
  ['no preview', { adjusted: true, ...charge(null) }, null],
  ['a pause', { adjusted: true, ...charge(null, null) }, null],
]

describe.each(rows)('%s', (_, change, amount) => {
  test.each(['active', 'trialing'] as const)('shows the charge on the profile, if any: %s', (status) => {
    show(plan({ status, trialEnd: status === 'trialing' ? end : null, ...change }))
    const term = screen.getByText(/^(Next|First) charge/)
    const value = term.nextElementSibling?.textContent ?? ''
    expect(value).toBe(amount ?? 'See Stripe')
    if (amount === null) expect(screen.getByText('We do not know the amount of your next charge.')).toBeTruthy()
    if (change.nextCharge?.at === null) expect(term.textContent).not.toMatch(/\d/)
    if (change.adjusted && change.price === undefined) expect(screen.getByText('List price')).toBeTruthy()
  })

  test('shows the same charge in calendar and thank-you page', () => {
    const now = plan(change)
    const date = calendarEntry(now, words)
    if (change.nextCharge?.at === null) expect(date).toBeNull()
    else expect(date?.title).toBe(`Unhurried plan renews${amount ? `: ${amount}` : ''}`)
    const dates = datesOf(now, { ...words, t: thankYou })
      .map(({ term, value }) => `${term} ${value}`)
      .join()
    if (amount && change.nextCharge?.at) expect(dates).toContain(amount)
    else expect(dates).not.toContain('$')
  })
})

describe('beside the date of the charge', () => {
  test('says that an unconfirmed address gets no email before it', () => {
    show({ ...plan(charge(1900)), emailUnconfirmed: true })
    expect(screen.getByText('Email before a charge').nextElementSibling?.textContent).toBe(
      'Only after you’ve confirmed your email address',
    )
  })

  test('says that the card expires', () => {
    show(plan({ ...charge(1900), cardExpires: '2999-12' }))
    expect(screen.getByText('Your card').nextElementSibling?.textContent).toBe('Expires at the end of December 2999')
  })
})

describe('an end date after the paid period', () => {
  const later = plan({ endsAt: lastDay, ...charge(1900) })

  test('is shown with the charge before it, and not as a cancellation', () => {
    show(later)
    expect(screen.getByText('Monthly, renews until it ends on 23 February 3000')).toBeTruthy()
    expect(screen.getByText('Your plan ends on 23 February 3000.')).toBeTruthy()
    expect(screen.getByText(/^Next charge/).nextElementSibling?.textContent).toBe('$19')
    expect(screen.getByText('Ends').nextElementSibling?.textContent).toBe('23 February 3000, 12:00 UTC')
    expect(textOf()).not.toMatch(/Nothing more|Cancelled\./)
  })

  test('can be cancelled earlier, and removed', async () => {
    show(later)
    expect(await screen.findAllByText(/This removes the end date\. By continuing, you agree to pay \$19/)).toBeTruthy()
    await press('Cancel plan')
    expect(screen.getByText(/You keep everything until 5 December 2999\. It will not renew/)).toBeTruthy()
    api.resumePlan.mockResolvedValue({ status: 200, data: plan(charge(1900)) })
    await press('Resume plan')
    expect(api.resumePlan).toHaveBeenCalledOnce()
    expect(session.applyPlan).toHaveBeenCalled()
  })
})

test('resuming an adjusted plan names no amount or date', async () => {
  show(plan({ adjusted: true, nextCharge: null }, true))
  const words = await screen.findAllByText(/By continuing, you agree/)
  expect(words.at(-1)?.textContent).toBe(
    'By continuing, you agree to pay for the plan again after 5 December 2999. It renews automatically until you ' +
      'cancel. Stripe shows the amount. You will not be charged straight away.',
  )
})

const refusal = failure(409, 'provider-refused', 'The provider does not allow this. Nothing has changed.')

test.each(['cancel', 'resume'] as const)('links to the provider’s page if it refuses to %s', async (what) => {
  api.cancelPlan.mockResolvedValue(refusal)
  api.resumePlan.mockResolvedValue(refusal)
  show(what === 'cancel' ? plan() : plan({}, true))
  await press(what === 'cancel' ? 'Cancel plan' : 'Resume plan')
  if (what === 'cancel') await press('Yes, cancel my plan')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Your plan is unchanged.')
  expect(alert.textContent).not.toMatch(/try again|Check again|in a moment/i)
  expect(within(alert).getByRole('button', { name: 'Open Stripe' })).toBeTruthy()
  expect(within(alert).getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})
