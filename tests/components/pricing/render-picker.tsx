/** Renders the plan picker with a mocked session, API and settings. Import it first, so that the mocks apply. */
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type Mock } from 'vitest'
import { PlanPicker } from '@/components/pricing/plan-picker'
import type { Session } from '@/components/session/store'
import type { CurrentPlan } from '@/lib/contract/plan'
import { offers, siteConfig } from './samples'

const session = vi.hoisted(() => ({
  now: { state: 'loading' } as unknown,
  refreshPlan: vi.fn(),
  leaveForCheckout: vi.fn(),
}))
vi.mock('@/components/session/session', () => ({ ...session, useSession: () => session.now as Session }))
const api = vi.hoisted(() => ({ plans: vi.fn(), stripeCheckout: vi.fn(), chargebeeCheckout: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
const publicConfig = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/config', async (original) => ({ ...(await original<object>()), publicConfig }))

export const assign = vi.fn()
export const signedIn = (plan: CurrentPlan | 'unknown' | 'failed') => {
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  assign.mockReset()
  session.refreshPlan.mockReset()
  session.leaveForCheckout.mockReset()
  session.now = { state: 'anonymous' }
  publicConfig.mockReset().mockResolvedValue(siteConfig())
  api.plans.mockReset().mockResolvedValue({ status: 200, data: { plans: offers } })
  for (const call of [api.stripeCheckout, api.chargebeeCheckout]) {
    call.mockReset().mockResolvedValue({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } })
  }
})
afterEach(() => vi.useRealTimers())

const included = { title: 'Every plan includes', rows: [{ name: 'The app', text: 'Short practice.' }] }
export const picker = () => <PlanPicker app="https://app.example" included={included} />
export const pickerWithQuestions = () => (
  <>
    <button type="button">Questions</button>
    {picker()}
  </>
)
export const renderPicker = () => render(picker())
export const shown = { amount: 1900, currency: 'USD', trialDays: 7 }
/** Expects one request for a checkout, with the terms that were shown. */
export const expectCheckout = (call: Mock, priceId: string, ui: 'embedded' | 'hosted' = 'hosted', terms = {}) =>
  expect(call).toHaveBeenCalledExactlyOnceWith({
    uid: 'u1',
    priceId,
    ui,
    locale: 'en',
    shown: { ...shown, ...terms },
  })
export const monthly = async () => within(await screen.findByRole('region', { name: 'Monthly' }))

export { api, publicConfig, session }
