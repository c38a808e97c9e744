// @vitest-environment happy-dom
import { session, api, signedIn, picker, renderPicker, monthly } from './render-picker'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { readChosenPrice } from '@/components/pricing/offers'
import { markSessionEnded, rememberCheckout } from '@/components/session/store'
import { failure, notSentFailure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { planWith } from '@/tests/components/session/gate-table'

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
    const { rerender } = renderPicker()
    await userEvent.selectOptions(await screen.findByLabelText('Currency'), 'GBP')
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReset()
    await userEvent.click((await monthly()).getByRole('button', { name: /^Pay by card/ }))
    ends(rerender, picker())
    expect(notice().textContent).toContain('Your sign-in session has ended.')
    expect(document.activeElement?.contains(notice())).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(scroll.mock.contexts.at(-1)).toBe(document.activeElement)
    expect(readChosenPrice()).toBe('stripe-month-GBP')
  })
})

describe('a user who left to pay, with an unknown outcome', () => {
  const words = 'Your payment may be complete. You do not need to pay again.'

  test('sees a message, cannot pay, and can check again', async () => {
    rememberCheckout('u1')
    signedIn('failed')
    const { rerender } = renderPicker()
    await monthly()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getAllByRole('button')).toHaveLength(1)
    let answered = () => {}
    session.refreshPlan.mockReturnValue(new Promise<void>((resolve) => (answered = resolve)))
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    signedIn('unknown')
    rerender(picker())
    expect(screen.getByText(words)).toBeTruthy()
    signedIn(planWith())
    await act(async () => answered())
    rerender(picker())
    expect(screen.queryByText(words)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'You have a plan.' }))
  })
})

test.each([
  ['no answer', failure(503, 'unavailable', 'x'), 'The payment provider isn’t answering right now.'],
  ['an empty catalogue', { status: 200, data: { plans: [] } }, 'The payment provider isn’t answering right now.'],
  ['no connection', notSentFailure(), 'We couldn’t reach the server.'],
])('shows no price for %s, and a retry works', async (_, answer, title) => {
  api.plans.mockResolvedValueOnce(answer)
  signedIn(noPlan)
  renderPicker()
  expect(await screen.findByText('Price shown at checkout')).toBeTruthy()
  expect(screen.getByText(title)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await monthly()).getByRole('button', { name: /^Pay by card/ })).toBeTruthy()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Monthly'))
})
