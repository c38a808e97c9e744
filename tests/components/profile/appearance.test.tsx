import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Appearance } from '@/components/profile/appearance'
import { failure } from '@/lib/browser/answer'
import { storageKeys } from '@/lib/site'

const api = vi.hoisted(() => ({ storeLocale: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

it('stores and applies text spacing and line length', async () => {
  render(<Appearance />)
  await userEvent.click(screen.getByRole('radio', { name: 'Wider' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Shorter' }))
  expect(document.documentElement.dataset.reading).toBe('spaced narrow')
  expect(localStorage.getItem(storageKeys.reading)).toBe('spaced narrow')
  await userEvent.click(screen.getAllByRole('radio', { name: 'Standard' })[0] as HTMLElement)
  expect(document.documentElement.dataset.reading).toBe('narrow')
})

it('opens the page in another language once the choice is stored', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  history.replaceState(null, '', '/profile?from=mail')
  render(<Appearance uid="u1" />)
  api.storeLocale.mockResolvedValueOnce(failure(503, 'unavailable')).mockResolvedValueOnce({ status: 200, data: {} })
  const arabic = screen.getByRole('link', { name: 'العربية' })
  expect(arabic.getAttribute('href')).toBe('/ar/profile?from=mail')
  await userEvent.click(arabic)
  expect((await screen.findByRole('alert')).textContent).toContain('Your language was not changed.')
  expect(assign).not.toHaveBeenCalled()
  await userEvent.click(arabic)
  expect(api.storeLocale).toHaveBeenLastCalledWith('u1', 'ar')
  expect(assign).toHaveBeenCalledExactlyOnceWith('/ar/profile?from=mail')
})
