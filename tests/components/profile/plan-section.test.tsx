// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlanSection } from '@/components/profile/plan-section'
import type { Plan } from '@/components/session/store'
import { failure, notSent } from '@/lib/browser/answer'
import { noPlan, type CurrentPlan, type Subscription } from '@/lib/contract/plan'
import { storeCancelAddress } from '@/lib/site'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ takePlan: vi.fn(), askPlan: vi.fn() }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({
  cancelPlan: vi.fn(),
  resumePlan: vi.fn(),
  currentPlan: vi.fn(),
  portal: vi.fn(),
  plans: vi.fn(),
  invoices: vi.fn(),
}))
vi.mock('@/lib/browser/api', () => api)
const config = vi.hoisted(() => ({ publicConfig: vi.fn() }))
vi.mock('@/lib/browser/config', () => config)

const end = '2999-12-05T12:00:00.000Z'
function plan(change: Partial<Subscription> = {}, isUnSubscribed = false): CurrentPlan {
  const base = planWith({ isUnSubscribed })
  return { ...base, subscription: base.subscription && { ...base.subscription, currentPeriodEnd: end, ...change } }
}
const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join()
const button = (name: string) => screen.getByRole('button', { name })
const section = (now: Plan, last: CurrentPlan | null = null, email: string | null = 'ada@x.test') => (
  <PlanSection uid="u1" plan={now} last={last} email={email} />
)
const show = (now: Plan, email?: string | null) => render(section(now, null, email))
const offer = { priceId: 'price_1', taxBehavior: 'inclusive' }

beforeEach(() => {
  for (const mock of [...Object.values(session), ...Object.values(api)]) mock.mockReset()
  config.publicConfig.mockReset().mockResolvedValue({ mail: true })
  api.plans.mockResolvedValue({ status: 200, data: { plans: [offer] } })
  api.invoices.mockResolvedValue({ status: 200, data: { invoices: [] } })
  api.cancelPlan.mockResolvedValue({ status: 200, data: plan({}, true) })
  api.resumePlan.mockResolvedValue({ status: 200, data: plan() })
})
afterEach(cleanup)

test.each<[string, CurrentPlan, string]>([
  ['none', noPlan, 'You have no plan.'],
  ['trialing', plan({ status: 'trialing', trialEnd: end }), 'Monthly, free trial until 5 December 2999'],
  ['active', plan(), 'Monthly, renews on 5 December 2999'],
  ['past due', plan({ status: 'past_due' }), 'Monthly, last payment declined'],
  ['cancelling', plan({}, true), 'Monthly, ends on 5 December 2999'],
  [
    'ended',
    plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true),
    'Monthly, ended on 5 December 2020',
  ],
  ['unpaid', plan({ status: 'unpaid' }, true), 'Monthly, stopped because a payment did not go through'],
  ['paused', plan({ status: 'paused' }, true), 'Monthly, paused'],
])('%s is said in words', (_, now, line) => {
  show(now)
  expect(screen.getByText(line)).toBeTruthy()
})

