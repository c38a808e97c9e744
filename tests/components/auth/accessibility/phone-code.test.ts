// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resendCode } from '@/components/auth/accessibility/phone'
import { code, page, resend } from './widget-markup'

const one = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector) ?? expect.fail(selector)
const link = () => one('.firebaseui-id-resend-link')
const countdown = () => one('.firebaseui-id-resend-countdown')
const isShown = (element: HTMLElement) => !element.classList.contains('firebaseui-hidden')
const messageText = (role: string) => one(`[role=${role}].sign-in-resent`).textContent

const send = vi.fn<(box: HTMLElement) => Promise<string>>()
const widget = vi.fn()
let stop = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset().mockResolvedValue('+16505550100')
  widget.mockReset()
  stop = new AbortController()
  document.body.innerHTML = page('phone-sign-in-finish', 'Verify your phone number', code, resend)
  document.body.addEventListener('click', resendCode(send), { capture: true, signal: stop.signal })
  // As left by the widget's finished countdown.
  countdown().classList.add('firebaseui-hidden')
  link().classList.remove('firebaseui-hidden')
  link().addEventListener('click', widget)
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
})

test('sends another code, announces it and restarts the countdown', async () => {
  link().focus()
  link().click()
  link().click()
  expect(messageText('status')).toBe('Sending another code …')
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledOnce()
  expect(widget).not.toHaveBeenCalled()
  expect(messageText('status')).toBe('We sent another code to +16505550100.')
  expect([isShown(link()), isShown(countdown()), countdown().textContent]).toEqual([false, true, 'Resend code in 0:15'])
  expect(document.activeElement).toBe(one('.firebaseui-id-phone-confirmation-code'))
  await vi.advanceTimersByTimeAsync(6000)
  expect(countdown().textContent).toBe('Resend code in 0:09')
  await vi.advanceTimersByTimeAsync(9000)
  expect([isShown(link()), isShown(countdown())]).toEqual([true, false])
  link().click()
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledTimes(2)
  expect(document.querySelectorAll('[role=status]').length).toBe(1)
})

test.each([
  ['auth/too-many-requests', 'This phone number has been used too many times'],
  ['auth/captcha-check-failed', 'worded'],
])('shows why a code could not be sent (%s), and allows a retry', async (name, sentence) => {
  send.mockRejectedValueOnce(Object.assign(new Error('worded'), { code: name }))
  link().focus()
  link().click()
  await vi.advanceTimersByTimeAsync(0)
  expect([messageText('alert'), messageText('status'), isShown(link())]).toEqual([sentence, '', true])
  expect(document.activeElement).toBe(link())
  link().click()
  await vi.advanceTimersByTimeAsync(0)
  expect([messageText('alert'), messageText('status')]).toEqual(['', 'We sent another code to +16505550100.'])
})
