// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThankYou } from '@/components/pricing/thank-you'
import type { Session } from '@/components/session/store'
import { failure, notSent } from '@/lib/browser/answer'
import type { Invoice } from '@/lib/contract/checkout'
import { noPlan } from '@/lib/contract/plan'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ now: {} as unknown, takePlan: vi.fn(), leaveForCheckout: vi.fn() }))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ billingSync: vi.fn(), currentPlan: vi.fn(), invoices: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

beforeEach(() => {
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan: 'unknown' }
  session.takePlan.mockReset()
  session.leaveForCheckout.mockReset()
  api.billingSync.mockReset().mockResolvedValue({ status: 200, data: planWith() })
  api.currentPlan.mockReset().mockResolvedValue({ status: 200, data: noPlan })
  api.invoices.mockReset().mockResolvedValue({ status: 200, data: { invoices: [] } })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('confirmed: the plan, its dates and the way to it; the old copy was dropped first', async () => {
  render(<ThankYou app="https://app.example" />)
  expect(screen.getByRole('heading', { name: 'Confirming your payment' })).toBeTruthy()
  const line = screen.getByRole('status')
  expect(await screen.findByRole('heading', { name: 'Your plan is on.' })).toBeTruthy()
  expect(screen.getByText('$19.00 a month')).toBeTruthy()
  expect(screen.getByRole('status')).toBe(line)
  expect(line.textContent).toMatch(/^Thank you/)
  expect(line.querySelector('a, h1')).toBeNull()
  expect(screen.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe('/profile')
  expect(session.leaveForCheckout.mock.invocationCallOrder[0]).toBeLessThan(
    api.billingSync.mock.invocationCallOrder[0] ?? 0,
  )
  expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(planWith())
})

/** Lets time go by, and the page take in what came of it. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  date: '2026-11-22T10:00:00.000Z',
  amount: 1900,
  currency: 'USD',
  status: 'paid',
  url: 'https://pay.example/receipt',
  ...change,
})

test('the newest receipt that has a page is linked, once it is there', async () => {
  const invoices = [
    invoice({ id: 'old', date: '2026-10-22T10:00:00.000Z', url: 'https://pay.example/old' }),
    invoice(),
    invoice({ id: 'none', date: '2026-11-22T11:00:00.000Z', url: null }),
    invoice({ id: 'odd', date: '2026-11-22T12:00:00.000Z', url: 'javascript:alert(1)' }),
  ]
  api.invoices.mockResolvedValue({ status: 200, data: { invoices } })
  render(<ThankYou app="https://app.example" />)
  const link = await screen.findByRole('link', { name: 'Open the receipt, $19.00' })
  expect(link.getAttribute('href')).toBe('https://pay.example/receipt')
  expect(api.invoices).toHaveBeenCalledExactlyOnceWith('u1')
})

test.each([
  ['none', { status: 200, data: { invoices: [] } }],
  ['none with a page', { status: 200, data: { invoices: [invoice({ url: null })] } }],
  ['no answer', failure(502, 'provider-unavailable', 'x')],
])('with %s, the plan is confirmed all the same and the receipt is where receipts are', async (_, answer) => {
  vi.useFakeTimers()
  api.invoices.mockResolvedValue(answer)
  render(<ThankYou app="https://app.example" />)
  await pass(1_000)
  expect(screen.getByRole('heading', { name: 'Your plan is on.' })).toBeTruthy()
  await pass(60_000)
  expect(screen.getByRole('link', { name: 'On your profile' }).getAttribute('href')).toBe('/profile')
  expect(api.invoices).toHaveBeenCalledTimes(2)
})

test('a receipt that the provider writes a moment later is found by the second look', async () => {
  vi.useFakeTimers()
  api.invoices.mockResolvedValueOnce({ status: 200, data: { invoices: [] } })
  api.invoices.mockResolvedValueOnce({ status: 200, data: { invoices: [invoice({ amount: 0 })] } })
  render(<ThankYou app="https://app.example" />)
  await pass(1_000)
  await pass(10_000)
  expect(screen.getByRole('link', { name: 'Open the receipt, $0.00' })).toBeTruthy()
})

test('a trial names its end, the first charge and the day on which it renews', async () => {
  const plan = planWith()
  const subscription = plan.subscription && {
    ...plan.subscription,
    status: 'trialing' as const,
    trialEnd: '2026-11-30T12:00:00Z',
    currentPeriodEnd: '2026-11-30T12:00:00Z',
  }
  api.billingSync.mockResolvedValue({ status: 200, data: { ...plan, subscription } })
  render(<ThankYou app="https://app.example" />)
  expect(await screen.findByText('Trial ends')).toBeTruthy()
  expect(screen.getByText('First charge, 30 November 2026')).toBeTruthy()
  expect(screen.getByText('Renews, 30 December 2026')).toBeTruthy()
})

test('slow: says so after five asks, and never offers to pay', async () => {
  vi.useFakeTimers()
  api.billingSync.mockResolvedValue(failure(502, 'provider-unavailable', 'x'))
  render(<ThankYou app="https://app.example" />)
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(
    await screen.findByRole('heading', { name: 'Your payment may be complete. You do not need to pay again.' }),
  ).toBeTruthy()
  expect(api.billingSync.mock.calls.length + api.currentPlan.mock.calls.length).toBe(5)
  expect(screen.queryByRole('button')).toBeNull()
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('href')).not.toContain('pricing')
})

test('no ask arrives: it is the connection that is missing, and the page can be tried again', async () => {
  vi.useFakeTimers()
  api.billingSync.mockResolvedValue(notSent())
  api.currentPlan.mockResolvedValue(notSent())
  render(<ThankYou app="https://app.example" />)
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(
    await screen.findByRole('heading', { name: 'Your payment may be complete. You do not need to pay again.' }),
  ).toBeTruthy()
  expect(screen.getByText(/^We could not ask just now/)).toBeTruthy()
  expect(screen.queryByText(/We are still waiting for the provider/)).toBeNull()
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Try again'])
})

test('a visitor signs in and comes back; nothing is asked for', () => {
  session.now = { state: 'anonymous' }
  render(<ThankYou app="https://app.example" />)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/auth?signInSuccessUrl=%2Fpricing%2Fthankyou%2F',
  )
  expect(screen.getByText(/You do not need to pay again/)).toBeTruthy()
  expect(api.billingSync).not.toHaveBeenCalled()
})

test('without the identity service the payment is not put in doubt', () => {
  session.now = { state: 'failed' }
  render(<ThankYou app="https://app.example" />)
  expect(screen.getByRole('heading').textContent).toBe('Your payment may be complete. You do not need to pay again.')
})
