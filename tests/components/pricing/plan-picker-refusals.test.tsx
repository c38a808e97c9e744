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
])('%i: %s The button works again, and charges are described correctly', async (status, title) => {
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

const byCard = offers.filter(({ provider }) => provider === 'stripe')
const elsewhere = offers.filter(({ provider, currency }) => provider === 'stripe' || currency === 'GBP')
const later = 'Try again in a moment.'
const other = 'Try again in a moment, or you can try the other way.'
const asked = (name: string) =>
  `${name} needs to tell us first whether you have a plan there, so every way to pay waits for it. Try again in a moment.`
type Silence = { provider?: 'stripe' | 'chargebee'; everyWay?: true }
const known: Silence = { provider: 'stripe', everyWay: true }
test.each<[string, PlanOffer[], Silence, string]>([
  ['both providers', offers, { provider: 'stripe' }, other],
  ['one provider', byCard, { provider: 'stripe' }, later],
  ['the other provider in another currency alone', elsewhere, { provider: 'stripe' }, later],
  ['both, of which the silent one knows the person', offers, known, asked('Stripe')],
  ['both, of which the other one is silent', offers, { provider: 'chargebee', everyWay: true }, asked('Chargebee')],
  ['both, of which nobody knows which is silent', offers, {}, later],
  ['one, which knows the person', byCard, known, later],
  [
    'one, and a silent one that knows the person',
    byCard,
    { provider: 'chargebee', everyWay: true },
    asked('Chargebee'),
  ],
])('with %s, a provider without prices gets a fitting message', async (_, plans, silence, words) => {
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
])('too many presses: with %s seconds to wait, “%s”', async (retryAfter, words) => {
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
  ['the button, once it is there again', noPlan, () => screen.getAllByRole('button', { name: /^Pay by card/ })[0]],
  ['the card, where it does not come', 'failed' as const, () => screen.getByRole('heading', { name: 'Monthly' })],
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
