// @vitest-environment happy-dom
import { session, api, signedIn, renderPicker, monthly } from './render-picker'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { readChosenPrice } from '@/components/pricing/offers'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'
import { offers } from './samples'

const oneTrial = /one free trial, before their first plan/

test.each<[string, () => void, boolean]>([
  ['explains to a former subscriber why there is no trial', () => signedIn(planWith({ isUnSubscribed: true })), true],
  ['offers the trial to a new user', () => signedIn(noPlan), false],
  ['offers the trial to a visitor', () => (session.now = { state: 'anonymous' }), false],
])('the free trial: %s', async (_, arrive, isExplained) => {
  arrive()
  renderPicker()
  const card = await monthly()
  expect(screen.queryByText(oneTrial) !== null).toBe(isExplained)
  expect(card.queryByText(/^Free trial/) === null).toBe(isExplained)
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
  expect(textAt('2026-11-30T23:30:00Z')).toContain('First charge, 7 December 2026')
  expect(textAt('2026-12-01T06:00:00Z')).toContain('First charge, 8 December 2026')
})

describe('a visitor', () => {
  test('sees price and terms, signs in first, and keeps the chosen plan', async () => {
    renderPicker()
    const card = await monthly()
    expect(card.getByText('$19.00', { selector: 'p' })).toBeTruthy()
    expect(card.queryByRole('button')).toBeNull()
    const link = card.getByRole('link', { name: /^Continue to sign in/ })
    expect(link.getAttribute('href')).toBe('/auth?visit=new')
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(readChosenPrice()).toBe('stripe-month-USD')
  })

  test.each([
    [7, 'Pay by card from 2 December, monthly plan'],
    [0, 'Pay by card, monthly plan'],
  ])('with %i trial days, the button names a later first charge', async (trialDays, name) => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
    signedIn(noPlan)
    api.plans.mockResolvedValue({ status: 200, data: { plans: offers.map((each) => ({ ...each, trialDays })) } })
    renderPicker()
    expect((await monthly()).getByRole('button', { name })).toBeTruthy()
  })
})
