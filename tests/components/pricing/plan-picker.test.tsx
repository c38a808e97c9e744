// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlanPicker } from '@/components/pricing/plan-picker'
import type { Session } from '@/components/session/store'
import { failure, notSent } from '@/lib/browser/answer'
import { noPlan, type CurrentPlan } from '@/lib/contract/plan'
import { storageKeys } from '@/lib/site'
import { planWith } from '@/tests/components/session/gate-table'
import { offers } from './samples'

const session = vi.hoisted(() => ({
  now: { state: 'loading' } as unknown,
  askPlan: vi.fn(),
  leaveForCheckout: vi.fn(),
}))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ plans: vi.fn(), stripeCheckout: vi.fn(), chargebeeCheckout: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
const publicConfig = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/config', () => ({ publicConfig }))

const assign = vi.fn()
const art = { trial: {}, direct: {} }
const signedIn = (plan: CurrentPlan | 'unknown' | 'failed') => {
  session.now = { state: 'in', uid: 'u1', person: null, user: null, plan }
}
const future = { ...planWith(), subscription: { ...planWith().subscription, currentPeriodEnd: '2999-12-05T12:00:00Z' } }

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
  assign.mockReset()
  session.askPlan.mockReset()
  session.leaveForCheckout.mockReset()
  session.now = { state: 'anonymous' }
  publicConfig.mockReset().mockResolvedValue({ identity: null, stripe: true, chargebee: true })
  api.plans.mockReset().mockResolvedValue({ status: 200, data: { plans: offers } })
  for (const call of [api.stripeCheckout, api.chargebeeCheckout]) {
    call.mockReset().mockResolvedValue({ status: 200, data: { id: 'x', url: 'http://localhost:4010/pay' } })
  }
})
afterEach(cleanup)

const monthly = async () => within(await screen.findByRole('region', { name: 'Monthly' }))

describe('a visitor', () => {
  test('sees the price and its terms, signs in first, and keeps the plan that was chosen', async () => {
    render(<PlanPicker art={art} />)
    const card = await monthly()
    expect(card.getByText('$19.00', { selector: 'p' })).toBeTruthy()
    expect(card.queryByRole('button')).toBeNull()
    const link = card.getByRole('link', { name: 'Continue to sign in' })
    expect(link.getAttribute('href')).toBe('/auth')
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    expect(sessionStorage.getItem(storageKeys.chosenPrice)).toBe('stripe-month-USD')
  })

  test('may look at the other currency', async () => {
    render(<PlanPicker art={art} />)
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    expect((await monthly()).getByText('£19.00', { selector: 'p' })).toBeTruthy()
  })

  test('who is a guest signs in first, too', async () => {
    session.now = { state: 'guest' }
    render(<PlanPicker art={art} />)
    expect((await monthly()).getByRole('link', { name: 'Continue to sign in' })).toBeTruthy()
  })
})

