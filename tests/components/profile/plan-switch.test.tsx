import { session, api, plan, button, section, show, offer, press } from './render-plan-section'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure } from '@/lib/browser/answer'

const yearlyOffer = {
  ...offer,
  provider: 'stripe',
  priceId: 'price_2',
  interval: 'year',
  currency: 'USD',
  amount: 18000,
}
const preview = {
  dueNow: 17050,
  credit: 950,
  currency: 'USD',
  nextCharge: { amount: 18000, at: '2999-11-28T12:00:00.000Z' },
}
const yearly = plan({ price: { id: 'price_2', amount: 18000, currency: 'USD', interval: 'year' } })
const offered = 'Switch to yearly and save $48 a year'
const panel = () => screen.getByRole('group', { name: 'Switch to yearly?' }).textContent

beforeEach(() => {
  api.plans.mockResolvedValue({ status: 200, data: { plans: [yearlyOffer] } })
  api.previewChange.mockResolvedValue({ status: 200, data: preview })
  api.changePlan.mockResolvedValue({ status: 200, data: yearly })
})

async function open(subject = plan()) {
  const view = show(subject)
  await vi.waitFor(() => button(offered))
  await press(offered)
  return view
}

test('switches to yearly in two presses, for the amounts shown', async () => {
  const { rerender } = await open()
  await vi.waitFor(() => expect(panel()).toContain('Charged today$170.50'))
  expect(panel()).toContain('Credited for the time you do not use$9.50')
  expect(panel()).toContain('Next charge, 28 November 2999$180')
  expect(panel()).toContain('you agree to pay $180 a year from today.')
  await press('Yes, switch to yearly')
  const body = { uid: 'u1', subscriptionId: 'sub_1', store: 'stripe', priceId: 'price_2' }
  expect(api.changePlan).toHaveBeenCalledExactlyOnceWith(body, preview)
  expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', yearly)
  rerender(section(yearly))
  expect(document.activeElement?.textContent).toBe('Yearly, renews on 5 December 2999')
  expect(screen.queryByRole('group')).toBeNull()
})

test('shows other amounts again, and charges nothing', async () => {
  api.changePlan.mockResolvedValue(failure(409, 'terms-changed', 'Nothing was charged.'))
  await open()
  await vi.waitFor(() => expect(panel()).toContain('$170.50'))
  api.previewChange.mockResolvedValue({ status: 200, data: { ...preview, dueNow: 17060 } })
  await press('Yes, switch to yearly')
  await vi.waitFor(() => expect(panel()).toContain('Charged today$170.60'))
  expect(screen.getByRole('alert').textContent).toContain('Nothing was changed.')
})

test('cannot be confirmed without amounts', async () => {
  api.previewChange.mockResolvedValue(failure(502, 'provider-unavailable', 'Try again in a moment.'))
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('We could not load the amounts')
  expect(screen.queryByRole('button', { name: 'Yes, switch to yearly' })).toBeNull()
  api.previewChange.mockResolvedValue({ status: 200, data: preview })
  await press('Try again')
  await vi.waitFor(() => expect(panel()).toContain('$170.50'))
})

test.each([
  ['is cancelled', plan({}, true)],
  ['has an open payment', plan({ status: 'past_due' })],
  [
    'is paid in another currency',
    plan({ price: { ...yearly.subscription.price!, interval: 'month', currency: 'EUR' } }),
  ],
])('is not offered for a plan that %s', async (_, now) => {
  show(now)
  await vi.waitFor(() => expect(api.invoices).toHaveBeenCalled())
  expect(screen.queryByRole('button', { name: /^Switch/ })).toBeNull()
})
