import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PhoneCode } from '@/components/profile/phone-code'

const change = vi.hoisted(() => ({
  sendCode: vi.fn(async (_number: string, _box: HTMLElement, keep: (id: string) => void) => {
    keep('id')
    return { done: {} }
  }),
}))
vi.mock('@/lib/browser/account-change', () => change)

// Loading it takes longer than a stopped clock waits.
beforeAll(async () => void (await import('@/lib/browser/phone-number')))

afterEach(() => {
  vi.useRealTimers()
  change.sendCode.mockClear()
})

const code = () => screen.getByLabelText<HTMLInputElement>('6-digit code')
const another = () => screen.getByRole('button', { name: 'Send another code' })

/** Opens the code step with a stopped clock. */
async function sent() {
  vi.useFakeTimers()
  render(<PhoneCode confirm={async () => ({ problem: null })} onDone={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Phone number'), { target: { value: '+44 7700 900123' } })
  await act(async () => fireEvent.submit(document.querySelector('form') ?? document.body))
}

test('resends after a pause, keeping typed text and focus', async () => {
  await sent()
  const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  fireEvent.change(code(), { target: { value: '123' } })
  expect(screen.getByText('No rush. You can ask for another code in a moment.')).toBeTruthy()
  fireEvent.click(another())
  expect(change.sendCode).toHaveBeenCalledTimes(1)
  const first = statusTexts()
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(screen.getByText('No rush. You can ask for another code in a moment.')).toBeTruthy()
  expect(statusTexts()).toEqual(first)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(statusTexts()).toContain('You can ask for another code now.')
  expect(another().getAttribute('aria-disabled')).toBe(null)
  another().focus()
  await act(async () => fireEvent.click(another()))
  expect(change.sendCode).toHaveBeenCalledTimes(2)
  expect(code().value).toBe('123')
  expect(document.activeElement).toBe(code())
  expect(another().getAttribute('aria-disabled')).toBe('true')
})

test('corrects a mistyped number and drops the old code', async () => {
  await sent()
  fireEvent.change(code(), { target: { value: '123' } })
  fireEvent.click(screen.getByRole('button', { name: 'Change the number' }))
  const number = screen.getByLabelText<HTMLInputElement>('Phone number')
  expect(number.value).toBe('+44 7700 900123')
  expect(document.activeElement).toBe(number)
  fireEvent.change(number, { target: { value: '+44 7700 900124' } })
  await act(async () => fireEvent.submit(number))
  expect(change.sendCode).toHaveBeenLastCalledWith('+447700900124', expect.anything(), expect.anything())
  expect(screen.getByText('We sent a text message with a code to +447700900124.')).toBeTruthy()
  expect(code().value).toBe('')
})
