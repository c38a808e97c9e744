import { session, api, picture, deleteIdentity, press } from './profile-mocks'
import { render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { Profile } from '@/components/profile/profile'
import type { Plan } from '@/components/session/store'
import { failure, noAnswerFailure, notSentFailure } from '@/lib/browser/answer'
import type { Outcome } from '@/lib/contract/error'
import type { Subscription } from '@/lib/contract/plan'
import { noPlan } from '@/lib/contract/plan-words'
import { storeCancelAddress } from '@/lib/site'
import { planWith } from '@/tests/components/session/gate-table'

/** An answer after which the change may have been made. */
function withOutcome(outcome: Outcome, status: number, code: string) {
  const answer = failure(status, code, 'x')
  answer.data.error.outcome = outcome
  return answer
}

async function deleteAccount() {
  await press('Delete my account')
  await press('Yes, delete my account')
}

describe('account', () => {
  test('asks, deletes, signs out and announces the deletion', async () => {
    const { rerender } = render(<Profile app="https://app.example" calls={[]} />)
    await press('Delete my account')
    expect(api.deleteAccount).not.toHaveBeenCalled()
    await press('Yes, delete my account')
    await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
    expect(session.signOutAndGoHome).not.toHaveBeenCalled()
    expect(api.deleteAccount).toHaveBeenCalledExactlyOnceWith('u1')
    expect(deleteIdentity).not.toHaveBeenCalled()
    expect(picture.removePicture).not.toHaveBeenCalled()
    session.now = { state: 'anonymous' }
    rerender(<Profile app="https://app.example" calls={[]} />)
    expect(screen.getByText('Your account is deleted.')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Your account is deleted.')
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account deleted')
    expect(document.title).toBe('Account deleted · Unhurried')
  })

  test.each([
    ['app_store', 'active', false, true],
    ['app_store', 'active', true, false],
    ['app_store', 'paused', true, true],
    ['app_store', 'incomplete', true, false],
    ['stripe', 'active', false, false],
  ] as const)(
    'for a %s plan, %s, cancelled %s, warns of store charges: %s',
    async (store, status, isUnSubscribed, says) => {
      session.now = { ...(session.now as object), plan: planWith({ isUnSubscribed }, { store, status }) }
      const { rerender } = render(<Profile app="https://app.example" calls={[]} />)
      const warning = () => screen.queryByText(/which can charge you until you cancel it there/)
      await press('Delete my account')
      expect(Boolean(warning())).toBe(says)
      await press('Yes, delete my account')
      session.now = { state: 'anonymous' }
      rerender(<Profile app="https://app.example" calls={[]} />)
      expect(screen.getByText('Your account is deleted.')).toBeTruthy()
      expect(Boolean(warning())).toBe(says)
      if (!says) return
      const link = screen.getByRole('link', { name: /^open the/ })
      expect(link.getAttribute('href')).toBe(storeCancelAddress[store as 'app_store'])
    },
  )

  const withStatus = (status: Subscription['status'], isUnSubscribed = false) =>
    planWith({ isUnSubscribed }, { status })

  test.each<[string, Plan, string | null]>([
    ['none', noPlan, null],
    ['a plan that was never paid', withStatus('incomplete', true), null],
    ['a running plan', withStatus('active'), 'Your plan has ended, and nothing more will be charged.'],
    ['a paused plan', withStatus('paused', true), 'Your plan has ended, and nothing more will be charged.'],
    ['a plan with an open invoice', withStatus('past_due'), 'A payment that’s already under way may still go through.'],
    ['an unreadable plan', 'failed', 'If you bought a plan here, it has ended too'],
  ])('reports the plan’s outcome afterwards: %s', async (_, plan, words) => {
    session.now = { ...(session.now as object), plan }
    const { rerender } = render(<Profile app="https://app.example" calls={[]} />)
    await deleteAccount()
    session.now = { state: 'anonymous' }
    rerender(<Profile app="https://app.example" calls={[]} />)
    const announced = screen.getByRole('status').textContent
    expect(announced).toContain('We’ve deleted your account details and everything stored with them on this site.')
    if (words) expect(announced).toContain(words)
    else expect(announced).not.toMatch(/plan|charged/)
    if (words?.includes('under way')) expect(announced).not.toContain('nothing more will be charged')
  })

  describe('data that the server has no credential to delete', () => {
    const remove = async (left: string[]) => {
      api.deleteAccount.mockResolvedValue({ status: 200, data: { deleted: true, left } })
      const { rerender } = render(<Profile app="https://app.example" calls={[]} />)
      await deleteAccount()
      await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
      session.now = { state: 'anonymous' }
      rerender(<Profile app="https://app.example" calls={[]} />)
      expect(screen.getByText('Your account is deleted.')).toBeTruthy()
    }

    test('deletes it as the user, the picture first', async () => {
      await remove(['identity', 'picture'])
      expect(picture.removePicture).toHaveBeenCalledExactlyOnceWith('u1')
      expect(deleteIdentity).toHaveBeenCalledExactlyOnceWith('u1')
      expect(picture.removePicture.mock.invocationCallOrder[0]).toBeLessThan(
        deleteIdentity.mock.invocationCallOrder[0] ?? 0,
      )
      expect(screen.queryByText(/We could not delete this/)).toBeNull()
    })

    test('names what remains', async () => {
      picture.removePicture.mockResolvedValue('removeRefused')
      deleteIdentity.mockResolvedValue(false)
      await remove(['identity', 'picture'])
      expect((await screen.findByText(/We could not delete this/)).textContent).toContain(
        'your picture and your login, which is empty now',
      )
    })
  })

  test.each([
    ['that did not leave', notSentFailure(), 'Nothing was deleted.'],
    ['without an answer', noAnswerFailure(), 'We do not know yet whether your account was deleted.'],
    ['refused before any change', failure(503, 'unavailable', 'x'), 'Nothing was deleted.'],
    ['that was partly done', withOutcome('partly', 503, 'unavailable'), 'We could not delete your account completely.'],
    [
      'with an unknown outcome',
      withOutcome('unknown', 503, 'unavailable'),
      'We do not know yet whether your account was',
    ],
    [
      'refused after the plan ended',
      withOutcome('unknown', 502, 'provider-unavailable'),
      'Your account was not deleted.',
    ],
  ])('describes a deletion request %s', async (_, answer, title) => {
    session.refreshPlan.mockReset()
    api.deleteAccount.mockResolvedValue(answer)
    render(<Profile app="https://app.example" calls={[]} />)
    await deleteAccount()
    const announced = (await screen.findByRole('alert')).textContent
    expect(announced).toContain(title)
    expect(session.signOut).not.toHaveBeenCalled()
    const { outcome } = answer.data.error
    if (outcome === 'unknown') expect(announced).toContain('Your plan may already have ended. Your profile shows it.')
    if (outcome) expect(announced).not.toContain('Nothing was deleted')
    expect(session.refreshPlan).toHaveBeenCalledTimes(outcome ? 1 : 0)
  })
})
