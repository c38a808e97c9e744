// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isFirst, leavesChoice, pageOf } from '@/components/auth/pages'

test.each([
  ['provider-sign-in', true, true],
  ['sign-in', true, true],
  ['password-sign-in', false, true],
  ['password-sign-up', false, true],
  ['password-recovery', false, false],
  ['phone-sign-in-start', false, false],
  ['phone-sign-in-finish', false, false],
  ['email-link-sign-in-sent', false, false],
])('the page %s', (name, first, choice) => {
  const container = document.createElement('div')
  container.innerHTML = `<div class="mdl-card firebaseui-container firebaseui-id-page-${name} more"></div>`
  expect([pageOf(container), isFirst(name), leavesChoice(name)]).toEqual([name, first, choice])
})

test('between two pages there is no name', () => {
  expect(pageOf(document.createElement('div'))).toBe('')
})
