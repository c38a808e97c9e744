// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlanSection } from '@/components/profile/plan-section'
import { rememberCheckout } from '@/components/session/storage'
import type { Plan } from '@/components/session/store'
import { failure, notSent } from '@/lib/browser/answer'
import { noPlan, type CurrentPlan, type Subscription } from '@/lib/contract/plan'
import { storeCancelAddress } from '@/lib/site'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({ applyPlan: vi.fn(), refreshPlan: vi.fn() }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({
  cancelPlan: vi.fn(),
  resumePlan: vi.fn(),
  billingSync: vi.fn(),
  portal: vi.fn(),
  currentPlan: vi.fn(),
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
  sessionStorage.clear()
  for (const mock of [...Object.values(session), ...Object.values(api)]) mock.mockReset()
  config.publicConfig.mockReset().mockResolvedValue({ mail: true })
  api.plans.mockResolvedValue({ status: 200, data: { plans: [offer] } })
  api.currentPlan.mockResolvedValue(failure(503, 'unavailable', 'x'))
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
  ['cancelling while past due', plan({ status: 'past_due' }, true), 'Monthly, cancelled, ends by 5 December 2999'],
  [
    'ended',
    plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true),
    'Monthly, ended on 5 December 2020',
  ],
  ['ended before its day', plan({ status: 'canceled' }, true), 'Monthly, ended'],
  ['unpaid', plan({ status: 'unpaid' }, true), 'Monthly, stopped because a payment didn’t go through'],
  ['paused', plan({ status: 'paused' }, true), 'Monthly, paused'],
])('describes %s in words', (_, now, line) => {
  show(now)
  expect(screen.getByText(line)).toBeTruthy()
})