describe('cancelling', () => {
  test('takes two clicks, with focus where it belongs', async () => {
    const { rerender } = show(plan())
    await userEvent.click(button('Cancel plan'))
    expect(document.activeElement?.textContent).toContain('You keep everything until 5 December 2999.')
    expect(api.cancelPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(api.cancelPlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan({}, true))
    rerender(section(plan({}, true)))
    const said = status()
    expect(said).toContain('Cancelled. Nothing more will be charged.')
    expect(said).toContain('Everything stays open until 5 December 2999')
    expect(said).toContain('Your account and your data stay after that, too.')
    expect(document.activeElement?.textContent).toBe('Monthly, ends on 5 December 2999')
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  })

  test.each(['button', 'key'])('can be left alone by %s, and focus comes back', async (way) => {
    show(plan())
    await userEvent.click(button('Cancel plan'))
    if (way === 'button') await userEvent.click(button('Keep my plan'))
    else await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button('Cancel plan'))
    expect(api.cancelPlan).not.toHaveBeenCalled()
  })

  test('by keyboard alone', async () => {
    show(plan())
    button('Cancel plan').focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    expect(document.activeElement).toBe(button('Yes, cancel my plan'))
    await userEvent.keyboard('{Enter}')
    expect(session.takePlan).toHaveBeenCalledTimes(1)
  })

  test.each([502, 503, 429, 404, 500])(
    '%i says plainly that nothing was cancelled, and can be tried again',
    async (status) => {
      api.cancelPlan.mockResolvedValueOnce(failure(status, 'x', 'The provider does not answer.'))
      show(plan())
      await userEvent.click(button('Cancel plan'))
      await userEvent.click(button('Yes, cancel my plan'))
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Nothing was cancelled. The provider does not answer.')
      expect(session.takePlan).not.toHaveBeenCalled()
      await userEvent.click(button('Yes, cancel my plan'))
      expect(session.takePlan).toHaveBeenCalledTimes(1)
    },
  )

  test('a request that never left has changed nothing, and can be pressed again', async () => {
    api.cancelPlan.mockResolvedValueOnce(notSent())
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(api.currentPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.takePlan).toHaveBeenCalledTimes(1)
  })

  test('without an answer the plan itself says whether it was cancelled', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was cancelled.')
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    await userEvent.click(button('Yes, cancel my plan'))
    await vi.waitFor(() => expect(session.takePlan).toHaveBeenCalledTimes(1))
  })

  test('without an answer or a readable plan it is not known, and looking says which', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We do not know yet whether it was cancelled.')
    expect(alert.textContent).toContain('Look again when you are connected.')
    expect(document.body.textContent).not.toMatch(/Nothing was cancelled|unchanged/)
    expect(document.activeElement?.contains(alert)).toBe(true)
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('We do not know yet')
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(screen.getByRole('alert').textContent).toContain('Nothing was cancelled.')
    expect(document.activeElement?.textContent).toContain('Cancel your plan?')
    await userEvent.click(button('Yes, cancel my plan'))
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    await userEvent.click(button('Look again'))
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan({}, true))
    expect(api.cancelPlan).toHaveBeenCalledTimes(2)
  })

  test('when the plan itself is refused, that is not called unchanged either', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'Try again in a moment.'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('We do not know yet whether it was cancelled.')
  })

  test('past due: an open invoice is not said to be void, before or after', async () => {
    const { rerender } = show(plan({ status: 'past_due' }))
    await userEvent.click(button('Cancel plan'))
    expect(document.body.textContent).toContain('An invoice that is already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
    rerender(section(plan({ status: 'past_due' }, true)))
    expect(status()).toContain('An invoice that is already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
  })

  test.each([
    ['is mailed', true, 'ada@x.test', 'A receipt of the cancellation is on its way to ada@x.test.'],
    ['cannot be mailed without an address', true, null, 'This page is your confirmation'],
    ['is not mailed where no mail leaves', false, 'ada@x.test', 'This page is your confirmation'],
    ['is not promised where nobody knows', null, 'ada@x.test', 'This page is your confirmation'],
  ])('the receipt %s, and only then it is said so', async (_, mail, email, said) => {
    if (mail === null) config.publicConfig.mockRejectedValue(new Error('offline'))
    else config.publicConfig.mockResolvedValue({ mail })
    const { rerender } = show(plan(), email)
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    rerender(section(plan({}, true), null, email))
    expect(await screen.findByText(new RegExp(said))).toBeTruthy()
    if (!said.startsWith('A receipt')) expect(document.body.textContent).not.toContain('on its way')
  })

  test('a plan that was cancelled before promises no letter now', async () => {
    show(plan({}, true))
    expect(status()).toContain('Cancelled.')
    expect(config.publicConfig).not.toHaveBeenCalled()
    expect(document.body.textContent).not.toMatch(/on its way|confirmation/)
  })

  test('refused because of a store: the store’s own address', async () => {
    const refused = failure(409, 'cancel-in-store', 'You bought this in the Play Store.')
    refused.data.error.cancelUrl = 'https://play.example/cancel'
    api.cancelPlan.mockResolvedValue(refused)
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const link = await screen.findByRole('link', { name: 'Open the store’s cancel page' })
    expect(link.getAttribute('href')).toBe('https://play.example/cancel')
  })
})

