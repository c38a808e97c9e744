import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionStarter } from '@/components/session/starter'
import { storageKeys } from '@/lib/site'

const loaded = vi.hoisted(() => ({ session: 0, started: 0 }))
vi.mock('@/components/session/session', () => {
  loaded.session++
  return { startSession: () => void loaded.started++ }
})

const network = vi.fn()
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', network)
})
afterEach(() => vi.unstubAllGlobals())

test('loads no session for a visitor until another tab signs in', async () => {
  const { container } = render(<SessionStarter />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(container.innerHTML).toBe('')
  expect(loaded).toEqual({ session: 0, started: 0 })
  expect(network).not.toHaveBeenCalled()

  dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
  localStorage.setItem(storageKeys.session, '{"uid":"u1"}')
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
  await vi.waitFor(() => expect(loaded).toEqual({ session: 1, started: 1 }))
})
