import { loadChargebee, type WindowOptions, openWindow, closeAll, page, press } from './vendor-checkout'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { vendorTimeoutMs } from '@/lib/browser/time'
import { api, assign, monthly, renderPicker, session, expectCheckout } from './render-picker'

const windowOptions = () => openWindow.mock.calls[0]?.[0] as WindowOptions

describe('other ways to pay, in Chargebee’s window', () => {
  const openIt = async () => {
    renderPicker()
    await press('Other ways to pay')
    await vi.waitFor(() => expect(openWindow).toHaveBeenCalledTimes(1))
  }
  const button = async () => (await monthly()).getByRole('button', { name: /^Other ways to pay/ })

  test('opens the hosted page of our server in a frame on every device', async () => {
    await openIt()
    expect(loadChargebee).toHaveBeenCalledExactlyOnceWith({ site: 'local', isItemsModel: true, iframeOnly: true })
    expectCheckout(api.chargebeeCheckout, 'chargebee-month-USD', 'embedded')
    expect(await windowOptions().hostedPage()).toEqual(page)
    act(() => windowOptions().loaded())
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
    expect((await button()).getAttribute('aria-busy')).toBe('true')
  })

  test('goes to the thank-you page once after payment', async () => {
    await openIt()
    await act(async () => {
      windowOptions().success('hp_1')
      windowOptions().close()
    })
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(`${location.origin}/pricing/thankyou/`))
  })

  test.each([
    ['reports an error', (options: WindowOptions) => options.error()],
    [
      'throws',
      () => {
        throw new Error('no site')
      },
    ],
  ])('shows a message and a link for a window that %s', async (_, play) => {
    openWindow.mockImplementation(play)
    renderPicker()
    await press('Other ways to pay')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nothing was charged.')
    expect(within(alert).getByRole('link', { name: 'Open Chargebee’s own page' }).getAttribute('href')).toBe(page.url)
    expect((await button()).getAttribute('aria-busy')).toBeNull()
  })

  describe('a frame that does not load', () => {
    const wait = async () => {
      renderPicker()
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
      act(() => windowOptions().loaded())
      expect(closeAll).toHaveBeenCalledTimes(2)
      expect(session.leaveForCheckout).not.toHaveBeenCalled()
      vi.useRealTimers()
      expect((await button()).getAttribute('aria-busy')).toBeNull()
      expect(screen.getByRole('alert')).toBeTruthy()
    })
  })

  test('warns of a possible payment if the open window fails', async () => {
    await openIt()
    await act(async () => {
      windowOptions().loaded()
      windowOptions().error()
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
})
