import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlanPicker } from '@/components/pricing/plan-picker'
import { leavingMs } from '@/components/pricing/use-checkout'
import type { Session } from '@/components/session/store'
import { failure } from '@/lib/browser/answer'
import { vendorTimeoutMs } from '@/lib/browser/timeout'
import { noPlan } from '@/lib/contract/plan'
import { offers, siteConfig } from './samples'

// @vitest-environment happy-dom

const session = vi.hoisted(() => ({ now: {} as unknown, refreshPlan: vi.fn(), leaveForCheckout: vi.fn() }))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ plans: vi.fn(), stripeCheckout: vi.fn(), chargebeeCheckout: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
const publicConfig = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/config', () => ({ publicConfig }))

// The vendors' loaders are mocked, and tests play their scripts.
const loadStripe = vi.hoisted(() => vi.fn())
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }))
const loadChargebee = vi.hoisted(() => vi.fn())
vi.mock('chargebee-js', () => ({ loadChargebee }))

type FormOptions = { fetchClientSecret: () => Promise<string>; onComplete: () => void }
type WindowOptions = Record<'loaded' | 'step' | 'close' | 'error', () => void> & {
  success: (id: string) => void
  hostedPage: () => Promise<{ url: string }>
}

const form = { mount: vi.fn(), unmount: vi.fn(), destroy: vi.fn() }
const makeForm = vi.fn<(options: FormOptions) => Promise<typeof form>>()
const openWindow = vi.fn<(options: WindowOptions) => void>()
const closeAll = vi.fn()
const assign = vi.fn()

const hosted = { status: 200, data: { id: 'cs_2', url: 'http://localhost:4010/pay' } }
const embedded = { status: 200, data: { id: 'cs_1', url: null, clientSecret: 'cs_1_secret_x' } }
const page = { id: 'hp_1', url: 'http://localhost:4010/hp', type: 'checkout_new', state: 'created' }
const never = () => new Promise<never>(() => {})
const shown = { amount: 1900, currency: 'USD', trialDays: 7 }

beforeEach(() => {
  // New modules per test, because loaded scripts stay loaded.
  vi.resetModules()
  localStorage.clear()
  history.replaceState(null, '')
  vi.spyOn(location, 'assign').mockImplementation(assign)
  for (const mock of [assign, form.mount, form.unmount, form.destroy, openWindow, closeAll]) mock.mockReset()
  session.refreshPlan.mockReset()
  session.leaveForCheckout.mockReset()
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan: noPlan }
  publicConfig
    .mockReset()
    .mockResolvedValue(siteConfig({ stripePublishableKey: 'pk_test_local', chargebeeCheckoutSite: 'local' }))
  api.plans.mockReset().mockResolvedValue({ status: 200, data: { plans: offers } })
  api.stripeCheckout
    .mockReset()
    .mockImplementation(async ({ ui }: { ui: string }) => (ui === 'embedded' ? embedded : hosted))
  api.chargebeeCheckout.mockReset().mockResolvedValue({ status: 200, data: page })
  makeForm.mockReset().mockResolvedValue(form)
  loadStripe.mockReset().mockResolvedValue({ createEmbeddedCheckoutPage: makeForm })
  loadChargebee.mockReset().mockResolvedValue({ openCheckout: openWindow, closeAll })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const card = async () => within(await screen.findByRole('region', { name: 'Monthly' }))
const press = async (name: string) =>
  userEvent.click((await card()).getByRole('button', { name: new RegExp(`^${name}`) }))
const options = () => openWindow.mock.calls[0]?.[0] as WindowOptions

test('loads nothing from vendors before a press', async () => {
  render(<PlanPicker app="https://app.example" />)
  await card()
  expect(loadStripe).not.toHaveBeenCalled()
  expect(loadChargebee).not.toHaveBeenCalled()
})

test('uses the hosted pages without publishable keys, and loads no script', async () => {
  publicConfig.mockResolvedValue(siteConfig())
  render(<PlanPicker app="https://app.example" />)
  await press('Pay by card')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
  expect(api.stripeCheckout).toHaveBeenCalledExactlyOnceWith({
    uid: 'u1',
    priceId: 'stripe-month-USD',
    ui: 'hosted',
    shown,
  })
  expect(loadStripe).not.toHaveBeenCalled()
})

test('opens the hosted page if the settings do not load', async () => {
  publicConfig.mockRejectedValue(new Error('no answer'))
  render(<PlanPicker app="https://app.example" />)
  await press('Other ways to pay')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(page.url))
  expect(loadChargebee).not.toHaveBeenCalled()
})

