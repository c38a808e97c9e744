// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  isResult,
  isSuccess,
  isFirst,
  isWait,
  allowsChoice,
  allowsLink,
  isStartPage,
  pageOf,
  showsWait,
  wayOut,
} from '@/components/auth/pages'

test.each([
  ['provider-sign-in', true, true],
  ['sign-in', true, true],
  ['password-sign-in', false, true],
  ['password-sign-up', false, true],
  ['password-linking', false, true],
  ['password-recovery', false, false],
  ['phone-sign-in-start', false, false],
  ['phone-sign-in-finish', false, false],
  ['email-link-sign-in-sent', false, false],
])('recognises the page %s', (name, first, choice) => {
  const container = document.createElement('div')
  container.innerHTML = `<div class="mdl-card firebaseui-container firebaseui-id-page-${name} more"></div>`
  expect([pageOf(container), isFirst(name), allowsChoice(name)]).toEqual([name, first, choice])
})

test.each([
  ['callback', true],
  ['blank', true],
  ['spinner', true],
  ['sign-in', false],
  ['phone-sign-in-start', false],
])('recognises %s as a waiting page: %s', (name, waits) => {
  const container = document.createElement('div')
  // With tenants there is another element around it.
  container.innerHTML = `<div><div class="firebaseui-container firebaseui-id-page-${name}"></div></div>`
  expect([isWait(name), showsWait(container)]).toEqual([waits, waits])
})

test('has no name between two pages', () => {
  expect(pageOf(document.createElement('div'))).toBe('')
})

test.each([
  ['password-reset-failure', false, 'Back to sign in'],
  ['email-verification-failure', false, 'Back to sign in'],
  ['verify-and-change-email-failure', false, 'Back to sign in'],
  ['email-change-revoke-failure', false, 'Back to sign in'],
  ['email-change-revoke-success', false, 'Back to sign in'],
  ['revert-second-factor-addition-failure', false, 'Back to sign in'],
  ['revert-second-factor-addition-success', false, 'Back to sign in'],
  ['password-recovery-email-sent', false, 'Back to sign in'],
  // The widget has its own button there.
  ['password-recovery-email-sent', true, null],
  ['password-sign-in', true, 'Use another address or way to sign in'],
  ['password-linking', true, 'Use another address or way to sign in'],
  ['federated-linking', true, 'Use another address or way to sign in'],
  ['provider-sign-in', true, null],
  ['password-sign-up', true, null],
])('names the cancel link of %s (buttons: %s) %s', (page, buttons, words) => {
  expect(wayOut(page, buttons)).toBe(words)
})

test.each([
  ['', false, true],
  ['provider-sign-in', false, true],
  ['sign-in', false, false],
  ['password-sign-up', false, false],
  ['password-recovery', false, false],
  ['password-reset', true, false],
  ['email-verification-success', true, false],
  ['sign-out', true, false],
])('classifies %s: result %s, start of a visit %s', (page, answer, start) => {
  expect([isResult(page), isStartPage(page)]).toEqual([answer, start])
})

test.each([
  ['password-sign-in', true],
  ['unsupported-provider', true],
  ['password-recovery', false],
  ['phone-sign-in-finish', false],
])('allows a link on %s: %s', (page, may) => {
  expect(allowsLink(page)).toBe(may)
})

test.each([
  ['password-reset', false],
  ['password-reset-success', true],
  ['password-reset-failure', false],
  ['email-verification-success', true],
  ['verify-and-change-email-success', true],
  ['email-change-revoke-success', true],
  ['revert-second-factor-addition-success', true],
  ['sign-out', false],
])('reports success on %s: %s', (page, done) => {
  expect(isSuccess(page)).toBe(done)
})
