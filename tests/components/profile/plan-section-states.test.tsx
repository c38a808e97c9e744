import { session, api, end, plan, button, section, show, press } from './render-plan-section'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { storeCancelAddress } from '@/lib/site'

const past = '2020-12-05T12:00:00Z'
const over = (change: Partial<Subscription> = {}) =>
  plan({ status: 'canceled', currentPeriodEnd: past, ...change }, true)
const owed = (paymentIssue: 'confirm' | 'unknown') => plan({ status: 'past_due', paymentIssue })

test.each<[CurrentPlan, string]>([
  [noPlan, 'You have no plan.'],
  [plan({ status: 'trialing', trialEnd: end }), 'Monthly, free trial until 5 December 2999'],
  [plan(), 'Monthly, renews on 5 December 2999'],
  [plan({ status: 'past_due' }), 'Monthly, last payment declined'],
  [owed('confirm'), 'Monthly, last payment needs your confirmation'],
  [owed('unknown'), 'Monthly, last payment failed'],
  [plan({}, true), 'Monthly, ends on 5 December 2999'],
  [plan({ status: 'past_due' }, true), 'Monthly, cancelled, ends by 5 December 2999'],
  [over(), 'Monthly, ended on 5 December 2020'],
  [over({ neverBegan: 'incomplete' }), 'Monthly, was never completed'],
  [over({ neverBegan: 'future' }), 'Monthly, was cancelled before it started'],
  [plan({ status: 'unpaid' }, true), 'Monthly, stopped because a payment failed'],
  [plan({ status: 'paused' }, true), 'Monthly, paused'],
])('describes %j in words', (now, line) => {
  show(now)
  expect(screen.getByText(line)).toBeTruthy()
})

describe('an open payment', () => {
  const page = 'https://invoice.stripe.example/in_1'
  const due = (change: object = {}) => ({
    id: 'in_1',
    date: end,
    amount: 1900,
    currency: 'USD',
    status: 'open',
    url: page,
    due: 1900,
    ...change,
  })
  const planned = { nextAttempt: end }
  const linkTo = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

  type Issue = Subscription['paymentIssue'] | 'declined'
  test.each<[Issue, object, string, string | null, boolean]>([
    ['confirm', {}, 'Your bank asks you to confirm your last payment.', 'Confirm the payment', false],
    ['unknown', {}, 'Your last payment failed.', 'Pay the open invoice', false],
    ['declined', {}, 'Your last payment was declined.', 'Pay the open invoice', false],
    ['declined', planned, 'Your last payment was declined.', null, true],
  ])('%s, %j: says “%s” and leads to “%s”', async (issue, change, title, label, offersCard) => {
    api.invoices.mockResolvedValue({ status: 200, data: { invoices: [due(change)] } })
    show(plan({ status: 'past_due', ...(issue !== 'declined' && { paymentIssue: issue }) }))
    const notice = await screen.findByText(/^\$19 is due\./)
    expect(screen.getByText(title)).toBeTruthy()
    if (label) expect(linkTo(label)).toBe(page)
    else expect(screen.queryByRole('link', { name: /payment|invoice/ })).toBeNull()
    expect(notice.textContent).not.toMatch(/may try again/)
    expect(/try again on 5 December 2999/.test(notice.textContent)).toBe('nextAttempt' in change)
    expect(screen.queryByRole('button', { name: 'Change the card' }) !== null).toBe(offersCard)
    expect(screen.queryByRole('button', { name: 'Card and receipts' }) !== null).toBe(!offersCard)
  })
})

test.each(['play_store', 'app_store'] as const)('links a plan of %s to the store', (store) => {
  show(plan({ store }))
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe(storeCancelAddress[store])
  expect(api.invoices).not.toHaveBeenCalled()
})

describe('does not assume a card for Chargebee', () => {
  test('past due', () => {
    show(plan({ store: 'chargebee', status: 'past_due' }))
    expect(screen.getAllByText(/You can update how you pay first\./)).toBeTruthy()
    expect(button('Change how you pay')).toBeTruthy()
    expect(document.body.textContent).not.toContain('card')
  })

  test('active', async () => {
    show(plan({ store: 'chargebee' }))
    expect(button('Payment and receipts')).toBeTruthy()
    expect(await screen.findByText(/See all receipts under “Payment and receipts”\./)).toBeTruthy()
    expect(document.body.textContent).not.toContain('card')
  })
})

describe('a plan without access', () => {
  const stopped = (status: Subscription['status']) => show(plan({ status }, true))
  const start = () => screen.queryByRole('link', { name: 'Start again' })

  test('offers another card or a new plan if unpaid', () => {
    stopped('unpaid')
    expect(button('Change the card')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
    expect(screen.getByText(/and pay the open invoice, and it can continue/)).toBeTruthy()
    expect(start()?.getAttribute('href')).toBe('/pricing/start?c=true')
  })

  test.each(['paused', 'future'] as const)('offers contact, but no second purchase, if %s', (status) => {
    stopped(status)
    expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact')
    expect(start()).toBeNull()
    expect(button('Card and receipts')).toBeTruthy()
  })

  test.each([
    ['paused', 'It ends straight away, and there are no more charges.'],
    ['unpaid', 'It ends straight away. An invoice that’s already open may still be charged.'],
    ['future', 'It will not start, and there are no more charges.'],
  ] as const)('cancels a plan that is %s in two clicks, at once', async (status, words) => {
    api.cancelPlan.mockResolvedValueOnce({ status: 200, data: plan({ status }, true) })
    const { rerender } = stopped(status)
    await press('Cancel plan')
    expect(screen.getByText(words)).toBeTruthy()
    expect(document.body.textContent).not.toContain('You keep everything')
    await press('Yes, cancel my plan')
    // It did not renew before, so that does not prove the cancellation.
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was cancelled.')
    const ended = over()
    api.cancelPlan.mockResolvedValueOnce({ status: 200, data: ended })
    await press('Yes, cancel my plan')
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', ended)
    rerender(section(ended))
    expect(screen.getByText('Cancelled. Your plan has ended.')).toBeTruthy()
    expect(await screen.findByText(/This page is your confirmation/)).toBeTruthy()
  })
})

const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

const price = 'Price: $19 a month'
const card = 'Paid with: card, through Stripe'
const charged = (when: string) => `${when}, 12:00 UTC: $19`
test.each<[string, CurrentPlan, string[]]>([
  [
    'trialing',
    plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00Z' }),
    [price, charged('First charge, 29 November 2999'), card],
  ],
  ['active', plan({ store: 'chargebee' }), [price, charged('Next charge, 5 December 2999'), 'Paid with: Chargebee']],
  ['past due', plan({ status: 'past_due' }), [price, card]],
  ['cancelling', plan({}, true), [price, 'Ends: 5 December 2999, 12:00 UTC', 'Next charge: None', card]],
  ['with an open invoice', plan({ status: 'past_due' }, true), [price, 'Ends by: 5 December 2999, 12:00 UTC', card]],
  ['without a price', plan({ price: null }), ['Next charge: 5 December 2999, 12:00 UTC', card]],
])('rows: %s', (_, now, expected) => {
  show(now)
  expect(rows()).toEqual(expected)
})
