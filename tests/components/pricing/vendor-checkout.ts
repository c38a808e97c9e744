/** Mocks the checkout libraries of Stripe and Chargebee. Import it first, so that the mocks apply. */
import userEvent from '@testing-library/user-event'
import { beforeEach, vi } from 'vitest'
import { noPlan } from '@/lib/contract/plan-words'
import { api, monthly, publicConfig, signedIn } from './render-picker'
import { siteConfig } from './samples'

// The vendors' loaders are mocked, and tests play their scripts.
const loadStripe = vi.hoisted(() => vi.fn())
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }))
const loadChargebee = vi.hoisted(() => vi.fn())
vi.mock('chargebee-js', () => ({ loadChargebee }))

type FormOptions = { fetchClientSecret: () => Promise<string>; onComplete: () => void }
export type WindowOptions = Record<'loaded' | 'step' | 'close' | 'error', () => void> & {
  success: (id: string) => void
  hostedPage: () => Promise<{ url: string }>
}

export const form = { mount: vi.fn(), unmount: vi.fn(), destroy: vi.fn() }
export const makeForm = vi.fn<(options: FormOptions) => Promise<typeof form>>()
export const openWindow = vi.fn<(options: WindowOptions) => void>()
export const closeAll = vi.fn()

export const hosted = { status: 200, data: { id: 'cs_2', url: 'http://localhost:4010/pay' } }
const embedded = { status: 200, data: { id: 'cs_1', url: null, clientSecret: 'cs_1_secret_x' } }
export const page = { id: 'hp_1', url: 'http://localhost:4010/hp', type: 'checkout_new', state: 'created' }

beforeEach(async () => {
  // New modules per test, because loaded scripts stay loaded. Imported before a test stops the clock.
  vi.resetModules()
  await Promise.all([import('@/lib/browser/stripe-embed'), import('@/lib/browser/chargebee-embed')])
  history.replaceState(null, '')
  for (const mock of [form.mount, form.unmount, form.destroy, openWindow, closeAll]) mock.mockReset()
  signedIn(noPlan)
  publicConfig.mockResolvedValue(siteConfig({ stripePublishableKey: 'pk_test_local', chargebeeCheckoutSite: 'local' }))
  api.stripeCheckout.mockImplementation(async ({ ui }: { ui: string }) => (ui === 'embedded' ? embedded : hosted))
  api.chargebeeCheckout.mockResolvedValue({ status: 200, data: page })
  makeForm.mockReset().mockResolvedValue(form)
  loadStripe.mockReset().mockResolvedValue({ createEmbeddedCheckoutPage: makeForm })
  loadChargebee.mockReset().mockResolvedValue({ openCheckout: openWindow, closeAll })
})

export const press = async (name: string) =>
  userEvent.click((await monthly()).getByRole('button', { name: new RegExp(`^${name}`) }))

export { loadChargebee, loadStripe }
