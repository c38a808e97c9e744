import { loadStripe, form, makeForm, hosted, press } from './vendor-checkout'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { noPlan } from '@/lib/contract/plan-words'
import { api, assign, monthly, picker, renderPicker, session, signedIn, expectCheckout, shown } from './render-picker'

describe('by card, inside the page', () => {
  test('shows the form with plan, terms and consent, and focuses the heading', async () => {
    renderPicker()
    await press('Pay by card')
    const heading = await screen.findByRole('heading', { name: 'Pay by card' })
    await vi.waitFor(() => expect(document.activeElement).toBe(heading))
    expect(loadStripe).toHaveBeenCalledExactlyOnceWith('pk_test_local', { locale: 'en' })
    expectCheckout(api.stripeCheckout, 'stripe-month-USD', 'embedded')
    expect(await makeForm.mock.calls[0]?.[0].fetchClientSecret()).toBe('cs_1_secret_x')
    expect(form.mount).toHaveBeenCalledExactlyOnceWith(expect.any(HTMLElement))
    expect(screen.getByText(/^First charge: /)).toBeTruthy()
    expect(screen.getByText(/^By continuing, you agree/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Monthly' })).toBeNull()
    // Stripe navigates itself, so the cached plan must be gone by now.
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
    expect(assign).not.toHaveBeenCalled()
  })

  test('closes the form when another user signs in', async () => {
    const { rerender } = renderPicker()
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    session.now = { ...(session.now as object), uid: 'u2' }
    rerender(picker())
    await monthly()
    expect(form.destroy).toHaveBeenCalledTimes(1)
  })

  test('keeps the terms of the press while another tab reloads the plan', async () => {
    const { rerender } = renderPicker()
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    const terms = () => document.querySelector('[data-paying]')?.textContent
    const before = terms()
    expect(before).toMatch(/Nothing to pay/)
    for (const plan of ['unknown', 'failed', noPlan] as const) {
      signedIn(plan)
      rerender(picker())
      expect(terms()).toBe(before)
    }
    signedIn('unknown')
    rerender(picker())
    await userEvent.click(screen.getByRole('button', { name: 'Open Stripe’s own page' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(hosted.data.url))
    expect(api.stripeCheckout).toHaveBeenLastCalledWith({
      uid: 'u1',
      priceId: 'stripe-month-USD',
      ui: 'hosted',
      locale: 'en',
      shown,
    })
  })

  test('closes the form on Back, but not on in-page links', async () => {
    const push = vi.spyOn(history, 'pushState')
    renderPicker()
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
    expect(document.activeElement).toBe((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(session.refreshPlan).not.toHaveBeenCalled()
  })

  test('goes to the thank-you page if the paid session does not navigate', async () => {
    renderPicker()
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    act(() => makeForm.mock.calls[0]?.[0].onComplete())
    expect(assign).toHaveBeenCalledExactlyOnceWith('/pricing/thankyou/')
  })

  test('closes the form and reloads the plan on a restored page', async () => {
    renderPicker()
    await press('Pay by card')
    await screen.findByRole('heading', { name: 'Pay by card' })
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(form.destroy).toHaveBeenCalledTimes(1)
    expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  })
})