describe('a plan of an app store', () => {
  test.each(['play_store', 'app_store'] as const)('of the %s leads to that store', (store) => {
    show(plan({ store }))
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe(storeCancelAddress[store])
    expect(api.invoices).not.toHaveBeenCalled()
  })

  test('is taken up again in the store, too', () => {
    show(plan({ store: 'app_store' }, true))
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    expect(status()).toContain('take the plan up again in the App Store')
    expect(screen.getByRole('link').getAttribute('href')).toBe(storeCancelAddress.app_store)
  })

  test('whose payment was declined is paid in the store', () => {
    show(plan({ store: 'play_store', status: 'past_due' }))
    expect(screen.getByText(/change how you pay in the Play Store first/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change the card' })).toBeNull()
  })
})

describe('a plan without access', () => {
  const stopped = (status: Subscription['status']) => show(plan({ status }, true))
  const start = () => screen.queryByRole('link', { name: 'Start again' })

  test('unpaid: another card, or a new plan', () => {
    stopped('unpaid')
    expect(button('Change the card')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
    expect(screen.getByText(/and the open invoice paid, it can go on/)).toBeTruthy()
    expect(start()?.getAttribute('href')).toBe('/pricing/start?c=true')
  })

  test.each(['paused', 'future'] as const)('%s: somebody to ask, and nothing to buy twice', (status) => {
    stopped(status)
    expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact')
    expect(start()).toBeNull()
    expect(button('Card and receipts')).toBeTruthy()
  })

  test('not completed: it may still come, and can be started again', () => {
    stopped('incomplete')
    expect(screen.getByText(/If you have just paid, load this page again/)).toBeTruthy()
    expect(start()).toBeTruthy()
  })

  test('ended: no date for the calendar, but what was paid can be seen', () => {
    stopped('canceled')
    expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull()
    expect(button('Card and receipts')).toBeTruthy()
    expect(start()).toBeTruthy()
  })
})

describe('resuming', () => {
  test('a cancelled plan that still runs can be resumed', async () => {
    const { rerender } = show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    expect(api.resumePlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan())
    rerender(section(plan()))
    expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999')
  })

  test('a resumption whose answer is lost is not known until somebody looks', async () => {
    api.resumePlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.currentPlan.mockResolvedValueOnce(failure(0, 'no-answer', 'x'))
    show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('We do not know yet whether it was resumed.')
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    api.currentPlan.mockResolvedValueOnce({ status: 200, data: plan() })
    await userEvent.click(button('Look again'))
    expect(session.takePlan).toHaveBeenCalledExactlyOnceWith(plan())
  })

  const terms = () => document.getElementById(button('Resume plan').getAttribute('aria-describedby') ?? '')?.textContent

  test.each([
    ['inclusive', '$19.00 a month from 5 December 2999.'],
    ['exclusive', '$19.00 a month, plus tax, from 5 December 2999.'],
  ])('its terms stand beside the button: tax %s', async (taxBehavior, words) => {
    api.plans.mockResolvedValue({ status: 200, data: { plans: [{ ...offer, taxBehavior }] } })
    show(plan({}, true))
    await vi.waitFor(() =>
      expect(terms()).toBe(
        `By pressing you agree to pay ${words} The plan renews by itself until you cancel. Nothing is charged today.`,
      ),
    )
  })

  test.each([
    ['the price is sold no more', { status: 200, data: { plans: [] } }],
    ['the prices cannot be read', notSent()],
  ])('where %s, tax is not said to be included', async (_, answer) => {
    api.plans.mockResolvedValue(answer)
    show(plan({}, true))
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalledTimes(1))
    expect(terms()).toContain('$19.00 a month, plus tax where there is one, from 5 December 2999')
  })

  test('a trial that goes on is charged at its end', async () => {
    show(plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00.000Z' }, true))
    await vi.waitFor(() => expect(terms()).toContain('$19.00 a month from 29 November 2999'))
  })

  test('an invoice that is open is not said to be void', () => {
    show(plan({ status: 'past_due' }, true))
    expect(terms()).toContain('Nothing is charged today, save for an invoice that is already open.')
  })
})

test('past due says what to do, and leads to the provider’s page for the card', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
  show(plan({ status: 'past_due' }))
  expect(screen.getByText(/you can change the card first/)).toBeTruthy()
  await userEvent.click(button('Change the card'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('http://localhost:4010/portal'))
  expect(button('Cancel plan')).toBeTruthy()
})

test('a plan that could not be read is not called none, and is asked for again', async () => {
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We could not read your plan.')
  await userEvent.click(button('Try again'))
  expect(session.askPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
})

test('while it is asked for again the button stays, and then the focus goes to the plan', async () => {
  const answer = Promise.withResolvers<void>()
  session.askPlan.mockReturnValue(answer.promise)
  const { rerender } = show('failed')
  await userEvent.click(button('Try again'))
  rerender(section('unknown'))
  expect(document.activeElement).toBe(button('Try again'))
  rerender(section(plan()))
  answer.resolve()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999'))
})

test('while it is asked for, what was last known keeps its place unseen, and is not asked for twice', async () => {
  const { rerender } = render(section('unknown', plan()))
  const line = screen.getByText('Monthly, renews on 5 December 2999')
  expect(line.closest('.invisible')).toBeTruthy()
  await vi.waitFor(() => expect(api.invoices).toHaveBeenCalledTimes(1))
  rerender(section(plan(), plan()))
  expect(screen.getByText('Monthly, renews on 5 December 2999')).toBe(line)
  expect(line.closest('.invisible')).toBeNull()
  expect(api.invoices).toHaveBeenCalledTimes(1)
})

test('what was last known is not shown in place of a plan that could not be read', () => {
  render(section('failed', plan()))
  expect(screen.getByRole('alert').textContent).toContain('We could not read your plan.')
  expect(screen.queryByText(/renews on/)).toBeNull()
})

describe('rows', () => {
  const rows = () =>
    screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

  test.each<[string, CurrentPlan, string[]]>([
    [
      'trialing',
      plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00Z' }),
      ['Price: $19.00 a month', 'First charge, 29 November 2999: $19.00', 'Paid with: card, through Stripe'],
    ],
    [
      'active',
      plan({ store: 'chargebee' }),
      ['Price: $19.00 a month', 'Next charge, 5 December 2999: $19.00', 'Paid with: Chargebee'],
    ],
    ['past due', plan({ status: 'past_due' }), ['Price: $19.00 a month', 'Paid with: card, through Stripe']],
    ['cancelling', plan({}, true), ['Price: $19.00 a month', 'Next charge: None', 'Paid with: card, through Stripe']],
    [
      'cancelling with an open invoice',
      plan({ status: 'past_due' }, true),
      ['Price: $19.00 a month', 'Paid with: card, through Stripe'],
    ],
    [
      'without a price',
      plan({ price: null }),
      ['Next charge, 5 December 2999: 5 December 2999', 'Paid with: card, through Stripe'],
    ],
  ])('%s', (_, now, expected) => {
    show(now)
    expect(rows()).toEqual(expected)
  })
})
