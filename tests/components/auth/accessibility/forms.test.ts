import { beforeEach, expect, test, vi } from 'vitest'
import { handlePaste, normalizeInput } from '@/components/auth/accessibility/forms'
import { findCode } from '@/lib/browser/account-rules'
import { code, email } from './widget-markup'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['Your code is 123456. It expires in 10 minutes.', '123456'],
  ['12345', null],
  ['1234567', null],
  ['123456 or 654321', null],
  ['', null],
])('reads the code in "%s" as %s', (text, expected) => {
  expect(findCode(text)).toBe(expected)
})

const field = (name: string) => document.querySelector<HTMLInputElement>(`.firebaseui-id-${name}`) ?? expect.fail()
const put = (name: string, text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  field(name).dispatchEvent(event)
  return event
}

beforeEach(() => {
  document.body.innerHTML = code + email
  document.body.addEventListener('paste', handlePaste, true)
  document.body.addEventListener('input', normalizeInput, true)
})

test('replaces the value by a pasted code, and fires an input event', () => {
  const onInput = vi.fn()
  field('phone-confirmation-code').addEventListener('input', onInput)
  field('phone-confirmation-code').type = 'text'
  field('phone-confirmation-code').value = '9'
  expect(put('phone-confirmation-code', '123 456').defaultPrevented).toBe(true)
  expect(field('phone-confirmation-code').value).toBe('123456')
  expect(onInput).toHaveBeenCalledTimes(1)
})

test('removes invisible characters from a typed address', () => {
  field('email').value = '\u202aada@people.example '
  field('email').dispatchEvent(new Event('input', { bubbles: true }))
  expect(field('email').value).toBe('ada@people.example')
})
