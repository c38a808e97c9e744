// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepChosenPrice, readChosenPrice } from '@/components/pricing/chosen-price'
import { PlanPicker } from '@/components/pricing/plan-picker'
import { leavingMs } from '@/components/pricing/use-checkout'
import { markSessionEnded, type Session } from '@/components/session/store'
import { rememberCheckout } from '@/components/session/storage'
import { failure, notSent } from '@/lib/browser/answer'
import { noPlan, type CurrentPlan, type PlanOffer } from '@/lib/contract/plan'
import { planWith } from '@/tests/components/session/gate-table'
import { offer, offers, siteConfig } from './samples'

const session = vi.hoisted(() => ({
  now: { state: 'loading' } as unknown,
  refreshPlan: vi.fn(),
  leaveForCheckout: vi.fn(),
}))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ plans: vi.fn(), stripeCheckout: vi.fn(), chargebeeCheckout: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
const publicConfig = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/config', () => ({ publicConfig }))

const assign = vi.fn()
const signedIn = (plan: CurrentPlan | 'unknown' | 'failed') => {
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan }
}
const future = { ...planWith(), subscription: { ...planWith().subscription, currentPeriodEnd: '2999-12-05T12:00:00Z' } }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  assign.mockReset()
  session.refreshPlan.mockReset()
  session.leaveForCheckout.mockReset()
  session.now = { state: 'anonymous' }
  publicConfig.mockReset().mockResolvedValue(siteConfig())
  api.plans.mockReset().mockResolvedValue({ status: 200, data: { plans: offers } })
  for (const call of [api.stripeCheckout, api.chargebeeCheckout]) {
    call.mockReset().mockResolvedValue({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } })
  }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const monthly = async () => within(await screen.findByRole('region', { name: 'Monthly' }))

describe('the trial', () => {
  const once = /one free trial, before their first plan/

  test.each<[string, () => void, boolean]>([
    ['somebody who had a plan is told why there is none', () => signedIn(planWith({ isUnSubscribed: true })), true],
    ['somebody new is told of theirs', () => signedIn(noPlan), false],
    ['a visitor, too', () => (session.now = { state: 'anonymous' }), false],
  ])('%s', async (_, arrive, told) => {
    arrive()
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(screen.queryByText(once) !== null).toBe(told)
    expect(card.queryByText(/^Free trial/) === null).toBe(told)
    expect(document.querySelector('[data-trial-had]') !== null).toBe(told)
  })
})

test('updates the dates when the day changes', async () => {
  const look = (moment: string) => {
    vi.setSystemTime(new Date(moment))
    act(() => void vi.advanceTimersByTime(60_000))
    return screen.getByRole('region', { name: 'Monthly' }).textContent
  }
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-30T22:00:00Z') })
  render(<PlanPicker app="https://app.example" />)
  await monthly()
  expect(look('2026-11-30T23:30:00Z')).toContain('First charge, 7 December 2026')
  expect(look('2026-12-01T06:00:00Z')).toContain('First charge, 8 December 2026')
})

describe('a visitor', () => {
  test('sees price and terms, signs in first, and keeps the chosen plan', async () => {
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('$19.00', { selector: 'p' })).toBeTruthy()
    expect(card.queryByRole('button')).toBeNull()
    const link = card.getByRole('link', { name: /^Continue to sign in/ })
    expect(link.getAttribute('href')).toBe('/auth?visit=new')
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(readChosenPrice()).toBe('stripe-month-USD')
  })

  test('has distinct link names for the two plans', async () => {
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Continue to sign in, monthly plan',
      'Continue to sign in, yearly plan',
    ])
  })

  test('sees what is due, and the yearly saving', async () => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('$0 today, then $19 a month from 2 December. Cancel online any time.')).toBeTruthy()
    expect(screen.getByText('Saves $48.00 a year')).toBeTruthy()
  })

  test.each([
    [7, 'Pay by card from 2 December, monthly plan'],
    [0, 'Pay by card, monthly plan'],
  ])('with %i trial days, the button names a later first charge', async (trialDays, name) => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
    signedIn(noPlan)
    api.plans.mockResolvedValue({ status: 200, data: { plans: offers.map((each) => ({ ...each, trialDays })) } })
    render(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('button', { name })).toBeTruthy()
  })

  test('can switch the currency', async () => {
    render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    expect((await monthly()).getByText('£19.00', { selector: 'p' })).toBeTruthy()
  })

  test('as a guest, signs in first', async () => {
    session.now = { state: 'guest' }
    render(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('link', { name: /^Continue to sign in/ })).toBeTruthy()
  })
})

