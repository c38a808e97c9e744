import { session, api, signedIn, picker, renderPicker, monthly, expectCheckout } from './render-picker'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { saveChosenPrice } from '@/components/pricing/offers'
import { failure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

describe('shows a subscriber their plan and no payment', () => {
  test.each([
    [
      'trialing',
      planWith({}, { status: 'trialing', trialEnd: '2999-12-01T12:00:00Z' }),
      /free trial runs until 1 December 2999/,
    ],
    ['active', planWith(), /It renews on 5 December 2999\./],
    [
      'past due',
      planWith({}, { status: 'past_due' }),
      /Your last payment was declined\. Your profile shows what to do\./,
    ],
  ])('%s', async (_, plan, words) => {
    signedIn(plan)
    renderPicker()
    expect(screen.getByText('You have a plan.')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile')
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(screen.queryByRole('button')).toBeNull()
  })
})

test('resumes a cancelled plan that still runs instead of selling another', async () => {
  signedIn(planWith({ isUnSubscribed: true }))
  renderPicker()
  await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
  expect(screen.getByRole('heading', { name: 'You keep your plan until 5 December 2999.' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Resume your plan' }).getAttribute('href')).toBe('/profile#resume')
  expect(screen.queryByRole('button')).toBeNull()
})

describe('a plan that is not running', () => {
  test.each([
    ['unpaid', 'Its last payment failed, so it has stopped.'],
    ['paused', 'It is paused.'],
    ['future', 'It hasn’t started yet.'],
  ] as const)('mentions a plan that is %s before another purchase', async (status, words) => {
    signedIn(planWith({ isUnSubscribed: true }, { status }))
    renderPicker()
    await monthly()
    expect(screen.getByText(words, { exact: false }).textContent).toMatch(
      /A plan that you buy here replaces it, and you’ll be charged straight away\.$/,
    )
  })

  test.each(['canceled', 'incomplete'] as const)('does not mention a plan that is %s', async (status) => {
    signedIn(planWith({ isUnSubscribed: true }, { status }))
    renderPicker()
    const card = await monthly()
    expect(screen.queryByText('You have a plan that isn’t running.')).toBeNull()
    expect(card.queryByText(/^Nothing to pay/) !== null).toBe(status === 'incomplete')
  })
})

const scrolled = () => vi.spyOn(Element.prototype, 'scrollIntoView').mockReset()
const heading = () => screen.getByRole('heading', { name: 'You have a plan.' })

test('after a refusal, focuses its heading and gives the reason', async () => {
  signedIn(noPlan)
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'already-subscribed', 'x'))
  const { rerender } = renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await screen.findByRole('alert')
  const scroll = scrolled()
  signedIn(planWith())
  rerender(picker())
  expect(document.activeElement).toBe(heading())
  expect(scroll.mock.contexts).toEqual([heading()])
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain('You already had a plan, so nothing was bought just now.')
  expect(alert).not.toContain('charged')
})

test('cannot pay while the plan cannot be read', async () => {
  signedIn('failed')
  renderPicker()
  const card = await monthly()
  expect(card.getByText('Depends on your account')).toBeTruthy()
  expect(card.queryByText(/trial|Nothing/)).toBeNull()
  expect(card.queryByRole('button')).toBeNull()
  expect(card.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  await expect.poll(() => document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
})

const price = { id: 'price_1', amount: 1900, currency: 'GBP', interval: 'month' as const }
const inPounds = planWith({ isUnSubscribed: true }, { price, status: 'unpaid' })

test('sees only that plan’s currency, whatever was chosen before', async () => {
  saveChosenPrice('stripe-month-USD')
  signedIn(inPounds)
  renderPicker()
  expect((await monthly()).getByText('£19', { selector: 'p' })).toBeTruthy()
  expect(screen.queryByLabelText('Currency')).toBeNull()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  expectCheckout(api.stripeCheckout, 'stripe-month-GBP', 'hosted', { currency: 'GBP', trialDays: 0 })
})
