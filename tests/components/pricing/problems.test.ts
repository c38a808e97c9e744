import { expect, test } from 'vitest'
import { checkoutProblem } from '@/components/pricing/problems'
import { failure } from '@/lib/browser/answer'
import type { ApiError } from '@/lib/contract/error'
import { words } from './samples'

const charged = 'Nothing was charged.'

test.each<[number, string, string, string]>([
  [409, 'already-subscribed', 'You already have a plan.', 'You can see and change it on your profile.'],
  [409, 'terms-changed', 'The terms have changed since you opened this page.', `${charged} The price and dates`],
  [400, 'unknown-price', 'We don’t offer this plan any more.', `${charged} This page now shows`],
  [503, 'not-configured', 'This plan isn’t available right now.', `${charged} Because.`],
  [409, 'provider-refused', 'The payment provider refused to open a payment page', `${charged} Please write to us.`],
  [403, 'email-not-confirmed', 'Please confirm your email address before', charged],
  [401, 'unauthenticated', 'Please sign in again.', charged],
  [429, 'too-many-requests', 'You’ve tried many times in a row.', `${charged} Wait a few minutes, then try again.`],
  [502, 'provider-unavailable', 'The payment provider isn’t answering', `${charged} Try again in a moment.`],
  [0, 'no-answer', 'We couldn’t reach the server.', `${charged} Check your connection`],
  [400, 'invalid-request', 'We couldn’t open the payment page.', `${charged} Because.`],
])('explains %i %s as "%s"', (status, code, title, text) => {
  const problem = checkoutProblem(words, failure(status, code, 'Because.'), 'stripe', false)
  expect(problem.title).toContain(title)
  expect(problem.text).toContain(text)
})

test.each([
  [3500, 'You can try again in about 59 minutes.'],
  [20, 'You can try again in about a minute.'],
])('names the wait of %i seconds', (retryAfter, wait) => {
  const refusal = { ...failure(429, 'too-many-requests', 'x'), retryAfter }
  expect(checkoutProblem(words, refusal, 'stripe', true).text).toBe(`${charged} ${wait}`)
})

const blocked = (name: string) =>
  `We’re waiting for ${name} to tell us whether you have a plan there. Until then, you cannot pay. Try again in a moment.`

test.each<[string, boolean, Partial<ApiError['error']>, string]>([
  ['itself', true, { provider: 'stripe' }, 'Try again in a moment, or you can try the other way.'],
  ['itself alone', false, { provider: 'stripe' }, 'Try again in a moment.'],
  ['itself, which knows the customer', true, { provider: 'stripe', allProvidersBlocked: true }, blocked('Stripe')],
  ['itself alone, which does', false, { provider: 'stripe', allProvidersBlocked: true }, 'Try again in a moment.'],
  ['the other one', false, { provider: 'chargebee', allProvidersBlocked: true }, blocked('Chargebee')],
  ['an unknown one', true, {}, 'Try again in a moment.'],
])('advises after a silent provider: %s', (_, hasOther, error, advice) => {
  const silent = failure(502, 'provider-unavailable', 'x')
  Object.assign(silent.data.error, error)
  expect(checkoutProblem(words, silent, 'stripe', hasOther).text).toBe(`${charged} ${advice}`)
})