describe('by card, inside the page', () => {
  test('shows the form with plan, terms and consent, and focuses the heading', async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    const heading = await screen.findByRole('heading', { name: 'Pay by card' })
    await vi.waitFor(() => expect(document.activeElement).toBe(heading))
    expect(loadStripe).toHaveBeenCalledExactlyOnceWith('pk_test_local')
    expect(api.stripeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'stripe-month-USD',
      ui: 'embedded',
      shown,
    })
    expect(await makeForm.mock.calls[0]?.[0].fetchClientSecret()).toBe('cs_1_secret_x')
    expect(form.mount).toHaveBeenCalledExactlyOnceWith(expect.any(HTMLElement))
    expect(screen.getByText(/^First charge, /)).toBeTruthy()
    expect(screen.getByText(/^By continuing, you agree/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Monthly' })).toBeNull()
    // Stripe navigates itself, so the plan's copy must be gone by now.
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
    expect(assign).not.toHaveBeenCalled()
  })

  test('closes the form when another user signs in', async () => {
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    session.now = { ...(session.now as object), uid: 'u2' }
    rerender(<PlanPicker app="https://app.example" />)
    await card()
    expect(form.destroy).toHaveBeenCalledTimes(1)
  })

  test('keeps the terms of the press while another tab reloads the plan', async () => {
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    const terms = () => document.querySelector('[data-paying]')?.textContent
    const before = terms()
    expect(before).toMatch(/Free trial/)
    for (const plan of ['unknown', 'failed', noPlan] as const) {
      session.now = { state: 'in', uid: 'u1', person: null, user: null, plan }
      rerender(<PlanPicker app="https://app.example" />)
      expect(terms()).toBe(before)
    }
    session.now = { state: 'in', uid: 'u1', person: null, user: null, plan: 'unknown' }
    rerender(<PlanPicker app="https://app.example" />)
    await userEvent.click(screen.getByRole('button', { name: 'Open Stripe’s own page' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(hosted.data.url))
    expect(api.stripeCheckout).toHaveBeenLastCalledWith({ uid: 'u1', priceId: 'stripe-month-USD', ui: 'hosted', shown })
  })

  test('twenty clicks open one session and one form', async () => {
    render(<PlanPicker app="https://app.example" />)
    const button = (await card()).getByRole('button', { name: /^Pay by card/ })
    for (let n = 0; n < 20; n++) act(() => button.click())
    await screen.findByRole('heading', { name: 'Pay by card' })
    expect(api.stripeCheckout).toHaveBeenCalledTimes(1)
    expect(makeForm).toHaveBeenCalledTimes(1)
  })

  test('going back ends the form once, keeps the currency and moves the focus', async () => {
    render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    await press('Pay by card')
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the plans' }))
    expect((await card()).getByText('£19.00', { selector: 'p' })).toBeTruthy()
    expect(document.activeElement).toBe((await card()).getByRole('button', { name: /^Pay by card/ }))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    // Again, with the script already loaded.
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    expect(loadStripe).toHaveBeenCalledTimes(1)
    expect(form.mount).toHaveBeenCalledTimes(2)
  })

  test('Back ends the form and keeps the page; in-page links end nothing', async () => {
    const push = vi.spyOn(history, 'pushState')
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    const heading = await screen.findByRole('heading', { name: 'Pay by card' })
    expect(push).toHaveBeenCalledTimes(1)
    const state = vi.spyOn(history, 'state', 'get')
    // As by the skip link: an own entry at another address.
    const base = location.href
    location.hash = '#main'
    state.mockReturnValue(null)
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(heading.isConnected).toBe(true)
    history.replaceState(null, '', base)
    act(() => void dispatchEvent(new PopStateEvent('popstate')))
    expect(document.activeElement).toBe((await card()).getByRole('button', { name: /^Pay by card/ }))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(session.refreshPlan).not.toHaveBeenCalled()
  })

  test('shows warnings before the form', async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    const box = form.mount.mock.calls[0]?.[0] as HTMLElement
    for (const before of [
      screen.getByText('Tax'),
      screen.getByText(/^By continuing, you agree/),
      screen.getByRole('button', { name: 'Open Stripe’s own page' }),
    ]) {
      expect(before.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
  })

  test('offers Stripe’s own page if the form does not show', async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await userEvent.click(await screen.findByRole('button', { name: 'Open Stripe’s own page' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(document.activeElement).toBe((await card()).getByRole('button', { name: /^Pay by card/ }))
  })

  test('goes to the thank-you page if the paid session does not navigate', async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    act(() => makeForm.mock.calls[0]?.[0].onComplete())
    expect(assign).toHaveBeenCalledExactlyOnceWith('/pricing/thankyou/')
  })

  test('a page restored by the browser has no form and reloads the plan', async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    const button = (await card()).getByRole('button', { name: /^Pay by card/ })
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  })

  test('closes a form that arrives after that', async () => {
    const making = Promise.withResolvers<typeof form>()
    makeForm.mockReturnValue(making.promise)
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await vi.waitFor(() => expect(makeForm).toHaveBeenCalled())
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    await act(async () => making.resolve(form))
    await vi.waitFor(() => expect(form.destroy).toHaveBeenCalledTimes(1))
    expect(form.mount).not.toHaveBeenCalled()
  })

  test('shows a refusal at the button, and a second press works', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(502, 'provider-unavailable', 'x'))
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged.')
    await press('Pay by card')
    expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeTruthy()
  })

  test('opens the page if the server has no embedded form', async () => {
    api.stripeCheckout.mockResolvedValue(hosted)
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(makeForm).not.toHaveBeenCalled()
  })
})

describe('falls back to the hosted page without the vendor’s script or form', () => {
  test('Stripe’s script is blocked: creates only one hosted session', async () => {
    loadStripe.mockRejectedValue(new Error('Failed to load Stripe.js'))
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(api.stripeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'stripe-month-USD',
      ui: 'hosted',
      shown,
    })
  })

  test('Stripe’s script hangs: falls back after eight seconds with a message', async () => {
    loadStripe.mockReturnValue(never())
    api.stripeCheckout.mockReturnValue(never())
    render(<PlanPicker app="https://app.example" />)
    const button = (await card()).getByRole('button', { name: /^Pay by card/ })
    vi.useFakeTimers()
    act(() => button.click())
    await act(() => vi.advanceTimersByTimeAsync(vendorTimeoutMs - 1))
    expect(screen.getByRole('status').textContent).toBe('Opening the payment page.')
    expect(api.stripeCheckout).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('status').textContent).toBe(
      'The card form didn’t load here. Opening Stripe’s own page instead.',
    )
    expect(api.stripeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'stripe-month-USD',
      ui: 'hosted',
      shown,
    })
  })

  test('the loaded script is not Stripe’s', async () => {
    loadStripe.mockResolvedValue(null)
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
  })

  test('Stripe cannot create the form: requests a hosted session', async () => {
    makeForm.mockRejectedValue(new Error('IntegrationError'))
    render(<PlanPicker app="https://app.example" />)
    await press('Pay by card')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(api.stripeCheckout.mock.calls.map(([{ ui }]) => ui)).toEqual(['embedded', 'hosted'])
  })

  test('ends a form that is created too late', async () => {
    const making = Promise.withResolvers<typeof form>()
    makeForm.mockReturnValue(making.promise)
    render(<PlanPicker app="https://app.example" />)
    const button = (await card()).getByRole('button', { name: /^Pay by card/ })
    vi.useFakeTimers()
    act(() => button.click())
    await act(() => vi.advanceTimersByTimeAsync(2 * vendorTimeoutMs))
    expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay')
    await act(async () => making.resolve(form))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(form.mount).not.toHaveBeenCalled()
  })

  test('Chargebee’s script is blocked', async () => {
    loadChargebee.mockRejectedValue(new Error('Failed to load Chargebee'))
    render(<PlanPicker app="https://app.example" />)
    await press('Other ways to pay')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(page.url))
    expect(api.chargebeeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'chargebee-month-USD',
      ui: 'hosted',
      shown,
    })
  })

  test('the next press loads the script again', async () => {
    loadChargebee.mockRejectedValueOnce(new Error('Failed to load Chargebee'))
    api.chargebeeCheckout.mockResolvedValueOnce(failure(502, 'provider-unavailable', 'x'))
    render(<PlanPicker app="https://app.example" />)
    await press('Other ways to pay')
    await screen.findByRole('alert')
    await press('Other ways to pay')
    await vi.waitFor(() => expect(openWindow).toHaveBeenCalledTimes(1))
  })
})

