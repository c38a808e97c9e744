// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { handlePaste, normalizeInput, phoneIn } from '@/components/auth/accessibility/forms'
import { findCode } from '@/lib/browser/account-rules'
import { code, email, phone } from './widget-markup'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['Your code is 123456. It expires in 10 minutes.', '123456'],
  ['12345', null],
  ['1234567', null],
  ['123456 or 654321', null],
  ['', null],
])('reads the code in "%s" as %s', (text, expected) => {
  expect(findCode(text)).toBe(expected)
})

test.each([
  ['+44 20 7946 0000', '+44 20 7946 0000'],
  ['0044 20 7946 0000', '+44 20 7946 0000'],
  ['(+44) 20 7946 0000', '+44) 20 7946 0000'],
  ['tel:+442079460000', '+442079460000'],
  ['\u202a+44 20 7946 0000\u202c', '+44 20 7946 0000'],
  // Without a country the number stays, because the zero may belong to it.
  ['(0)20 7946 0000', '(0)20 7946 0000'],
])('reads the pasted number "%s" as "%s"', (text, expected) => {
  expect(phoneIn(text)).toBe(expected)
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
  document.body.innerHTML = code + phone + email
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

test.each([
  ['0049 170 1234567', '+49 170 1234567'],
  ['00', '00'],
  ['+44 20 7946 0000', '+44 20 7946 0000'],
  ['٠٠٤٩١٧٠', '+49170'],
  ['\u2068٠٢٠ ٧٩٤٦\u2069', '020 7946'],
])('replaces leading zeros and foreign digits of "%s"', (text, expected) => {
  field('phone-number').value = text
  field('phone-number').dispatchEvent(new Event('input', { bubbles: true }))
  expect(field('phone-number').value).toBe(expected)
})
