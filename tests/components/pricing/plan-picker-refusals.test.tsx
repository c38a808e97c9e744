// @vitest-environment happy-dom
import { session, api, assign, signedIn, picker, renderPicker, monthly } from './render-picker'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'
import { noPlan, type PlanOffer } from '@/lib/contract/plan'
import { offers } from './samples'

beforeEach(() => signedIn(noPlan))

test.each([
  [409, 'You already have a plan.'],
  [401, 'Please sign in again.'],
  [429, 'You’ve tried many times in a row.'],
  [502, 'We couldn’t open the payment page.'],
  [503, 'We couldn’t open the payment page.'],
  [0, 'We couldn’t reach the server.'],
  [400, 'We couldn’t open the payment page.'],
])('after %i, shows "%s" and frees the button', async (status, title) => {
  api.stripeCheckout.mockResolvedValueOnce(failure(status, 'x', 'Because.'))
  renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  const alert = await (await monthly()).findByRole('alert')
  expect(alert.textContent).toContain(title)
  // A plan may have been paid for in another tab.
  expect(alert.textContent?.includes('Nothing was charged.')).toBe(status !== 409)
  expect(session.refreshPlan).toHaveBeenCalledTimes(status === 409 ? 1 : 0)
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('asks for a confirmed email address before a free trial', async () => {
  signedIn({ ...noPlan, confirmEmailFirst: true })
  api.stripeCheckout.mockResolvedValueOnce(failure(403, 'email-not-confirmed', 'Because.'))
  renderPicker()
  const title = /^Please confirm your email address before you start a free trial/
  expect(await screen.findByText(title)).toBeTruthy()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  expect((await screen.findByRole('alert')).textContent).toMatch(title)
  expect(screen.getAllByRole('link', { name: 'Go to your profile' })).toHaveLength(1)
})

const stripeOnly = offers.filter(({ provider }) => provider === 'stripe')
const otherCurrencyOnly = offers.filter(({ provider, currency }) => provider === 'stripe' || currency === 'GBP')
const retryMessage = 'Try again in a moment.'
const retryOrSwitchMessage = 'Try again in a moment, or you can try the other way.'
const unknownPlanMessage = (name: string) =>
  `${name} needs to tell us first whether you have a plan there, so every way to pay waits for it. Try again in a moment.`
type Silence = { provider?: 'stripe' | 'chargebee'; allProvidersBlocked?: true }
const known: Silence = { provider: 'stripe', allProvidersBlocked: true }
test.each<[string, PlanOffer[], Silence, string]>([
  ['both providers', offers, { provider: 'stripe' }, retryOrSwitchMessage],
  ['one provider', stripeOnly, { provider: 'stripe' }, retryMessage],
  ['the other provider in another currency only', otherCurrencyOnly, { provider: 'stripe' }, retryMessage],
  ['both, where the failed one knows the customer', offers, known, unknownPlanMessage('Stripe')],
  [
    'both, where the other one failed',
    offers,
    { provider: 'chargebee', allProvidersBlocked: true },
    unknownPlanMessage('Chargebee'),
  ],
  ['both, where it is unknown which one failed', offers, {}, retryMessage],
  ['one that knows the customer', stripeOnly, known, retryMessage],
  [
    'one, and a failed one that knows the customer',
    stripeOnly,
    { provider: 'chargebee', allProvidersBlocked: true },
    unknownPlanMessage('Chargebee'),
  ],
])('describes a failed provider with %s', async (_, plans, silence, words) => {
  api.plans.mockResolvedValue({ status: 200, data: { plans } })
  const silent = failure(502, 'provider-unavailable', 'x')
  Object.assign(silent.data.error, silence)
  api.stripeCheckout.mockResolvedValueOnce(silent)
  renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`Nothing was charged\\. ${words}$`))
})

test.each([
  [3500, 'You can try again in about 59 minutes.'],
  [20, 'You can try again in about a minute.'],
  [undefined, 'Wait a few minutes, then try again.'],
])('after too many presses with %s seconds to wait, shows "%s"', async (retryAfter, words) => {
  const refused = failure(429, 'too-many-requests', 'x')
  api.stripeCheckout.mockResolvedValueOnce({ ...refused, ...(retryAfter && { retryAfter }) })
  renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

test.each([
  ['Pay by card', api.stripeCheckout],
  ['Other ways to pay', api.chargebeeCheckout],
])('%s: shows the result below both buttons for the pressed one', async (name, call) => {
  const answer = Promise.withResolvers<unknown>()
  call.mockReturnValueOnce(answer.promise)
  renderPicker()
  const card = await monthly()
  const buttons = card.getAllByRole('button')
  const pressed = card.getByRole('button', { name: new RegExp(`^${name}`) })
  await userEvent.click(pressed)
  const isBelow = (element: Element) =>
    buttons.every((button) => button.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(isBelow(card.getByRole('status'))).toBe(true)
  answer.resolve(failure(502, 'x', 'Because.'))
  const alert = await screen.findByRole('alert')
  expect(isBelow(alert)).toBe(true)
  for (const button of buttons) {
    const described = (button.getAttribute('aria-describedby') ?? '').split(' ')
    const isTold = described.some((id) => document.getElementById(id)?.contains(alert))
    expect(isTold).toBe(button === pressed)
  }
})

test('keeps the refusal visible while the existing plan loads', async () => {
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'already-subscribed', 'x'))
  const { rerender } = renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await screen.findByRole('alert')
  signedIn('unknown')
  rerender(picker())
  const card = await monthly()
  expect(card.queryByRole('button')).toBeNull()
  expect(card.getByRole('alert').textContent).toContain('You already have a plan.')
})

test.each([
  ['the button once it is back', noPlan, () => screen.getAllByRole('button', { name: /^Pay by card/ })[0]],
  [
    'the card if the button does not come back',
    'failed' as const,
    () => screen.getByRole('heading', { name: 'Monthly' }),
  ],
])('after a refusal, focuses %s', async (_, plan, place) => {
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
  const { rerender } = renderPicker()
  const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('alert')
  signedIn('unknown')
  rerender(picker())
  expect(document.activeElement).toBe(document.body)
  signedIn(plan)
  rerender(picker())
  expect(document.activeElement).toBe(place())
})

test('does not move a focus that has left the buttons', async () => {
  api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
  const { rerender } = renderPicker()
  await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
  await screen.findByRole('alert')
  signedIn('unknown')
  rerender(picker())
  const currency = screen.getByLabelText('Currency')
  currency.focus()
  signedIn(noPlan)
  rerender(picker())
  expect(document.activeElement).toBe(currency)
})
