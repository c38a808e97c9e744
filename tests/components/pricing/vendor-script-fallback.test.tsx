import { loadStripe, form, makeForm, press } from './vendor-checkout'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { vendorTimeoutMs } from '@/lib/browser/time'
import { api, assign, monthly, publicConfig, renderPicker, expectCheckout } from './render-picker'
import { siteConfig } from './samples'

const never = () => new Promise<never>(() => {})

test('uses the hosted pages without publishable keys, and loads no script', async () => {
  publicConfig.mockResolvedValue(siteConfig())
  renderPicker()
  await press('Pay by card')
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
  expectCheckout(api.stripeCheckout, 'stripe-month-USD')
  expect(loadStripe).not.toHaveBeenCalled()
})

describe('falls back to the hosted page without the vendor’s script or form', () => {
  test('Stripe’s script hangs: falls back after eight seconds with a message', async () => {
    loadStripe.mockReturnValue(never())
    api.stripeCheckout.mockReturnValue(never())
    renderPicker()
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    vi.useFakeTimers()
    act(() => button.click())
    await act(() => vi.advanceTimersByTimeAsync(vendorTimeoutMs - 1))
    expect(screen.getByRole('status').textContent).toBe('Opening the payment page.')
    expect(api.stripeCheckout).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('status').textContent).toBe(
      'The card form didn’t load here. Opening Stripe’s own page instead.',
    )
    expectCheckout(api.stripeCheckout, 'stripe-month-USD')
  })

  test('Stripe cannot create the form: requests a hosted session', async () => {
    makeForm.mockRejectedValue(new Error('IntegrationError'))
    renderPicker()
    await press('Pay by card')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(api.stripeCheckout.mock.calls.map(([{ ui }]) => ui)).toEqual(['embedded', 'hosted'])
  })

  test('ends a form that is created too late', async () => {
    const making = Promise.withResolvers<typeof form>()
    makeForm.mockReturnValue(making.promise)
    renderPicker()
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    vi.useFakeTimers()
    act(() => button.click())
    await act(() => vi.advanceTimersByTimeAsync(2 * vendorTimeoutMs))
    expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay')
    await act(async () => making.resolve(form))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(form.mount).not.toHaveBeenCalled()
  })
})