describe('signed in without a plan', () => {
  beforeEach(() => signedIn(noPlan))

  test.each([
    ['Pay by card', api.stripeCheckout, 'stripe-month-USD'],
    ['Other ways to pay', api.chargebeeCheckout, 'chargebee-month-USD'],
  ])('%s opens the provider’s page once, even on a double click', async (name, call, priceId) => {
    render(<PlanPicker app="https://app.example" />)
    await userEvent.dblClick((await monthly()).getByRole('button', { name: new RegExp(`^${name}`) }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    const shown = { amount: 1900, currency: 'USD', trialDays: 7 }
    expect(call).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', priceId, ui: 'hosted', shown })
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
  })

  test('drops a press when another user signs in', async () => {
    let answer: (answer: unknown) => void = () => {}
    api.stripeCheckout.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await vi.waitFor(() => expect(api.stripeCheckout).toHaveBeenCalledTimes(1))
    session.now = { ...(session.now as object), uid: 'u2' }
    rerender(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByRole('button', { name: /^Pay by card/ }).getAttribute('aria-busy')).toBeNull()
    expect(card.getByText('£19.00', { selector: 'p' })).toBeTruthy()
    await act(async () => answer({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } }))
    expect(assign).not.toHaveBeenCalled()
  })

  test('shows terms and consent beside the button, linked for screen readers', async () => {
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    const line = card.getByText(/^By continuing, you agree to pay \$19\.00 a month/)
    expect(card.getByText('Free trial, 7 days, ends')).toBeTruthy()
    const terms = card.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms).toContainEqual(expect.stringMatching(/^Renews, \d+ \w+ \d{4}$/))
    for (const button of card.getAllByRole('button')) expect(button.getAttribute('aria-describedby')).toBe(line.id)
  })

  test('shows the other provider’s differing terms at its own button', async () => {
    const other = { priceId: 'c', provider: 'chargebee', amount: 2000, taxBehavior: 'exclusive' } as const
    api.plans.mockResolvedValue({ status: 200, data: { plans: [offer(), offer(other)] } })
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    const described = (name: string) =>
      (card.getByRole('button', { name: new RegExp(`^${name}`) }).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    expect(described('Pay by card')).toMatch(/^By continuing, you agree to pay \$19\.00 a month from/)
    expect(described('Other ways to pay')).toMatch(
      /^Other ways to pay: first charge, .*: \$20\.00, plus tax; .*; tax is added at checkout.* to pay \$20\.00 a month, plus tax, from/,
    )
    expect(described('Pay by card')).not.toContain('$20.00')
  })

  test('shows a different tax at its button, and the consent once', async () => {
    const plans = [offer(), offer({ priceId: 'c', provider: 'chargebee', taxBehavior: 'unspecified' })]
    api.plans.mockResolvedValue({ status: 200, data: { plans } })
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('Other ways to pay: tax is shown at checkout, before you pay.')).toBeTruthy()
    expect(card.getAllByText(/^By continuing, you agree/)).toHaveLength(1)
  })

  test('keeps plan and currency on returning from the provider', async () => {
    const { unmount } = render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(screen.queryByText('This is the one you chose.')).toBeNull()
    unmount()
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('£19.00', { selector: 'p' })).toBeTruthy()
    expect(card.getByText('This is the one you chose.')).toBeTruthy()
  })

  test('marks the plan that was chosen before', async () => {
    keepChosenPrice('stripe-month-GBP')
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('£19.00', { selector: 'p' })).toBeTruthy()
    expect(card.getByText('This is the one you chose.')).toBeTruthy()
  })

  test.each([
    [409, 'You already have a plan.'],
    [401, 'Please sign in again.'],
    [429, 'You’ve tried many times in a row.'],
    [502, 'We couldn’t open the payment page.'],
    [503, 'We couldn’t open the payment page.'],
    [0, 'We couldn’t reach the server.'],
    [400, 'We couldn’t open the payment page.'],
  ])('%i: %s The button works again, and charges are described correctly', async (status, title) => {
    api.stripeCheckout.mockResolvedValueOnce(failure(status, 'x', 'Because.'))
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    const alert = await (await monthly()).findByRole('alert')
    expect(alert.textContent).toContain(title)
    // A plan may have been paid for in another tab.
    expect(alert.textContent?.includes('Nothing was charged.')).toBe(status !== 409)
    expect(session.refreshPlan).toHaveBeenCalledTimes(status === 409 ? 1 : 0)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  const byCard = offers.filter(({ provider }) => provider === 'stripe')
  const elsewhere = offers.filter(({ provider, currency }) => provider === 'stripe' || currency === 'GBP')
  const later = 'Try again in a moment.'
  const other = 'Try again in a moment, or you can try the other way.'
  const asked = (name: string) =>
    `${name} needs to tell us first whether you have a plan there, so every way to pay waits for it. Try again in a moment.`
  type Silence = { provider?: 'stripe' | 'chargebee'; everyWay?: true }
  const known: Silence = { provider: 'stripe', everyWay: true }
  test.each<[string, PlanOffer[], Silence, string]>([
    ['both providers', offers, { provider: 'stripe' }, other],
    ['one provider', byCard, { provider: 'stripe' }, later],
    ['the other provider in another currency alone', elsewhere, { provider: 'stripe' }, later],
    ['both, of which the silent one knows the person', offers, known, asked('Stripe')],
    ['both, of which the other one is silent', offers, { provider: 'chargebee', everyWay: true }, asked('Chargebee')],
    ['both, of which nobody knows which is silent', offers, {}, later],
    ['one, which knows the person', byCard, known, later],
    [
      'one, and a silent one that knows the person',
      byCard,
      { provider: 'chargebee', everyWay: true },
      asked('Chargebee'),
    ],
  ])('with %s, a provider without prices gets a fitting message', async (_, plans, silence, words) => {
    api.plans.mockResolvedValue({ status: 200, data: { plans } })
    const silent = failure(502, 'provider-unavailable', 'x')
    Object.assign(silent.data.error, silence)
    api.stripeCheckout.mockResolvedValueOnce(silent)
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`Nothing was charged\\. ${words}$`))
  })

  test('frees the button after ten seconds if the navigation is stopped', async () => {
    render(<PlanPicker app="https://app.example" />)
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    vi.useFakeTimers()
    act(() => button.click())
    await act(() => vi.advanceTimersByTimeAsync(leavingMs - 1))
    expect(assign).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    await act(async () => button.click())
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(assign).toHaveBeenCalledTimes(2)
    expect(api.stripeCheckout).toHaveBeenCalledTimes(2)
  })

  test.each([
    [3500, 'You can try again in about 59 minutes.'],
    [20, 'You can try again in about a minute.'],
    [undefined, 'Wait a few minutes, then try again.'],
  ])('too many presses: with %s seconds to wait, “%s”', async (retryAfter, words) => {
    const refused = failure(429, 'too-many-requests', 'x')
    api.stripeCheckout.mockResolvedValueOnce({ ...refused, ...(retryAfter && { retryAfter }) })
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })

  test.each([
    ['Pay by card', api.stripeCheckout],
    ['Other ways to pay', api.chargebeeCheckout],
  ])('%s: shows the result below both buttons for the pressed one', async (name, call) => {
    const answer = Promise.withResolvers<unknown>()
    call.mockReturnValueOnce(answer.promise)
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    const buttons = card.getAllByRole('button')
    const pressed = card.getByRole('button', { name: new RegExp(`^${name}`) })
    await userEvent.click(pressed)
    const isBelow = (element: Element) =>
      buttons.every((button) => button.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    expect(isBelow(card.getByRole('status'))).toBe(true)
    answer.resolve(failure(502, 'x', 'Because.'))
    const alert = await screen.findByRole('alert')
    expect(isBelow(alert)).toBe(true)
    for (const button of buttons) {
      const described = (button.getAttribute('aria-describedby') ?? '').split(' ')
      const isTold = described.some((id) => document.getElementById(id)?.contains(alert))
      expect(isTold).toBe(button === pressed)
    }
  })

  test('handles browsers that return a promise from scrolling', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
    api.stripeCheckout.mockResolvedValueOnce(failure(502, 'x', 'Because.'))
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(scroll).toHaveBeenCalled()
  })

  test('keeps the refusal visible while the existing plan loads', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'already-subscribed', 'x'))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await screen.findByRole('alert')
    signedIn('unknown')
    rerender(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.getByRole('alert').textContent).toContain('You already have a plan.')
  })

  test.each([
    ['the button, once it is there again', noPlan, () => screen.getAllByRole('button', { name: /^Pay by card/ })[0]],
    ['the card, where it does not come', 'failed' as const, () => screen.getByRole('heading', { name: 'Monthly' })],
  ])('after a refusal, focuses %s', async (_, plan, place) => {
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('alert')
    signedIn('unknown')
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(document.body)
    signedIn(plan)
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(place())
  })

  test('does not move a focus that has left the buttons', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await screen.findByRole('alert')
    signedIn('unknown')
    rerender(<PlanPicker app="https://app.example" />)
    const currency = screen.getByLabelText('Currency')
    currency.focus()
    signedIn(noPlan)
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(currency)
  })

  test('replaces a withdrawn offer, and says so', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(400, 'unknown-price', 'x'))
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    api.plans.mockResolvedValue({
      status: 200,
      data: { plans: offers.map((each) => ({ ...each, priceId: `new-${each.priceId}`, amount: 2100 })) },
    })
    await userEvent.click(card.getByRole('button', { name: /^Pay by card/ }))
    expect(await card.findByText('$21.00', { selector: 'p' })).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toMatch(/don’t offer this plan any more.*plans we offer/)
    expect(api.plans.mock.calls).toEqual([[{ fresh: false }], [{ fresh: true }]])
  })

  test('shows changed terms after a refusal; the next press accepts them', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'terms-changed', 'x'))
    const dearer = offers.map((each) => ({ ...each, amount: each.amount + 100 }))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    api.plans.mockResolvedValue({ status: 200, data: { plans: dearer } })
    await userEvent.click(card.getByRole('button', { name: /^Pay by card/ }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/terms have changed.*Nothing was charged/)
    expect(await card.findByText('$20.00', { selector: 'p' })).toBeTruthy()
    expect(session.refreshPlan).toHaveBeenCalledTimes(1)
    signedIn({
      ...future,
      isUnSubscribed: true,
      subscription: { ...future.subscription, status: 'canceled' },
    } as CurrentPlan)
    rerender(<PlanPicker app="https://app.example" />)
    expect(card.queryByText('Nothing')).toBeNull()
    await userEvent.click(card.getByRole('button', { name: /^Pay by card/ }))
    expect(api.stripeCheckout.mock.calls.map(([{ shown }]) => shown)).toEqual([
      { amount: 1900, currency: 'USD', trialDays: 7 },
      { amount: 2000, currency: 'USD', trialDays: 0 },
    ])
  })

  test.each([
    ['chargebee', 'Other ways to pay aren’t working right now.'],
    ['stripe', 'Paying by card isn’t working right now.'],
  ] as const)('explains the missing button without prices of %s, unless switched off', async (name, words) => {
    const others = offers.filter(({ provider }) => provider !== name)
    api.plans.mockResolvedValue({ status: 200, data: { plans: others } })
    const { unmount } = render(<PlanPicker app="https://app.example" />)
    expect(await (await monthly()).findByText(words)).toBeTruthy()
    unmount()
    publicConfig.mockClear().mockResolvedValue(siteConfig({ [name]: false }))
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    await vi.waitFor(() => expect(publicConfig).toHaveBeenCalled())
    expect(screen.queryByText(words)).toBeNull()
  })

  test('frees the button when the browser restores the page', async () => {
    api.stripeCheckout.mockReturnValue(new Promise(() => {}))
    render(<PlanPicker app="https://app.example" />)
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  })

  test('ignores an invalid payment address', async () => {
    api.stripeCheckout.mockResolvedValue({ status: 200, data: { id: 'x', url: 'javascript:alert(1)' } })
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged')
    expect(assign).not.toHaveBeenCalled()
  })
})

