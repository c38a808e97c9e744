import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SessionEndedNotice, ReloadButton } from '@/components/session/notices'
import { setSession, markSessionEnded } from '@/components/session/store'

test('reports an ended session with a way back, and nothing to visitors', () => {
  history.replaceState(null, '', '/pricing/start/?c=true')
  render(<SessionEndedNotice hasLink />)
  act(() => setSession({ state: 'anonymous' }))
  expect(screen.queryByRole('alert')).toBeNull()
  act(markSessionEnded)
  expect(screen.getByRole('alert').textContent).toContain('Your sign-in session has ended.')
  expect(screen.getByRole('alert').textContent).toContain('please check whether it was done.')
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
    '/auth?signInSuccessUrl=%2Fpricing%2Fstart%2F%3Fc%3Dtrue',
  )
  act(() => setSession({ state: 'anonymous' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reloads the page, once online', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ReloadButton />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toMatch(/^You’re offline/)
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(reload).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledTimes(2)
})
