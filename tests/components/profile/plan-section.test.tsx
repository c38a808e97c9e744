import { session, api, plan, section, show, press } from './render-plan-section'
import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rememberCheckout } from '@/components/session/store'

test('does not open the card page for a later user', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  let answer: (answer: unknown) => void = () => {}
  api.portal.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { unmount } = show(plan())
  await press('Card and receipts')
  await vi.waitFor(() => expect(api.portal).toHaveBeenCalledTimes(1))
  unmount()
  await act(async () => answer({ status: 200, data: { url: 'http://localhost:4010/portal' } }))
  expect(assign).not.toHaveBeenCalled()
})

test('does not call an unreadable plan “none”, and offers a retry', async () => {
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your plan.')
  await press('Try again')
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
})

test('after an unknown payment, shows neither “no plan” nor a purchase', async () => {
  rememberCheckout('u1')
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('Your payment may be complete. You do not need to pay again.')
  expect(screen.queryByText(/You have no plan|could not read/)).toBeNull()
  expect(screen.queryByRole('link', { name: /plans|Start/ })).toBeNull()
  await press('Check again')
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
  cleanup()
  rememberCheckout('u2')
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your plan.')
})

test('reserves space for the last plan while loading', async () => {
  const { rerender } = render(section('unknown', plan()))
  const line = screen.getByText('Monthly, renews on 5 December 2999')
  expect(line.closest('.invisible')).toBeTruthy()
  await vi.waitFor(() => expect(api.invoices).toHaveBeenCalledTimes(1))
  rerender(section(plan(), plan()))
  expect(screen.getByText('Monthly, renews on 5 December 2999')).toBe(line)
  expect(line.closest('.invisible')).toBeNull()
  expect(api.invoices).toHaveBeenCalledTimes(1)
})
