/** Renders the plan picker with a mocked session, API and settings. Import it first, so that the mocks apply. */
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { PlanPicker } from '@/components/pricing/plan-picker'
import type { Session } from '@/components/session/store'
import type { CurrentPlan, Provider } from '@/lib/contract/plan'
import { offers } from './samples'

const session = vi.hoisted(() => ({
  now: { state: 'loading' } as unknown,
  refreshPlan: vi.fn(),
  leaveForCheckout: vi.fn(),
}))
vi.mock('@/components/session/session', () => ({ ...session, useSession: () => session.now as Session }))
const api = vi.hoisted(() => ({ plans: vi.fn(), checkout: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

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
  api.plans.mockReset().mockResolvedValue({ status: 200, data: { plans: offers } })
  api.checkout.mockReset().mockResolvedValue({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } })
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
/** Expects one request for a checkout, with the terms that were shown. */
export const expectCheckout = (provider: Provider, priceId: string, terms = {}) =>
  expect(api.checkout).toHaveBeenCalledExactlyOnceWith(provider, {
    uid: 'u1',
    priceId,
    locale: 'en',
    shown: { amount: 1900, currency: 'USD', trialDays: 7, ...terms },
  })
export const monthly = async () => within(await screen.findByRole('region', { name: 'Monthly' }))

export { api, session }
