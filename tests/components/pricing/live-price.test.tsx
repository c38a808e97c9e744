// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LivePrice } from '@/components/pricing/live-price'
import type { PlanOffer } from '@/lib/contract/plan'
import { offer, offers } from './samples'

const fetched = vi.fn()
const answer = (plans: PlanOffer[]) => fetched.mockResolvedValue(Response.json({ plans }))
const shown = async () => {
  const { container } = render(<LivePrice />)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  return container.textContent
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset())
})
afterEach(() => vi.unstubAllGlobals())

test('shows the provider’s prices and the yearly saving', async () => {
  answer(offers)
  expect(await shown()).toMatch(/Monthly\$19 a month.*Yearly\$180 a yearSaves \$48 a year/)
})

test.each([
  ['no saving or trial without one', {}, ''],
  ['that tax is added', { taxBehavior: 'exclusive' }, ', plus tax'],
] as const)('mentions %s', async (_, change, suffix) => {
  answer([offer({ trialDays: 0, ...change })])
  expect(await shown()).toBe(`Monthly$19 a month${suffix}`)
})

test.each([
  ['an error', () => fetched.mockResolvedValue(new Response(null, { status: 503 }))],
  ['no connection', () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))],
])('shows no price for %s', async (_, arrange) => {
  arrange()
  expect(await shown()).not.toMatch(/\d/)
  expect(screen.getByText(/The plans page asks the payment provider/)).toBeTruthy()
})