describe('somebody signed in without a plan', () => {
  beforeEach(() => signedIn(noPlan))

  test.each([
    ['Pay by card', api.stripeCheckout, 'stripe-month-USD'],
    ['Other ways to pay', api.chargebeeCheckout, 'chargebee-month-USD'],
  ])('%s leads to the provider’s page, once for a double click', async (name, call, priceId) => {
    render(<PlanPicker art={art} />)
    await userEvent.dblClick((await monthly()).getByRole('button', { name }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:4010/pay'))
    expect(call).toHaveBeenCalledExactlyOnceWith('u1', priceId)
    expect(session.leaveForCheckout).toHaveBeenCalledTimes(1)
  })

  test('the terms and the consent stand beside the button', async () => {
    render(<PlanPicker art={art} />)
    const card = await monthly()
    expect(card.getByText(/^By pressing a button you agree that the plan renews at \$19\.00 a month/)).toBeTruthy()
    expect(card.getByText('Free trial, 7 days, ends')).toBeTruthy()
  })

  test('the plan that was chosen before is marked', async () => {
    sessionStorage.setItem(storageKeys.chosenPrice, 'stripe-month-GBP')
    render(<PlanPicker art={art} />)
    const card = await monthly()
    expect(card.getByText('£19.00', { selector: 'p' })).toBeTruthy()
    expect(card.getByText('You chose this one before you signed in.')).toBeTruthy()
  })

  test.each([
    [409, 'You already have a plan.'],
    [401, 'Please sign in again.'],
    [429, 'That was many times in a row.'],
    [502, 'The payment provider is not answering right now.'],
    [503, 'The payment provider is not answering right now.'],
    [0, 'We could not reach the server.'],
    [400, 'The payment page could not be opened.'],
  ])('%i: %s Nothing was charged, and the button works again', async (status, title) => {
    api.stripeCheckout.mockResolvedValueOnce(failure(status, 'x', 'Because.'))
    render(<PlanPicker art={art} />)
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    const alert = await (await monthly()).findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(alert.textContent).toContain('Nothing was charged.')
    expect(session.askPlan).toHaveBeenCalledTimes(status === 409 ? 1 : 0)
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('what went wrong is said right under the button that was pressed', async () => {
    api.chargebeeCheckout.mockResolvedValueOnce(failure(502, 'x', 'Because.'))
    render(<PlanPicker art={art} />)
    const other = (await monthly()).getByRole('button', { name: 'Other ways to pay' })
    await userEvent.click(other)
    const alert = await screen.findByRole('alert')
    expect(other.nextElementSibling?.contains(alert)).toBe(true)
  })

  test('a browser that answers scrolling with a promise breaks nothing at the next press', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
    api.stripeCheckout.mockResolvedValueOnce(failure(502, 'x', 'Because.'))
    render(<PlanPicker art={art} />)
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
    expect(scroll).toHaveBeenCalled()
  })

  test('a refusal because of a plan stays to be read while that plan is asked for', async () => {
    api.stripeCheckout.mockResolvedValueOnce(failure(409, 'already-subscribed', 'x'))
    const { rerender } = render(<PlanPicker art={art} />)
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    await screen.findByRole('alert')
    signedIn('unknown')
    rerender(<PlanPicker art={{ ...art }} />)
    const card = await monthly()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.getByRole('alert').textContent).toContain('You already have a plan.')
  })

  test.each([
    ['chargebee', 'Other ways to pay are not answering right now.'],
    ['stripe', 'Paying by card is not answering right now.'],
  ] as const)(
    'without prices of %s its missing button is explained, unless it is switched off',
    async (name, words) => {
      const others = offers.filter(({ provider }) => provider !== name)
      api.plans.mockResolvedValue({ status: 200, data: { plans: others } })
      const { unmount } = render(<PlanPicker art={art} />)
      expect(await (await monthly()).findByText(words)).toBeTruthy()
      unmount()
      publicConfig.mockClear().mockResolvedValue({ identity: null, stripe: true, chargebee: true, [name]: false })
      render(<PlanPicker art={art} />)
      await monthly()
      await vi.waitFor(() => expect(publicConfig).toHaveBeenCalled())
      expect(screen.queryByText(words)).toBeNull()
    },
  )

  test('back from the payment page out of the browser’s memory the button is free again', async () => {
    api.stripeCheckout.mockReturnValue(new Promise(() => {}))
    render(<PlanPicker art={art} />)
    const button = (await monthly()).getByRole('button', { name: 'Pay by card' })
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  })

  test('an address that is none is not followed', async () => {
    api.stripeCheckout.mockResolvedValue({ status: 200, data: { id: 'x', url: 'javascript:alert(1)' } })
    render(<PlanPicker art={art} />)
    await userEvent.click((await monthly()).getByRole('button', { name: 'Pay by card' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was charged')
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('somebody with a plan', () => {
  test('sees it with a way to the profile, and nothing to pay', async () => {
    signedIn(planWith())
    render(<PlanPicker art={art} />)
    expect(screen.getByText('You have a plan.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile')
    await vi.waitFor(() => expect(api.plans).toHaveBeenCalled())
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that ends soon may resume it, or buy again without a second trial', async () => {
    signedIn({ ...(future as CurrentPlan), isUnSubscribed: true })
    render(<PlanPicker art={art} />)
    const card = await monthly()
    expect(screen.getByText(/^Your plan stays open until/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'resume it on your profile' })).toBeTruthy()
    expect(card.getByText('Today, first charge')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Pay by card' })).toBeTruthy()
  })

  test.each(['unknown', 'failed'] as const)('that is %s is offered nothing to pay', async (plan) => {
    signedIn(plan)
    render(<PlanPicker art={art} />)
    const card = await monthly()
    expect(card.getByText('Depends on your account')).toBeTruthy()
    expect(card.queryByText(/trial|Nothing/)).toBeNull()
    expect(card.queryByRole('button')).toBeNull()
    expect(card.queryByRole('link')).toBeNull()
    if (plan === 'failed') {
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(session.askPlan).toHaveBeenCalledTimes(1)
      expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
    }
  })
})

test.each([
  ['no answer', failure(503, 'unavailable', 'x'), 'The payment provider is not answering right now.'],
  ['nothing for sale', { status: 200, data: { plans: [] } }, 'The payment provider is not answering right now.'],
  ['no connection', notSent(), 'We could not reach the server.'],
])('with %s no price is guessed, and asking again works', async (_, answer, title) => {
  api.plans.mockResolvedValueOnce(answer)
  signedIn(noPlan)
  render(<PlanPicker art={art} />)
  expect(await screen.findByText('Price shown at checkout')).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await monthly()).getByRole('button', { name: 'Pay by card' })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly'))
})
