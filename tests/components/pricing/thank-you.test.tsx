import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveChosenPrice, readChosenPrice } from '@/components/pricing/offers'
import { ThankYou } from '@/components/pricing/thank-you'
import { maxReceiptAgeMs, recentReceipt } from '@/components/pricing/confirm-plan'
import type { Session } from '@/components/session/store'
import { failure, notSentFailure } from '@/lib/browser/answer'
import type { Invoice } from '@/lib/contract/checkout'
import type { CurrentPlan, EndedPlan } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ now: {} as unknown, applyPlan: vi.fn(), leaveForCheckout: vi.fn() }))
vi.mock('@/components/session/session', () => ({ ...session, useSession: () => session.now as Session }))
const api = vi.hoisted(() => ({ billingSync: vi.fn(), currentPlan: vi.fn(), invoices: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

beforeEach(() => {
  localStorage.clear()
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan: 'unknown' }
  session.applyPlan.mockReset()
  session.leaveForCheckout.mockReset()
  api.billingSync.mockReset().mockResolvedValue({ status: 200, data: planWith() })
  api.currentPlan.mockReset().mockResolvedValue({ status: 200, data: noPlan })
  api.invoices.mockReset().mockResolvedValue({ status: 200, data: { invoices: [] } })
})
afterEach(() => vi.useRealTimers())

const page = () => <ThankYou app="https://app.example" steps={<p>Next steps</p>} />
function show(plan?: CurrentPlan & { ended?: EndedPlan }) {
  if (plan) api.billingSync.mockResolvedValue({ status: 200, data: plan })
  return render(page())
}

test('shows the confirmed plan and its dates, without the cached one', async () => {
  show()
  expect(screen.getByRole('heading', { name: 'Confirming your payment' })).toBeTruthy()
  const line = screen.getByRole('status')
  expect(await screen.findByRole('heading', { name: 'You’re all set.' })).toBeTruthy()
  expect(screen.getByText('$19 a month')).toBeTruthy()
  expect(screen.getByText('Next steps')).toBeTruthy()
  expect(screen.getByRole('status')).toBe(line)
  expect(line.textContent).toMatch(/^Here’s your plan/)
  expect(line.querySelector('a, h1')).toBeNull()
  expect(screen.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe('/profile')
  expect(session.leaveForCheckout.mock.invocationCallOrder[0]).toBeLessThan(
    api.billingSync.mock.invocationCallOrder[0] ?? 0,
  )
  expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', planWith())
})

/** Moves the clock, and lets the page update. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  date: ago(60_000),
  amount: 1900,
  currency: 'USD',
  status: 'paid',
  url: 'https://pay.example/receipt',
  ...change,
})

test('links the receipt once it exists', async () => {
  const invoices = [
    invoice({ id: 'old', date: ago(30 * 86_400_000), url: 'https://pay.example/old' }),
    invoice(),
    invoice({ id: 'open', date: ago(0), status: 'open', url: 'https://pay.example/open' }),
    invoice({ id: 'draft', date: ago(0), status: 'draft', url: 'https://pay.example/draft' }),
  ]
  api.invoices.mockResolvedValue({ status: 200, data: { invoices } })
  show()
  const link = await screen.findByRole('link', { name: 'Open the receipt, $19' })
  expect(link.getAttribute('href')).toBe('https://pay.example/receipt')
  expect(api.invoices).toHaveBeenCalledExactlyOnceWith('u1')
})

describe('the receipt of this purchase', () => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  const at = (ms: number) => new Date(now + ms).toISOString()

  test.each([
    ['paid a moment ago', invoice({ date: at(-1000) }), true],
    ['at the edge', invoice({ date: at(-maxReceiptAgeMs) }), true],
    ['of another purchase, before', invoice({ date: at(-maxReceiptAgeMs - 1) }), false],
    ['is hidden with a wrong clock', invoice({ date: at(maxReceiptAgeMs + 1) }), false],
    ['not paid yet', invoice({ date: at(-1000), status: 'open' }), false],
    ['paid back since', invoice({ date: at(-1000), refunded: 1900 }), false],
    ['is hidden with a non-web address', invoice({ date: at(-1000), url: 'javascript:alert(1)' }), false],
  ])('%s', (_, one, is) => {
    expect(recentReceipt([one], now)?.id ?? null).toBe(is ? 'in_1' : null)
  })
})

test('hides the plan from another user who signs in', async () => {
  vi.useFakeTimers()
  api.invoices.mockResolvedValueOnce({ status: 200, data: { invoices: [invoice()] } })
  const { rerender } = show()
  await pass(1_000)
  expect(screen.getByRole('link', { name: 'Open the receipt, $19' })).toBeTruthy()
  session.now = { ...(session.now as object), uid: 'u2' }
  rerender(page())
  await pass(60_000)
  expect(screen.getByRole('heading', { name: 'You’re all set.' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Open the receipt/ })).toBeNull()
})

const rows = () => screen.getAllByRole('term').map(({ textContent }) => textContent)

test.each([
  ['Ends', 'active', ' 5 December 2999.'],
  ['Ends by', 'past_due', ' 5 December 2999 at the latest. Its last payment was declined, so it may end earlier.'],
] as const)('shows a plan cancelled after payment: %s, %s', async (term, status, end) => {
  const plan = planWith({ isUnSubscribed: true }, { status })
  show(plan)
  expect(await screen.findByRole('heading', { name: 'Your plan will not renew.' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(`You’ve cancelled it. You keep it until${end}`)
  expect(rows()).toEqual(['Plan', 'Price', term, 'Receipt', 'To resume'])
  expect(screen.getByText('Profile, “Resume plan”')).toBeTruthy()
  expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan)
})

test('after five requests, reports a delay and never offers to pay', async () => {
  vi.useFakeTimers()
  api.billingSync.mockResolvedValue(failure(502, 'provider-unavailable', 'x'))
  show()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(
    await screen.findByRole('heading', { name: 'Your payment may be complete. You do not need to pay again.' }),
  ).toBeTruthy()
  expect(api.billingSync.mock.calls.length + api.currentPlan.mock.calls.length).toBe(5)
  expect(screen.queryByRole('button')).toBeNull()
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('pricing')
})

const over = planWith({ isUnSubscribed: true }, { status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' })
async function afterAll(plan: CurrentPlan) {
  vi.useFakeTimers()
  api.currentPlan.mockResolvedValue({ status: 200, data: plan })
  show(plan)
  await pass(60_000)
  return [screen.getByRole('heading').textContent, screen.getByRole('status').textContent]
}
const since =
  'If you’ve paid since then, you do not need to pay again. Your plan starts as soon as the provider answers.'

test.each<[string, CurrentPlan, string, string]>([
  ['ended', over, 'Your plan has ended.', `It ended on 5 December 2020. ${since}`],
  [
    'stopped',
    planWith({ isUnSubscribed: true }, { status: 'unpaid' }),
    'Your plan isn’t running.',
    `Your profile shows why. ${since}`,
  ],
])('does not wait for a plan that has %s', async (_, plan, title, line) => {
  expect(await afterAll(plan)).toEqual([title, line])
  expect(session.applyPlan).not.toHaveBeenCalled()
})

test('reports a lost connection and offers a retry', async () => {
  vi.useFakeTimers()
  api.billingSync.mockResolvedValue(notSentFailure())
  api.currentPlan.mockResolvedValue(notSentFailure())
  show()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(
    await screen.findByRole('heading', { name: 'Your payment may be complete. You do not need to pay again.' }),
  ).toBeTruthy()
  expect(screen.getByText(/^We couldn’t check just now/)).toBeTruthy()
  expect(screen.queryByText(/We are still waiting for the provider/)).toBeNull()
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Try again'])
})

describe('a purchase that was ended automatically', () => {
  const second: EndedPlan = { reason: 'second-trial', refund: null, settled: true }
  const linked = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

  test('reports an ended second trial without waiting', async () => {
    saveChosenPrice('price_1')
    const over = planWith({ isUnSubscribed: true }, { status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' })
    show({ ...over, ended: second })
    expect(await screen.findByRole('heading', { name: 'We ended your second free trial.' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe(
      'Everyone gets one free trial, and your account has had one. Nothing was charged for it.',
    )
    expect(linked()).toEqual([['See the plans', '/pricing/start?c=true']])
    expect(api.billingSync).toHaveBeenCalledTimes(1)
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', over)
    expect(readChosenPrice()).toBeNull()
  })

  test.each<[EndedPlan, string, string]>([
    [
      { reason: 'second-plan', refund: { amount: 1900, currency: 'USD' }, settled: true },
      'We ended your second plan.',
      '$19 is being refunded the way you paid. This can take a few days.',
    ],
    [
      { reason: 'gave-way', refund: null, settled: true },
      'We ended your other plan.',
      'You will not be charged for it again.',
    ],
    [
      { reason: 'gave-way', refund: null, settled: false },
      'We ended your other plan.',
      'We’re closing its open invoice.',
    ],
  ])('reports the ended plan with the remaining one: %o', async (ended, title, back) => {
    show({ ...planWith(), ended })
    expect(await screen.findByRole('heading', { name: 'You’re all set.' })).toBeTruthy()
    expect(screen.getByText(title).parentElement?.textContent).toContain(back)
  })
})

test('links a visitor to sign-in, and requests nothing', () => {
  session.now = { state: 'anonymous' }
  show()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/auth?signInSuccessUrl=%2Fpricing%2Fthankyou%2F',
  )
  expect(screen.getByText(/You do not need to pay again/)).toBeTruthy()
  expect(api.billingSync).not.toHaveBeenCalled()
})
