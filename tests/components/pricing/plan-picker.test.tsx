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
  const once = /free trial is given once/

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

test('the dates are those of the day on which somebody looks, also in a page that stayed open', async () => {
  const look = (moment: string) => {
    vi.setSystemTime(new Date(moment))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    return screen.getByRole('region', { name: 'Monthly' }).textContent
  }
  vi.setSystemTime(new Date('2026-11-30T22:00:00Z'))
  render(<PlanPicker app="https://app.example" />)
  await monthly()
  expect(look('2026-11-30T23:30:00Z')).toContain('First charge, 7 December 2026')
  expect(look('2026-12-01T06:00:00Z')).toContain('First charge, 8 December 2026')
})

describe('a visitor', () => {
  test('sees the price and its terms, signs in first, and keeps the plan that was chosen', async () => {
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

  test('can tell the links of the two plans apart by their names', async () => {
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Continue to sign in, monthly plan',
      'Continue to sign in, yearly plan',
    ])
  })

  test('sees under the price what is due, and what the year saves', async () => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('$0 today, then $19 a month from 2 December. Cancel online any time.')).toBeTruthy()
    expect(screen.getByText('Saves $48.00 a year')).toBeTruthy()
  })

  test.each([
    [7, 'Pay by card from 2 December, monthly plan'],
    [0, 'Pay by card, monthly plan'],
  ])('with %i days of trial the button names the day of the first charge, if later', async (trialDays, name) => {
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'))
    signedIn(noPlan)
    api.plans.mockResolvedValue({ status: 200, data: { plans: offers.map((each) => ({ ...each, trialDays })) } })
    render(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('button', { name })).toBeTruthy()
  })

  test('may look at the other currency', async () => {
    render(<PlanPicker app="https://app.example" />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    expect((await monthly()).getByText('£19.00', { selector: 'p' })).toBeTruthy()
  })

  test('who is a guest signs in first, too', async () => {
    session.now = { state: 'guest' }
    render(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('link', { name: /^Continue to sign in/ })).toBeTruthy()
  })
})