describe('cancelling', () => {
  test('takes two clicks, and moves the focus correctly', async () => {
    const { rerender } = show(plan())
    await userEvent.click(button('Cancel plan'))
    expect(document.activeElement?.textContent).toContain('You keep everything until 5 December 2999.')
    expect(api.cancelPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(api.cancelPlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, true))
    rerender(section(plan({}, true)))
    const said = status()
    expect(said).toContain('Cancelled. Nothing more will be charged.')
    expect(said).toContain('You keep the app and the calls until 5 December 2999')
    expect(said).toContain('After that, your account and your data stay.')
    expect(document.activeElement?.textContent).toBe('Monthly, ends on 5 December 2999')
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
  })

  test.each(['button', 'key'])('can be abandoned by %s, and the focus returns', async (way) => {
    show(plan())
    await userEvent.click(button('Cancel plan'))
    if (way === 'button') await userEvent.click(button('Keep my plan'))
    else await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button('Cancel plan'))
    expect(api.cancelPlan).not.toHaveBeenCalled()
  })

  test('works by keyboard', async () => {
    show(plan())
    button('Cancel plan').focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    expect(document.activeElement).toBe(button('Yes, cancel my plan'))
    await userEvent.keyboard('{Enter}')
    expect(session.applyPlan).toHaveBeenCalledTimes(1)
  })

  test.each([502, 503, 429, 404, 500])('%i says that nothing was cancelled, and allows a retry', async (status) => {
    api.cancelPlan.mockResolvedValueOnce(failure(status, 'x', 'The provider does not answer.'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Nothing was cancelled. The provider does not answer.')
    expect(session.applyPlan).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.applyPlan).toHaveBeenCalledTimes(1)
  })

  test('an unsent request changes nothing, and can be repeated', async () => {
    api.cancelPlan.mockResolvedValueOnce(notSent())
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(api.billingSync).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.applyPlan).toHaveBeenCalledTimes(1)
  })

  test.each(['cancel', 'resume'] as const)(
    'without an answer, %s may still happen: the plan shown is not final',
    async (wanted) => {
      const verb = wanted === 'cancel' ? 'cancelled' : 'resumed'
      const send = wanted === 'cancel' ? api.cancelPlan : api.resumePlan
      const press = wanted === 'cancel' ? 'Yes, cancel my plan' : 'Resume plan'
      const before = plan({}, wanted === 'resume')
      const after = plan({}, wanted === 'cancel')
      send.mockResolvedValue(failure(0, 'no-answer', 'x'))
      api.billingSync.mockResolvedValueOnce({ status: 200, data: before })
      show(before)
      if (wanted === 'cancel') await userEvent.click(button('Cancel plan'))
      await userEvent.click(button(press))
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain(`Nothing was ${verb}, as far as we can tell.`)
      expect(alert.textContent).toContain('We got no answer. Look again in a moment.')
      expect(alert.textContent).not.toContain('unchanged')
      expect(screen.queryByRole('button', { name: press })).toBeNull()
      api.billingSync.mockResolvedValueOnce({ status: 200, data: before })
      await userEvent.click(button('Look again'))
      expect(screen.getByRole('alert').textContent).toContain(`Your plan is unchanged.Nothing was ${verb}.`)
      api.billingSync.mockResolvedValueOnce({ status: 200, data: after })
      await userEvent.click(button(press))
      await vi.waitFor(() => expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', after))
    },
  )

  test.each([
    ['on the way', failure(0, 'no-answer', 'x')],
    ['by a proxy', failure(502, 'unreadable', 'x')],
  ])('a change that was lost %s, but made, needs no second check', async (_, answer) => {
    api.cancelPlan.mockResolvedValue(answer)
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, true))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without answer and plan, the outcome is unknown until checked', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.billingSync.mockResolvedValue(failure(0, 'no-answer', 'x'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We don’t know yet whether it was cancelled.')
    expect(alert.textContent).toContain('Look again when you’re online.')
    expect(document.body.textContent).not.toMatch(/Nothing was cancelled|unchanged/)
    expect(document.activeElement?.contains(alert)).toBe(true)
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('We don’t know yet')
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan() })
    await userEvent.click(button('Look again'))
    expect(screen.getByRole('alert').textContent).toContain('Your plan is unchanged.')
    expect(screen.getByRole('alert').textContent).toContain('Nothing was cancelled.')
    expect(document.activeElement?.textContent).toContain('Cancel your plan?')
    await userEvent.click(button('Yes, cancel my plan'))
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan({}, true) })
    await userEvent.click(button('Look again'))
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, true))
    expect(api.cancelPlan).toHaveBeenCalledTimes(2)
  })

  test.each(['cancel', 'resume'] as const)(
    'no answer from the provider: %s is unknown until checked',
    async (wanted) => {
      const verb = wanted === 'cancel' ? 'cancelled' : 'resumed'
      const late = failure(502, 'provider-unavailable', 'x')
      const unsure = failure(502, 'provider-unavailable', 'x')
      unsure.data.error.outcome = 'unknown'
      const send = wanted === 'cancel' ? api.cancelPlan : api.resumePlan
      send.mockResolvedValue(unsure)
      show(plan({}, wanted === 'resume'))
      if (wanted === 'cancel') await userEvent.click(button('Cancel plan'))
      await userEvent.click(button(wanted === 'cancel' ? 'Yes, cancel my plan' : 'Resume plan'))
      const said = async () => (await screen.findByRole('alert')).textContent
      expect(await said()).toContain(`Nothing was ${verb}, as far as we can tell.`)
      expect(await said()).toContain('The payment provider gave no clear answer. Look again in a moment.')
      expect(document.body.textContent).not.toContain('unchanged')
      // The server has already checked.
      expect(api.billingSync).not.toHaveBeenCalled()
      api.billingSync.mockResolvedValueOnce(late)
      await userEvent.click(button('Look again'))
      expect(await said()).toContain('as far as we can tell')
      api.billingSync.mockResolvedValueOnce({ status: 200, data: plan({}, wanted === 'cancel') })
      await userEvent.click(button('Look again'))
      expect(api.billingSync).toHaveBeenCalledTimes(2)
      expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan({}, wanted === 'cancel'))
      expect(send).toHaveBeenCalledTimes(1)
    },
  )

  test('says so if the server itself timed out', async () => {
    const unsure = failure(503, 'unavailable', 'We cannot say whether it was done.')
    unsure.data.error.outcome = 'unknown'
    api.cancelPlan.mockResolvedValue(unsure)
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We don’t know yet whether it was cancelled.')
    expect(alert.textContent).toContain('We cannot say whether it was done.')
  })

  test('does not claim “unchanged” if the plan cannot be read', async () => {
    api.cancelPlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.billingSync.mockResolvedValue(failure(503, 'unavailable', 'Try again in a moment.'))
    show(plan())
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('We don’t know yet whether it was cancelled.')
  })

  test('past due: does not call an open invoice void', async () => {
    const { rerender } = show(plan({ status: 'past_due' }))
    await userEvent.click(button('Cancel plan'))
    expect(document.body.textContent).toContain('An invoice that’s already open may still be charged.')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
    expect(document.body.textContent).toContain(
      'You keep everything until 5 December 2999 at the latest. Its last payment was declined, so it may end earlier.',
    )
    rerender(section(plan({ status: 'past_due' }, true)))
    expect(status()).toContain('An invoice that’s already open may still be charged.')
    expect(status()).toContain('the app and the calls until 5 December 2999 at the latest. Its last payment was')
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges/i)
  })

  test('mentions an outstanding invoice before and after, with the date', async () => {
    const row = () => screen.getByText('Open invoice').parentElement?.textContent
    const { rerender } = show(plan({ openInvoice: true }))
    expect(row()).toBe('Open invoiceMay still be charged')
    await userEvent.click(button('Cancel plan'))
    expect(document.body.textContent).toContain(
      'You keep everything until 5 December 2999. It won’t renew. An invoice that’s already open may still be charged.',
    )
    rerender(section(plan({ openInvoice: true }, true)))
    expect(row()).toBe('Open invoiceMay still be charged')
    expect(status()).toContain('An invoice that’s already open may still be charged.')
    expect(document.body.textContent).toContain(
      'You won’t be charged straight away, except for an invoice that’s already open.',
    )
    expect(document.body.textContent).not.toMatch(/nothing more|no more charges|declined|at the latest/i)
    expect(screen.queryByText('None')).toBeNull()
  })

  test.each([
    ['is mailed', true, 'ada@x.test', 'We email ada@x.test when a plan is cancelled.'],
    ['cannot be mailed without an address', true, null, 'This page is your confirmation'],
    ['is not mailed where no mail leaves', false, 'ada@x.test', 'This page is your confirmation'],
    ['is not promised where nobody knows', null, 'ada@x.test', 'This page is your confirmation'],
  ])('confirms that the receipt %s, and only then', async (_, mail, email, said) => {
    if (mail === null) config.publicConfig.mockRejectedValue(new Error('offline'))
    else config.publicConfig.mockResolvedValue({ mail })
    const { rerender } = show(plan(), email)
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
    rerender(section(plan({}, true), null, email))
    expect(await screen.findByText(new RegExp(said))).toBeTruthy()
    if (!said.startsWith('We write')) expect(document.body.textContent).not.toContain('We write to')
  })

  test('an earlier cancellation promises no email now', async () => {
    show(plan({}, true))
    expect(status()).toContain('Cancelled.')
    expect(config.publicConfig).not.toHaveBeenCalled()
    expect(document.body.textContent).not.toMatch(/We write to|confirmation/)
  })

  test('refused because of a store: links to the store', async () => {
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

describe('an app store plan', () => {
  test.each(['play_store', 'app_store'] as const)('of %s links to the store', (store) => {
    show(plan({ store }))
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toBe(storeCancelAddress[store])
    expect(api.invoices).not.toHaveBeenCalled()
  })

  test('is resumed in the store, too', () => {
    show(plan({ store: 'app_store' }, true))
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    expect(status()).toContain('resume the plan in the App Store')
    expect(screen.getByRole('link').getAttribute('href')).toBe(storeCancelAddress.app_store)
  })

  test('with a declined payment is paid in the store', () => {
    show(plan({ store: 'play_store', status: 'past_due' }))
    expect(screen.getAllByText(/update how you pay in the Play Store first/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change the card' })).toBeNull()
  })
})

describe('does not assume a card for Chargebee', () => {
  test('past due', () => {
    show(plan({ store: 'chargebee', status: 'past_due' }))
    expect(screen.getAllByText(/You can update how you pay first\./)).toBeTruthy()
    expect(button('Change how you pay')).toBeTruthy()
    expect(document.body.textContent).not.toContain('card')
  })

  test('active', async () => {
    show(plan({ store: 'chargebee' }))
    expect(button('Payment and receipts')).toBeTruthy()
    expect(await screen.findByText(/See all receipts under “Payment and receipts”\./)).toBeTruthy()
    expect(document.body.textContent).not.toContain('card')
  })
})

describe('a plan without access', () => {
  const stopped = (status: Subscription['status']) => show(plan({ status }, true))
  const start = () => screen.queryByRole('link', { name: 'Start again' })

  test('unpaid: offers another card or a new plan', () => {
    stopped('unpaid')
    expect(button('Change the card')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Card and receipts' })).toBeNull()
    expect(screen.getByText(/and pay the open invoice, and it can continue/)).toBeTruthy()
    expect(start()?.getAttribute('href')).toBe('/pricing/start?c=true')
  })

  test.each(['paused', 'future'] as const)('%s: offers contact, and no second purchase', (status) => {
    stopped(status)
    expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact')
    expect(start()).toBeNull()
    expect(button('Card and receipts')).toBeTruthy()
  })

  test.each([
    ['paused', 'It ends straight away, and there are no more charges.'],
    ['unpaid', 'It ends straight away. An invoice that’s already open may still be charged.'],
    ['future', 'It won’t start, and there are no more charges.'],
  ] as const)('%s: can be cancelled in two clicks, and ends at once', async (status, words) => {
    api.cancelPlan.mockResolvedValueOnce({ status: 200, data: plan({ status }, true) })
    const { rerender } = stopped(status)
    await userEvent.click(button('Cancel plan'))
    expect(screen.getByText(words)).toBeTruthy()
    expect(document.body.textContent).not.toContain('You keep everything')
    await userEvent.click(button('Yes, cancel my plan'))
    // It did not renew before, so that does not prove the cancellation.
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was cancelled.')
    const ended = plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true)
    api.cancelPlan.mockResolvedValueOnce({ status: 200, data: ended })
    await userEvent.click(button('Yes, cancel my plan'))
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', ended)
    rerender(section(ended))
    expect(screen.getByText('Cancelled. Your plan has ended.')).toBeTruthy()
    expect(await screen.findByText(/This page is your confirmation/)).toBeTruthy()
  })

  test('incomplete: it may still come, and can be started again', () => {
    stopped('incomplete')
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull()
    expect(screen.getByText(/If you’ve just paid, reload this page/)).toBeTruthy()
    expect(start()).toBeTruthy()
  })

  test('ended: no calendar date, but receipts', () => {
    stopped('canceled')
    expect(screen.queryByRole('button', { name: /calendar/ })).toBeNull()
    expect(button('Card and receipts')).toBeTruthy()
    expect(start()).toBeTruthy()
  })
})

describe('resuming', () => {
  test('works for a cancelled plan that still runs', async () => {
    const { rerender } = show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    expect(api.resumePlan).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', subscriptionId: 'sub_1', store: 'stripe' })
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan())
    rerender(section(plan()))
    expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999')
  })

  test('with a lost answer, is unknown until checked', async () => {
    api.resumePlan.mockResolvedValue(failure(0, 'no-answer', 'x'))
    api.billingSync.mockResolvedValueOnce(failure(0, 'no-answer', 'x'))
    show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    expect((await screen.findByRole('alert')).textContent).toContain('We don’t know yet whether it was resumed.')
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    api.billingSync.mockResolvedValueOnce({ status: 200, data: plan() })
    await userEvent.click(button('Look again'))
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', plan())
  })

  test('does not claim “unchanged” if the plan differs from the page', async () => {
    api.resumePlan.mockResolvedValue(failure(409, 'not-cancelled', 'This plan has ended.'))
    show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Nothing was resumed.This plan has ended.')
  })

  const terms = () => document.getElementById(button('Resume plan').getAttribute('aria-describedby') ?? '')?.textContent

  test.each([
    ['inclusive', '$19.00 a month from 5 December 2999.'],
    ['exclusive', '$19.00 a month, plus tax, from 5 December 2999.'],
    ['unspecified', '$19.00 a month, plus any tax, from 5 December 2999.'],
  ])('shows its terms beside the button: tax %s', async (taxBehavior, words) => {
    api.plans.mockResolvedValue({ status: 200, data: { plans: [{ ...offer, taxBehavior }] } })
    show(plan({}, true))
    await vi.waitFor(() =>
      expect(terms()).toBe(
        `By continuing, you agree to pay ${words} It renews automatically until you cancel. You won’t be charged straight away.`,
      ),
    )
  })

  test.each([
    ['the price is sold no more', { status: 200, data: { plans: [] } }],
    ['the prices cannot be read', notSent()],
  ])('if %s, does not claim that tax is included', async (_, answer) => {
    api.plans.mockResolvedValue(answer)
    show(plan({}, true))
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalledTimes(1))
    expect(terms()).toContain('$19.00 a month, plus any tax, from 5 December 2999')
  })

  test('charges a continued trial at its end', async () => {
    show(plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00.000Z' }, true))
    await vi.waitFor(() => expect(terms()).toContain('$19.00 a month from 29 November 2999'))
  })

  test('does not call an open invoice void', () => {
    show(plan({ status: 'past_due' }, true))
    expect(terms()).toContain('You won’t be charged straight away, except for an invoice that’s already open.')
  })
})

test('a paused store plan continues in the store, not by email to us', () => {
  show(plan({ status: 'paused', store: 'play_store' }, true))
  expect(screen.getByText('You can see in the Play Store whether and when it continues.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'write to us' })).toBeNull()
})

test('past due: says what to do, and links to the card page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
  show(plan({ status: 'past_due' }))
  expect(screen.getAllByText(/You can update your card first/)).toBeTruthy()
  await userEvent.click(button('Change the card'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('http://localhost:4010/portal'))
  expect(button('Cancel plan')).toBeTruthy()
})

test('does not open the card page for a later user', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  let answer: (answer: unknown) => void = () => {}
  api.portal.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const { unmount } = show(plan())
  await userEvent.click(button('Card and receipts'))
  await vi.waitFor(() => expect(api.portal).toHaveBeenCalledTimes(1))
  unmount()
  await act(async () => answer({ status: 200, data: { url: 'http://localhost:4010/portal' } }))
  expect(assign).not.toHaveBeenCalled()
})

test('frees the button if the navigation is stopped', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
  show(plan())
  vi.useFakeTimers()
  fireEvent.click(button('Card and receipts'))
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledTimes(1))
  const busy = () => button('Card and receipts').getAttribute('aria-busy')
  expect(busy()).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  vi.useRealTimers()
  expect(busy()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('a page that was opened before a change elsewhere', () => {
  const unpaid = plan({ status: 'unpaid' }, true)
  const other = plan({ id: 'sub_2', store: 'chargebee' })
  const over = plan({ status: 'canceled', currentPeriodEnd: '2020-12-05T12:00:00Z' }, true)
  const ended = 'The plan on this page has ended.'
  const alert = async () => (await screen.findByRole('alert')).textContent

  async function cancel() {
    await userEvent.click(button('Cancel plan'))
    await userEvent.click(button('Yes, cancel my plan'))
  }

  test('cancelling a replaced plan says so, and does not touch the other', async () => {
    api.cancelPlan.mockResolvedValue({ status: 200, data: other })
    const { rerender } = show(unpaid)
    await cancel()
    expect(await alert()).toBe(
      `${ended}You have another plan, and it hasn’t changed. This page shows your plan as it is now.`,
    )
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', other)
    rerender(section(other))
    expect(screen.getByText('Monthly, renews on 5 December 2999')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Yes, cancel my plan' })).toBeNull()
    expect(document.body.textContent).not.toContain('unchanged')
    expect(await alert()).toContain(ended)
  })

  test('closes the question when another plan arrives', async () => {
    const { rerender } = show(unpaid)
    await userEvent.click(button('Cancel plan'))
    rerender(section(other))
    expect(screen.queryByRole('button', { name: 'Yes, cancel my plan' })).toBeNull()
    expect(button('Cancel plan')).toBeTruthy()
  })

  test('confirms cancelling a plan that has already ended', async () => {
    api.cancelPlan.mockResolvedValue({ status: 200, data: over })
    const { rerender } = show(unpaid)
    await cancel()
    rerender(section(over))
    expect(status()).toContain('Cancelled. Your plan has ended.')
  })

  test.each<[string, CurrentPlan, string, string]>([
    ['has ended', over, 'not-cancelled', 'This plan has ended, so it cannot be resumed.'],
    ['was resumed', plan(), 'not-cancelled', 'This plan is not cancelled.'],
    ['has stopped', unpaid, 'not-cancelled', 'This plan does not run now.'],
    ['was replaced', other, 'already-subscribed', 'You have another plan.'],
  ])('resuming a plan that %s elsewhere shows its present state', async (_, now, code, words) => {
    api.resumePlan.mockResolvedValue(failure(409, code, words))
    api.currentPlan.mockResolvedValue({ status: 200, data: now })
    const { rerender } = show(plan({}, true))
    await userEvent.click(button('Resume plan'))
    expect(await alert()).toBe(`Nothing was resumed.${words} This page shows your plan as it is now.`)
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', now)
    rerender(section(now))
    expect(screen.queryByRole('button', { name: 'Resume plan' })).toBeNull()
    expect(await alert()).toContain('Nothing was resumed.')
  })

  test.each([
    ['is over', over],
    ['gave way to another', other],
  ])('does not offer a card for a plan that %s', async (_, now) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
    api.currentPlan.mockResolvedValue({ status: 200, data: now })
    show(unpaid)
    await userEvent.click(button('Change the card'))
    expect(await alert()).toContain(ended)
    expect(assign).not.toHaveBeenCalled()
    expect(session.applyPlan).toHaveBeenCalledExactlyOnceWith('u1', now)
  })

  test('opens the page while the plan is unchanged', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    api.portal.mockResolvedValue({ status: 200, data: { url: 'http://localhost:4010/portal' } })
    api.currentPlan.mockResolvedValue({ status: 200, data: unpaid })
    show(unpaid)
    await userEvent.click(button('Change the card'))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(session.applyPlan).not.toHaveBeenCalled()
  })
})

test('does not call an unreadable plan “none”, and offers a retry', async () => {
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your plan.')
  await userEvent.click(button('Try again'))
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
})

test('after an unknown payment, shows neither “no plan” nor a purchase', async () => {
  rememberCheckout('u1')
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('Your payment may be complete. You do not need to pay again.')
  expect(screen.queryByText(/You have no plan|could not read/)).toBeNull()
  expect(screen.queryByRole('link', { name: /plans|Start/ })).toBeNull()
  await userEvent.click(button('Look again'))
  expect(session.refreshPlan).toHaveBeenCalledTimes(1)
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
  cleanup()
  rememberCheckout('u2')
  show('failed')
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your plan.')
})

describe('messages after a press', () => {
  const seen = vi.fn()
  beforeEach(() => {
    seen.mockReset()
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, how) {
      seen(this.textContent, how)
    })
  })
  afterEach(() => vi.restoreAllMocks())
  const nearest = { block: 'nearest' }

  test('about the card is below the buttons and in view', async () => {
    api.portal.mockResolvedValue(failure(502, 'provider-unavailable', 'The provider does not answer.'))
    show(plan())
    const row = button('Cancel plan').closest('.flex')
    await userEvent.click(button('Card and receipts'))
    expect(seen).toHaveBeenCalledExactlyOnceWith('Nothing was changed.The provider does not answer.', nearest)
    const box = screen.getByRole('alert').parentElement
    expect(row?.contains(box)).toBe(true)
    expect(box?.className).toContain('order-1')
    expect(box?.className).toContain('basis-full')
  })

  test.each([
    ['a cancellation', plan(), ['Cancel plan', 'Yes, cancel my plan'], 'Nothing was cancelled.'],
    ['a resumption', plan({}, true), ['Resume plan'], 'Nothing was resumed.'],
  ])('about a refused %s is in view', async (_, now, presses, words) => {
    api.cancelPlan.mockResolvedValue(failure(429, 'too-many-requests', 'Wait a moment.'))
    api.resumePlan.mockResolvedValue(failure(429, 'too-many-requests', 'Wait a moment.'))
    show(now)
    for (const name of presses) await userEvent.click(button(name))
    expect(seen).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(words), nearest)
  })
})

test('a retry keeps the button, and then focuses the plan', async () => {
  const answer = Promise.withResolvers<void>()
  session.refreshPlan.mockReturnValue(answer.promise)
  const { rerender } = show('failed')
  await userEvent.click(button('Try again'))
  rerender(section('unknown'))
  expect(document.activeElement).toBe(button('Try again'))
  rerender(section(plan()))
  answer.resolve()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly, renews on 5 December 2999'))
})

test('while loading, the last plan reserves space and is requested once', async () => {
  const { rerender } = render(section('unknown', plan()))
  const line = screen.getByText('Monthly, renews on 5 December 2999')
  expect(line.closest('.invisible')).toBeTruthy()
  await vi.waitFor(() => expect(api.invoices).toHaveBeenCalledTimes(1))
  rerender(section(plan(), plan()))
  expect(screen.getByText('Monthly, renews on 5 December 2999')).toBe(line)
  expect(line.closest('.invisible')).toBeNull()
  expect(api.invoices).toHaveBeenCalledTimes(1)
})

test('the last plan does not replace an unreadable one', () => {
  render(section('failed', plan()))
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t load your plan.')
  expect(screen.queryByText(/renews on/)).toBeNull()
})

describe('rows', () => {
  const rows = () =>
    screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

  const tax = 'Tax: Shown on each receipt'
  test.each<[string, CurrentPlan, string[]]>([
    [
      'trialing',
      plan({ status: 'trialing', trialEnd: '2999-11-29T12:00:00Z' }),
      [
        'Price: $19.00 a month',
        'First charge, 29 November 2999, 12:00 UTC: $19.00',
        tax,
        'Paid with: card, through Stripe',
      ],
    ],
    [
      'active',
      plan({ store: 'chargebee' }),
      ['Price: $19.00 a month', 'Next charge, 5 December 2999, 12:00 UTC: $19.00', tax, 'Paid with: Chargebee'],
    ],
    ['past due', plan({ status: 'past_due' }), ['Price: $19.00 a month', 'Paid with: card, through Stripe']],
    [
      'cancelling',
      plan({}, true),
      [
        'Price: $19.00 a month',
        'Ends: 5 December 2999, 12:00 UTC',
        'Next charge: None',
        'Paid with: card, through Stripe',
      ],
    ],
    [
      'cancelling on a day that is not known',
      plan({ currentPeriodEnd: null }, true),
      ['Price: $19.00 a month', 'Next charge: None', 'Paid with: card, through Stripe'],
    ],
    [
      'cancelling with an open invoice',
      plan({ status: 'past_due' }, true),
      ['Price: $19.00 a month', 'Ends by: 5 December 2999, 12:00 UTC', 'Paid with: card, through Stripe'],
    ],
    [
      'without a price',
      plan({ price: null }),
      ['Next charge: 5 December 2999, 12:00 UTC', 'Paid with: card, through Stripe'],
    ],
  ])('%s', (_, now, expected) => {
    show(now)
    expect(rows()).toEqual(expected)
  })
})