describe('other ways to pay, in Chargebee’s window', () => {
  const openIt = async () => {
    render(<PlanPicker app="https://app.example" />)
    await press('Other ways to pay')
    await vi.waitFor(() => expect(openWindow).toHaveBeenCalledTimes(1))
  }
  const button = async () => (await card()).getByRole('button', { name: /^Other ways to pay/ })

  test('opens the hosted page of our server in a frame on every device', async () => {
    await openIt()
    expect(loadChargebee).toHaveBeenCalledExactlyOnceWith({ site: 'local', isItemsModel: true, iframeOnly: true })
    expect(api.chargebeeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'chargebee-month-USD',
      ui: 'embedded',
      shown,
    })
    expect(await options().hostedPage()).toEqual(page)
    act(() => options().loaded())
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
    expect((await button()).getAttribute('aria-busy')).toBe('true')
  })

  test('paid: goes to the thank-you page once, despite the closing window', async () => {
    await openIt()
    await act(async () => {
      options().success('hp_1')
      options().close()
    })
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(`${location.origin}/pricing/thankyou/`))
  })

  test('closed: keeps the plans, frees and focuses the button', async () => {
    await openIt()
    await act(async () => options().close())
    await vi.waitFor(async () => expect((await button()).getAttribute('aria-busy')).toBeNull())
    expect(document.activeElement).toBe(await button())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(assign).not.toHaveBeenCalled()
    await press('Other ways to pay')
    await vi.waitFor(() => expect(openWindow).toHaveBeenCalledTimes(2))
    expect(loadChargebee).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['says that it failed', (options: WindowOptions) => options.error()],
    [
      'throws',
      () => {
        throw new Error('no site')
      },
    ],
  ])('a window that %s: shows a message and Chargebee’s own page', async (_, play) => {
    openWindow.mockImplementation(play)
    render(<PlanPicker app="https://app.example" />)
    await press('Other ways to pay')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nothing was charged.')
    expect(within(alert).getByRole('link', { name: 'Open Chargebee’s own page' }).getAttribute('href')).toBe(page.url)
    expect((await button()).getAttribute('aria-busy')).toBeNull()
  })

  describe('fails if its frame does not load', () => {
    const wait = async () => {
      render(<PlanPicker app="https://app.example" />)
      const pressed = await button()
      vi.useFakeTimers()
      act(() => pressed.click())
      await act(() => vi.advanceTimersByTimeAsync(vendorTimeoutMs - 1))
      expect(openWindow).toHaveBeenCalledTimes(1)
      expect(screen.getByRole('status').textContent).toBe('Opening the payment page.')
      expect(closeAll).not.toHaveBeenCalled()
    }

    test('times out after eight seconds and links to Chargebee’s own page', async () => {
      await wait()
      await act(() => vi.advanceTimersByTimeAsync(1))
      vi.useRealTimers()
      const alert = screen.getByRole('alert')
      expect(alert.textContent).toContain('Nothing was charged.')
      expect(within(alert).getByRole('link', { name: 'Open Chargebee’s own page' }).getAttribute('href')).toBe(page.url)
      expect((await button()).getAttribute('aria-busy')).toBeNull()
      expect(closeAll).toHaveBeenCalledTimes(1)
    })

    test('closes a window that opens after the timeout, and stays on the page', async () => {
      await wait()
      await act(() => vi.advanceTimersByTimeAsync(1))
      act(() => options().loaded())
      expect(closeAll).toHaveBeenCalledTimes(2)
      expect(session.leaveForCheckout).not.toHaveBeenCalled()
      vi.useRealTimers()
      expect((await button()).getAttribute('aria-busy')).toBeNull()
      expect(screen.getByRole('alert')).toBeTruthy()
    })

    test('handles a library that cannot close a window', async () => {
      loadChargebee.mockResolvedValue({ openCheckout: openWindow })
      await wait()
      await act(() => vi.advanceTimersByTimeAsync(1))
      expect(screen.getByRole('alert').textContent).toContain('Nothing was charged.')
    })

    test.each(['loaded', 'step'] as const)('“%s” in time proves that the window works', async (sign) => {
      await wait()
      act(() => options()[sign]())
      act(() => options().step())
      expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
      await act(() => vi.advanceTimersByTimeAsync(10 * vendorTimeoutMs))
      expect(screen.queryByRole('alert')).toBeNull()
      expect(closeAll).not.toHaveBeenCalled()
    })

    test('does not treat a window closed by the user as failed', async () => {
      await wait()
      await act(async () => options().close())
      await act(() => vi.advanceTimersByTimeAsync(10 * vendorTimeoutMs))
      expect(closeAll).not.toHaveBeenCalled()
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('closes a window that arrives after it was closed', async () => {
      await wait()
      await act(async () => options().close())
      act(() => options().loaded())
      vi.useRealTimers()
      expect(closeAll).toHaveBeenCalledTimes(1)
      expect((await button()).getAttribute('aria-busy')).toBeNull()
    })
  })

  test('a window that failed after opening may have been paid in', async () => {
    await openIt()
    await act(async () => {
      options().loaded()
      options().error()
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your payment may be complete.')
    expect(alert.textContent).not.toContain('Nothing was charged')
    expect(
      within(alert)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/pricing/thankyou/'])
  })

  test('frees the button with a message if the thank-you page was stopped', async () => {
    await openIt()
    vi.useFakeTimers()
    await act(async () => options().success('hp_1'))
    await act(() => vi.advanceTimersByTimeAsync(leavingMs))
    expect(screen.getByRole('alert').textContent).toContain('Your payment may be complete.')
  })
})