describe('somebody signed in without a plan', () => {
  beforeEach(() => signedIn(noPlan))

  test.each([
    ['Pay by card', api.stripeCheckout, 'stripe-month-USD'],
    ['Other ways to pay', api.chargebeeCheckout, 'chargebee-month-USD'],
  ])('%s leads to the provider’s page, once for a double click', async (name, call, priceId) => {
    render(<PlanPicker app="https://app.example" />)
    await userEvent.dblClick((await monthly()).getByRole('button', { name: new RegExp(`^${name}`) }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    const shown = { amount: 1900, currency: 'USD', trialDays: 7 }
    expect(call).toHaveBeenCalledExactlyOnceWith({ uid: 'u1', priceId, ui: 'hosted', shown })
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
  })

  test('what somebody pressed is not followed once another person is signed in', async () => {
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

  test('the terms and the consent stand beside the button, and are said with it', async () => {
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    const line = card.getByText(/^By continuing, you agree to pay \$19\.00 a month/)
    expect(card.getByText('Free trial, 7 days, ends')).toBeTruthy()
    const terms = card.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms).toContainEqual(expect.stringMatching(/^Renews, \d+ \w+ \d{4}$/))
    for (const button of card.getAllByRole('button')) expect(button.getAttribute('aria-describedby')).toBe(line.id)
  })

  test('where the other way to pay has terms of its own, they stand at its own button', async () => {
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

  test('tax alone that differs is said at the button that it belongs to, and the consent once', async () => {
    const plans = [offer(), offer({ priceId: 'c', provider: 'chargebee', taxBehavior: 'unspecified' })]
    api.plans.mockResolvedValue({ status: 200, data: { plans } })
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(card.getByText('Other ways to pay: tax is shown at checkout, before you pay.')).toBeTruthy()
    expect(card.getAllByText(/^By continuing, you agree/)).toHaveLength(1)
  })

  test('whoever turns back at the provider finds the plan and the currency that they chose', async () => {
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

  test('the plan that was chosen before is marked', async () => {
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
  ])('%i: %s The button works again, and of a charge is said what is known', async (status, title) => {
    api.stripeCheckout.mockResolvedValueOnce(failure(status, 'x', 'Because.'))
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    const alert = await (await monthly()).findByRole('alert')
    expect(alert.textContent).toContain(title)
    // Who has a plan may have paid for it just now, in another tab.
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
  ])('with %s, a silent one is answered with what this page offers', async (_, plans, silence, words) => {
    api.plans.mockResolvedValue({ status: 200, data: { plans } })
    const silent = failure(502, 'provider-unavailable', 'x')
    Object.assign(silent.data.error, silence)
    api.stripeCheckout.mockResolvedValueOnce(silent)
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect((await screen.findByRole('alert')).textContent).toMatch(new RegExp(`Nothing was charged\\. ${words}$`))
  })

  test('whoever stops the way to the payment page finds the button free after ten seconds, in silence', async () => {
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
  ])('%s: what comes of it is said below both buttons, and belongs to the one that was pressed', async (name, call) => {
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

  test('a browser that answers scrolling with a promise breaks nothing at the next press', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
    api.stripeCheckout.mockResolvedValueOnce(failure(502, 'x', 'Because.'))
    render(<PlanPicker app="https://app.example" />)
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(scroll).toHaveBeenCalled()
  })

  test('a refusal because of a plan stays to be read while that plan is asked for', async () => {
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
  ])('after a refusal the focus is on %s', async (_, plan, place) => {
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

  test('who has gone elsewhere while the plan is asked for stays there', async () => {
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

  test('a plan that is not on offer any more is replaced by those that are, and the page says so', async () => {
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

  test('a refusal because the terms are others now shows those, and the next press agrees to them', async () => {
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
    ['chargebee', 'Other ways to pay are not answering right now.'],
    ['stripe', 'Paying by card is not answering right now.'],
  ] as const)(
    'without prices of %s its missing button is explained, unless it is switched off',
    async (name, words) => {
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
    },
  )

  test('back from the payment page out of the browser’s memory the button is free again', async () => {
    api.stripeCheckout.mockReturnValue(new Promise(() => {}))
    render(<PlanPicker app="https://app.example" />)
    const button = (await monthly()).getByRole('button', { name: /^Pay by card/ })
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  })

  test('an address that is none is not followed', async () => {
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

describe('a subscriber sees how it stands, and nothing to pay', () => {
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
  ] as const)('bought in an app store (%s): the way to it', (store, name, href) => {
    signedIn(stored({ store }))
    render(<PlanPicker app="https://app.example" />)
    expect(
      screen.getByText(`You bought it in ${name}, so you manage and cancel it there:`, { exact: false }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: `open your plans in ${name}` }).getAttribute('href')).toBe(href)
  })

  test('a store’s plan that ends is resumed in the store', async () => {
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
  ] as const)('%s is named before another is bought', async (status, words) => {
    signedIn(stored({ status }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText(words, { exact: false }).textContent).toMatch(
      /A plan that you buy here replaces it, and you’ll be charged straight away\.$/,
    )
  })

  test('in a store it must be ended there, too', async () => {
    signedIn(stored({ status: 'paused', store: 'play_store' }, { isUnSubscribed: true }))
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.getByText('It is paused.', { exact: false }).textContent).toMatch(
      /won’t replace it, so please also end it in the Play Store\. You’ll be charged straight away\.$/,
    )
  })

  test.each(['canceled', 'incomplete'] as const)('%s is nothing to speak of', async (status) => {
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

  test('at a press: the notice has the focus and comes into sight, and the plan that was pressed is kept', async () => {
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

  test('before the plans were there, or while somebody is elsewhere on the page: the focus stays', async () => {
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

describe('a plan that takes the place of the plans to choose from', () => {
  const scrolled = () => vi.spyOn(Element.prototype, 'scrollIntoView').mockReset()
  const heading = () => screen.getByRole('heading', { name: 'You have a plan.' })

  test('after a refused press: its heading has the focus and comes into sight, and it says why', async () => {
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

  test('because another tab bought it: the heading, and nothing about a press', async () => {
    signedIn(noPlan)
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await monthly()
    signedIn(planWith())
    rerender(<PlanPicker app="https://app.example" />)
    expect(document.activeElement).toBe(heading())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('whoever is elsewhere on the page keeps the focus', async () => {
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
  ])('a page that came by %s, scrolled to %i: the heading is brought into sight %i times', (type, y, times) => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
    vi.stubGlobal('scrollY', y)
    const scroll = scrolled()
    signedIn(planWith())
    render(<PlanPicker app="https://app.example" />)
    expect(scroll).toHaveBeenCalledTimes(times)
    expect(document.activeElement).toBe(document.body)
  })
})

describe('somebody with a plan', () => {
  test('sees it with a way to the profile, and nothing to pay', async () => {
    signedIn(planWith())
    render(<PlanPicker app="https://app.example" />)
    expect(screen.getByText('You have a plan.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile')
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that ends soon may resume it, or buy again without a second trial', async () => {
    signedIn({ ...(future as CurrentPlan), isUnSubscribed: true })
    render(<PlanPicker app="https://app.example" />)
    const card = await monthly()
    expect(screen.getByText(/^Your plan stays open until/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'resume it on your profile' })).toBeTruthy()
    expect(card.getByText('Today, first charge')).toBeTruthy()
    expect(card.getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  })

  test('that ends soon and whose payment was declined is promised neither a day nor that nothing will be charged', async () => {
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

  test('that is not known yet sees neither prices nor buttons that would have to move', async () => {
    signedIn('unknown')
    const { rerender } = render(<PlanPicker app="https://app.example" />)
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(await screen.findByText('Asking for the prices.')).toBeTruthy()
    expect(screen.queryByRole('region')).toBeNull()
    signedIn(noPlan)
    rerender(<PlanPicker app="https://app.example" />)
    expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  })

  test('that cannot be read is offered nothing to pay', async () => {
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

describe('somebody who left to pay, and of whose payment nobody can tell', () => {
  const words = 'Your payment may be complete. You do not need to pay again.'

  test('is told so, has no way to pay, and looks again', async () => {
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

  test('somebody else in this tab is told nothing of it', async () => {
    rememberCheckout('u2')
    signedIn('failed')
    render(<PlanPicker app="https://app.example" />)
    await monthly()
    expect(screen.queryByText(words)).toBeNull()
    expect(screen.getByText('We couldn’t load your plan.')).toBeTruthy()
  })
})

test.each([
  ['no answer', failure(503, 'unavailable', 'x'), 'The payment provider is not answering right now.'],
  ['nothing for sale', { status: 200, data: { plans: [] } }, 'The payment provider is not answering right now.'],
  ['no connection', notSent(), 'We couldn’t reach the server.'],
])('with %s no price is guessed, and asking again works', async (_, answer, title) => {
  api.plans.mockResolvedValueOnce(answer)
  signedIn(noPlan)
  render(<PlanPicker app="https://app.example" />)
  expect(await screen.findByText('Price shown at checkout')).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly'))
})

describe('whoever has a plan of Stripe’s that still runs and will not renew', () => {
  const ending = planWith({ isUnSubscribed: true })
  const inPounds = {
    ...ending,
    subscription: ending.subscription && {
      ...ending.subscription,
      currentPeriodEnd: '2999-12-05T12:00:00Z',
      price: { id: 'price_1', amount: 1900, currency: 'GBP', interval: 'month' as const },
    },
  }

  test('is offered its currency alone, since Stripe takes no other beside it, whatever was chosen before', async () => {
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

  test('is offered all of them where that one is sold no more', async () => {
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
