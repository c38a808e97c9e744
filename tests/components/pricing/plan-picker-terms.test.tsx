import { session, api, assign, signedIn, picker, renderPicker, monthly } from './render-picker'
import { screen, act, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'
import { offer, offers } from './samples'
import userEvent from '@testing-library/user-event'
import { readChosenPrice } from '@/components/pricing/offers'

beforeEach(() => signedIn(noPlan))

test('shows terms and consent next to the button, linked for screen readers', async () => {
  renderPicker()
  const card = await monthly()
  const line = card.getByText(/^By continuing, you agree to pay \$19 a month/)
  const happens = within(card.getByRole('list', { name: 'What happens when' })).getAllByRole('listitem')
  expect(happens.at(-1)?.textContent).toMatch(/^\d+ \w+ \d{4}Renews at \$19 a month, until you cancel$/)
  expect(within(card.getByRole('list', { name: 'Every plan includes' })).getAllByRole('listitem')).toHaveLength(1)
  for (const button of card.getAllByRole('button')) expect(button.getAttribute('aria-describedby')).toBe(line.id)
})

test('shows the other provider’s differing terms at its own button', async () => {
  const other = { priceId: 'c', provider: 'chargebee', amount: 2000, taxBehavior: 'exclusive' } as const
  api.plans.mockResolvedValue({ status: 200, data: { plans: [offer(), offer(other)] } })
  renderPicker()
  const card = await monthly()
  const described = (name: string) =>
    (card.getByRole('button', { name: new RegExp(`^${name}`) }).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  expect(described('Pay by card')).toMatch(/^By continuing, you agree to pay \$19 a month from/)
  expect(described('Other ways to pay')).toMatch(
    /^Other ways to pay: .*: First charge: \$20, plus tax; .*; plus tax, shown before you pay.* to pay \$20 a month, plus tax, from/,
  )
  expect(described('Pay by card')).not.toContain('$20')
})

test('keeps plan and currency on returning from the provider, alone until “Change”', async () => {
  const { unmount } = renderPicker()
  await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  unmount()
  renderPicker()
  const card = await monthly()
  expect(card.getByText('£19', { selector: 'p' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Yearly' })).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Change' }))
  expect(screen.getByRole('region', { name: 'Yearly' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Monthly')
})

test('shows changed terms after a refusal; the next press accepts them', async () => {
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
  const dearer = offers.map((each) => ({ ...each, amount: each.amount + 100 }))
  const { rerender } = renderPicker()
  const card = await monthly()
  api.plans.mockResolvedValue({ status: 200, data: { plans: dearer } })
  await userEvent.click(card.getByRole('button', { name: /^Pay by card/ }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/terms have changed.*Nothing was charged/)
  expect(await card.findByText('$20', { selector: 'p' })).toBeTruthy()
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  signedIn(planWith({ isUnSubscribed: true }, { status: 'canceled' }))
  rerender(picker())
  expect(card.queryByText(/^Nothing to pay/)).toBeNull()
  await userEvent.click(card.getByRole('button', { name: /^Pay by card/ }))
  expect(api.stripeCheckout.mock.calls.map(([{ shown }]) => shown)).toEqual([
    { amount: 1900, currency: 'USD', trialDays: 7 },
    { amount: 2000, currency: 'USD', trialDays: 0 },
  ])
})

const oneTrial = /one free trial, before their first plan/

test.each<[string, () => void, boolean]>([
  [
    'explains to a former subscriber why there is no trial',
    () => signedIn(planWith({ isUnSubscribed: true }, { status: 'canceled' })),
    true,
  ],
  ['offers the trial to a new user', () => signedIn(noPlan), false],
  ['offers the trial to a visitor', () => (session.now = { state: 'anonymous' }), false],
])('the free trial: %s', async (_, arrive, isExplained) => {
  arrive()
  renderPicker()
  const card = await monthly()
  expect(screen.queryByText(oneTrial) !== null).toBe(isExplained)
  expect(card.queryByText(/^Nothing to pay/) === null).toBe(isExplained)
  expect(document.querySelector('[data-trial-used]') !== null).toBe(isExplained)
})

test('updates the dates when the day changes', async () => {
  const textAt = (moment: string) => {
    vi.setSystemTime(new Date(moment))
    act(() => void vi.advanceTimersByTime(60_000))
    return screen.getByRole('region', { name: 'Monthly' }).textContent
  }
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-30T22:00:00Z') })
  renderPicker()
  await monthly()
  expect(textAt('2026-11-30T23:30:00Z')).toContain('7 December 2026First charge')
  await expect.poll(() => textAt('2026-12-01T06:00:00Z')).toContain('8 December 2026First charge')
})

test('a visitor sees price and terms, signs in first, and keeps the chosen plan', async () => {
  session.now = { state: 'anonymous' }
  renderPicker()
  const card = await monthly()
  expect(card.getByText('$19', { selector: 'p' })).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  const link = card.getByRole('link', { name: /^Continue to sign in/ })
  expect(link.getAttribute('href')).toBe('/auth?visit=new')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(readChosenPrice()).toBe('stripe-month-USD')
})
