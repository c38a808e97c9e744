/** Renders the plan section with mocked session, API and settings. Import it first, so that the mocks apply. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import { PlanSection } from '@/components/profile/plan-section'
import type { Plan } from '@/components/session/store'
import { failure } from '@/lib/browser/answer'
import type { CurrentPlan, Subscription } from '@/lib/contract/plan'
import { translatorOf } from '@/lib/i18n/messages'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ applyPlan: vi.fn(), refreshPlan: vi.fn() }))
vi.mock('@/components/session/session', () => session)
const api = vi.hoisted(() => ({
  cancelPlan: vi.fn(),
  resumePlan: vi.fn(),
  refundPlan: vi.fn(),
  pausePlan: vi.fn(),
  previewChange: vi.fn(),
  changePlan: vi.fn(),
  billingSync: vi.fn(),
  portal: vi.fn(),
  currentPlan: vi.fn(),
  plans: vi.fn(),
  invoices: vi.fn(),
}))
vi.mock('@/lib/browser/api', () => api)
const config = vi.hoisted(() => ({ publicConfig: vi.fn() }))
vi.mock('@/lib/browser/config', async (original) => ({ ...(await original<object>()), ...config }))

export const end = '2999-12-05T12:00:00.000Z'
export const plan = (change: Partial<Subscription> = {}, isUnSubscribed = false) => planWith({ isUnSubscribed }, change)
export const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join()
export const button = (name: string) => screen.getByRole('button', { name })
export const press = (name: string) => userEvent.click(button(name))
export async function cancel() {
  await press('Cancel plan')
  await press('Yes, cancel my plan')
}
export const section = (now: Plan, last: CurrentPlan | null = null, email: string | null = 'ada@x.test') => (
  <PlanSection uid="u1" plan={now} last={last} email={email} />
)
export const show = (now: Plan, email?: string | null) => render(section(now, null, email))
export const words = {
  t: await translatorOf('en', 'profile'),
  plan: await translatorOf('en', 'plan'),
  calendar: await translatorOf('en', 'calendar'),
  locale: 'en',
} as const
export const offer = { priceId: 'price_1', taxBehavior: 'inclusive' }

beforeEach(() => {
  sessionStorage.clear()
  for (const mock of [...Object.values(session), ...Object.values(api)]) mock.mockReset()
  config.publicConfig.mockReset().mockResolvedValue({ mail: true })
  api.plans.mockResolvedValue({ status: 200, data: { plans: [offer] } })
  api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'x'))
  api.invoices.mockResolvedValue({ status: 200, data: { invoices: [] } })
  api.cancelPlan.mockResolvedValue({ status: 200, data: plan({}, true) })
  api.resumePlan.mockResolvedValue({ status: 200, data: plan() })
})

export { api, config, session }