const stored = (change: Partial<NonNullable<CurrentPlan['subscription']>>, rest: Partial<CurrentPlan> = {}) => {
  const plan = planWith(rest)
  return { ...plan, subscription: plan.subscription && { ...plan.subscription, ...change } }
}

describe('shows a subscriber their plan and no payment', () => {
  test.each([
    [
      'trialing',
      stored({ status: 'trialing', trialEnd: '2999-12-01T12:00:00Z' }),
      /free trial runs until 1 December 2999/,
    ],
    ['active', stored({}), /It renews on 5 December 2999\./],
    ['past due', stored({ status: 'past_due' }), /Your last payment was declined\. Your profile shows what to do\./],
    [
      'past due in a store',
      stored({ status: 'past_due', store: 'app_store' }),
      /declined\. The store shows what to do\./,
    ],
  ])('%s', (_, plan, words) => {
    signedIn(plan)
    render(<PlanPicker app="https://app.example" />)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    ['play_store', 'the Play Store', 'https://play.google.com/store/account/subscriptions'],
    ['app_store', 'the App Store', 'https://apps.apple.com/account/subscriptions'],
  ] as const)('a plan from an app store (%s) links to the store', (store, name, href) => {
    signedIn(stored({ store }))
    render(<PlanPicker app="https://app.example" />)
    expect(
      screen.getByText(`You bought it in ${name}, so you manage and cancel it there:`, { exact: false }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: `open your plans in ${name}` }).getAttribute('href')).toBe(href)
  })

  test('an ending store plan is resumed in the store', async () => {
    signedIn(stored({ store: 'play_store', currentPeriodEnd: '2999-12-05T12:00:00Z' }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    const link = await screen.findByRole('link', { name: 'resume it in the Play Store' })
    expect(link.getAttribute('href')).toBe('https://play.google.com/store/account/subscriptions')
  })
})

describe('a plan that is not running', () => {
  test.each([
    ['unpaid', 'Its last payment didn’t go through, so it has stopped.'],
    ['paused', 'It is paused.'],
    ['future', 'It hasn’t started yet.'],
  ] as const)('%s is mentioned before another purchase', async (status, words) => {
    signedIn(stored({ status }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText(words, { exact: false }).textContent).toMatch(
      /A plan that you buy here replaces it, and you’ll be charged straight away\.$/,
    )
  })

  test('a store plan must also be ended in the store', async () => {
    signedIn(stored({ status: 'paused', store: 'play_store' }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText('It is paused.', { exact: false }).textContent).toMatch(
      /won’t replace it, so please also end it in the Play Store\. You’ll be charged straight away\.$/,
    )
  })

  test.each(['canceled', 'incomplete'] as const)('%s is not mentioned', async (status) => {
    signedIn(stored({ status }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(screen.queryByText('You have a plan that isn’t running.')).toBeNull()
    expect(card.queryByText('Free trial, 7 days, ends') !== null).toBe(status === 'incomplete')
  })
})

describe('a session that has ended', () => {
  const notice = () => screen.getByRole('alert')
  const ends = (rerender: (page: ReactNode) => void, page: ReactNode) => {
    act(markSessionEnded)
    session.now = { state: 'anonymous', ended: true }
    rerender(page)
  }

  test('after a press, focuses the notice and keeps the pressed plan', async () => {
    signedIn(noPlan)
    api.stripeCheckout.mockResolvedValueOnce(failure(401, 'unauthenticated', 'x'))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReset()
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    ends(rerender, <PlanPicker app="https://app.example" />)
    expect(notice().textContent).toContain('Your sign-in session has ended.')
    expect(document.activeElement?.contains(notice())).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(scroll.mock.contexts.at(-1)).toBe(document.activeElement)
    expect(readChosenPrice()).toBe('stripe-month-GBP')
  })

  test('keeps the focus before plans load, or if it is elsewhere', async () => {
    session.now = { state: 'anonymous', ended: true }
    const early = render(<PlanPicker app="https://app.example" />)
    act(markSessionEnded)
    await monthly()
    expect(notice()).toBeTruthy()
    expect(document.activeElement).toBe(document.body)
    early.unmount()
    signedIn(noPlan)
    const page = () => (
      <>
        <button type="button">Questions</button>
        <PlanPicker app="https://app.example" />
      </>
    )
    const { rerender } = render(page())
    await monthly()
    screen.getByRole('button', { name: 'Questions' }).focus()
    ends(rerender, page())
    expect(notice()).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Questions' }))
  })
})

describe('a plan that replaces the offers', () => {
  const scrolled = () => vi.spyOn(Element.prototype, 'scrollIntoView').mockReset()
  const heading = () => screen.getByRole('heading', { name: 'You have a plan.' })

  test('after a refusal, focuses its heading and gives the reason', async () => {
    signedIn(noPlan)
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'already-subscribed', 'x'))
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await screen.findByRole('alert')
    const scroll = scrolled()
    signedIn(planWith())
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(heading())
    expect(scroll.mock.contexts).toEqual([heading()])
    const alert = screen.getByRole('alert').textContent
    expect(alert).toContain('You already had it, so nothing was bought just now.')
    expect(alert).not.toContain('charged')
  })

  test('bought in another tab: focuses the heading without mentioning a press', async () => {
    signedIn(noPlan)
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await monthly()
    signedIn(planWith())
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(heading())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('keeps a focus that is elsewhere on the page', async () => {
    signedIn(noPlan)
    const { rerender } = render(
      <>
        <button type="button">Questions</button>
        <PlanPicker app="https://app.example" />
      </>,
    )
    await monthly()
    screen.getByRole('button', { name: 'Questions' }).focus()
    signedIn(planWith())
    rerender(
      <>
        <button type="button">Questions</button>
        <PlanPicker app="https://app.example" />
      </>,
    )
    expect(heading()).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Questions' }))
  })

  test.each([
    ['navigate', 800, 0],
    ['back_forward', 800, 1],
    ['reload', 800, 1],
    ['back_forward', 0, 0],
  ])('a page opened by %s, scrolled to %i: scrolls to the heading %i times', (type, y, times) => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
    vi.stubGlobal('scrollY', y)
    const scroll = scrolled()
    signedIn(planWith())
    render(<PlanPicker app="https://app.example" />)
    expect(scroll).toHaveBeenCalledTimes(times)
    expect(document.activeElement).toBe(document.body)
  })
})

describe('a user with a plan', () => {
  test('sees it with a link to the profile, and no payment', async () => {
    signedIn(planWith())
    render(<PlanPicker app="https://app.example" />)
    expect(screen.getByText('You have a plan.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile')
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('can resume an ending plan, or buy again without a second trial', async () => {
    signedIn({ ...(future as CurrentPlan), isUnSubscribed: true })
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(screen.getByText(/^Your plan stays open until/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'resume it on your profile' })).toBeTruthy()
    expect(card.getByText('Today, first charge')).toBeTruthy()
    expect(card.getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  })

  test('gets no promise about charges for a declined, ending plan', async () => {
    const { subscription } = future as CurrentPlan
    const pastDue = subscription && { ...subscription, status: 'past_due' as const }
    signedIn({ ...(future as CurrentPlan), isUnSubscribed: true, subscription: pastDue })
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText(/^Your plan stays open until .* at the latest\.$/)).toBeTruthy()
    expect(document.body.textContent).toContain('Its last payment was declined, so it may end earlier. It won’t renew.')
    expect(document.body.textContent).toContain(
      'won’t be charged straight away, except for an invoice that’s already open.',
    )
    expect(document.body.textContent).toContain(
      'It won’t renew. An invoice that’s already open may still be charged. While',
    )
  })

  test('sees neither prices nor buttons until the plan is known', async () => {
    signedIn('unknown')
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(await screen.findByText('Asking for the prices.')).toBeTruthy()
    expect(screen.queryByRole('region')).toBeNull()
    signedIn(noPlan)
    rerender(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  })

  test('cannot pay while the plan cannot be read', async () => {
    signedIn('failed')
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('Depends on your account')).toBeTruthy()
    expect(card.queryByText(/trial|Nothing/)).toBeNull()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(session.refreshPlan).toHaveBeenCalledTimes(1)
    expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
  })
})

describe('a user who left to pay, with an unknown outcome', () => {
  const words = 'Your payment may be complete. You do not need to pay again.'

  test('sees a message, cannot pay, and can check again', async () => {
    rememberCheckout('u1')
    signedIn('failed')
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getAllByRole('button')).toHaveLength(1)
    let answered = () => {}
    session.refreshPlan.mockReturnValue(new Promise<void>((resolve) => (answered = resolve)))
    await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
    signedIn('unknown')
    rerender(<PlanPicker app="https://app.example" />)
    expect(screen.getByText(words)).toBeTruthy()
    signedIn(planWith())
    await act(async () => answered())
    rerender(<PlanPicker app="https://app.example" />)
    expect(screen.queryByText(words)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You have a plan.' }))
  })

  test('another user in this tab sees nothing of it', async () => {
    rememberCheckout('u2')
    signedIn('failed')
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.queryByText(words)).toBeNull()
    expect(screen.getByText('We couldn’t load your plan.')).toBeTruthy()
  })
})

test.each([
  ['no answer', failure(503, 'unavailable', 'x'), 'The payment provider isn’t answering right now.'],
  ['nothing for sale', { status: 200, data: { plans: [] } }, 'The payment provider isn’t answering right now.'],
  ['no connection', notSent(), 'We couldn’t reach the server.'],
])('with %s, guesses no price, and a retry works', async (_, answer, title) => {
  api.plans.mockResolvedValueOnce(answer)
  signedIn(noPlan)
  render(<PlanPicker app="https://app.example" />)
  expect(await screen.findByText('Price shown at checkout')).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly'))
})

describe('a user with a running Stripe plan that will not renew', () => {
  const ending = planWith({ isUnSubscribed: true })
  const inPounds = {
    ...ending,
    subscription: ending.subscription && {
      ...ending.subscription,
      currentPeriodEnd: '2999-12-05T12:00:00Z',
      price: { id: 'price_1', amount: 1900, currency: 'GBP', interval: 'month' as const },
    },
  }

  test('sees only that plan’s currency, whatever was chosen before', async () => {
    keepChosenPrice('stripe-year-USD')
    signedIn(inPounds)
    render(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByText('£19.00', { selector: 'p' })).toBeTruthy()
    expect(screen.queryByLabelText('Currency')).toBeNull()
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect(api.stripeCheckout).toHaveBeenCalledExactlyOnceWith({
      uid: 'u1',
      priceId: 'stripe-month-GBP',
      ui: 'hosted',
      shown: expect.anything(),
    })
  })

  test('sees all currencies if that one is no longer sold', async () => {
    api.plans.mockResolvedValue({
      status: 200,
      data: {
        plans: [...offers.filter(({ currency }) => currency !== 'GBP'), offer({ currency: 'EUR', priceId: 'e' })],
      },
    })
    signedIn(inPounds)
    render(<PlanPicker app="https://app.example" />)
    const currency = await screen.findByLabelText('Currency')
    expect(
      within(currency)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['USD', 'EUR'])
  })
})
