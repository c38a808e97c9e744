import { expect, test } from 'vitest'
import { showVisitor, visitorState, type VisitorPlan } from '@/components/session/visitor-state'
import type { CurrentPlan } from '@/lib/contract/plan'
import { planWith } from './gate-table'

const subscribed = planWith()
const unsubscribed = planWith({ isUnSubscribed: true })
const none: CurrentPlan = { ...subscribed, subscription: null }
const blank = planWith({}, { id: '' })

const offers: [address: string, plan: VisitorPlan, shows: boolean][] = [
  ['/', 'anonymous', true],
  ['/', 'unknown', false],
  ['/', none, true],
  ['/', blank, true],
  ['/', subscribed, false],
  ['/', unsubscribed, true],
  ['/auth', 'anonymous', false],
  ['/blog/authors', 'anonymous', false],
  ['/pricing/start', 'anonymous', false],
  ['/features?from=pricing', none, false],
]

const trialUsed = { ...none, trialUsed: true as const }
const incomplete = planWith({}, { status: 'incomplete' })

const usedTrials: [plan: VisitorPlan, used: boolean][] = [
  ['anonymous', false],
  ['unknown', false],
  [none, false],
  [trialUsed, true],
  [incomplete, false],
  [unsubscribed, true],
  [subscribed, true],
]

test.each(offers)('%s with %j offers a trial: %s', (address, plan, shows) => {
  expect(visitorState(address, plan).trial).toBe(shows ? 'on' : 'off')
})

test.each(usedTrials)('with %j, offers no second trial: %s', (plan, used) => {
  expect(visitorState('/', plan)).toMatchObject({ session: plan === 'anonymous' ? 'out' : 'in', trialUsed: used })
})

const over = '2020-12-05T12:00:00Z'
test.each<[plan: VisitorPlan, resumable: boolean]>([
  [unsubscribed, true],
  [planWith({ isUnSubscribed: true }, { status: 'trialing' }), true],
  [planWith({ isUnSubscribed: true }, { currentPeriodEnd: over }), false],
  [planWith({ isUnSubscribed: true }, { status: 'canceled' }), false],
  [subscribed, false],
  ['anonymous', false],
])('with %j, resumes instead of selling: %s', (plan, resumable) => {
  expect(visitorState('/', plan).resumable).toBe(resumable)
})

test('shows the state on the root and on links to the prices', () => {
  document.body.innerHTML =
    '<a href="/pricing" data-pricing-link="/pricing" data-used-label="Start again" data-resume-link="/profile" data-resume-label="Resume">x</a><a href="/pricing" data-pricing-link>y</a>'
  const root = document.documentElement
  const shown = () => [
    [root.dataset.session, root.dataset.trial, root.hasAttribute('data-trial-used')],
    ...[...document.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')]),
  ]
  showVisitor({ session: 'in', trial: 'on', trialUsed: true, resumable: false })
  expect(shown()).toEqual([
    ['in', 'on', true],
    ['/pricing?c=true', 'Start again'],
    ['/pricing?c=true', null],
  ])
  showVisitor({ session: 'in', trial: 'on', trialUsed: true, resumable: true })
  expect(shown().slice(1)).toEqual([
    ['/profile', 'Resume'],
    ['/pricing?c=true', null],
  ])
  showVisitor({ session: 'out', trial: 'off', trialUsed: false, resumable: false })
  expect(shown()).toEqual([
    ['out', 'off', false],
    ['/pricing', null],
    ['/pricing', null],
  ])
})
