// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Reload } from '@/components/session/reload'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('loads the page once more, and without a connection waits for one', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Reload />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toMatch(/^You are offline/)
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(reload).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledTimes(2)
})
