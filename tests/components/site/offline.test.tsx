import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BottomBar } from '@/components/site/page'
import { offlineScript } from '@/components/site/foot-script'
import { storageKeys } from '@/lib/site'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const go = (state: 'online' | 'offline') => {
  Object.defineProperty(navigator, 'onLine', { value: state === 'online', configurable: true })
  dispatchEvent(new Event(state))
}

afterEach(() => {
  endPage()
  vi.useRealTimers()
})

it('announces once that the user has signed out', () => {
  sessionStorage.setItem(storageKeys.signedOut, '1')
  render(<BottomBar path="/">{null}</BottomBar>)
  runPageScript(offlineScript)
  expect(screen.getByRole('status').textContent).toBe('You’re signed out.')
  expect(sessionStorage.length).toBe(0)
})

it('announces a lost and a restored connection', () => {
  vi.useFakeTimers()
  render(<BottomBar path="/">{null}</BottomBar>)
  runPageScript(offlineScript)
  const line = screen.getByRole('status')
  expect(line.textContent).toBe('')
  go('online')
  expect(line.textContent).toBe('')
  go('offline')
  expect(line.textContent).toMatch(/^You’re offline\./)
  expect(document.documentElement.hasAttribute('data-offline')).toBe(true)
  go('online')
  expect(line.textContent).toBe('You’re online again.')
  expect(document.documentElement.hasAttribute('data-offline')).toBe(false)
  vi.advanceTimersByTime(5000)
  expect(line.textContent).toBe('')
})
